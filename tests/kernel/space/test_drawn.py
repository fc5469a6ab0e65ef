"""Maps as people draw them: lengths, lines, boxes and places as text, the ground made of them, what is wrong."""

import pytest

from certamen.kernel.rule import repeated
from certamen.kernel.space import Ground, Line, Place, Rectangle
from certamen.kernel.space.drawn import (
    Box,
    Cover,
    Unreadable,
    Wall,
    box_holds,
    covers_of,
    metres_text,
    place_problem,
    place_text,
    problems,
    read_pair,
    read_place,
    walls_of,
)

SQUARE, HEX, FREE = Ground(4000, 3000), Ground(4000, 3000, "hex"), Ground(4000, 3000, "free")


@pytest.mark.parametrize("ground", [SQUARE, HEX, FREE], ids=lambda ground: ground.grid)
@pytest.mark.parametrize("text", ["3,4", "0,0", "12,7", "5,5,2"])
def test_places_read_back(ground: Ground, text: str) -> None:
    assert place_text(ground, read_place(ground, text, heights=True)) == text


def test_places_in_centimetres() -> None:
    assert read_place(FREE, "12.5,3.05") == Place(1250, 305)
    assert place_text(FREE, Place(1250, 305)) == "12.5,3.05"
    assert read_place(FREE, "40,30") == Place(4000, 3000)
    assert read_place(SQUARE, "39,29") == Place(3950, 2950)
    assert read_place(Ground(4000, 3000, cell=200), "1,1,3", heights=True) == Place(300, 300, 200)


@pytest.mark.parametrize("text", ["", "3", "north", "3,4,", "3.5,4", "40,5", "-1,5", "3,30", "3,4,1", " 3,4", "3,4 ",
                                  "3;4", "1e3,1", "٣,٤", "3,4\n", "123456,1"])  # fmt: skip
def test_what_is_no_place(text: str) -> None:
    with pytest.raises(Unreadable):
        read_place(SQUARE, text)
    problem = place_problem(SQUARE, text, ("at",))
    assert problem is not None
    assert (problem.path, problem.message) == (("at",), f"{text!r} is no place here")


def test_a_place_that_is_one_is_no_problem() -> None:
    assert place_problem(SQUARE, "3,4", ("at",)) is None
    assert place_problem(SQUARE, "3,4,1", ("at",), heights=True) is None


@pytest.mark.parametrize(
    ("centimetres", "text"), [(600, "6 m"), (5, "0.05 m"), (150, "1.5 m"), (0, "0 m"), (-25, "-0.25 m")]
)
def test_lengths_for_people(centimetres: int, text: str) -> None:
    assert metres_text(centimetres) == text


def test_lines_and_boxes() -> None:
    assert read_pair("-0.5,5 8,5.25") == ((-50, 500), (800, 525))
    assert [box_holds("2,1 1,3", Place(x, 200)) for x in (99, 100, 200, 201)] == [False, True, True, False]
    assert [box_holds("2,1 1,3", Place(150, y)) for y in (99, 100, 300, 301)] == [False, True, True, False]


def test_the_walls_and_cover_of_a_ground() -> None:
    walls = (Wall(line="0,5 8,5"), Wall(line="0,6 8,6", low=True, cover=3), Wall(line="0,7 8,7", low=True),
             Wall(line="0,8 8,8", cover=4))  # fmt: skip
    made = walls_of(walls)
    assert [(wall.a, wall.stops_seeing, wall.top) for wall in made] == [
        ((0, 500), True, None),
        ((0, 600), False, 100),
        ((0, 700), False, 100),
        ((0, 800), True, None),
    ]
    boxes = (Cover(name="crate", box="1,1 2,2"), Cover(name="smoke", box="3,3 4,4", cover=-1))
    covers = covers_of(walls, boxes, 2)
    assert [(cover.name, cover.modifier) for cover in covers] == [
        ("low wall", 3),
        ("low wall", 0),
        ("wall", 4),
        ("crate", 2),
        ("smoke", -1),
    ]
    assert covers[0].shape == Line((0, 600), (800, 600))
    assert covers[3].shape == Rectangle((100, 100), (200, 200))


def test_lines_and_boxes_that_cannot_be_read_are_named() -> None:
    things = (Wall(line="0,0 1,1"), Wall(line="0,0"), Box(name="door", box="x"))
    found = list(problems(things, ("scene", "walls")))
    assert [(problem.path, problem.message) for problem in found] == [
        (("scene", "walls", 1, "line"), "'0,0' cannot be read"),
        (("scene", "walls", 2, "box"), "'x' cannot be read"),
    ]
    assert all("two points in metres" in problem.expected for problem in found)


def test_names_that_are_there_twice() -> None:
    found = list(repeated(["a", "b", "a", "a"], ("doors",), "id"))
    assert [(problem.path, problem.message, problem.expected) for problem in found] == [
        (("doors", 2, "id"), "a is there twice", "another id"),
        (("doors", 3, "id"), "a is there twice", "another id"),
    ]
