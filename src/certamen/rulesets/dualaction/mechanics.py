"""The rules of dualaction as pure functions of whole numbers: the one place where its formulas stand.

Distances are centimetres; AG is metres. What a turn has spent, and what an act costs, is one of four:
FREE, PRIMARY, SECONDARY, BOTH.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from certamen.dice import Dice


class Die(IntEnum):
    """What a die is thrown for."""

    INITIATIVE = 1
    TIE_BREAK = 2
    MOVEMENT = 3
    TO_HIT = 4
    DAMAGE = 5


FREE, PRIMARY, SECONDARY, BOTH = 0, 1, 2, 3  # what an act takes of the turn, as bits: both is the two together
CM = 100
TURN_SECONDS = 3
TO_HIT_SIDES = 10
DIFFICULTY = 6
DIFFICULTY_PER_STRETCH = 2
OUT_OF_RANGE = -1
UNARMED_DICE = 3
MOVEMENT_SIDES = 10
MOVEMENT_STEP = 500


# The combat and its time ------------------------------------------------------------------------------------------


def fights_on(hp: int, fled: bool, yielded: bool) -> bool:
    """Whether someone is still in the combat: HP left, and neither gone nor given up (DUA-1, DUA-12)."""
    return hp > 0 and not fled and not yielded


def resolved(sides: Sequence[int], fighting: Sequence[bool]) -> bool:
    """Whether it is over: no two sides have anyone left in the combat (DUA-1).

    `sides` and `fighting` hold one entry a participant: the number of the side, and whether that one fights on.
    """
    standing = -1
    for i in range(len(sides)):
        if fighting[i]:
            if standing >= 0 and standing != sides[i]:
                return False
            standing = sides[i]
    return True


def turns_for(seconds: int) -> int:
    """How many turns of 3 seconds a task of this length takes, at least one (DUA-2)."""
    return max(1, -(-seconds // TURN_SECONDS))


def task_finished(turns: int, worked: int) -> bool:
    """Whether a task of so many turns is done after `worked` of them (DUA-2)."""
    return worked >= turns


# Initiative and waiting -------------------------------------------------------------------------------------------


def initiative_sides(d10: bool) -> int:
    """The sides of the initiative die: 20, or 10 where the table throws as the worked example does (DUA-3)."""
    return 10 if d10 else 20


def initiative(sides: int, dice: Dice) -> int:
    """One participant's initiative: one die of 20 or 10 sides (DUA-3)."""
    return dice.roll(sides, Die.INITIATIVE)


def tie_break(sides: int, dice: Dice) -> int:
    """One participant's new roll in a tie, with the die of the first (DUA-4)."""
    return dice.roll(sides, Die.TIE_BREAK)


def place(rolls: Sequence[int], who: int) -> int:
    """The place in the order, 0 first, of entry `who`: how many rolled higher (DUA-3). Equal rolls share a place."""
    ahead = 0
    for roll in rolls:
        if roll > rolls[who]:
            ahead += 1
    return ahead


def tied(places: Sequence[int], who: int) -> bool:
    """Whether entry `who` shares its place with another (DUA-4)."""
    same = 0
    for other in places:
        if other == places[who]:
            same += 1
    return same > 1


def place_after_tie(places: Sequence[int], rolls: Sequence[int], who: int, ascending: bool) -> int:
    """The place of entry `who` after new rolls, which order only those that shared its place (DUA-4).

    `rolls` holds the new rolls; those of entries that shared no place are not looked at.
    """
    ahead = 0
    for i in range(len(places)):
        lower = rolls[i] < rolls[who]
        higher = rolls[i] > rolls[who]
        if places[i] == places[who] and ((ascending and lower) or (not ascending and higher)):
            ahead += 1
    return places[who] + ahead


def may_wait(spent: int, waits: int, until_last: bool, was_behind: bool) -> bool:
    """Whether one may wait: nothing decided yet, and not waited this round (DUA-9).

    With `until_last` again, but never behind the same participant: `was_behind` says whether it would be.
    """
    if spent != FREE:
        return False
    return waits == 0 or (until_last and not was_behind)


def wait_ends_turn(place_now: int, fighting: int) -> bool:
    """Whether waiting at this place (0 first) among so many still in the combat just ends the turn (DUA-9)."""
    return place_now >= fighting - 1


# What a turn may spend --------------------------------------------------------------------------------------------


def price(cost: int, single: bool) -> int:
    """What an act costs: under the single economy any act that is not free is the whole turn (DUA-5, DUA-6, DUA-8)."""
    if single and cost != FREE:
        return BOTH
    return cost


def can_pay(spent: int, cost: int) -> bool:
    """Whether nothing of this cost has been spent yet this turn (DUA-5, DUA-6)."""
    return spent & cost == 0


