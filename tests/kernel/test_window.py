"""Windows: answered in any order, closed by all or the first, sealed, nested; old ids are refused."""

import pytest

from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.errors import IllegalAction
from certamen.kernel.view import Seat, view
from certamen.kernel.window import Answer, Request, Resume, Window, answer, withdraw
from tests.kernel.toy import begin

TWO = tuple(Request(f"{who}-1", who, "react", ("take",), Answer("take")) for who in "ab")
WILD = {"mood": "wild"}


def test_it_stays_open_until_all_have_answered() -> None:
    window = answer(Window(TWO, Resume("on")), "b-1")
    assert (window.requests, window.answered) == (TWO[:1], ("b",))
    assert answer(window, "a-1").requests == ()


def test_or_until_the_first_has() -> None:
    window = answer(Window(TWO, Resume("on"), "first"), "b-1")
    assert (window.requests, window.answered) == ((), ("b",))


def test_what_is_asked_of_one_can_be_withdrawn() -> None:
    assert withdraw(Window(TWO, Resume("on")), "a").requests == TWO[1:]


def three() -> Contest:
    return begin(("x/a", 20), ("y/b", 10), ("z/c", 5), rulings=WILD, players="a b")


def test_answers_come_in_any_order_and_are_told_when_all_are_in() -> None:
    contest = three()
    assert [request.who for request in contest.requests] == ["a", "b", "c"]
    contest.answer("plan", who="c", what="run")
    contest.answer("plan", who="a", what="stay")
    assert contest.state.acting == ""
    contest.answer("plan", who="b", what="hide")
    assert contest.state.acting == "a"
    planned = [event for event in contest.events if event.type == "planned"]
    assert [(event.actor, event.values["what"]) for event in planned] == [("a", "stay"), ("b", "hide"), ("c", "run")]


def test_a_sealed_answer_is_known_to_who_gave_it_alone() -> None:
    contest = three()
    contest.push(Action("a", "plan", {"what": "stay"}, "a-1", text="I do not like this"))
    mine, others = view(contest, Seat("player", ("a",))), view(contest, Seat("player", ("b",)))
    assert [(event.type, event.values, event.text) for event in mine.events[-1:]] == [
        ("plans", {"what": "stay"}, "I do not like this")
    ]
    assert "plans" not in [event.type for event in others.events]
    assert "stay" not in repr(others)
    assert others.waiting == ("b", "gm")
    contest.answer("plan", who="b", what="hide")
    contest.answer("plan", who="c", what="run")
    seen = view(contest, Seat("player", ("b",))).events
    assert [event.values["what"] for event in seen if event.type == "planned"] == ["stay", "hide", "run"]
    assert [event.values["what"] for event in seen if event.type == "plans"] == ["hide"]


def test_an_old_id_another_ones_and_one_below_the_top_are_refused() -> None:
    contest = begin(("x/a", 20), ("y/b", 10))
    contest.answer("end")
    contest.answer("end")
    contest.answer("hit", target="b")
    assert [request.id for request in contest.requests] == ["b-2"]
    for action in (
        Action("b", "end", {}, "b-1"),
        Action("a", "take", {}, "b-2"),
        Action("a", "end", {}, "a-2"),
        Action("b", "take", {}, "b-3"),
    ):
        with pytest.raises(IllegalAction, match=f"nothing that is asked of {action.actor} now has the id"):
            contest.push(action)
    with pytest.raises(IllegalAction, match="end does not answer this: guard, take"):
        contest.push(Action("b", "end", {}, "b-2"))
    contest.push(Action("b", "take", {}, "b-2"))


def test_the_first_to_answer_closes_a_window_for_all() -> None:
    contest = begin(("x/a", 20), ("y/b", 10), ("z/c", 5))
    contest.answer("throw")
    assert [request.who for request in contest.requests] == ["a", "b", "c"]
    late = contest.requests[0]
    contest.answer("catch", who="b")
    assert (contest.state.acting, [request.kind for request in contest.requests]) == ("a", ["act"])
    assert not contest.legal(Action("a", "catch", {}, late.id))


def test_windows_nest_and_the_game_master_is_asked_like_others() -> None:
    contest = begin(("x/a", 20), ("y/b", 10))
    contest.answer("plead")
    assert (contest.requests[0].who, contest.requests[0].kind, contest.requests[0].id) == ("gm", "adjudicate", "gm-1")
    contest.take_default(contest.requests[0])
    assert contest.events[-1].type == "deny"
    assert contest.events[-1].by == "default"
    assert contest.requests[0].who == "a"
