"""Spaces: where everyone is. None; range bands; melees, which are groups; or metres on a square, hex or free map.

Each kind is plain data that goes to JSON and back; `Space` is their union. `bands` and `melees` are modules of
functions to be used by name (`melees.enter(space, ...)`); what metres need is here. Lengths are whole centimetres.

>>> import msgspec
>>> space = metres(Ground(2000, 2000), {"ann": Place(50, 50), "bo": Place(350, 150)})
>>> distance(space, "ann", "bo"), adjacent(space, "ann", "bo"), sees(space, "ann", "bo")
(300, False, True)
>>> msgspec.json.decode(msgspec.json.encode(space), type=Space) == space
True
"""

from collections.abc import Iterable
from functools import reduce

from msgspec import Struct

from certamen.kernel.space import bands, melees
from certamen.kernel.space.bands import BANDS, Bands
from certamen.kernel.space.cells import cell_at, centre, snap
from certamen.kernel.space.ground import (
    Area,
    Cells,
    Circle,
    Cover,
    Diagonal,
    Door,
    Grid,
    Ground,
    Line,
    Place,
    Point,
    Polygon,
    Rectangle,
    Shape,
    Wall,
)
from certamen.kernel.space.melees import Melees
from certamen.kernel.space.metres import (
    Metres,
    adjacent,
    at,
    body,
    cover_between,
    distance,
    inside,
    metres,
    place,
    sees,
    set_door,
    terrain,
)
from certamen.kernel.space.metres import without as _without
from certamen.kernel.space.moves import NoWay, Reach, Step, is_free, nearest_free, path_cost, reachable, steps, way


class Nowhere(Struct, frozen=True, tag="nowhere"):
    """Places do not matter."""


Space = Nowhere | Bands | Melees | Metres


def remove(space: Space, who: str) -> Space:
    """Any space without `who`, as when he leaves the contest; nothing happens if he is not in it.

    >>> remove(Melees({"ann": "brawl", "bo": "brawl", "cy": "brawl"}), "cy").groups
    {'ann': 'brawl', 'bo': 'brawl'}
    """
    match space:
        case Bands():
            return bands.without(space, who)
        case Melees():
            return melees.without(space, who)
        case Metres():
            return _without(space, who)
        case Nowhere():
            return space


def hide(space: Space, people: Iterable[str]) -> Space:
    """Any space as who knows nothing of these people sees it: without them, its melees named by who else is there.

    >>> hide(Melees({"x": "melee-1", "y": "melee-1", "ann": "melee-2", "bo": "melee-2"}), ("x", "y")).groups
    {'ann': 'melee-1', 'bo': 'melee-1'}
    """
    left = reduce(remove, people, space)
    return melees.numbered(left) if isinstance(left, Melees) else left


__all__ = [
    "BANDS",
    "Area",
    "Bands",
    "Cells",
    "Circle",
    "Cover",
    "Diagonal",
    "Door",
    "Grid",
    "Ground",
    "Line",
    "Melees",
    "Metres",
    "NoWay",
    "Nowhere",
    "Place",
    "Point",
    "Polygon",
    "Reach",
    "Rectangle",
    "Shape",
    "Space",
    "Step",
    "Wall",
    "adjacent",
    "at",
    "bands",
    "body",
    "cell_at",
    "centre",
    "cover_between",
    "distance",
    "hide",
    "inside",
    "is_free",
    "melees",
    "metres",
    "nearest_free",
    "path_cost",
    "place",
    "reachable",
    "remove",
    "sees",
    "set_door",
    "snap",
    "steps",
    "terrain",
    "way",
]
