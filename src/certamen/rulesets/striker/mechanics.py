"""The rules of Striker as pure functions of whole numbers: the one place where its formulas stand.

Lengths and speeds are centimetres. `m` is a modifier M, an edge is 1 (advantage), 0 or -1 (disadvantage).
"""

from enum import IntEnum
from typing import NamedTuple

from certamen.dice import Dice

BASE = 8  # every fixed figure of the book is 8 and a modifier
PASSIVE_TEN = 10  # ruling `passive_base`: 10
ROUND_SECONDS = 6
METRE = 100
ADJACENT = METRE  # edge to edge, on free metres (STR-39)
AREA_SPOT = BASE  # TC-A of a spot, unless the encounter says otherwise (STR-4)
ACROBATICS_CHALLENGE = 10  # to be up from prone at no cost (STR-22)
NEVER = 0  # rounds of a task that does not end inside a contest


class Die(IntEnum):
    """What a die is thrown for."""

    CHECK = 1
    SAVE = 2
    INITIATIVE = 3
    TIE = 4
    ATTACK = 5
    EFFECT = 6
    STEALTH = 7
    PERCEPTION = 8


class Timing(IntEnum):
    """How long an act takes: the seven that fit a turn come first (STR-2)."""

    FREE = 1
    BONUS = 2
    MAIN = 3
    MOVE = 4
    WITH_MOVE = 5
    RE = 6
    ACT = 7
    MINUTE = 8
    HOUR = 9
    DAY = 10


class Spend(IntEnum):
    """What an act takes of its actor's turn or round."""

    NOTHING = 0
    MAIN = 1
    BONUS = 2
    FREE = 3
    MOVE = 4
    RE = 5


class Missing(IntEnum):
    """What an actor lacks for an act (STR-3)."""

    NOTHING = 0
    RANK = 1
    TECH = 2
    BOTH = 3


class Status(IntEnum):
    """Whether one is still in the contest, or how one left it (STR-14)."""

    IN = 0
    OUT = 1
    DEAD = 2
    FLED = 3
    SURRENDERED = 4
    QUIT = 5


class Condition(IntEnum):
    """What may be the matter with a participant (STR-36)."""

    SURPRISED = 1
    PRONE = 2
    HIDDEN = 3
    EVADING = 4
    DISENGAGED = 5
    INCAPACITATED = 6
    UNCONSCIOUS = 7
    DYING = 8
    OUT = 9


class ChkPlus(IntEnum):
    """Ruling `chk_plus`."""

    NOT_BELOW_PASSIVE = 0
    PLAIN = 1
    ADVANTAGE = 2


class Setting(IntEnum):
    """Rulings `stealth` and `hide`: what a challenge is set with, 8 or a d20."""

    STATIC = 0
    ROLLED = 1


class GroupStealth(IntEnum):
    """Ruling `group_stealth`."""

    LOWEST = 0
    INDIVIDUAL = 1


class GmInitiative(IntEnum):
    """Ruling `gm_initiative`."""

    SHARED_DIE = 0
    SHARED_TOTAL = 1
    INDIVIDUAL = 2


class End(IntEnum):
    """Ruling `end`."""

    ONE_LEFT = 0
    FIRST_OUT = 1


class ReactionReset(IntEnum):
    """Ruling `reaction_reset`."""

    ROUND = 0
    OWN_TURN = 1


class SurprisedReact(IntEnum):
    """Ruling `surprised_react`."""

    AFTER_ROUND = 0
    AFTER_FIRST_TURN = 1
    ALWAYS = 2


class SwitchCounts(IntEnum):
    """Ruling `switch_counts`."""

    DISTANCE = 0
    COST = 1


class Terrain(IntEnum):
    """Ruling `terrain`."""

    PER_METRE = 0
    WHOLE_MOVE = 1


class AooTrigger(IntEnum):
    """Ruling `aoo_trigger`."""

    ANY_STEP = 0
    LEAVE_REACH = 1


