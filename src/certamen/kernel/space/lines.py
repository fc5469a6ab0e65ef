"""Straight lines and shapes in the plane, in whole numbers only: what crosses what, where, and what lies inside."""

from collections.abc import Iterable, Iterator, Sequence
from math import isqrt

from certamen.kernel.space.cells import cell_at, centre
from certamen.kernel.space.ground import Cells, Circle, Ground, Place, Point, Polygon, Rectangle, Shape

Bar = tuple[int, int, int, int, int | None]
"""What may stop a line: from (x, y) to (x, y), and its height or None."""

Box = tuple[int, int, int, int]
"""Limits in the plane: left, low, right, high."""


def stopped(bars: Iterable[Bar], a: Place, b: Place) -> bool:
    """Whether the straight line from `a` to `b` touches a bar, the ends of both included, below the bar's height."""
    ax, ay, az = a
    bx, by, bz = b
    dx, dy = bx - ax, by - ay
    left, right = (ax, bx) if ax < bx else (bx, ax)
    low, high = (ay, by) if ay < by else (by, ay)
    for cx, cy, ex, ey, top in bars:
        if (cx < left and ex < left) or (cx > right and ex > right):
            continue
        if (cy < low and ey < low) or (cy > high and ey > high):
            continue
        side_c = dx * (cy - ay) - dy * (cx - ax)
        side_e = dx * (ey - ay) - dy * (ex - ax)
        if (side_c > 0 and side_e > 0) or (side_c < 0 and side_e < 0):
            continue
        side_a = (ex - cx) * (ay - cy) - (ey - cy) * (ax - cx)
        side_b = (ex - cx) * (by - cy) - (ey - cy) * (bx - cx)
        if (side_a > 0 and side_b > 0) or (side_a < 0 and side_b < 0):
            continue
        if top is None or _below(az, bz, side_a, side_b, top):
            return True
    return False


def _below(az: int, bz: int, side_a: int, side_b: int, top: int) -> bool:
    """Whether a line from height az to bz is below `top` where it crosses; along a bar, whether its lower end is."""
    whole = abs(side_a - side_b)
    if not whole:
        return min(az, bz) < top
    return az * whole + (bz - az) * abs(side_a) < top * whole


def crossing(a: Place, b: Place, c: Point, e: Point) -> tuple[int, int] | None:
    """Where the line from a to b meets that from c to e: (part, whole), part/whole of the way; None if nowhere.

    Lines along one another do not cross.

    >>> crossing(Place(0, 0), Place(10, 0), (4, -1), (4, 1))
    (8, 20)
    """
    side_a = (e[0] - c[0]) * (a.y - c[1]) - (e[1] - c[1]) * (a.x - c[0])
    side_b = (e[0] - c[0]) * (b.y - c[1]) - (e[1] - c[1]) * (b.x - c[0])
    if side_a == side_b or not stopped(((*c, *e, None),), a, b):
        return None
    return abs(side_a), abs(side_a - side_b)


def contains(ground: Ground, shape: Shape, x: int, y: int) -> bool:
    """Whether a point lies in a shape, its border included."""
    match shape:
        case Rectangle((ax, ay), (bx, by)):
            return min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)
        case Circle((cx, cy), radius):
            return (x - cx) ** 2 + (y - cy) ** 2 <= radius**2
        case Cells(cells):
            return cell_at(ground, x, y) in cells
        case Polygon(corners):
            return _in_polygon(corners, x, y)


def box(ground: Ground, shape: Shape) -> Box:
    """The limits of a shape."""
    match shape:
        case Circle((x, y), radius):
            return x - radius, y - radius, x + radius, y + radius
        case Rectangle(a, b):
            return _around((a, b), 0)
        case Polygon(corners):
            return _around(corners, 0)
        case Cells(cells):
            return _around([centre(ground, *cell)[:2] for cell in cells], ground.cell)


def _around(points: Sequence[Point], margin: int) -> Box:
    columns, rows = [x for x, _ in points], [y for _, y in points]
    return min(columns) - margin, min(rows) - margin, max(columns) + margin, max(rows) + margin


def _in_polygon(corners: tuple[Point, ...], x: int, y: int) -> bool:
    inside = False
    for (ax, ay), (bx, by) in _sides(corners):
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if side == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return True
        if (ay > y) != (by > y) and (side > 0) == (by > ay):
            inside = not inside
    return inside


def _sides(corners: tuple[Point, ...]) -> Iterable[tuple[Point, Point]]:
    return zip(corners, corners[1:] + corners[:1], strict=True)


def borders(ground: Ground, shape: Shape, a: Place, b: Place, length: int) -> Iterator[int]:
    """How many centimetres along the line from `a` to `b`, `length` long, its plan may enter or leave a shape."""
    match shape:
        case Circle(middle, radius):
            yield from _round_border(middle, radius, a, b, length)
        case Cells():
            for start, end in ((a.x, b.x), (a.y, b.y)):
                first = -(-min(start, end) // ground.cell) * ground.cell
                for line in range(first, max(start, end) + 1, ground.cell):
                    if start != end:
                        yield length * (line - start) // (end - start)
        case Rectangle((ax, ay), (bx, by)):
            yield from _straight_borders(((ax, ay), (bx, ay), (bx, by), (ax, by)), a, b, length)
        case Polygon(corners):
            yield from _straight_borders(corners, a, b, length)


def _straight_borders(corners: tuple[Point, ...], a: Place, b: Place, length: int) -> Iterator[int]:
    for c, e in _sides(corners):
        met = crossing(a, b, c, e)
        if met:
            yield length * met[0] // met[1]


def _round_border(middle: Point, radius: int, a: Place, b: Place, length: int) -> Iterator[int]:
    dx, dy, fx, fy = b.x - a.x, b.y - a.y, a.x - middle[0], a.y - middle[1]
    whole, half = dx * dx + dy * dy, fx * dx + fy * dy
    inner = half * half - whole * (fx * fx + fy * fy - radius * radius)
    if whole and inner >= 0:
        yield length * (-half - isqrt(inner)) // whole
        yield length * (-half + isqrt(inner)) // whole
