"""The compiled fight's moves: the places in reach, going step by step, whom a step provokes (see `kernel.loop`)."""

from certamen.kernel.loop import Record, World
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.loop_land import Land, land_of, left, near, sees, strikes_with, ways_of
from certamen.rulesets.striker.loop_order import stop_moving
from certamen.rulesets.striker.loop_tables import AROUND, NOWHERE, Table

COST, LENGTH, CELLS = 1 << 21, 1 << 21, 1 << 12  # what the numbers of a search stay below
FARTHEST = 2_000_000  # no way is longer: as far as the kernel looks for a free place


# --- the places in reach -------------------------------------------------------------------------------------------


def search(world: World, who: int, ways: int, budget: int, bank: int, level: bool) -> int:
    """Find the places where a move of so many cm may end, the cheapest first; how many there are (STR-20 to STR-23).

    They are in `desk_reached`, the ways to them in `desk_nodes`, each from where its `bank` begins. `level`: the cost
    of the ground does not count.
    """
    count, many, one = world.desk_count[0], world.desk_facts[0].cells, world.people[who]
    count.searches += 1
    stamp, start = count.searches, 2 * one.at + (0 if level else one.odd)
    _mark_taken(world.people, world.desk_cells, who, stamp)
    edges = world.desk_edges[ways * many * AROUND : (ways + 1) * many * AROUND]
    nodes = world.desk_nodes[bank * 2 * many : (bank + 1) * 2 * many]
    reached, heap, cells = world.desk_reached[bank * many : (bank + 1) * many], world.desk_heap, world.desk_cells
    _reach(nodes[start], stamp, 0, 0, NOWHERE)
    size, found = _push(heap, 0, start), 0
    while size > 0:
        key = heap[0].key
        size = _pop(heap, size)
        node, length, cost = key % (2 * CELLS), key // (2 * CELLS) % LENGTH, key // (2 * CELLS) // LENGTH
        if nodes[node].cost != cost or nodes[node].length != length:
            continue
        cell = cells[node // 2]
        if cell.taken != stamp and cell.found != stamp and node // 2 != one.at:
            cell.found = stamp
            reached[found].node = node
            found += 1
        size = _spread(edges, cells, nodes, heap, node, stamp, budget, level, size)
    return found


def _spread(
    edges: Table, cells: Table, nodes: Table, heap: Table, node: int, stamp: int, budget: int, level: bool, size: int
) -> int:
    """Go on from a node to the cells around it; the size of the heap after that."""
    here = nodes[node]
    for d in range(node // 2 * AROUND, node // 2 * AROUND + AROUND):
        edge = edges[d]
        if edge.to < 0:
            break
        length = edge.odd if node % 2 else edge.even
        cost = here.cost + (length if level else _cost(edge, length, cells[edge.to].taken == stamp))
        if cost > budget:
            continue
        length += here.length
        to = 2 * edge.to + (node % 2 ^ edge.turns)
        best = nodes[to]
        if best.search != stamp or cost < best.cost or (cost == best.cost and length < best.length):
            _reach(best, stamp, cost, length, node)
            size = _push(heap, size, (cost * LENGTH + length) * 2 * CELLS + to)
    return size


def _reach(node: Record, stamp: int, cost: int, length: int, before: int) -> None:
    node.search = stamp
    node.cost = cost
    node.length = length
    node.before = before


def _cost(edge: Record, length: int, taken: bool) -> int:
    """What a step takes (STR-21, STR-23)."""
    return m.step_cost(length, m.difficult_here(edge.rough == 1, taken), m.Terrain.PER_METRE)


def _mark_taken(people: Table, cells: Table, who: int, stamp: int) -> None:
    """Mark the cells of all whom one must go around."""
    for i in range(len(people)):
        other = people[i]
        if i != who and other.at >= 0 and other.status == m.Status.IN:
            cells[other.at].taken = stamp


def _taken(people: Table, who: int, cell: int) -> bool:
    for i in range(len(people)):
        other = people[i]
        if i != who and other.at == cell and other.status == m.Status.IN:
            return True
    return False


def _push(heap: Table, size: int, key: int) -> int:
    at = size
    while at > 0 and heap[(at - 1) // 2].key > key:
        heap[at].key = heap[(at - 1) // 2].key
        at = (at - 1) // 2
    heap[at].key = key
    return size + 1


def _pop(heap: Table, size: int) -> int:
    at, last = 0, size - 1
    key = heap[last].key
    while 2 * at + 1 < last:
        below = 2 * at + 1
        if below + 1 < last and heap[below + 1].key < heap[below].key:
            below += 1
        if heap[below].key >= key:
            break
        heap[at].key = heap[below].key
        at = below
    heap[at].key = key
    return last


# --- going ---------------------------------------------------------------------------------------------------------


def set_out(world: World, who: int, node: int) -> int:
    """A move declared to a place that the last search of the first bank found; what it takes, as far as it goes."""
    scene, steps = world.scene[0], 0
    scene.mover, scene.to = who, node // 2
    scene.crawling, scene.answered = world.people[who].prone, 0
    while world.desk_nodes[node].before >= 0:
        world.desk_path[steps].cell = node // 2
        node = world.desk_nodes[node].before
        steps += 1
    scene.step, scene.steps = 0, steps
    return go(world)


def go(world: World) -> int:
    """The move goes on until it is done, somebody may re-act, or the mover cannot; what it took (STR-24)."""
    scene, cost = world.scene[0], 0
    who = scene.mover
    one = world.people[who]
    while scene.step < scene.steps and one.status == m.Status.IN and one.prone == scene.crawling:
        to = world.desk_path[scene.steps - 1 - scene.step].cell
        if not scene.answered and _ask(world, who, to):
            scene.answered = 1
            return cost
        taken = _step(world, who, to)
        if taken < 0:
            break
        cost += taken
        scene.step += 1
        scene.answered = 0
    _come_to_rest(world, who)
    stop_moving(scene)
    return cost


def _step(world: World, who: int, to: int) -> int:
    """One step; what it took, -1 where that is more than is left (STR-20, STR-21)."""
    one, traits, facts, crawling = (
        world.people[who],
        world.desk_traits[who],
        world.desk_facts[0],
        world.scene[0].crawling,
    )
    at = (ways_of(traits, one) * facts.cells + one.at) * AROUND
    while world.desk_edges[at].to != to:
        at += 1
    edge = world.desk_edges[at]
    length = edge.odd if one.odd else edge.even
    cost = _cost(edge, length, _taken(world.people, who, to))
    if cost > left(facts, traits, one, crawling):
        return -1
    one.moved += length
    if crawling:
        one.crawled += cost - length
    else:
        one.extra += cost - length
    one.odd ^= edge.turns
    one.at = to
    return cost


def _come_to_rest(world: World, who: int) -> None:
    """Nobody ends in another's space: stopped there, one comes to the nearest free place (STR-23)."""
    if not _taken(world.people, who, world.people[who].at):
        return
    if search(world, who, 0, FARTHEST, 0, True) > 0:
        world.people[who].at = world.desk_reached[0].node // 2


# --- who may re-act ------------------------------------------------------------------------------------------------


def _ask(world: World, mover: int, to: int) -> bool:
    """Ask those whom a step gives an attack of opportunity; whether there are any (STR-18, STR-24)."""
    people, traits, asked = world.people, world.desk_traits, False
    land, here = land_of(world), people[mover].at
    for i in range(len(people)):
        one = people[i]
        hostile = traits[i].side != traits[mover].side and one.status == m.Status.IN
        if hostile and one.react > 0 and _strikes(land, traits[i], one, world.desk_arms, here, to):
            one.asked = 1
            asked = True
    return asked


def _strikes(land: Land, traits: Record, one: Record, arms: Table, here: int, to: int) -> bool:
    """Whether someone can strike at who leaves a cell for another (STR-24)."""
    ready = m.may_strike(one.react, True, traits.melee_ranks, land.facts[0].aoo_needs_rank == 1)
    if not ready or not sees(land, one.at, here):
        return False
    for nth in range(traits.many):
        arm = arms[traits.arms + nth]
        if strikes_with(one, arm, nth):
            trigger = land.facts[0].aoo_trigger
            leaving = m.leaves(near(land, arm, one.at, here), near(land, arm, one.at, to), trigger)
            if m.provokes(leaving, True, False, False):
                return True
    return False


def striking(world: World, who: int, mover: int) -> int:
    """The weapon of an attack of opportunity, by its place in the sheet; -1 where there is none or it is too late."""
    one, traits, there, land = world.people[who], world.desk_traits[who], world.people[mover], land_of(world)
    if there.status != m.Status.IN or one.react < 1:
        return -1
    for nth in range(traits.many):
        arm = world.desk_arms[traits.arms + nth]
        if strikes_with(one, arm, nth) and near(land, arm, one.at, there.at):
            return nth
    return -1
