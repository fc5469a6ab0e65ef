"""What a policy sees in the loop: the same rows as in the contest, filled in from its tables."""

from certamen.kernel.loop import Record, World
from certamen.rulesets.dualaction import guess, weapons
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.loop_tables import NOBODY
from certamen.rulesets.dualaction.loop_ways import (
    SHIFT,
    far,
    fights,
    nearest,
    next_covered,
    outlook,
    way_cost,
    way_left,
    within_reach,
)
from certamen.rulesets.dualaction.sight import ACT, MOST_COVERED, MOST_ENEMIES, NO_GOAL, NOWHERE, Rows, Spot

BLOW, THROWN, SINGLE, AIMED, BURST = (
    weapons.MODES.index(mode) for mode in (weapons.BLOW, weapons.THROWN, weapons.SINGLE, weapons.AIMED, weapons.BURST)
)


def look(world: World, who: int) -> Rows:
    """What the one who is asked sees."""
    kind = world.scene[0].kind
    if kind != ACT:
        return Rows(kind, 0, 0, 0, 0, 0, 0, -1, -1, -1, 0, NOWHERE, world.desk_attacks[:0], world.desk_spots[:0])
    one, rules = world.people[who], world.desk_rules[0]
    foes = see_foes(world, who)
    near = pick_nearest(world, foes)
    attacks = fill_attacks(world, who, foes)
    spots = fill_spots(world, who, near, attacks > 0)
    free = m.can_pay(one.spent, m.price(m.SECONDARY, rules.single == 1))
    return Rows(
        ACT,
        guess.of_hundred(one.hp, one.full),
        one.spent,
        one.in_cover,
        1 if one.knocked_down and m.can_pay(one.spent, m.price(m.PRIMARY, rules.single == 1)) else 0,
        1 if free and not one.in_cover and rules.covers and sheltered(world, who, foes) else 0,
        1 if free and rules.by_dice and m.may_move(one.knocked_down == 1, rules.crawling == 1) else 0,
        empty_weapon(world, one) if free else -1,
        remedy(world, one) if free else -1,
        -1,
        0,
        here(world, who, near),
        world.desk_attacks[:attacks],
        world.desk_spots[:spots],
    )


# --- opponents ---------------------------------------------------------------------------------------------------


def see_foes(world: World, who: int) -> int:
    """Note the opponents still in the combat, in the order of the participants; gives how many."""
    one, count = world.people[who], 0
    for i in range(len(world.people)):
        other = world.people[i]
        if other.side != one.side and fights(world, i):
            foe, between = world.desk_foes[count], far(world, one.cell, other.cell)
            foe.who, foe.cm, foe.near, foe.picked = i, between.cm, between.near, 0
            known = world.desk_matches[one.arms_from * len(world.people) + i].known
            foe.left = guess.seems_left(other.hp, other.full, known == 1)
            count += 1
    return count


def pick_nearest(world: World, foes: int) -> int:
    """Note the nearest opponents, the nearest first; gives how many."""
    count = min(foes, MOST_ENEMIES)
    for n in range(count):
        best = NOBODY
        for i in range(foes):
            foe = world.desk_foes[i]
            if not foe.picked and (best < 0 or foe.cm < world.desk_foes[best].cm):
                best = i
        world.desk_foes[best].picked = 1
        world.desk_near[n].who = best
    return count


def sheltered(world: World, who: int, foes: int) -> bool:
    """Whether something covers him from an opponent."""
    for i in range(foes):
        if outlook(world, world.people[world.desk_foes[i].who].cell, world.people[who].cell).cover != 0:
            return True
    return False


# --- what could be used ------------------------------------------------------------------------------------------


def empty_weapon(world: World, one: Record) -> int:
    """The first weapon that is empty and can be reloaded; -1 none."""
    for i in range(one.arms_from, one.arms_to):
        if world.arms[i].magazine > 0 and world.arms[i].loaded == 0:
            return int(i - one.arms_from)
    return NOBODY


def remedy(world: World, one: Record) -> int:
    """The first item that would heal him; -1 none."""
    for i in range(one.items_from, one.items_to):
        if world.items[i].stock > 0 and world.items[i].heals > 0 and one.hp < one.full:
            return int(i - one.items_from)
    return NOBODY


