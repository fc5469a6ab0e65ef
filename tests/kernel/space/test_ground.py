"""Maps as data: what a ground refuses, and that every space goes to JSON and back without a float."""

from typing import Any

import msgspec
import pytest

from certamen.kernel.space import (
    Area,
    Bands,
    Cells,
    Circle,
    Cover,
    Door,
    Ground,
    Line,
    Melees,
    Metres,
    Nowhere,
    Place,
    Polygon,
    Rectangle,
    Space,
    Wall,
    metres,
    remove,
)

FULL = Ground(
    2000,
    1000,
    "hex",
    diagonal="exact",
    areas=(
        Area("mud", Polygon(((0, 0), (100, 0), (0, 100))), slows=("walk",)),
        Area("lake", Cells(((1, 2), (3, 4))), slows=(), closes=("walk",)),
        Area("ice", Circle((500, 500), 200), factor=3),
    ),
    walls=(Wall((0, 300), (300, 300), top=150), Wall((0, 0), (9, 9), stops_seeing=False)),
    doors=(Door("gate", (300, 300), (400, 300), locked=True),),
    cover=(Cover("crates", Line((700, 100), (700, 300)), 2), Cover("hedge", Rectangle((0, 0), (50, 50)))),
)
HALF: Any = 1.5
WORD: Any = "x"
SPACES: tuple[Space, ...] = (
    Nowhere(),
    Bands(between={"ann/bo": "close"}),
    Melees({"ann": "m", "bo": "m"}, 25, {"ann/cy": 10}),
    metres(FULL, {"ann": Place(150, 160, 250), "bo": Place(900, 900)}, {"bo": 300}),
)


@pytest.mark.parametrize("space", SPACES, ids=lambda space: type(space).__name__)
def test_every_space_survives_json(space: Space) -> None:
    text = msgspec.json.encode(space)
    back = msgspec.json.decode(text, type=Space)
    assert back == space
    assert type(back) is type(space)
    assert msgspec.json.encode(back) == text
    _no_float(msgspec.json.decode(text))


def _no_float(value: Any) -> None:
    assert not isinstance(value, float)
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _no_float(part)


def test_the_four_kinds_are_told_apart_by_their_tag() -> None:
    tags = [msgspec.json.decode(msgspec.json.encode(space))["type"] for space in SPACES]
    assert tags == ["nowhere", "bands", "melees", "metres"]


def test_a_file_with_a_fraction_of_a_centimetre_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="Expected `int`"):
        msgspec.json.decode(b'{"type":"metres","ground":{"width":1000,"height":1000.5}}', type=Space)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"grid": "triangle"}, "square, hex or free, not 'triangle'"),
        ({"diagonal": "two"}, "one, alternate or exact, not 'two'"),
        ({"cell": 75}, "even number of centimetres from 10 to 100000, not 75"),
        ({"cell": 8}, "even number of centimetres"),
        ({"cell": 200_000}, "even number of centimetres"),
        ({"width": 99}, "at least one cell"),
        ({"height": 1_000_001}, "at most 1000000 cm"),
        ({"width": 100_000, "height": 30_000}, "at most 250000 cells"),
        ({"walls": (Wall((0, 0), (1, 1)),) * 5001}, "at most 5000 walls"),
        ({"doors": (Door("a", (0, 0), (1, 1)), Door("a", (5, 5), (6, 6)))}, "two doors have the same id"),
        ({"walls": (Wall((0, 0), (1, 2_000_000)),)}, "up to 1000000, not 2000000"),
        ({"walls": (Wall((0, 0), (1, HALF)),)}, "whole number of centimetres up to 1000000, not 1.5"),
        ({"areas": (Area("pit", Circle((5, 5), 2_000_000)),)}, "not 2000000"),
        ({"cover": (Cover("box", Line((0, 0), (0, WORD))),)}, "not 'x'"),
    ],
)
def test_a_ground_that_cannot_be_is_refused_in_one_sentence(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Ground(**{"width": 1000, "height": 1000, **change})


def test_shapes_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="3 to 500 corners, not 2"):
        Polygon(((0, 0), (1, 1)))
    with pytest.raises(ValueError, match="at least one"):
        Cells(())
    with pytest.raises(ValueError, match="factor of bog is 1 to 100, not 0"):
        Area("bog", Circle((0, 0), 5), factor=0)
    with pytest.raises(ValueError, match="radius is 0 or more, not -1"):
        Circle((0, 0), -1)


def test_a_wide_map_of_free_metres_has_no_cells_to_count() -> None:
    assert Ground(1_000_000, 1_000_000, "free").width == 1_000_000


def test_removing_from_metres_and_from_nowhere() -> None:
    space = metres(Ground(1000, 1000), {"ann": Place(50, 50), "bo": Place(250, 50)}, {"ann": 200})
    assert remove(space, "ann") == Metres(space.ground, {"bo": Place(250, 50)}, {})
    assert remove(space, "nobody") == space
    assert remove(Nowhere(), "ann") == Nowhere()
