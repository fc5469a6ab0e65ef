"""The compiled fight's moves: the places in reach, going step by step, whom a step provokes (see `kernel.loop`)."""

from certamen.kernel.loop import Record, World
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.loop_order import stop_moving
from certamen.rulesets.striker.loop_tables import AROUND, NOWHERE

COST, LENGTH, CELLS = 1 << 21, 1 << 21, 1 << 12  # what the numbers of a search stay below
FARTHEST = 2_000_000  # no way is longer: as far as the kernel looks for a free place


# --- measuring -----------------------------------------------------------------------------------------------------


def apart(world: World, one: int, other: int) -> int:
    """How far apart two are in cm; 0 where places do not matter (STR-39)."""
    here, there = world.people[one].at, world.people[other].at
    return 0 if here < 0 or there < 0 else world.desk_far[offset(world, here, there)].cm


def offset(world: World, here: int, there: int) -> int:
    """The row of the table of distances for two cells."""
    facts, a, b = world.desk_facts[0], world.desk_cells[here], world.desk_cells[there]
    row: int = (a.column - b.column + facts.columns) * (2 * facts.rows + 1) + a.row - b.row + facts.rows
    return row


def sees(world: World, here: int, there: int) -> bool:
    """Whether no wall stands between two cells."""
    facts = world.desk_facts[0]
    return not facts.walled or world.desk_sights[here * facts.cells + there].sees == 1


def cover(world: World, here: int, there: int) -> int:
    """What cover adds to the TC of who is `there` against who is `here` (STR-39)."""
    facts = world.desk_facts[0]
    return world.desk_sights[here * facts.cells + there].cover if facts.covered else 0


def at_hand(world: World, who: int, nth: int) -> bool:
    """Whether a weapon, by its place in the sheet, can be used now."""
    arm = world.desk_arms[world.desk_traits[who].arms + nth]
    held: bool = world.people[who].held == nth or arm.natural == 1
    return held


def near(world: World, arm: Record, here: int, there: int) -> bool:
    """Whether a melee weapon reaches from cell to cell (STR-39)."""
    far = world.desk_far[offset(world, here, there)]
    return m.within_reach(far.near == 1, far.cm, arm.reach)


def reaches(world: World, one: int, other: int, arm: Record) -> bool:
    """Whether a weapon reaches and nothing stands between (STR-39)."""
    here, there = world.people[one].at, world.people[other].at
    if here < 0 or there < 0:
        return True
    fits = apart(world, one, other) <= arm.range if arm.range else near(world, arm, here, there)
    return fits and sees(world, here, there)


def left(world: World, who: int, crawling: int) -> int:
    """How many cm may still be moved this turn on foot, or prone (STR-20, STR-22, STR-28)."""
    one, traits = world.people[who], world.desk_traits[who]
    speed = m.crawl(traits.stock) if crawling else traits.stock
    own = one.crawled if crawling else one.extra
    extra = m.surcharge(own, one.extra + one.crawled, world.desk_facts[0].switch_counts)
    return m.mode_left(speed, one.dashes, one.moved, extra, one.stood, False)


def ways_of(world: World, who: int) -> int:
    """The kind of steps he takes now, -1 for none."""
    traits = world.desk_traits[who]
    ways: int = traits.crawls if world.people[who].prone else traits.ways
    return ways


# --- the places in reach -------------------------------------------------------------------------------------------


