"""What the compiled fight lets a policy see: the rows that `sight.pack` makes of a contest (see `kernel.loop`)."""

from typing import NamedTuple

from certamen.kernel.loop import Record, World
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.guess import GUESSED_TC, WHOLE, odds, seeming, share, worth_of_hit
from certamen.rulesets.striker.loop_area import areas
from certamen.rulesets.striker.loop_hands import can_attack, edge_of, to_draw, to_switch, to_use
from certamen.rulesets.striker.loop_land import (
    Land,
    apart,
    at_hand,
    cover,
    land_of,
    left,
    offset,
    reaches,
    sees,
    ways_of,
)
from certamen.rulesets.striker.loop_move import search, striking
from certamen.rulesets.striker.loop_tables import NOWHERE, Table
from certamen.rulesets.striker.sight import ACT, MOST_ENEMIES, REACT, Rows
from certamen.rulesets.striker.vantage import FAR, LOOK, Spot, beside, could_attack

EXACTLY, NOT_AT_ALL = 1, 2  # of `Facts.shown`


class Looking(NamedTuple):
    """Who looks: the cells of his nearest two enemies, how many those are, how far his weapons at hand reach.

    longest: how far one of them carries; widest: how far a melee weapon reaches; 0 for no such weapon.
    """

    near: int
    next: int
    enemies: int
    longest: int
    widest: int


