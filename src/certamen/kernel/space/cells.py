"""Cells of a grid and their centres: squares, and hexes (point upwards) in axial coordinates."""

from functools import lru_cache
from math import isqrt

from certamen.kernel.space.ground import Ground, Place, Point

HEX_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
SQUARE_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))


def centre(ground: Ground, column: int, row: int, z: int = 0) -> Place:
    """The centre of a cell, in centimetres. Hexes: axial coordinates, a row down going half a hex to the right.

    >>> centre(Ground(1000, 1000), 3, 0), centre(Ground(1000, 1000, "hex"), 0, 2)
    (Place(x=350, y=50, z=0), Place(x=150, y=230, z=0))
    """
    cell = ground.cell
    if ground.grid == "hex":
        return Place(cell * (2 * column + row + 1) // 2, _hex_top(cell) + _hex_row(cell, row), z)
    return Place(column * cell + cell // 2, row * cell + cell // 2, z)


def cell_at(ground: Ground, x: int, y: int) -> Point:
    """The column and row (hexes: axial coordinates) of the cell that a point lies in, the nearest centre for hexes.

    >>> cell_at(Ground(1000, 1000), 399, 0), cell_at(Ground(1000, 1000, "hex"), 150, 230)
    ((3, 0), (0, 2))
    """
    return _hex_at(ground.cell, x, y) if ground.grid == "hex" else (x // ground.cell, y // ground.cell)


def span(ground: Ground, size: int) -> int:
    """How many cells across a body of `size` centimetres is, at least 1."""
    return max(1, -(-size // ground.cell))


def snap(ground: Ground, at: Place, size: int) -> Place:
    """The place nearest to `at` that a body of `size` can have: cell centres, or corners for an even number of cells.

    Heights are cut to whole cells. On free metres it is `at` itself.
    """
    if ground.grid == "free":
        return at
    cell = ground.cell
    z = at.z - at.z % cell
    if ground.grid == "square" and span(ground, size) % 2 == 0:
        return Place((at.x + cell // 2) // cell * cell, (at.y + cell // 2) // cell * cell, z)
    return centre(ground, *cell_at(ground, at.x, at.y), z)


def within(ground: Ground, at: Place, size: int) -> bool:
    """Whether a body of `size` at `at` is on the map: its whole square, or its centre for hexes and free metres."""
    margin = span(ground, size) * ground.cell // 2 if ground.grid == "square" else 0
    return margin <= at.x <= ground.width - margin and margin <= at.y <= ground.height - margin


def hex_radius(cells: int) -> int:
    """How many rings of hexes a body `cells` across fills around its own hex."""
    return cells // 2


def hex_steps(cell: int, a: Place, b: Place) -> int:
    """How many steps lie between two hexes, height apart."""
    aq, ar = _hex_at(cell, a.x, a.y)
    bq, br = _hex_at(cell, b.x, b.y)
    return max(abs(aq - bq), abs(ar - br), abs(aq + ar - bq - br))


def _hex_row(cell: int, row: int) -> int:
    """How far down a row of hexes lies from row 0: row x cell x half the root of 3, towards 0 to the centimetre."""
    down = isqrt(3 * (cell * row) ** 2) // 2
    return down if row >= 0 else -down


def _hex_top(cell: int) -> int:
    """How far below the border the centres of row 0 lie, so that whole hexes are on the map."""
    return isqrt(cell * cell // 3)


@lru_cache(maxsize=65536)
def _hex_at(cell: int, x: int, y: int) -> Point:
    down = y - _hex_top(cell)
    near = isqrt(4 * down * down // (3 * cell * cell)) * (1 if down >= 0 else -1)
    best = (LARGE, 0, 0)
    for row in (near - 1, near, near + 1):
        along = 2 * x - cell * row
        column = along // (2 * cell)
        away = (2 * x - cell * (2 * column + row + 1)) ** 2 + 4 * (down - _hex_row(cell, row)) ** 2
        best = min(best, (away, column, row))
    return best[1], best[2]


LARGE = 1 << 100
