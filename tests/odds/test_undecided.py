"""Undecided numbers: whatever is reckoned and asked of them, the chances are those of every face of every die."""

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from certamen.dice import TooMuchWork
from certamen.odds.fork import Cut, Limit, kept_dice, one_die, outcomes
from certamen.odds.undecided import Undecided, Way


class WayDice:
    """Dice whose faces stay undecided."""

    def __init__(self, way: Way) -> None:
        self._way = way

    def roll(self, sides: int, purpose: int = 0, /) -> int:
        return self._way.draw(one_die(sides))  # type: ignore[return-value]  # it passes for a whole number

    def keep(self, count: int, sides: int, kept: int, purpose: int = 0, /) -> int:
        return self._way.draw(kept_dice(count, sides, kept))  # type: ignore[return-value]  # as above


def followed(procedure: Callable[[Any], Any], limit: int = 100_000) -> tuple[dict[Any, Fraction], int]:
    """The chance of each result, what is undecided at the end spread over its values, and the number of ways."""
    found: dict[Any, Fraction] = {}
    way, ways, going = Way(Limit(limit)), 0, True
    while going:
        ways += 1
        result = procedure(WayDice(way))
        chance = Fraction(*way.weight())
        if type(result) is Undecided:
            weights, whole = result.fallen.face.weights, result.fallen.weight()
            for at in result.fallen.live:
                one = result.of[at]
                found[one] = found.get(one, Fraction(0)) + chance * weights[at] / whole
        else:
            found[result] = found.get(result, Fraction(0)) + chance
        going = way.next()
    return found, ways


def test_a_comparison_parts_a_hundred_faces_in_two() -> None:
    assert followed(lambda dice: dice.roll(100) < 65) == ({True: Fraction(64, 100), False: Fraction(36, 100)}, 2)


def test_what_is_only_reckoned_with_is_not_parted_at_all() -> None:
    found, ways = followed(lambda dice: 3 * dice.roll(6) - 1)
    assert (ways, set(found)) == (1, {2, 5, 8, 11, 14, 17})


OPERATIONS: list[Callable[[Any, Any], Any]] = [
    operator.add, operator.sub, operator.mul, lambda a, b: a // 3, lambda a, b: b % 4, max, min,
    lambda a, b: a if a > b else b - 1, lambda a, b: abs(a - b), lambda a, b: -a, lambda a, b: (10, 20, 30, 40)[b % 4],
    lambda a, b: int(a == b), lambda a, b: len(f"{a}"), lambda a, b: {1: 5}.get(b, a), lambda a, b: a if b else 0,
    lambda a, b: 7 - a, lambda a, b: divmod(a, 2)[1], lambda a, b: sum(range(abs(b) % 5)),
    lambda a, b: sorted([b, a])[0],
]  # fmt: skip


@given(st.lists(st.tuples(st.integers(0, len(OPERATIONS) - 1), st.integers(0, 9), st.integers(0, 9)), max_size=6))
def test_any_reckoning_is_brute_force(steps: list[tuple[int, int, int]]) -> None:
    """Programs drawn at random: the same chances as from faces that are known at once."""

    def program(dice: Any) -> Any:
        numbers = [dice.roll(4), dice.keep(2, 3, 1), 2, dice.roll(3)]
        for how, one, other in steps:
            numbers.append(OPERATIONS[how](numbers[one % len(numbers)], numbers[other % len(numbers)]))
        return numbers[-1]

    assert followed(program)[0] == outcomes(program).chances()


def test_it_passes_for_a_whole_number_and_gives_none_away_unasked() -> None:
    number: Any = Way(Limit()).draw(one_die(6))
    fallen = number.fallen
    assert isinstance(number, int)
    assert not issubclass(type(number), int)
    with pytest.raises(TypeError):
        msgspec.json.encode(number)
    with pytest.raises(TypeError):
        operator.lt(number, "3")
    assert len(fallen.live) == 6


def test_a_number_once_decided_stays_so() -> None:
    def procedure(dice: Any) -> Any:
        face = dice.roll(6)
        return hash(face) == face and int(face) == face and f"{face}" == str(face)

    assert followed(procedure) == ({True: Fraction(1)}, 6)


def test_what_never_ends_is_cut() -> None:
    way, going, kept = Way(Limit()), True, Fraction(0)
    cut = Fraction(0)
    while going:
        try:
            dice = WayDice(way)
            while dice.roll(6) == 6:
                pass
            kept += Fraction(*way.weight())
        except Cut:
            cut += Fraction(*way.weight())
        going = way.next()
    assert kept + cut == 1
    assert 0 < cut < Fraction(1, 10**15)


def test_too_many_ways_are_refused() -> None:
    with pytest.raises(TooMuchWork, match="more than 50 ways"):
        followed(lambda dice: tuple(int(dice.roll(10)) for _ in range(4)), limit=50)
