"""Real dice: the contest asks for exactly those it needs, refuses impossible faces, and comes out as a tape would."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certamen.dice import ByHand, Tape
from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.errors import IllegalAction, NothingToUndo
from certamen.kernel.state import state_hash
from tests.kernel.toy import begin
from tests.kernel.toy_state import toy

PEOPLE = (("x/a", 0), ("y/b", 0))


def roll(contest: Contest, *faces: int) -> None:
    for face in faces:
        contest.answer("roll", face=face)


def started(*faces: int) -> Contest:
    contest = begin(*PEOPLE, source=ByHand())
    roll(contest, *faces)
    return contest


def test_it_asks_for_the_dice_of_the_start_one_by_one() -> None:
    contest = begin(*PEOPLE, source=ByHand())
    asked = []
    for face in (7, 15):
        assert not contest.started
        assert contest.outcome is None
        (request,) = contest.requests
        asked.append((request.id, request.who, request.kind, request.cause, request.about["sides"]))
        assert contest.offers()[0].fields[0].name == "face"
        roll(contest, face)
    assert asked == [
        ("a-die-1", "a", "dice", "roll a d20 for initiative", 20),
        ("b-die-1", "b", "dice", "roll a d20 for initiative", 20),
    ]
    assert contest.started
    assert contest.state.acting == "b"
    assert contest.missing_die is None


def test_an_act_waits_for_its_die_and_nothing_else_may_be_done() -> None:
    contest = started(15, 7)
    contest.answer("hit", target="b")
    before = state_hash(contest.state)
    assert contest.answer("take") == ()
    assert contest.missing_die is not None
    assert (contest.missing_die.sides, contest.missing_die.purpose) == (6, "damage")
    for action, reason in (
        (Action("gm", "set", {"path": "a.hp", "value": 3}), "first the d6 of a must be typed in"),
        (Action("b", "take", {}, "b-1"), "first a die must be rolled and typed in"),
        (Action("b", "roll", {"face": 3}, "a-die-2"), "first a die must be rolled and typed in"),
        (Action("a", "roll", {"face": 3}, "a-die-1"), "first the d6 of a must be typed in"),
        (Action("a", "hit", {"face": 3}, "a-die-2"), "hit is not offered"),
        (Action("a", "roll", {"face": 0}, "a-die-2"), "face cannot be 0: a whole number from 1 to 6"),
        (Action("a", "roll", {"face": 7}, "a-die-2"), "face cannot be 7: a whole number from 1 to 6"),
        (Action("a", "roll", {"face": "4"}, "a-die-2"), "face cannot be '4': a whole number from 1 to 6"),
        (Action("a", "roll", {}, "a-die-2"), "roll needs a face: a whole number from 1 to 6"),
    ):
        with pytest.raises(IllegalAction, match=reason):
            contest.push(action)
        assert state_hash(contest.state) == before
    events = contest.push(Action("gm", "roll", {"face": 4}, "a-die-2"))
    assert [event.values["damage"] for event in events] == [4]
    assert toy(contest.state, "b").hp == 6


def test_an_act_that_waits_is_taken_back_with_the_faces_typed() -> None:
    contest = started(15, 7)
    before = state_hash(contest.state)
    contest.answer("plead")
    contest.answer("grant")
    with pytest.raises(NothingToUndo):
        contest.redo()
    assert contest.undoable is not None
    assert contest.undoable.verb == "grant"
    assert contest.redoable is None
    assert contest.pop().verb == "grant"
    assert contest.missing_die is None
    assert contest.requests[0].kind == "adjudicate"
    assert contest.pop().verb == "plead"
    assert state_hash(contest.state) == before


def test_the_start_cannot_be_taken_back_while_it_waits() -> None:
    contest = started(15)
    with pytest.raises(NothingToUndo, match="nothing to undo"):
        contest.pop()


def test_a_die_has_a_default_that_is_legal() -> None:
    contest = begin(*PEOPLE, source=ByHand())
    while not contest.started:
        contest.take_default(contest.requests[0])
    assert [event.values["roll"] for event in contest.events if event.type == "initiative"] == [10, 10]


@given(st.lists(st.integers(1, 20), min_size=2, max_size=2, unique=True), st.lists(st.integers(1, 6), min_size=8))
def test_it_comes_out_as_a_tape_of_the_same_faces(initiative: list[int], hits: list[int]) -> None:
    hand = started(*initiative)
    tape = begin(*PEOPLE, source=Tape([*((20, face) for face in initiative), *((6, face) for face in hits)]))
    faces = list(hits)
    while hand.outcome is None and faces:
        assert state_hash(hand.state) == state_hash(tape.state)
        for contest in (hand, tape):
            if contest.requests[0].kind == "react":
                contest.answer("take")
            elif contest.legal(
                Action(
                    who := contest.state.acting, "hit", {"target": "b" if who == "a" else "a"}, contest.requests[0].id
                )
            ):
                contest.answer("hit", target="b" if contest.state.acting == "a" else "a")
            else:
                contest.answer("end")
        while hand.missing_die is not None:
            roll(hand, faces.pop(0))
    assert hand.events == tape.events
    assert state_hash(hand.state) == state_hash(tape.state)
    assert hand.index == tape.index
