"""Sight and cover (STR-39): centre to centre, a wall's end stops it; doors, height; the modifier the scene names."""

import pytest

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
    Point,
    Polygon,
    Rectangle,
    Shape,
    Wall,
    cover_between,
    inside,
    metres,
    sees,
    set_door,
    terrain,
)

A, B = Place(50, 50), Place(450, 50)


def behind(*walls: Wall, a: Place = A, b: Place = B) -> Metres:
    return metres(Ground(1000, 1000, walls=walls), {"a": a, "b": b})


@pytest.mark.parametrize(
    ("start", "end", "seen"),
    [
        ((200, 0), (200, 100), False),
        ((200, 50), (200, 100), False),
        ((200, 51), (200, 100), True),
        ((200, 0), (200, 49), True),
        ((100, 50), (300, 50), False),
        ((500, 50), (600, 50), True),
        ((450, 50), (600, 50), False),
        ((0, 0), (0, 100), True),
        ((0, 60), (500, 60), True),
        ((40, 300), (460, 60), True),
        ((200, 50), (200, 50), False),
        ((200, 60), (200, 60), True),
    ],
)
def test_str_39_a_wall_stops_sight_its_end_included(start: Point, end: Point, seen: bool) -> None:
    space = behind(Wall(start, end))
    assert sees(space, "a", "b") is sees(space, "b", "a") is seen


def test_str_39_a_diagonal_line_through_the_very_corner_is_stopped() -> None:
    space = behind(Wall((200, 100), (200, 200)), a=Place(150, 50), b=Place(250, 150))
    assert not sees(space, "a", "b")
    assert sees(behind(Wall((200, 101), (200, 200)), a=Place(150, 50), b=Place(250, 150)), "a", "b")


def test_walls_that_can_be_seen_through() -> None:
    assert sees(behind(Wall((200, 0), (200, 100), stops_seeing=False)), "a", "b")


@pytest.mark.parametrize(
    ("high", "seen"),
    [(0, False), (100, False), (200, True), (300, True)],
)
def test_height_lifts_sight_over_a_wall_half_way_that_has_a_top(high: int, seen: bool) -> None:
    space = behind(Wall((250, 0), (250, 100), top=100), b=B._replace(z=high))
    assert sees(space, "a", "b") is sees(space, "b", "a") is seen


def test_along_a_wall_both_must_be_above_it() -> None:
    wall = Wall((100, 50), (300, 50), top=200)
    assert not sees(behind(wall, a=A._replace(z=200), b=B._replace(z=100)), "a", "b")
    assert sees(behind(wall, a=A._replace(z=200), b=B._replace(z=200)), "a", "b")


def test_a_closed_door_stops_sight_and_an_open_one_does_not() -> None:
    ground = Ground(1000, 1000, doors=(Door("gate", (200, 0), (200, 100)), Door("hatch", (800, 0), (800, 100))))
    space = metres(ground, {"a": A, "b": B})
    assert not sees(space, "a", "b")
    opened = set_door(space, "gate", open=True)
    assert sees(opened, "a", "b")
    assert not sees(set_door(opened, "gate", open=False, locked=True), "a", "b")
    assert not sees(space, "a", "b"), "the space before is what it was"
    assert [door.open for door in opened.ground.doors] == [True, False]


def test_doors_keep_what_is_not_named() -> None:
    space = metres(Ground(1000, 1000, doors=(Door("gate", (200, 0), (200, 100)),)), {})
    door = set_door(set_door(space, "gate", locked=True), "gate", open=True).ground.doors[0]
    assert (door.open, door.locked) == (True, True)
    with pytest.raises(ValueError, match="no door 'hatch'"):
        set_door(space, "hatch", open=True)


def test_a_barred_door_can_be_seen_through() -> None:
    ground = Ground(1000, 1000, doors=(Door("grille", (200, 0), (200, 100), stops_seeing=False),))
    assert sees(metres(ground, {"a": A, "b": B}), "a", "b")


def with_cover(*cover: Cover) -> Metres:
    return metres(Ground(1000, 1000, cover=cover), {"a": A, "b": B})


def test_str_39_cover_is_for_who_is_nearer_to_it() -> None:
    sandbags = Cover("sandbags", Line((350, 0), (350, 100)), 2)
    space = with_cover(sandbags)
    assert cover_between(space, "a", "b") == sandbags
    assert cover_between(space, "b", "a") is None
    half_way = with_cover(Cover("hedge", Line((250, 0), (250, 100)), 1))
    assert cover_between(half_way, "a", "b")
    assert cover_between(half_way, "b", "a")


def test_str_39_cover_that_does_not_lie_between_gives_none() -> None:
    assert cover_between(with_cover(Cover("far", Line((350, 60), (350, 100)), 2)), "a", "b") is None
    assert cover_between(with_cover(Cover("along", Line((300, 50), (400, 50)), 2)), "a", "b") is None
    assert cover_between(with_cover(), "a", "b") is None


def test_str_39_of_several_covers_the_largest_modifier_counts_and_none_is_0() -> None:
    low, high = Cover("crate", Line((400, 0), (400, 100)), 2), Cover("bush", Rectangle((410, 0), (500, 100)), -4)
    assert cover_between(with_cover(low, high), "a", "b") == high
    plain = with_cover(Cover("smoke", Circle((450, 50), 20)))
    found = cover_between(plain, "a", "b")
    assert found is not None
    assert found.modifier == 0


def test_an_area_covers_those_inside_from_those_outside() -> None:
    wood = Cover("wood", Rectangle((0, 0), (1000, 1000)), 2)
    assert cover_between(with_cover(wood), "a", "b") is None
    edge = with_cover(Cover("wood", Rectangle((400, 0), (1000, 1000)), 2))
    assert cover_between(edge, "a", "b") is not None
    assert cover_between(edge, "b", "a") is None


BOOT = Polygon(((0, 0), (100, 0), (100, 100), (300, 100), (300, 200), (0, 200)))


@pytest.mark.parametrize(
    ("shape", "ins", "outs"),
    [
        (Rectangle((300, 200), (100, 100)), [(100, 100), (300, 200), (200, 150)], [(99, 150), (200, 201)]),
        (Circle((200, 200), 100), [(200, 100), (260, 280), (200, 200)], [(200, 99), (271, 271)]),
        (BOOT, [(0, 0), (50, 50), (100, 50), (200, 150), (300, 200), (250, 100)], [(101, 99), (301, 150), (-1, 0)]),
        (Cells(((1, 2), (3, 0))), [(100, 200), (199, 299), (350, 50)], [(200, 250), (399, 100), (50, 50)]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_shapes_hold_their_border(shape: Shape, ins: list[Point], outs: list[Point]) -> None:
    space = Metres(Ground(1000, 1000, "free", areas=(Area("it", shape),)))
    assert all(terrain(space, Place(*point)) for point in ins)
    assert not any(terrain(space, Place(*point)) for point in outs)


def test_who_is_inside_a_shape() -> None:
    assert inside(with_cover(), Circle((450, 50), 100)) == ("b",)
    assert inside(with_cover(), Rectangle((0, 0), (1000, 1000))) == ("a", "b")
    assert inside(with_cover(), Cells(((0, 0), (1, 0)))) == ("a",)


def test_the_terrain_under_somebody() -> None:
    mud, ice = Area("mud", Cells(((0, 0),))), Area("ice", Rectangle((0, 0), (100, 100)))
    space = metres(Ground(1000, 1000, areas=(mud, ice)), {"a": A, "b": B})
    assert {area.name for area in terrain(space, "a")} == {"mud", "ice"}
    assert terrain(space, "b") == ()
