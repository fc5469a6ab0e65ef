"""Maps of the editor Tiled, saved as JSON: terrain from tiles, all else from objects; square and hexagonal ones.

A tile's properties say what its ground is: `terrain` (its name), `factor` (how many metres each costs; 0: not to be
walked), `slows` and `closes` (modes, with commas), `cover` (what it is worth, or true), `collides` (true: walls around
it). A layer's properties say so of all its tiles; one called collision collides. Of several layers the uppermost tile
with terrain counts. Objects are taken by their class, or by the name of their layer: wall, low wall, door, cover,
terrain, exit, hide, collision.
"""

import zlib
from base64 import b64decode
from collections.abc import Iterator
from itertools import islice
from math import sqrt
from typing import Any

from msgspec import Struct, field

from certamen.files.maps_lines import clear_of, fewer, outline, walls_of, wider
from certamen.files.maps_objects import Parts, Properties, Terrain, Thing, plain, take, terrain_of
from certamen.kernel.mapping import Plan
from certamen.kernel.space import Area, Cells, Cover, Grid, Ground, Point, centre
from certamen.kernel.space.ground import LIMIT, MOST_CELLS

MOST_LAYERS = 100
MOST_TILES = 4_000_000
DEEPEST = 16
NO_FLAGS = 0x0FFFFFFF
"""The upper four bits of a tile's number say how it is turned."""
COLLISION = ("collision", "collisions")


class Layer(Struct, frozen=True):
    """A layer of tiles or objects, or a group of layers."""

    name: str = ""
    class_: str = field(name="class", default="")
    data: tuple[int, ...] | str = ()
    compression: str = ""
    width: int = 0
    height: int = 0
    offsetx: float = 0
    offsety: float = 0
    objects: tuple[Thing, ...] = ()
    layers: tuple["Layer", ...] = ()
    properties: Properties = ()


class Tile(Struct, frozen=True):
    """A tile of a set that has something said of it."""

    id: int
    type: str = ""
    class_: str = field(name="class", default="")
    properties: Properties = ()


class Tileset(Struct, frozen=True):
    """A set of tiles; where `source` names a file, its tiles are there."""

    firstgid: int
    name: str = ""
    source: str = ""
    tiles: tuple[Tile, ...] | dict[str, Any] = ()


class Tiled(Struct, frozen=True):
    """What is read of such a file; all else in it is passed over."""

    orientation: str
    width: int
    height: int
    tilewidth: int
    tileheight: int
    layers: tuple[Layer, ...] = ()
    tilesets: tuple[Tileset, ...] = ()
    infinite: bool = False
    hexsidelength: int = 0
    staggeraxis: str = "y"
    staggerindex: str = "odd"


def plan(file: Tiled, cell: int, grid: Grid) -> Plan:
    """The map of a file, a tile being `cell` centimetres wide. Raises ValueError for what cannot be a map."""
    _check(file)
    notes: list[str] = []
    bare = _bare(file, cell, grid)
    kinds, parts = _kinds(file, notes), Parts()
    found: dict[Point, Terrain] = {}
    blocked: set[Point] = set()
    for layer, x, y in _all_layers(file):
        for at, kind in _tiles(file, layer, kinds):
            if kind.collides:
                blocked.add(at)
            else:
                found[at] = kind
        for thing in layer.objects:
            take(parts, thing, layer.class_ or layer.name, _Pixels(file, bare, x, y).to)
    areas, cover = _sorted(found)
    lines = fewer([*outline(bare, blocked), *parts.walls], notes)
    low = fewer(parts.low, notes)
    if parts.left:
        told = ", ".join(f"{kind} ({count})" for kind, count in sorted(parts.left.items())[:12])
        notes.append(f"objects left out, by their class: {told}")
    notes.append("Tiled keeps pictures in files of their own: export the map as an image to lay it below")
    size = bare.width, bare.height
    ground = Ground(
        *size,
        bare.grid,
        cell,
        areas=(*areas, *(area for area in parts.areas if area.factor > 1 or area.closes)),
        walls=tuple(clear_of(parts.doors, (*walls_of(lines, *size), *walls_of(low, *size, low=True)))),
        doors=wider(parts.doors),
        cover=(*cover, *parts.cover),
    )
    return Plan(ground, tuple(parts.marks), None, tuple(notes))


def _check(file: Tiled) -> None:
    if file.orientation not in ("orthogonal", "hexagonal"):
        raise ValueError(f"a map that is {file.orientation[:40]!r}: only orthogonal and hexagonal ones are read")
    if file.infinite:
        raise ValueError("the map is infinite: turn that off in Tiled (Map, Map Properties), and save it again")
    if file.orientation == "hexagonal" and file.staggeraxis != "y":
        raise ValueError("its hexes lie on a side: here they stand on a point (Tiled: Stagger Axis Y)")
    if not (file.width > 0 and file.height > 0 and file.width * file.height <= MOST_CELLS):
        raise ValueError(f"{file.width} by {file.height} tiles: a map has 1 to {MOST_CELLS:,}")
    if not (0 < file.tilewidth <= 10_000 and 0 < file.tileheight <= 10_000 and 0 <= file.hexsidelength <= 10_000):
        raise ValueError("a tile is 1 to 10,000 pixels wide and high")


