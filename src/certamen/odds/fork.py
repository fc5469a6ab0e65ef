"""Exact odds of a procedure: it is run once for each way its dice can fall, and equal results are merged.

A procedure is any function that draws from `certamen.dice.Dice`. Sums and pools are one draw with weights, reckoned
by the exact distributions of `certamen.dice`; a long procedure is a chain of stages, and what two ways have in common
between stages is followed once.
"""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from functools import lru_cache, partial
from math import gcd, lcm
from typing import Generic, NamedTuple, TypeVar

from certamen.dice.errors import DiceError, TooMuchWork
from certamen.dice.exact_pools import pool_chances
from certamen.dice.tree import Operation, Pool
from certamen.dice.weights import WORK_LIMIT, Work

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)

MOST_WAYS = 500_000
"""So many ways for the dice to fall are followed, all stages together, unless a caller says otherwise."""

MOST_DICE = 100
"""A way on which more dice than this fall is cut: what explodes or repeats without end."""


class Outcomes(NamedTuple, Generic[T]):
    """Results and their weights out of `whole`; `cut` of it belongs to ways that were not followed to their end."""

    weights: dict[T, int]
    whole: int
    cut: int = 0

    def chances(self) -> dict[T, Fraction]:
        """The chance of each result."""
        return {result: Fraction(weight, self.whole) for result, weight in self.weights.items()}


class Face(NamedTuple):
    """What one draw can come to, with weights out of `whole`."""

    values: tuple[int, ...]
    weights: tuple[int, ...]
    whole: int


@lru_cache(maxsize=1024)
def one_die(sides: int) -> Face:
    """A die of so many sides. Raises DiceError where there is none."""
    if sides < 1:
        raise DiceError(f"a die has 1 side or more, not {sides}")
    return Face(tuple(range(1, sides + 1)), (1,) * sides, sides)


