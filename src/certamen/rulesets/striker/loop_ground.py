"""The map of a fight as tables for a compiled loop: cells, steps, distances, lines of sight, all as the kernel says."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from certamen.kernel import space as spaces
from certamen.kernel.space import Ground, Metres, Place
from certamen.kernel.space.cells import cell_at, centre, within
from certamen.kernel.space.index import index_of
from certamen.kernel.space.single import single_steps
from certamen.rulesets.striker.ground import CRAWL
from certamen.rulesets.striker.loop_tables import AROUND, Cell, Edge, Far, Sight
from certamen.rulesets.striker.state import Contest, metres

WALK = "walk"  # also how the kernel looks for the nearest free place
NOBODY_THERE = ""


class Terrain(Struct, frozen=True):
    """The tables, and what they are found by: the cell of a place, the kind of steps of a mode."""

    cells: tuple[Cell, ...] = (Cell(0, 0, 0, 0),)
    edges: tuple[Edge, ...] = (Edge(),)
    far: tuple[Far, ...] = (Far(0, 0),)
    sights: tuple[Sight, ...] = (Sight(1, 0),)
    columns: int = 0
    rows: int = 0
    walled: bool = False
    covered: bool = False
    numbers: dict[Place, int] = {}
    ways: dict[str, int] = {}


def terrain(state: Contest) -> Terrain:
    """The map of a contest in tables; of one without a map, empty ones."""
    space = metres(state)
    if space is None:
        return Terrain()
    stock = (one.sheet.stock for one in state.participants.values())
    return _terrain(space.ground, tuple(dict.fromkeys((WALK, *stock, CRAWL))))


@lru_cache(maxsize=4)
def _terrain(ground: Ground, modes: tuple[str, ...]) -> Terrain:
    places, bare = cells_of(ground), Metres(ground)
    numbers = {place: number for number, place in enumerate(places)}
    at = [cell_at(ground, place.x, place.y) for place in places]
    columns = max(one for one, _ in at) - min(one for one, _ in at)
    rows = max(one for _, one in at) - min(one for _, one in at)
    walled, covered = bool(index_of(ground).seeing), bool(ground.cover)
    return Terrain(
        tuple(Cell(place.x, place.y, *cell) for place, cell in zip(places, at, strict=True)),
        tuple(edge for mode in modes for edge in _edges(bare, mode, numbers)),
        tuple(_far(bare, columns, rows)),
        tuple(_sights(bare, places)) if walled or covered else (Sight(1, 0),),
        columns,
        rows,
        walled,
        covered,
        numbers,
        {mode: number for number, mode in enumerate(modes)},
    )


def cells_of(ground: Ground) -> tuple[Place, ...]:
    """The cells of a map by their centres, from left to right, in a column from top to bottom."""
    found = []
    for row in range(2 * ground.height // ground.cell + 1):
        first = -(row + 1) // 2 if ground.grid == "hex" else 0
        columns = (centre(ground, column, row) for column in range(first, first + ground.width // ground.cell + 2))
        found += [place for place in columns if within(ground, place, ground.cell)]
    return tuple(sorted(found))


def _edges(bare: Metres, mode: str, numbers: dict[Place, int]) -> Iterator[Edge]:
    moves = single_steps(Metres(bare.ground, {NOBODY_THERE: Place(0, 0)}), NOBODY_THERE, mode, ())
    for here in numbers:
        steps = list(zip(moves(here, False), moves(here, True), strict=True))
        for (to, cost, even, turned), (_, _, odd, _) in steps:
            yield Edge(numbers[to], even, odd, int(cost > even), int(turned))
        yield from (Edge() for _ in range(AROUND - len(steps)))


def _far(bare: Metres, columns: int, rows: int) -> Iterator[Far]:
    """How far apart two cells are, by how many columns and rows lie between them."""
    origin = centre(bare.ground, 0, 0)
    for column in range(-columns, columns + 1):
        for row in range(-rows, rows + 1):
            other = centre(bare.ground, column, row)
            yield Far(spaces.distance(bare, other, origin), int(spaces.adjacent(bare, other, origin)))


def _sights(bare: Metres, places: tuple[Place, ...]) -> Iterator[Sight]:
    for here in places:
        for there in places:
            cover = spaces.cover_between(bare, here, there) if bare.ground.cover else None
            yield Sight(int(spaces.sees(bare, here, there)), 0 if cover is None else cover.modifier)
