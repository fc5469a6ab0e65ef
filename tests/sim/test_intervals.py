"""Intervals hold what they promise: they cover the true value 95 times of 100, stopping included."""

import random
from math import sqrt

import pytest

from certamen.sim import intervals

REPETITIONS = 2_000


def covered(hits: int) -> float:
    return hits / REPETITIONS


def wins(rng: random.Random, chance: float, trials: int) -> int:
    return rng.binomialvariate(trials, chance) if hasattr(rng, "binomialvariate") else _binomial(rng, chance, trials)


def _binomial(rng: random.Random, chance: float, trials: int) -> int:
    return sum([rng.random() < chance for _ in range(trials)])


@pytest.mark.parametrize("chance", [0.5, 0.64, 0.9, 0.03])
def test_shares_are_covered(chance: float) -> None:
    """Wilson's interval after 1,000 trials covers the true share in 93.5% to 96.5% of 2,000 repetitions."""
    rng = random.Random(20_261)
    hits = 0
    for _ in range(REPETITIONS):
        found = intervals.share(wins(rng, chance, 1_000), 1_000)
        hits += found.low <= chance <= found.high
    assert 0.935 <= covered(hits) <= 0.965


@pytest.mark.parametrize(("chance", "precision"), [(0.5, 0.025), (0.3, 0.0202), (0.147, 0.0219), (0.05, 0.0096)])
def test_stopping_keeps_the_promise(chance: float, precision: float) -> None:
    """All but the first may stop at one count or another, by how the dice fell: still 93.5% to 96.5% are covered."""
    rng = random.Random(7)
    hits, ends = 0, set()
    for _ in range(REPETITIONS):
        found, last = 0, 0
        for stop in intervals.stops():
            found += wins(rng, chance, stop - last)
            last = stop
            interval = intervals.share(found, stop)
            if interval.half <= precision:
                break
        ends.add(last)
        hits += interval.low <= chance <= interval.high
    assert 0.935 <= covered(hits) <= 0.965, ends
    assert (len(ends) > 1) == (chance != 0.5)


def test_means_are_covered() -> None:
    """Student's interval covers the mean of a skewed count (tosses until heads, at most 12) as it promises."""
    rng = random.Random(3)
    weights = [1 / 2**k for k in range(1, 12)] + [1 / 2**11]
    true = sum(k * weight for k, weight in enumerate(weights, 1))
    hits = 0
    for _ in range(REPETITIONS):
        values = rng.choices(range(1, 13), weights, k=400)
        found = intervals.mean(400, sum(values), sum(v * v for v in values))
        hits += found.low <= true <= found.high
    assert 0.935 <= covered(hits) <= 0.965


def test_few_values_have_wide_intervals() -> None:
    """Of three normal values the interval covers the mean 95 times of 100 too: it is Student's, not the normal one."""
    rng = random.Random(4)
    hits = 0
    for _ in range(REPETITIONS):
        values = [round(rng.gauss(0, 10_000)) for _ in range(3)]
        found = intervals.mean(3, sum(values), sum(v * v for v in values))
        hits += found.low <= 0 <= found.high
    assert 0.935 <= covered(hits) <= 0.965


@pytest.mark.parametrize(("both", "gained", "lost"), [(0.4, 0.2, 0.1), (0.5, 0.02, 0.01), (0.5, 0.1, 0.1)])
def test_paired_differences_are_covered(both: float, gained: float, lost: float) -> None:
    """The interval of a difference between paired trials covers the true one as it promises."""
    rng = random.Random(11)
    hits = 0
    for _ in range(REPETITIONS):
        up = wins(rng, gained, 500)
        down = wins(rng, lost / (1 - gained), 500 - up)
        found = intervals.difference(up, down, 500)
        hits += found.low <= gained - lost <= found.high
    assert 0.935 <= covered(hits) <= 0.968, both


def test_wilson_by_hand() -> None:
    """7 of 20: (7 + z2/2 -+ z sqrt(7*13/20 + z2/4)) / (20 + z2) = 0.181 to 0.567."""
    z = intervals.Z95
    found = intervals.share(7, 20)
    half = z * sqrt(7 * 13 / 20 + z * z / 4)
    assert found.low == pytest.approx((7 + z * z / 2 - half) / (20 + z * z))
    assert (round(found.low, 3), round(found.high, 3)) == (0.181, 0.567)


def test_student_is_the_t_distribution() -> None:
    """Tables give 12.706, 2.571, 2.228, 2.201, 2.086, 1.984 for 1, 5, 10, 11, 20, 100 degrees of freedom."""
    found = [round(intervals.student(n), 3) for n in (1, 5, 10, 11, 20, 100)]
    assert found == [12.706, 2.571, 2.228, 2.201, 2.086, 1.984]


def test_ends_are_ends() -> None:
    """What never or always came up has an interval that reaches its end; no trials tell nothing."""
    assert intervals.share(0, 50).low == 0
    assert intervals.share(50, 50).high == 1
    assert intervals.share(0, 0) == (0, 0, 1)
    assert intervals.mean(0, 0, 0) == (0, 0, 0)
    assert intervals.mean(1, 7, 49) == (7, 7, 7)
    low, high = intervals.difference(0, 0, 100)[1:]
    assert low < 0 < high
    assert intervals.difference(0, 0, 0) == (0, -1, 1)


def test_likely_stop() -> None:
    """A half-width of 0.03 after 1,000 trials is one of 0.01 after some 9,000: the stop after that is 16,000."""
    assert intervals.likely_stop(intervals.Interval(0.5, 0.47, 0.53), 1_000, 0.01) == 16_000
