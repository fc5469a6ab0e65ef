"""Starslinger's rules as small pure functions (SLG-1 to SLG-30): judgements, dice in the book's order, sequence."""

from enum import IntEnum
from typing import NamedTuple

from certamen.dice import Dice


class Die(IntEnum):
    """What a die is for."""

    CHECK = 1
    EDGE = 2
    REROLL = 3
    DAMAGE = 4
    HEALING = 5
    CRITICAL_EFFECT = 6
    HARM = 7
    BOON = 8
    ITEM = 9
    INITIATIVE = 10
    TIE = 11


class Degree(IntEnum):
    """The four outcomes of a check, worst first."""

    CRITICAL_FAILURE = 0
    FAILURE = 1
    SUCCESS = 2
    CRITICAL_SUCCESS = 3


class Save(IntEnum):
    """Whose DC an effect must meet."""

    STR = 0
    DEX = 1
    CON = 2
    INT = 3
    WIS = 4
    CHA = 5


class Nature(IntEnum):
    """What kind of effect an attack has."""

    WEAPON = 0
    MANOEUVRE = 1
    TOXIC = 2
    MENTAL = 3
    EMOTION = 4
    ILLUSION = 5


class Naturals(IntEnum):
    """Ruling `natural`."""

    TIER = 0
    CRITICAL = 1


class LostEdge(IntEnum):
    """Ruling `lost_edge_natural`."""

    D20 = 0
    SWAP = 1


class Scope(IntEnum):
    """Ruling `stacking_scope`."""

    TEMPORARY = 0
    ALL = 1


class Counts(IntEnum):
    """Ruling `penalty_counts`."""

    CHECKS = 0
    ACTIONS = 1


class Halves(IntEnum):
    """Ruling `half_round`."""

    TOWARD_ZERO = 0
    DOWN = 1
    UP = 2


class AttackModifier(IntEnum):
    """Ruling `attack_modifier`."""

    SKILL = 0
    WITH_ACCURACY = 1


class Jam(IntEnum):
    """Ruling `jam`."""

    INSTEAD = 0
    AS_WELL = 1


class Fumble(IntEnum):
    """Ruling `reaction_fumble`."""

    HARM_ONLY = 0
    ENDS_TURN = 1


class GmPost(IntEnum):
    """Ruling `gm_post`."""

    ANY_TIME = 0
    WHEN_ALL_HAVE = 1


class Harm(IntEnum):
    """The table of harmful effects, in order (SLG-6)."""

    DROPS_ITEM = 0
    PRONE = 1
    SNIPED = 2
    NO_REACTION = 3
    FLAT_FOOTED = 4
    SHAKEN = 5


class Boon(IntEnum):
    """The table of helpful effects, in order (SLG-6)."""

    EDGE = 0
    GUARD = 1
    MOMENTUM = 2
    SECOND_WIND = 3
    OPENING = 4
    STEADY = 5


HARMS = len(Harm)
BOONS = len(Boon)
SNIPED = 6
SECOND_WIND = 4


class Roll(NamedTuple):
    """A d20 with its edge die: the d20 that was kept, the edge die's signed face (0: none), what is natural."""

    d20: int
    edge: int
    natural: int


class Modifiers(NamedTuple):
    """The modifiers of one roll: what simply adds, and what SLG-13 caps (sums and the highest single ones)."""

    base: int
    bonuses: int
    best: int
    penalties: int
    worst: int


NONE = Modifiers(0, 0, 0, 0, 0)

# ---- modifiers: SLG-7, 10, 12, 13


def stacks(temporary: bool, scope: int) -> bool:
    """Whether a modifier falls under the cap on stacking (SLG-13)."""
    return temporary or scope == Scope.ALL


def counted(modifiers: Modifiers, value: int, stacking: bool) -> Modifiers:
    """The modifiers with one more (SLG-13)."""
    base, bonuses, best, penalties, worst = modifiers
    if not stacking:
        return Modifiers(base + value, bonuses, best, penalties, worst)
    if value > 0:
        return Modifiers(base, bonuses + value, max(best, value), penalties, worst)
    return Modifiers(base, bonuses, best, penalties + value, min(worst, value))


def modifier(modifiers: Modifiers) -> int:
    """Their sum, bonuses and penalties each capped at twice the highest single one (SLG-13)."""
    bonus = min(modifiers.bonuses, 2 * modifiers.best)
    penalty = max(modifiers.penalties, 2 * modifiers.worst)
    return modifiers.base + bonus + penalty


