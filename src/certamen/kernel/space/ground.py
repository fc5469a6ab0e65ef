"""What a map is made of: places, walls, doors, terrain and cover. All lengths are whole centimetres."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec import Struct

Grid = Literal["square", "hex", "free"]
Diagonal = Literal["one", "alternate", "exact"]
Point = tuple[int, int]

LIMIT = 1_000_000
"""No coordinate lies further than this from the origin: 10 km."""
MOST_CELLS = 250_000
MOST_THINGS = 5_000
MOST_CORNERS = 500


class Place(NamedTuple):
    """A place in centimetres, `z` being the height; on a grid the centre of a cell (of all the cells one fills)."""

    x: int
    y: int
    z: int = 0


class Rectangle(Struct, frozen=True, tag="rectangle"):
    """Between two opposite corners, its border included."""

    a: Point
    b: Point


class Circle(Struct, frozen=True, tag="circle"):
    """All within `radius` of the centre, its border included."""

    centre: Point
    radius: int

    def __post_init__(self) -> None:
        if self.radius < 0:
            raise ValueError(f"a radius is 0 or more, not {self.radius}")


class Polygon(Struct, frozen=True, tag="polygon"):
    """Between 3 corners or more, its border included; it need not be convex."""

    corners: tuple[Point, ...]

    def __post_init__(self) -> None:
        if not 3 <= len(self.corners) <= MOST_CORNERS:
            raise ValueError(f"a polygon has 3 to {MOST_CORNERS} corners, not {len(self.corners)}")


class Cells(Struct, frozen=True, tag="cells"):
    """Whole cells, each by its column and row (hexes by their axial coordinates)."""

    cells: tuple[Point, ...]

    def __post_init__(self) -> None:
        if not self.cells:
            raise ValueError("an area of cells has at least one")


class Line(Struct, frozen=True, tag="line"):
    """A straight line from end to end, for cover such as a low wall."""

    a: Point
    b: Point


Shape = Rectangle | Circle | Polygon | Cells


class Area(Struct, frozen=True):
    """Terrain: each metre in it costs `factor` metres to the modes it slows, and those it closes cannot enter.

    `slows` None means every mode, an empty tuple none. Areas that overlap do not add up: the highest factor counts.
    """

    name: str
    shape: Shape
    slows: tuple[str, ...] | None = None
    closes: tuple[str, ...] = ()
    factor: int = 2

    def __post_init__(self) -> None:
        if not 1 <= self.factor <= 100:
            raise ValueError(f"the factor of {self.name} is 1 to 100, not {self.factor}")


class Wall(Struct, frozen=True):
    """A straight wall. `top` is its height: whoever and whatever passes at that height or above is not stopped."""

    a: Point
    b: Point
    stops_moving: bool = True
    stops_seeing: bool = True
    top: int | None = None


class Door(Struct, frozen=True):
    """A wall that opens. `locked` is only noted here: whether it can be opened is the ruleset's."""

    id: str
    a: Point
    b: Point
    open: bool = False
    locked: bool = False
    stops_seeing: bool = True
    top: int | None = None


class Cover(Struct, frozen=True):
    """Cover and what it is worth: a line covers whoever is nearer to it, a shape those inside from those outside."""

    name: str
    shape: Shape | Line
    modifier: int = 0


class Ground(Struct, frozen=True, cache_hash=True):
    """The part of a map that rarely changes. It reaches from (0, 0) to (`width`, `height`).

    `cell` is the side of a square, or the distance between the centres of two hexes; with grid "free" it is the size
    of a body unless another is given. `diagonal` says what a diagonal step counts: one cell, one and two in turn, or
    its length rounded down to the centimetre. Raises ValueError for what cannot be or is too large.

    >>> Ground(4000, 3000, walls=(Wall((0, 500), (800, 500)),)).diagonal
    'one'
    """

    width: int
    height: int
    grid: Grid = "square"
    cell: int = 100
    diagonal: Diagonal = "one"
    areas: tuple[Area, ...] = ()
    walls: tuple[Wall, ...] = ()
    doors: tuple[Door, ...] = ()
    cover: tuple[Cover, ...] = ()

    def __post_init__(self) -> None:
        if self.grid not in ("square", "hex", "free"):
            raise ValueError(f"a grid is square, hex or free, not {self.grid!r}")
        if self.diagonal not in ("one", "alternate", "exact"):
            raise ValueError(f"a diagonal counts one, alternate or exact, not {self.diagonal!r}")
        if self.cell % 2 or not 10 <= self.cell <= 100_000:
            raise ValueError(f"a cell is an even number of centimetres from 10 to 100000, not {self.cell}")
        if not (self.cell <= self.width <= LIMIT and self.cell <= self.height <= LIMIT):
            raise ValueError(f"a map is at least one cell and at most {LIMIT} cm wide and high")
        if self.grid != "free" and (self.width // self.cell) * (self.height // self.cell) > MOST_CELLS:
            raise ValueError(f"a map has at most {MOST_CELLS} cells")
        if len(self.areas) + len(self.walls) + len(self.doors) + len(self.cover) > MOST_THINGS:
            raise ValueError(f"a map has at most {MOST_THINGS} walls, doors, areas and covers in all")
        if len({door.id for door in self.doors}) != len(self.doors):
            raise ValueError("two doors have the same id")
        for number in _numbers(self):
            if type(number) is not int or abs(number) > LIMIT:
                raise ValueError(f"a length is a whole number of centimetres up to {LIMIT}, not {number!r}")


def _numbers(ground: Ground) -> Iterator[object]:
    """Each coordinate, radius and height on a map."""
    yield from (ground.width, ground.height, ground.cell)
    bars: list[Wall | Door] = [*ground.walls, *ground.doors]
    for bar in bars:
        yield from (*bar.a, *bar.b, 0 if bar.top is None else bar.top)
    things: list[Area | Cover] = [*ground.areas, *ground.cover]
    for thing in things:
        match thing.shape:
            case Circle(centre, radius):
                yield from (*centre, radius)
            case Rectangle(a, b) | Line(a, b):
                yield from (*a, *b)
            case Polygon(points) | Cells(points):
                for point in points:
                    yield from point
