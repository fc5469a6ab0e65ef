"""What the compiled fight lets a policy see: the rows that `sight.pack` makes of a contest (see `kernel.loop`)."""

from typing import NamedTuple

from certamen.kernel.loop import Record, World
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.guess import GUESSED_TC, WHOLE, odds, seeming, share, worth_of_hit
from certamen.rulesets.striker.loop_move import (
    apart,
    at_hand,
    cover,
    left,
    offset,
    reaches,
    search,
    sees,
    striking,
    ways_of,
)
from certamen.rulesets.striker.loop_order import can_pay
from certamen.rulesets.striker.loop_tables import NOBODY
from certamen.rulesets.striker.sight import ACT, REACT, Rows
from certamen.rulesets.striker.vantage import FAR, LOOK, Spot, beside, could_attack

EXACTLY, NOT_AT_ALL = 1, 2  # of `Facts.shown`


class Looking(NamedTuple):
    """Who looks: his nearest two enemies, how far his weapons at hand carry and reach, 0 for no such weapon."""

    who: int
    near: int
    next: int
    longest: int
    widest: int


def look(world: World, who: int) -> Rows:
    """What the one who is asked sees: of a fight without deeds, tasks, goods and hiding."""
    if world.scene[0].mover >= 0:
        return _reacting(world, who)
    one, looking = world.people[who], _looking(world, who)
    here, attacks = _spot(world, looking, one.at, 0), _attacks(world, who)
    spots = _spots(world, who, looking, attacks > 0) if one.main or attacks else 0
    stuck = not attacks and not _any_reached(world, here, spots)
    return Rows(
        ACT,
        one.hp * 100 // world.desk_traits[who].full,
        one.main,
        one.prone,
        int(_may_stand(world, who)),
        int(one.prone == 1 and one.tried == 0),
        0,
        0,
        one.evading,
        int(looking.longest > 0),
        0,
        _to_draw(world, who),
        _to_switch(world, who),
        -1,
        0,
        0,
        0,
        int(looking.near >= 0) + int(looking.next >= 0),
        here,
        world.desk_attacks[:attacks],
        world.desk_areas[:0],
        world.desk_deeds[:0],
        world.desk_deeds[:0],
        world.desk_spots[:spots],
        _advance(world, who, looking, spots) if stuck and one.main else -1,
    )


def _reacting(world: World, who: int) -> Rows:
    """What one sees who may strike at who leaves."""
    strike = int(striking(world, who, world.scene[0].mover) >= 0)
    here, attacks, deeds = Spot(0, 0, 0, 0, FAR, 0, 0, 0, FAR), world.desk_attacks[:0], world.desk_deeds[:0]
    areas, spots = world.desk_areas[:0], world.desk_spots[:0]
    return Rows(
        REACT, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, strike, 0, 0, 0, here, attacks, areas, deeds, deeds, spots, -1
    )


# --- one's own -----------------------------------------------------------------------------------------------------


def _looking(world: World, who: int) -> Looking:
    """Who looks."""
    traits, longest, widest = world.desk_traits[who], 0, 0
    for nth in range(traits.many):
        arm = world.desk_arms[traits.arms + nth]
        if at_hand(world, who, nth):
            longest = max(longest, arm.range)
            if not arm.range:
                widest = max(widest, arm.reach)
    first, second = NOBODY, NOBODY
    for i in range(len(world.people)):
        if not is_foe(world, who, i):
            continue
        if first < 0 or apart(world, who, i) < apart(world, who, first):
            first, second = i, first
        elif second < 0 or apart(world, who, i) < apart(world, who, second):
            second = i
    return Looking(who, first, second, longest, widest)


def is_foe(world: World, who: int, other: int) -> bool:
    """Whether the other is an opponent still in the contest."""
    hostile: bool = world.desk_traits[who].side != world.desk_traits[other].side
    return hostile and bool(world.people[other].status == m.Status.IN)


def _may_stand(world: World, who: int) -> bool:
    """Whether one can stand up (STR-22)."""
    one, stock = world.people[who], world.desk_traits[who].stock
    return one.prone == 1 and m.can_stand(stock, left(world, who, 0) if one.move else 0)


def _to_draw(world: World, who: int) -> int:
    """The first weapon that empty hands can take, -1 for none (STR-17)."""
    one = world.people[who]
    if one.held >= 0 or not can_pay(one, m.interaction(True, one.free)):
        return -1
    return _first_handy(world, who, False)


def _to_switch(world: World, who: int) -> int:
    """The first weapon one can change to, -1 for none (STR-34)."""
    return _first_handy(world, who, True) if world.people[who].held >= 0 else -1


def _first_handy(world: World, who: int, switching: bool) -> int:
    one, traits = world.people[who], world.desk_traits[who]
    for nth in range(traits.many):
        arm = world.desk_arms[traits.arms + nth]
        if not arm.natural and nth != one.held and (not switching or can_pay(one, switch_spend(one, arm))):
            return nth
    return -1


def switch_spend(one: Record, arm: Record) -> m.Spend:
    """What changing to a weapon takes (STR-16, STR-34)."""
    spend = m.switch(arm.ranks)
    return m.Spend.MAIN if spend == m.Spend.BONUS and not one.bonus else spend


def attack_spend(one: Record) -> m.Spend:
    """What the next attack takes: the main-act, or nothing while attacks of it are left (STR-26)."""
    return m.Spend.NOTHING if one.strikes else m.Spend.MAIN


