"""How far apart (STR-39): diagonals, hexes, free metres edge to edge, height, large bodies, adjacency and reach."""

import pytest

from certamen.kernel.space import Diagonal, Grid, Ground, Metres, Place, adjacent, centre, distance, metres, place


def on(grid: Grid, *cells: tuple[int, ...], diagonal: Diagonal = "one", sizes: dict[str, int] | None = None) -> Metres:
    """A map with bodies a, b, c ... at (column, row, height) of a grid."""
    ground = Ground(4000, 4000, grid, diagonal=diagonal)
    return metres(ground, {"abcdef"[n]: centre(ground, *cell) for n, cell in enumerate(cells)}, sizes)


@pytest.mark.parametrize(
    ("diagonal", "far"),
    [("one", 400), ("alternate", 500), ("exact", 4 * 100 + 3 * 41)],
)
def test_str_39_diagonals_by_ruling(diagonal: Diagonal, far: int) -> None:
    assert distance(on("square", (0, 0), (4, 3), diagonal=diagonal), "a", "b") == far


@pytest.mark.parametrize(("cells", "far"), [(1, 100), (2, 300), (3, 400), (4, 600), (10, 1500)])
def test_str_39_alternate_diagonals_count_one_and_two_in_turn(cells: int, far: int) -> None:
    assert distance(on("square", (0, 0), (cells, cells), diagonal="alternate"), "a", "b") == far


def test_str_39_hexes_count_one_a_step() -> None:
    space = on("hex", (2, 4), (5, 4), (2, 7), (5, 1), (4, 6), (2, 4))
    assert [distance(space, "a", other) for other in "bcdef"] == [300, 300, 300, 400, 0]


@pytest.mark.parametrize(
    ("diagonal", "far"),
    [("one", 500), ("alternate", 600), ("exact", 200 + 100 + 41 + 2 * 173)],
)
def test_str_39_height_counts_as_distance_on_squares(diagonal: Diagonal, far: int) -> None:
    assert distance(on("square", (0, 0), (3, 2, 500), diagonal=diagonal), "a", "b") == far


@pytest.mark.parametrize(("diagonal", "far"), [("one", 500), ("alternate", 600), ("exact", 200 + 3 * 141)])
def test_str_39_height_counts_as_distance_on_hexes(diagonal: Diagonal, far: int) -> None:
    assert distance(on("hex", (2, 4), (5, 4, 500), diagonal=diagonal), "a", "b") == far


def test_str_39_free_metres_run_straight_from_edge_to_edge() -> None:
    ground = Ground(4000, 4000, "free")
    space = metres(ground, {"a": Place(0, 0), "b": Place(300, 400), "c": Place(0, 0, 250)}, {"b": 60})
    assert distance(space, "a", "b") == 500 - 50 - 30
    assert distance(space, "a", Place(300, 400)) == 450, "a point has no body"
    assert distance(space, Place(0, 0), Place(300, 400)) == 500
    assert distance(space, "a", "c") == 150, "height counts"
    assert distance(space, "a", Place(30, 0)) == 0, "never below 0"
    assert distance(space, Place(0, 0), Place(100, 100)) == 141, "rounded down"


def test_large_bodies_on_squares_are_measured_from_their_nearest_cells() -> None:
    ground = Ground(2000, 2000)
    places = {"ogre": Place(300, 300), "ann": Place(650, 250), "giant": Place(1050, 350)}
    space = metres(ground, places, {"ogre": 200, "giant": 300})
    assert space.places == places, "an even number of cells has its centre on a corner"
    assert distance(space, "ogre", "ann") == 300, "columns 2 to 3, and 6"
    assert distance(space, "ann", "giant") == 300, "column 6, and 9 to 11"
    assert distance(space, "ogre", "giant") == 600
    above = place(space, "ann", Place(350, 350, 200))
    assert distance(above, "ogre", "ann") == distance(above, "ann", "ogre") == 100, "it is two cells high as well"
    assert distance(above, "ogre", Place(250, 250)) == 0


def test_large_bodies_on_hexes_fill_rings() -> None:
    space = on("hex", (5, 5), (9, 5), sizes={"a": 300, "b": 200})
    assert distance(space, "a", "b") == 200


def test_str_39_adjacent_on_squares_is_a_neighbouring_cell_whatever_a_diagonal_counts() -> None:
    for diagonal in ("one", "alternate", "exact"):
        space = on("square", (5, 5), (6, 6), (7, 5), (6, 5, 100), (5, 5, 200), diagonal=diagonal)
        assert [adjacent(space, "a", other) for other in "bcde"] == [True, False, True, False]


def test_str_39_reach_widens_only_above_one_metre() -> None:
    space = on("square", (5, 5), (7, 7), (6, 6), diagonal="alternate")
    assert [adjacent(space, "a", "b", reach) for reach in (0, 100, 200, 299, 300)] == [False] * 4 + [True]
    assert adjacent(space, "a", "c", 50)


def test_str_39_adjacent_on_hexes_and_on_wide_squares() -> None:
    assert adjacent(on("hex", (2, 4), (1, 5)), "a", "b")
    assert not adjacent(on("hex", (2, 4), (1, 3)), "a", "b")
    ground = Ground(4000, 4000, cell=200)
    assert adjacent(metres(ground, {"a": Place(0, 0), "b": Place(300, 300)}), "a", "b")


@pytest.mark.parametrize(
    ("x", "reach", "near"), [(200, 100, True), (201, 100, False), (201, 101, True), (150, 10, True)]
)
def test_str_39_adjacent_on_free_metres_is_one_metre_or_less(x: int, reach: int, near: bool) -> None:
    space = metres(Ground(4000, 4000, "free"), {"a": Place(0, 0), "b": Place(x, 0)})
    assert adjacent(space, "a", "b", reach) is near


def test_who_has_no_place_is_an_error() -> None:
    with pytest.raises(KeyError):
        distance(on("square", (0, 0)), "a", "nobody")


def test_placing_snaps_to_the_grid_and_stays_on_the_map() -> None:
    ground = Ground(1000, 1050)
    space = metres(ground, {"a": Place(1, 99, 250)}, {"ogre": 200})
    assert space.places["a"] == Place(50, 50, 200), "heights are whole cells as well"
    assert place(space, "ogre", Place(340, 361)).places["ogre"] == Place(300, 400)
    for who, at in (("a", Place(-1, 50)), ("a", Place(50, 1000)), ("ogre", Place(20, 500))):
        with pytest.raises(ValueError, match=f"is off the map for {who}"):
            place(space, who, at)
    free = metres(Ground(1000, 1000, "free"), {"a": Place(1, 99, 250)})
    assert free.places["a"] == Place(1, 99, 250)
