"""The objects of a Tiled map as parts of a map: each by its class, or by the name of its layer."""

import unicodedata
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from math import cos, dist, pi, radians, sin
from typing import Any, NamedTuple

from msgspec import Struct, field

from certamen.files.maps_lines import Line
from certamen.kernel.mapping import Mark
from certamen.kernel.space import Area, Cover, Door, Point, Polygon, Rectangle

LONGEST_NAME = 64
ROUND = 24
"""So many corners stand for an ellipse."""
USUAL_FACTOR = 2
ONES = {"hiding place": "hide", "rough": "terrain", "area": "terrain", "ground": "terrain", "collision": "wall"}


class XY(Struct, frozen=True):
    """A point, in pixels."""

    x: float
    y: float


class Property(Struct, frozen=True):
    """A property that somebody gave a tile, an object or a layer."""

    name: str
    value: Any = None


Properties = tuple[Property, ...] | dict[str, Any]


class Thing(Struct, frozen=True):
    """An object: a rectangle unless it says that it is something else."""

    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0
    rotation: float = 0
    name: str = ""
    type: str = ""
    class_: str = field(name="class", default="")
    gid: int = 0
    point: bool = False
    ellipse: bool = False
    polygon: tuple[XY, ...] = ()
    polyline: tuple[XY, ...] = ()
    properties: Properties = ()


class Terrain(NamedTuple):
    """What properties say of ground: what each metre costs, by which modes, whom it shuts out, what cover it gives."""

    name: str
    factor: int
    slows: tuple[str, ...] | None
    closes: tuple[str, ...]
    cover: int | None
    collides: bool


class Parts(Struct):
    """What was found so far. left: objects that could not be taken, counted by what they are."""

    walls: list[Line] = field(default_factory=list)
    low: list[Line] = field(default_factory=list)
    doors: list[Door] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)
    cover: list[Cover] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    left: Counter[str] = field(default_factory=Counter)


def take(parts: Parts, thing: Thing, layer: str, to: Callable[[float, float], Point]) -> None:
    """An object put where it belongs; `layer` says what it is where it has no class, `to` where its pixels lie."""
    kind = _kind(thing.class_ or thing.type) or _kind(layer)
    points = tuple(dict.fromkeys(to(x, y) for x, y in _outline(thing)))
    closed = not thing.polyline
    if kind in ("wall", "low wall") and len(points) > 1:
        line = (*points, points[0]) if closed else points
        (parts.low if kind == "low wall" or _flag(thing, "low") else parts.walls).append(line)
    elif kind == "door" and (ends := _ends(points, closed)):
        parts.doors.append(Door(_free_id(parts, thing.name), *ends, _flag(thing, "open"), _flag(thing, "locked")))
    elif kind in ("terrain", "cover", "exit", "hide") and closed and len(points) > 2:
        _lay(parts, thing, kind, _shape(points))
    else:
        parts.left[plain(kind) or "no class"] += 1


def _lay(parts: Parts, thing: Thing, kind: str, shape: Rectangle | Polygon) -> None:
    """An object that has a shape."""
    name = plain(thing.name) or kind
    given = values(thing.properties)
    ground = terrain_of({"terrain": name, **given}, name, name, USUAL_FACTOR)
    assert ground is not None  # it has a name
    if kind == "terrain":
        parts.areas.append(Area(ground.name, shape, ground.slows, ground.closes, ground.factor))
    elif kind == "cover":
        parts.cover.append(Cover(name, shape, ground.cover or 0))
    else:
        parts.marks.append(Mark("exit" if kind == "exit" else "hide", name, shape))


def _kind(text: str) -> str:
    word = " ".join(text.replace("-", " ").replace("_", " ").lower().split()).removesuffix("s")
    return ONES.get(word, word)


# --- properties ----------------------------------------------------------------------------------------------------


def values(properties: Properties) -> dict[str, Any]:
    """The properties by name, however the file writes them."""
    return properties if isinstance(properties, dict) else {one.name: one.value for one in properties}


def _flag(thing: Thing, name: str) -> bool:
    return values(thing.properties).get(name) is True


