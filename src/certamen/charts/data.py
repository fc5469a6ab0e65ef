"""What a chart shows: bars, lines or a heat map, as plain data."""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

SELDOM = 20_000


def number(value: float | Fraction) -> str:
    """A value in few digits.

    >>> number(3), number(2.5), number(12.24459), number(1 / 3), number(0.000012)
    ('3', '2.5', '12.24', '0.3333', '1.2e-05')
    """
    figure = float(value)
    if abs(figure) < 1e15 and figure == int(figure):
        return f"{int(figure):,}"
    return f"{figure:,.2f}".rstrip("0").rstrip(".") if 10 <= abs(figure) < 1e15 else f"{figure:.4g}"


def percent(chance: float | Fraction) -> str:
    """A chance, 0 to 1, in hundredths; what is not quite 0 or 1 is not called so.

    >>> percent(0.25), percent(1 / 3), percent(0.0000001), percent(1), percent(0.9999999)
    ('25%', '33.33%', '< 0.01%', '100%', '> 99.99%')
    """
    share = float(chance)
    if 0 < share < 1 / SELDOM or (chance and not share):
        return "< 0.01%"
    if 1 - 1 / SELDOM < share < 1 or (share == 1 != chance):
        return "> 99.99%"
    return f"{share:.2%}".replace(".00%", "%")


class Bar(NamedTuple):
    """One bar: what it stands for, its length (0 or more), and where known the interval the true value lies in.

    `more` are further figures in words, to be read beside the value.
    """

    label: str
    value: float | Fraction
    low: float | None = None
    high: float | None = None
    more: tuple[str, ...] = ()


class Bars(NamedTuple):
    """Bars from a common line. `most` is what a full bar stands for; 0: the longest of them.

    `heads` name the columns of figures where a bar has more than its value.
    """

    title: str
    bars: tuple[Bar, ...]
    note: str = ""
    show: Callable[[float | Fraction], str] = percent
    most: float = 0
    heads: tuple[str, ...] = ()


class Series(NamedTuple):
    """One line: its name, its points (x, y) from left to right, and where known an interval (low, high) for each."""

    name: str
    points: tuple[tuple[float, float], ...]
    intervals: tuple[tuple[float, float], ...] = ()


class Lines(NamedTuple):
    """Lines over a common axis; `x` and `y` say what the axes measure. `low` and `high` bound y where they are given.

    `steps`: the value holds until the next point, as for the share still standing after each round.
    """

    title: str
    series: tuple[Series, ...]
    x: str
    y: str
    note: str = ""
    show_x: Callable[[float | Fraction], str] = number
    show_y: Callable[[float | Fraction], str] = percent
    low: float | None = None
    high: float | None = None
    steps: bool = False


class Heat(NamedTuple):
    """A grid of values: `cells[row][column]`, None where there is none. `x` and `y` say what columns and rows are.

    `low` and `high` are what the lightest and the darkest shade stand for; the least and the most where left out.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[float | None, ...], ...]
    x: str = ""
    y: str = ""
    note: str = ""
    show: Callable[[float | Fraction], str] = percent
    low: float | None = None
    high: float | None = None


Chart = Bars | Lines | Heat
