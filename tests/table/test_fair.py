"""Keys, commitments and values of a table: what moves a die, and what does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certamen.dice import Ask, ByHand, DiceError, Keyed
from certamen.dice.source import commitment
from certamen.table import fair
from tests.table.rooms import KEYS, OPEN, SECRET, Kept


def test_new_keys_are_new_and_committed_to_by_both_hashes() -> None:
    one, other = fair.new_keys(), fair.new_keys()
    assert len({*one, *other}) == 4
    assert {len(key) for key in one} == {32}
    assert fair.commitments(one) == (commitment(one[0]), commitment(one[1]))
    assert fair.source(one).name == ":".join(("keyed-1", *fair.commitments(one)))


def test_real_dice_have_no_keys() -> None:
    assert isinstance(fair.source(fair.NO_KEYS), ByHand)
    assert fair.commitments(fair.NO_KEYS) == ("", "")
    hand = ByHand()
    assert fair.joined(hand, "seat-2", bytes(16)) is hand


@given(st.lists(st.tuples(st.sampled_from(["seat-2", "seat-3"]), st.binary(min_size=16, max_size=16)), max_size=4))
def test_joining_one_by_one_or_opened_again_with_all_values_it_is_the_same(values: list[fair.Given]) -> None:
    dice = fair.source(KEYS)
    for seat, value in values:
        dice = fair.joined(dice, seat, value)
    again = fair.source(KEYS, values)
    assert isinstance(dice, Keyed)
    assert isinstance(again, Keyed)
    assert dice.mixed == again.mixed
    assert dice.face(Ask("jack", "open", 3, 100)) == again.face(Ask("jack", "open", 3, 100))


@pytest.mark.parametrize("text", ["", "a" * 31, "a" * 33, "g" * 32, "A" * 32, " " * 32, "é" * 32, "0x" + "a" * 30])
def test_values_that_will_not_do(text: str) -> None:
    with pytest.raises(DiceError, match="32 hexadecimal digits"):
        fair.read_value(text)
    assert fair.read_value("0f" * 16) == b"\x0f" * 16


def test_a_join_moves_dice_to_come_and_none_that_fell() -> None:
    """Redo repeats the recorded faces, whoever joined meanwhile; a new act after undo gets new dice."""
    kept = Kept()
    kept.play(4)
    while not kept.contest.entries[-1].dice:
        kept.play(1)
    fallen = kept.contest.entries[-1].dice
    counts = dict(kept.contest.counts)
    kept.contest.pop()
    kept.join("seat-2", b"\xaa" * 16)
    kept.contest.redo()
    assert kept.contest.entries[-1].dice == fallen
    assert kept.contest.counts == counts
    kept.contest.pop()
    kept.play(1)
    again = kept.contest.entries[-1].dice
    assert [die.n for die in again[: len(fallen)]] != [die.n for die in fallen]
    assert {(die.roller, die.kind, die.n) for die in again}.isdisjoint((die.roller, die.kind, die.n) for die in fallen)


def test_open_dice_hang_on_the_open_key_alone_and_all_on_the_values() -> None:
    ask, secret = Ask("jack", "open", 0, 10_000), Ask("jack", "secret", 0, 10_000)
    one, other = fair.source(KEYS), fair.source((OPEN, b"\x09" * 32))
    assert one.face(ask) == other.face(ask)
    assert one.face(secret) != other.face(secret)
    mixed = fair.joined(one, "seat-2", b"\xaa" * 16)
    assert mixed.face(ask) != one.face(ask)
    assert mixed.face(secret) != one.face(secret)
    assert SECRET.hex() not in one.name
