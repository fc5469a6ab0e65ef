"""From what a scene's author writes to the kernel's ground, and places to and from text."""

import re
from functools import lru_cache

from certamen.kernel import space as kernel
from certamen.kernel.space import Ground, Place, Point, Rectangle
from certamen.rulesets.striker.mechanics import METRE
from certamen.rulesets.striker.scene import Map

LOW_WALL = METRE
CRAWL = "crawl"
FLY = "fly"
_NUMBER = r"(-?\d{1,5}(?:\.\d{1,2})?)"
_POINT = re.compile(rf"{_NUMBER},{_NUMBER}(?:,{_NUMBER})?")
_PAIR = re.compile(rf"{_NUMBER},{_NUMBER} {_NUMBER},{_NUMBER}")


class Unreadable(ValueError):
    """A place or line that cannot be read; the text says what was expected."""


@lru_cache(maxsize=4096)
def read_pair(text: str) -> tuple[Point, Point]:
    """Two points written in metres, in centimetres.

    >>> read_pair("0,5 8,5.5")
    ((0, 500), (800, 550))

    Raises Unreadable.
    """
    found = _PAIR.fullmatch(text)
    if found is None:
        raise Unreadable("two points in metres, as 0,5 8,5")
    x, y, to_x, to_y = (_centimetres(number) for number in found.groups())
    return (x, y), (to_x, to_y)


@lru_cache(maxsize=8192)
def read_place(ground: Ground, text: str) -> Place:
    """The place that a text names: column,row on a grid, metres on free ground, and a height in metres if not 0.

    >>> read_place(Ground(3000, 2000), "3,4"), read_place(Ground(3000, 2000, "free"), "12.5,3,2")
    (Place(x=350, y=450, z=0), Place(x=1250, y=300, z=200))

    Raises Unreadable, also for a place off the map.
    """
    found = _POINT.fullmatch(text)
    free = ground.grid == "free"
    if found is None or (not free and "." in text):
        raise Unreadable("metres, as 12.5,3" if free else "a column and a row, as 3,4")
    z = _centimetres(found[3]) if found[3] else 0
    if free:
        here = Place(_centimetres(found[1]), _centimetres(found[2]), z)
    else:
        here = kernel.centre(ground, int(found[1]), int(found[2]), z - z % ground.cell)
    if not (0 <= here.x <= ground.width and 0 <= here.y <= ground.height and here.z >= 0):
        size = f"{metres_text(ground.width)} wide and {metres_text(ground.height)} high"
        raise Unreadable(f"a place on the map, which is {size}")
    return here


def place_text(ground: Ground, here: Place) -> str:
    """The text of a place, as `read_place` reads it.

    >>> place_text(Ground(1000, 1000), Place(350, 450)), place_text(Ground(1000, 1000, "free"), Place(1250, 300, 200))
    ('3,4', '12.5,3,2')
    """
    height = f",{_metres(here.z)}" if here.z else ""
    if ground.grid == "free":
        return f"{_metres(here.x)},{_metres(here.y)}{height}"
    column, row = kernel.cell_at(ground, here.x, here.y)
    return f"{column},{row}{height}"


def metres_text(centimetres: int) -> str:
    """A length for people.

    >>> metres_text(600), metres_text(250)
    ('6 m', '2.5 m')
    """
    return f"{_metres(centimetres)} m"


def _metres(centimetres: int) -> str:
    whole, rest = divmod(abs(centimetres), METRE)
    sign = "-" if centimetres < 0 else ""
    return sign + (f"{whole}.{rest:02d}".rstrip("0") if rest else str(whole))


def _centimetres(text: str) -> int:
    whole, _, rest = text.removeprefix("-").partition(".")
    size = int(whole) * METRE + int(rest.ljust(2, "0") or 0)
    return -size if text.startswith("-") else size


@lru_cache(maxsize=64)
def empty_ground(plan: Map, diagonal: str = "one") -> Ground:
    """The map's grid with nothing on it; `diagonal` is the ruling."""
    return Ground(plan.width * METRE, plan.height * METRE, plan.grid, plan.cell * METRE, diagonal)  # type: ignore[arg-type]  # the ruling has these three


def ground_of(plan: Map, diagonal: str = "one") -> Ground:
    """The kernel's ground of a map. Raises Unreadable or ValueError for what cannot be."""
    walls = tuple(
        kernel.Wall(*read_pair(wall.line), stops_seeing=not wall.low, top=LOW_WALL if wall.low else None)
        for wall in plan.walls
    )
    covers = [
        kernel.Cover("low wall" if wall.low else "wall", kernel.Line(*read_pair(wall.line)), wall.cover)
        for wall in plan.walls
        if wall.low or wall.cover
    ]
    covers += [kernel.Cover(one.name, Rectangle(*read_pair(one.box)), one.cover) for one in plan.covers]
    areas = []
    for one in plan.rough:
        slows = (*one.slows, CRAWL) if "walk" in one.slows else one.slows
        shape = Rectangle(*read_pair(one.box))
        closes = (*one.closes, CRAWL) if "walk" in one.closes else one.closes
        only_closes = one.closes and not one.slows
        areas.append(kernel.Area(one.name, shape, () if only_closes else slows or None, closes))
    doors = tuple(kernel.Door(one.id, *read_pair(one.line), one.open) for one in plan.doors)
    bare = empty_ground(plan, diagonal)
    return Ground(
        bare.width, bare.height, bare.grid, bare.cell, bare.diagonal, tuple(areas), walls, doors, tuple(covers)
    )


def box_holds(box: str, here: Place) -> bool:
    """Whether a place lies within a box of the scene, its border included."""
    (ax, ay), (bx, by) = read_pair(box)
    return min(ax, bx) <= here.x <= max(ax, bx) and min(ay, by) <= here.y <= max(ay, by)
