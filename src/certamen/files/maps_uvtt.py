"""Universal VTT maps (.dd2vtt, .uvtt, .df2vtt): walls, doors and the picture, in squares from the map's own origin."""

from base64 import b64decode
from collections.abc import Iterable

from msgspec import Struct

from certamen.files.maps_lines import Line, clear_of, fewer, through_middles, walls_of, wider
from certamen.files.pictures import picture_of
from certamen.kernel.mapping import PictureAt, Plan
from certamen.kernel.space import Door, Grid, Ground, Point
from certamen.kernel.space.ground import LIMIT

LIGHTS_NAMED = 12


class XY(Struct, frozen=True):
    """A point, in squares."""

    x: float
    y: float


class Resolution(Struct, frozen=True):
    """Where the map begins and how large it is, in squares."""

    map_size: XY
    map_origin: XY = XY(0, 0)
    pixels_per_grid: float = 0


class Portal(Struct, frozen=True):
    """A door, or a window that opens."""

    bounds: tuple[XY, ...] = ()
    closed: bool = True


class Light(Struct, frozen=True):
    """A lamp."""

    position: XY
    range: float = 0


class Uvtt(Struct, frozen=True):
    """What is read of such a file; all else in it is passed over."""

    resolution: Resolution
    line_of_sight: tuple[tuple[XY, ...], ...] = ()
    objects_line_of_sight: tuple[tuple[XY, ...], ...] = ()
    portals: tuple[Portal, ...] = ()
    lights: tuple[Light, ...] = ()
    image: str = ""


def plan(file: Uvtt, cell: int, grid: Grid) -> Plan:
    """The map of a file, a square being `cell` centimetres wide. Raises ValueError for what cannot be a map."""
    if grid == "hex":
        raise ValueError("such a map has squares")
    at = _Scale(file.resolution.map_origin, cell)
    size = file.resolution.map_size
    right, down = at.length(size.x), at.length(size.y)
    width, height = (-(-length // cell) * cell for length in (right, down))
    notes: list[str] = []
    lines = [line for group in (file.line_of_sight, file.objects_line_of_sight) for line in at.lines(group)]
    doors = tuple(_doors(file.portals, at, notes))
    walls = tuple(clear_of(doors, walls_of(fewer(lines, notes), width, height)))
    ground = Ground(width, height, grid, cell, walls=walls, doors=wider(doors))
    if count := through_middles(walls, ground):
        notes.append(
            f"walls through the middles of squares, which nobody can pass: {count}; free metres have no squares"
        )
    picture = _picture(file.image, right, down) if file.image else None
    if picture is None:
        notes.append("there is no picture in the file")
    if file.lights:
        notes.append(_lights(file.lights, at))
    return Plan(ground, (), picture, tuple(notes))


class _Scale(Struct, frozen=True):
    """From squares of the file to centimetres of the map."""

    origin: XY
    cell: int

    def length(self, squares: float) -> int:
        found = squares * self.cell
        if not abs(found) <= LIMIT:
            raise ValueError(f"a coordinate of {squares:g} squares is more than {LIMIT // 100_000} km from the others")
        return round(found)

    def point(self, one: XY) -> Point:
        return self.length(one.x - self.origin.x), self.length(one.y - self.origin.y)

    def lines(self, lines: Iterable[tuple[XY, ...]]) -> list[Line]:
        return [[self.point(one) for one in line] for line in lines if len(line) > 1]


def _doors(portals: Iterable[Portal], at: _Scale, notes: list[str]) -> Iterable[Door]:
    broken = 0
    for number, portal in enumerate(portals, 1):
        if len(portal.bounds) != 2 or at.point(portal.bounds[0]) == at.point(portal.bounds[1]):
            broken += 1
            continue
        a, b = (at.point(one) for one in portal.bounds)
        yield Door(f"door-{number}", a, b, not portal.closed)
    if broken:
        notes.append(f"doors without two ends, left out: {broken}")


def _picture(text: str, width: int, height: int) -> PictureAt:
    if text.startswith("data:"):
        text = text.partition(",")[2]
    try:
        data = b64decode(text, validate=True)
    except ValueError:
        raise ValueError("image: this is not base64 text") from None
    return PictureAt(data, picture_of(data).kind, 0, 0, width, height)


def _lights(lights: tuple[Light, ...], at: _Scale) -> str:
    """What is said of lamps, which no ruleset's scene holds."""
    named = [f"{x / 100:g},{y / 100:g}" for x, y in (at.point(one.position) for one in lights[:LIGHTS_NAMED])]
    more = f" and {len(lights) - LIGHTS_NAMED} more" if len(lights) > LIGHTS_NAMED else ""
    return f"lights in the file, which no scene holds, at (in metres) {'  '.join(named)}{more}"