class AreaSave(IntEnum):
    """Ruling `area_save`."""

    NEGATE = 0
    HALF = 1


class TaskBreak(IntEnum):
    """Ruling `task_break`."""

    PAUSE = 0
    RESTART = 1


class Turn(NamedTuple):
    """What is left to spend, 1 or 0 of each: the re-act is the round's, the rest the turn's."""

    main: int
    bonus: int
    free: int
    move: int
    react: int


class Initiative(NamedTuple):
    """What an order is made of, in the order it counts; `tie` is what further d20s made of it, 0 before any."""

    total: int
    resolve: int
    perception: int
    tie: int


# Timings and needs ------------------------------------------------------------------------------------------------


def fits_turn(timing: Timing) -> bool:
    """Whether an act of this timing can be done within a turn (STR-2)."""
    return timing < Timing.MINUTE


def spends(timing: Timing) -> Spend:
    """What an act takes of the turn: a generic one is a main-act, one done with the move takes nothing more (STR-2)."""
    if timing == Timing.FREE:
        return Spend.FREE
    if timing == Timing.BONUS:
        return Spend.BONUS
    if timing == Timing.MOVE:
        return Spend.MOVE
    if timing == Timing.RE:
        return Spend.RE
    if timing == Timing.MAIN or timing == Timing.ACT:
        return Spend.MAIN
    return Spend.NOTHING


def task_rounds(timing: Timing, asked: int) -> int:
    """Rounds that a task runs: `min` 10, `hr+` 600 or as many more as are asked; NEVER for `day+` (STR-2)."""
    if timing == Timing.MINUTE:
        return 10
    if timing == Timing.HOUR:
        return max(600, asked)
    return NEVER


def missing(needs_rank: bool, ranks: int, needs_tech: bool, has_tech: bool) -> Missing:
    """What an actor with these ranks lacks for an act that needs a rank, or the technology aspect (STR-3)."""
    rank = needs_rank and ranks < 1
    tech = needs_tech and not has_tech
    if rank and tech:
        return Missing.BOTH
    if rank:
        return Missing.RANK
    if tech:
        return Missing.TECH
    return Missing.NOTHING


# Checks, saves, passive values ------------------------------------------------------------------------------------


def half(number: int) -> int:
    """Half, rounded down: of 5, 2; of -3, -2 (STR-4)."""
    return number // 2


def better(one: int, other: int) -> int:
    """The modifier that counts of two: the higher (STR-4 ruling `either`; of two gifts of a kind, STR-5)."""
    return max(one, other)


def net_edge(advantage: bool, disadvantage: bool) -> int:
    """The edge of a roll: any number of each counts once, one of each cancels all (STR-35)."""
    if advantage == disadvantage:
        return 0
    return 1 if advantage else -1


def total(m: int, edge: int, purpose: Die, dice: Dice) -> int:
    """A check or save: d20 and its modifiers; of two d20 the higher or lower with an edge (STR-4, STR-6, STR-35)."""
    if edge == 0:
        return dice.roll(20, purpose) + m
    return dice.keep(2, 20, edge, purpose) + m


def succeeds(score: int, challenge: int) -> bool:
    """Whether a total does it: equal or more; a natural 20 or 1 means nothing more (STR-4)."""
    return score >= challenge


def check(m: int, challenge: int, edge: int, purpose: Die, dice: Dice) -> bool:
    """Whether a check or save, rolled now, succeeds (STR-4, STR-6)."""
    return succeeds(total(m, edge, purpose, dice), challenge)


def fixed(m: int) -> int:
    """A challenge set without a die: 8 and the modifier (STR-5, STR-10, STR-26)."""
    return BASE + m


def passive(m: int, base: int) -> int:
    """A passive value: 8 and the modifier, or 10 (STR-6 ruling `passive_base`)."""
    return base + m