def _bare(file: Tiled, cell: int, grid: Grid) -> Ground:
    """The ground with nothing on it; of hexes the half one at an end of each second row is left to the border."""
    if (grid == "hex") != (file.orientation == "hexagonal"):
        raise ValueError(f"the map is {file.orientation}: its grid cannot be {grid}")
    if file.orientation == "orthogonal":
        return Ground(file.width * cell, file.height * cell, grid, cell)
    small = Ground(cell, cell, "hex", cell)
    low = centre(small, 0, file.height - 1).y
    metres = -(-low // 100) * 100
    return Ground((file.width + _shift(file)) * cell, max(cell, metres), "hex", cell)


def _shift(file: Tiled) -> int:
    """1 where the even rows are those to the right: then all is half a hex further to the right here."""
    return int(file.orientation == "hexagonal" and file.staggerindex == "even")


def _cell(file: Tiled, column: int, row: int) -> Point:
    """The cell here of a tile there: of hexes, axial coordinates of rows of which each second stands to the right."""
    if file.orientation == "orthogonal":
        return column, row
    return column - row // 2 + _shift(file) * (1 - row % 2), row


class _Pixels(Struct, frozen=True):
    """From pixels of a layer to centimetres of the map."""

    file: Tiled
    ground: Ground
    x: float
    y: float

    def to(self, x: float, y: float) -> Point:
        file, cell = self.file, self.ground.cell
        right, down = (x + self.x) / file.tilewidth, (y + self.y) / file.tileheight
        if file.orientation == "hexagonal":
            rows = (y + self.y - file.tileheight / 2) / ((file.tileheight + file.hexsidelength) / 2)
            right, down = right + _shift(file) / 2, 1 / sqrt(3) + rows * sqrt(3) / 2
        if not (abs(right) * cell <= LIMIT and abs(down) * cell <= LIMIT):
            raise ValueError("an object lies far beside the map")
        return round(right * cell), round(down * cell)


# --- tiles ---------------------------------------------------------------------------------------------------------


def _kinds(file: Tiled, notes: list[str]) -> dict[int, Terrain]:
    """What is said of tiles, by their number in the map."""
    kinds: dict[int, Terrain] = {}
    away: list[str] = []
    for number, one in enumerate(file.tilesets, 1):
        if one.source or isinstance(one.tiles, dict):
            away.append(plain(one.source or one.name) or str(number))
            continue
        for tile in one.tiles:
            name = tile.class_ or tile.type or f"tile {tile.id}"
            if kind := terrain_of(tile.properties, name, f"tile {tile.id} of {plain(one.name) or 'a tile set'}"):
                kinds[one.firstgid + tile.id] = kind
    if away:
        notes.append(f"tile sets that are not in the file, so that their terrain is not known: {', '.join(away[:8])}")
    return kinds


def _all_layers(file: Tiled) -> list[tuple[Layer, float, float]]:
    """The layers, those in groups too, the lowest first, each with how far it is moved."""
    found = list(islice(_layers(file.layers, 0, 0, 0), MOST_LAYERS + 1))
    if len(found) > MOST_LAYERS:
        raise ValueError(f"the map has more than {MOST_LAYERS} layers")
    if sum(bool(layer.data) for layer, _, _ in found) * file.width * file.height > MOST_TILES:
        raise ValueError(f"the map has more than {MOST_TILES:,} tiles in all its layers")
    return found


def _layers(layers: tuple[Layer, ...], x: float, y: float, depth: int) -> Iterator[tuple[Layer, float, float]]:
    if depth > DEEPEST:
        raise ValueError(f"a layer is in a group of a group, {DEEPEST} deep")
    for layer in layers:
        right, down = x + layer.offsetx, y + layer.offsety
        yield layer, right, down
        yield from _layers(layer.layers, right, down, depth + 1)


def _tiles(file: Tiled, layer: Layer, kinds: dict[int, Terrain]) -> Iterator[tuple[Point, Terrain]]:
    """Each tile of a layer of which something is said, by itself or by its layer, and its cell."""
    of_all = terrain_of(layer.properties, layer.name, f"layer {plain(layer.name)}")
    if layer.name.strip().lower() in COLLISION:
        of_all = Terrain("collision", 1, None, (), None, True)
    if not layer.data or not (kinds or of_all):
        return
    numbers = _numbers(layer, file.width * file.height)
    for place, number in enumerate(numbers):
        kind = kinds.get(number & NO_FLAGS, of_all) if number else None
        if kind is not None:
            yield _cell(file, place % file.width, place // file.width), kind


def _numbers(layer: Layer, count: int) -> tuple[int, ...]:
    data = layer.data if isinstance(layer.data, tuple) else _unpacked(layer.data, layer.compression, 4 * count)
    if len(data) != count:
        raise ValueError(f"layer {plain(layer.name)!r} has {len(data)} tiles, the map {count}")
    return data


def _unpacked(text: str, compression: str, size: int) -> tuple[int, ...]:
    """The numbers of tiles from base64 text, of at most `size` bytes."""
    if compression not in ("", "zlib", "gzip"):
        raise ValueError(f"tiles packed by {plain(compression)[:20]}: save them as CSV (Map, Tile Layer Format)")
    try:
        data = b64decode("".join(text.split()), validate=True)
        if compression:
            data = zlib.decompressobj(wbits=47).decompress(data, size + 4)  # 47: zlib or gzip, as it turns out
    except (ValueError, zlib.error):
        raise ValueError("the tiles of a layer cannot be unpacked") from None
    return tuple(int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data) - 3, 4))


def _sorted(found: dict[Point, Terrain]) -> tuple[list[Area], list[Cover]]:
    """Cells of a kind together, as terrain and as cover."""
    by_kind: dict[Terrain, list[Point]] = {}
    for at, kind in found.items():
        by_kind.setdefault(kind, []).append(at)
    areas, cover = [], []
    for kind, cells in by_kind.items():
        if kind.factor > 1 or kind.closes:
            areas.append(Area(kind.name, Cells(tuple(cells)), kind.slows, kind.closes, kind.factor))
        if kind.cover is not None:
            cover.append(Cover(kind.name, Cells(tuple(cells)), kind.cover))
    return areas, cover