def terrain_of(properties: Properties, name: str, what: str, usual: int = 1) -> Terrain | None:
    """What properties say of ground, None where they say nothing of it; `name`: how it is called, failing `terrain`.

    `usual` is the factor of what neither slows nor closes anything by name. Raises ValueError for a property of the
    wrong kind, naming `what` has it.
    """
    given = values(properties)
    if not given.keys() & {"terrain", "factor", "slows", "closes", "cover", "collides"}:
        return None
    slows, closes = (_modes(given.get(key), f"{key} of {what}") for key in ("slows", "closes"))
    usual = USUAL_FACTOR if slows else 1 if closes else usual
    factor = _whole(given.get("factor", usual), 0, 100, f"factor of {what}")
    if factor == 0:
        closes = (*closes, *(("walk",) if "walk" not in closes else ()))
    cover = given.get("cover", False)
    worth = _whole(0 if cover is True else cover, -50, 100, f"cover of {what}") if cover is not False else None
    called = plain(str(given.get("terrain", ""))) or plain(name) or "ground"
    return Terrain(called, max(1, factor), slows or None, closes, worth, given.get("collides") is True)


def _whole(value: object, low: int, high: int, what: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    raise ValueError(f"{what[:80]}: {str(value)[:40]!r} is not a whole number from {low} to {high}")


def _modes(value: object, what: str) -> tuple[str, ...]:
    if value is None or value == "":
        return ()
    modes = tuple(plain(one) for one in value.split(",")) if isinstance(value, str) and len(value) <= 400 else ()
    if not modes or not all(modes):
        raise ValueError(f"{what[:80]}: modes with commas between them, as walk, crawl")
    return modes


def plain(text: str) -> str:
    """Text as a name: of one line, without signs that do not show, not too long."""
    shown = (one if unicodedata.category(one)[0] != "C" else " " for one in unicodedata.normalize("NFC", text[:400]))
    return " ".join("".join(shown).split())[:LONGEST_NAME].strip()


def _free_id(parts: Parts, name: str) -> str:
    """A door's id: its name, with a number where another door has it."""
    wanted, taken = plain(name), {door.id for door in parts.doors}
    if wanted and wanted not in taken:
        return wanted
    stem, number = wanted[: LONGEST_NAME - 6] or "door", len(parts.doors) + 1
    while f"{stem}-{number}" in taken:
        number += 1
    return f"{stem}-{number}"


# --- shapes --------------------------------------------------------------------------------------------------------


def _outline(thing: Thing) -> list[tuple[float, float]]:
    """The object's corners in pixels, turned as it is turned. A picture hangs on its lower left corner."""
    own: list[tuple[float, float]]
    right, down = thing.width, thing.height
    if thing.point:
        own = [(0, 0)]
    elif thing.polygon or thing.polyline:
        own = [(one.x, one.y) for one in thing.polygon or thing.polyline]
    elif thing.ellipse:
        turns = [2 * pi * n / ROUND for n in range(ROUND)]
        own = [(right / 2 * (1 + cos(turn)), down / 2 * (1 + sin(turn))) for turn in turns]
    else:
        top = -down if thing.gid else 0
        own = [(0, top), (right, top), (right, top + down), (0, top + down)]
    c, s = cos(radians(thing.rotation)), sin(radians(thing.rotation))
    return [(thing.x + x * c - y * s, thing.y + x * s + y * c) for x, y in own]


def _shape(points: tuple[Point, ...]) -> Rectangle | Polygon:
    """A rectangle where the corners are those of one that is not turned."""
    if len(points) == 4 and all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise((*points, points[0]))):
        return Rectangle(min(points), max(points))
    return Polygon(points)


def _ends(points: tuple[Point, ...], closed: bool) -> tuple[Point, Point] | None:
    """The two ends of a door: of a line, or the middles of the narrow sides of a box."""
    if not closed:
        return (points[0], points[-1]) if len(points) > 1 else None
    if len(points) != 4:
        return None
    a, b, c, d = points
    if dist(a, b) < dist(b, c):
        return _middle(a, b), _middle(c, d)
    return _middle(d, a), _middle(b, c)


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2
