"""Maps between files, scenes and screens: what a map file holds before a ruleset takes it, and what a scene marks."""

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from certamen.kernel.space.cells import cell_at, centre
from certamen.kernel.space.drawn import METRE, pair_text
from certamen.kernel.space.ground import Cells, Cover, Ground, Line, Point, Rectangle, Shape
from certamen.kernel.space.lines import box, contains

MarkKind = Literal["exit", "hide"]
MOST_TESTS = 2_000_000
"""So many points against corners are looked at to cut shapes into boxes; more is too much of a map."""


class Mark(NamedTuple):
    """A part of a map that is no terrain: a way out, or where one can hide; its name and its place."""

    kind: MarkKind
    name: str
    shape: Shape


class PictureAt(Struct, frozen=True):
    """The picture of a map: its bytes, and where it lies, in centimetres."""

    data: bytes
    kind: Literal["png", "jpeg", "webp"]
    x: int
    y: int
    width: int
    height: int


class Plan(Struct, frozen=True):
    """A map from a file, for any ruleset: the ground, its marks and picture; notes: what was left out or changed."""

    ground: Ground
    marks: tuple[Mark, ...] = ()
    picture: PictureAt | None = None
    notes: tuple[str, ...] = ()


class Mapped(NamedTuple):
    """A scene with a map, as plain data for YAML, and notes: what the ruleset's scene cannot hold."""

    scene: dict[str, Any]
    notes: tuple[str, ...]


class Mapping(Struct, frozen=True):
    """How a ruleset holds maps. scene: of a plan, a scene; marks: of a state, what is shown of its map to all."""

    scene: Callable[[Plan], Mapped]
    marks: Callable[[Any], tuple[Mark, ...]]


# --- the parts of a scene that `kernel.space.drawn` reads ------------------------------------------------------------


def size_data(ground: Ground) -> dict[str, Any]:
    """A map's size in metres, its grid and its cell, as scenes write them."""
    return {
        "width": ground.width // METRE,
        "height": ground.height // METRE,
        "grid": ground.grid,
        "cell": ground.cell // METRE,
    }


def walls_data(ground: Ground) -> list[dict[str, Any]]:
    """The walls as scenes write them: those one sees over are low."""
    return [
        {"line": pair_text(one.a, one.b)} | ({} if one.stops_seeing else {"low": True})
        for one in ground.walls
        if one.stops_moving
    ]


def covers_data(ground: Ground) -> list[dict[str, Any]]:
    """The cover as scenes write it; what is worth 0 in the file is worth what is usual in the game."""
    return [
        {"name": cover.name, "box": text} | ({"cover": cover.modifier} if cover.modifier else {})
        for cover in ground.cover
        for text in _covered(ground, cover)
    ]


def _covered(ground: Ground, cover: Cover) -> Iterable[str]:
    return () if isinstance(cover.shape, Line) else boxes(ground, cover.shape)


def marks_data(plan: Plan, kind: MarkKind) -> list[dict[str, Any]]:
    """The marks of a kind as scenes write boxes."""
    return [
        {"name": mark.name, "box": text}
        for mark in plan.marks
        if mark.kind == kind
        for text in boxes(plan.ground, mark.shape)
    ]


def boxes(ground: Ground, shape: Shape) -> list[str]:
    """A shape as boxes of a scene that hold the same cells (on free metres: the same points of a lattice).

    >>> boxes(Ground(1000, 1000), Cells(((1, 1), (2, 1), (1, 2), (2, 2), (5, 5))))
    ['1,1 3,3', '5,5 6,6']

    Raises ValueError for a shape that is too large and too finely drawn.
    """
    if isinstance(shape, Rectangle):
        return [pair_text(shape.a, shape.b)]
    runs = _runs(shape.cells if isinstance(shape, Cells) else _cells(ground, shape))
    if ground.grid == "hex":
        return [_around(ground, *run, ground.cell // 2 - 1, ground.cell * 2 // 5) for run in runs]
    return [
        pair_text((a * ground.cell, c * ground.cell), (b * ground.cell, d * ground.cell))
        for a, b, c, d in _stacked(runs)
    ]


def _cells(ground: Ground, shape: Shape) -> list[Point]:
    """The cells whose centre lies in a shape."""
    left, low, right, high = box(ground, shape)
    left, low, right, high = max(0, left), max(0, low), min(ground.width, right), min(ground.height, high)
    flat = ground if ground.grid != "free" else Ground(ground.width, ground.height, "square", ground.cell)
    corners = len(getattr(shape, "corners", ())) or 1
    if (right - left + ground.cell) * (high - low + ground.cell) // ground.cell**2 * corners > MOST_TESTS:
        raise ValueError("an area has too many corners for its size")
    found = []
    for row in range(cell_at(flat, left, low)[1], cell_at(flat, left, high)[1] + 1):
        first, last = (cell_at(flat, x, centre(flat, 0, row).y)[0] for x in (left, right))
        for column in range(first, last + 1):
            here = centre(flat, column, row)
            if contains(ground, shape, here.x, here.y):
                found.append((column, row))
    return found


def _runs(cells: Iterable[Point]) -> list[tuple[int, int, int]]:
    """Cells side by side in a row: the first, the one behind the last, the row."""
    runs: list[tuple[int, int, int]] = []
    for row, column in sorted({(row, column) for column, row in cells}):
        if runs and runs[-1][1:] == (column, row):
            runs[-1] = (runs[-1][0], column + 1, row)
        else:
            runs.append((column, column + 1, row))
    return runs


def _stacked(runs: Iterable[tuple[int, int, int]]) -> list[tuple[int, int, int, int]]:
    """Runs of the same columns in rows one below the other, as one box: left, right, top, bottom."""
    found: list[tuple[int, int, int, int]] = []
    open_boxes: dict[tuple[int, int], tuple[int, int]] = {}
    for begin, end, row in runs:
        top, bottom = open_boxes.get((begin, end), (row, row))
        if bottom != row:
            found.append((begin, end, top, bottom))
            top = row
        open_boxes[begin, end] = (top, row + 1)
    return sorted(
        (*found, *((*columns, *rows) for columns, rows in open_boxes.items())), key=lambda one: (one[2], one[0])
    )


def _around(ground: Ground, begin: int, end: int, row: int, across: int, down: int) -> str:
    """A box around the centres of hexes in a row."""
    first, last = centre(ground, begin, row), centre(ground, end - 1, row)
    return pair_text((first.x - across, first.y - down), (last.x + across, last.y + down))
