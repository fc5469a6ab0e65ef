"""Who may know: audiences are resolved when a thing is made; forgetting hides."""

import pytest

from certamen.kernel.action import Action
from certamen.kernel.audience import EVERYONE, NOBODY, aware_of, both, common, may_know, side_of, vital
from certamen.kernel.event import Event, Part
from tests.kernel.toy import begin

PEOPLE = (("crew/a", 20), ("crew/b", 15), ("foes/c", 10), ("foes/snake", 5))


def test_of_one_seen_all_are_aware_of_one_hidden_his_side_alone() -> None:
    state = begin(*PEOPLE, hidden="snake").state
    assert aware_of(state, "a") == EVERYONE
    assert aware_of(state, "snake") == ("c", "snake")
    assert side_of(state, "crew") == ("a", "b")


def test_who_is_told_is_aware_too() -> None:
    contest = begin(*PEOPLE, hidden="snake")
    contest.overrule("reveal", who="snake", to="b")
    assert aware_of(contest.state, "snake") == ("b", "c", "snake")


@pytest.mark.parametrize(("shown", "who"), [("exact", EVERYONE), ("words", ("a", "b")), ("nothing", ("a", "b"))])
def test_exact_figures_are_for_the_own_side_unless_all_is_shown(shown: str, who: tuple[str, ...]) -> None:
    assert vital(begin(*PEOPLE, shown=shown).state, "a") == who


def test_an_act_between_two_is_known_to_those_aware_of_both() -> None:
    state = begin(*PEOPLE, hidden="snake b").state
    assert both(state, "a", "c") == EVERYONE
    assert both(state, "a", "snake") == both(state, "snake", "a") == ("c", "snake")
    assert both(state, "b", "snake") == NOBODY
    assert common(("a", "b"), ("b", "c")) == ("b",)


def test_an_audience_is_all_or_those_named() -> None:
    assert may_know(EVERYONE, ())
    assert not may_know(NOBODY, ("a",))
    assert may_know(("a", "b"), ("b", "x"))
    assert not may_know(("a",), ("b",))


def test_what_says_nothing_is_for_the_game_master_alone() -> None:
    assert Event("x").to == NOBODY
    assert Part("x", 1).to is None
    assert Action("a", "hit").text == ""


def test_past_events_keep_their_audience_when_one_is_revealed() -> None:
    contest = begin(("crew/a", 20), ("foes/snake", 0), hidden="snake")
    before = contest.events[1]
    contest.overrule("reveal", who="snake")
    assert contest.events[1] is before
    assert before.to == ("snake",)
    assert aware_of(contest.state, "snake") == EVERYONE