# --- attacks -----------------------------------------------------------------------------------------------------


def fill_attacks(world: World, who: int, foes: int) -> int:
    """Note every attack that is open; gives how many."""
    one, count = world.people[who], 0
    for way in range(one.modes_from, one.modes_to):
        if ready(world, one, way):
            for i in range(foes):
                if in_range(world, one, way, i):
                    note_attack(world, who, way, i, count)
                    count += 1
    return count


def ready(world: World, one: Record, way: int) -> bool:
    """Whether he can attack in this way now, whomever (DUA-5, DUA-6, DUA-8, DUA-15)."""
    mode = world.desk_modes[way]
    arm = world.arms[mode.arm]
    if not m.can_pay(one.spent, m.price(mode.cost, world.desk_rules[0].single == 1)):
        return False
    if arm.fired and m.shots_fired(1, arm.loaded, arm.magazine) == 0:
        return False
    return not arm.counted or arm.loaded > 0


def in_range(world: World, one: Record, way: int, i: int) -> bool:
    """Whether an opponent can be attacked in this way from here (DUA-10, DUA-15)."""
    mode, foe = world.desk_modes[way], world.desk_foes[i]
    arm = world.arms[mode.arm]
    if mode.mode == BLOW and not m.in_reach(foe.near, arm.reach):
        return False
    if not outlook(world, one.cell, world.people[foe.who].cell).sees:
        return False
    return base_difficulty(world, arm, mode.mode, foe.near) != m.OUT_OF_RANGE


def base_difficulty(world: World, arm: Record, mode: int, cm: int) -> int:
    """The difficulty at a distance, cover apart; -1 where the weapon cannot be used so far (DUA-10)."""
    if mode == BLOW:
        return m.DIFFICULTY
    if arm.bands_to > arm.bands_from and world.desk_rules[0].own:
        return m.own_difficulty(cm, world.desk_bands[arm.bands_from : arm.bands_to])
    return m.difficulty_at(cm, arm.optimal)


def match_of(world: World, arm: int, target: int) -> Record:
    """An arm against an opponent."""
    return world.desk_matches[arm * len(world.people) + target]


def need_of(world: World, who: int, target: int, arm: int, mode: int) -> int:
    """The lowest face that hits (DUA-10)."""
    rules, one, other = world.desk_rules[0], world.people[who], world.people[target]
    difficulty = base_difficulty(world, world.arms[arm], mode, far(world, one.cell, other.cell).near)
    if mode != BLOW and other.in_cover:
        difficulty += outlook(world, one.cell, other.cell).cover
    bonus = match_of(world, arm, target).to_hit + (rules.aimed if mode == AIMED else 0)
    return m.needed(world.arms[arm].skill, difficulty, bonus, rules.by_base == 1)


def note_attack(world: World, who: int, way: int, i: int, count: int) -> None:
    """Note an attack that is open, as a policy weighs it."""
    mode, foe, rules, row = world.desk_modes[way], world.desk_foes[i], world.desk_rules[0], world.desk_attacks[count]
    arm = world.arms[mode.arm]
    row.enemy = foe.who
    row.weapon = NOBODY if arm.bare else mode.arm - world.people[who].arms_from
    row.mode = mode.mode
    if mode.mode == BLOW and rules.automatic:
        row.faces = m.TO_HIT_SIDES
    else:
        row.faces = m.faces_that_hit(need_of(world, who, foe.who, mode.arm, mode.mode), rules.extremes == 1)
    row.damage = guess.hit_worth(arm.twice, match_of(world, mode.arm, foe.who).damage)
    row.shots = m.shots_fired(mode.shots, arm.loaded, arm.magazine)
    row.left = foe.left
    row.distance = foe.cm
    row.penetration = arm.penetration


# --- places ------------------------------------------------------------------------------------------------------


