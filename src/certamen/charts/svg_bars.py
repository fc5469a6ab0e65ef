"""Bars as SVG: label, figures, and the bar with the interval it may be off by."""

from collections.abc import Callable

from certamen.charts.as_text import figures
from certamen.charts.data import Bars
from certamen.charts.drawing import COLOURS, LINE, WIDTH, Drawn, escape, line, room, scale, shortened, words

LEFT, GAP, MOST_LABEL = 12.0, 14.0, 220.0


def draw_bars(chart: Bars) -> Drawn:
    """The bars, one below the other."""
    shown = figures(chart)
    labels = [shortened(one.label, MOST_LABEL) for one in chart.bars]
    edge = LEFT + max(map(room, labels), default=0)
    columns = [edge]
    for column in range(max(map(len, shown), default=0)):
        head = chart.heads[column] if column < len(chart.heads) else ""
        wide = max(room(row[column]) for row in shown if column < len(row))
        columns.append(columns[-1] + GAP + max(wide, room(head)))
    place = _scale(chart, columns[-1] + GAP)
    body = [words(x, LINE - 6, head, anchor="end", dim=True) for x, head in zip(columns[1:], chart.heads, strict=False)]
    top = LINE if chart.heads else 0.0
    for index, one in enumerate(chart.bars):
        y = top + index * LINE
        texts = zip(columns, (labels[index], *shown[index]), strict=False)
        body += [words(x, y + 15, text, anchor="end") for x, text in texts]
        start, end, said = place(0), place(float(one.value)), " ".join(shown[index])
        body.append(
            f'<rect x="{start:.1f}" y="{y + 3:.1f}" width="{end - start:.1f}" height="{LINE - 6:g}" '
            f'fill="{COLOURS[0]}"><title>{escape(f"{one.label}: {said}")}</title></rect>'
        )
        if one.low is not None and one.high is not None:
            body.append(_whisker(place(one.low), place(one.high), y + LINE / 2))
    height = top + len(chart.bars) * LINE
    body.append(line(place(0), top, place(0), height, 0.5))
    return Drawn("".join(body), height + 4)


def _scale(chart: Bars, start: float) -> Callable[[float], float]:
    most = chart.most or max((float(one.high or one.value) for one in chart.bars), default=0) or 1
    return scale(0, most, start, WIDTH - LEFT)


def _whisker(low: float, high: float, y: float) -> str:
    return line(low, y, high, y, width=1.5) + line(low, y - 4, low, y + 4) + line(high, y - 4, high, y + 4)
