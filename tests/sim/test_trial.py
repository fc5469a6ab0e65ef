"""A trial is the contest itself: same dice, same states, same end, in every example."""

from pathlib import Path

import pytest

from certamen.dice import Seeded
from certamen.kernel.contest import Contest
from certamen.kernel.playout import Playout
from certamen.kernel.run import run
from certamen.kernel.state import state_hash
from certamen.rulesets import find
from certamen.sim import trial as trials
from certamen.sim.tally import figures, layout
from tests.conftest import SOAK
from tests.sim.common import DUEL, EXAMPLES, loaded

COUNT = 200 if SOAK else 3


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.parametrize("policy", ["plain", "clever"])
def test_a_playout_is_the_contest(path: Path, policy: str) -> None:
    """Nothing kept, nothing asked, yet state for state what `run` on a contest comes to, review aside."""
    encounter = loaded(path)
    ruleset = find(encounter.ruleset)
    names = dict.fromkeys(trials.sides_of(encounter), policy)
    for k in range(COUNT):
        contest, playout = Contest(ruleset, encounter, Seeded(5, k)), Playout(ruleset, encounter, Seeded(5, k))
        assert run(contest, names) == run(playout, names)
        assert state_hash(contest.state) == state_hash(playout.state)
        assert contest.counts == playout.counts
        assert contest.index == len(playout.draws.drawn)


def test_a_row_by_hand() -> None:
    """Trial 483920 of seed 1: Bertrand wins in round 3, untouched; Ada is out with 138 left; 21 dice fell."""
    encounter = loaded(DUEL)
    row = trials.play_trial(find("starcluster"), encounter, 1, 483_920, {})
    assert row == (1, 3, 0, 21, 1, 3, 138, 0, 0, 400)
    named = dict(zip(trials.columns(find("starcluster"), encounter), row, strict=True))
    assert named["winner"] == 1
    assert named["ada.fell"] == 3


def test_a_stopped_trial_has_no_winner() -> None:
    """After one round of at most one nobody has won: the row says which limit stopped it."""
    row = trials.play_trial(find("starcluster"), loaded(DUEL), 1, 483_920, {}, max_rounds=1)
    assert row[:3] == (-1, 2, trials.TOO_MANY_ROUNDS)


@pytest.mark.parametrize("rounds", [200, 2])
def test_the_compiled_loop_gives_the_same_figures(rounds: int) -> None:
    """Where a loop plays a fight, each trial has the figures that the contest gives it."""
    loops = pytest.importorskip("certamen.sim.loops")
    encounter, ruleset = loaded(DUEL), find("starcluster")
    of = layout(encounter, ruleset.left)
    rows = loops.fight(ruleset, encounter).play(9, 40, 50, rounds)
    for k, row in enumerate(rows.tolist()):
        assert figures(tuple(row), of) == figures(trials.play_trial(ruleset, encounter, 9, 40 + k, {}, rounds), of)
