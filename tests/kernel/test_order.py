"""The order of a round: slots by whose they are, moved, put off, passed on; nobody loses or repeats one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from certamen.kernel import order as orders
from certamen.kernel.order import Order, Slot


def lined_up(*who: str) -> Order:
    return orders.fill_from_sequence(Order(sequence=who))


def ids(order: Order) -> list[str]:
    return [slot.who for slot in order.pending]


def test_a_fresh_round_holds_each_once_at_his_place() -> None:
    assert lined_up("a", "b", "c").pending == (Slot("a", 0), Slot("b", 1), Slot("c", 2))


def test_the_first_to_come_is_now_and_then_had() -> None:
    order = orders.advance(orders.advance(lined_up("a", "b")))
    assert (order.current, order.pending, order.taken) == (Slot("b", 1), (), (Slot("a", 0),))
    order = orders.advance(order)
    assert (order.current, [slot.who for slot in order.taken]) == (None, ["a", "b"])
    assert orders.advance(order) == order


def test_one_may_be_picked_out_of_order_once() -> None:
    order = orders.pick(orders.advance(lined_up("a", "b", "c")), "c")
    assert order.current == Slot("c", 2)
    assert ids(order) == ["b"]
    with pytest.raises(ValueError, match="a has no turn left in this round"):
        orders.pick(order, "a")


def test_a_slot_comes_in_behind_those_it_ties_with() -> None:
    order = orders.fill(Order(), (Slot("a", 1), Slot("b", 5), Slot("c", 5), Slot("d", 9)))
    assert ids(orders.insert(order, Slot("x", 5))) == ["a", "b", "c", "x", "d"]
    assert ids(orders.insert(order, Slot("x", 0))) == ["x", "a", "b", "c", "d"]
    assert ids(orders.insert(order, Slot("x", 9))) == ["a", "b", "c", "d", "x"]


def test_a_delay_moves_all_slots_to_come_of_one_and_no_other() -> None:
    order = orders.fill(Order(), (Slot("a", 1), Slot("b", 3), Slot("a", 5, 2), Slot("c", 7)))
    late = orders.delay(order, "a", 2)
    assert late.pending == (Slot("b", 3), Slot("a", 3), Slot("c", 7), Slot("a", 7, 2))
    assert orders.delay(late, "nobody", 5) == late


def test_removing_one_takes_all_that_is_his_and_nothing_else() -> None:
    order = orders.advance(lined_up("a", "b", "c"))
    gone = orders.remove(order, "a")
    assert (gone.sequence, ids(gone), gone.current) == (("b", "c"), ["b", "c"], None)
    gone = orders.remove(order, "c")
    assert (gone.sequence, ids(gone), gone.current) == (("a", "b"), ["b"], Slot("a", 0))


def test_out_of_action_keeps_his_place_for_later_rounds() -> None:
    order = orders.drop_pending(lined_up("a", "b"), "b")
    assert (ids(order), order.sequence) == (["a"], ("a", "b"))


def test_waits_and_has_place_tell_who_is_still_to_come() -> None:
    order = orders.advance(orders.advance(lined_up("a", "b", "c")))
    assert [orders.waits(order, who) for who in "abcx"] == [False, False, True, False]
    order = replace(order, sequence=())
    assert [orders.has_place(order, who) for who in "abcx"] == [True, True, True, False]
    assert orders.has_place(Order(sequence=("x",)), "x")


def test_two_still_to_come_change_slots() -> None:
    swapped = orders.swap(lined_up("a", "b", "c"), "a", "c")
    assert swapped.pending == (Slot("c", 0), Slot("b", 1), Slot("a", 2))
    assert swapped.sequence == ("c", "b", "a")


def test_a_change_for_this_round_only_leaves_the_standing_order() -> None:
    swapped = orders.swap(lined_up("a", "b"), "a", "b", lasting=False)
    assert (ids(swapped), swapped.sequence) == (["b", "a"], ("a", "b"))


def test_the_turn_going_on_is_put_off_to_the_others_place() -> None:
    swapped = orders.swap(orders.advance(lined_up("a", "b", "c")), "a", "c")
    assert swapped.current is None
    assert swapped.pending == (Slot("c", 0), Slot("b", 1), Slot("a", 2, 1, True))
    assert orders.swap(orders.advance(lined_up("a", "b", "c")), "c", "a") == swapped


def test_with_one_who_has_acted_only_later_rounds_change() -> None:
    order = orders.advance(orders.advance(lined_up("a", "b", "c")))
    for one, other in (("a", "c"), ("a", "b")):
        swapped = orders.swap(order, one, other)
        assert swapped.pending == order.pending
        assert swapped.current == order.current
        assert swapped.sequence != order.sequence


def test_one_without_a_place_takes_nobodys() -> None:
    order = lined_up("a", "b")
    assert orders.swap(order, "a", "stranger") == order


def test_the_slot_that_is_now_can_be_put_back_to_go_on() -> None:
    order = orders.put_back(orders.advance(lined_up("a", "b")))
    assert (order.current, order.pending) == (None, (Slot("a", 0, 1, True), Slot("b", 1)))
    assert orders.put_back(order) == order


@given(st.data())
def test_whatever_is_swapped_everyone_comes_once(data: st.DataObject) -> None:
    who = st.sampled_from("abcde")
    order = lined_up(*"abcde")
    had: list[str] = []
    for _ in range(40):
        if data.draw(st.booleans()):
            order = orders.swap(order, data.draw(who), data.draw(who), data.draw(st.booleans()))
        else:
            order = orders.advance(order)
            if order.current is None:
                break
            if not order.current.kept:
                had.append(order.current.who)
    rest = [slot.who for slot in order.pending if not slot.kept]
    assert sorted(had + rest) == list("abcde")
    assert sorted(order.sequence) == list("abcde")
