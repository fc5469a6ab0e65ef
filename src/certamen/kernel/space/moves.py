"""Moving on a map: the steps of a way and their cost, the places within a budget, and the nearest free place."""

from collections.abc import Collection, Iterable, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from certamen.kernel.space.cells import HEX_STEPS, cell_at, centre, snap, span, within
from certamen.kernel.space.free import Body, along, cost_to, length_of, stretches
from certamen.kernel.space.ground import LIMIT, Ground, Place
from certamen.kernel.space.index import CLOSED, factor, footprint, index_of
from certamen.kernel.space.lines import stopped
from certamen.kernel.space.metres import METRE, Metres, at, body
from certamen.kernel.space.single import Moves, bodies_of, free_for, grid_steps, single_steps


class NoWay(ValueError):
    """A move that cannot be made; the text says why."""


class Step(NamedTuple):
    """One step of a move, in centimetres; after it the mover can be stopped. `odd`: he has moved 1, 3 ... diagonals."""

    to: Place
    cost: int
    length: int
    odd: bool = False


class Reach(NamedTuple):
    """A place that can be reached: at what cost, by how long a way, and what was reached before it on that way."""

    cost: int
    length: int
    to: Place
    odd: bool = False
    before: "Reach | None" = None


def way(reach: Reach) -> tuple[Place, ...]:
    """The places passed to reach a place, that place last, the start left out; `steps` takes them."""
    places: list[Place] = []
    while reach.before is not None:
        places.append(reach.to)
        reach = reach.before
    return tuple(reversed(places))


def reachable(
    space: Metres,
    who: str,
    budget: int,
    mode: str = "walk",
    *,
    ignoring: Collection[str] = (),
    odd: bool = False,
    heights: tuple[int, int] | None = None,
    whole_move: bool = False,
) -> dict[Place, Reach]:
    """The places where somebody may end a move of at most `budget` centimetres by a mode, his own left out.

    A step into difficult ground or another's space costs its multiple, the highest only (STR-21); nobody may end in
    another's space (STR-23) unless it is one of `ignoring`, whose bodies do not count at all. `odd` says that he has
    moved an odd number of diagonals before, `heights` from which to which height he may climb or sink (otherwise he
    keeps his own), `whole_move` that one step in difficult ground makes every step of the move cost double.
    On free metres these are points of a lattice around him, a cell apart; ask `steps` for any other point.

    >>> found = reachable(Metres(Ground(500, 500), {"ann": Place(50, 50)}), "ann", 100)
    >>> [(place.x, place.y, found[place].cost) for place in sorted(found)]
    [(50, 150, 100), (150, 50, 100), (150, 150, 100)]
    """
    start = at(space, who)
    moves = single_steps(space, who, mode, ignoring, heights)
    kinds = (_open_only(moves), _doubled(moves)) if whole_move else (moves,)
    ends = free_for(space, who, ignoring)
    found: dict[Place, Reach] = {}
    for kind in kinds:
        for reach in _search(kind, start, odd, budget):
            if reach.before and ends(reach.to) and (reach.to not in found or reach[:2] < found[reach.to][:2]):
                found[reach.to] = reach
    found.pop(start, None)
    return found


def _search(moves: Moves, start: Place, odd: bool, budget: int) -> Iterator[Reach]:
    """Every place within a budget, the cheapest first and of equal ones that with the shorter way (Dijkstra)."""
    best = {(start, odd): (0, 0)}
    heap = [Reach(0, 0, start, odd)]
    while heap:
        reach = heappop(heap)
        cost, length, here, odd, _ = reach
        if best[here, odd] < (cost, length):
            continue
        yield reach
        for to, price, further, turned in moves(here, odd):
            if cost + price > budget:
                continue
            key, total = (to, turned), (cost + price, length + further)
            if key not in best or total < best[key]:
                best[key] = total
                heappush(heap, Reach(*total, to, turned, reach))


def _open_only(moves: Moves) -> Moves:
    return lambda here, odd: (move for move in moves(here, odd) if move[1] == move[2])


def _doubled(moves: Moves) -> Moves:
    return lambda here, odd: ((to, 2 * length, length, turned) for to, _, length, turned in moves(here, odd))


def _level(moves: Moves) -> Moves:
    return lambda here, odd: ((to, length, length, turned) for to, _, length, turned in moves(here, odd))


