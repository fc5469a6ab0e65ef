"""How sure an estimate is: 95% intervals for shares, means and paired differences, and when to stop sampling."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

Z95 = 1.959963984540054  # of the normal distribution: 2.5% lie above
FIRST_STOP = 1_000
# Student's t for 1, 2, 3 ... degrees of freedom: 2.5% lie above; beyond, a series in 1/df is exact to 4 digits.
T95 = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)


class Interval(NamedTuple):
    """A value and the 95% interval around it."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def share(count: int, trials: int) -> Interval:
    """How often something came up among so many trials, 0 to 1, with Wilson's interval.

    >>> [round(number, 3) for number in share(50, 100)]
    [0.5, 0.404, 0.596]
    >>> share(0, 100).low, round(share(0, 100).high, 3)
    (0.0, 0.037)
    """
    if trials == 0:
        return Interval(0.0, 0.0, 1.0)
    value, squared = count / trials, Z95 * Z95
    middle = (count + squared / 2) / (trials + squared)
    half = Z95 * sqrt(value * (1 - value) * trials + squared / 4) / (trials + squared)
    low = 0.0 if count == 0 else max(0.0, middle - half)
    return Interval(value, low, 1.0 if count == trials else min(1.0, middle + half))


def mean(count: int, total: int, squares: int) -> Interval:
    """The mean of so many values, from their sum and the sum of their squares, with Student's interval.

    The interval of a single value is that value: nothing is known of its spread.

    >>> [round(number, 2) for number in mean(4, 10, 30)]
    [2.5, 0.45, 4.55]
    """
    if count == 0:
        return Interval(0.0, 0.0, 0.0)
    value = total / count
    if count == 1:
        return Interval(value, value, value)
    variance = (count * squares - total * total) / (count * (count - 1))
    half = student(count - 1) * sqrt(variance / count)
    return Interval(value, value - half, value + half)


def student(freedom: int) -> float:
    """Student's t for so many degrees of freedom, of which 2.5% lie above.

    >>> round(student(30), 3), round(student(10**6), 3)
    (2.042, 1.96)
    """
    if freedom <= len(T95):
        return T95[freedom - 1]
    z, n = Z95, freedom
    second, third = 5 * z**5 + 16 * z**3 + 3 * z, 3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z
    return z + (z**3 + z) / (4 * n) + second / (96 * n**2) + third / (384 * n**3)


def difference(gained: int, lost: int, trials: int) -> Interval:
    """By how much a share differs between paired trials: `gained` have it only after, `lost` only before.

    The interval is Bonett and Price's: Wald's with one more of each, so that it holds for few and for none.

    >>> [round(number, 3) for number in difference(30, 10, 100)]
    [0.2, 0.078, 0.315]
    """
    if trials == 0:
        return Interval(0.0, -1.0, 1.0)
    up, down = (gained + 1) / (trials + 2), (lost + 1) / (trials + 2)
    half = Z95 * sqrt((up + down - (up - down) ** 2) / (trials + 2))
    return Interval((gained - lost) / trials, max(-1.0, up - down - half), min(1.0, up - down + half))


def stops() -> Iterator[int]:
    """The trial counts at which sampling may stop: 1,000, doubling: looking oftener would spoil intervals."""
    stop = FIRST_STOP
    while True:
        yield stop
        stop *= 2


def likely_stop(widest: Interval, trials: int, precision: float) -> int:
    """The count of trials at which an interval this wide after so many will likely be within +- `precision`."""
    wanted = trials * (widest.half / precision) ** 2
    return next(stop for stop in stops() if stop >= wanted)
