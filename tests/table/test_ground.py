"""The ground as pages get it: paths, cells and words that fit the kernel's map; a key for each state of its doors."""

import re

import msgspec
import pytest

from certamen.dice import Seeded
from certamen.files import encounter
from certamen.files.examples import examples
from certamen.kernel.contest import Contest
from certamen.kernel.mapping import Mark
from certamen.kernel.space import (
    Area,
    Cells,
    Circle,
    Cover,
    Door,
    Ground,
    Line,
    Metres,
    Place,
    Polygon,
    Rectangle,
    Wall,
    centre,
    set_door,
)
from certamen.kernel.space.cells import cell_at, within
from certamen.kernel.space.drawn import place_text, read_place
from certamen.rulesets import find
from certamen.table.ground import MOST_SHOWN, apart, ground_at, ground_data, ground_key, ground_of, point
from certamen.table.protocol import Token, Where

SIZES = [(400, 300, 100), (1000, 1000, 100), (730, 410, 100), (1000, 900, 200), (2000, 1400, 150)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_rows_are_all_cells_and_no_others(grid: str, size: tuple[int, int, int]) -> None:
    width, height, cell = size
    ground = Ground(width, height, grid, cell)  # type: ignore[arg-type]  # one of the grids
    found = {}
    for row, (y, x, first, count) in enumerate(ground_data(ground)["rows"]):
        for n in range(count):
            found[x + n * cell, y] = f"{first + n},{row}"
    for (x, y), text in found.items():
        assert read_place(ground, text)[:2] == (x, y)
        assert place_text(ground, Place(x, y)) == text
    around = range(-30, 60)
    cells = {centre(ground, *one)[:2] for one in ((i, j) for i in around for j in around)}
    assert found.keys() == {one for one in cells if within(ground, Place(*one), cell)}


def test_free_metres_have_no_cells() -> None:
    data = ground_data(Ground(1000, 1000, "free"))
    assert (data["rows"], data["net"]) == ([], None)


def test_the_net_of_hexes_goes_through_their_corners() -> None:
    """The pattern's path, moved by whole patterns, touches the sides of every hex."""
    ground = Ground(1000, 1000, "hex")
    net, tile = ground_data(ground)["net"], ground_data(ground)["tile"]
    points = [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", net["path"])]
    assert re.match(r"M0 -58L50 -29V29L0 58L-50 29V-29Z", tile)
    for column, row in ((0, 0), (3, 1), (2, 6)):
        here = centre(ground, column, row)
        corners = [(here.x, here.y - 58), (here.x + 50, here.y - 29), (here.x - 50, here.y - 29)]
        for x, y in corners:
            left, down = x % net["width"], y % net["height"]
            gaps = [(abs(left - a) % net["width"], abs(down - b) % net["height"]) for a, b in points]
            assert any(min(i, net["width"] - i) <= 2 and min(j, net["height"] - j) <= 2 for i, j in gaps), (
                column,
                row,
                x,
                y,
            )


def test_what_stands_on_it() -> None:
    ground = Ground(
        1000,
        1000,
        areas=(
            Area("swamp", Rectangle((0, 0), (200, 100)), ("walk", "crawl"), (), 3),
            Area("lake", Polygon(((0, 0), (100, 0), (0, 100))), (), ("walk",)),
            Area("pond", Circle((500, 500), 100)),
            Area("floor", Cells(((1, 1), (2, 1))), (), ()),
        ),
        walls=(Wall((0, 0), (100, 0)), Wall((100, 0), (100, 50)), Wall((0, 5), (9, 5), stops_seeing=False, top=100),
               Wall((1, 1), (2, 2), stops_moving=False)),
        doors=(Door("gate", (100, 100), (100, 200)), Door("hatch", (300, 100), (300, 200), open=True),
               Door("vault", (0, 0), (0, 100), locked=True)),
        cover=(Cover("crates", Rectangle((0, 0), (50, 50)), 2), Cover("low wall", Line((0, 5), (9, 5)))),
    )  # fmt: skip
    data = ground_data(ground, (Mark("exit", "stairs", Rectangle((0, 0), (100, 100))),))
    assert [(one["kind"], one["path"]) for one in data["walls"]] == [
        ("wall", "M0 0L100 0M100 0L100 50"),
        ("low", "M0 5L9 5"),
        ("veil", "M1 1L2 2"),
    ]
    assert [(one["about"], one["path"]) for one in data["doors"]] == [
        ("shut", "M100 100L100 200"),
        ("open", "M300 100L200 100"),
        ("shut and locked", "M0 0L0 100"),
    ]
    assert [(one["kind"], one["about"]) for one in data["areas"]] == [
        ("slow", "each metre to walk, crawl counts 3"),
        ("closed", "nobody can walk there"),
        ("slow", "each metre counts 2"),
        ("open", ""),
    ]
    assert data["areas"][0]["path"] == "M0 0H200V100H0Z"
    assert data["areas"][3]["path"] == "M100 100h100v100h-100ZM200 100h100v100h-100Z"
    assert [(one["about"], one["line"]) for one in data["cover"]] == [("cover, +2", False), ("cover", True)]
    assert data["marks"] == [{"kind": "exit", "name": "stairs", "path": "M0 0H100V100H0Z", "x": 50, "y": 50}]
    msgspec.json.encode(data)


def test_points_of_places() -> None:
    ground = Ground(1000, 1000, "hex")
    assert point(ground, "1,2") == centre(ground, 1, 2)[:2]
    assert point(ground, "1,2,3") == centre(ground, 1, 2)[:2]
    assert point(ground, "a spot") is None
    assert cell_at(ground, *(point(ground, "1,2") or (0, 0))) == (1, 2)


@pytest.mark.parametrize("name", ["striker/vault", "dualaction/depot", "dualaction/pit", "dualaction/skirmish"])
def test_of_a_contest(name: str) -> None:
    fight = encounter.load(examples() / f"{name}.yaml")
    ruleset = find(fight.ruleset)
    state = Contest(ruleset, fight, Seeded(1)).state
    found = ground_of(ruleset, state)
    assert found is not None
    ground, marks = found
    scene = fight.scene.map if fight.ruleset == "striker" else fight.scene
    assert [one.name for one in marks if one.kind == "exit"] == [one.name for one in scene.exits]
    if ground.doors and isinstance(state.space, Metres):
        opened = set_door(state.space, ground.doors[0].id, open=not ground.doors[0].open).ground
        assert ground_key(opened, marks) != ground_key(ground, marks)
        assert ground_data(opened, marks)["doors"] != ground_data(ground, marks)["doors"]


def test_grounds_are_found_by_their_key_the_oldest_forgotten() -> None:
    first = Ground(1000, 1000)
    key = ground_key(first)
    assert ground_at(key) == ground_data(first)
    for n in range(MOST_SHOWN):
        ground_key(Ground(1000, 1000 + 100 * (n + 1)))
    assert ground_at(key) is None
    assert ground_key(first) == key
    assert ground_at(key) == ground_data(first)
    assert ground_at("x") is None


def test_how_far_others_are() -> None:
    wall, crates = Wall((300, 0), (300, 200)), Cover("crates", Rectangle((400, 400), (500, 500)), 2)
    ground = Ground(1000, 1000, walls=(wall,), cover=(crates,))
    places = {"ann": Place(150, 50), "bo": Place(450, 50), "cy": Place(450, 450), "dee": Place(150, 350)}
    tokens = tuple(Token(who, *at, 100, "") for who, at in places.items())
    where = Where("map", ground=ground_key(ground), tokens=tokens)
    assert apart(where, "ann") == {"bo": "3 m, out of sight", "cy": "4 m, behind crates", "dee": "3 m"}
    assert apart(where, "eve") == {}
    assert apart(Where("map", ground="x", tokens=tokens), "ann") == {}


def test_no_map() -> None:
    fight = encounter.load(examples() / "starcluster" / "alley.yaml")
    ruleset = find(fight.ruleset)
    assert ground_of(ruleset, Contest(ruleset, fight, Seeded(1)).state) is None
