"""Maps of Tiled: terrain from tiles, walls and doors from objects, and what rulesets make of them."""

import gzip
import zlib
from base64 import b64encode
from typing import Any

import pytest

from certamen.files import maps
from certamen.kernel.mapping import Mark
from certamen.kernel.space import Area, Cells, Cover, Door, Place, Polygon, Rectangle, Wall, reachable, sees, terrain
from certamen.rulesets import find
from tests.files.maps_common import objects, read, refused, space_of, tiled, tiles


def box(x: float, y: float, width: float, height: float, **more: Any) -> dict[str, Any]:
    return {"x": x, "y": y, "width": width, "height": height} | more


def line(*points: tuple[float, float], **more: Any) -> dict[str, Any]:
    return {"x": 0, "y": 0, "polyline": [{"x": x, "y": y} for x, y in points]} | more


def said(**values: Any) -> list[dict[str, Any]]:
    return [{"name": name, "value": value} for name, value in values.items()]


def test_terrain_from_tiles() -> None:
    ground = read(tiled([tiles("1100", "0230", "0000")])).ground
    assert (ground.width, ground.height, ground.grid) == (400, 300, "square")
    assert ground.areas == (
        Area("swamp", Cells(((0, 0), (1, 0))), None, (), 3),
        Area("water", Cells(((1, 1),)), None, ("walk",), 1),
        Area("hedge", Cells(((2, 1),)), ("walk", "run"), (), 2),
    )
    assert ground.cover == (Cover("hedge", Cells(((2, 1),)), 3),)


def test_the_uppermost_tile_with_terrain_counts() -> None:
    """A bridge over water; a tile of which nothing is said hides nothing; tiles may be turned."""
    turned = tiles("0000", "0500", "0090") | {"name": "above"}
    turned["data"][5] |= 0xA0000000
    ground = read(tiled([tiles("0000", "0220", "0020"), turned])).ground
    assert ground.areas == (Area("water", Cells(((2, 1), (2, 2))), None, ("walk",), 1),)


def test_tiles_that_collide_are_walled_in_whatever_lies_above() -> None:
    layers = [tiles("0000", "0440", "0000"), tiles("0000", "0100", "0000")]
    ground = read(tiled(layers)).ground
    assert set(ground.walls) == {
        Wall((100, 100), (300, 100)),
        Wall((100, 200), (300, 200)),
        Wall((100, 100), (100, 200)),
        Wall((300, 100), (300, 200)),
    }
    named = read(tiled([tiles("0000", "0770", "0000", name="Collision", visible=False)])).ground
    assert set(named.walls) == set(ground.walls)


def test_a_layers_properties_hold_for_its_tiles() -> None:
    ground = read(tiled([tiles("0000", "0009", "0000", properties=said(terrain="snow", factor=2))])).ground
    assert ground.areas == (Area("snow", Cells(((3, 1),))),)


@pytest.mark.parametrize(
    ("compression", "pack"),
    [("", bytes), ("zlib", zlib.compress), ("gzip", gzip.compress)],
    ids=["plain", "zlib", "gzip"],
)
def test_packed_tiles(compression: str, pack: Any) -> None:
    data = b"".join(int(one).to_bytes(4, "little") for one in "110002300000")
    layer = tiles() | {"data": b64encode(pack(data)).decode(), "encoding": "base64", "compression": compression}
    assert read(tiled([layer])).ground == read(tiled([tiles("1100", "0230", "0000")])).ground


def test_objects_by_class_or_layer() -> None:
    things = (
        line((0, 16), (32, 16), type="wall"),
        line((0, 32), (16, 32), type="wall", properties=said(low=True)),
        box(14, 16, 4, 16, type="door", name="gate", properties=said(locked=True)),
        line((48, 0), (48, 16), **{"class": "Door"}, properties=said(open=True)),
        box(0, 0, 16, 16, type="exit", name="stairs"),
        box(16, 0, 16, 16, type="hide", name="bushes"),
        box(48, 32, 16, 16, type="cover", name="crates", properties=said(cover=4)),
        box(0, 0, 64, 16, type="terrain", name="mud"),
        box(0, 0, 4, 4, type="chest"),
        {"x": 3, "y": 3, "point": True},
    )
    plan = read(tiled([objects(*things)]))
    ground = plan.ground
    assert ground.walls == (
        Wall((0, 100), (200, 100)),
        Wall((0, 200), (95, 200), stops_seeing=False, top=100),
    )
    assert ground.doors == (
        Door("gate", (100, 95), (100, 205), locked=True),
        Door("door-2", (300, -5), (300, 105), open=True),
    )
    assert plan.marks == (
        Mark("exit", "stairs", Rectangle((0, 0), (100, 100))),
        Mark("hide", "bushes", Rectangle((100, 0), (200, 100))),
    )
    assert ground.cover == (Cover("crates", Rectangle((300, 200), (400, 300)), 4),)
    assert ground.areas == (Area("mud", Rectangle((0, 0), (400, 100))),)
    assert "objects left out, by their class: chest (1), things (1)".replace("things", "thing") in plan.notes


