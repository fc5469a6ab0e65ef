"""Moving on free metres (STR-21, STR-39, DUA-16): straight lines, parts in difficult ground doubled, metre by metre."""

from typing import Any

import pytest

from certamen.kernel.space import (
    Area,
    Cells,
    Circle,
    Ground,
    Metres,
    NoWay,
    Place,
    Polygon,
    Rectangle,
    Shape,
    Wall,
    is_free,
    metres,
    nearest_free,
    path_cost,
    reachable,
    steps,
    way,
)


def field(places: dict[str, Place] | None = None, sizes: dict[str, int] | None = None, **ground: Any) -> Metres:
    return metres(Ground(2000, 2000, "free", **ground), {"ann": Place(0, 100), **(places or {})}, sizes)


@pytest.mark.parametrize(
    "shape",
    [
        Rectangle((200, 0), (400, 200)),
        Circle((300, 100), 100),
        Polygon(((200, 0), (400, 0), (400, 300), (200, 300))),
        Polygon(((200, 100), (300, 0), (400, 100))),
        Cells(((2, 1), (3, 1), (2, 0), (3, 0))),
    ],
    ids=lambda shape: type(shape).__name__,
)
def test_str_21_only_the_part_in_difficult_ground_is_doubled(shape: Shape) -> None:
    space = field(areas=(Area("mud", shape, slows=("walk",)),))
    assert path_cost(space, "ann", [Place(1000, 100)]) == 1200
    assert path_cost(space, "ann", [Place(1000, 100)], "fly") == 1000
    assert path_cost(space, "ann", [Place(300, 100)]) == 400, "and half of it half"
    assert path_cost(space, "ann", [Place(250, 100), Place(0, 100)]) == 600, "there and back"


def test_str_21_areas_and_bodies_that_overlap_do_not_add_up() -> None:
    mud, scree = Area("mud", Rectangle((200, 0), (400, 200))), Area("scree", Rectangle((300, 0), (500, 200)))
    assert path_cost(field(areas=(mud, scree)), "ann", [Place(1000, 100)]) == 1300
    assert path_cost(field({"bo": Place(350, 100)}, areas=(mud, scree)), "ann", [Place(1000, 100)]) == 1300
    assert path_cost(field({"bo": Place(550, 100)}, areas=(mud, scree)), "ann", [Place(1000, 100)]) == 1400
    assert path_cost(field(areas=(mud, Area("ice", scree.shape, factor=3))), "ann", [Place(1000, 100)]) == 1500


def test_str_23_a_creatures_space_is_difficult() -> None:
    space = field({"bo": Place(500, 100)}, {"bo": 60})
    assert path_cost(space, "ann", [Place(1000, 100)]) == 1060
    assert path_cost(space, "ann", [Place(1000, 100)], ignoring={"bo"}) == 1000
    over = field({"bo": Place(500, 100, 31)}, {"bo": 60})
    assert path_cost(over, "ann", [Place(1000, 100)]) == 1000, "it is as high as it is wide"


def test_a_straight_way_is_rounded_down_and_height_counts() -> None:
    space = field()
    assert path_cost(space, "ann", [Place(100, 200)]) == 141
    assert path_cost(space, "ann", [Place(300, 100, 400)], "fly") == 500
    assert path_cost(space, "ann", [Place(0, 100)]) == 0
    assert steps(space, "ann", [Place(0, 100)]) == ()


def test_dua_16_steps_are_one_metre_at_most_and_add_up() -> None:
    space = field(areas=(Area("mud", Rectangle((150, 0), (500, 200))),))
    found = steps(space, "ann", [Place(250, 100), Place(250, 120)])
    assert [(step.to.x, step.to.y, step.cost, step.length) for step in found] == [
        (100, 100, 100, 100),
        (200, 100, 150, 100),
        (250, 100, 100, 50),
        (250, 120, 40, 20),
    ]
    assert steps(space, "ann", [Place(150, 100)], start=found[0].to) == ((Place(150, 100), 50, 50, False),)
    assert [step.length for step in steps(space, "ann", [Place(200, 100)])] == [100, 100]


def test_walls_closed_ground_and_the_border_stop_a_straight_move() -> None:
    space = field(
        walls=(Wall((500, 0), (500, 200)), Wall((900, 300), (900, 500), top=100)),
        areas=(Area("lake", Circle((300, 500), 100), closes=("walk",)),),
    )
    with pytest.raises(NoWay, match=r"something stands between \(0, 100\) and \(600, 100\)"):
        steps(space, "ann", [Place(600, 100)])
    assert path_cost(space, "ann", [Place(500, 201), Place(600, 201)]) > 600, "around its end"
    with pytest.raises(NoWay, match=r"one cannot walk near \(400, 500\)"):
        steps(space, "ann", [Place(0, 500), Place(600, 500)])
    assert path_cost(space, "ann", [Place(0, 500), Place(600, 500)], "swim") == 1200
    with pytest.raises(NoWay, match=r"\(-1, 100\) is off the map"):
        steps(space, "ann", [Place(-1, 100)])
    with pytest.raises(NoWay, match="something stands"):
        steps(space, "ann", [Place(800, 400, 0), Place(1000, 400, 100)])
    assert path_cost(space, "ann", [Place(800, 400, 100), Place(1000, 400, 100)], "fly") > 0


def test_str_23_nobody_ends_in_the_space_of_another() -> None:
    space = field({"bo": Place(500, 100)}, {"bo": 60})
    assert [is_free(space, "ann", Place(x, 100)) for x in (420, 421, 580, 579, 500)] == [
        True,
        False,
        True,
        False,
        False,
    ]
    assert is_free(space, "ann", Place(500, 100), ignoring=("bo",))
    assert not is_free(space, "ann", Place(-1, 100))
    assert nearest_free(space, "ann", Place(450, 100)) == Place(350, 100)
    assert nearest_free(space, "ann", Place(450, 300)) == Place(450, 300)


def test_reachable_points_are_a_lattice_around_the_mover() -> None:
    space = field({"bo": Place(200, 100)}, walls=(Wall((50, 150), (350, 150)),))
    found = reachable(space, "ann", 410)
    assert {(place.x % 100, place.y % 100) for place in found} == {(0, 0)}
    assert found[Place(300, 100)].cost == 100 + 141 + 141, "around bo, not through his space for 400"
    assert Place(200, 100) not in found
    assert Place(100, 200) in found, "the wall leaves a way at its end"
    for place, reach in found.items():
        assert path_cost(space, "ann", way(reach)) == reach.cost, place


def test_reachable_in_the_air_and_around_closed_ground() -> None:
    space = field(areas=(Area("lake", Rectangle((50, 0), (400, 1000)), closes=("walk",)),))
    assert {place.x for place in reachable(space, "ann", 300)} == {0}
    found = reachable(space, "ann", 300, "fly", heights=(0, 100))
    assert {place.z for place in found} == {0, 100}
    assert found[Place(0, 100, 100)].cost == 100
    assert found[Place(100, 200, 100)].cost == 173 + 173 // 2 + 1, "slow beyond 50 cm, half way"