def edge_of(world: World, who: int, on: int) -> int:
    """The edge of an attack (STR-30, STR-35)."""
    here, there = world.people[who].at, world.people[on].at
    seen = here < 0 or there < 0 or sees(world, there, here)
    return m.attack_edge(False, False, m.evades(world.people[on].evading == 1, False) and seen, False, False)


def cover_of(world: World, who: int, on: int) -> int:
    """What cover adds to the TC of `on` against `who` (STR-39)."""
    here, there = world.people[who].at, world.people[on].at
    return 0 if here < 0 or there < 0 else cover(world, here, there)


# --- attacks -------------------------------------------------------------------------------------------------------


def _attacks(world: World, who: int) -> int:
    """Fill in the attacks that are open, each weapon with all it reaches; how many there are."""
    one, traits, found = world.people[who], world.desk_traits[who], 0
    spent = one.strikes > 0 and m.attacks_left(traits.attacks, one.strikes) == 0
    if spent or not can_pay(one, attack_spend(one)):
        return 0
    for nth in range(traits.many):
        arm = world.desk_arms[traits.arms + nth]
        if not arm.single or not at_hand(world, who, nth):
            continue
        for i in range(len(world.people)):
            if is_foe(world, who, i) and reaches(world, who, i, arm):
                _attack(world, world.desk_attacks[found], who, nth, i)
                found += 1
    return found


def _attack(world: World, row: Record, who: int, nth: int, on: int) -> None:
    facts, other, weapon = world.desk_facts[0], world.people[on], world.desk_traits[who].arms + nth
    arm, exact, full = world.desk_arms[weapon], facts.shown == EXACTLY, world.desk_traits[on].full
    challenge = m.challenge_behind(world.desk_traits[on].tc if exact else GUESSED_TC, cover_of(world, who, on))
    row.enemy = on
    row.weapon = nth
    row.odds = odds(arm.m, challenge, edge_of(world, who, on))
    row.damage = worth_of_hit(arm.twice, world.desk_resists[weapon * facts.people + on].amount if exact else 0)
    if exact:
        row.left = share(other.hp, full)
    else:
        row.left = WHOLE if facts.shown == NOT_AT_ALL else seeming(other.hp, full)
    row.distance = apart(world, who, on)


# --- places --------------------------------------------------------------------------------------------------------


def _spot(world: World, looking: Looking, cell: int, cost: int) -> Spot:
    """A cell as a place one could stand at."""
    if cell < 0:
        return Spot(0, 0, 0, 0, FAR, 0, 0, 0, FAR)
    near, reached, behind, threats = FAR, 0, 0, 0
    for enemy in (looking.near, looking.next):
        there = world.people[enemy].at if enemy >= 0 else -1
        if there < 0:
            continue
        far = world.desk_far[offset(world, cell, there)].cm
        near = min(near, far)
        seen, close = sees(world, cell, there), beside(far, world.desk_facts[0].cell)
        threats += int(close)
        reached += int(could_attack(seen, close, far, looking.longest, looking.widest))
        behind += cover(world, there, cell) if seen else 0
    here = world.desk_cells[cell]
    return Spot(here.x, here.y, 0, cost, near, reached, behind, threats, FAR)


def _spots(world: World, who: int, looking: Looking, armed: bool) -> int:
    """Fill in the places in reach; none where nothing speaks for moving; how many there are."""
    facts, one, ways = world.desk_facts[0], world.people[who], ways_of(world, who)
    if not facts.mapped or not one.move or ways < 0 or looking.near < 0:
        return 0
    if armed and not facts.covered and not looking.longest:
        return 0
    budget = left(world, who, one.prone)
    if budget < 1:
        return 0
    many, count = search(world, who, ways, budget, 0, False), world.desk_count[0]
    count.sights += 1
    for nth in range(many):
        node = world.desk_reached[nth].node
        cell = world.desk_cells[node // 2]
        cell.seen, cell.spot = count.sights, nth
        _write(world.desk_spots[nth], _spot(world, looking, node // 2, world.desk_nodes[node].cost))
    return many


def _write(row: Record, spot: Spot) -> None:
    row.x, row.y, row.z, row.cost, row.near = spot.x, spot.y, spot.z, spot.cost, spot.near
    row.reached, row.cover, row.threats, row.goal = spot.reached, spot.cover, spot.threats, spot.goal


def _any_reached(world: World, here: Spot, spots: int) -> bool:
    """Whether somebody could be attacked from here or from any place in reach."""
    most = here.reached
    for nth in range(spots):
        most = max(most, world.desk_spots[nth].reached)
    return most > 0


def _advance(world: World, who: int, looking: Looking, spots: int) -> int:
    """Which of the places in reach lies farthest on the way to where one can attack; -1 for none."""
    if spots == 0:
        return -1
    cells, sights = world.desk_facts[0].cells, world.desk_count[0].sights
    many = search(world, who, ways_of(world, who), LOOK, 1, False)
    for nth in range(many):
        node = world.desk_reached[cells + nth].node
        if _spot(world, looking, node // 2, 0).reached:
            while node >= 0:
                if world.desk_cells[node // 2].seen == sights:
                    spot: int = world.desk_cells[node // 2].spot
                    return spot
                node = world.desk_nodes[2 * cells + node].before
            return -1
    return -1
