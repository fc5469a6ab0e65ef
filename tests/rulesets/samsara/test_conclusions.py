"""SAM-20: what a SAMSARA contest leaves behind, however it ends."""

from collections.abc import Callable

import pytest

from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Objective
from certamen.kernel.event import Event
from certamen.rulesets.samsara.ruleset import RULESET
from certamen.rulesets.samsara.sheet import Goal, Scene
from tests.rulesets.samsara.arena import actor, contest, entry, strive

DOOR = Goal(id="door", form="simple", power=4, pursued_by=("a",))
SCENE = Scene(goals=(Goal(id="strive"), DOOR))
GATE = Objective("out", "a", "get out", ("a:door",))

WAYS: dict[str, Callable[[Contest], tuple[Event, ...]]] = {
    "beaten": lambda going: strive(going, "bo", "charge"),
    "yielded": lambda going: going.push(Action("bo", "yield")),
    "objective": lambda going: going.answer("try", goal="door"),
    "game master": lambda going: going.overrule("end", winner="a", reason="the guard comes"),
}


def worn(severe: str, **given: object) -> Contest:
    """Kit has taken 2 checks, Bo 7, 3 of them social; with a 12 Kit puts Bo out (6 more), or opens the door."""
    people = (entry("a/kit"), entry("b/bo", 8, severe={"physical": 1}))
    going = contest(*people, scene=SCENE, dice=(12,), objectives=(GATE,), rulings={"severe": severe}, **given)
    going.overrule("set", path="kit.checks.physical", value=2)
    going.overrule("set", path="bo.checks", value='{"physical": 4, "social": 3}')
    return going


@pytest.mark.parametrize("way", WAYS)
def test_every_three_leave_one_whatever_ended_it(way: str) -> None:
    """SAM-20, ruling `severe: third`: told of each sphere before it is over, and written to the sheet."""
    going = worn("third")
    events = WAYS[way](going)
    told = [(event.values["sphere"], event.values["severe"]) for event in events if event.type == "severe"]
    assert told == [("physical", 3 if way == "beaten" else 1), ("social", 1)]
    assert events[-1].type == "outcome"
    assert going.outcome is not None
    assert going.outcome.winner == "a"
    held = {"physical": 4 if way == "beaten" else 2, "social": 1}
    assert RULESET.export(going.state, actor(going, "bo")).severe == held
    assert RULESET.export(going.state, actor(going, "kit")).severe == {}


@pytest.mark.parametrize("way", WAYS)
def test_the_game_master_is_asked_whatever_ended_it(way: str) -> None:
    """SAM-20, ruling `severe: gm`: for each who took checks, by sphere; only then is it over."""
    going = worn("gm")
    WAYS[way](going)
    assert going.outcome is None
    assert [request.about["who"] for request in going.requests] == ["kit", "bo"]
    assert {request.who for request in going.requests} == {"gm"}
    going.take_default(going.requests[0])
    events = going.answer("severe", physical=3, social=0)
    assert [(event.type, event.values.get("severe")) for event in events] == [("severe", 3), ("outcome", None)]
    assert RULESET.export(going.state, actor(going, "bo")).severe == {"physical": 4}


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_left_whatever_ended_it(way: str) -> None:
    """SAM-20, ruling `severe: none`."""
    going = worn("none")
    assert "severe" not in [event.type for event in WAYS[way](going)]
    assert going.outcome is not None
    assert RULESET.export(going.state, actor(going, "bo")).severe == {"physical": 1}


def test_a_contest_of_simple_goals_alone_is_concluded_too() -> None:
    """SAM-13, SAM-20: nothing is left to try."""
    going = contest(entry("a/kit"), scene=Scene(goals=(DOOR,)), dice=(1,))
    going.overrule("set", path="kit.checks.physical", value=3)
    assert [event.type for event in going.answer("try", goal="door")] == ["simple_contest", "severe", "outcome"]


def test_reopened_it_goes_on_and_is_judged_anew_at_its_next_end() -> None:
    """SAM-14, SAM-20: what was answered of an end that was none counts no more."""
    going = worn("gm")
    going.push(Action("bo", "yield"))
    going.take_default(going.requests[0])
    going.answer("severe", physical=4, social=3)
    going.overrule("status", who="bo", status="in")
    assert going.events[-2].type == "outcome"
    going.overrule("reopen")
    assert (going.outcome, going.state.acting) == (None, "kit")
    assert actor(going, "bo").judged is None
    assert RULESET.export(going.state, actor(going, "bo")).severe == {"physical": 1}
    going.overrule("end")
    assert [request.about["who"] for request in going.requests] == ["kit", "bo"]


def test_nobody_loses_while_it_is_being_concluded() -> None:
    """SAM-14: it is decided; what the game master changes now is judged when he reopens it."""
    going = worn("gm")
    going.overrule("end", reason="rain")
    going.overrule("set", path="kit.situation", value=-20)
    assert actor(going, "kit").status == "in"
    assert len(going.requests) == 2
    going.overrule("reopen")
    assert actor(going, "kit").status == "out"
    assert going.state.ending is not None
    assert going.state.ending.winner == "b"
