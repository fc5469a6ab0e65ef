"""A map's ground as the pages draw it: outlines as SVG paths in centimetres, so that no formula stands in a page."""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from math import sqrt
from typing import Any

import msgspec

from certamen.kernel.mapping import Mapping, Mark
from certamen.kernel.ruleset import Ruleset, loaded
from certamen.kernel.space import (
    Area,
    Cells,
    Circle,
    Door,
    Ground,
    Line,
    Metres,
    Place,
    Point,
    Polygon,
    Rectangle,
    Shape,
    Wall,
    centre,
    cover_between,
    distance,
    sees,
)
from certamen.kernel.space.drawn import Unreadable, metres_text, read_place
from certamen.kernel.space.lines import box
from certamen.kernel.state import State
from certamen.table.protocol import Where

MOST_SHOWN = 512
"""So many grounds are found again by their keys: those that views named last."""
BORDER = 25
"""So much is drawn beyond the border of a map, in centimetres, for what stands on it."""


def ground_of(ruleset: Ruleset, state: State) -> tuple[Ground, tuple[Mark, ...]] | None:
    """The ground of a state and what its scene marks on it, as all may know them; None where there is no map."""
    if not isinstance(state.space, Metres):
        return None
    mapping: Mapping | None = loaded(ruleset.mapping)
    return state.space.ground, mapping.marks(state) if mapping else ()


def ground_key(ground: Ground, marks: tuple[Mark, ...] = ()) -> str:
    """The key of a ground: another one whenever `ground_data` differs, as when a door opens. `ground_at` finds it."""
    key = _digest(ground, marks)
    _shown[key] = _shown.pop(key, (ground, marks))
    if len(_shown) > MOST_SHOWN:
        del _shown[next(iter(_shown))]
    return key


def ground_at(key: str) -> dict[str, Any] | None:
    """The data of a ground that a view named by its key since the server started; None for an unknown key."""
    found = _shown.get(key)
    return None if found is None else ground_data(*found)


@lru_cache(maxsize=256)
def _digest(ground: Ground, marks: tuple[Mark, ...]) -> str:
    return blake2b(msgspec.json.encode((ground, marks)), digest_size=16).hexdigest()


_shown: dict[str, tuple[Ground, tuple[Mark, ...]]] = {}


@lru_cache(maxsize=16)
def ground_data(ground: Ground, marks: tuple[Mark, ...] = ()) -> dict[str, Any]:
    """All of a ground that does not move, for a page: lengths and coordinates are centimetres.

    view: what to show (x, y, width, height); cell, tile: a cell's size and its outline around its centre; net: the
    grid's lines as a pattern, None on free metres; rows: its cells' centres, each row, from row 0, as (y, x of the
    first cell, that cell's column, how many); walls by kind, doors, areas, cover and marks with their paths, a point
    for their name (x, y) and words about them.
    """
    beyond = ground.cell // 2 if ground.grid == "hex" else BORDER
    return {
        "width": ground.width,
        "height": ground.height,
        "grid": ground.grid,
        "cell": ground.cell,
        "view": [-beyond, -beyond, ground.width + 2 * beyond, ground.height + 2 * beyond],
        "tile": _tile(ground),
        "net": _net(ground),
        "rows": _rows(ground),
        "walls": _walls(ground.walls),
        "doors": [_door(door) for door in ground.doors],
        "areas": [_area(ground, area) for area in ground.areas],
        "cover": [
            {"name": one.name, "about": _worth(one.modifier), "line": isinstance(one.shape, Line)}
            | _drawn(ground, one.shape)
            for one in ground.cover
        ],
        "marks": [{"kind": one.kind, "name": one.name} | _drawn(ground, one.shape) for one in marks],
    }


def point(ground: Ground, text: str) -> Point | None:
    """Where a place of an offer lies (x, y in centimetres); None for a text that is no place on the map.

    >>> point(Ground(1000, 1000), "3,4"), point(Ground(1000, 1000), "the bar")
    ((350, 450), None)
    """
    try:
        here = read_place(ground, text, heights=True)
    except Unreadable:
        return None
    return here.x, here.y


def apart(where: Where, who: str) -> dict[str, str]:
    """How far everyone else on a map is from somebody, in words: "7 m, behind crates".

    Made of what a seat was shown and nothing else; empty where he, or the ground, is not among that.
    """
    found = _shown.get(where.ground)
    places = {token.who: Place(token.x, token.y, token.z) for token in where.tokens}
    if found is None or who not in places:
        return {}
    space = Metres(found[0], places, {token.who: token.size for token in where.tokens})
    return {other: _between(space, who, other) for other in places if other != who}


def _between(space: Metres, who: str, other: str) -> str:
    away = metres_text(distance(space, who, other))
    if not sees(space, who, other):
        return f"{away}, out of sight"
    cover = cover_between(space, who, other)
    return f"{away}, behind {cover.name}" if cover else away


# --- cells ---------------------------------------------------------------------------------------------------------


def _hex_corners(ground: Ground) -> tuple[int, int]:
    """From a hex's centre: how far up its point lies, and how far up its sides reach."""
    tall = round(ground.cell / sqrt(3))
    return tall, tall // 2


def _tile(ground: Ground) -> str:
    half = ground.cell // 2
    if ground.grid == "hex":
        tall, side = _hex_corners(ground)
        return f"M0 {-tall}L{half} {-side}V{side}L0 {tall}L{-half} {side}V{-side}Z"
    if ground.grid == "square":
        return f"M{-half} {-half}H{half}V{half}H{-half}Z"
    return _circle((0, 0), half)