def aimed_cost(both: bool) -> int:
    """What an aimed shot costs: the primary action, or both (DUA-19)."""
    return BOTH if both else PRIMARY


# Moving -----------------------------------------------------------------------------------------------------------


def may_move(knocked_down: bool, down_moves: bool) -> bool:
    """Whether one may move at all: not while knocked down, unless the table lets them crawl (DUA-5)."""
    return not knocked_down or down_moves


def move_left(spent: int, moved: int, agility: int, limit: int, single: bool) -> int:
    """How many cm one may still move this turn (DUA-6, DUA-7, DUA-8).

    `moved` is the way already made this turn (its actions are in `spent`); `limit` is the most, in times of AG.
    """
    near = agility * CM
    far = near * limit
    if moved == 0 and spent & SECONDARY:
        return 0
    if single:
        return far - moved if moved > 0 or spent == FREE else 0
    if moved <= near and spent & PRIMARY:
        return min(near, far) - moved
    return far - moved


def move_cost(moved: int, distance: int, agility: int, single: bool) -> int:
    """What moving `distance` cm more takes of the turn (DUA-6, DUA-7, DUA-8).

    The first step takes the secondary action, the step beyond AG metres the primary; single: all of the turn at once.
    """
    if distance <= 0:
        return FREE
    near = agility * CM
    first = moved == 0
    if single:
        return BOTH if first else FREE
    beyond = moved <= near < moved + distance
    return (SECONDARY if first else FREE) | (PRIMARY if beyond else FREE)


def beyond(moved: int, agility: int) -> bool:
    """Whether so many cm are further than the secondary action alone carries (DUA-7)."""
    return moved > agility * CM


def thrown_move(dice: Dice) -> int:
    """How far one may move under the ruling `dice`, in cm: 1d10 x 5 metres, with no criticals (DUA-7, DUA-20)."""
    return dice.roll(MOVEMENT_SIDES, Die.MOVEMENT) * MOVEMENT_STEP


def thrown_left(thrown: int, moved: int) -> int:
    """How many cm are left of a way that was thrown for (DUA-7)."""
    return thrown - moved


def way_made(distance: int, stopped_at: int) -> int:
    """How far a mover comes who is stopped after so many cm, and what he has spent (DUA-16)."""
    return min(distance, max(0, stopped_at))


# Hitting ----------------------------------------------------------------------------------------------------------


