"""Rounds and turns: begun and ended by whose they are; those out are passed over; it stops when nobody is left."""

import pytest
from msgspec.structs import replace

from certamen.kernel.effect import Until
from certamen.kernel.order import Order, Slot, fill, fill_from_sequence
from certamen.kernel.state import State, add_effect, effects_on, put, until
from certamen.kernel.turns import arrivals, end_due, end_turn, next_turn, start_round, start_turn
from certamen.kernel.window import Answer, Request, Resume, Window
from tests.kernel.toy import Sheet, Toy, begin


def people(*who: str, status: str = "in") -> State:
    toys = {one: Toy(id=one, name=one, side=one, sheet=Sheet(), status=status) for one in who}  # type: ignore[arg-type]  # the callers name statuses
    return State(participants=dict(toys), order=fill_from_sequence(Order(sequence=who)))


def test_a_round_ends_before_the_next_begins() -> None:
    state = replace(people("a"), round=3)
    for name, moment in (("over", Until("round_end", 3)), ("fresh", Until("round_start", 4)), ("long", None)):
        state = add_effect(state, name, "a", until=moment)
    state, events = start_round(state)
    assert state.round == 4
    assert [(event.type, event.values) for event in events] == [
        ("effect_ended", {"effect": "over"}),
        ("round", {"round": 4}),
        ("effect_ended", {"effect": "fresh"}),
    ]
    assert [effect.name for effect in state.effects] == ["long"]


def test_a_turn_begins_with_its_own_number_and_ends_what_waits_for_it() -> None:
    state, events = next_turn(people("a", "b"))
    assert (state.acting, state.participants["a"].turns) == ("a", 1)
    assert [(event.type, event.actor, event.to) for event in events] == [("turn", "a", ("*",))]
    state = add_effect(state, "boon", "b", until=until(state, "a", "turn_end"), rule="TOY-9")
    state, events = next_turn(state)
    assert [(event.type, event.actor, event.rules) for event in events] == [
        ("effect_ended", "b", ("TOY-9",)),
        ("turn", "b", ()),
    ]


def test_when_the_round_has_none_left_nobody_acts() -> None:
    state = people("a")
    for _ in range(2):
        state, events = next_turn(state)
    assert (state.acting, state.order.current, events) == ("", None, ())


def test_who_is_out_is_passed_over_and_what_ends_at_his_turn_ends() -> None:
    state = people("a", "b", "c")
    state = put(state, replace(state.participants["b"], status="out"))
    state = add_effect(state, "start", "c", until=until(state, "b", "turn_start"))
    state = add_effect(state, "end", "c", until=until(state, "b", "turn_end"))
    state = add_effect(state, "next", "c", until=until(state, "b", "turn_start", 2))
    state, _ = next_turn(next_turn(state)[0])
    assert (state.acting, state.participants["b"].turns) == ("c", 1)
    assert [effect.name for effect in effects_on(state, "c")] == ["next"]


def test_a_put_off_turn_of_one_who_is_out_ends_without_beginning_again() -> None:
    state = people("a", "b")
    one = replace(state.participants["a"], status="out", turns=1)
    state = replace(put(state, one), order=fill(Order(), (Slot("a", 0, 1, kept=True), Slot("b"))))
    state = add_effect(state, "end", "b", until=Until("turn_end", 1, "a"))
    state = add_effect(state, "later", "b", until=Until("turn_start", 2, "a"))
    state, _ = next_turn(state)
    assert (state.acting, state.participants["a"].turns) == ("b", 1)
    assert [effect.name for effect in effects_on(state, "b")] == ["later"]


@pytest.mark.parametrize("status", ["out", "dead", "fled", "waiting", "left"])
def test_with_everyone_out_the_round_is_over_at_once(status: str) -> None:
    state, _ = next_turn(people(*"abc", status=status))
    assert (state.acting, state.order.pending) == ("", ())
    assert next_turn(state)[0] == state


def test_able_may_be_another_question() -> None:
    state, _ = next_turn(people("a", "b"), able=lambda one: one.id == "b")
    assert state.acting == "b"


def test_a_kept_slot_goes_on_without_an_event() -> None:
    state = people("a")
    state = replace(state, order=replace(state.order, current=Slot("a", 0, 1, kept=True)))
    state, events = start_turn(state)
    assert (state.acting, state.participants["a"].turns, events) == ("a", 0, ())


def test_there_must_be_a_slot_to_start() -> None:
    with pytest.raises(ValueError, match="no current slot"):
        start_turn(people("a"))


def test_ending_nobodys_turn_ends_nothing() -> None:
    state = people("a")
    assert end_turn(state) == (state, ())
    assert end_due(state, "turn_end", "a", 1) == (state, ())


def test_windows_that_wait_only_for_the_turn_now_over_are_gone() -> None:
    asked = Window((Request("a-1", "a", "act", ("end",), Answer("end")),), Resume("plans"))
    state = replace(people("a", "b"), windows=(Window((), Resume("turn")), asked))
    assert next_turn(state)[0].windows == (asked,)


def test_playing_on_the_stack_of_windows_does_not_grow() -> None:
    contest = begin(("x/a", 20), ("y/b", 10))
    for _ in range(20):
        contest.answer("end")
    assert len(contest.state.windows) == 1


def test_those_whose_round_has_come_arrive() -> None:
    state = people("a", "b", "c", "d", status="waiting")
    for who, arrives in (("a", 0), ("b", 2), ("c", 3), ("d", 4)):
        state = put(state, replace(state.participants[who], arrives=arrives))
    assert arrivals(replace(state, round=3)) == ("b", "c")


def test_of_a_hidden_ones_ended_effect_only_those_hear_who_know_of_him() -> None:
    state = begin(("crew/a", 20), ("foes/b", 10), ("foes/snake", 5), hidden="snake").state
    state = add_effect(state, "boon", "snake", until=Until("turn_start", 1, "snake"))
    state = add_effect(state, "curse", "snake", until=Until("turn_start", 1, "snake"), to=("b",))
    _, events = end_due(state, "turn_start", "snake", 1)
    assert [event.to for event in events] == [("b", "snake"), ("b",)]
