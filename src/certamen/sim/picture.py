"""An estimate as charts, and its figures in no more digits than its intervals bear out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import floor, log10

from certamen.charts import Bar, Bars, Heat, Lines, Series, number
from certamen.sim import intervals
from certamen.sim.compare import Comparison, Difference
from certamen.sim.estimate import Estimate, PersonEstimate, Share, Spread
from certamen.sim.sweep import Sweep

MOST_LINES = 8  # of people in one chart
Show = Callable[[float | Fraction], str]


def decimals(half: float, most: int = 4) -> int:
    """How many decimals of a number are worth telling when its interval is this much to either side.

    >>> decimals(3.1), decimals(0.31), decimals(0.012)
    (0, 1, 2)
    """
    return most if half <= 0 else min(most, max(0, -floor(log10(half))))


def percents(half: float) -> Show:
    """How shares are told whose intervals are this wide to either side.

    >>> percents(0.031)(0.6417), percents(0.0031)(0.6417), percents(0.0031)(0.9999), percents(0.031)(1)
    ('64%', '64.2%', '> 99.9%', '100%')
    """
    places = decimals(100 * half, 2)

    def show(share: float | Fraction) -> str:
        if not 0 < share < 1:
            return f"{float(share):.0%}"
        if round(float(share), places + 2) in (0, 1):
            least = 10**-places
            return f"< {least:g}%" if share < 0.5 else f"> {100 - least:g}%"
        return f"{float(share):.{places}%}"

    return show


def half(one: Share | Spread | Difference) -> float:
    """Half the width of an interval."""
    return (one.high - one.low) / 2


def share_words(one: Share) -> str:
    """A share with its interval: "64% (61% to 67%)"."""
    show = percents(half(one))
    return f"{show(one.share)} ({show(one.low)} to {show(one.high)})"


def mean_words(one: Spread) -> str:
    """A mean with its interval: "6.1 (6.0 to 6.2)"; without where the values never differ."""
    if one.least == one.greatest:
        return f"{one.least:,}"
    places = decimals(half(one), 2)
    return f"{one.mean:,.{places}f} ({one.low:,.{places}f} to {one.high:,.{places}f})"


def winners_chart(found: Estimate) -> Bars:
    """Who wins how often."""
    bars = tuple(Bar(one.name, one.share, one.low, one.high) for one in found.winners)
    show = percents(max(half(one) for one in found.winners))
    return Bars(
        "Who wins", bars, f"in {found.trials:,} trials; in brackets, where the true share lies 19 times of 20", show, 1
    )


def rounds_chart(found: Estimate) -> Bars:
    """How many rounds it takes."""
    bars = tuple(
        Bar(number(low) if low == high else f"{low:,} to {high:,}", times / found.trials)
        for low, high, times in found.rounds.bins
    )
    widest = max((intervals.share(times, found.trials).half for _, _, times in found.rounds.bins), default=0.01)
    note = f"{mean_words(found.rounds)} on average, half are over within {found.rounds.median:,}"
    return Bars("How many rounds it takes", bars, note, percents(widest))


def standing_charts(found: Estimate) -> Iterable[Lines]:
    """The share still standing after each round, a chart a side."""
    for side in found.sides:
        people = [one for one in found.people if one.side == side.name]
        more = f"; the first {MOST_LINES} of {len(people)}" if len(people) > MOST_LINES else ""
        yield Lines(
            f"Who of {side.name} still stands",
            tuple(_still(one, found) for one in people[:MOST_LINES]),
            "round",
            "share standing",
            f"after each round{more}",
            show_y=percents(max(half(one.standing) for one in people)),
            low=0,
            high=1,
            steps=True,
        )


def _still(one: PersonEstimate, found: Estimate) -> Series:
    points, standing = [(0.0, 1.0)], found.trials
    for at, times in one.falls:
        standing -= times
        points.append((float(at), standing / found.trials))
    last = float(max(found.rounds.p95, points[-1][0]))
    return Series(one.name, tuple(points) if points[-1][0] == last else (*points, (last, points[-1][1])))


def left_charts(found: Estimate) -> Iterable[Bars]:
    """What is left of each at the end, on average."""
    for place, figure in enumerate(found.people[0].left):
        spreads = [(one.name, one.left[place]) for one in found.people]
        bars = tuple(Bar(name, max(0.0, one.mean), max(0.0, one.low), max(0.0, one.high)) for name, one in spreads)
        yield Bars(f"{figure.name} at the end, on average", bars, show=numbers(max(half(one) for _, one in spreads)))


def numbers(half: float) -> Show:
    """How means are told whose intervals are this wide to either side."""
    places = decimals(half, 2)
    return lambda value: f"{float(value):,.{places}f}"


def difference_words(one: Difference, *, points: bool) -> str:
    """A difference with its interval: "+4.0 (+1.6 to +6.4)", shares in points of a hundred."""
    scale = 100 if points else 1
    places = decimals(scale * half(one), 2)
    told = [f"{scale * value:+,.{places}f}" for value in (one.difference, one.low, one.high)]
    told = [value.lstrip("+-") if float(value.replace(",", "")) == 0 else value.replace("-", "−") for value in told]
    return f"{told[0]} ({told[1]} to {told[2]})"


def comparison_chart(found: Comparison) -> Bars:
    """Who wins how often, before and after."""
    bars = []
    for one in found.differences:
        if one.figure == "wins":
            bars += [Bar(f"{one.of}, before", one.before), Bar(f"{one.of}, after", one.after)]
    widest = max(half(one) for one in found.differences if one.figure == "wins")
    return Bars("Who wins", tuple(bars), f"in {found.trials:,} pairs of trials on the same dice", percents(widest), 1)


def sweep_charts(found: Sweep) -> Iterable[Lines | Heat]:
    """How often each side wins over the grid: lines where one value is varied, a heat map a side where two are."""
    sides = list(dict.fromkeys(one.name for cell in found.cells for one in cell.winners))
    widest = max((half(one) for cell in found.cells for one in cell.winners), default=0.01)
    if len(found.axes) == 1:
        yield from _sweep_lines(found, sides, percents(widest))
    elif len(found.axes) == 2:
        first, second = found.axes
        furthest = max(
            (max(one.high - one.share, one.share - one.low) for cell in found.cells for one in cell.winners), default=1
        )
        for side in sides if len(sides) != 2 else sides[:1]:
            cells = iter(found.cells)
            grid = tuple(tuple(_share_in(side, next(cells, None)) for _ in second.values) for _ in first.values)
            yield Heat(
                f"How often {side} wins",
                tuple(map(str, second.values)),
                tuple(map(str, first.values)),
                grid,
                second.path,
                first.path,
                f"{found.trials:,} trials a cell, all on the same dice; 19 times of 20 the true share lies "
                f"within {100 * furthest:.2g} points",
                percents(widest),
                0,
                1,
            )


def _sweep_lines(found: Sweep, sides: list[str], show: Show) -> Iterable[Lines]:
    axis = found.axes[0]
    numbers = [float(value) for value in axis.values if isinstance(value, int | float)]
    at = numbers if len(numbers) == len(axis.values) else [float(place) for place in range(len(axis.values))]
    names = dict(zip(at, map(str, axis.values), strict=True))
    series = []
    for side in sides:
        shares = [
            (x, one) for x, cell in zip(at, found.cells, strict=False) for one in cell.winners if one.name == side
        ]
        points = tuple((x, one.share) for x, one in shares)
        series.append(Series(side, points, tuple((one.low, one.high) for _, one in shares)))
    yield Lines(
        "How often each side wins",
        tuple(series),
        axis.path,
        "share of wins",
        f"{found.trials:,} trials each, all on the same dice",
        show_x=lambda x: names.get(float(x), number(x) if numbers else ""),
        show_y=show,
        low=0,
        high=1,
    )


def _share_in(side: str, cell: object) -> float | None:
    return next((one.share for one in getattr(cell, "winners", ()) if one.name == side), 0.0 if cell else None)
