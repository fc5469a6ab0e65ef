"""Forked dice: every way with its weight, stages merged, loops cut, and a limit that is kept."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certamen.dice import Dice, DiceError, TooMuchWork, sum_kept
from certamen.odds import chain, outcomes, then
from certamen.odds.fork import MOST_DICE, Limit, Outcomes
from tests.odds.brute import Path, walk


class PathDice:
    """Dice that fall one by one as a path says: sums and pools are no single draw here."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def roll(self, sides: int, purpose: int = 0, /) -> int:
        from certamen.dice import Ask

        return self._path.face(Ask("", "open", 0, sides))

    def sum(self, count: int, sides: int, purpose: int = 0, /) -> int:
        return sum(self.roll(sides) for _ in range(count))

    def keep(self, count: int, sides: int, kept: int, purpose: int = 0, /) -> int:
        return sum_kept([self.roll(sides) for _ in range(count)], kept)


def test_weights_are_whole_numbers_in_lowest_terms() -> None:
    assert outcomes(lambda dice: dice.roll(6) % 2) == Outcomes({1: 1, 0: 1}, 2)
    assert outcomes(lambda dice: 7) == Outcomes({7: 1}, 1)


def test_ways_of_different_length_have_a_common_denominator() -> None:
    """One die, or two: sixths and thirty-sixths."""

    def procedure(dice: Dice) -> int:
        first = dice.roll(6)
        return first if first > 1 else first + dice.roll(6)

    assert outcomes(procedure).chances() == walk(lambda path: procedure(PathDice(path)))[0]


@given(
    st.lists(
        st.tuples(st.sampled_from(["roll", "sum", "high", "low"]), st.integers(1, 4), st.integers(1, 3)), max_size=3
    ),
    st.integers(-3, 9),
)
def test_forked_dice_are_brute_force(draws: list[tuple[str, int, int]], least: int) -> None:
    """Whatever is drawn, and whatever further draws hang on it, the chances are those of all faces of all dice."""

    def procedure(dice: Dice) -> tuple[int, int]:
        total = 0
        for how, sides, count in draws:
            if total > least:
                break
            if how == "roll":
                total += dice.roll(sides)
            elif how == "sum":
                total += dice.sum(count, sides)
            else:
                total -= dice.keep(count, sides, 1 if how == "high" else -1)
        return total, dice.roll(2) if total == least else 0

    assert outcomes(procedure).chances() == walk(lambda path: procedure(PathDice(path)))[0]


def test_what_stages_have_in_common_is_followed_once() -> None:
    """A hundred dice of which only the sum matters are 100 x 6 x 301 ways at most, not 6 to the 100th."""
    stage = lambda total, dice: total + dice.roll(6)  # noqa: E731  # as a ruleset's stages are written
    limit = Limit(200_000)
    found = chain(0, [stage] * 100, limit)
    assert found.whole == 6**100
    assert found.weights[350] == outcomes(lambda dice: dice.sum(100, 6)).weights[350]


def test_a_stage_without_dice_costs_one_way_for_each_result() -> None:
    limit = Limit()
    found = then(outcomes(lambda dice: dice.roll(10), limit), lambda face, dice: face > 4, limit)
    assert found.chances() == {False: Fraction(2, 5), True: Fraction(3, 5)}
    assert limit.ways - limit.left == 20


def test_what_never_ends_is_cut_and_its_chance_told() -> None:
    def exploding(dice: Dice) -> int:
        total = face = dice.roll(6)
        while face == 6:
            face = dice.roll(6)
            total += face
        return total

    found = outcomes(exploding)
    assert found.cut == 1
    assert found.whole == 6**MOST_DICE
    assert sum(found.weights.values()) + found.cut == found.whole
    assert found.weights[7] * 36 == found.whole


def test_cut_ways_stay_cut_through_later_stages() -> None:
    def loop(dice: Dice) -> int:
        while dice.roll(2) == 1:
            pass
        return 1

    first = outcomes(loop)
    second = then(first, lambda one, dice: one + dice.roll(2))
    assert Fraction(second.cut, second.whole) == Fraction(first.cut, first.whole) == Fraction(1, 2**MOST_DICE)


def test_more_ways_than_the_limit_are_refused() -> None:
    with pytest.raises(TooMuchWork, match="more than 1,000 ways, even with equal results merged"):
        outcomes(lambda dice: tuple(dice.roll(10) for _ in range(6)), Limit(1_000))


@pytest.mark.parametrize(("count", "sides", "kept"), [(2, 0, 1), (-1, 6, -1), (2, 6, 3), (2, 6, -3)])
def test_dice_that_there_are_not(count: int, sides: int, kept: int) -> None:
    with pytest.raises(DiceError):
        outcomes(lambda dice: dice.keep(count, sides, kept))
    with pytest.raises(DiceError):
        outcomes(lambda dice: dice.roll(0))


def test_no_dice_sum_to_nothing() -> None:
    assert outcomes(lambda dice: dice.sum(0, 6)) == Outcomes({0: 1}, 1)