def search(world: World, who: int, ways: int, budget: int, bank: int, level: bool) -> int:
    """Find the places where a move of so many cm may end, the cheapest first; how many there are (STR-20 to STR-23).

    They are in `desk_reached`, the ways to them in `desk_nodes`, each from where its `bank` begins. `level`: the cost
    of the ground does not count.
    """
    count, cells = world.desk_count[0], world.desk_facts[0].cells
    count.searches += 1
    stamp, one = count.searches, world.people[who]
    _mark_taken(world, who, stamp)
    nodes, first, found = bank * 2 * cells, bank * cells, 0
    start = 2 * one.at + (0 if level else one.odd)
    _reach(world.desk_nodes[nodes + start], stamp, 0, 0, NOWHERE)
    size = _push(world, 0, start)
    while size > 0:
        key = world.desk_heap[0].key
        size = _pop(world, size)
        node = key % (2 * CELLS)
        length, cost = key // (2 * CELLS) % LENGTH, key // (2 * CELLS) // LENGTH
        best = world.desk_nodes[nodes + node]
        if best.cost != cost or best.length != length:
            continue
        cell = world.desk_cells[node // 2]
        if cell.taken != stamp and cell.found != stamp and node // 2 != one.at:
            cell.found = stamp
            world.desk_reached[first + found].node = node
            found += 1
        size = _spread(world, (ways, nodes, node, stamp, budget), (cost, length), level, size)
    return found


def _spread(
    world: World, where: tuple[int, int, int, int, int], so_far: tuple[int, int], level: bool, size: int
) -> int:
    """Go on from a node to the cells around it; the size of the heap after that."""
    ways, nodes, node, stamp, budget = where
    odd = node % 2
    edges = (ways * world.desk_facts[0].cells + node // 2) * AROUND
    for d in range(AROUND):
        edge = world.desk_edges[edges + d]
        if edge.to < 0:
            break
        length = edge.odd if odd else edge.even
        taken = world.desk_cells[edge.to].taken == stamp
        cost = so_far[0] + (length if level else _cost(edge, length, taken))
        if cost > budget:
            continue
        length += so_far[1]
        to = 2 * edge.to + (odd ^ edge.turns)
        best = world.desk_nodes[nodes + to]
        if best.search != stamp or cost < best.cost or (cost == best.cost and length < best.length):
            _reach(best, stamp, cost, length, node)
            size = _push(world, size, (cost * LENGTH + length) * 2 * CELLS + to)
    return size


def _reach(node: Record, stamp: int, cost: int, length: int, before: int) -> None:
    node.search = stamp
    node.cost = cost
    node.length = length
    node.before = before


def _cost(edge: Record, length: int, taken: bool) -> int:
    """What a step takes (STR-21, STR-23)."""
    return m.step_cost(length, m.difficult_here(edge.rough == 1, taken), m.Terrain.PER_METRE)


def _mark_taken(world: World, who: int, stamp: int) -> None:
    """Mark the cells of all whom one must go around."""
    for i in range(len(world.people)):
        other = world.people[i]
        if i != who and other.at >= 0 and other.status == m.Status.IN:
            world.desk_cells[other.at].taken = stamp


def _taken(world: World, who: int, cell: int) -> bool:
    for i in range(len(world.people)):
        other = world.people[i]
        if i != who and other.at == cell and other.status == m.Status.IN:
            return True
    return False


def _push(world: World, size: int, key: int) -> int:
    heap, at = world.desk_heap, size
    while at > 0 and heap[(at - 1) // 2].key > key:
        heap[at].key = heap[(at - 1) // 2].key
        at = (at - 1) // 2
    heap[at].key = key
    return size + 1


def _pop(world: World, size: int) -> int:
    heap, at, last = world.desk_heap, 0, size - 1
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
    one, crawling = world.people[who], world.scene[0].crawling
    edges = (ways_of(world, who) * world.desk_facts[0].cells + one.at) * AROUND
    at = edges
    while world.desk_edges[at].to != to:
        at += 1
    edge = world.desk_edges[at]
    length = edge.odd if one.odd else edge.even
    cost = _cost(edge, length, _taken(world, who, to))
    if cost > left(world, who, crawling):
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
    if not _taken(world, who, world.people[who].at):
        return
    if search(world, who, 0, FARTHEST, 0, True) > 0:
        world.people[who].at = world.desk_reached[0].node // 2


# --- who may re-act ------------------------------------------------------------------------------------------------


def _ask(world: World, mover: int, to: int) -> bool:
    """Ask those whom a step gives an attack of opportunity; whether there are any (STR-18, STR-24)."""
    asked = False
    for i in range(len(world.people)):
        one = world.people[i]
        hostile = world.desk_traits[i].side != world.desk_traits[mover].side
        if hostile and one.status == m.Status.IN and one.at >= 0 and one.react > 0 and _strikes(world, i, mover, to):
            one.asked = 1
            asked = True
    if asked:
        world.people[world.scene[0].acting].asked = 0
    return asked


def _strikes(world: World, who: int, mover: int, to: int) -> bool:
    """Whether someone can strike at who leaves (STR-24)."""
    facts, traits = world.desk_facts[0], world.desk_traits[who]
    here, there = world.people[who].at, world.people[mover].at
    if not m.may_strike(1, True, traits.melee_ranks, facts.aoo_needs_rank == 1) or not sees(world, here, there):
        return False
    for nth in range(traits.many):
        arm = world.desk_arms[traits.arms + nth]
        if arm.range or not arm.single or not at_hand(world, who, nth):
            continue
        leaving = m.leaves(near(world, arm, here, there), near(world, arm, here, to), facts.aoo_trigger)
        if m.provokes(leaving, True, False, False):
            return True
    return False


def striking(world: World, who: int, mover: int) -> int:
    """The weapon of an attack of opportunity, by its place in the sheet; -1 where there is none or it is too late."""
    one, traits = world.people[who], world.desk_traits[who]
    if world.people[mover].status != m.Status.IN or one.react < 1:
        return -1
    for nth in range(traits.many):
        arm = world.desk_arms[traits.arms + nth]
        if arm.range or not arm.single or not at_hand(world, who, nth):
            continue
        if near(world, arm, one.at, world.people[mover].at):
            return nth
    return -1
