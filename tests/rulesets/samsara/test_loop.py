"""SAMSARA's compiled contest: held to the contest step by step, and what it refuses."""

import os
from pathlib import Path

import pytest

from certamen.dice import Seeded
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter, Objective
from certamen.rulesets.samsara.loop import LOOP
from certamen.rulesets.samsara.ruleset import RULESET
from certamen.rulesets.samsara.sheet import Goal, Scene, Traits
from tests.rulesets.samsara.arena import encounter, entry
from tests.sim.parity import check

FIGHTS = sorted((Path(__file__).parent / "fights").glob("*.yaml"))
ROPE_BRIDGE = Path(__file__).parents[3] / "examples" / "samsara" / "rope-bridge.yaml"
TRIALS = 10_000 if os.environ.get("CERTAMEN_SOAK") else 500


@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
def test_the_loop_does_what_the_contest_does(path: Path) -> None:
    """SAM-1 to SAM-20, but for SAM-13: every row, every die and all that is done, after each step."""
    assert check(path, trials=TRIALS) > TRIALS


def test_the_example_is_played() -> None:
    """SAM-11, SAM-16: the rope bridge, as its file has it."""
    check(ROPE_BRIDGE, trials=TRIALS // 5)


@pytest.mark.parametrize("policy", ["plain", "clever"])
def test_whoever_decides(policy: str) -> None:
    """SAM-7, SAM-11: both sides by the same policy."""
    path = next(path for path in FIGHTS if path.stem == "court")
    check(path, {"envoys": policy, "court": policy}, trials=TRIALS // 10)


def test_one_who_could_never_deliver_has_lost_before_the_first_turn() -> None:
    """SAM-14: nobody is asked anything; where both have lost at once, nobody has won."""
    assert check(encounter(entry("a/kit", -6), entry("b/bo", 0)), trials=1) == 0
    both = {"might": -3, "grace": -3, "wit": 3, "will": 3}
    goal = Goal(id="win", attributes=("might", "grace"), resist=Traits(attributes=("wit", "will")))
    stuck = (entry("a/kit", attributes=both), entry("b/bo", attributes=both))
    assert check(encounter(*stuck, scene=Scene(goals=(goal,))), trials=1) == 0


PLAIN = (entry("a/kit"), entry("b/bo"))
HIDDEN = (entry("a/kit", hidden=True), entry("b/bo"))
SIMPLE = Scene(goals=(Goal(id="win"), Goal(id="peek", title="peek in", form="simple", power=3)))
SEAL = Objective("seal", "a", "the seal", ("a:peek",))


@pytest.mark.parametrize(("given", "reason", "rule"), [
    (encounter(*HIDDEN), "Kit is hidden", "SAM-19"),
    (encounter(*PLAIN, scene=SIMPLE), "peek in is a simple contest", "SAM-13"),
    (encounter(*PLAIN, objectives=(SEAL,)), "there is an objective: the seal", ""),
    (encounter(*PLAIN, review=True), "the game master reviews each result", ""),
])  # fmt: skip
def test_what_the_loop_does_not_know_it_refuses(given: Encounter, reason: str, rule: str) -> None:
    refused = LOOP.refusal(Contest(RULESET, given, Seeded(1)).state, given)
    assert refused is not None
    assert (refused.reason, refused.rule) == (reason, rule)


def test_a_turn_put_off_is_refused() -> None:
    """SAM-18."""
    given = encounter(*PLAIN)
    going = Contest(RULESET, given, Seeded(1))
    assert LOOP.refusal(going.state, given) is None
    going.overrule("swap", one="kit", other="bo")
    refused = LOOP.refusal(going.state, given)
    assert refused is not None
    assert refused.rule == "SAM-18"
