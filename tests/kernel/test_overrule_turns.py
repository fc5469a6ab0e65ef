"""Overrules of who takes part and whose turn it is: nobody loses or repeats a turn, no act is lost half done."""

import pytest

from certamen.dice import Tape
from certamen.kernel.contest import Contest
from certamen.kernel.errors import IllegalAction
from certamen.kernel.state import state_hash
from tests.kernel.toy import begin
from tests.kernel.toy_state import toy

THREE = (("x/a", 20), ("y/b", 10), ("z/c", 5))
SHEET = '{"hp": 7, "initiative": 3}'


def turns(contest: Contest, count: int) -> str:
    """Who is on for so many turns, the one now first."""
    seen = ""
    for _ in range(count):
        seen += contest.state.acting[0]
        contest.answer("end", who=contest.state.acting)
    return seen


def refused(contest: Contest, reason: str, verb: str, **values: str | int) -> None:
    before = state_hash(contest.state)
    with pytest.raises(IllegalAction, match=reason):
        contest.overrule(verb, **values)
    assert state_hash(contest.state) == before


def test_the_last_in_order_is_removed_and_the_round_ends_without_him() -> None:
    contest = begin(*THREE)
    turns(contest, 1)
    contest.overrule("remove", who="c")
    assert turns(contest, 4) == "baba"
    assert contest.state.participants["c"].status == "left"


def test_the_last_in_order_removed_in_his_own_turn() -> None:
    contest = begin(*THREE)
    assert turns(contest, 2) == "ab"
    contest.overrule("remove", who="c")
    assert (contest.state.round, turns(contest, 3)) == (2, "aba")


def test_removed_while_he_is_asked_the_act_goes_on_without_him() -> None:
    contest = begin(*THREE, source=Tape([]))
    contest.answer("hit", target="b")
    assert contest.requests[0].who == "b"
    contest.overrule("remove", who="b")
    assert toy(contest.state, "b").status == "left"
    assert turns(contest, 3) == "aca"


def test_removed_in_the_midst_of_his_act_the_next_one_comes() -> None:
    contest = begin(*THREE, source=Tape([]))
    contest.answer("hit", target="b")
    contest.overrule("remove", who="a")
    assert len(contest.state.windows) == 1
    assert turns(contest, 3) == "bcb"


def test_removed_while_all_plan_in_secret_the_others_are_waited_for() -> None:
    contest = begin(*THREE, rulings={"mood": "wild"})
    contest.answer("plan", who="a", what="run")
    contest.overrule("remove", who="b")
    assert [request.who for request in contest.requests] == ["c"]
    contest.answer("plan", who="c", what="stay")
    assert contest.state.acting == "a"


def test_the_last_one_asked_is_removed_and_the_window_closes() -> None:
    contest = begin(*THREE, rulings={"mood": "wild"})
    contest.answer("plan", who="a", what="run")
    contest.answer("plan", who="c", what="stay")
    contest.overrule("remove", who="b")
    assert [event.actor for event in contest.events if event.type == "planned"] == ["a", "c"]
    assert contest.state.acting == "a"


def test_values_may_be_set_while_a_sealed_or_nested_window_is_open() -> None:
    contest = begin(*THREE, rulings={"mood": "wild"})
    contest.overrule("set", path="b.hp", value=3)
    contest.overrule("effect", who="b", name="slow", rounds=1)
    assert [request.who for request in contest.requests] == ["a", "b", "c"]
    contest.overrule("set", path="b.hp", value=0)
    assert toy(contest.state, "b").status == "out", "settled"
    assert [request.who for request in contest.requests] == ["a", "c"]
    contest = begin(*THREE, source=Tape([(6, 2)]))
    contest.answer("hit", target="b")
    contest.overrule("set", path="b.hp", value=5)
    assert contest.requests[0].kind == "react"
    contest.answer("take")
    assert toy(contest.state, "b").hp == 3