def alert(m: int, base: int, edge: int, ruling: ChkPlus, dice: Dice) -> int:
    """The total of a chk+: what someone alert rolls in place of his passive value (STR-6 ruling `chk_plus`)."""
    if ruling == ChkPlus.ADVANTAGE:
        return total(m, net_edge(True, edge < 0), Die.PERCEPTION, dice)
    score = total(m, edge, Die.PERCEPTION, dice)
    if ruling == ChkPlus.NOT_BELOW_PASSIVE:
        return max(score, passive(m, base))
    return score


def reduced(amount: int, resistance: int) -> int:
    """What an effect does after resistance to its type: never below 0 (STR-26)."""
    return max(0, amount - resistance)


# Surprise and order -----------------------------------------------------------------------------------------------


def warned(knows_there: bool, knows_contest: bool, seconds: int) -> bool:
    """Whether someone cannot be surprised: knows of the adversary and of the contest, a round ahead (STR-10)."""
    return knows_there and knows_contest and seconds >= ROUND_SECONDS


def stealth(m: int, edge: int, ruling: Setting, dice: Dice) -> int:
    """The PC that one sets by sneaking or hiding: 8 or a d20, and M(Stealth+B) (STR-10, STR-32)."""
    if ruling == Setting.ROLLED:
        return total(m, edge, Die.STEALTH, dice)
    return fixed(m)


def group_challenge(challenges: tuple[int, ...]) -> int:
    """The PC of a side that sneaks: its lowest (STR-10). `challenges` holds at least one."""
    lowest = challenges[0]
    for challenge in challenges:
        lowest = min(lowest, challenge)
    return lowest


def member_challenge(own: int, group: int, ruling: GroupStealth) -> int:
    """The PC against which one member of a sneaking side is noticed (STR-10 ruling `group_stealth`)."""
    return own if ruling == GroupStealth.INDIVIDUAL else group


def notices(perception: int, challenge: int) -> bool:
    """Whether a passive value or chk+ finds who set this PC: equal or more (STR-10, STR-32)."""
    return perception >= challenge


def has_surprise_round(surprised: int, participants: int) -> bool:
    """Whether a surprise round is played: some are surprised, and not all (STR-11, STR-38)."""
    return 0 < surprised < participants


def takes_turn(surprised: bool, surprise_round: bool) -> bool:
    """Whether one rolls initiative for and takes a turn in this round (STR-11, STR-38)."""
    return not (surprised and surprise_round)


def keeps_initiative(surprised: bool, reroll: bool) -> bool:
    """Whether one keeps the surprise round's initiative (STR-11 ruling `reroll_after_surprise`)."""
    return not surprised and not reroll


def has_reacts(surprised: bool, surprise_round: bool, had_turn: bool, ruling: SurprisedReact) -> bool:
    """Whether one who was or was not surprised may re-act yet (STR-38)."""
    if not surprised or ruling == SurprisedReact.ALWAYS:
        return True
    return had_turn if ruling == SurprisedReact.AFTER_FIRST_TURN else not surprise_round


def counts_hidden(unnoticed: bool, ruling: bool) -> bool:
    """Whether who went unnoticed starts hidden (STR-38 ruling `surprise_hides`)."""
    return unnoticed and ruling


def initiative_die(dice: Dice) -> int:
    """The d20 of an initiative; the GM's counts for all he plays (STR-12)."""
    return dice.roll(20, Die.INITIATIVE)


def initiative(die: int, m: int, highest_m: int, ruling: GmInitiative) -> int:
    """The total with M(Resolve); under `shared_total` the GM's all take the highest M among them (STR-12).

    For a player's own participant the ruling is INDIVIDUAL.
    """
    return die + (highest_m if ruling == GmInitiative.SHARED_TOTAL else m)


def goes_before(one: Initiative, other: Initiative) -> bool:
    """Whether `one` comes first: by total, M(Resolve), M(Perception), then further d20s (STR-12, STR-13)."""
    return one > other


