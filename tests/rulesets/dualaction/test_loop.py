"""dualaction's compiled loop: the same fight as the contest, step by step; what it refuses and why."""

import os
from pathlib import Path
from typing import Any

import pytest

from certamen.dice import Seeded
from certamen.files.encounter import load
from certamen.kernel.action import Refusal
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter, Entry, Objective
from certamen.kernel.run import decide, run
from certamen.kernel.space.drawn import Wall
from certamen.rulesets.dualaction.loop import LOOP
from certamen.rulesets.dualaction.ruleset import RULESET
from certamen.rulesets.dualaction.scene import Door, Hazard, Scene, Task
from certamen.rulesets.dualaction.sheet import Ability
from certamen.sim.loops import fight_from
from tests.rulesets.dualaction.ring import combat, one
from tests.sim.parity import check

FIGHTS = Path(__file__).parent / "fights"
EXAMPLES = Path(__file__).parents[3] / "examples" / "dualaction"
TRIALS = 10_000 if os.environ.get("CERTAMEN_SOAK") else 500


def clever(*sides: str) -> dict[str, str]:
    return dict.fromkeys(sides, "clever")


@pytest.mark.parametrize(
    ("path", "policies", "share"),
    [
        (FIGHTS / "duel.yaml", {}, 1),
        (FIGHTS / "five-a-side.yaml", {}, 1),
        (FIGHTS / "five-a-side.yaml", clever("raiders"), 10),
        (FIGHTS / "clever.yaml", {}, 1),
        (FIGHTS / "hexes.yaml", clever("greens"), 5),
        (FIGHTS / "walls.yaml", clever("thieves"), 5),
        (FIGHTS / "single.yaml", clever("trappers"), 5),
        (FIGHTS / "road.yaml", clever("town"), 50),
        (EXAMPLES / "ambush.yaml", clever("bandits"), 50),
    ],
    ids=lambda value: value.stem if isinstance(value, Path) else None,
)
def test_the_loop_fights_as_the_contest_does(path: Path, policies: dict[str, str], share: int) -> None:
    """DUA-1 to DUA-20: rows, dice, who did what, at every step."""
    trials = TRIALS // share
    assert check(path, policies, trials) > trials


def test_without_numba_the_loop_is_the_same() -> None:
    """The functions are plain Python: the compiled and the interpreted loop are one."""
    assert check(FIGHTS / "duel.yaml", {}, 5, in_python=True) > 5
    assert check(FIGHTS / "hexes.yaml", clever("reds"), 2, in_python=True) > 2


def refusal(encounter: Encounter) -> Refusal | None:
    return LOOP.refusal(Contest(RULESET, encounter, Seeded(1)).state, encounter)


TRIP = Ability(name="trip", use="stop", target="enemy", range=2)
WIRE = Hazard(name="wire", box="1,1 2,2")
LOCK = Task(id="lock", seconds=6, at="1,1", side="a")
WALL = Wall(line="0,5 8,5")


@pytest.mark.parametrize(
    ("people", "scene", "more", "reason", "rule"),
    [
        ((one("ann", hidden=True), one("bo")), Scene(), {}, "hides", ""),
        ((one("ann"), one("bo", arrives=3)), Scene(), {}, "comes later", "DUA-3"),
        ((one("ann"), one("bo")), Scene(), {"review": True}, "before it takes effect", ""),
        ((one("ann"), one("bo")), Scene(tasks=(LOCK,)), {}, "no long tasks", "DUA-2"),
        ((one("ann"), one("bo")), Scene(), {"objectives": (Objective("o", "a", "out", ("out",)),)}, "tasks", "DUA-2"),
        ((one("ann", abilities=(TRIP,)), one("bo")), Scene(), {}, "stops a move", "DUA-16"),
        ((one("ann"), one("bo")), Scene(hazards=(WIRE,)), {}, "stops a move", "DUA-16"),
        ((one("ann"), one("bo")), Scene(gm_may_stop=True), {}, "stops a move", "DUA-16"),
        ((one("ann"), one("bo")), Scene(grid="free"), {}, "free metres", "DUA-6"),
        ((one("ann"), one("bo")), Scene(width=200, height=200), {}, "10,000 places, not of 40,000", "DUA-6"),
        ((one("ann"), one("bo")), Scene(walls=(WALL,)), {}, "1,000 places, not of 1,200", "DUA-10"),
    ],
)
def test_what_the_loop_does_not_know(
    people: tuple[Entry, ...], scene: Scene, more: dict[str, Any], reason: str, rule: str
) -> None:
    """Refusals name the reason, and the rule where there is one."""
    encounter = Encounter(ruleset="dualaction", title="A test", participants=people, scene=scene, **more)
    refused = refusal(encounter)
    assert refused is not None
    assert reason in refused.reason
    assert refused.rule == rule


