"""Walls of map files as few straight lines: corners that hardly matter are left out, the outlines of cells drawn."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import dist, sqrt

from msgspec.structs import replace

from certamen.kernel.space import Door, Ground, Point, Wall, centre
from certamen.kernel.space.cells import HEX_STEPS

MOST_WALLS = 4_000
"""So many walls are taken over at most; it leaves room for a thousand doors, areas and covers."""
FRAME = 5
TOLERANCES = (1, 5, 10, 20, 40, 80, 160)
WINDOW = 32
"""So many corners in a row are looked at together: long lines cost no more than their length."""

Line = Sequence[Point]


class TooMany(ValueError):
    """More walls than can be taken over, however they are simplified."""


def fewer(lines: Sequence[Line], notes: list[str]) -> list[Line]:
    """The lines with as many corners as fit, each within a stated distance of the old line. Raises TooMany."""
    corners = sum(len(line) for line in lines)
    for tolerance in TOLERANCES:
        found: list[Line] = [_simple(line, tolerance) for line in lines]
        walls = sum(len(line) - 1 for line in found)
        if walls <= MOST_WALLS:
            if tolerance > TOLERANCES[0]:
                told = f"{corners:,} corners of walls made {walls:,} walls"
                notes.append(f"{told}, at most {tolerance} cm from where they were")
            return found
    raise TooMany(f"more than {MOST_WALLS:,} walls, even with corners left out")


def _simple(line: Line, tolerance: int) -> list[Point]:
    """The first corner, then each time the last one to which the straight way passes near all between."""
    found, at = [line[0]], 0
    while at < len(line) - 1:
        end = at + 1
        while end + 1 < len(line) and end - at < WINDOW and _straight(line, at, end + 1, tolerance):
            end += 1
        if line[end] != found[-1]:
            found.append(line[end])
        at = end
    return found


def _straight(line: Line, at: int, end: int, tolerance: int) -> bool:
    return all(_near(line[one], line[at], line[end], tolerance) for one in range(at + 1, end))


def _near(one: Point, a: Point, b: Point, tolerance: int) -> bool:
    """Whether a point is within `tolerance` of the straight line from a to b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    fx, fy = one[0] - a[0], one[1] - a[1]
    along, whole = fx * dx + fy * dy, dx * dx + dy * dy
    if along <= 0:
        return fx * fx + fy * fy <= tolerance * tolerance
    if along >= whole:
        return (one[0] - b[0]) ** 2 + (one[1] - b[1]) ** 2 <= tolerance * tolerance
    return (fx * dy - fy * dx) ** 2 <= tolerance * tolerance * whole


def walls_of(lines: Iterable[Line], width: int, height: int, *, low: bool = False) -> Iterator[Wall]:
    """Each straight part of the lines as a wall, those wholly beside the map and those drawn twice left out."""
    seen: set[tuple[Point, Point]] = set()
    for line in lines:
        for a, b in pairwise(line):
            key = (min(a, b), max(a, b))
            if a == b or key in seen or _beside(a, b, width, height):
                continue
            seen.add(key)
            yield Wall(a, b, stops_seeing=not low, top=100 if low else None)


def _beside(a: Point, b: Point, width: int, height: int) -> bool:
    return max(a[0], b[0]) < 0 or max(a[1], b[1]) < 0 or min(a[0], b[0]) > width or min(a[1], b[1]) > height


# --- doors -----------------------------------------------------------------------------------------------------------


def wider(doors: Iterable[Door]) -> tuple[Door, ...]:
    """The doors a little wider at both ends, so that a step just beside their frame goes through them."""
    return tuple(replace(door, a=_along(door.a, door.b, -FRAME), b=_along(door.b, door.a, -FRAME)) for door in doors)


def clear_of(doors: Iterable[Door], walls: Iterable[Wall]) -> Iterator[Wall]:
    """The walls, those that end at a door's end as much shorter as `wider` makes the door."""
    ends = {end for door in doors for end in (door.a, door.b)}
    for wall in walls:
        a = _along(wall.a, wall.b, FRAME) if wall.a in ends else wall.a
        b = _along(wall.b, wall.a, FRAME) if wall.b in ends else wall.b
        if dist(wall.a, wall.b) > 2 * FRAME:
            yield replace(wall, a=a, b=b)
        elif a == wall.a and b == wall.b:
            yield wall


def _along(a: Point, b: Point, way: int) -> Point:
    """The point `way` centimetres from a towards b."""
    length = dist(a, b) or 1
    return round(a[0] + (b[0] - a[0]) * way / length), round(a[1] + (b[1] - a[1]) * way / length)


def through_middles(walls: Iterable[Wall], ground: Ground) -> int:
    """How many walls run straight through the middles of squares, so that nobody can pass through those."""
    half = ground.cell // 2
    upright = (wall.a[i] == wall.b[i] and wall.a[i] % ground.cell == half for wall in walls for i in (0, 1))
    return sum(upright) if ground.grid == "square" else 0


# --- cells that nobody can enter ------------------------------------------------------------------------------------


def outline(ground: Ground, cells: set[Point]) -> list[Line]:
    """The border between these cells and all others, as lines."""
    edges = _hex_edges(ground, cells) if ground.grid == "hex" else _square_edges(ground.cell, cells)
    return list(edges)


def _square_edges(cell: int, cells: set[Point]) -> Iterator[Line]:
    """Edges side by side are one line: those below each row first, then those to the right of each column."""
    for turned in (False, True):
        own = {(y, x) for x, y in cells} if turned else cells
        edges = {(x, y) for x, y in own if (x, y - 1) not in own} | {
            (x, y + 1) for x, y in own if (x, y + 1) not in own
        }
        for x, y in sorted(edges, key=lambda one: (one[1], one[0])):
            if (x - 1, y) in edges:
                continue
            end = x
            while (end, y) in edges:
                end += 1
            line = ((x * cell, y * cell), (end * cell, y * cell))
            yield tuple((b, a) for a, b in line) if turned else line


def _hex_edges(ground: Ground, cells: set[Point]) -> Iterator[Line]:
    """Of each hex the sides to hexes outside, in the order of HEX_STEPS."""
    half, tall = ground.cell // 2, round(ground.cell / sqrt(3))
    side = tall // 2
    corners = ((half, -side), (half, side), (0, tall), (-half, side), (-half, -side), (0, -tall))
    for column, row in sorted(cells):
        here = centre(ground, column, row)
        for (i, j), a, b in zip(HEX_STEPS, corners, (*corners[1:], corners[0]), strict=True):
            if (column + i, row + j) not in cells:
                yield ((here.x + a[0], here.y + a[1]), (here.x + b[0], here.y + b[1]))