def tied(one: Initiative, other: Initiative) -> bool:
    """Whether another d20 each must decide between two (STR-13)."""
    return one == other


def roll_tie(entry: Initiative, dice: Dice) -> Initiative:
    """One more d20 for someone tied; earlier ones weigh more (STR-13). All who tie roll, until nobody does."""
    return broken_tie(entry, dice.roll(20, Die.TIE))


def broken_tie(entry: Initiative, by: int) -> Initiative:
    """What a d20 or the GM's word (1) adds behind earlier ones, so that those weigh more (STR-13).

    Whoever is not among those tied takes 0 at the same time: his earlier ones weigh as much as theirs.
    """
    return Initiative(entry.total, entry.resolve, entry.perception, entry.tie * 21 + by)


# A turn and what it spends ----------------------------------------------------------------------------------------


def new_turn(turn: Turn, ruling: ReactionReset) -> Turn:
    """A participant's budget when its turn starts (STR-15, STR-18 ruling `reaction_reset`)."""
    return Turn(1, 1, 1, 1, 1 if ruling == ReactionReset.OWN_TURN else turn.react)


def new_round(turn: Turn, ruling: ReactionReset) -> Turn:
    """A participant's budget when a round starts, the surprise round included (STR-18)."""
    react = 1 if ruling == ReactionReset.ROUND else turn.react
    return Turn(turn.main, turn.bonus, turn.free, turn.move, react)


def left(turn: Turn, spend: Spend) -> int:
    """How often this can still be spent; for what takes NOTHING always 1."""
    if spend == Spend.MAIN:
        return turn.main
    if spend == Spend.BONUS:
        return turn.bonus
    if spend == Spend.FREE:
        return turn.free
    if spend == Spend.MOVE:
        return turn.move
    if spend == Spend.RE:
        return turn.react
    return 1


def spent(turn: Turn, spend: Spend) -> Turn:
    """The budget after it: at most one of each a turn, one re-act a round (STR-15 to STR-18)."""
    return Turn(
        turn.main - (1 if spend == Spend.MAIN else 0),
        turn.bonus - (1 if spend == Spend.BONUS else 0),
        turn.free - (1 if spend == Spend.FREE else 0),
        turn.move - (1 if spend == Spend.MOVE else 0),
        turn.react - (1 if spend == Spend.RE else 0),
    )


def fits_contest(spend: Spend, places: bool) -> bool:
    """Whether a contest with or without places knows this: moves need places (STR-8)."""
    return places or spend != Spend.MOVE


def interaction(simple: bool, free_left: int) -> Spend:
    """What handling a thing without a timing of its own takes: free if simple and the first, else main (STR-17, 34)."""
    return Spend.FREE if simple and free_left > 0 else Spend.MAIN


def switch(ranks: int) -> Spend:
    """What changing what one holds takes: the bonus-act for who has a rank, else the main-act (STR-16, STR-34)."""
    return Spend.BONUS if ranks >= 1 else Spend.MAIN


def attacks_left(allowed: int, made: int) -> int:
    """Attacks left in one main-act: one unless the sheet gives more (STR-26)."""
    return max(0, max(1, allowed) - made)


def prevents_acts(condition: Condition) -> bool:
    """Whether a condition takes away all acts, bonus-, free- and re-acts included (STR-16, STR-36)."""
    return condition >= Condition.INCAPACITATED


def ready_stands(react: int, own_turn_begun: bool) -> bool:
    """Whether a readied act may still come: a re-act is left, one's next turn has not begun (STR-18, STR-33)."""
    return react > 0 and not own_turn_begun


def assist_stands(used: bool, own_turn_begun: bool) -> bool:
    """Whether an assistance is still to be had: for one check, before the assistant's next turn (STR-31)."""
    return not used and not own_turn_begun


def may_assist(assistants: int, most: int) -> bool:
    """Whether one more may assist the same check (STR-31 ruling `max_assistants`)."""
    return assistants < most