@pytest.mark.parametrize("status", ["out", "dead", "fled", "yielded", "waiting"])
def test_who_is_no_longer_in_is_asked_nothing_and_his_turn_is_over(status: str) -> None:
    contest = begin(*THREE)
    contest.overrule("status", who="a", status=status)
    assert turns(contest, 3) == "bcb"
    assert [event.values for event in contest.events if event.type == "gm_status"] == [{"status": status}]


def test_out_while_asked_in_anothers_turn_that_turn_goes_on() -> None:
    contest = begin(*THREE, source=Tape([(6, 1)]))
    contest.answer("hit", target="b")
    contest.overrule("status", who="b", status="out")
    assert contest.requests[0].who == "a"
    assert turns(contest, 3) == "aca"


def test_back_in_he_has_the_turn_still_to_come() -> None:
    contest = begin(*THREE)
    contest.overrule("status", who="b", status="out")
    contest.overrule("status", who="b", status="in")
    assert turns(contest, 4) == "abca"


def test_one_made_to_wait_comes_in_once_and_has_one_turn_a_round() -> None:
    contest = begin(*THREE)
    contest.overrule("status", who="b", status="waiting")
    assert turns(contest, 2) == "ac"
    refused(contest, "b is not there: first let b enter", "status", who="b", status="in")
    refused(contest, "b is not there: first let b enter", "status", who="b", status="out")
    contest.overrule("enter", who="b")
    assert turns(contest, 6) == "acbacb"


def test_one_removed_may_enter_again() -> None:
    contest = begin(*THREE)
    contest.overrule("remove", who="b")
    contest.overrule("enter", who="b")
    assert turns(contest, 6) == "acbacb"


def test_nobody_waits_when_all_are_there() -> None:
    refused(begin(*THREE), "nobody waits to come in", "enter", who="a")


def test_late_ones_arrive_in_their_round_and_one_let_in_early_does_not_come_twice() -> None:
    contest = begin(*THREE, arrives={"b": 2, "c": 3})
    assert turns(contest, 2) == "aa"
    assert (contest.state.round, contest.state.acting) == (2, "b")
    contest.overrule("enter", who="c")
    assert [event.actor for event in contest.events if event.type == "enters"] == ["b", "c"]
    assert turns(contest, 8) == "bcabcabc"


def test_one_joins_in_the_middle_of_a_round() -> None:
    contest = begin(*THREE)
    turns(contest, 1)
    contest.overrule("join", id="d", name="Dora", side="x", sheet=SHEET, at="door")
    dora = toy(contest.state, "d")
    assert (dora.name, dora.side, dora.hp, dora.at, dora.status) == ("Dora", "x", 7, "door", "in")
    assert turns(contest, 7) == "bcdabcd"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"id": "a"}, "there is a participant a already"),
        ({"id": "gm"}, "gm is a word of the program's own"),
        ({"id": "Dora"}, "'Dora' is no id: small letters, digits and hyphens, a letter first"),
        ({"id": ""}, "'' is no id"),
        ({"side": ""}, "'' is no id"),
        ({"name": " "}, "the name must be one that people can read"),
        ({"name": "D\x00ra"}, "the name must be one that people can read"),
        ({"sheet": '{"hp": "many"}'}, "sheet: Expected `int`, got `str`"),
        ({"sheet": "{"}, "sheet: Input data was truncated"),
        ({"sheet": "[" * 2000}, "sheet: "),
        ({"name": "\ud800"}, "cannot be kept"),
    ],
)
def test_who_cannot_join_is_told_why(change: dict[str, str], reason: str) -> None:
    refused(begin(*THREE), reason, "join", **{"id": "d", "name": "Dora", "side": "x", "sheet": SHEET} | change)


def test_two_turns_in_a_row_by_the_game_master_then_the_first_goes_on() -> None:
    contest = begin(*THREE)
    contest.answer("mark", name="alarm:off")
    contest.overrule("turn", who="c")
    assert contest.state.acting == "c"
    assert turns(contest, 3) == "cab"
    assert [toy(contest.state, who).turns for who in "abc"] == [2, 1, 1], "round 2 has begun"


def test_a_turn_is_skipped() -> None:
    contest = begin(*THREE)
    contest.overrule("skip")
    assert turns(contest, 3) == "bca"


