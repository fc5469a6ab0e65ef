"""Lines as SVG: each with a colour, dashes and a sign of its own, and its name and last value at its end."""

from collections.abc import Callable

from certamen.charts.data import Lines, Series
from certamen.charts.drawing import COLOURS, Drawn, escape, line, room, scale, shortened, spaced, ticks, words

HEIGHT = 280.0
LEFT, RIGHT, MOST_NAME = 76.0, 700.0, 170.0
DASHES = ("", "7 4", "2 3", "10 3 2 3", "4 2", "1 4")
SIGNS = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
    "M-4 -4h8v8h-8z",
    "M0 -5L5 4H-5z",
    "M0 -5L5 0L0 5L-5 0z",
    "M-5 -4H5L0 5z",
    "M-4 -4L4 4M4 -4L-4 4",
)
MOST_SIGNS = 40

Place = Callable[[float], float]


def draw_lines(chart: Lines) -> Drawn:
    """The axes with round numbers, the lines, and their names."""
    points = [point for one in chart.series for point in one.points] or [(0.0, 0.0)]
    ends = [end for one in chart.series for pair in one.intervals for end in pair]
    heights = [y for _, y in points] + ends
    low = min(heights) if chart.low is None else chart.low
    high = max(heights) if chart.high is None else chart.high
    named = [_ending(chart, one) for one in chart.series]
    right = RIGHT - max((room(name) for name in named), default=0) - 16
    x = scale(min(x for x, _ in points), max(x for x, _ in points), LEFT, right)
    y = scale(low, high if high > low else low + 1, HEIGHT, 10)
    body = _axes(chart, x, y, (low, high), right)
    for index, one in enumerate(chart.series):
        body.append(_series(chart, one, index, x, y))
    at = spaced([y(one.points[-1][1]) if one.points else HEIGHT for one in chart.series], 17, 10, HEIGHT)
    for index, (name, height) in enumerate(zip(named, at, strict=True)):
        body.append(_sign(index, right + 12, height))
        body.append(words(right + 20, height + 5, name))
    return Drawn("".join(body), HEIGHT + 48)


def _ending(chart: Lines, one: Series) -> str:
    last = f" {chart.show_y(one.points[-1][1])}" if one.points else ""
    return shortened(one.name, MOST_NAME) + last


def _axes(chart: Lines, x: Place, y: Place, heights: tuple[float, float], right: float) -> list[str]:
    body = []
    for value in ticks(*heights, 5):
        body.append(line(LEFT, y(value), right, y(value), 0.15))
        body.append(words(LEFT - 8, y(value) + 5, chart.show_y(value), anchor="end", size=12))
    every = [x for one in chart.series for x, _ in one.points] or [0.0]
    for value in ticks(min(every), max(every), 8):
        body.append(line(x(value), HEIGHT, x(value), HEIGHT + 4, 0.5))
        body.append(words(x(value), HEIGHT + 18, chart.show_x(value), anchor="middle", size=12))
    body.append(line(LEFT, HEIGHT, right, HEIGHT, 0.5))
    body.append(words((LEFT + right) / 2, HEIGHT + 38, chart.x, anchor="middle", size=13, dim=True))
    body.append(
        f'<text transform="translate(16 {HEIGHT / 2:g}) rotate(-90)" text-anchor="middle" font-size="13" '
        f'opacity="0.75">{escape(chart.y)}</text>'
    )
    return body


def _series(chart: Lines, one: Series, index: int, x: Place, y: Place) -> str:
    colour, dash = COLOURS[index % len(COLOURS)], DASHES[index % len(DASHES)]
    body = ""
    if one.intervals and len(one.points) > 1:
        over = [f"{x(at):.1f} {y(high):.1f}" for (at, _), (_, high) in zip(one.points, one.intervals, strict=True)]
        under = [f"{x(at):.1f} {y(low):.1f}" for (at, _), (low, _) in zip(one.points, one.intervals, strict=True)]
        body += f'<path d="M{" L".join([*over, *reversed(under)])}Z" fill="{colour}" opacity="0.2"/>'
    path = ""
    for k, (at, value) in enumerate(one.points):
        step = f"H{x(at):.1f}V{y(value):.1f}" if chart.steps and k else f"{'L' if k else 'M'}{x(at):.1f} {y(value):.1f}"
        path += step
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    body += f'<path d="{path or "M0 0"}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>'
    if len(one.points) <= MOST_SIGNS:
        for at, value in one.points:
            said = f"{one.name} {chart.x} {chart.show_x(at)}: {chart.show_y(value)}"
            body += f"<g>{_sign(index, x(at), y(value))}<title>{escape(said)}</title></g>"
    return body


def _sign(index: int, x: float, y: float) -> str:
    colour = COLOURS[index % len(COLOURS)]
    shape = f'd="{SIGNS[index % len(SIGNS)]}" fill="{colour}" stroke="{colour}"'
    return f'<path transform="translate({x:.1f} {y:.1f})" {shape}/>'