def assistance(ranks: int) -> int:
    """What an assistant adds: the ranks in the skill or aspect, never below 0 (STR-31)."""
    return max(0, ranks)


# Movement ---------------------------------------------------------------------------------------------------------


def step_cost(length: int, difficult: bool, ruling: Terrain) -> int:
    """What moving so far takes: twice the length on difficult ground, however many kinds of it (STR-21)."""
    return 2 * length if difficult and ruling == Terrain.PER_METRE else length


def surcharge(own: int, every: int, ruling: SwitchCounts) -> int:
    """What difficult ground took beyond the distance and counts against a mode (STR-20 ruling `switch_counts`).

    `own` was paid in this mode, `every` in all modes.
    """
    return every if ruling == SwitchCounts.COST else own


def mode_left(speed: int, dashes: int, moved: int, extra: int, stood: int, halved: bool) -> int:
    """How much may still be spent in a mode this turn; at 0 it is closed (STR-20, STR-21, STR-22, STR-28).

    `speed` counts once more for each Dash; `moved` is the distance in all modes, `extra` the surcharge, `stood` what
    standing up took; `halved`: difficult ground counts for the whole move (ruling `terrain`: `whole_move`).
    """
    whole = speed * (1 + dashes)
    if halved:
        whole = half(whole)
    return max(0, whole - moved - extra - stood)


def stand_cost(stock: int) -> int:
    """What standing up takes from every mode: half the stock speed (STR-22)."""
    return half(stock)


def can_stand(stock: int, stock_left: int) -> bool:
    """Whether one may stand up: half the speed is left or more, a Dash's included; not at speed 0 (STR-22)."""
    return stock > 0 and stock_left >= stand_cost(stock)


def crawl(natural: int) -> int:
    """The speed of crawling: a quarter of the natural one, down to whole metres; of 8 or 10 m, 2 m (STR-22)."""
    return natural // (4 * METRE) * METRE


def difficult_here(ground: bool, occupied: bool) -> bool:
    """Whether a step is difficult: by the ground for this mode, or by any creature's space (STR-21, STR-23)."""
    return ground or occupied


def within_reach(neighbours: bool, distance: int, reach: int) -> bool:
    """Whether one is adjacent: in the next square or hex, at 1 m or less, or in a reach of more than 1 m (STR-39)."""
    return neighbours or (reach > ADJACENT and distance <= reach)


def leaves(near: bool, still_near: bool, ruling: AooTrigger) -> bool:
    """Whether a step leaves a hostile: any out of an adjacent space, or only one out of reach (STR-24)."""
    return near and (ruling == AooTrigger.ANY_STEP or not still_near)


def provokes(leaving: bool, willing: bool, disengaged: bool, hidden: bool) -> bool:
    """Whether a step gives a hostile his attack of opportunity (STR-24, STR-29). `hidden`: from that hostile."""
    return leaving and willing and not disengaged and not hidden


def may_strike(react: int, armed: bool, ranks: int, needs_rank: bool) -> bool:
    """Whether a hostile can make an attack of opportunity (STR-24 ruling `aoo_needs`).

    `armed`: he has something to strike with at that reach; `ranks` are his in Cbt-Melee.
    """
    return react > 0 and armed and (ranks >= 1 or not needs_rank)


def falls(flying: bool, prone: bool, speed: int, held: bool, hovers: bool, gravity: bool) -> bool:
    """Whether a flyer falls: prone, at speed 0 or held, unless it hovers or nothing weighs (STR-25)."""
    return flying and gravity and not hovers and (prone or speed <= 0 or held)


# Attacks ----------------------------------------------------------------------------------------------------------


def challenge_behind(tc: int, cover: int) -> int:
    """A target's TC with the cover it has, 0 unless the scene names it (STR-39)."""
    return tc + cover


