"""Charts as lines of text: bars of block characters, tables where a picture would have lines or shades."""

import unicodedata
from collections.abc import Callable, Sequence

from certamen.charts.data import Bar, Bars, Chart, Heat, Lines, Series

LONGEST_BAR = 40
EIGHTHS = "▏▎▍▌▋▊▉█"
SHADES = " ░▒▓█"


def plain(words: str) -> str:
    """The words as they are: how the bars are painted where nothing else is asked for."""
    return words


def text(chart: Chart, width: int = 80, paint: Callable[[str], str] = plain) -> list[str]:
    r"""The chart as lines at most `width` columns wide where its labels allow it; `paint` colours each bar.

    >>> print("\n".join(text(Bars("Coin", (Bar("heads", 0.5), Bar("edge", 0.0625)), most=1), 30)))
    Coin
    heads    50%  ████████
     edge  6.25%  █
    """
    note = [chart.note] if chart.note else []
    if isinstance(chart, Bars):
        return [chart.title, *_bars(chart, width, paint), *note]
    table = _lines(chart) if isinstance(chart, Lines) else _heat(chart)
    return [chart.title, *_table(table), *note]


def bar(share: float, room: int) -> str:
    """A bar that fills this share (0 to 1) of `room` columns, to an eighth of one.

    >>> bar(0.5, 5)
    '██▌'
    """
    whole, rest = divmod(int(share * room * 8), 8)
    return "█" * whole + (EIGHTHS[rest - 1] if rest else "")


def cells(words: str) -> int:
    r"""How many columns a text takes, wide characters counted as two.

    >>> cells("Jack"), cells("侍"), cells("e\u0301")
    (4, 2, 1)
    """
    return len(words) if words.isascii() else sum(map(letter_cells, words))


def letter_cells(letter: str) -> int:
    """How many columns one character takes."""
    if unicodedata.east_asian_width(letter) in "WF":
        return 2
    return 0 if unicodedata.category(letter) in ("Mn", "Me", "Cf") else 1


def right(words: str, columns: int) -> str:
    """The text at the right edge of so many columns."""
    return " " * (columns - cells(words)) + words


def figures(chart: Bars) -> list[tuple[str, ...]]:
    """What is read beside each bar: its value, the interval where it is known, and whatever more there is."""
    return [(chart.show(one.value), *_interval(chart, one), *one.more) for one in chart.bars]


def _interval(chart: Bars, one: Bar) -> tuple[str, ...]:
    return () if one.low is None or one.high is None else (f"({chart.show(one.low)} to {chart.show(one.high)})",)


def _bars(chart: Bars, width: int, paint: Callable[[str], str]) -> list[str]:
    rows = [(one.label, *shown) for one, shown in zip(chart.bars, figures(chart), strict=True)]
    lines = _table([("", *chart.heads), *rows] if chart.heads else rows)
    room = max(1, min(LONGEST_BAR, width - max(map(cells, lines), default=0) - 2))
    most = chart.most or max((one.value for one in chart.bars), default=0) or 1
    drawn = [paint(bar(min(1.0, float(one.value / most)), room)) for one in chart.bars]
    return [f"{line}  {blocks}".rstrip() for line, blocks in zip(lines, [""] * bool(chart.heads) + drawn, strict=True)]


def _lines(chart: Lines) -> list[list[str]]:
    """A row for each x, a column for each line."""
    found = [{x: _point(chart, one, index) for index, (x, _) in enumerate(one.points)} for one in chart.series]
    every = sorted({x for values in found for x in values})
    head = [chart.x, *(one.name if len(chart.series) > 1 else one.name or chart.y for one in chart.series)]
    return [head, *([chart.show_x(x), *(values.get(x, "") for values in found)] for x in every)]


def _point(chart: Lines, series: Series, index: int) -> str:
    shown = chart.show_y(series.points[index][1])
    if not series.intervals:
        return shown
    low, high = series.intervals[index]
    return f"{shown} ({chart.show_y(low)} to {chart.show_y(high)})"


def _heat(chart: Heat) -> list[list[str]]:
    values = [value for row in chart.cells for value in row if value is not None]
    low = min(values, default=0) if chart.low is None else chart.low
    high = max(values, default=0) if chart.high is None else chart.high
    corner = " \\ ".join(name for name in (chart.y, chart.x) if name)
    rows = [
        [label, *(_cell(chart, value, low, high) for value in row)]
        for label, row in zip(chart.rows, chart.cells, strict=True)
    ]
    return [[corner, *chart.columns], *rows]


def _cell(chart: Heat, value: float | None, low: float, high: float) -> str:
    if value is None:
        return "-"
    share = (value - low) / (high - low) if high > low else 0
    return f"{chart.show(value)} {SHADES[min(4, max(0, int(share * 5)))]}"


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns of equal width, each cell at its right; rows may end early."""
    widths = [
        max(cells(row[column]) for row in rows if column < len(row)) for column in range(max(map(len, rows), default=0))
    ]
    return ["  ".join(right(cell, size) for cell, size in zip(row, widths, strict=False)) for row in rows]