def test_a_layer_of_walls_moved_and_in_a_group() -> None:
    layer = objects(box(0, 0, 16, 16, rotation=90), name="Walls") | {"offsetx": 16}
    ground = read(tiled([{"type": "group", "name": "g", "offsety": 16, "layers": [layer]}])).ground
    assert {point for wall in ground.walls for point in (wall.a, wall.b)} == {
        (100, 100),
        (100, 200),
        (0, 200),
        (0, 100),
    }


def test_two_doors_of_one_name_have_ids_of_their_own() -> None:
    doors = [line((16 * n, 0), (16 * n, 16), type="door", name="gate\x07") for n in range(3)]
    assert [door.id for door in read(tiled([objects(*doors)])).ground.doors] == ["gate", "gate-2", "gate-3"]


HEX = {"orientation": "hexagonal", "hexsidelength": 8, "staggeraxis": "y", "tilewidth": 14, "tileheight": 16}


@pytest.mark.parametrize("stagger", ["odd", "even"])
def test_hexes(stagger: str) -> None:
    """The water stands where Tiled shows it: a row's neighbours above and below depend on which rows are moved."""
    ground = read(tiled([tiles("0000", "0200", "0000")], **HEX, staggerindex=stagger)).ground
    assert ground.grid == "hex"
    (area,) = ground.areas
    assert area.shape == Cells(((1, 1),))
    space = space_of(read(tiled([tiles("0000", "0200", "0000")], **HEX, staggerindex=stagger)), "striker", "1,0", "3,0")
    assert [one.name for one in terrain(space, Place(200, 143))] == ["water"]


def test_objects_on_hexes_lie_where_the_hexes_do() -> None:
    """A wall between the first two hexes of row 0, in pixels at x 14: between their centres at 50 and 150 cm."""
    ground = read(tiled([objects(line((14, 4), (14, 12), type="wall"))], **HEX)).ground
    (wall,) = ground.walls
    assert (wall.a[0], wall.b[0]) == (100, 100)
    assert wall.a[1] < 57 < wall.b[1]


@pytest.mark.parametrize("ruleset", ["striker", "dualaction"])
def test_rock_among_hexes_stops_and_hides(ruleset: str) -> None:
    space = space_of(read(tiled([tiles("0400", "0000", "0000")], **HEX)), ruleset, "0,0", "2,0")
    assert not sees(space, "ann", "bo")
    assert Place(150, 57) not in reachable(space, "ann", 300)
    assert Place(100, 143) in reachable(space, "ann", 300)


def test_striker_holds_terrain_by_mode_and_marks() -> None:
    plan = read(tiled([tiles("1100", "0230", "0000"), objects(box(0, 32, 16, 16, type="exit", name="stairs"))]))
    scene, notes = maps.mapped(plan, find("striker"))
    assert scene["map"]["rough"] == [
        {"name": "swamp", "box": "0,0 2,1"},
        {"name": "water", "box": "1,1 2,2", "closes": ["walk"]},
        {"name": "hedge", "box": "2,1 3,2", "slows": ["walk", "run"]},
    ]
    assert scene["map"]["covers"] == [{"name": "hedge", "box": "2,1 3,2", "cover": 3}]
    assert scene["map"]["exits"] == [{"name": "stairs", "box": "0,2 1,3"}]
    assert "swamp counts 3 for each metre in the file, 2 in Striker (STR-21)" in notes
    space = space_of(plan, "striker", "0,1", "3,2")
    assert reachable(space, "ann", 200)[Place(50, 50)].cost == 200
    assert Place(150, 150) not in reachable(space, "ann", 300)


