"""What holds on every map: distances, sight and moves against plain slow answers in fractions and by brute force."""

from fractions import Fraction
from itertools import pairwise, product

import msgspec
from hypothesis import assume, given
from hypothesis import strategies as st

from certamen.kernel.space import (
    Area,
    Cells,
    Circle,
    Diagonal,
    Door,
    Grid,
    Ground,
    Metres,
    Place,
    Point,
    Polygon,
    Rectangle,
    Space,
    Wall,
    cell_at,
    centre,
    distance,
    is_free,
    metres,
    nearest_free,
    path_cost,
    reachable,
    sees,
    snap,
    steps,
    way,
)

SIDE = 500
GRIDS: st.SearchStrategy[Grid] = st.sampled_from(("square", "hex"))
DIAGONALS: st.SearchStrategy[Diagonal] = st.sampled_from(("one", "alternate", "exact"))
NUMBERS = st.one_of(st.integers(0, SIDE), st.integers(0, SIDE // 50).map(lambda n: n * 50))
POINTS = st.tuples(NUMBERS, NUMBERS)
TOPS = st.none() | st.integers(0, 300)
WALLS = st.builds(Wall, POINTS, POINTS, st.booleans(), st.booleans(), TOPS)
SHAPES = st.one_of(
    st.builds(Rectangle, POINTS, POINTS),
    st.builds(Circle, POINTS, st.integers(0, 250)),
    st.builds(Polygon, st.lists(POINTS, min_size=3, max_size=6).map(tuple)),
    st.builds(Cells, st.lists(st.tuples(st.integers(-2, 4), st.integers(0, 4)), min_size=1, max_size=6).map(tuple)),
)
MODES = st.sampled_from((None, (), ("walk",), ("fly",)))
AREAS = st.builds(Area, st.just("it"), SHAPES, MODES, st.sampled_from(((), (), ("walk",))), st.integers(1, 3))


@st.composite
def grounds(draw: st.DrawFn) -> Ground:
    doors = draw(st.lists(st.builds(Door, st.just("door"), POINTS, POINTS, st.booleans()), max_size=1))
    areas, walls = draw(st.lists(AREAS, max_size=3)), draw(st.lists(WALLS, max_size=4))
    return Ground(SIDE, SIDE, draw(GRIDS), 100, draw(DIAGONALS), tuple(areas), tuple(walls), tuple(doors))


def cells_of(ground: Ground) -> list[Place]:
    """Every cell of a small map."""
    every = (centre(ground, column, row) for column, row in product(range(-4, 6), range(6)))
    return [place for place in every if is_free(Metres(ground), "nobody", place)]


@st.composite
def spaces(draw: st.DrawFn) -> Metres:
    ground = draw(grounds())
    places = draw(st.lists(st.sampled_from(cells_of(ground)), min_size=1, max_size=4))
    return metres(ground, dict(zip(("ann", "bo", "cy", "dee"), places, strict=False)))


PLACES = st.builds(Place, st.integers(0, 3000), st.integers(0, 3000), st.integers(-800, 800))


@given(st.sampled_from(("square", "hex", "free")), DIAGONALS, PLACES, PLACES, PLACES)
def test_distance_is_symmetric_and_no_way_round_is_shorter(
    grid: Grid, diagonal: Diagonal, a: Place, b: Place, c: Place
) -> None:
    space = Metres(Ground(3000, 3000, grid, diagonal=diagonal))
    a, b, c = (snap(space.ground, place, 100) for place in (a, b, c))
    assert distance(space, a, b) == distance(space, b, a) >= 0
    assert (distance(space, a, b) == 0) is (a == b)
    if grid == "free" or diagonal != "alternate":
        rounding = 1 if grid == "free" else 0
        assert distance(space, a, c) <= distance(space, a, b) + distance(space, b, c) + rounding


@given(GRIDS, DIAGONALS, st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 2)))
def test_distance_on_a_grid_is_what_the_cheapest_way_over_open_ground_costs(
    grid: Grid, diagonal: Diagonal, cell: tuple[int, int, int]
) -> None:
    ground = Ground(900, 900, grid, diagonal=diagonal)
    space = metres(ground, {"ann": centre(ground, 0, 4, 100)})
    to = centre(ground, cell[0], cell[1], cell[2] * 100)
    assume(to != space.places["ann"])
    far = distance(space, "ann", to)
    assert reachable(space, "ann", far, heights=(0, 200))[to].cost == far
    assert to not in reachable(space, "ann", far - 1, heights=(0, 200))