def test_what_it_takes_on() -> None:
    """Tasks that are no side's (no policy sees to them), shut doors, abilities that no policy uses."""
    task = Task(id="lock", seconds=6, at="1,1")
    shout = Ability(name="shout", use="combat", to_hit=1, turns=2)
    people = (one("ann", abilities=(shout,)), one("bo"))
    scene = Scene(tasks=(task,), width=30, height=30, doors=(Door(id="gate", line="1,1 1,4"),))
    assert refusal(Encounter(ruleset="dualaction", title="A test", participants=people, scene=scene)) is None


def test_the_depot_is_left_to_the_contest() -> None:
    """DUA-3: a guard comes later."""
    refused = refusal(load(EXAMPLES / "depot.yaml"))
    assert refused is not None
    assert refused.rule == "DUA-3"


def test_one_side_alone_is_over_at_once() -> None:
    """DUA-1: nobody is asked anything."""
    people = (one("ann", side="a"), one("bo", side="a"))
    assert check(Encounter(ruleset="dualaction", title="A test", participants=people, scene=Scene()), trials=2) == 0


def begun(*more: Any) -> Contest:
    """A fight of three that has just begun: Ann, Al, then Bo."""
    people = (one("ann", at="10,10"), one("al", at="10,12"), one("bo", at="20,10", hp=300), *more)
    return combat(*people, dice="d20:15, d20:10, d20:5")


def test_it_goes_on_from_any_state_that_play_comes_to() -> None:
    """DUA-1: from the middle of a turn, from an attack to be confirmed, with one down and one who gave up."""
    path = FIGHTS / "road.yaml"
    encounter = load(path)
    for trial, acts in enumerate((1, 7, 20, 45, 60)):
        contest = Contest(RULESET, encounter, Seeded(3, trial))
        for _ in range(acts):
            decide(contest, contest.requests[0], {})
        names = dict.fromkeys(contest.state.participants, "plain")
        fight = fight_from(RULESET, encounter, contest.state, names)
        assert not isinstance(fight, Refusal)
        row = fight.go_on(contest.state, contest.counts, 3, trial)
        outcome = run(contest)
        sides = list(dict.fromkeys(one.side for one in contest.state.participants.values()))
        assert (sides[row[0]], row[1]) == (outcome.winner, contest.state.round)


def test_after_somebody_has_given_up_it_goes_on() -> None:
    """DUA-1."""
    contest = begun()
    contest.answer("yield")
    assert LOOP.refusal(contest.state, contest.encounter) is None
    assert [one.status for one in LOOP.rows(contest.state).people] == [1, 0, 0]


def test_a_turn_put_off_is_not_known() -> None:
    """DUA-9."""
    contest = begun()
    contest.answer("wait")
    refused = LOOP.refusal(contest.state, contest.encounter)
    assert refused is not None
    assert refused.rule == "DUA-9"


def test_what_an_ability_has_changed_is_not_known() -> None:
    """DUA-6."""
    shout = Ability(name="shout", use="combat", cost="secondary", to_hit=1, turns=2)
    contest = combat(one("ann", abilities=(shout,)), one("bo"), dice="d20:15, d20:10")
    contest.answer("ability", ability="shout", target="ann")
    refused = LOOP.refusal(contest.state, contest.encounter)
    assert refused is not None
    assert refused.rule == "DUA-6"


def test_a_long_task_in_hand_is_not_known() -> None:
    """DUA-2."""
    contest = begun()
    contest.answer("task", what="saw through a bar", seconds=60)
    refused = LOOP.refusal(contest.state, contest.encounter)
    assert refused is not None
    assert refused.rule == "DUA-2"
