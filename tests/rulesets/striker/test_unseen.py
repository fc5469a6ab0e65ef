"""Striker: what is done to somebody unseen, or by him, is not told to those who do not know of him (STR-32)."""

from typing import Any

from certamen.kernel.contest import Contest
from certamen.kernel.view import Seat, cut_events
from certamen.rulesets.striker.scene import Scene
from certamen.rulesets.striker.sheet import Subject
from tests.rulesets.striker.contests import AXE, contest, entry, skills


def heard(one: Contest, *characters: str) -> list[str]:
    """The types of the events that a seat hears of."""
    return [event.type for event in cut_events(one.events, Seat("player", characters))]


def turn_of(who: str, one: Contest) -> Contest:
    """The contest when his turn has come."""
    while one.requests[0].who != who:
        one.take_default(one.requests[0])
    return one


def with_unseen(scene: Scene, **ann: Any) -> Contest:
    """Ann knows of Bob, who is hidden; Ben, on her side, does not."""
    bob = entry("bob", "pirates", "", hidden=True, known_to=("ann",), subject=Subject(challenges={"SC": 1}))
    return turn_of("ann", contest(entry("ann", **ann), entry("ben"), bob, scene=scene))


def test_a_challenge_set_on_somebody_unseen() -> None:
    """STR-5, STR-32: told to those who know of both."""
    scene = Scene(skills={"Persuade": "◊ charm(main-act) -> chk(SC)= +M -> set(SC)= 8 + M"})
    one = with_unseen(scene, skills=skills(Persuade=(2, 1)))
    one.answer("act", who="ann", skill="Persuade", name="charm", on="bob")
    assert "sets" in heard(one, "ann")
    assert "sets" not in heard(one, "ben")


def test_a_task_on_somebody_unseen() -> None:
    """STR-37, STR-32: told to those who know of both."""
    scene = Scene(skills={"Persuade": "◊ win(min) -> chk(SC)= +M"})
    one = with_unseen(scene, skills=skills(Persuade=(2, 1)))
    one.answer("task", who="ann", skill="Persuade", name="win", on="bob")
    assert "task" in heard(one, "ann")
    assert "task" not in heard(one, "ben")


def test_the_cause_of_a_re_act_does_not_name_who_is_unseen() -> None:
    """STR-33, STR-32: the game master says that the trigger has come, by what somebody unseen did."""
    bob = entry("bob", "pirates", "", hidden=True)
    one = turn_of(
        "ann", contest(entry("ann", skills=skills(Cbt_Melee=(3, 1)), weapons=(AXE,)), bob, entry("cy", "pirates", ""))
    )
    one.answer("ready", who="ann", trigger="said", what="attack", object="axe", text="a twig snaps")
    while "trigger" not in one.requests[0].verbs or one.requests[0].about["causer"] != "bob":
        one.take_default(one.requests[0])
    one.answer("trigger", who="gm")
    assert one.requests[0].cause == "your trigger: someone"