@given(GRIDS, st.integers(-40, 40), st.integers(-40, 40), st.integers(-49, 49), st.integers(5, 500))
def test_cells_and_their_centres_name_each_other(grid: Grid, column: int, row: int, off: int, half: int) -> None:
    ground = Ground(2 * half, 2 * half, grid, cell=2 * half)
    place = centre(ground, column, row)
    assert cell_at(ground, place.x, place.y) == (column, row)
    near = abs(off) * half // 100 * (1 if off > 0 else -1)
    assert cell_at(ground, place.x + near, place.y) == cell_at(ground, place.x, place.y + near) == (column, row)
    assert snap(ground, place, 1) == place


def meet(a: Place, b: Place, wall: Wall | Door) -> bool:
    """Whether a line meets a wall below its top, solved in fractions."""
    (px, py, pz), (qx, qy, qz) = a, b
    (cx, cy), (ex, ey) = wall.a, wall.b
    rx, ry, sx, sy = qx - px, qy - py, ex - cx, ey - cy
    cross = rx * sy - ry * sx
    if cross:
        along = Fraction((cx - px) * sy - (cy - py) * sx, cross)
        over = Fraction((cx - px) * ry - (cy - py) * rx, cross)
        low = pz + (qz - pz) * along
        return 0 <= along <= 1 and 0 <= over <= 1 and (wall.top is None or low < wall.top)
    points = [(x, y) for x, y in (wall.a, wall.b) if _between((x, y), a[:2], b[:2])]
    points += [(x, y) for x, y in (a[:2], b[:2]) if _between((x, y), wall.a, wall.b)]
    return bool(points) and (wall.top is None or min(pz, qz) < wall.top)


def _between(point: Point, a: Point, b: Point) -> bool:
    turn = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
    inside = all(min(p, q) <= x <= max(p, q) for x, p, q in zip(point, a, b, strict=True))
    return turn == 0 and inside


@given(grounds(), st.tuples(POINTS, POINTS), st.integers(0, 300), st.integers(0, 300))
def test_sight_is_symmetric_and_agrees_with_fractions(
    ground: Ground, ends: tuple[Point, Point], high: int, higher: int
) -> None:
    a, b = Place(*ends[0], high), Place(*ends[1], higher)
    bars: list[Wall | Door] = [*ground.walls, *(door for door in ground.doors if not door.open)]
    expected = not any(bar.stops_seeing and meet(a, b, bar) for bar in bars)
    assert sees(Metres(ground), a, b) is sees(Metres(ground), b, a) is expected


def brute(space: Metres, mode: str, budget: int) -> dict[Place, int]:
    """The cheapest cost to every place by trying all steps until nothing changes; walls and terrain told anew."""
    ground = space.ground
    cells, start = cells_of(ground), space.places["ann"]
    bars: list[Wall | Door] = [wall for wall in ground.walls if wall.stops_moving]
    bars += [door for door in ground.doors if not door.open]
    others = {place for who, place in space.places.items() if who != "ann"}
    plain = Metres(Ground(SIDE, SIDE, ground.grid))
    best = {(start, False): 0}
    changed = True
    while changed:
        changed = False
        for (here, odd), to in product(list(best), cells):
            if distance(plain, here, to) != 100 or any(meet(here, to, bar) for bar in bars):
                continue
            there = [area for area in ground.areas if _holds(ground, area, to)]
            if any(mode in area.closes for area in there):
                continue
            times = [area.factor for area in there if area.slows is None or mode in area.slows] + [2] * (to in others)
            slanted = ground.grid == "square" and here.x != to.x and here.y != to.y
            length = {"one": 100, "alternate": 200 if odd else 100, "exact": 141}[ground.diagonal] if slanted else 100
            key = to, odd ^ (slanted and ground.diagonal == "alternate")
            cost = best[here, odd] + length * max(times, default=1)
            if cost < best.get(key, budget + 1):
                best[key], changed = cost, True
    found: dict[Place, int] = {}
    for (place, _), cost in best.items():
        if place not in others and place != start:
            found[place] = min(cost, found.get(place, cost))
    return found


def _holds(ground: Ground, area: Area, place: Place) -> bool:
    match area.shape:
        case Rectangle(a, b):
            return _between((place.x, 0), (a[0], 0), (b[0], 0)) and _between((0, place.y), (0, a[1]), (0, b[1]))
        case Circle(middle, radius):
            return (place.x - middle[0]) ** 2 + (place.y - middle[1]) ** 2 <= radius * radius
        case Cells(cells):
            return any(centre(ground, *cell) == place for cell in cells)
        case Polygon(corners):
            sides = list(pairwise((*corners, corners[0])))
            if any(_between(place[:2], a, b) for a, b in sides):
                return True
            ray = [(a, b) for a, b in sides if min(a[1], b[1]) <= place.y < max(a[1], b[1])]
            hits = [a[0] + Fraction((b[0] - a[0]) * (place.y - a[1]), b[1] - a[1]) for a, b in ray]
            return sum(hit > place.x for hit in hits) % 2 == 1