def check_penalty(checks_before: int, actions_before: int, counts: int) -> int:
    """What the checks (or actions) of this turn so far take off the next check (SLG-7)."""
    return -5 * (actions_before if counts == Counts.ACTIONS else checks_before)


def edge_sides(edges: int) -> int:
    """The size of the die for a net number of edges, gained or lost; 0 for none (SLG-10)."""
    return min(2 + 2 * abs(edges), 12) if edges else 0


def edge_on_dc(edges: int) -> int:
    """What a net number of edges adds to a DC, or takes off it (SLG-12)."""
    half_die = edge_sides(edges) // 2
    return half_die if edges > 0 else -half_die


def edged_dc(dc: int, edges: int) -> int:
    """A DC with the net number of edges on it (SLG-12)."""
    return dc + edge_on_dc(edges)


# ---- a check: SLG-4, 5, 8, 9, 11


def net_advantage(advantage: bool, disadvantage: bool) -> int:
    """1, 0 or -1: more of either is no more than one, and with both there is neither (SLG-9)."""
    return int(advantage) - int(disadvantage)


def kept(first: int, second: int, advantage: int) -> int:
    """Which of two d20 counts (SLG-9); with neither advantage nor disadvantage there is only the first."""
    if advantage == 0:
        return first
    return max(first, second) if advantage > 0 else min(first, second)


def roll_d20(dice: Dice, advantage: int) -> int:
    """One d20, or two of which the higher or lower counts (SLG-9)."""
    if advantage == 0:
        return dice.roll(20, Die.CHECK)
    return dice.keep(2, 20, advantage, Die.CHECK)


def roll_two(dice: Dice, advantage: int) -> tuple[int, int]:
    """The same dice one by one, where one of them may be rolled again; the second is 0 where there is only one."""
    first = dice.roll(20, Die.CHECK)
    return first, dice.roll(20, Die.CHECK) if advantage != 0 else 0


def roll_edge(dice: Dice, edges: int) -> int:
    """The edge die's face, negative for a net loss, 0 without one (SLG-10)."""
    sides = edge_sides(edges)
    if sides == 0:
        return 0
    face = dice.roll(sides, Die.EDGE)
    return face if edges > 0 else -face


def natural_roll(d20: int, edge: int, lost_edge: int) -> int:
    """Which die counts as the natural roll: the edge die where it shows more (SLG-11)."""
    if edge > d20:
        return edge
    if lost_edge == LostEdge.SWAP and -edge > d20:
        return -edge
    return d20


def roll_check(dice: Dice, advantage: int, edges: int, lost_edge: int) -> Roll:
    """The dice of a check: the d20 or two of them, then the edge die (SLG-9 to SLG-11)."""
    d20 = roll_d20(dice, advantage)
    edge = roll_edge(dice, edges)
    return Roll(d20, edge, natural_roll(d20, edge, lost_edge))


def check_total(roll: Roll, modifiers: Modifiers, scope: int) -> int:
    """d20 + edge die + modifiers; which die is natural never changes it (SLG-4, SLG-11)."""
    return roll.d20 + modifier(counted(modifiers, roll.edge, stacks(False, scope)))


def degree(total: int, natural: int, dc: int, naturals: int) -> int:
    """The `Degree` of a check: met or missed, critical by 10, moved by a natural 20 or 1 (SLG-4, SLG-5)."""
    tier = 1
    if total >= dc + 10:
        tier = 3
    elif total >= dc:
        tier = 2
    elif total <= dc - 10:
        tier = 0
    if natural == 20:
        return 3 if naturals == Naturals.CRITICAL else min(tier + 1, 3)
    if natural == 1:
        return 0 if naturals == Naturals.CRITICAL else max(tier - 1, 0)
    return tier


# ---- an attack: SLG-15 to 19, 22 to 24


def save_against(nature: int) -> Save:
    """Which save an effect goes against when nothing else is named (SLG-15)."""
    return (Save.DEX, Save.STR, Save.CON, Save.INT, Save.CHA, Save.WIS)[nature]


def targeted_dc(one: int, other: int, flat_footed: bool) -> int:
    """The DC to meet where two are named: the higher, or the lower of a flat-footed target (SLG-15)."""
    return min(one, other) if flat_footed else max(one, other)


