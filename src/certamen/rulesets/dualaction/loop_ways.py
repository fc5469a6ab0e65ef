"""The loop on its map: how far, what one sees, which places are in reach and at what cost."""

from certamen.kernel.loop import Record, World
from certamen.rulesets.dualaction import guess
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.loop_tables import NOBODY, UNREACHED, WAYS

SHIFT = 31  # a cost and a length are one number: the cost above these bits


def far(world: World, a: int, b: int) -> Record:
    """How far one cell is from another."""
    rules, one, other = world.desk_rules[0], world.desk_cells[a], world.desk_cells[b]
    across, down = other.column - one.column + rules.columns, other.row - one.row + rules.rows
    return world.desk_far[across * rules.span + down]


def outlook(world: World, a: int, b: int) -> Record:
    """What one cell is to another: seen, covered."""
    return world.desk_views[world.desk_cells[a].outlook * world.desk_rules[0].views + world.desk_cells[b].outlook]


def fights(world: World, i: int) -> bool:
    """Whether a participant is still in the combat."""
    return bool(world.people[i].status == 0)


def way_left(world: World, who: int) -> int:
    """How many cm he may still move this turn (DUA-5, DUA-6, DUA-7)."""
    one, rules = world.people[who], world.desk_rules[0]
    if not m.may_move(one.knocked_down == 1, rules.crawling == 1):
        return 0
    if rules.by_dice:
        return m.thrown_left(one.allowance, one.moved)
    return m.move_left(one.spent, one.moved, one.agility, rules.limit, rules.single == 1)


def way_cost(world: World, who: int, way: int) -> int:
    """What moving so many cm more takes of the turn; nothing where the way was thrown for (DUA-7)."""
    one, rules = world.people[who], world.desk_rules[0]
    if rules.by_dice:
        return m.FREE
    return m.move_cost(one.moved, way, one.agility, rules.single == 1)


def stir(world: World) -> None:
    """Somebody has moved or fallen: what was found out about places holds no longer."""
    world.desk_rules[0].stirred += 1


def within_reach(world: World, who: int, budget: int) -> int:
    """Note the places he may move to with at most so many cm, in no order; gives how many."""
    mark(world, who, 1)
    touched = spread(world, world.people[who].cell, budget)
    count = gather(world, world.people[who].cell, touched)
    mark(world, who, 0)
    return count


def mark(world: World, who: int, taken: int) -> None:
    """Mark, or free, the places of the others."""
    cells = world.desk_rules[0].cells
    for i in range(len(world.people)):
        if i != who and fights(world, i):
            for node in range(world.people[i].cell, len(world.desk_search), cells):
                world.desk_search[node].taken = taken


def spread(world: World, start: int, budget: int) -> int:
    """Find the cheapest way to every node within a budget, the shorter of equally cheap ones; gives how many."""
    search = world.desk_search
    search[start].best = 0
    search[0].queue, search[0].touched = start, start
    first, waiting, touched = 0, 1, 1
    while waiting > 0:
        node = search[first].queue
        first, waiting = first + 1 if first + 1 < len(search) else 0, waiting - 1
        search[node].queued = 0
        for k in range(node * WAYS, node * WAYS + WAYS):
            way = world.desk_ways[k]
            if way.to < 0:
                break
            there = search[way.to]
            best = search[node].best + ((way.crowded if there.taken else way.cost) << SHIFT) + way.length
            if best >> SHIFT > budget or best >= there.best:
                continue
            if there.best == UNREACHED:
                search[touched].touched = way.to
                touched += 1
            there.best = best
            if not there.queued:
                there.queued = 1
                last = first + waiting
                search[last if last < len(search) else last - len(search)].queue = way.to
                waiting += 1
    return touched


def gather(world: World, start: int, touched: int) -> int:
    """Note the cells of the nodes touched where one may end, and wipe the search clean; gives how many."""
    search, found, cells = world.desk_search, world.desk_found, world.desk_rules[0].cells
    count = 0
    for i in range(touched):
        node = search[i].touched
        cell = node % cells
        other = cell + cells if node == cell else cell
        best = search[node].best
        better = other < len(search) and (search[other].best < best or (search[other].best == best and other < node))
        if cell != start and not search[node].taken and not better:
            found[count].cell = cell
            found[count].best = best
            count += 1
    for i in range(touched):
        search[search[i].touched].best = UNREACHED
    return count


def before(world: World, a: int, b: int) -> bool:
    """Whether one place found comes before another: the cheaper, the nearer, then by where they are."""
    one, other = world.desk_found[a], world.desk_found[b]
    if one.best != other.best:
        return bool(one.best < other.best)
    here, there = world.desk_cells[one.cell], world.desk_cells[other.cell]
    return bool(here.x < there.x or (here.x == there.x and here.y < there.y))


def nearest(world: World, count: int, cell: int) -> int:
    """Of the places found, the nearest to a cell; of equal ones the first."""
    to, best, least = world.desk_cells[cell], NOBODY, 0
    for i in range(count):
        here = world.desk_cells[world.desk_found[i].cell]
        away = guess.away(here.x, here.y, to.x, to.y)
        if best < 0 or away < least or (away == least and before(world, i, best)):
            best, least = i, away
    return best


def next_covered(world: World, who: int, count: int, foe: int, last: int) -> int:
    """Of the places found that the secondary action reaches and that are covered from an opponent, the next; -1: none.

    `last`: the one before it; -1 for the first.
    """
    best, there = NOBODY, world.people[foe].cell
    for i in range(count):
        one = world.desk_found[i]
        if outlook(world, there, one.cell).cover == 0 or (last >= 0 and not before(world, last, i)):
            continue
        if m.can_pay(way_cost(world, who, one.best >> SHIFT), m.PRIMARY) and (best < 0 or before(world, i, best)):
            best = i
    return best
