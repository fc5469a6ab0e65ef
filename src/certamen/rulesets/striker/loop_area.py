"""The compiled fight's attacks on areas: where one can aim, who is caught, who saves (see `kernel.loop`)."""

from certamen.kernel.loop import Record, Tray, World
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.loop_hands import can_attack
from certamen.rulesets.striker.loop_land import Land, at_hand, land_of, offset, reaches, sees
from certamen.rulesets.striker.loop_order import lose
from certamen.rulesets.striker.loop_tables import NOWHERE


def areas(world: World, land: Land, who: int) -> int:
    """Fill in the areas that can be filled: each weapon at hand with all places to aim at; how many there are."""
    one, own, found = world.people[who], world.desk_traits[who], 0
    if not land.facts[0].mapped or not can_attack(own, one):
        return 0
    for nth in range(own.many):
        arm = world.desk_arms[own.arms + nth]
        if arm.area and at_hand(one, arm, nth):
            found = _aims(world, land, who, nth, found)
    return found


def _aims(world: World, land: Land, who: int, nth: int, first: int) -> int:
    """The places to aim a weapon at: opponents in its reach, then cells from which it would catch one (STR-27)."""
    one, own, found = world.people[who], world.desk_traits[who], first
    arm = world.desk_arms[own.arms + nth]
    world.desk_count[0].aims += 1
    for i in range(len(world.people)):
        other = world.people[i]
        foe = world.desk_traits[i].side != own.side and other.status == m.Status.IN
        if foe and reaches(land, arm, one.at, other.at):
            found = _aim(world, land, who, (nth, first, found), other.at)
    longest, middles = arm.range if arm.range else arm.reach, found
    for k in range(first, middles):
        for cell in range(land.facts[0].cells):
            near = within_area(land, arm, world.desk_aims[k].cell, cell)
            if near and land.far[offset(land, one.at, cell)].cm <= longest and sees(land, one.at, cell):
                found = _aim(world, land, who, (nth, first, found), cell)
    return found


def _aim(world: World, land: Land, who: int, at: tuple[int, int, int], middle: int) -> int:
    """One place more to aim at, unless it is there already; how many there are."""
    nth, first, found = at
    cell, stamp = land.cells[middle], world.desk_count[0].aims
    if cell.aimed == stamp:
        return found
    cell.aimed = stamp
    row, arm = world.desk_areas[found], world.desk_arms[world.desk_traits[who].arms + nth]
    row.place, row.weapon, row.damage = found - first, nth, arm.bare
    row.caught = _caught(world, land, who, arm, middle)
    world.desk_aims[found].cell = middle
    return found + 1


def _caught(world: World, land: Land, who: int, arm: Record, middle: int) -> int:
    """The opponents in an area, less twice those of one's own side."""
    caught = 0
    for i in range(len(world.people)):
        other = world.people[i]
        if other.status == m.Status.IN and within_area(land, arm, middle, other.at):
            caught += 1 if world.desk_traits[i].side != world.desk_traits[who].side else -2
    return caught


def within_area(land: Land, arm: Record, middle: int, cell: int) -> bool:
    """Whether a cell's centre lies in the area around another's."""
    a, b = land.cells[middle], land.cells[cell]
    inside: bool = (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) <= arm.area * arm.area
    return inside


def middle_of(world: World, place: int, weapon: int) -> int:
    """The cell of a place that was seen to aim at."""
    for i in range(len(world.desk_areas)):
        row = world.desk_areas[i]
        if row.place == place and row.weapon == weapon:
            cell: int = world.desk_aims[i].cell
            return cell
    return NOWHERE


def fill(world: World, dice: Tray, who: int, nth: int, middle: int) -> int:
    """An attack on an area: what all in it lose together (STR-27)."""
    facts, weapon = world.desk_facts[0], world.desk_traits[who].arms + nth
    arm, people = world.desk_arms[weapon], world.people
    if not m.check(arm.m, facts.tc_a, 0, m.Die.ATTACK, dice.of(who)):
        return 0
    inside, passed = _saves(world, dice, arm, middle)
    if not m.area_needs_effect(inside - passed, passed, facts.area_save):
        return 0
    thrown, lost = m.effect(arm.dice, arm.sides, m.area_bonus(arm.m, facts.area_adds_m == 1), dice.of(who)), 0
    for place in range(len(people)):
        i = world.desk_placed[place].who
        lot = world.desk_lots[i]
        amount = m.area_amount(thrown, lot.saved == 1, 0, facts.area_save)
        if not lot.inside or (lot.saved and amount == 0):
            continue
        lost += lose(world, i, m.reduced(amount, world.desk_resists[weapon * len(people) + i].amount))
        if arm.knocks and not lot.saved and people[i].status == m.Status.IN:
            people[i].prone = 1
    return lost


def _saves(world: World, dice: Tray, arm: Record, middle: int) -> tuple[int, int]:
    """All in the area save: how many are in it, how many saved (STR-27)."""
    land, inside, passed = land_of(world), 0, 0
    for place in range(len(world.people)):
        i = world.desk_placed[place].who
        one, lot = world.people[i], world.desk_lots[i]
        lot.inside = 1 if one.status == m.Status.IN and within_area(land, arm, middle, one.at) else 0
        lot.saved = 0
        if lot.inside:
            edge = m.agility_edge(m.evades(one.evading == 1, False), False, False)
            lot.saved = int(m.check(world.desk_traits[i].dodge, m.fixed(arm.m), edge, m.Die.SAVE, dice.of(i)))
            inside += 1
            passed += lot.saved
    return inside, passed
