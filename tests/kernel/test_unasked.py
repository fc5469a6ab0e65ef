"""What a participant may do unasked: what his ruleset lets him do at any time, and free text."""

import pytest

from certamen.dice import ByHand, Tape
from certamen.kernel.action import Action
from certamen.kernel.errors import IllegalAction
from certamen.kernel.overrule import overrules
from tests.kernel.toy import begin
from tests.kernel.toy_state import toy

THREE = (("x/a", 20), ("y/b", 10), ("y/c", 5))
GIVE_UP = Action("b", "give-up")


def test_each_is_offered_what_is_his() -> None:
    contest = begin(*THREE)
    assert [offer.verb for offer in contest.unasked("b")] == ["give-up", "wave", "say", "say"]
    assert contest.unasked("gm") == overrules(contest.state)
    assert contest.unasked("stranger") == ()
    assert begin(("x/a", 0), ("y/b", 5), source=ByHand()).unasked("a") == ()


def test_out_of_turn_the_turn_going_on_goes_on() -> None:
    contest = begin(*THREE)
    (event,) = contest.push(GIVE_UP)
    assert (event.type, event.actor, toy(contest.state, "b").status) == ("gives-up", "b", "yielded")
    assert contest.requests[0].who == "a"
    contest.answer("end")
    assert contest.state.acting == "c"


def test_who_stays_in_it_is_asked_as_before() -> None:
    contest = begin(*THREE)
    asked = contest.requests
    (event,) = contest.push(Action("a", "wave", text="Hello there!"))
    assert (event.type, event.text) == ("wave", "Hello there!")
    assert contest.requests == asked


def test_in_his_own_turn_the_next_one_comes() -> None:
    contest = begin(*THREE)
    contest.answer("end")
    contest.push(GIVE_UP)
    assert contest.state.acting == "c"


def test_while_he_is_asked_he_is_asked_no_more() -> None:
    contest = begin(*THREE, source=Tape([(6, 2)]))
    contest.answer("hit", target="b")
    contest.push(GIVE_UP)
    assert [request.who for request in contest.requests] == ["a"]
    assert contest.events[-1].type == "hit"


def test_the_last_of_a_side_ends_it() -> None:
    contest = begin(*THREE)
    contest.push(GIVE_UP)
    contest.push(Action("c", "give-up"))
    assert contest.outcome is not None
    assert contest.outcome.winner == "x"
    contest.pop()
    assert contest.state.outcome is None


@pytest.mark.parametrize("how", ["out", "over", "stranger"])
def test_who_takes_no_part_gives_nothing_up(how: str) -> None:
    contest = begin(*THREE)
    if how == "out":
        contest.overrule("status", who="b", status="out")
    elif how == "over":
        contest.overrule("end")
    who = "stranger" if how == "stranger" else "b"
    with pytest.raises(IllegalAction, match=f"{who} takes no part now"):
        contest.push(Action(who, "give-up"))


def test_it_is_refused_while_a_result_is_held_or_a_die_is_missing() -> None:
    contest = begin(*THREE, review=True)
    contest.answer("hit", target="b")
    contest.answer("take")
    with pytest.raises(IllegalAction, match="the game master is looking at the last result"):
        contest.push(Action("c", "give-up"))
    contest = begin(*THREE, source=ByHand())
    contest.answer("hit", target="b")
    contest.answer("take")
    with pytest.raises(IllegalAction, match="first a die must be rolled and typed in"):
        contest.push(Action("c", "give-up"))


def test_values_are_checked_as_ever() -> None:
    with pytest.raises(IllegalAction, match="give-up takes no x"):
        begin(*THREE).push(Action("b", "give-up", {"x": 1}))
