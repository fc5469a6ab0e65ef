"""The map of a fight as tables, worked out once with the kernel's own measures: cells, steps, distances, views."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from certamen.kernel import space as spaces
from certamen.kernel.space import Ground, Line, Place
from certamen.kernel.space.cells import within
from certamen.kernel.space.lines import contains
from certamen.kernel.space.single import grid_steps
from certamen.rulesets.dualaction.aim import useful_cover
from certamen.rulesets.dualaction.loop_tables import WAYS, Cell, Far, View, Way
from certamen.rulesets.dualaction.state import apart

WHO = "who"


class Map(NamedTuple):
    """The tables of a ground; `places` are the cells' centres, `numbers` finds a cell by its centre.

    columns, rows: how far offsets go at most; views: how many classes of view there are.
    """

    places: tuple[Place, ...]
    numbers: dict[Place, int]
    columns: int
    rows: int
    views: int
    cells: tuple[Cell, ...]
    ways: tuple[Way, ...]
    far: tuple[Far, ...]
    seen: tuple[View, ...]


@lru_cache(maxsize=4)
def map_of(ground: Ground) -> Map:
    """The tables of a square or hex ground."""
    pairs = list(_pairs(ground))
    places = tuple(spaces.centre(ground, *pair) for pair in pairs)
    left, top = min(q for q, _ in pairs), min(r for _, r in pairs)
    columns, rows = max(q for q, _ in pairs) - left, max(r for _, r in pairs) - top
    classes, samples = view_classes(ground, places)
    cells = tuple(
        Cell(place.x, place.y, q - left, r - top, view, 0)
        for place, (q, r), view in zip(places, pairs, classes, strict=True)
    )
    index = {place: number for number, place in enumerate(places)}
    return Map(
        places,
        index,
        columns,
        rows,
        len(samples),
        cells,
        _ways(ground, places, index),
        _far(ground, columns, rows),
        _views(ground, samples),
    )


def _pairs(ground: Ground) -> Iterable[tuple[int, int]]:
    """The column and row (hexes: axial coordinates) of each cell on the map."""
    columns, rows = ground.width // ground.cell + 2, ground.height // ground.cell * 2 + 2
    for r in range(rows):
        for q in range(-rows if ground.grid == "hex" else 0, columns):
            place = spaces.centre(ground, q, r)
            if place.x >= 0 and within(ground, place, ground.cell):
                yield q, r


def nodes_of(ground: Ground) -> int:
    """How many nodes a cell has: two where it matters whether one has moved an odd number of diagonals."""
    return 2 if ground.grid == "square" and ground.diagonal == "alternate" else 1


def _ways(ground: Ground, places: tuple[Place, ...], index: dict[Place, int]) -> tuple[Way, ...]:
    """The steps from each node, those of a cell as the kernel gives them, empty and crowded."""
    everywhere = {str(number): place for number, place in enumerate(places)}
    empty = grid_steps(spaces.Metres(ground), WHO, "walk", (), False)
    crowded = grid_steps(spaces.Metres(ground, everywhere), WHO, "walk", (), False)
    rows: list[Way] = []
    for odd in (False, True)[: nodes_of(ground)]:
        for place in places:
            steps = [
                Way(index[to] + turned * (nodes_of(ground) - 1) * len(places), cost, dear, length)
                for (to, cost, length, turned), (_, dear, _, _) in zip(
                    empty(place, odd), crowded(place, odd), strict=True
                )
            ]
            rows += steps + [Way(-1, 0, 0, 0)] * (WAYS - len(steps))
    return tuple(rows)


def _far(ground: Ground, columns: int, rows: int) -> tuple[Far, ...]:
    """How far apart two places are, by the offset from one to the other."""
    space = spaces.Metres(ground)
    here = spaces.centre(ground, 0, 0)
    offsets = [(q, r) for q in range(-columns, columns + 1) for r in range(-rows, rows + 1)]
    there = (spaces.centre(ground, q, r) for q, r in offsets)
    return tuple(Far(spaces.distance(space, here, place), apart(space, here, place)) for place in there)


def view_classes(ground: Ground, places: tuple[Place, ...]) -> tuple[tuple[int, ...], tuple[Place, ...]]:
    """The class of view of each place, and a place of each class.

    Where nothing but boxes gives cover and nothing stops seeing, places in the same boxes see alike; else each is by
    itself.
    """
    if lines(ground):
        return tuple(range(len(places))), places
    boxes = [one.shape for one in ground.cover if not isinstance(one.shape, Line)]
    inside = [tuple(contains(ground, box, place.x, place.y) for box in boxes) for place in places]
    kinds = list(dict.fromkeys(inside))
    return tuple(kinds.index(kind) for kind in inside), tuple(places[inside.index(kind)] for kind in kinds)


def lines(ground: Ground) -> bool:
    """Whether what one sees, or the cover one has, hangs on where exactly two stand."""
    return bool(ground.walls or ground.doors) or any(isinstance(one.shape, Line) for one in ground.cover)


def _views(ground: Ground, samples: tuple[Place, ...]) -> tuple[View, ...]:
    space = spaces.Metres(ground)
    return tuple(_view(space, one, other) for one in samples for other in samples)


def _view(space: spaces.Metres, one: Place, other: Place) -> View:
    cover = useful_cover(space, one, other)
    return View(int(spaces.sees(space, one, other)), cover.modifier if cover else 0)
