"""Moving on a grid (STR-20, 21, 23, 39): steps and their cost, the reachable places, walls, doors, other bodies."""

from typing import Any

import pytest

from certamen.kernel.space import (
    Area,
    Cells,
    Door,
    Ground,
    Metres,
    NoWay,
    Place,
    Rectangle,
    Wall,
    centre,
    is_free,
    metres,
    nearest_free,
    path_cost,
    reachable,
    set_door,
    steps,
    way,
)


def corridor(length: int = 8, places: dict[str, int] | None = None, **ground: Any) -> Metres:
    """A corridor one cell wide, with bodies by column."""
    columns = {"ann": 0, **(places or {})}
    map_ = Ground(length * 100, 100, **ground)
    return metres(map_, {who: Place(column * 100 + 50, 50) for who, column in columns.items()})


def columns(space: Metres, budget: int, mode: str = "walk", **more: Any) -> dict[int, int]:
    """The columns that ann can reach, with their cost."""
    found = reachable(space, "ann", budget, mode, **more)
    return {place.x // 100: found[place].cost for place in sorted(found)}


def mud(first: int, last: int, **more: Any) -> Area:
    return Area("mud", Rectangle((first * 100, 0), (last * 100 + 99, 100)), **more)


def cells(*pairs: tuple[int, int]) -> list[Place]:
    return [centre(Ground(2000, 2000), *pair) for pair in pairs]


def test_str_21_each_metre_of_difficult_ground_costs_two() -> None:
    assert columns(corridor(areas=(mud(2, 3),)), 700) == {1: 100, 2: 300, 3: 500, 4: 600, 5: 700}


def test_str_21_difficult_ground_is_per_mode() -> None:
    space = corridor(areas=(mud(1, 7, slows=("walk", "crawl")),))
    assert columns(space, 300) == {1: 200}
    assert columns(space, 300, "fly") == {1: 100, 2: 200, 3: 300}


def test_str_21_it_does_not_add_up_with_itself_nor_with_a_creatures_space() -> None:
    space = corridor(areas=(mud(1, 3), mud(2, 4)), places={"bo": 2})
    assert columns(space, 600) == {1: 200, 3: 600}, "bo's place costs 200 to pass and is no place to end in"


def test_areas_may_cost_more_and_the_highest_counts() -> None:
    assert columns(corridor(areas=(mud(1, 2), mud(2, 3, factor=3), mud(3, 3, slows=()))), 900) == {
        1: 200,
        2: 500,
        3: 800,
        4: 900,
    }


def test_str_21_whole_move_doubles_every_step_once_one_is_difficult() -> None:
    space = corridor(areas=(mud(3, 3),))
    assert columns(space, 800, whole_move=True) == {1: 100, 2: 200, 3: 600, 4: 800}
    assert columns(space, 800) == {1: 100, 2: 200, 3: 400, 4: 500, 5: 600, 6: 700, 7: 800}


def test_str_39_halves_are_kept_and_a_step_needs_its_whole_cost() -> None:
    half = 500 // 2
    assert columns(corridor(), half) == {1: 100, 2: 200}
    assert columns(corridor(areas=(mud(1, 7),)), half) == {1: 200}
    assert columns(corridor(areas=(mud(2, 7),)), half) == {1: 100}, "150 are left and the step costs 200"
    assert columns(corridor(), 99) == {}


def test_str_23_one_may_pass_others_and_not_end_in_their_space() -> None:
    space = corridor(places={"bo": 1, "cy": 2})
    assert columns(space, 600) == {3: 500, 4: 600}
    assert not is_free(space, "ann", Place(150, 50))
    assert is_free(space, "ann", Place(50, 50)), "one's own place is free"
    assert is_free(space, "ann", Place(350, 50))
    assert not is_free(space, "ann", Place(850, 50)), "off the map"
    assert columns(space, 600, ignoring={"bo"}) == {1: 100, 3: 400, 4: 500, 5: 600}


def test_a_mode_is_closed_where_the_area_says_so() -> None:
    lake = Area("lake", Cells(((2, 0), (3, 0))), slows=("swim",), closes=("walk",))
    space = corridor(areas=(lake,))
    assert columns(space, 900) == {1: 100}
    assert columns(space, 600, "swim") == {1: 100, 2: 300, 3: 500, 4: 600}
    with pytest.raises(NoWay, match=r"one cannot walk at \(250, 50\)"):
        steps(space, "ann", [Place(150, 50), Place(250, 50)])


def test_walls_and_closed_doors_stop_moving() -> None:
    wall = Wall((300, 0), (300, 100))
    assert columns(corridor(walls=(wall,)), 900) == {1: 100, 2: 200}
    assert 3 in columns(corridor(walls=(Wall((300, 0), (300, 100), stops_moving=False),)), 900)
    space = corridor(doors=(Door("gate", (200, 0), (200, 100)),))
    assert columns(space, 900) == {1: 100}
    assert columns(set_door(space, "gate", open=True), 300) == {1: 100, 2: 200, 3: 300}


def test_no_corner_is_cut() -> None:
    ground = Ground(300, 300, walls=(Wall((100, 0), (100, 100)),))
    found = reachable(metres(ground, {"ann": Place(50, 50)}), "ann", 300)
    costs = {(place.x // 100, place.y // 100): reach.cost for place, reach in found.items()}
    assert costs[1, 1] == 200, "not diagonally past the wall's end"
    assert costs[1, 0] == 300


@pytest.mark.parametrize(
    ("diagonal", "cost"), [("one", [100, 200, 300]), ("alternate", [100, 300, 400]), ("exact", [141, 282, 423])]
)
def test_str_39_diagonal_steps_by_ruling(diagonal: Any, cost: list[int]) -> None:
    space = metres(Ground(2000, 2000, diagonal=diagonal), {"ann": Place(50, 50)})
    found = steps(space, "ann", cells((1, 1), (2, 2), (3, 3)))
    assert [sum(step.cost for step in found[: n + 1]) for n in range(3)] == cost
    reach = reachable(space, "ann", 1000)
    assert [reach[place].cost for place in cells((1, 1), (2, 2), (3, 3))] == cost


def test_str_39_alternate_diagonals_go_on_from_the_move_before() -> None:
    space = metres(Ground(2000, 2000, diagonal="alternate"), {"ann": Place(50, 50)})
    assert [step.cost for step in steps(space, "ann", cells((1, 1), (2, 1), (3, 2)))] == [100, 100, 200]
    assert [step.odd for step in steps(space, "ann", cells((1, 1), (2, 1), (3, 2)))] == [True, True, False]
    assert steps(space, "ann", cells((1, 1)), odd=True)[0][1:] == (200, 200, False)
    assert set(reachable(space, "ann", 100, odd=True)) == set(cells((0, 1), (1, 0)))


def test_length_is_kept_apart_from_cost() -> None:
    found = reachable(corridor(areas=(mud(1, 2),)), "ann", 500)
    assert found[Place(350, 50)][:2] == (500, 300)
    assert [step[1:3] for step in steps(corridor(areas=(mud(1, 1),)), "ann", cells((1, 0), (2, 0)))] == [
        (200, 100),
        (100, 100),
    ]


def test_the_way_to_a_place_costs_what_it_says() -> None:
    ground = Ground(
        1000, 1000, walls=(Wall((200, 0), (200, 900)),), areas=(Area("mud", Rectangle((0, 500), (200, 700))),)
    )
    space = metres(ground, {"ann": Place(50, 50)})
    reach = reachable(space, "ann", 5000)[Place(250, 50)]
    assert len(way(reach)) * 100 == reach.length
    assert way(reach)[-1] == Place(250, 50)
    assert path_cost(space, "ann", way(reach)) == reach.cost


def test_dua_16_a_stopped_mover_has_spent_only_the_steps_he_made() -> None:
    space = corridor(areas=(mud(2, 2),))
    found = steps(space, "ann", cells((1, 0), (2, 0), (3, 0)))
    assert [(step.to.x, step.cost) for step in found] == [(150, 100), (250, 200), (350, 100)]
    assert steps(space, "ann", cells((3, 0)), start=found[1].to)[0].cost == 100, "and may go on from there"


@pytest.mark.parametrize(
    ("to", "message"),
    [
        ((2, 0), "more or less than one step between"),
        ((0, 0), "more or less than one step between"),
        ((1, 0, 200), "more or less than one step between"),
        ((-1, 0), "off the map"),
        ((0, 1), "something stands between"),
    ],
)
def test_a_step_that_cannot_be_made_is_refused_with_the_reason(to: tuple[int, ...], message: str) -> None:
    ground = Ground(1000, 1000, walls=(Wall((0, 100), (1000, 100)),))
    space = metres(ground, {"ann": Place(50, 50)})
    with pytest.raises(NoWay, match=message):
        steps(space, "ann", [centre(ground, *to)])


def test_hexes_cost_one_a_step_and_refuse_what_is_further() -> None:
    ground = Ground(2000, 2000, "hex", walls=(Wall((0, 0), (2000, 0)),))
    space = metres(ground, {"ann": centre(ground, 3, 4)})
    found = reachable(space, "ann", 200)
    assert len(found) == 18
    assert sorted(reach.cost for reach in found.values()) == [100] * 6 + [200] * 12
    with pytest.raises(NoWay, match="one step between"):
        steps(space, "ann", [centre(ground, 3, 6)])
    blocked = metres(Ground(2000, 2000, "hex", walls=(Wall((0, 445), (2000, 445)),)), dict(space.places))
    with pytest.raises(NoWay, match="something stands between"):
        steps(blocked, "ann", [centre(ground, 3, 5)])


def test_climbing_and_flying_go_up_and_down_within_the_heights_given() -> None:
    space = metres(Ground(300, 100), {"bird": Place(50, 50)})
    found = reachable(space, "bird", 200, "fly", heights=(0, 200))
    heights = sorted((place.x // 100, place.z // 100, reach.cost) for place, reach in found.items())
    assert heights == [
        (0, 1, 100),
        (0, 2, 200),
        (1, 0, 100),
        (1, 1, 100),
        (1, 2, 200),
        (2, 0, 200),
        (2, 1, 200),
        (2, 2, 200),
    ]
    assert [step.cost for step in steps(space, "bird", [Place(150, 50, 100), Place(150, 50, 0)], "fly")] == [100, 100]
    exact = metres(Ground(300, 300, diagonal="exact"), {"bird": Place(50, 50)})
    assert path_cost(exact, "bird", [Place(150, 50, 100), Place(250, 150, 200)], "fly") == 141 + 173


def test_who_is_above_a_wall_or_a_creature_passes() -> None:
    space = corridor(walls=(Wall((200, 0), (200, 100), top=100),), places={"bo": 1})
    assert columns(space, 900) == {}
    high = metres(space.ground, {**space.places, "ann": Place(50, 50, 100)})
    assert columns(high, 300) == {1: 100, 2: 200, 3: 300}


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_large_bodies_need_room(grid: Any) -> None:
    gap = (Wall((500, 0), (500, 400)), Wall((500, 500), (500, 1000)))
    ground = Ground(1000, 1000, grid, walls=gap)
    space = metres(ground, {"ogre": Place(250, 450)}, {"ogre": 300})
    assert reachable(space, "ogre", 5000)
    assert all(place.x < 500 for place in reachable(space, "ogre", 5000))
    small = metres(ground, dict(space.places))
    assert any(place.x > 500 for place in reachable(small, "ogre", 5000))


def test_large_bodies_never_stand_across_a_wall_nor_off_the_map() -> None:
    ground = Ground(600, 200, walls=(Wall((300, 50), (300, 150)),))
    space = metres(ground, {"ogre": Place(100, 100)}, {"ogre": 200})
    assert set(reachable(space, "ogre", 900)) == {Place(200, 100)}
    pillar = Ground(600, 600, walls=(Wall((350, 290), (350, 310)),))
    found = reachable(metres(pillar, {"ogre": Place(100, 100)}, {"ogre": 200}), "ogre", 5000)
    assert Place(400, 300) not in found, "the pillar would stand between its cells"
    assert Place(300, 200) in found


def test_large_bodies_share_no_cell_with_others_at_the_end() -> None:
    space = metres(Ground(1000, 200), {"ogre": Place(100, 100), "bo": Place(350, 50)}, {"ogre": 200})
    found = reachable(space, "ogre", 600)
    assert [(place.x, found[place].cost) for place in sorted(found)] == [(200, 100), (500, 600)]
    assert not is_free(space, "bo", Place(150, 150))
    assert is_free(space, "bo", Place(250, 150))


def test_large_bodies_are_slowed_by_what_lies_under_any_of_their_cells() -> None:
    ground = Ground(1000, 200, areas=(Area("mud", Cells(((2, 1),))),))
    space = metres(ground, {"ogre": Place(100, 100)}, {"ogre": 200})
    assert [step.cost for step in steps(space, "ogre", [Place(200, 100), Place(300, 100), Place(400, 100)])] == [
        200,
        200,
        100,
    ]


def test_str_23_who_is_forced_into_a_space_goes_to_the_nearest_free_place() -> None:
    space = corridor(places={"bo": 2, "cy": 3})
    assert nearest_free(space, "ann", Place(610, 20)) == Place(650, 50)
    assert nearest_free(space, "ann", Place(250, 50)) == Place(150, 50)
    assert nearest_free(space, "ann", Place(350, 50)) == Place(450, 50)
    assert nearest_free(space, "ann", Place(350, 50), ignoring=("cy",)) == Place(350, 50)
    assert nearest_free(space, "ann", Place(950, 50)) is None, "off the map"
    full = corridor(3, places={"bo": 1, "cy": 2, "dee": 0})
    assert nearest_free(full, "ann", Place(150, 50)) is None


def test_the_nearest_free_place_is_not_behind_a_wall_and_ground_does_not_count() -> None:
    space = corridor(places={"bo": 3}, walls=(Wall((300, 0), (300, 100)),), areas=(mud(4, 4, factor=9),))
    assert nearest_free(space, "ann", Place(350, 50)) == Place(450, 50)