@pytest.mark.parametrize("verb", ["turn", "skip", "swap"])
def test_no_turn_is_moved_while_an_act_is_going_on(verb: str) -> None:
    values = {"turn": {"who": "c"}, "skip": {}, "swap": {"one": "a", "other": "c"}}[verb]
    contest = begin(*THREE, source=Tape([]))
    contest.answer("hit", target="b")
    refused(contest, "an act is going on: first let what is asked now be answered", verb, **values)


def test_no_turn_is_moved_while_all_plan_in_secret() -> None:
    contest = begin(*THREE, rulings={"mood": "wild"})
    refused(contest, "an act is going on", "turn", who="c")
    refused(contest, "nobody's turn is going on", "skip")


def test_with_all_turns_had_there_is_none_to_move() -> None:
    contest = begin(*THREE)
    turns(contest, 2)
    refused(contest, "nobody has a turn to come", "turn", who="a")
    contest.answer("hit", target="b")
    contest.overrule("swap", one="a", other="b")
    contest.answer("take")
    assert turns(contest, 4) == "cbac"


def test_changing_places_while_another_reacts_leaves_the_act_alone() -> None:
    contest = begin(*THREE, ("w/d", 3), source=Tape([(6, 1)]))
    contest.answer("hit", target="b")
    contest.overrule("swap", one="c", other="d")
    contest.answer("take")
    assert turns(contest, 4) == "abdc"


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [("a", "a", "a cannot change places with itself"), ("a", "late", "late has no place in the order")],
)
def test_who_cannot_change_places(one: str, other: str, reason: str) -> None:
    refused(begin(*THREE, ("w/late", 3), arrives={"late": 5}), reason, "swap", one=one, other=other)


def test_two_tied_change_places() -> None:
    contest = begin(("x/a", 10), ("y/b", 10), ("z/c", 10))
    contest.overrule("swap", one="b", other="c")
    assert turns(contest, 6) == "acbacb"


def test_ended_by_the_game_master_and_reopened_the_same_turn_goes_on() -> None:
    contest = begin(*THREE)
    contest.answer("mark", name="alarm:off")
    contest.overrule("end", winner="y", reason="they ran")
    assert contest.outcome is not None
    assert (contest.outcome.winner, contest.outcome.reason, contest.requests) == ("y", "they ran", ())
    with pytest.raises(IllegalAction, match="nothing is asked of a now"):
        contest.answer("end", who="a")
    for verb, values in (("skip", {}), ("turn", {"who": "b"}), ("swap", {"one": "a", "other": "b"})):
        refused(contest, "the contest is over: reopen it first", verb, **values)
    contest.overrule("reopen")
    assert turns(contest, 4) == "abca"
    assert toy(contest.state, "a").turns == 2
    refused(contest, "the contest is not over", "reopen")


def test_an_end_without_words_says_who_ended_it() -> None:
    contest = begin(*THREE)
    contest.overrule("end")
    assert contest.outcome is not None
    assert (contest.outcome.winner, contest.outcome.reason) == ("", "the game master ended it")


def test_when_everyone_waits_and_nobody_will_come_it_is_refused_and_nothing_changes() -> None:
    contest = begin(("x/a", 20), ("y/b", 10))
    contest.overrule("status", who="a", status="waiting")
    before = state_hash(contest.state)
    with pytest.raises(Exception, match="toy goes on for 10000 steps without asking anyone"):
        contest.overrule("status", who="b", status="waiting")
    assert state_hash(contest.state) == before


def test_when_everyone_is_out_it_ends() -> None:
    contest = begin(("x/a", 20), ("y/b", 10), ("y/c", 5))
    contest.overrule("status", who="a", status="out")
    assert contest.outcome is not None
    assert contest.outcome.winner == "y"
    contest.overrule("status", who="c", status="out")
    contest.overrule("status", who="b", status="out")
    contest.overrule("reopen")
    assert contest.outcome is not None
    assert (contest.outcome.winner, contest.outcome.reason) == ("", "nobody is left")