def steps(
    space: Metres,
    who: str,
    places: Iterable[Place],
    mode: str = "walk",
    *,
    start: Place | None = None,
    ignoring: Collection[str] = (),
    odd: bool = False,
) -> tuple[Step, ...]:
    """A move through `places`, one after the other, as the single steps after which it can be interrupted (DUA-16).

    On a grid each place is one step from the last; on free metres it is any point, gone to straight, and a step is at
    most 1 m. It starts where `who` is unless `start` says otherwise. Costs as for `reachable`; steps may go up or down.
    Whether one may end there is not asked: see `is_free`. Raises NoWay with the reason.

    >>> from certamen.kernel.space import Area, Rectangle
    >>> swamp = Area("swamp", Rectangle((100, 0), (200, 200)), slows=("walk",))
    >>> space = Metres(Ground(500, 500, areas=(swamp,)), {"ann": Place(50, 50)})
    >>> [step.cost for step in steps(space, "ann", [Place(150, 50), Place(250, 50)])]
    [200, 100]
    """
    here = at(space, who) if start is None else start
    found: list[Step] = []
    if space.ground.grid == "free":
        bodies = bodies_of(space, who, ignoring)
        for to in places:
            found += _leg(space, here, to, mode, bodies)
            here = to
        return tuple(found)
    moves = grid_steps(space, who, mode, ignoring, climbing=True)
    for to in places:
        step = next((Step(*move) for move in moves(here, odd) if move[0] == to), None)
        if step is None:
            raise NoWay(_why_not(space, who, here, to, mode))
        found.append(step)
        here, odd = to, step.odd
    return tuple(found)


def path_cost(
    space: Metres, who: str, places: Iterable[Place], mode: str = "walk", *, ignoring: Collection[str] = ()
) -> int:
    """What a move through `places` costs in centimetres. Raises NoWay as `steps` does."""
    return sum(step.cost for step in steps(space, who, places, mode, ignoring=ignoring))


def _leg(space: Metres, here: Place, to: Place, mode: str, bodies: list[Body]) -> list[Step]:
    index = index_of(space.ground)
    if not within(space.ground, to, 0):
        raise NoWay(f"({to.x}, {to.y}) is off the map")
    if stopped(index.moving, here, to):
        raise NoWay(f"something stands between ({here.x}, {here.y}) and ({to.x}, {to.y})")
    found, length, steps = stretches(index, here, to, mode, bodies), length_of(here, to), []
    for cut, times in found:
        if times == CLOSED:
            place = along(here, to, cut, length)
            raise NoWay(f"one cannot {mode} near ({place.x}, {place.y})")
    for end in (*range(METRE, length, METRE), length) if length else ():
        begin = (end - 1) // METRE * METRE
        steps.append(Step(along(here, to, end, length), cost_to(found, end) - cost_to(found, begin), end - begin))
    return steps


def _why_not(space: Metres, who: str, here: Place, to: Place, mode: str) -> str:
    ground = space.ground
    cells = span(ground, body(space, who))
    places = f"({here.x}, {here.y}) and ({to.x}, {to.y})"
    if not within(ground, to, body(space, who)):
        return f"({to.x}, {to.y}) is off the map"
    if here == to or not _neighbours(ground, here, to):
        return f"there is more or less than one step between {places}"
    if any(factor(index_of(ground), one.x, one.y, mode) == CLOSED for one in footprint(ground, to, cells)):
        return f"one cannot {mode} at ({to.x}, {to.y})"
    return f"something stands between {places}"


def _neighbours(ground: Ground, here: Place, to: Place) -> bool:
    if to.z - here.z not in (0, ground.cell, -ground.cell):
        return False
    if ground.grid == "hex":
        q, r = cell_at(ground, here.x, here.y)
        return any(to == centre(ground, q + i, r + j, to.z) for i, j in (*HEX_STEPS, (0, 0)))
    return all(end - begin in (0, ground.cell, -ground.cell) for begin, end in zip(here[:2], to[:2], strict=True))


def is_free(space: Metres, who: str, here: Place, ignoring: Collection[str] = ()) -> bool:
    """Whether somebody may end a move at a place: on the map and in nobody else's space (STR-23), `ignoring` apart."""
    return within(space.ground, here, body(space, who)) and free_for(space, who, ignoring)(here)


def nearest_free(
    space: Metres, who: str, near: Place, mode: str = "walk", ignoring: Collection[str] = ()
) -> Place | None:
    """The free place nearest to `near` on foot, itself if it is free, for who is forced into another's space; or None.

    Walls are not passed, the cost of the ground does not count.
    """
    start = snap(space.ground, near, body(space, who))
    moves = single_steps(space, who, mode, ignoring)
    ends = free_for(space, who, ignoring)
    if not within(space.ground, start, body(space, who)):
        return None
    return next((reach.to for reach in _search(_level(moves), start, False, 2 * LIMIT) if ends(reach.to)), None)
