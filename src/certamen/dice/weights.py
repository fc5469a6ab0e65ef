"""Exact chances as whole-number weights, and their sums: many dice at once, as one product of two large integers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import gcd, lcm
from typing import Final

from msgspec import Struct

from certamen.dice.errors import TooMuchWork

WORK_LIMIT: Final = 1_000_000_000
"""What an exact distribution may cost unless said otherwise, in steps of about a nanosecond."""

MOST_OUTCOMES: Final = 500_000
"""How many different values any part of it may have: this bounds the memory."""

_STEP: Final = 200  # the cost of one step through a dictionary
_FEW: Final = 8  # so few weights are packed faster by shifting each to its slot
_DIGIT: Final = 30  # bits in a digit of Python's integers


class Chances(Struct, frozen=True, gc=False):
    """Values and their weights, each out of `whole`; they may add up to less, where some outcomes are left out."""

    weights: dict[int, int]
    whole: int


class Work(Struct, gc=False):
    """What has been spent, against a limit. It is reckoned before the work is done, from sizes alone."""

    limit: int
    spent: int = 0

    def steps(self, count: int, each: int = _STEP) -> None:
        """Spend for so many steps, through a dictionary or `each` so long; raises `TooMuchWork` past the limit."""
        self.spent += count * each
        if self.spent > self.limit:
            raise TooMuchWork(
                f"the exact distribution would take more than the limit of {self.limit:,} steps; "
                "use fewer dice, or fewer sides"
            )

    def outcomes(self, count: int) -> None:
        """Raises `TooMuchWork` if these are more values than can be held."""
        if count > MOST_OUTCOMES:
            raise TooMuchWork(f"the exact distribution would have more than {MOST_OUTCOMES:,} different values")

    def product(self, bits: int) -> None:
        """Spend for a product of this many bits (Karatsuba's method)."""
        self.steps(1, int((bits // _DIGIT + 1) ** 1.585))


def pack(weights: dict[int, int], low: int, step: int, width: int) -> int:
    """One integer that holds the weight of `low + i * step` in its i-th slot of `width` bytes (Kronecker)."""
    if len(weights) < _FEW:
        return sum(weight << (value - low) // step * width * 8 for value, weight in weights.items())
    slots = bytearray(((max(weights) - low) // step + 1) * width)
    for value, weight in weights.items():
        start = (value - low) // step * width
        slots[start : start + width] = weight.to_bytes(width, "little")
    return int.from_bytes(slots, "little")


def unpack(packed: int, low: int, step: int, width: int) -> dict[int, int]:
    """The weights that `pack` put together, without those that are 0."""
    slots = packed.to_bytes((packed.bit_length() + 7) // 8, "little")
    found = {}
    for start in range(0, len(slots), width):
        weight = int.from_bytes(slots[start : start + width], "little")
        if weight:
            found[low + start // width * step] = weight
    return found


def slot_width(whole: int) -> int:
    """Bytes for a slot that holds any weight out of `whole`."""
    return whole.bit_length() // 8 + 1


def stride(values: Iterable[int], low: int) -> int:
    """The largest step from `low` that reaches every value."""
    return gcd(*(value - low for value in values)) or 1


def power(chances: Chances, count: int, work: Work) -> Chances:
    """The sum of `count` (1 or more) independent values with these chances."""
    if count == 1:
        return chances
    weights, whole = chances.weights, chances.whole
    if not weights:
        return Chances(weights, whole**count)
    low, high = min(weights), max(weights)
    step = stride(weights, low)
    slots = (high - low) // step + 1
    if slots > 16 * len(weights):
        half = power(chances, count // 2, work)
        twice = add(half, half, work)
        return add(twice, chances, work) if count % 2 else twice
    work.outcomes(slots * count)
    width = slot_width(whole**count)
    work.product(slots * count * width * 8)
    work.steps(slots * count)
    packed = pack(weights, low, step, width) ** count
    return Chances(unpack(packed, low * count, step, width), whole**count)


def add(left: Chances, right: Chances, work: Work) -> Chances:
    """The sum of two independent values: pair by pair, or as one product where that is quicker."""
    ours, theirs = left.weights, right.weights
    pairs = len(ours) * len(theirs)
    if len(ours) > 4 < len(theirs) and (product := _product(left, right, pairs // 4, work)):
        return product
    if pairs > MOST_OUTCOMES:
        return combine(int.__add__, left, right, work)
    work.steps(pairs)
    found: dict[int, int] = {}
    for other, factor in theirs.items():
        for one, weight in ours.items():
            value = one + other
            found[value] = found.get(value, 0) + weight * factor
    return Chances(found, left.whole * right.whole)


def _product(left: Chances, right: Chances, most: int, work: Work) -> Chances | None:
    """`add` as one product, unless that takes more than so many slots."""
    low_left, low_right = min(left.weights), min(right.weights)
    step = gcd(stride(left.weights, low_left), stride(right.weights, low_right))
    slots = (max(left.weights) - low_left + max(right.weights) - low_right) // step + 1
    if slots > most:
        return None
    work.outcomes(slots)
    whole = left.whole * right.whole
    width = slot_width(whole)
    work.product(slots * width * 8)
    work.steps(slots)
    packed = pack(left.weights, low_left, step, width) * pack(right.weights, low_right, step, width)
    return Chances(unpack(packed, low_left + low_right, step, width), whole)


def combine(function: Callable[[int, int], int], left: Chances, right: Chances, work: Work) -> Chances:
    """What a function makes of two independent values, pair by pair."""
    work.steps(len(left.weights) * len(right.weights))
    found: dict[int, int] = {}
    for one, weight in left.weights.items():
        for other, factor in right.weights.items():
            value = function(one, other)
            found[value] = found.get(value, 0) + weight * factor
        work.outcomes(len(found))
    return Chances(found, left.whole * right.whole)


def transform(function: Callable[[int], int], chances: Chances) -> Chances:
    """What a function makes of a value."""
    found: dict[int, int] = {}
    for value, weight in chances.weights.items():
        changed = function(value)
        found[changed] = found.get(changed, 0) + weight
    return Chances(found, chances.whole)


def mix(parts: Sequence[tuple[int, Chances]], whole: int, work: Work) -> Chances:
    """One of several chances, chosen by weights out of `whole`."""
    work.steps(3 * len(parts))
    common = lcm(*(chances.whole for _, chances in parts))
    found: dict[int, int] = {}
    for weight, chances in parts:
        work.steps(len(chances.weights))
        factor = weight * (common // chances.whole)
        for value, inner in chances.weights.items():
            found[value] = found.get(value, 0) + inner * factor
    return Chances(found, whole * common)
