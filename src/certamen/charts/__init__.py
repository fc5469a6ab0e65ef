"""Charts as data, drawn twice from the same description: as SVG, and as text that says the same.

- `Bars`, `Lines` and `Heat` describe a chart; every one has a title, and `note` says what a reader should take from it;
- `spread` makes bars of a distribution;
- `svg(chart, ...)` gives one SVG document, several charts one below the other;
- `text(chart)` gives lines for a terminal, or for a reader who cannot see the picture.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from certamen.charts.as_svg import svg
    from certamen.charts.as_text import bar, text
    from certamen.charts.data import Bar, Bars, Chart, Heat, Lines, Series, number, percent
    from certamen.charts.spreads import spread

_FROM = {
    "data": ("Bar", "Bars", "Chart", "Heat", "Lines", "Series", "number", "percent"),
    "spreads": ("spread",),
    "as_svg": ("svg",),
    "as_text": ("bar", "text"),
}
_WHERE = {name: module for module, exported in _FROM.items() for name in exported}

__all__ = ["Bar", "Bars", "Chart", "Heat", "Lines", "Series", "bar", "number", "percent", "spread", "svg", "text"]


def __getattr__(name: str) -> object:
    """Import what is asked for when it is asked for: what is shown as text needs no SVG."""
    if name in _WHERE:
        return getattr(import_module(f"certamen.charts.{_WHERE[name]}"), name)
    raise AttributeError(f"certamen.charts has no {name}")