def fill_spots(world: World, who: int, near: int, can_attack: bool) -> int:
    """Note the places worth a thought; gives how many.

    Who can attack looks no further than the secondary action carries him, and from cover nowhere.
    """
    one, memo = world.people[who], world.desk_memos[who]
    if not m.can_pay(one.spent, m.PRIMARY) or (can_attack and one.in_cover):
        return 0
    budget = way_left(world, who)
    if can_attack:
        budget = min(budget, one.agility * m.CM)
    if memo.stirred != world.desk_rules[0].stirred or memo.budget != budget or memo.moved != one.moved:
        memo.kept = look_around(world, who, near, budget) if budget > 0 else 0
        memo.stirred, memo.budget, memo.moved = world.desk_rules[0].stirred, budget, one.moved
    for i in range(memo.kept):
        note_spot(world, who, near, i)
    return int(memo.kept)


def look_around(world: World, who: int, near: int, budget: int) -> int:
    """Keep the places in reach nearest to each opponent, and the first that are covered; gives how many."""
    found, count = within_reach(world, who, budget), 0
    if found > 0:
        for n in range(near):
            foe = world.people[world.desk_foes[world.desk_near[n].who].who]
            count = keep(world, who, nearest(world, found, foe.cell), count)
        if world.desk_rules[0].covers and near > 0:
            count = keep_covered(world, who, found, count)
    return count


def keep_covered(world: World, who: int, found: int, count: int) -> int:
    """Keep the first places covered from the nearest opponent; gives how many are kept now."""
    foe, last = world.desk_foes[world.desk_near[0].who].who, NOBODY
    for _ in range(MOST_COVERED):
        last = next_covered(world, who, found, foe, last)
        if last < 0:
            break
        count = keep(world, who, last, count)
    return count


def keep(world: World, who: int, found: int, count: int) -> int:
    """Keep a place that was found, once; gives how many are kept now."""
    first, place = who * len(world.desk_spots), world.desk_found[found]
    for i in range(first, first + count):
        if world.desk_kept[i].cell == place.cell:
            return count
    world.desk_kept[first + count].cell = place.cell
    world.desk_kept[first + count].best = place.best
    return count + 1


def note_spot(world: World, who: int, near: int, i: int) -> None:
    """Note a place that was kept, with what it is worth now."""
    place, row = world.desk_kept[who * len(world.desk_spots) + i], world.desk_spots[i]
    weigh(world, who, place.cell, near, row)
    row.cell = place.cell
    row.way = place.best >> SHIFT
    row.cost = way_cost(world, who, row.way)


def weigh(world: World, who: int, cell: int, near: int, row: Record) -> None:
    """What a place is worth: the best attack from it, how near it is, how safe."""
    one = world.people[who]
    row.x, row.y, row.goal = world.desk_cells[cell].x, world.desk_cells[cell].y, NO_GOAL
    row.value, row.near, row.cover = 0, NO_GOAL, 0
    for n in range(near):
        foe = world.desk_foes[world.desk_near[n].who]
        there = world.people[foe.who].cell
        cm = far(world, cell, there).cm
        row.near = min(row.near, cm)
        row.cover += outlook(world, there, cell).cover
        if outlook(world, cell, there).sees:
            row.value = max(row.value, guess.worth_against(best_worth(world, one, cm), foe.left))


def best_worth(world: World, one: Record, cm: int) -> int:
    """What his best weapon is worth at a distance."""
    best = 0
    for i in range(one.arms_from, one.arms_to):
        best = max(best, worth_at(world, world.arms[i], cm))
    return best


def worth_at(world: World, arm: Record, cm: int) -> int:
    """Faces that hit times twice the average damage, at a distance; 0 out of reach."""
    rules = world.desk_rules[0]
    if arm.fired:
        difficulty = base_difficulty(world, arm, SINGLE, cm)
    elif m.in_reach(cm, max(arm.reach, rules.cell)):
        difficulty = m.DIFFICULTY
    else:
        difficulty = m.OUT_OF_RANGE
    if difficulty == m.OUT_OF_RANGE:
        return 0
    need = m.needed(arm.skill, difficulty, 0, rules.by_base == 1)
    return guess.worth(need, rules.extremes == 1, arm.twice, arm.shots if arm.fired else 1)


def here(world: World, who: int, near: int) -> Spot:
    """Where he stands, as a place with what it is worth."""
    row = world.desk_spots[len(world.desk_spots) - 1]
    weigh(world, who, world.people[who].cell, near, row)
    return Spot(row.x, row.y, m.FREE, row.value, row.near, row.cover, row.goal)
