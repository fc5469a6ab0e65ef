"""StarCluster's compiled loop: the same fight as the contest, step by step; what it refuses and why."""

import os
from pathlib import Path
from typing import Any

import pytest

from certamen.dice import Seeded
from certamen.files.encounter import load
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter, Objective
from certamen.kernel.run import check_policies, decide
from certamen.rulesets.starcluster.loop import LOOP
from certamen.rulesets.starcluster.ruleset import RULESET
from certamen.rulesets.starcluster.sheet import Scene, Task
from tests.rulesets.starcluster.arena import fight, fighter, keep_all
from tests.sim.parity import check

FIGHTS = Path(__file__).parent / "fights"
EXAMPLES = Path(__file__).parents[3] / "examples" / "starcluster"
SOAK = bool(os.environ.get("CERTAMEN_SOAK"))


@pytest.mark.parametrize(
    ("path", "policies", "trials"),
    [
        (FIGHTS / "duel.yaml", {}, 500),
        (FIGHTS / "duel.yaml", {"crew": "clever"}, 100),
        (FIGHTS / "five.yaml", {}, 100),
        (FIGHTS / "five.yaml", {"crew": "clever", "gang": "clever"}, 500),
        (FIGHTS / "clever.yaml", {}, 500),
        (FIGHTS / "rulings.yaml", {}, 500),
        (FIGHTS / "knives.yaml", {}, 100),
        (EXAMPLES / "alley.yaml", {"gang": "clever"}, 100),
        (EXAMPLES / "duel.yaml", {"challenger": "clever"}, 100),
    ],
    ids=lambda value: value.stem if isinstance(value, Path) else str(value) if value else "as written",
)
def test_the_loop_fights_as_the_contest_does(path: Path, policies: dict[str, str], trials: int) -> None:
    """SC2-2 to SC2-19: rows, dice, who did what, at every step."""
    assert check(path, policies, 10_000 if SOAK else trials) > trials


def test_without_numba_the_loop_is_the_same() -> None:
    """The functions are plain Python: the compiled and the interpreted loop are one."""
    assert check(FIGHTS / "rulings.yaml", {}, 5, in_python=True) > 5
    assert check(FIGHTS / "knives.yaml", {}, 5, in_python=True) > 5


def refused(scene: Scene | None = None, *, sides: tuple[dict[str, Any], dict[str, Any]] = ({}, {}), **more: Any) -> Any:
    people = tuple(fighter(who, who, **one) for who, one in zip(("ann", "bob"), sides, strict=True))
    encounter = Encounter(ruleset="starcluster", title="A test", participants=people, scene=scene or Scene(), **more)
    return LOOP.refusal(Contest(RULESET, encounter, Seeded(1)).state, encounter)


def test_what_the_loop_does_not_know() -> None:
    """Refusals name the reason, and the rule where there is one."""
    run = Task(id="run", name="run", skill="legs")
    assert refused() is None
    assert refused(Scene(tasks=(run,))).rule == "SC2-17"
    assert "no fight" in refused(Scene(contest="tasks", tasks=(run,))).reason
    assert "hidden" in refused(sides=({"hidden": True}, {})).reason
    assert "later" in refused(sides=({}, {"arrives": 2})).reason
    assert "objective" in refused(objectives=(Objective("hold", "ann", "hold out", (), 3),)).reason
    assert "reviews" in refused(review=True).reason


def test_the_loop_goes_on_from_any_state_that_play_comes_to() -> None:
    """SC2-9: at each step of a fight everyone's chances stand where the rules put them, and the loop takes it up."""
    encounter = load(FIGHTS / "rulings.yaml")
    contest = Contest(RULESET, encounter, Seeded(5))
    names = check_policies(contest, {})
    while contest.outcome is None:
        assert LOOP.refusal(contest.state, encounter) is None
        decide(contest, contest.requests[0], names)


def test_an_order_changed_by_the_game_master_is_left_to_the_contest() -> None:
    """SC2-9: chances that do not come by initiative any more are not the loop's."""
    contest = fight(fighter("ann", "a", gun=5), fighter("bob", "b"), fighter("eve", "b"), faces=(10, 40, 70))
    keep_all(contest)
    assert LOOP.refusal(contest.state, contest.encounter) is None
    contest.overrule("set", path="eve.initiative", value=5)
    refusal = LOOP.refusal(contest.state, contest.encounter)
    assert refusal is not None
    assert (refusal.rule, "order" in refusal.reason) == ("SC2-9", True)


def test_the_truck_in_the_depot_is_left_to_the_contest() -> None:
    """SC2-17: the depot has a task, a hidden guard and late arrivals."""
    encounter = load(EXAMPLES / "depot.yaml")
    refusal = LOOP.refusal(Contest(RULESET, encounter, Seeded(1)).state, encounter)
    assert refusal is not None
    assert refusal.rule == "SC2-17"