@lru_cache(maxsize=1024)
def kept_dice(count: int, sides: int, kept: int) -> Face:
    """The sum of the `kept` highest (the `-kept` lowest) of `count` dice; of no dice it is 0."""
    if sides < 1 or count < 0 or abs(kept) > count:
        raise DiceError(f"{count} dice of {sides} sides, {kept} of them kept: there are no such dice")
    if not count or not kept:
        return Face((0,), (1,), 1)
    keep = () if abs(kept) == count else (Operation("kh" if kept > 0 else "kl", "", abs(kept)),)
    chances = pool_chances(Pool(count, sides, keep), Work(WORK_LIMIT))
    weights, common = chances.weights, gcd(chances.whole, *chances.weights.values())
    ordered = sorted(weights)
    return Face(tuple(ordered), tuple(weights[value] // common for value in ordered), chances.whole // common)


class Cut(Exception):  # no error: one way is given up
    """More dice fall on this way than are followed."""


class Limit:
    """How many ways may still be followed, shared by all stages of an answer."""

    def __init__(self, ways: int = MOST_WAYS) -> None:
        self.ways = self.left = ways

    def take(self) -> None:
        """One way more; raises TooMuchWork when there were enough."""
        self.left -= 1
        if self.left < 0:
            raise TooMuchWork(
                f"the dice of this can fall in more than {self.ways:,} ways, even with equal results merged"
            )


class ForkingDice:
    """Dice that fall in every way, one way after the other: `next` says whether there is another one.

    The same dice stand for any number of rollers.
    """

    __slots__ = ("_at", "_before", "_draws", "_places")

    def __init__(self) -> None:
        self._draws: list[Face] = []
        self._places: list[int] = []
        self._before: list[tuple[int, int]] = [(1, 1)]
        self._at = 0

    def roll(self, sides: int, purpose: int = 0, /) -> int:
        """One die, 1 to `sides`."""
        at = self._at
        if at < len(self._places):
            self._at = at + 1
            return self._draws[at].values[self._places[at]]
        return self._new(one_die(sides))

    def sum(self, count: int, sides: int, purpose: int = 0, /) -> int:
        """The sum of `count` dice, as one draw."""
        return self.keep(count, sides, count, purpose)

    def keep(self, count: int, sides: int, kept: int, purpose: int = 0, /) -> int:
        """The sum of the `kept` highest (or `-kept` lowest) of `count` dice, as one draw."""
        at = self._at
        if at < len(self._places):
            self._at = at + 1
            return self._draws[at].values[self._places[at]]
        return self._new(kept_dice(count, sides, kept))

    def _new(self, face: Face) -> int:
        at = self._at
        if at >= MOST_DICE:
            raise Cut
        weight, whole = self._before[at]
        if at:
            weight *= self._draws[at - 1].weights[self._places[at - 1]]
        self._draws.append(face)
        self._places.append(0)
        self._before.append((weight, whole * face.whole))
        self._at = at + 1
        return face.values[0]

    def weight(self) -> tuple[int, int]:
        """The weight of the way just followed, and what it is out of."""
        weight, whole = self._before[-1]
        if self._places:
            weight *= self._draws[-1].weights[self._places[-1]]
        return weight, whole

    def next(self) -> bool:
        """Turn to the next way; false after the last."""
        self._at = 0
        places, draws = self._places, self._draws
        while places:
            if places[-1] + 1 < len(draws[-1].values):
                places[-1] += 1
                return True
            places.pop()
            draws.pop()
            self._before.pop()
        return False


def outcomes(procedure: Callable[[ForkingDice], T], limit: Limit | None = None) -> Outcomes[T]:
    """The weights of everything a procedure can return: whole numbers, in lowest terms.

    Raises TooMuchWork when there are more ways than the limit.

    >>> outcomes(lambda dice: dice.roll(6) + dice.sum(2, 6) >= 15)
    Outcomes(weights={False: 49, True: 5}, whole=54, cut=0)
    """
    found: _Found[T] = {}
    _follow(procedure, 1, ForkingDice(), limit or Limit(), found)
    return _merged(found, 1, 0)


def then(before: Outcomes[T], stage: Callable[[T, ForkingDice], U], limit: Limit | None = None) -> Outcomes[U]:
    """What a stage makes of each result that stands before it; each is followed once, however it came about.

    >>> first = outcomes(lambda dice: dice.roll(100) <= 65)
    >>> then(first, lambda hit, dice: dice.roll(2) if hit else 0)
    Outcomes(weights={1: 13, 2: 13, 0: 14}, whole=40, cut=0)
    """
    limit = limit or Limit()
    found: _Found[U] = {}
    dice = ForkingDice()
    for result, weight in before.weights.items():
        _follow(partial(stage, result), weight, dice, limit, found)
    return _merged(found, before.whole, before.cut)


def chain(first: T, stages: Iterable[Callable[[T, ForkingDice], T]], limit: Limit | None = None) -> Outcomes[T]:
    """The outcomes of stages one after the other, from what the first is given."""
    limit = limit or Limit()
    found: Outcomes[T] = Outcomes({first: 1}, 1)
    for stage in stages:
        found = then(found, stage, limit)
    return found


_Found = dict[int, tuple[dict[T, int], list[int]]]
"""Weights by what they are out of, and beside them those of the ways that were cut."""


def _follow(
    procedure: Callable[[ForkingDice], T], factor: int, dice: ForkingDice, limit: Limit, found: _Found[T]
) -> None:
    """Add everything that a procedure can return, each weight multiplied by `factor`."""
    going = True
    while going:
        limit.take()
        try:
            result = procedure(dice)
        except Cut:
            weight, whole = dice.weight()
            found.setdefault(whole, ({}, []))[1].append(weight * factor)
        else:
            weight, whole = dice.weight()
            some = found.get(whole)
            if some is None:
                some = found[whole] = ({}, [])
            weights = some[0]
            weights[result] = weights.get(result, 0) + weight * factor
        going = dice.next()


def _merged(found: _Found[T], whole: int, cut: int) -> Outcomes[T]:
    """All that was found as one, in lowest terms; `whole` is what the factors are out of, `cut` what was cut before."""
    common = lcm(*found)
    made: dict[T, int] = {}
    lost = cut * common
    for of, (weights, cuts) in found.items():
        factor = common // of
        lost += sum(cuts) * factor
        for result, weight in weights.items():
            made[result] = made.get(result, 0) + weight * factor
    lowest = gcd(common * whole, lost, *made.values())
    if lowest > 1:
        made = {result: weight // lowest for result, weight in made.items()}
    return Outcomes(made, common * whole // lowest, lost // lowest)