def in_reach(ranged: bool, same_melee: bool, distance: int, reach: int) -> bool:
    """Whether a target can be attacked: in the same melee, or within range (SLG-23, SLG-30)."""
    return distance <= reach if ranged else same_melee


def hinders(same_melee: bool, distance: int, sees: bool) -> bool:
    """Whether a hostile in action hinders shots: in the shooter's melee, or within 5 feet and seeing him (SLG-23)."""
    return same_melee or (sees and distance <= 5)


def ranged_hindered(ranged: bool, ally_by_target: bool, hostile_near: bool) -> bool:
    """Whether a shot is hindered by the melees the target or the attacker stands in (SLG-23)."""
    return ranged and (ally_by_target or hostile_near)


def sure_miss(target_seen: bool, guessed_right: bool) -> bool:
    """An attack on an unseen target misses outright where the target is not (SLG-22)."""
    return not target_seen and not guessed_right


def second_attack(first: int) -> bool:
    """Whether the attack with the second weapon follows: not after a critical failure with the first (SLG-24)."""
    return first != Degree.CRITICAL_FAILURE


def attack_degree(total: int, natural: int, dc: int, naturals: int) -> int:
    """The `Degree` of an attack: a natural 20 is a critical success whatever the total (SLG-19)."""
    return 3 if natural == 20 else degree(total, natural, dc, naturals)


def missed_degree(natural: int) -> int:
    """The `Degree` of an attack that misses outright: a failure, one tier worse for a natural 1 (SLG-5, SLG-22)."""
    return 0 if natural == 1 else 1


def critical_hit(attack: int, natural: int, threat: int) -> bool:
    """Whether an attack of this degree is a critical hit: by degree, or a hit in the threat range (SLG-14, SLG-19)."""
    return attack == Degree.CRITICAL_SUCCESS or (attack == Degree.SUCCESS and natural >= threat)


def half(value: int, halves: int) -> int:
    """Half of a number, rounded as the ruling has it (SLG-17)."""
    downward = halves == Halves.DOWN or (halves == Halves.TOWARD_ZERO and value > 0)
    return value // 2 if downward else -(-value // 2)


def damage_dice(count: int, level: int) -> int:
    """How many dice of damage: one more for every 5 full levels (SLG-17)."""
    return count + level // 5


def damage_modifier(skill: int, accuracy: int, two_handed: bool, attack_modifier: int, halves: int) -> int:
    """What the attack modifier adds to damage: all or half of it, by hands and by its sign (SLG-17)."""
    value = skill + accuracy if attack_modifier == AttackModifier.WITH_ACCURACY else skill
    return value if two_handed == (value > 0) else half(value, halves)


def roll_damage(dice: Dice, count: int, sides: int, maximised: bool, purpose: int) -> int:
    """Dice of damage or healing, or the most they can show (SLG-14, SLG-20)."""
    return count * sides if maximised else dice.sum(count, sides, purpose)


def damage(rolled: int, bonus: int, halved: bool, halves: int) -> int:
    """Damage before armour: at least 1, halved last, then at least 1 again (SLG-17, SLG-24)."""
    whole = max(1, rolled + bonus)
    return max(1, half(whole, halves)) if halved else whole


def after_armour(amount: int, armour: int) -> int:
    """Damage that gets through armour; persistent damage is never passed through here (SLG-16)."""
    return max(0, amount - armour)


# ---- what criticals bring: SLG-6, 14, 20


def jams(check: int, armed: bool) -> bool:
    """Whether the weapon jams (SLG-14)."""
    return armed and check == Degree.CRITICAL_FAILURE


def harms(check: int, armed: bool, jam: int) -> bool:
    """Whether a harmful effect befalls the actor: not where a jam takes its place (SLG-6, SLG-14)."""
    return check == Degree.CRITICAL_FAILURE and (not armed or jam == Jam.AS_WELL)


def clearing_dc(tier: int) -> int:
    """The DC to get a jammed item working (SLG-14)."""
    return 10 + tier


def clearing_bonus(attempts_before: int) -> int:
    """What earlier attempts on the same item add (SLG-14)."""
    return 5 * attempts_before


def roll_critical_effect(dice: Dice) -> int:
    """d100 on the critical effect table (SLG-20)."""
    return dice.roll(100, Die.CRITICAL_EFFECT)


def roll_on_table(dice: Dice, rows: int, purpose: int) -> int:
    """One die with as many sides as a table of harms or boons has rows (SLG-6)."""
    return dice.roll(rows, purpose)