def test_dualaction_holds_terrain_by_factor() -> None:
    layers = [tiles("1100", "0230", "0000"), objects(box(0, 0, 16, 16, type="hide", name="bushes"))]
    layers.append(objects(box(0, 0, 16, 16, type="terrain", name="thorns", properties=said(slows="fly"))))
    plan = read(tiled(layers))
    scene, notes = maps.mapped(plan, find("dualaction"))
    assert scene["rough"] == [
        {"name": "swamp", "box": "0,0 2,1", "factor": 3},
        {"name": "water", "box": "1,1 2,2", "factor": 0},
        {"name": "hedge", "box": "2,1 3,2", "factor": 2},
    ]
    assert any("thorns" in note for note in notes)
    assert any("bushes" in note for note in notes)
    assert reachable(space_of(plan, "dualaction", "0,1", "3,2"), "ann", 300)[Place(50, 50)].cost == 300


@pytest.mark.parametrize("ruleset", ["striker", "dualaction"])
def test_a_locked_door(ruleset: str) -> None:
    door = line((16, 0), (16, 16), type="door", name="vault", properties=said(locked=True))
    scene, notes = maps.mapped(read(tiled([objects(door)])), find(ruleset))
    told = any("vault" in note for note in notes)
    assert told or scene["doors"][0]["locked"] is True


def test_a_round_swamp_becomes_boxes_of_the_cells_whose_middle_it_holds() -> None:
    plan = read(tiled([objects(box(0, 0, 48, 48, ellipse=True, type="terrain", name="swamp"))]))
    assert isinstance(plan.ground.areas[0].shape, Polygon)
    scene, _ = maps.mapped(plan, find("dualaction"))
    assert [one["box"] for one in scene["rough"]] == ["0,0 3,3"]
    small = read(tiled([objects(box(8, 8, 32, 32, ellipse=True, type="terrain", name="swamp"))]))
    assert [one["box"] for one in maps.mapped(small, find("dualaction")).scene["rough"]] == [
        "1,0 2,1",
        "0,1 3,2",
        "1,2 2,3",
    ]


def test_tile_sets_in_other_files_are_told() -> None:
    plan = read(tiled([tiles("1100", "0230", "0000")], tilesets=[{"firstgid": 1, "source": "../ground.tsx"}]))
    assert plan.ground.areas == ()
    assert any("../ground.tsx" in note for note in plan.notes)


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "isometric": (tiled([], orientation="isometric"), "only orthogonal and hexagonal"),
    "infinite": (tiled([], infinite=True), "the map is infinite"),
    "flat hexes": (tiled([], **{**HEX, "staggeraxis": "x"}), "Stagger Axis Y"),
    "no tiles": (tiled([], width=0), "a map has 1 to 250,000"),
    "too many tiles": (tiled([], width=5_000, height=5_000), "a map has 1 to 250,000"),
    "no pixels": (tiled([], tilewidth=0), "1 to 10,000 pixels"),
    "too few in a layer": (tiled([tiles("11")]), "has 2 tiles, the map 12"),
    "too many when unpacked": (
        tiled([tiles() | {"data": b64encode(zlib.compress(bytes(10**8))).decode(), "compression": "zlib"}]),
        "has 13 tiles, the map 12",
    ),
    "not packed so": (tiled([tiles() | {"data": "AAAA", "compression": "zlib"}]), "cannot be unpacked"),
    "zstd": (tiled([tiles() | {"data": "AAAA", "compression": "zstd"}]), "save them as CSV"),
    "a factor in words": (
        tiled([tiles("0000", "0000", "0009", properties=said(factor="many"))]),
        "factor of layer tiles: 'many' is not a whole number from 0 to 100",
    ),
    "modes that are none": (tiled([tiles("0000", "0000", "0009", properties=said(slows=[1]))]), "slows of layer tiles"),
    "an object far away": (tiled([objects(box(1e300, 0, 5, 5, type="wall"))]), "far beside the map"),
    "negative tiles": (tiled([tiles("0000") | {"data": "x"}]), "cannot be unpacked"),
    "many layers": (tiled([objects() for _ in range(101)]), "more than 100 layers"),
    "too many corners": (
        tiled([objects(box(0, 0, 0, 0, type="cover", polygon=[{"x": n % 9, "y": n} for n in range(600)]))]),
        "3 to 500 corners",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_cannot_be_is_refused(what: str) -> None:
    data, message = WRONG[what]
    assert message in refused(data)


def test_groups_in_groups_without_end() -> None:
    layer: dict[str, Any] = {"type": "group", "layers": []}
    for _ in range(50):
        layer = {"type": "group", "layers": [layer]}
    assert "16 deep" in refused(tiled([layer]))
