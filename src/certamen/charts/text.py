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
    heads     50%  ███████▌
     edge   6.25%  ▉
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


def _bars(chart: Bars, width: int, paint: Callable[[str], str]) -> list[str]:
    shown = [one.text or chart.show(one.value) for one in chart.bars]
    between = _intervals(chart)
    left = max((cells(one.label) for one in chart.bars), default=0)
    middle = max(map(cells, shown), default=0)
    last = max(map(cells, between), default=0)
    room = max(1, min(LONGEST_BAR, width - left - middle - last - 5))
    most = chart.most or max((one.value for one in chart.bars), default=0) or 1
    lines = []
    for one, words, interval in zip(chart.bars, shown, between, strict=True):
        said = f"{right(one.label, left)}  {right(words, middle)}{f' {right(interval, last)}' if last else ''}"
        lines.append(f"{said}  {paint(bar(min(1, one.value / most), room))}".rstrip())
    return lines


def _intervals(chart: Bars) -> list[str]:
    def interval(one: Bar) -> str:
        return "" if one.low is None or one.high is None else f"({chart.show(one.low)} to {chart.show(one.high)})"

    return [interval(one) for one in chart.bars]


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
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(right(cell, size) for cell, size in zip(row, widths, strict=True)).rstrip() for row in rows]
