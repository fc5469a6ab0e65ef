"""The judge of compiled loops: a contest and the loop play the same trials and must agree at every step."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from certamen.dice import Seeded, stream_key
from certamen.files.encounter import load
from certamen.kernel import run
from certamen.kernel.action import Refusal
from certamen.kernel.encounter import Encounter
from certamen.kernel.loop import Did
from certamen.kernel.playout import Playout
from certamen.rulesets import find
from certamen.sim.loops import HERE, Fight, fallen, fight
from certamen.sim.tray import Fallen, PlainTray, hashes
from certamen.sim.trial import columns, play_trial
from certamen.sim.world import differences, lay_out, plain

MOST_DICE = 4_000  # noted at one step


class Compiled:
    """The loop as numba compiled it, one step at a time."""

    def __init__(self, one: Fight, seed: int, trial: int) -> None:
        self.fight = one
        self.world = lay_out(one.opening).world
        self.block = one.block(MOST_DICE)
        for i, word in enumerate(hashes(seed, one.streams)):
            self.block[2 + i] = np.uint64(stream_key(word, trial)).astype(np.int64)

    def begin(self) -> None:
        self.fight.functions.begin(self.world, self.block)

    def act(self) -> Did:
        return Did(*map(int, self.fight.functions.act(self.world, self.block, self.fight.minds)))

    def fallen(self) -> list[Fallen]:
        return fallen(self.block)


class Plain:
    """The loop as Python runs it: slow, and easy to look into."""

    def __init__(self, one: Fight, seed: int, trial: int) -> None:
        self.fight = one
        self.world = plain(one.opening)
        self.tray = PlainTray(hashes(seed, one.streams), trial)

    def begin(self) -> None:
        self.fight.loop.begin(self.world, self.tray)

    def act(self) -> Did:
        return Did(*map(int, self.fight.loop.act(self.world, self.tray, self.fight.minds)))

    def fallen(self) -> list[Fallen]:
        taken, self.tray.fallen = self.tray.fallen, []
        return taken


def check(
    encounter: Encounter | Path,
    policies: Mapping[str, str] | None = None,
    trials: int = 500,
    *,
    seed: int = 1,
    in_python: bool = False,
    max_rounds: int = run.MAX_ROUNDS,
) -> int:
    """Play trials 0 to `trials - 1` both ways; fail where they part, by trial and step; give the steps compared."""
    if isinstance(encounter, Path):
        encounter = load(encounter)
    one = fight(find(encounter.ruleset), encounter, policies)
    assert not isinstance(one, Refusal), one
    played = Plain if in_python else Compiled
    steps = 0
    for trial in range(trials):
        steps += _same_trial(one, encounter, dict(policies or {}), played(one, seed, trial), (seed, trial), max_rounds)
    if not in_python:
        _same_rows(one, encounter, dict(policies or {}), seed, min(trials, 50), max_rounds)
    return steps


def _same_trial(
    one: Fight, encounter: Encounter, policies: dict[str, str], loop: Compiled | Plain, dice: tuple[int, int], most: int
) -> int:
    contest = Playout(one.ruleset, encounter, Seeded(*dice))
    names = run.check_policies(contest, policies)
    loop.begin()
    step, where = 0, f"seed {dice[0]} trial {dice[1]}"
    _same_state(one, contest, loop, f"{where} at the start")
    _same_dice(one, contest, 0, loop, f"{where} at the start")
    acts, seen = 0, 0
    while contest.outcome is None and contest.state.round <= most:
        acts, seen = (0, contest.state.round) if contest.state.round != seen else (acts, seen)
        acts += 1
        if acts > run.MAX_ACTS_A_ROUND:
            break
        step += 1
        before, told = contest.state, len(contest.draws.drawn)
        run.decide(contest, contest.requests[0], names)
        assert contest.last is not None  # something was just done
        action, events = contest.last
        did = loop.act()
        what = f"{where} step {step} ({action.actor} {action.verb} {dict(action.values)})"
        expected = Did(*map(int, one.loop.did(before, action, events)))
        assert did == expected, f"{what}: the loop did {did}, the contest {expected}"
        _same_dice(one, contest, told, loop, what)
        _same_state(one, contest, loop, what)
    return step


def _same_state(one: Fight, contest: Playout, loop: Compiled | Plain, what: str) -> None:
    wrong = differences(loop.world, one.loop.rows(contest.state))
    assert not wrong, f"{what}: loop for contest: {'; '.join(wrong)}"
    scene = loop.world.scene[0]
    assert bool(scene.ended) == (contest.outcome is not None), what
    if contest.outcome is not None:
        sides = list(dict.fromkeys(p.side for p in contest.state.participants.values()))
        winner = sides.index(contest.outcome.winner) if contest.outcome.winner else -1
        assert scene.winner == winner, f"{what}: winner {scene.winner} for {contest.outcome.winner!r}"


def _same_dice(one: Fight, contest: Playout, told: int, loop: Compiled | Plain, what: str) -> None:
    places = {stream: i for i, stream in enumerate(one.streams)}
    rolled: list[Fallen] = []
    policy: list[Fallen] = []
    for die in loop.fallen():
        (policy if one.streams[die.stream].kind == "policy" else rolled).append(die)
    expected = [
        Fallen(places[die.roller, die.kind], die.n, die.sides, die.face)  # type: ignore[index]  # a stream is such a pair
        for die in contest.draws.drawn[told:]
    ]
    assert rolled == expected, f"{what}: the loop rolled {rolled}, the contest {expected}"
    for i, stream in enumerate(one.streams):
        if stream.kind == "policy" and policy:
            count = contest.counts.get((stream.roller, "policy"), 0)
            last = [die.n + 1 for die in policy if die.stream == i]
            assert not last or last[-1] == count, f"{what}: the policy of {stream.roller} drew {last[-1]}, not {count}"


def _same_rows(
    one: Fight, encounter: Encounter, policies: dict[str, str], seed: int, trials: int, max_rounds: int
) -> None:
    """The rows a batch gives are what contests of the same trials come to."""
    rows = one.play(seed, 0, trials, max_rounds)
    names = columns(one.ruleset, encounter)
    for trial in range(trials):
        expected = play_trial(one.ruleset, encounter, seed, trial, policies, max_rounds)
        told, played = _told(names, rows[trial].tolist()), _told(names, expected)
        assert told == played, f"trial {trial}: the loop gives {told}, the contest {played}"


def _told(names: Sequence[str], row: Sequence[int]) -> dict[str, int]:
    """A row by name: of a status only whether one is in it, and the round of a fall only where he is not."""
    found: dict[str, int] = {}
    for name, number in zip(names, row, strict=True):
        who, _, what = name.rpartition(".")
        if what == "status":
            found[name] = int(number in HERE)
        else:
            found[name] = 0 if what == "fell" and found[f"{who}.status"] else number
    return found
