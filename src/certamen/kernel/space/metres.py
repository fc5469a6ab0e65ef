"""Places in metres: a ground and who stands where on it, how far apart, who sees whom, and what covers."""

from collections.abc import Mapping
from math import isqrt

from msgspec import Struct
from msgspec.structs import replace

from certamen.kernel.space.cells import hex_radius, hex_steps, snap, span, within
from certamen.kernel.space.ground import Area, Cover, Diagonal, Door, Ground, Line, Place, Shape
from certamen.kernel.space.index import areas_at, index_of
from certamen.kernel.space.index import sees as _sees
from certamen.kernel.space.lines import contains, crossing

METRE = 100


class Metres(Struct, frozen=True, tag="metres"):
    """Who stands where. `sizes` holds the bodies that are not one cell across, in centimetres."""

    ground: Ground
    places: dict[str, Place] = {}
    sizes: dict[str, int] = {}


def metres(ground: Ground, places: Mapping[str, Place], sizes: Mapping[str, int] | None = None) -> Metres:
    """A space with everyone put in place, on a grid at the nearest cell. Raises ValueError as `place` does.

    >>> metres(Ground(1000, 1000), {"ann": Place(120, 130)}).places["ann"]
    Place(x=150, y=150, z=0)
    """
    space = Metres(ground, {}, dict(sizes or {}))
    for who, at in places.items():
        space = place(space, who, at)
    return space


def place(space: Metres, who: str, at: Place) -> Metres:
    """The space with `who` at a place, on a grid at the nearest cell; others there do not matter.

    Raises ValueError when that is off the map.
    """
    at = snap(space.ground, at, body(space, who))
    if not within(space.ground, at, body(space, who)):
        raise ValueError(f"({at.x}, {at.y}) is off the map for {who}")
    return replace(space, places={**space.places, who: at})


def without(space: Metres, who: str) -> Metres:
    """The space without `who`."""
    return replace(
        space,
        places={one: at for one, at in space.places.items() if one != who},
        sizes={one: size for one, size in space.sizes.items() if one != who},
    )


def set_door(space: Metres, door: str, *, open: bool | None = None, locked: bool | None = None) -> Metres:
    """The space with a door opened or closed, locked or unlocked; None leaves it. ValueError if there is none."""
    if all(one.id != door for one in space.ground.doors):
        raise ValueError(f"there is no door {door!r}")
    doors = tuple(_turned(one, open, locked) if one.id == door else one for one in space.ground.doors)
    return replace(space, ground=replace(space.ground, doors=doors))


def _turned(door: Door, open: bool | None, locked: bool | None) -> Door:
    return replace(
        door,
        open=door.open if open is None else open,
        locked=door.locked if locked is None else locked,
    )


def body(space: Metres, who: str) -> int:
    """How large somebody is, in centimetres; one cell unless the space says otherwise."""
    return space.sizes.get(who, space.ground.cell)


def at(space: Metres, who: str | Place) -> Place:
    """Where somebody is; a place is where it is. Raises KeyError for who has no place."""
    return space.places[who] if isinstance(who, str) else who


def distance(space: Metres, a: str | Place, b: str | Place) -> int:
    """Centimetres between two, ids or places, height counted as length, rounded down.

    On a grid it is what the shortest way over open ground counts (a place being one cell); on free metres the straight
    line from edge to edge (a place being a point).

    >>> distance(Metres(Ground(2000, 2000)), Place(50, 50), Place(450, 350))
    400
    """
    ground = space.ground
    if ground.grid == "free":
        (ax, ay, az), (bx, by, bz) = at(space, a), at(space, b)
        bodies = sum(body(space, who) for who in (a, b) if isinstance(who, str))
        return max(0, isqrt((ax - bx) ** 2 + (ay - by) ** 2 + (az - bz) ** 2) - bodies // 2)
    return counted(ground.cell, ground.diagonal, *_gaps(space, a, b))


def _gaps(space: Metres, a: str | Place, b: str | Place) -> tuple[int, int, int]:
    """How far two are apart along each axis of a grid, in centimetres; hexes have two axes, the plane and height."""
    ground, first, second = space.ground, at(space, a), at(space, b)
    cell = ground.cell
    across = across_b = 1
    if space.sizes:
        across = span(ground, body(space, a)) if isinstance(a, str) else 1
        across_b = span(ground, body(space, b)) if isinstance(b, str) else 1
    rise = first.z - second.z
    up = max(0, rise - (across_b - 1) * cell, -rise - (across - 1) * cell)
    if ground.grid == "hex":
        rings = hex_radius(across) + hex_radius(across_b)
        return max(0, hex_steps(cell, first, second) - rings) * cell, 0, up
    bodies = (across + across_b - 2) * cell // 2
    return max(0, abs(first.x - second.x) - bodies), max(0, abs(first.y - second.y) - bodies), up


def counted(cell: int, diagonal: Diagonal, x: int, y: int, z: int) -> int:
    """What so many centimetres along three axes of a grid count, by the ruling on diagonals.

    >>> [counted(100, diagonal, 300, 200, 0) for diagonal in ("one", "alternate", "exact")]
    [300, 400, 382]
    """
    if diagonal == "one":
        return max(x, y, z)
    low, middle, high = sorted((x, y, z))
    if diagonal == "alternate":
        return high + middle // (2 * cell) * cell
    return high - middle + ((middle - low) * isqrt(2 * cell * cell) + low * isqrt(3 * cell * cell)) // cell


def adjacent(space: Metres, a: str | Place, b: str | Place, reach: int = METRE) -> bool:
    """Whether two are within reach of a blow of `reach` centimetres, walls apart (ask `sees` too).

    On a grid neighbouring cells are, diagonals and a cell up or down included, on free metres whoever is at 1 m or
    less; a reach of more than 1 m widens it to that distance (STR-39).
    """
    if space.ground.grid == "free":
        return distance(space, a, b) <= max(METRE, reach)
    near = counted(space.ground.cell, "one", *_gaps(space, a, b)) <= space.ground.cell
    return near or (reach > METRE and distance(space, a, b) <= reach)


def sees(space: Metres, a: str | Place, b: str | Place) -> bool:
    """Whether the straight line from centre to centre passes every wall and closed door; touching an end stops it."""
    return _sees(index_of(space.ground), at(space, a), at(space, b))


def cover_between(space: Metres, a: str | Place, b: str | Place) -> Cover | None:
    """The cover that `b` has against `a`: of all that counts the one with the largest modifier either way, or None.

    A line of cover counts for whoever is nearer to it (at equal distance for both), a shape for those inside it
    against those outside.
    """
    first, second = at(space, a), at(space, b)
    found = [cover for cover in space.ground.cover if _covers(space.ground, cover, first, second)]
    return max(found, key=lambda cover: abs(cover.modifier), default=None)


def _covers(ground: Ground, cover: Cover, a: Place, b: Place) -> bool:
    shape = cover.shape
    if isinstance(shape, Line):
        met = crossing(a, b, shape.a, shape.b)
        return met is not None and 2 * met[0] >= met[1]
    return contains(ground, shape, b.x, b.y) and not contains(ground, shape, a.x, a.y)


def terrain(space: Metres, who: str | Place) -> tuple[Area, ...]:
    """The areas that the centre of somebody, or a place, lies in."""
    here = at(space, who)
    return tuple(areas_at(index_of(space.ground), here.x, here.y))


def inside(space: Metres, shape: Shape) -> tuple[str, ...]:
    """The ids of all whose centre lies in a shape, whatever their height, in the order of their places."""
    return tuple(who for who, here in space.places.items() if contains(space.ground, shape, here.x, here.y))
