"""Maps as people draw them in a scene: lengths in metres as text, walls, cover and boxes, read into a ground."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar

from annotated_types import Ge, Le, MaxLen, MinLen

from certamen.kernel import space as spaces
from certamen.kernel.rule import Problem
from certamen.kernel.space import Ground, Line, Place, Point, Rectangle

FORBID: dict[str, object] = {"extra": "forbid", "use_attribute_docstrings": True}

METRE = 100
LOW_WALL = METRE
_NUMBER = r"(-?[0-9]{1,5}(?:\.[0-9]{1,2})?)"
_POINT = re.compile(rf"{_NUMBER},{_NUMBER}(?:,{_NUMBER})?")
_PAIR = re.compile(rf"{_NUMBER},{_NUMBER} {_NUMBER},{_NUMBER}")

Name = Annotated[str, MinLen(1), MaxLen(64)]
Worth = Annotated[int, Ge(-50), Le(100)]
Path = tuple[str | int, ...]


class Unreadable(ValueError):
    """A place or a line that cannot be read; the text says what was expected."""


# --- what people write -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """A straight wall."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    line: str
    """From end to end in metres from the upper left corner, as 0,5 8,5."""
    low: bool = False
    """A low wall (1 m) can be seen and shot over; it stops walking."""
    cover: Worth = 0
    """What the cover behind it adds to what an attack must reach."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """Something to be in or behind when attacked."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    name: Name
    """What it is."""
    box: str
    """Two opposite corners in metres, as 10,3 12,5; it covers who is inside from who is outside."""
    cover: Worth | None = None
    """What it adds to what an attack must reach; absent: what is usual in this game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A part of the map, such as a way out."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    name: Name
    """What it is."""
    box: str
    """Two opposite corners in metres, as 10,3 12,5."""


# --- lengths and places as text --------------------------------------------------------------------------------


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


def pair_text(a: Point, b: Point) -> str:
    """The text of two points, as `read_pair` reads it.

    >>> pair_text((0, 500), (800, 550))
    '0,5 8,5.5'
    """
    (ax, ay), (bx, by) = a, b
    return f"{metre_text(ax)},{metre_text(ay)} {metre_text(bx)},{metre_text(by)}"


@lru_cache(maxsize=8192)
def read_place(ground: Ground, text: str, heights: bool = False) -> Place:
    """The place that a text names: column,row on a grid, metres on free ground; with `heights` a third number too.

    >>> read_place(Ground(3000, 2000), "3,4"), read_place(Ground(3000, 2000, "free"), "12.5,3,2", True)
    (Place(x=350, y=450, z=0), Place(x=1250, y=300, z=200))

    Raises Unreadable, also for a place off the map.
    """
    found = _POINT.fullmatch(text)
    free = ground.grid == "free"
    if found is None or (not free and "." in text) or (found[3] and not heights):
        raise Unreadable("metres, as 12.5,3" if free else "a column and a row, as 3,4")
    z = _centimetres(found[3]) if found[3] else 0
    if free:
        here = Place(_centimetres(found[1]), _centimetres(found[2]), z)
    else:
        here = spaces.centre(ground, int(found[1]), int(found[2]), z - z % ground.cell)
    if not (0 <= here.x <= ground.width and 0 <= here.y <= ground.height and here.z >= 0):
        size = f"{metres_text(ground.width)} wide and {metres_text(ground.height)} high"
        raise Unreadable(f"a place on the map, which is {size}")
    return here


@lru_cache(maxsize=8192)
def place_text(ground: Ground, here: Place) -> str:
    """The text of a place, as `read_place` reads it.

    >>> place_text(Ground(1000, 1000), Place(350, 450)), place_text(Ground(1000, 1000, "free"), Place(1250, 300, 200))
    ('3,4', '12.5,3,2')
    """
    height = f",{metre_text(here.z)}" if here.z else ""
    if ground.grid == "free":
        return f"{metre_text(here.x)},{metre_text(here.y)}{height}"
    column, row = spaces.cell_at(ground, here.x, here.y)
    return f"{column},{row}{height}"


def metres_text(centimetres: int) -> str:
    """A length for people.

    >>> metres_text(600), metres_text(141)
    ('6 m', '1.41 m')
    """
    return f"{metre_text(centimetres)} m"


def metre_text(centimetres: int) -> str:
    """A length in metres as scenes write it: 600 is 6, 141 is 1.41."""
    whole, rest = divmod(abs(centimetres), METRE)
    sign = "-" if centimetres < 0 else ""
    return sign + (f"{whole}.{rest:02d}".rstrip("0") if rest else str(whole))


def _centimetres(text: str) -> int:
    whole, _, rest = text.removeprefix("-").partition(".")
    size = int(whole) * METRE + int(rest.ljust(2, "0") or 0)
    return -size if text.startswith("-") else size


# --- the ground ------------------------------------------------------------------------------------------------


def rectangle(box: str) -> Rectangle:
    """The rectangle of a box. Raises Unreadable."""
    return Rectangle(*read_pair(box))


def box_holds(box: str, here: Place) -> bool:
    """Whether a place lies within a box of the scene, its border included.

    >>> box_holds("1,1 3,2", Place(300, 150)), box_holds("1,1 3,2", Place(301, 150))
    (True, False)
    """
    (ax, ay), (bx, by) = read_pair(box)
    return min(ax, bx) <= here.x <= max(ax, bx) and min(ay, by) <= here.y <= max(ay, by)


def walls_of(walls: Iterable[Wall]) -> tuple[spaces.Wall, ...]:
    """The walls of a ground. Raises Unreadable."""
    return tuple(
        spaces.Wall(*read_pair(wall.line), stops_seeing=not wall.low, top=LOW_WALL if wall.low else None)
        for wall in walls
    )


def covers_of(walls: Iterable[Wall], covers: Iterable[Cover], usual: int) -> tuple[spaces.Cover, ...]:
    """The cover of a ground: low walls, walls that say what they are worth, boxes; `usual` is what a box is worth.

    Raises Unreadable.
    """
    lines = (
        spaces.Cover("low wall" if wall.low else "wall", Line(*read_pair(wall.line)), wall.cover)
        for wall in walls
        if wall.low or wall.cover
    )
    boxes = (spaces.Cover(one.name, rectangle(one.box), usual if one.cover is None else one.cover) for one in covers)
    return (*lines, *boxes)


# --- what is wrong ---------------------------------------------------------------------------------------------


def problems(things: Iterable[object], path: Path) -> Iterator[Problem]:
    """The lines and boxes of these things that cannot be read, each with its path below `path`."""
    for index, thing in enumerate(things):
        key = "line" if hasattr(thing, "line") else "box"
        text = getattr(thing, key)
        try:
            read_pair(text)
        except Unreadable as error:
            yield Problem((*path, index, key), f"{text!r} cannot be read", str(error))


def place_problem(ground: Ground, text: str, path: Path, heights: bool = False) -> Problem | None:
    """What is wrong with a place, or None."""
    try:
        read_place(ground, text, heights)
    except Unreadable as error:
        return Problem(path, f"{text!r} is no place here", str(error))
    return None
