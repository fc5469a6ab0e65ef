"""The single steps open to a mover, on a grid and on free metres, and the spaces of all others."""

from collections.abc import Callable, Collection, Iterable, Iterator
from math import isqrt

from certamen.kernel.space.cells import SQUARE_STEPS, hex_radius, span, within
from certamen.kernel.space.free import Body, cost_to, length_of, stretches
from certamen.kernel.space.ground import Circle, Ground, Place
from certamen.kernel.space.index import CLOSED, edges_from, footprint, index_of, open_step
from certamen.kernel.space.lines import box
from certamen.kernel.space.metres import Metres, body

Move = tuple[Place, int, int, bool]
Moves = Callable[[Place, bool], Iterable[Move]]
"""The single steps from a place, given whether an odd number of diagonals was moved before; each as a Step is."""


def single_steps(
    space: Metres, who: str, mode: str, ignoring: Collection[str], heights: tuple[int, int] | None = None
) -> Moves:
    """The steps that somebody can make by a mode, `ignoring` some bodies, within `heights` or on his own level."""
    climbing = heights is not None
    free = space.ground.grid == "free"
    moves = (_free_steps if free else grid_steps)(space, who, mode, ignoring, climbing)
    if heights is None:
        return moves
    low, high = heights
    return lambda here, odd: (move for move in moves(here, odd) if low <= move[0].z <= high)


def grid_steps(space: Metres, who: str, mode: str, ignoring: Collection[str], climbing: bool) -> Moves:
    """The steps of a grid, from cell to cell; up and down too if `climbing`."""
    ground = space.ground
    index, cells, taken = index_of(ground), span(ground, body(space, who)), _taken(space, who, ignoring)
    lengths = (_lengths(ground, False), _lengths(ground, True))
    alternate = ground.diagonal == "alternate"

    def moves(here: Place, odd: bool) -> Iterator[Move]:
        counts = lengths[odd]
        for to, axes, times in edges_from(index, mode, cells, climbing, here):
            length = counts[axes]
            if times == 1 and to in taken:
                times = 2
            yield to, length * times, length, odd ^ (alternate and axes > 1)

    return moves


def _lengths(ground: Ground, odd: bool) -> tuple[int, int, int, int]:
    """What a step along none, 1, 2 and 3 axes counts, by the ruling on diagonals."""
    cell = ground.cell
    if ground.diagonal == "exact":
        return 0, cell, isqrt(2 * cell * cell), isqrt(3 * cell * cell)
    diagonal = 2 * cell if odd and ground.diagonal == "alternate" else cell
    return 0, cell, diagonal, diagonal


def _free_steps(space: Metres, who: str, mode: str, ignoring: Collection[str], climbing: bool) -> Moves:
    ground, index, bodies = space.ground, index_of(space.ground), bodies_of(space, who, ignoring)
    cell = ground.cell
    rises = (0, -cell, cell) if climbing else (0,)
    offsets = [(i * cell, j * cell, rise) for i, j in (*SQUARE_STEPS, (0, 0)) for rise in rises if i or j or rise]

    def moves(here: Place, odd: bool) -> Iterator[Move]:
        for dx, dy, dz in offsets:
            to = Place(here.x + dx, here.y + dy, here.z + dz)
            if not within(ground, to, 0) or not open_step(index, here, to):
                continue
            found = stretches(index, here, to, mode, bodies)
            if all(times != CLOSED for _, times in found):
                length = length_of(here, to)
                yield to, cost_to(found, length), length, odd

    return moves


def free_for(space: Metres, who: str, ignoring: Collection[str]) -> Callable[[Place], bool]:
    """Says of a place whether it is in nobody else's space."""
    if space.ground.grid != "free":
        taken = _taken(space, who, ignoring)
        return lambda here: here not in taken
    mine, bodies = body(space, who), bodies_of(space, who, ignoring)
    return lambda here: all(
        2 * length_of(here, Place(*other.circle.centre, other.z)) >= mine + 2 * other.circle.radius for other in bodies
    )


def _taken(space: Metres, who: str, ignoring: Collection[str]) -> set[Place]:
    """On a grid: the places where the body of `who` would share a cell with another's."""
    ground, taken = space.ground, set[Place]()
    mine = span(ground, body(space, who))
    for other, here in space.places.items():
        if other == who or other in ignoring:
            continue
        cells = span(ground, body(space, other))
        rings = hex_radius(mine) + hex_radius(cells)
        across = 2 * rings + 1 if ground.grid == "hex" else mine + cells - 1
        for z in range(here.z - (mine - 1) * ground.cell, here.z + cells * ground.cell, ground.cell):
            taken.update(footprint(ground, Place(here.x, here.y, z), across))
    return taken


def bodies_of(space: Metres, who: str, ignoring: Collection[str]) -> list[Body]:
    """On free metres: the spaces of all others."""
    found = []
    for other, here in space.places.items():
        if other != who and other not in ignoring:
            circle = Circle((here.x, here.y), body(space, other) // 2)
            found.append(Body(circle, here.z, box(space.ground, circle)))
    return found