def evades(evading: bool, prevented: bool) -> bool:
    """Whether an Evade still helps: lost by whoever can no longer act (STR-30)."""
    return evading and not prevented


def attack_edge(from_hiding: bool, at_hidden: bool, evaded: bool, advantage: bool, disadvantage: bool) -> int:
    """The edge of an attack (STR-30, STR-32, STR-35).

    `from_hiding`: the attacker is hidden from the target; `at_hidden`: the target from the attacker; `evaded`: the
    target evades and sees him; then what else gives either.
    """
    return net_edge(from_hiding or advantage, at_hidden or evaded or disadvantage)


def agility_edge(evading: bool, advantage: bool, disadvantage: bool) -> int:
    """The edge of an Agility save: an Evade gives advantage (STR-30)."""
    return net_edge(evading or advantage, disadvantage)


def effect_bonus(m: int, strength: int, melee: bool, adds_strength: bool) -> int:
    """What is added to a weapon's effect: M, in melee M(Strength) too by ruling `melee_strength` (STR-5, STR-26)."""
    return m + strength if melee and adds_strength else m


def effect(count: int, sides: int, bonus: int, dice: Dice) -> int:
    """Roll a weapon's effect: its dice and the bonus, before resistance, never below 0 (STR-26)."""
    return max(0, dice.sum(count, sides, Die.EFFECT) + bonus)


def attack(m: int, challenge: int, edge: int, count: int, sides: int, bonus: int, resistance: int, dice: Dice) -> int:
    """A whole attack: what it takes off the pool, 0 also on a miss (STR-26)."""
    if not check(m, challenge, edge, Die.ATTACK, dice):
        return 0
    return reduced(effect(count, sides, bonus, dice), resistance)


def area_bonus(m: int, ruling: bool) -> int:
    """What is added to an area's effect: nothing, as M is in the save (STR-27 ruling `area_adds_m`)."""
    return m if ruling else 0


def area_needs_effect(failed: int, saved: int, ruling: AreaSave) -> bool:
    """Whether the effect of an area is rolled at all: someone takes some of it (STR-27)."""
    return failed > 0 or (saved > 0 and ruling == AreaSave.HALF)


def area_amount(rolled: int, saved: bool, resistance: int, ruling: AreaSave) -> int:
    """What one in the area takes: all, or nothing or half if saved; resistance after that (STR-27)."""
    if saved:
        rolled = half(rolled) if ruling == AreaSave.HALF else 0
    return reduced(rolled, resistance)


def pool_after(pool: int, amount: int) -> int:
    """A pool such as hp after an effect: never below 0 (STR-26)."""
    return max(0, pool - amount)


def restored(pool: int, amount: int, full: int) -> int:
    """A pool after something is given back to it: never more than it holds (STR-34)."""
    return min(full, pool + amount)


# The end, tasks ---------------------------------------------------------------------------------------------------


def status_at(hp: int, dead: bool) -> Status:
    """Whether one with so many hp is in; at 0 out, or dead by ruling `zero_hp` (STR-26)."""
    if hp > 0:
        return Status.IN
    return Status.DEAD if dead else Status.OUT


def ended(sides: int, sides_in: int, ruling: End) -> bool:
    """Whether the contest is over: at most one side is still in, or by ruling `end` one has gone (STR-14)."""
    return sides_in <= 1 or (ruling == End.FIRST_OUT and sides_in < sides)


def drawn(sides_in: int) -> bool:
    """Whether a contest that ended has no winner: nobody is left (STR-14)."""
    return sides_in == 0


def task_after(done: int, worked: bool, ruling: TaskBreak) -> int:
    """Rounds of work on a task after one more turn, worked or lost (STR-37 ruling `task_break`)."""
    if worked:
        return done + 1
    return 0 if ruling == TaskBreak.RESTART else done


def task_finished(done: int, rounds: int) -> bool:
    """Whether the task's check is rolled now: at the end of its last turn (STR-37)."""
    return rounds != NEVER and done >= rounds
