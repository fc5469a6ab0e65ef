"""Equal fractions: forked procedures and expressions against icepool, case by case."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import icepool
import pytest

from certamen.dice import Dice
from certamen.odds import chain, exact, outcomes


def spread(die: Any) -> dict[Any, Fraction]:
    """The chances of an icepool die."""
    return {value: Fraction(quantity, die.denominator()) for value, quantity in die.items() if quantity}


EXPRESSIONS: dict[str, Callable[[], Any]] = {
    "1d20": lambda: icepool.d20,
    "3d6": lambda: 3 @ icepool.d6,
    "100d6": lambda: 100 @ icepool.d6,
    "4d6kh3": lambda: icepool.d6.highest(4, 3),
    "4d6kl3": lambda: icepool.d6.lowest(4, 3),
    "4d6dl1": lambda: icepool.d6.highest(4, 3),
    "4d6dh1": lambda: icepool.d6.lowest(4, 3),
    "2d20kh1": lambda: icepool.d20.highest(2, 1),
    "2d20kl1": lambda: icepool.d20.lowest(2, 1),
    "3d20kh1": lambda: icepool.d20.highest(3, 1),
    "20d10kh10": lambda: icepool.d10.highest(20, 10),
    "20d10kl3": lambda: icepool.d10.lowest(20, 3),
    "5d8kh2+3": lambda: icepool.d8.highest(5, 2) + 3,
    "2d20kh1+1d4": lambda: icepool.d20.highest(2, 1) + icepool.d4,
    "2d20kl1-1d6": lambda: icepool.d20.lowest(2, 1) - icepool.d6,
    "1d6+1d8+1d10": lambda: icepool.d6 + icepool.d8 + icepool.d10,
    "2d6*3": lambda: (2 @ icepool.d6) * 3,
    "1d6*1d6": lambda: icepool.d6 * icepool.d6,
    "(1d12+5)/2": lambda: (icepool.d12 + 5) // 2,
    "8d6c>=5": lambda: 8 @ icepool.d6.map(lambda face: int(face >= 5)),
    "10d10c>=8": lambda: 10 @ icepool.d10.map(lambda face: int(face >= 8)),
    "4dF": lambda: 4 @ icepool.Die([-1, 0, 1]),
    "4d6ro1": lambda: 4 @ icepool.d6.reroll([1], depth=1),
    "2d8min3": lambda: 2 @ icepool.d8.map(lambda face: max(face, 3)),
    "3d10max7": lambda: 3 @ icepool.d10.map(lambda face: min(face, 7)),
}


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions(text: str) -> None:
    odds = exact(text)
    assert {total: Fraction(weight, odds.denominator) for total, weight in odds.weights.items()} == spread(
        EXPRESSIONS[text]()
    )


def check(edges: int, keep: int, dc: int) -> tuple[Callable[[Dice], Any], Callable[[], Any]]:
    """A d20, or the better or worse of two, with an edge die, against a DC: met or not, and by how much."""

    def procedure(dice: Dice) -> tuple[bool, int]:
        d20 = dice.keep(2, 20, keep) if keep else dice.roll(20)
        edge = dice.roll(edges) if edges else 0
        return d20 + edge >= dc, max(d20, edge)

    def theirs() -> Any:
        d20 = icepool.d20 if not keep else icepool.d20.highest(2, 1) if keep > 0 else icepool.d20.lowest(2, 1)
        edge = icepool.d(edges) if edges else icepool.Die([0])
        return icepool.map(lambda one, other: (one + other >= dc, max(one, other)), d20, edge, star=False)

    return procedure, theirs


def pool(count: int, sides: int, kept: int, bonus: int) -> tuple[Callable[[Dice], Any], Callable[[], Any]]:
    def theirs() -> Any:
        die = icepool.d(sides)
        return (die.highest(count, kept) if kept > 0 else die.lowest(count, -kept)) + bonus

    return lambda dice: dice.keep(count, sides, kept) + bonus, theirs


def summed(count: int, sides: int, divisor: int) -> tuple[Callable[[Dice], Any], Callable[[], Any]]:
    return lambda dice: dice.sum(count, sides) // divisor, lambda: (count @ icepool.d(sides)) // divisor


def opposed(mine: int, theirs: int) -> tuple[Callable[[Dice], Any], Callable[[], Any]]:
    """Who rolls more: 1, 0 or -1."""

    def procedure(dice: Dice) -> int:
        one, other = dice.roll(mine), dice.roll(theirs)
        return (one > other) - (one < other)

    return procedure, lambda: (icepool.d(mine) - icepool.d(theirs)).map(lambda d: (d > 0) - (d < 0))


def hit_then_harm(target: int, count: int, sides: int) -> tuple[Callable[[Dice], Any], Callable[[], Any]]:
    """A d100 under a number, then damage."""

    def procedure(dice: Dice) -> int:
        return dice.sum(count, sides) if dice.roll(100) < target else 0

    return procedure, lambda: (icepool.d100 < target).if_else(count @ icepool.d(sides), 0)


CASES = {
    **{f"edge d{e}, keep {k}, DC {dc}": check(e, k, dc) for e in (0, 4, 8) for k in (0, 1, -1) for dc in (11, 18)},
    **{f"{n}d{s} keep {k} {b:+d}": pool(n, s, k, b) for n, s, k, b in (
        (3, 6, 2, 0), (5, 6, 2, 1), (5, 6, -2, 1), (10, 10, 4, 0), (7, 12, -3, -2), (6, 4, 6, 0), (9, 8, 1, 0))},
    **{f"{n}d{s} / {d}": summed(n, s, d) for n, s, d in ((2, 6, 2), (10, 6, 3), (3, 20, 5), (30, 4, 7))},
    **{f"d{a} against d{b}": opposed(a, b) for a, b in ((6, 6), (20, 12), (100, 100))},
    **{f"under {t}, {n}d{s}": hit_then_harm(t, n, s) for t, n, s in ((65, 1, 100), (40, 3, 6), (96, 8, 10), (1, 2, 4))},
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_procedures(name: str) -> None:
    procedure, theirs = CASES[name]
    assert outcomes(procedure).chances() == spread(theirs())


def test_there_are_enough_cases() -> None:
    assert len(CASES) + len(EXPRESSIONS) >= 60


def test_a_chain_of_attacks() -> None:
    """Ten attacks of 40%, each doing 1d6, in stages."""
    stage = lambda lost, dice: lost + (dice.roll(6) if dice.roll(10) <= 4 else 0)  # noqa: E731  # as stages are written
    attack = (icepool.d10 <= 4).if_else(icepool.d6, 0)
    assert chain(0, [stage] * 10).chances() == spread(10 @ attack)
