"""From what a scene's author writes to the kernel's ground, and places to and from text."""

import re
from functools import lru_cache

from certamen.kernel import space as kernel
from certamen.kernel.space import Ground, Metres, Place, Point, Rectangle
from certamen.rulesets.dualaction.scene import Scene

CM = 100
LOW_WALL = 100
_NUMBER = r"(-?\d{1,5}(?:\.\d{1,2})?)"
_POINT = re.compile(rf"{_NUMBER},{_NUMBER}")
_PAIR = re.compile(rf"{_NUMBER},{_NUMBER} {_NUMBER},{_NUMBER}")
_RANGE = re.compile(r"(\d{1,4})-(\d{1,4})")


class Unreadable(ValueError):
    """A place, a line or a range that cannot be read; the text says what was expected."""


@lru_cache(maxsize=1024)
def read_range(text: str) -> tuple[int, int]:
    """The lowest and the highest damage.

    >>> read_range("5-12")
    (5, 12)

    Raises Unreadable.
    """
    found = _RANGE.fullmatch(text)
    if found is None or int(found[1]) > int(found[2]):
        raise Unreadable("two whole numbers, the lower first, as 5-12")
    return int(found[1]), int(found[2])


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


def read_place(scene: Scene, text: str) -> Place:
    """The place that a text names: column,row on a grid, metres on free ground.

    >>> read_place(Scene(), "3,4"), read_place(Scene(grid="free"), "12.5,3")
    (Place(x=350, y=450, z=0), Place(x=1250, y=300, z=0))

    Raises Unreadable, also for a place off the map.
    """
    found = _POINT.fullmatch(text)
    if found is None or (scene.grid != "free" and "." in text):
        raise Unreadable("metres, as 12.5,3" if scene.grid == "free" else "a column and a row, as 3,4")
    if scene.grid == "free":
        here = Place(_centimetres(found[1]), _centimetres(found[2]))
    else:
        here = kernel.centre(empty_ground(scene), int(found[1]), int(found[2]))
    if not (0 <= here.x <= scene.width * CM and 0 <= here.y <= scene.height * CM):
        raise Unreadable(f"a place on the map, which is {scene.width} m wide and {scene.height} m high")
    return here


def place_text(ground: Ground, here: Place) -> str:
    """The text of a place, as `read_place` reads it.

    >>> place_text(Ground(1000, 1000), Place(350, 450)), place_text(Ground(1000, 1000, "free"), Place(1250, 300))
    ('3,4', '12.5,3')
    """
    if ground.grid == "free":
        return f"{_metres(here.x)},{_metres(here.y)}"
    column, row = kernel.cell_at(ground, here.x, here.y)
    return f"{column},{row}"


def metres_text(centimetres: int) -> str:
    """A length for people.

    >>> metres_text(600), metres_text(141)
    ('6 m', '1.41 m')
    """
    return f"{_metres(centimetres)} m"


def _metres(centimetres: int) -> str:
    whole, rest = divmod(abs(centimetres), CM)
    sign = "-" if centimetres < 0 else ""
    return sign + (f"{whole}.{rest:02d}".rstrip("0") if rest else str(whole))


def _centimetres(text: str) -> int:
    whole, _, rest = text.removeprefix("-").partition(".")
    size = int(whole) * CM + int(rest.ljust(2, "0") or 0)
    return -size if text.startswith("-") else size


@lru_cache(maxsize=64)
def empty_ground(scene: Scene) -> Ground:
    """The scene's grid with nothing on it."""
    return Ground(scene.width * CM, scene.height * CM, scene.grid, scene.cell * CM, scene.diagonal)


def ground_of(scene: Scene) -> Ground:
    """The kernel's ground of a scene. Raises Unreadable or ValueError for what cannot be."""
    walls = tuple(
        kernel.Wall(*read_pair(wall.line), stops_seeing=not wall.low, top=LOW_WALL if wall.low else None)
        for wall in scene.walls
    )
    covers = [
        kernel.Cover("low wall" if wall.low else "wall", kernel.Line(*read_pair(wall.line)), wall.cover)
        for wall in scene.walls
        if wall.cover
    ]
    covers += [kernel.Cover(one.name, Rectangle(*read_pair(one.box)), one.cover) for one in scene.covers]
    areas = tuple(
        kernel.Area(one.name, Rectangle(*read_pair(one.box)), factor=one.factor)
        if one.factor
        else kernel.Area(one.name, Rectangle(*read_pair(one.box)), slows=(), closes=("walk",))
        for one in scene.rough
    )
    doors = tuple(kernel.Door(one.id, *read_pair(one.line), one.open, one.locked) for one in scene.doors)
    bare = empty_ground(scene)
    return Ground(bare.width, bare.height, bare.grid, bare.cell, bare.diagonal, areas, walls, doors, tuple(covers))


def in_box(space: Metres, box: str, who: str) -> bool:
    """Whether somebody stands within a box of the scene."""
    return who in kernel.inside(space, Rectangle(*read_pair(box)))


def box_holds(box: str, here: Place) -> bool:
    """Whether a place lies within a box of the scene, its border included."""
    (ax, ay), (bx, by) = read_pair(box)
    return min(ax, bx) <= here.x <= max(ax, bx) and min(ay, by) <= here.y <= max(ay, by)