def look(world: World, who: int) -> Rows:
    """What the one who is asked sees: of a fight without deeds, tasks and hiding."""
    if world.scene[0].mover >= 0:
        return _reacting(world, who)
    one, traits, land = world.people[who], world.desk_traits[who], land_of(world)
    looking = _looking(land, world.people, world.desk_traits, world.desk_arms, who)
    here, attacks = _spot(land, looking, one.at, 0), _attacks(world, land, who)
    spots = _spots(world, land, who, looking, attacks > 0) if one.main or attacks else 0
    stuck = not attacks and not _any_reached(world.desk_spots, here, spots)
    return Rows(
        ACT,
        one.hp * 100 // traits.full,
        one.main,
        one.prone,
        int(_may_stand(land.facts[0], traits, one)),
        int(one.prone == 1 and one.tried == 0),
        0,
        0,
        one.evading,
        int(looking.longest > 0),
        0,
        to_draw(traits, world.desk_arms, one),
        to_switch(traits, world.desk_arms, one),
        to_use(traits, world.desk_things, world.goods, one),
        0,
        0,
        0,
        looking.enemies,
        here,
        world.desk_attacks[:attacks],
        world.desk_areas[: areas(world, land, who)],
        world.desk_deeds[:0],
        world.desk_deeds[:0],
        world.desk_spots[:spots],
        _advance(world, land, who, looking, spots) if stuck and one.main else -1,
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


def _looking(land: Land, people: Table, traits: Table, arms: Table, who: int) -> Looking:
    """Who looks, and at whom."""
    one, own, longest, widest = people[who], traits[who], 0, 0
    for nth in range(own.many):
        arm = arms[own.arms + nth]
        if at_hand(one, arm, nth):
            longest = max(longest, arm.range)
            widest = max(widest, 0 if arm.range else arm.reach)
    cells, fars, enemies = (NOWHERE, NOWHERE), (FAR, FAR), 0
    for i in range(len(people)):
        if traits[i].side == own.side or people[i].status != m.Status.IN:
            continue
        enemies += 1
        far = apart(land, one.at, people[i].at)
        if far < fars[0]:
            cells, fars = (people[i].at, cells[0]), (far, fars[0])
        elif far < fars[1]:
            cells, fars = (cells[0], people[i].at), (fars[0], far)
    return Looking(cells[0], cells[1], min(enemies, MOST_ENEMIES), longest, widest)


def _may_stand(facts: Record, traits: Record, one: Record) -> bool:
    """Whether one can stand up (STR-22)."""
    return one.prone == 1 and m.can_stand(traits.stock, left(facts, traits, one, 0) if one.move else 0)


# --- attacks -------------------------------------------------------------------------------------------------------


def _attacks(world: World, land: Land, who: int) -> int:
    """Fill in the attacks that are open, each weapon with all it reaches; how many there are."""
    people, traits, own, found = world.people, world.desk_traits, world.desk_traits[who], 0
    one, arms, resists, rows = people[who], world.desk_arms, world.desk_resists, world.desk_attacks
    if not can_attack(own, one):
        return 0
    for nth in range(own.many):
        weapon = own.arms + nth
        arm = arms[weapon]
        if not arm.single or not at_hand(one, arm, nth):
            continue
        for i in range(len(people)):
            foe = traits[i].side != own.side and people[i].status == m.Status.IN
            if foe and reaches(land, arm, one.at, people[i].at):
                rows[found].enemy, rows[found].weapon = i, nth
                _attack(land, rows[found], one, people[i], traits[i], arm, resists[weapon * len(people) + i].amount)
                found += 1
    return found


def _attack(land: Land, row: Record, one: Record, other: Record, his: Record, arm: Record, resistance: int) -> None:
    """Fill in what one reckons with: the real figures where they may be known, else how the other looks."""
    exact = land.facts[0].shown == EXACTLY
    challenge = m.challenge_behind(his.tc if exact else GUESSED_TC, cover(land, one.at, other.at))
    row.odds = odds(arm.m, challenge, edge_of(land, one, other))
    row.damage = worth_of_hit(arm.twice, resistance if exact else 0)
    if exact:
        row.left = share(other.hp, his.full)
    else:
        row.left = WHOLE if land.facts[0].shown == NOT_AT_ALL else seeming(other.hp, his.full)
    row.distance = apart(land, one.at, other.at)


# --- places --------------------------------------------------------------------------------------------------------


def _spot(land: Land, looking: Looking, cell: int, cost: int) -> Spot:
    """A cell as a place one could stand at."""
    if cell < 0:
        return Spot(0, 0, 0, 0, FAR, 0, 0, 0, FAR)
    near, reached, behind, threats = FAR, 0, 0, 0
    for there in (looking.near, looking.next):
        if there < 0:
            continue
        far = land.far[offset(land, cell, there)].cm
        near = min(near, far)
        seen, close = sees(land, cell, there), beside(far, land.facts[0].cell)
        threats += int(close)
        reached += int(could_attack(seen, close, far, looking.longest, looking.widest))
        behind += cover(land, there, cell) if seen else 0
    here = land.cells[cell]
    return Spot(here.x, here.y, 0, cost, near, reached, behind, threats, FAR)


def _spots(world: World, land: Land, who: int, looking: Looking, armed: bool) -> int:
    """Fill in the places in reach; none where nothing speaks for moving; how many there are."""
    one, traits = world.people[who], world.desk_traits[who]
    ways = ways_of(traits, one)
    if not land.facts[0].mapped or not one.move or ways < 0 or looking.enemies == 0:
        return 0
    if armed and not land.facts[0].covered and not looking.longest:
        return 0
    budget = left(land.facts[0], traits, one, one.prone)
    if budget < 1:
        return 0
    many, count = search(world, who, ways, budget, 0, False), world.desk_count[0]
    reached, nodes, rows = world.desk_reached, world.desk_nodes, world.desk_spots
    count.sights += 1
    for nth in range(many):
        node = reached[nth].node
        cell = land.cells[node // 2]
        cell.seen, cell.spot = count.sights, nth
        _write(rows[nth], _spot(land, looking, node // 2, nodes[node].cost))
    return many


def _write(row: Record, spot: Spot) -> None:
    row.x, row.y, row.z, row.cost, row.near = spot.x, spot.y, spot.z, spot.cost, spot.near
    row.reached, row.cover, row.threats, row.goal = spot.reached, spot.cover, spot.threats, spot.goal


def _any_reached(rows: Table, here: Spot, spots: int) -> bool:
    """Whether somebody could be attacked from here or from any place in reach."""
    most = here.reached
    for nth in range(spots):
        most = max(most, rows[nth].reached)
    return most > 0


def _advance(world: World, land: Land, who: int, looking: Looking, spots: int) -> int:
    """Which of the places in reach lies farthest on the way to where one can attack; -1 for none."""
    if spots == 0:
        return -1
    cells, sights = land.facts[0].cells, world.desk_count[0].sights
    many = search(world, who, ways_of(world.desk_traits[who], world.people[who]), LOOK, 1, False)
    for nth in range(many):
        node = world.desk_reached[cells + nth].node
        if _spot(land, looking, node // 2, 0).reached:
            while node >= 0:
                if land.cells[node // 2].seen == sights:
                    spot: int = land.cells[node // 2].spot
                    return spot
                node = world.desk_nodes[2 * cells + node].before
            return -1
    return -1
