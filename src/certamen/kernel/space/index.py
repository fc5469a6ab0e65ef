"""What is worked out once for a ground and kept: what stops moving and seeing, and the steps from each cell."""

from functools import lru_cache

from certamen.kernel.space.cells import HEX_STEPS, SQUARE_STEPS, cell_at, centre, hex_radius, within
from certamen.kernel.space.ground import Area, Cells, Door, Ground, Place, Point, Wall
from certamen.kernel.space.lines import Bar, box, contains, stopped

MOST_KEPT = 8_000
MOST_ROWS = 256
CLOSED = 0

Edge = tuple[Place, int, int]
"""A step on a grid: where to, how many axes it moves along (1 to 3), and how many times it costs."""


class Index:
    """Caches of one ground: not state, only what follows from it. Each cache starts anew when it has grown large."""

    __slots__ = ("areas", "cells", "edges", "ground", "moving", "row", "rows", "seeing", "shapes", "sights", "terrain")

    def __init__(self, ground: Ground) -> None:
        bars: list[Wall | Door] = [*ground.walls, *(door for door in ground.doors if not door.open)]
        self.ground = ground
        self.moving = [_bar(bar) for bar in bars if isinstance(bar, Door) or bar.stops_moving]
        self.seeing = [_bar(bar) for bar in bars if bar.stops_seeing]
        self.rows: dict[int, list[Bar]] = {}
        self.row = max(ground.cell, -(-ground.height // MOST_ROWS))
        for bar in self.moving:
            low, high = max(0, min(bar[1], bar[3])), min(ground.height, max(bar[1], bar[3]))
            for row in range(low // self.row, high // self.row + 1):
                self.rows.setdefault(row, []).append(bar)
        self.areas = [(area, box(ground, area.shape)) for area in ground.areas]
        self.shapes = [(area, limits) for area, limits in self.areas if not isinstance(area.shape, Cells)]
        self.cells: dict[Point, list[Area]] = {}
        for area in ground.areas:
            if isinstance(area.shape, Cells):
                for cell in area.shape.cells:
                    self.cells.setdefault(cell, []).append(area)
        self.terrain: dict[tuple[str, int, int], int] = {}
        self.sights: dict[tuple[Place, Place], bool] = {}
        self.edges: dict[tuple[str, int, bool, Place], tuple[Edge, ...]] = {}


def _bar(bar: Wall | Door) -> Bar:
    return (*bar.a, *bar.b, bar.top)


@lru_cache(maxsize=16)
def index_of(ground: Ground) -> Index:
    """The caches of a ground; those of the sixteen grounds used last are kept."""
    return Index(ground)


def areas_at(index: Index, x: int, y: int) -> list[Area]:
    """The areas that a point lies in."""
    found = [
        area
        for area, (left, low, right, high) in index.shapes
        if left <= x <= right and low <= y <= high and contains(index.ground, area.shape, x, y)
    ]
    if index.cells:
        found += index.cells.get(cell_at(index.ground, x, y), ())
    return found


def factor(index: Index, x: int, y: int, mode: str) -> int:
    """How many times each centimetre at a point costs by a mode: 1 open, CLOSED not to be entered."""
    key = (mode, x, y)
    times = index.terrain.get(key)
    if times is None:
        if len(index.terrain) >= MOST_KEPT:
            index.terrain.clear()
        times = index.terrain[key] = _factor(areas_at(index, x, y), mode)
    return times


def _factor(areas: list[Area], mode: str) -> int:
    highest = 1
    for area in areas:
        if mode in area.closes:
            return CLOSED
        if area.factor > highest and (area.slows is None or mode in area.slows):
            highest = area.factor
    return highest


def sees(index: Index, a: Place, b: Place) -> bool:
    """Whether no wall and no closed door stops the line from `a` to `b`."""
    key = (a, b) if a < b else (b, a)
    seen = index.sights.get(key)
    if seen is None:
        if len(index.sights) >= MOST_KEPT:
            index.sights.clear()
        seen = index.sights[key] = not stopped(index.seeing, a, b)
    return seen


def footprint(ground: Ground, at: Place, cells: int) -> tuple[Place, ...]:
    """The centres of all the cells that a body `cells` across fills on its level."""
    if cells == 1:
        return (at,)
    if ground.grid == "hex":
        radius = hex_radius(cells)
        q, r = cell_at(ground, at.x, at.y)
        around = range(-radius, radius + 1)
        pairs = [(i, j) for i in around for j in around if abs(i + j) <= radius]
        return tuple(centre(ground, q + i, r + j, at.z) for i, j in pairs)
    first = -(cells - 1) * ground.cell // 2
    offsets = [first + n * ground.cell for n in range(cells)]
    return tuple(Place(at.x + i, at.y + j, at.z) for j in offsets for i in offsets)


def edges_from(index: Index, mode: str, cells: int, climbing: bool, at: Place) -> tuple[Edge, ...]:
    """The steps of a body `cells` across from a place by a mode, up and down too if `climbing`; other bodies apart."""
    key = (mode, cells, climbing, at)
    edges = index.edges.get(key)
    if edges is None:
        if len(index.edges) >= MOST_KEPT:
            index.edges.clear()
        edges = index.edges[key] = tuple(_edges(index, mode, cells, climbing, at))
    return edges


def _edges(index: Index, mode: str, cells: int, climbing: bool, at: Place) -> list[Edge]:
    ground, cell, found = index.ground, index.ground.cell, []
    for to, axes in _level_steps(ground, at):
        bodies = footprint(ground, to, cells)
        times = [factor(index, body.x, body.y, mode) for body in bodies]
        if CLOSED in times or not within(ground, to, cells * cell):
            continue
        for rise in (0, -cell, cell) if climbing else (0,):
            higher = Place(to.x, to.y, at.z + rise)
            if axes + bool(rise) and _clear(index, at, higher, cells):
                found.append((higher, axes + bool(rise), max(times)))
    return found


def _level_steps(ground: Ground, at: Place) -> list[tuple[Place, int]]:
    """The places one step away on the level and the axes it moves along; and, for climbing, `at` itself with none."""
    if ground.grid == "hex":
        q, r = cell_at(ground, at.x, at.y)
        return [(centre(ground, q + i, r + j, at.z), 1) for i, j in HEX_STEPS] + [(at, 0)]
    side = ground.cell
    steps = [(Place(at.x + i * side, at.y + j * side, at.z), abs(i) + abs(j)) for i, j in SQUARE_STEPS]
    return [*steps, (at, 0)]


def _clear(index: Index, at: Place, to: Place, cells: int) -> bool:
    """Whether a body can go straight from a place to the next: each of its cells, and no wall through where it ends."""
    if cells == 1:
        return open_step(index, at, to)
    ground = index.ground
    there = footprint(ground, to, cells)
    if not all(open_step(index, one, other) for one, other in zip(footprint(ground, at, cells), there, strict=True)):
        return False
    near = [(one, other) for one in there for other, _ in _level_steps(ground, one) if one < other and other in there]
    return all(open_step(index, one, other) for one, other in near)


def open_step(index: Index, at: Place, to: Place) -> bool:
    """Whether a point can go straight to one at most a cell away; only walls of their two rows can stop it."""
    row, other, rows = at.y // index.row, to.y // index.row, index.rows
    if row in rows and stopped(rows[row], at, to):
        return False
    return row == other or other not in rows or not stopped(rows[other], at, to)
