"""Charts as data, drawn twice from the same description: as SVG, and as text that says the same.

- `Bars`, `Lines` and `Heat` describe a chart; every one has a title, and `note` says what a reader should take from it;
- `spread` makes bars of a distribution;
- `svg(chart, ...)` gives one SVG document, several charts one below the other;
- `text(chart)` gives lines for a terminal, or for a reader who cannot see the picture.
"""

from certamen.charts.data import Bar, Bars, Chart, Heat, Lines, Series, number, percent
from certamen.charts.spread import spread
from certamen.charts.svg import svg
from certamen.charts.text import bar, text

__all__ = ["Bar", "Bars", "Chart", "Heat", "Lines", "Series", "bar", "number", "percent", "spread", "svg", "text"]
