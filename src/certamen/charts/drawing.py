"""What all SVG charts are drawn with: text, colours that can be read on light and dark ground, round numbers."""

from collections.abc import Callable, Sequence
from html import escape as escape_html
from math import ceil, floor, log10
from typing import NamedTuple

from certamen.charts.as_text import cells

WIDTH = 720.0
LINE = 22.0
SIGN = 8.3  # about what one column of text takes at size 14

COLOURS = ("#3182ce", "#d1601f", "#2f8f5b", "#a05cc0", "#c2477a", "#8a7a12")
"""Each at least 3 to 1 against white and against #1e1e1e; a line has its own dashes and signs besides."""


class Drawn(NamedTuple):
    """A piece of a drawing and the room it takes."""

    body: str
    height: float
    width: float = WIDTH


def escape(text: str) -> str:
    """Text as XML can hold it: marked up, and without the control signs that XML has no way to write."""
    return escape_html("".join(sign for sign in text if sign >= " " or sign in "\n\t"))


def room(text: str, size: float = 14) -> float:
    """About how wide a text is."""
    return cells(text) * SIGN * size / 14


def shortened(text: str, most: float, size: float = 14) -> str:
    """The text, cut where it is wider than so much."""
    if room(text, size) <= most:
        return text
    while text and room(text + "…", size) > most:
        text = text[:-1]
    return text.rstrip() + "…"


def words(
    x: float, y: float, text: str, *, anchor: str = "start", size: float = 14, bold: bool = False, dim: bool = False
) -> str:
    """A text whose line stands on `y`."""
    how = f' text-anchor="{anchor}"' if anchor != "start" else ""
    how += f' font-size="{size:g}"' if size != 14 else ""
    how += ' font-weight="600"' if bold else ""
    how += ' opacity="0.75"' if dim else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{how}>{escape(text)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, opacity: float = 1, width: float = 1) -> str:
    """A straight line in the colour of the text."""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="currentColor" '
        f'stroke-width="{width:g}" opacity="{opacity:g}"/>'
    )


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from `low` to `high`, at most about so many.

    >>> ticks(0, 1, 5), ticks(3, 47, 6)
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [10.0, 20.0, 30.0, 40.0])
    """
    if not high > low:
        return [low]
    rough = (high - low) / most
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(k * step, 12) for k in range(first, last + 1)]


def scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """Where a value between `low` and `high` stands between `start` and `end`; what is outside stands at the edge."""
    span = high - low

    def place(value: float) -> float:
        share = min(1.0, max(0.0, (float(value) - low) / span)) if span else 0.5
        return start + share * (end - start)

    return place


def spaced(places: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """The places moved apart so that none is nearer than `least` to another, within bounds as far as there is room."""
    order = sorted(range(len(places)), key=lambda index: places[index])
    moved = [0.0] * len(places)
    at = low
    for index in order:
        at = moved[index] = max(places[index], at)
        at += least
    over = at - least - high
    for index in reversed(order):
        if over <= 0:
            break
        moved[index] = min(moved[index], high)
        high = moved[index] - least
    return moved