def _net(ground: Ground) -> dict[str, Any] | None:
    """The lines of a grid: a pattern's size and its path; they repeat to the right and down from (0, 0)."""
    cell, half = ground.cell, ground.cell // 2
    if ground.grid == "free":
        return None
    if ground.grid == "square":
        return {"width": cell, "height": cell, "path": f"M0 0H{cell}M0 0V{cell}"}
    tall = cell / sqrt(3)
    low, middle, deep, end = (round(tall * part, 1) for part in (0.5, 1.5, 2, 3))
    roof, floor = f"M0 {low}L{half} 0L{cell} {low}", f"M0 {low}V{middle}L{half} {deep}L{cell} {middle}"
    return {"width": cell, "height": end, "path": f"{roof}{floor}M{half} {deep}V{end}"}


def _rows(ground: Ground) -> list[list[int]]:
    if ground.grid == "free":
        return []
    rows: list[list[int]] = []
    while True:
        row = len(rows)
        first = -((row + 1) // 2) if ground.grid == "hex" else 0
        here = centre(ground, first, row)
        if here.y > ground.height or (ground.grid == "square" and here.y + ground.cell // 2 > ground.height):
            return rows
        edge = ground.width - (ground.cell // 2 if ground.grid == "square" else 0)
        rows.append([here.y, here.x, first, (edge - here.x) // ground.cell + 1])


# --- what stands on it ---------------------------------------------------------------------------------------------


def _walls(walls: Iterable[Wall]) -> list[dict[str, Any]]:
    """All walls of a kind in one path: a map has thousands."""
    paths: dict[tuple[str, str], list[str]] = {}
    for wall in walls:
        paths.setdefault(_wall_kind(wall), []).append(_line(wall.a, wall.b))
    return [{"kind": kind, "about": about, "path": "".join(lines)} for (kind, about), lines in paths.items()]


def _wall_kind(wall: Wall) -> tuple[str, str]:
    height = "" if wall.top is None else f", {metres_text(wall.top)} high"
    if wall.stops_moving and wall.stops_seeing:
        return ("low" if height else "wall"), f"wall{height}"
    if wall.stops_moving:
        return "low", f"wall that can be seen over or through{height}"
    return "veil", f"stops sight, not moving{height}"


def _door(door: Door) -> dict[str, Any]:
    """A shut door lies in its frame; an open one stands at a right angle to it."""
    (ax, ay), (bx, by) = door.a, door.b
    leaf = (ax - (by - ay), ay + (bx - ax)) if door.open else door.b
    about = "open" if door.open else "shut and locked" if door.locked else "shut"
    return {
        "id": door.id,
        "open": door.open,
        "locked": door.locked,
        "about": about,
        "path": _line(door.a, leaf),
        "frame": _line(door.a, door.b),
        "x": (ax + bx) // 2,
        "y": (ay + by) // 2,
    }


def _area(ground: Ground, area: Area) -> dict[str, Any]:
    slow = area.factor > 1 and area.slows != ()
    parts = []
    if slow:
        modes = f" to {', '.join(area.slows)}" if area.slows else ""
        parts.append(f"each metre{modes} counts {area.factor}")
    if area.closes:
        parts.append(f"nobody can {', '.join(area.closes)} there")
    kind = "closed" if area.closes else "slow" if slow else "open"
    return {"name": area.name, "kind": kind, "about": "; ".join(parts)} | _drawn(ground, area.shape)


def _worth(modifier: int) -> str:
    return f"cover, {modifier:+d}" if modifier else "cover"


# --- shapes --------------------------------------------------------------------------------------------------------


def _drawn(ground: Ground, shape: Shape | Line) -> dict[str, Any]:
    """A shape's path, and a point inside it or near for its name."""
    if isinstance(shape, Line):
        (ax, ay), (bx, by) = shape.a, shape.b
        return {"path": _line(shape.a, shape.b), "x": (ax + bx) // 2, "y": (ay + by) // 2}
    if isinstance(shape, Cells):
        middle = centre(ground, *shape.cells[len(shape.cells) // 2])
        return {"path": "".join(_cell(ground, *cell) for cell in shape.cells), "x": middle.x, "y": middle.y}
    left, low, right, high = box(ground, shape)
    return {"path": _outline(shape), "x": (left + right) // 2, "y": (low + high) // 2}


def _outline(shape: Rectangle | Circle | Polygon) -> str:
    match shape:
        case Rectangle((ax, ay), (bx, by)):
            return f"M{ax} {ay}H{bx}V{by}H{ax}Z"
        case Circle(middle, radius):
            return _circle(middle, radius)
        case Polygon(corners):
            return "M" + "L".join(f"{x} {y}" for x, y in corners) + "Z"


def _cell(ground: Ground, column: int, row: int) -> str:
    here, half = centre(ground, column, row), ground.cell // 2
    if ground.grid == "hex":
        tall, side = _hex_corners(ground)
        return (
            f"M{here.x} {here.y - tall}l{half} {tall - side}v{2 * side}"
            f"l{-half} {tall - side}l{-half} {side - tall}v{-2 * side}Z"
        )
    return f"M{here.x - half} {here.y - half}h{2 * half}v{2 * half}h{-2 * half}Z"


def _circle(middle: Point, radius: int) -> str:
    x, y = middle
    return f"M{x - radius} {y}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0Z"


def _line(a: Point, b: Point) -> str:
    return f"M{a[0]} {a[1]}L{b[0]} {b[1]}"