def roll_sniped(dice: Dice) -> int:
    """The damage of a shot from nowhere, one of the harmful effects (SLG-6)."""
    return roll_damage(dice, 1, SNIPED, False, Die.DAMAGE)


def roll_second_wind(dice: Dice) -> int:
    """The hit points a second wind gives back, one of the helpful effects (SLG-6)."""
    return roll_damage(dice, 1, SECOND_WIND, False, Die.HEALING)


def random_item(dice: Dice, count: int) -> int:
    """Which of so many wielded items, from 1; no die is rolled for a single one (SLG-20)."""
    return dice.roll(count, Die.ITEM) if count > 1 else 1


def effect_applies(needs_item: bool, wields_item: bool, needs_petrifying: bool, petrifying: bool) -> bool:
    """Whether a row of the critical effect table stands, or is rolled again (SLG-20)."""
    return (wields_item or not needs_item) and (petrifying or not needs_petrifying)


# ---- turns and scenes: SLG-1 to 3, 6, 8, 25 to 27, 29, 30


def initiative(dice: Dice, bonus: int) -> int:
    """d20 + initiative modifier (SLG-1)."""
    return dice.roll(20, Die.INITIATIVE) + bonus


def goes_before(total: int, bonus: int, other_total: int, other_bonus: int) -> int:
    """1 if the first goes before the other, -1 if after, 0 if both must roll again (SLG-1)."""
    if total != other_total:
        return 1 if total > other_total else -1
    return int(bonus > other_bonus) - int(bonus < other_bonus)


def turn_actions(actions: int, stunned: bool) -> int:
    """How many actions a turn has: as many as the GM set, one fewer when stunned (SLG-3)."""
    return actions - stunned


def turn_due(of_gm: bool, gm_posting: bool, taken: int, first_round: bool) -> bool:
    """Whether a character may take a turn now: once a round, the GM's own in his posts after the first (SLG-2)."""
    return taken == 0 and of_gm == gm_posting and not (of_gm and first_round)


def gm_may_post(turns_open: int, gm_post: int) -> bool:
    """Whether the GM may start the next round while so many turns have not been taken (SLG-2)."""
    return gm_post == GmPost.ANY_TIME or turns_open == 0


def ends_turn(check: int, dc_set: bool) -> bool:
    """Whether a check ends the turn: a critical failure, or one that waits for its DC (SLG-6, SLG-8)."""
    return check == Degree.CRITICAL_FAILURE or not dc_set


def reaction_ends_turn(check: int, fumble: int) -> bool:
    """Whether a reaction's check costs the turn that follows it (SLG-25)."""
    return check == Degree.CRITICAL_FAILURE and fumble == Fumble.ENDS_TURN


def hands_free(used: int) -> int:
    """How many of two hands hold nothing (SLG-26)."""
    return 2 - used


def needs_roll(asked: bool, harms_or_manipulates: bool, passes: bool, gains: bool) -> bool:
    """Whether a deed needs a roll at all (SLG-27)."""
    return asked or harms_or_manipulates or passes or gains


def in_action(hit_points: int) -> bool:
    """At 0 or less one is out of action (SLG-29)."""
    return hit_points > 0


def looks(hit_points: int, most: int) -> int:
    """How one looks to others: 0 unhurt, 1 hurt, 2 at half or less, 3 at a quarter or less; no rule, only a word."""
    if hit_points >= most:
        return 0
    return 1 + (2 * hit_points <= most) + (4 * hit_points <= most)


def healed(hit_points: int, amount: int, most: int) -> int:
    """Hit points after healing, never above the sheet's (SLG-14)."""
    return min(most, hit_points + amount)


def back_in_action(before: int, after: int, petrified: bool) -> bool:
    """Whether one who was out is back: healing has brought the hit points up from 0 or less (SLG-14, SLG-29)."""
    return not in_action(before) and in_action(after) and not petrified


def scene_may_end(sides_in_action: int) -> bool:
    """Whether nobody is left to fight with: the GM may end it (SLG-29)."""
    return sides_in_action <= 1


def entry_dc(lowest_dex: int) -> int:
    """The DC to get into a melee, by the Dex DC of the hostile easiest to pass; never below 10 (SLG-30)."""
    return max(10, lowest_dex)


def leaving_dc(highest_dex: int, highest_str: int) -> int:
    """The DC to leave a melee with hostiles: their highest Dex or Str DC (SLG-30)."""
    return max(highest_dex, highest_str)
