"""A heat map as SVG: shades from light to dark, with the value written in each cell."""

from certamen.charts.data import Heat
from certamen.charts.drawing import WIDTH, Drawn, escape, room, shortened, words

LIGHT, DARK = (232, 241, 251), (11, 61, 115)
LEFT, CELL, MOST_LABEL, LEAST, MOST_WRITTEN = 12.0, 28.0, 180.0, 14.0, 60


def draw_heat(chart: Heat) -> Drawn:
    """The grid, its labels, and what the shades stand for."""
    values = [float(value) for row in chart.cells for value in row if value is not None]
    low = min(values, default=0.0) if chart.low is None else chart.low
    high = max(values, default=1.0) if chart.high is None else chart.high
    written = [["–" if value is None else chart.show(value) for value in row] for row in chart.cells]
    labels = [shortened(label, MOST_LABEL, 13) for label in chart.rows]
    left = LEFT + max([room(label, 13) for label in labels] + [room(chart.y, 13)]) + 10
    widest = max((room(text, 13) for row in written for text in (*row, *chart.columns)), default=0) + 8
    count = len(chart.columns)
    write = count <= MOST_WRITTEN
    wide = max(widest if write else LEAST, min(72.0, (WIDTH - LEFT - left) / max(1, count)))
    top = 48.0 if chart.x else 26.0
    body = [words(left + wide * count / 2, 14, chart.x, anchor="middle", size=13, dim=True)] if chart.x else []
    body += [words(LEFT, top - 8, chart.y, size=13, dim=True)] if chart.y else []
    every = max(1, int(-(-max(map(room, chart.columns), default=0) // wide)))
    for k, label in enumerate(chart.columns):
        if k % every == 0:
            body.append(words(left + wide * (k + 0.5), top - 8, label, anchor="middle", size=13))
    for k, row in enumerate(chart.cells):
        y = top + k * CELL
        body.append(words(left - 8, y + 19, labels[k], anchor="end", size=13))
        for j, value in enumerate(row):
            said = f"{chart.rows[k]}, {chart.columns[j]}: {written[k][j]}"
            box = (left + j * wide, y, wide)
            body.append(_cell(box, None if value is None else _share(value, low, high), written[k][j] * write, said))
    height = top + len(chart.cells) * CELL
    body.append(_legend(chart, left, height + 10, low, high))
    return Drawn("".join(body), height + 48, max(WIDTH, left + wide * count + LEFT))


def _share(value: float, low: float, high: float) -> float:
    return min(1.0, max(0.0, (float(value) - low) / (high - low))) if high > low else 0.5


def _cell(box: tuple[float, float, float], share: float | None, text: str, said: str) -> str:
    x, y, wide = box
    fill, ink = ("none", "currentColor") if share is None else shade(share)
    rect = f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide - 1:.1f}" height="{CELL - 1:g}" fill="{fill}"/>'
    if text:
        rect += (
            f'<text x="{x + wide / 2:.1f}" y="{y + 18:.1f}" text-anchor="middle" font-size="13" fill="{ink}">'
            f"{escape(text)}</text>"
        )
    return f"<g>{rect}<title>{escape(said)}</title></g>"


def shade(share: float) -> tuple[str, str]:
    """The colour of a share (0 to 1), and the ink that can be read on it."""
    mixed = [round(light + (dark - light) * share) for light, dark in zip(LIGHT, DARK, strict=True)]
    return "#{:02x}{:02x}{:02x}".format(*mixed), "#000" if share < 0.67 else "#fff"


def _legend(chart: Heat, left: float, y: float, low: float, high: float) -> str:
    """Five shades with what they stand for."""
    steps = [low + (high - low) * k / 4 for k in range(5)] if high > low else [low]
    wide = max(room(chart.show(value), 12) for value in steps) + 16
    return "".join(
        _cell((left + k * wide, y, wide), _share(value, low, high), chart.show(value), chart.show(value))
        for k, value in enumerate(steps)
    )