def difficulty_at(distance: int, optimal: int) -> int:
    """The difficulty of a shot: 6 within the optimal distance, and 2 more a stretch of that length beyond (DUA-10)."""
    return DIFFICULTY + DIFFICULTY_PER_STRETCH * max(0, -(-distance // optimal) - 1)


class Band(NamedTuple):
    """One of a weapon's own difficulties: up to so many cm, beyond the band before."""

    upto: int
    difficulty: int


def own_difficulty(distance: int, bands: Sequence[Band]) -> int:
    """The weapon's own difficulty: of the first band that reaches so far (DUA-10).

    -1 (`OUT_OF_RANGE`) beyond the last.
    """
    for i in range(len(bands)):
        if distance <= bands[i].upto:
            return bands[i].difficulty
    return OUT_OF_RANGE


def needed(skill: int, difficulty: int, bonus: int, by_base: bool) -> int:
    """The lowest face of the d10 that hits (DUA-10).

    By sum: die + skill + bonus reaches the difficulty. By base: die + bonus reaches the skill's base and what the
    range adds to a difficulty of 6.
    """
    if by_base:
        return skill + difficulty - DIFFICULTY - bonus
    return difficulty - skill - bonus


def hits(face: int, need: int, extremes: bool) -> bool:
    """Whether a die hits: it reaches the face needed (DUA-10); with extremes 10 always does and 1 never (DUA-20)."""
    if extremes and face == TO_HIT_SIDES:
        return True
    if extremes and face == 1:
        return False
    return face >= need


def faces_that_hit(need: int, extremes: bool) -> int:
    """How many of the ten faces hit (DUA-10, DUA-20)."""
    count = 0
    for face in range(1, TO_HIT_SIDES + 1):
        if hits(face, need, extremes):
            count += 1
    return count


def furthest_hit(optimal: int, skill: int, by_base: bool) -> int:
    """The distance in cm beyond which no face hits, range by stretches, extremes aside (DUA-1, DUA-10)."""
    spare = TO_HIT_SIDES - needed(skill, DIFFICULTY, 0, by_base)
    return max(0, optimal * (1 + spare // DIFFICULTY_PER_STRETCH))


def furthest_own_hit(bands: Sequence[Band], skill: int, by_base: bool) -> int:
    """The distance in cm beyond which no face hits, by the weapon's own difficulties (DUA-1, DUA-10)."""
    furthest = 0
    for i in range(len(bands)):
        if needed(skill, bands[i].difficulty, 0, by_base) <= TO_HIT_SIDES:
            furthest = max(furthest, bands[i].upto)
    return furthest


def in_reach(distance: int, reach: int) -> bool:
    """Whether a blow reaches so far; an attack on what it does not reach is refused (DUA-15)."""
    return distance <= reach


def shots_fired(shots: int, loaded: int, magazine: int) -> int:
    """How many shots an attack throws for: as many as the weapon fires, if so many are loaded (DUA-6, DUA-11).

    A weapon without a magazine (0) is never empty.
    """
    return shots if magazine == 0 else min(shots, loaded)


def throw_to_hit(shots: int, need: int, extremes: bool, dice: Dice) -> int:
    """How many of so many shots (or blows) hit: 1d10 for each (DUA-10, DUA-11)."""
    count = 0
    for _ in range(shots):
        if hits(dice.roll(TO_HIT_SIDES, Die.TO_HIT), need, extremes):
            count += 1
    return count


# Damage -----------------------------------------------------------------------------------------------------------


class Damage(NamedTuple):
    """What an attack does.

    rolled: the sum of the dice, from the low end of the weapon's range up; thrown: that with the bonus of each hit;
    through: what of it gets through the armour; pierced: how many times it did.
    """

    rolled: int
    thrown: int
    through: int
    pierced: int


def protection(dr: int, changes: int) -> int:
    """The DR of armour with what effects add to it or take away, not below 0 (DUA-12)."""
    return max(0, dr + changes)


def resistance(dr: int, penetration: int) -> int:
    """The DR that counts: lowered by the penetration, not below 0 (DUA-14; for unarmed the implants' alone, DUA-13)."""
    return max(0, dr - penetration)


def after_resistance(damage: int, dr: int) -> int:
    """What gets through the DR, not below 0 (DUA-12)."""
    return max(0, damage - dr)


def throw_damage(hit: int, low: int, high: int, bonus: int, dr: int, dr_per_hit: bool, dice: Dice) -> Damage:
    """The damage of so many hits: each a whole number from low to high, equally likely (DUA-11), plus bonus (DUA-18).

    The DR that counts is taken once from the sum, or from each hit (DUA-12).
    """
    if not dr_per_hit:
        return _throw_together(hit, low, high, bonus, dr, dice)
    rolled = 0
    thrown = 0
    through = 0
    pierced = 0
    for _ in range(hit):
        base = damage_of(low, dice.roll(high - low + 1, Die.DAMAGE) if high > low else 1)
        damage = with_bonus(base, bonus)
        rolled += base
        thrown += damage
        through += after_resistance(damage, dr)
        if damage > dr:
            pierced += 1
    return Damage(rolled, thrown, through, pierced)


def _throw_together(hit: int, low: int, high: int, bonus: int, dr: int, dice: Dice) -> Damage:
    rolled = hit * damage_of(low, 0)
    rolled += dice.sum(hit, high - low + 1, Die.DAMAGE) if high > low and hit > 0 else hit
    thrown = with_bonus(rolled, hit * bonus)
    return Damage(rolled, thrown, after_resistance(thrown, dr), 1 if thrown > dr else 0)


def damage_of(low: int, face: int) -> int:
    """The damage that a face stands for: 1 for the lowest of the range (DUA-11)."""
    return low - 1 + face


def with_bonus(rolled: int, bonus: int) -> int:
    """A throw for damage with what is added to it, not below 0 (DUA-18)."""
    return max(0, rolled + bonus)


def throw_unarmed(strength: int, bonus: int, dr: int, dice: Dice) -> Damage:
    """The damage of an unarmed blow: 3 dice of ST sides, plus what implants add, less the DR that counts (DUA-13).

    It never pierces: the armour stays as it is.
    """
    rolled = dice.sum(UNARMED_DICE, strength, Die.DAMAGE)
    thrown = with_bonus(rolled, bonus)
    return Damage(rolled, thrown, after_resistance(thrown, dr), 0)


def worn(dr: int, wear: int, pierced: int) -> int:
    """The armour's DR after so many piercing hits of a weapon that wears it, not below 0 (DUA-14)."""
    return max(0, dr - wear * pierced)


def wounded(hp: int, through: int) -> int:
    """The HP left, which may be below 0 (DUA-12)."""
    return hp - through


def healed(hp: int, full: int, amount: int) -> int:
    """The HP after an item or ability heals so much: never above the full HP (DUA-6)."""
    return min(full, hp + amount)