@given(spaces(), st.sampled_from(("walk", "fly")), st.integers(0, 900))
def test_reachable_costs_are_those_of_brute_force_and_no_way_leads_through_a_wall(
    space: Metres, mode: str, budget: int
) -> None:
    found = reachable(space, "ann", budget, mode)
    assert {place: reach.cost for place, reach in found.items()} == brute(space, mode, budget)
    for place, reach in found.items():
        assert path_cost(space, "ann", way(reach), mode) == reach.cost <= budget
        assert is_free(space, "ann", place)


@given(spaces(), st.integers(0, 900))
def test_a_whole_move_costs_its_length_or_twice_that_if_any_of_it_is_difficult(space: Metres, budget: int) -> None:
    per_metre = reachable(space, "ann", 5000)
    found = reachable(space, "ann", budget, whole_move=True)
    for place, reach in found.items():
        made = steps(space, "ann", way(reach))
        slow = any(step.cost > step.length for step in made)
        assert reach.cost in (reach.length, 2 * reach.length)
        assert reach.cost >= reach.length * (2 if slow else 1)
        assert reach.length == sum(step.length for step in made)
        assert place in per_metre


PLAIN = st.one_of(
    st.builds(Rectangle, POINTS, POINTS),
    st.builds(Circle, POINTS, st.integers(0, 250)),
    st.builds(Cells, st.just(((0, 0), (1, 0), (3, 2), (4, 4)))),
    st.just(Polygon(((37, 211), (219, 23), (401, 207), (223, 391)))),
    st.just(Polygon(((100, 0), (200, 0), (200, 300), (400, 300), (400, 400), (100, 400)))),
)
"""Shapes without slivers and borders aslant along which a move could run: there rounding decides."""
SLOW = st.builds(Area, st.just("it"), PLAIN, MODES, st.just(()), st.integers(1, 3))


@given(st.lists(SLOW, max_size=3), POINTS, st.lists(POINTS, min_size=1, max_size=3))
def test_a_straight_move_costs_what_its_centimetres_cost_one_by_one(
    areas: list[Area], start: Point, points: list[Point]
) -> None:
    ground = Ground(SIDE, SIDE, "free", areas=tuple(areas))
    space = metres(ground, {"ann": Place(*start), "bo": Place(250, 250)}, {"bo": 80})
    here, mode = Place(*start), "swim"
    for to in (Place(*point) for point in points):
        made = steps(space, "ann", [to], mode, start=here)
        assert all(1 <= step.length <= 100 and type(step.cost) is int for step in made)
        length = sum(step.length for step in made)
        slow = 0
        for n in range(length):
            middle = Place(
                *(
                    (p * (2 * length - 2 * n - 1) + q * (2 * n + 1)) // (2 * length)
                    for p, q in zip(here, to, strict=True)
                )
            )
            times = [area.factor for area in ground.areas if _holds_free(ground, area, middle) and area.slows is None]
            bo = (middle.x - 250) ** 2 + (middle.y - 250) ** 2 <= 40 * 40
            slow += max([*times, 2 if bo else 1])
        cuts = 2 + sum(2 if isinstance(area.shape, Circle) else 12 for area in ground.areas)
        assert abs(slow - sum(step.cost for step in made)) <= 4 * cuts
        here = to


def _holds_free(ground: Ground, area: Area, place: Place) -> bool:
    if isinstance(area.shape, Cells):
        return (place.x // 100, place.y // 100) in area.shape.cells
    return _holds(ground, area, place)


@given(spaces(), st.data())
def test_the_nearest_free_place_is_free_and_none_nearer_is(space: Metres, data: st.DataObject) -> None:
    near = data.draw(st.sampled_from(cells_of(space.ground)))
    found = nearest_free(space, "ann", near, "crawl")
    if found is not None:
        assert is_free(space, "ann", found)
        assert (found == near) is is_free(space, "ann", near)


@given(spaces())
def test_every_map_survives_json_and_holds_no_float(space: Metres) -> None:
    text = msgspec.json.encode(space)
    assert msgspec.json.decode(text, type=Space) == space
    assert b"." not in text
    back = msgspec.json.decode(text, type=Space)
    assert isinstance(back, Metres)
    assert reachable(back, "ann", 300) == reachable(space, "ann", 300)
    assert hash(back.ground) == hash(space.ground)
