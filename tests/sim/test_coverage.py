"""A real duel, solved exactly: of 2,000 estimates 93.5% to 96.5% have the exact value in their 95% interval."""

from pathlib import Path

import pytest

import certamen
from certamen.files.encounter import load
from certamen.odds.duels import duel
from certamen.rulesets import find
from certamen.sim import intervals
from certamen.sim.simulate import simulate

FIGHT = Path("tests/rulesets/starcluster/fights/duel.yaml")
REPETITIONS = 2_000
PRECISION = 0.02176  # at 2,000 trials the interval is about that wide: the dice say whether it goes on to 4,000


def test_intervals_cover_the_exact_answer() -> None:
    """The share of wins, `--precision` stopping included, and the mean of the rounds, of trials of the real fight."""
    loops = pytest.importorskip("certamen.sim.loops")
    exact = duel(FIGHT)
    assert exact.rounds is not None
    encounter = load(FIGHT)
    fight = loops.fight(find(encounter.ruleset), encounter)
    wins = rounds = 0
    ends = set()
    for seed in range(REPETITIONS):
        rows = fight.play(seed, 0, 4_000)
        for stop in intervals.stops():
            share = intervals.share(int((rows[:stop, 0] == 0).sum()), stop)
            if share.half <= PRECISION:
                break
        ends.add(stop)
        wins += share.low <= exact.win[0] <= share.high
        lengths = rows[:1_000, 1]
        mean = intervals.mean(1_000, int(lengths.sum()), int((lengths * lengths).sum()))
        rounds += mean.low <= exact.rounds <= mean.high
    assert ends == {2_000, 4_000}
    assert 0.935 <= wins / REPETITIONS <= 0.965
    assert 0.935 <= rounds / REPETITIONS <= 0.965


def test_simulate_stops_so() -> None:
    """What the test above does by hand is what `simulate` does: same stop, same share, same interval."""
    loops = pytest.importorskip("certamen.sim.loops")
    encounter = load(FIGHT)
    fight = loops.fight(find(encounter.ruleset), encounter)
    for seed in range(4):
        found = simulate(encounter, precision=PRECISION, seed=seed)
        count = int((fight.play(seed, 0, found.trials)[:, 0] == 0).sum())
        one = found.winners[0]
        assert (one.share, one.low, one.high) == intervals.share(count, found.trials)
        assert found.trials in (2_000, 4_000)
    assert certamen.simulate is simulate
