"""Charts as one SVG document: readable on light and dark ground, by a screen reader, and without colours."""

from zlib import crc32

from certamen.charts.as_text import text
from certamen.charts.data import Bars, Chart, Heat, Lines
from certamen.charts.drawing import LINE, WIDTH, Drawn, escape, words
from certamen.charts.svg_bars import draw_bars
from certamen.charts.svg_heat import draw_heat
from certamen.charts.svg_lines import draw_lines

MOST_SAID = 100
STYLE = "svg:root{color-scheme:light dark;background:Canvas;color:CanvasText}"
"""For a file of its own: the ground and the ink that the reader's system has. In a page, the page's own ink."""


def svg(*charts: Chart, title: str = "") -> str:
    """One SVG document with the charts one below the other, under `title` where that is not what the first is called.

    It needs nothing from elsewhere: no script, no font, no style sheet. It may stand in a page or be a file of its own.
    Its description says in words what it shows.

    >>> from certamen.charts import Bar
    >>> svg(Bars("A coin", (Bar("heads", 0.5), Bar("tails", 0.5)))).startswith("<svg ")
    True
    """
    first = charts[0].title if charts else ""
    title = title or first
    body, at, wide = [], 12.0, WIDTH
    if title != first:
        body.append(words(12, at + LINE - 6, title, size=18, bold=True))
        at += LINE + 12
    for chart in charts:
        drawn = _drawn(chart)
        body.append(words(12, at + LINE - 6, chart.title, size=16, bold=True))
        body.append(f'<g transform="translate(0 {at + LINE + 8:g})">{drawn.body}</g>')
        at, wide = at + LINE + 8 + drawn.height, max(wide, drawn.width)
        if chart.note:
            body.append(words(12, at + 14, chart.note, size=13, dim=True))
            at += LINE
        at += 16
    inside = "".join(body)
    key = f"c{crc32((title + inside).encode()):08x}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {at:g}" role="img" '
        f'aria-labelledby="{key}t {key}d" font-family="system-ui, sans-serif" font-size="14" fill="currentColor">'
        f'<title id="{key}t">{escape(title)}</title><desc id="{key}d">{escape(said(charts))}</desc>'
        f"<style>{STYLE}</style>{inside}</svg>\n"
    )


def said(charts: tuple[Chart, ...]) -> str:
    """What the charts show, in words: their text equivalents, line by line, without the bars."""
    lines = [line for chart in charts for line in text(chart, paint=lambda _: "")]
    more = [f"and {len(lines) - MOST_SAID} lines more"] if len(lines) > MOST_SAID else []
    return "\n".join([" ".join(line.split()) for line in lines[:MOST_SAID]] + more)


def _drawn(chart: Chart) -> Drawn:
    match chart:
        case Bars():
            return draw_bars(chart)
        case Lines():
            return draw_lines(chart)
        case Heat():
            return draw_heat(chart)
