"""StarCluster 2: every formula and every sequence of the rules, as pure functions over whole numbers."""

from enum import IntEnum
from typing import NamedTuple

from certamen.dice import Dice

EXTRA_CHANCE = 10  # initiative points between one chance of success and the next (SC2-9)
HINDERED_PENALTY = -20  # on the target number, and by ruling on quality (SC2-12)
HINDERED_DELAY = 20  # initiative points (SC2-12)
CLOSER, FARTHER = -1, 1  # range bands that a move changes (SC2-15)
NO_LIMIT = 1_000_000  # `latest_shift: none` (SC2-4)


class Die(IntEnum):
    """What a die is thrown for."""

    INITIATIVE = 1
    TIE = 2
    CHANCE = 3
    QUALITY = 4
    OVERDO = 5


class Wound(IntEnum):
    """How badly hurt, from the Constitution left (SC2-11, SC2-14)."""

    NONE = 0
    HINDERED = 1
    UNCONSCIOUS = 2
    SERIOUS = 3
    ZERO = 4


class Status(IntEnum):
    """How a hit leaves one (SC2-13, SC2-14)."""

    STANDING = 0
    STUNNED = 1
    DYING = 2
    DEAD = 3


class Shift(NamedTuple):
    """Points of initiative, and what they add to each chance of success and its quality this round (SC2-6)."""

    initiative: int
    chance: int
    quality: int


class Turn(NamedTuple):
    """A chance of success to come: at which initiative, with its owner's base roll and the best plus of his weapons."""

    at: int
    base: int
    plus: int


# Initiative


def base_initiative(dice: Dice) -> int:
    """Roll the base initiative, 1 to 100 (SC2-2)."""
    return dice.roll(100, Die.INITIATIVE)


def opening_delay(hurt: int, hindered_next: bool) -> int:
    """Give the delay a round opens with: 20 for one who is hindered already, where `hindered_next` says so (SC2-12)."""
    return HINDERED_DELAY if hindered_next and hurt >= Wound.HINDERED else 0


def declares_before(base: int, other: int) -> bool:
    """Tell whether a base roll declares its shift before another: the latest first (SC2-19, `in_order`)."""
    return base > other


def most_sooner(initiative: int, earliest: int) -> int:
    """Count the points by which one may go sooner: down to the earliest initiative allowed (SC2-3, SC2-4)."""
    return max(0, initiative - earliest)


def sooner(points: int, quality: int) -> Shift:
    """Go `points` sooner, `quality` of them (0 to `points`) off quality of success, the rest off its chance (SC2-3)."""
    return Shift(-points, quality - points, -quality)


def later(points: int, quality: int) -> Shift:
    """Go `points` later, `quality` of them (0 to `points`) on quality of success, the rest on its chance (SC2-4)."""
    return Shift(points, points - quality, quality)


def shifted(initiative: int, shift: Shift) -> int:
    """Give an initiative after a shift (SC2-3, SC2-4)."""
    return initiative + shift.initiative


def mastery(plus: int) -> int:
    """Give the mastery level of a skill plus: one for every full 5, none below (SC2-9)."""
    return max(0, plus // 5)


def chances(plus: int) -> int:
    """Count the chances of success in a round, by the skill of the first one (SC2-9)."""
    return 1 + mastery(plus)


def extra_chances(plus: int, nth: int) -> int:
    """Count the chances that one's `nth` of the round (from 1) brings: the first, all extra ones (SC2-9)."""
    return mastery(plus) if nth == 1 else 0


def tries(plus: int, retry: bool) -> int:
    """Count the rolls of a check outside the schedule, one success being enough (SC2-9, ruling `mastery_checks`)."""
    return chances(plus) if retry else 1


def may_use(plus: int, extra: int) -> bool:
    """Tell whether a skill may be used at the first chance (`extra` 0) or the k-th extra one: by mastery k (SC2-9)."""
    return mastery(plus) >= extra


def chance_at(initiative: int, extra: int) -> int:
    """Give the initiative of a character's first chance (`extra` 0) or of his k-th extra one (SC2-6, SC2-9)."""
    return initiative + EXTRA_CHANCE * extra


def order(one: Turn, other: Turn, by_base: bool) -> int:
    """Say whose chance comes first: `one` below 0, `other` above 0; at 0 others decide (SC2-2, SC2-16)."""
    if one.at != other.at:
        return one.at - other.at
    if by_base and one.base != other.base:
        return one.base - other.base
    return other.plus - one.plus if by_base else 0


def tie_roll(dice: Dice) -> int:
    """Re-roll between equals, 1 to 100, the lowest first (SC2-16)."""
    return dice.roll(100, Die.TIE)


def undecided(lowest: int, next_lowest: int) -> bool:
    """Tell whether equals must re-roll, from the two lowest of their re-rolls so far, 0 for none (SC2-16)."""
    return lowest == 0 or lowest == next_lowest


def rolls_again(tie: int, lowest: int) -> bool:
    """Tell whether one of undecided equals re-rolls: those who have not, and all once each has (SC2-16)."""
    return tie == 0 or lowest > 0


def word_on_tie(first: bool) -> int:
    """Give what the game master's word stands for, as a re-roll: the one who goes `first` and the others (SC2-16)."""
    return 1 if first else 2


# Chance of success


def skill_target(plus: int, base_target: int, per_plus: int) -> int:
    """Give the target number a skill alone gives: 40 + 5 x plus by default (SC2-7)."""
    return base_target + per_plus * plus


def trade(points: int) -> Shift:
    """Move points from chance to quality of success, or below 0 the other way; initiative stays (SC2-5)."""
    return Shift(0, -points, points)


def target_number(
    skill: int, reach: int, armour: int, cover: int, lighting: int, shift: int, traded: int, wounds: int
) -> int:
    """Add up a target number: the skill's, then each modifier, penalties below 0 (SC2-6, SC2-7, SC2-12, SC2-15)."""
    return skill + reach + armour + cover + lighting + shift + traded + wounds


def faces_that_succeed(target: int, at_or_under: bool) -> int:
    """Count the faces of 1 to 100 that succeed: those under the target number, or also the number itself (SC2-8)."""
    return min(100, max(0, target if at_or_under else target - 1))


def chance_of_success(dice: Dice, target: int, rolls: int, at_or_under: bool, purpose: Die) -> int:
    """Roll under the target number, up to `rolls` times: which roll succeeded, 0 when none did (SC2-8, SC2-9)."""
    for n in range(1, rolls + 1):
        if dice.roll(100, purpose) <= faces_that_succeed(target, at_or_under):
            return n
    return 0


# Quality of success


def quality_bonus(weapon: int, shift: int, traded: int, wounds: int) -> int:
    """Add up the modifiers of a quality roll (SC2-5, SC2-6, SC2-10, SC2-12)."""
    return weapon + shift + traded + wounds


def quality_of_success(dice: Dice, bonus: int) -> int:
    """Roll the quality of a success: 1d100 + bonus, not below 0 (SC2-10)."""
    return max(0, dice.roll(100, Die.QUALITY) + bonus)


# Wounds


def constitution_left(constitution: int, quality: int) -> int:
    """Take the quality of a hit off Constitution; it may fall below 0 (SC2-10)."""
    return constitution - quality


def threshold(full: int, quarters: int, round_up: bool) -> int:
    """Give so many quarters of the full Constitution (SC2-11)."""
    return (full * quarters + (3 if round_up else 0)) // 4


def wound(constitution: int, full: int, round_up: bool) -> Wound:
    """Say how badly hurt one is: below 3, 2, 1 quarters of full Constitution, or at 0 or less (SC2-11, SC2-14)."""
    if constitution <= 0:
        return Wound.ZERO
    if constitution >= threshold(full, 3, round_up):
        return Wound.NONE
    if constitution >= threshold(full, 2, round_up):
        return Wound.HINDERED
    return Wound.UNCONSCIOUS if constitution >= threshold(full, 1, round_up) else Wound.SERIOUS


def wound_penalty(hurt: int) -> int:
    """Give what being hindered takes off every target number, the same however often it was crossed (SC2-12)."""
    return HINDERED_PENALTY if hurt >= Wound.HINDERED else 0


def quality_penalty(hurt: int, hindered_quality: bool) -> int:
    """Give what being hindered takes off quality rolls (SC2-12, ruling `hindered_quality`)."""
    return wound_penalty(hurt) if hindered_quality else 0


def wound_delay(before: int, after: int, delayed: bool) -> int:
    """Give the points by which chances to come fall later when a hit makes one hindered, once a round (SC2-12)."""
    return HINDERED_DELAY if before < Wound.HINDERED and after >= Wound.HINDERED and not delayed else 0


def must_overdo(hurt: Wound, quality: int) -> bool:
    """Tell whether a hit of this quality, leaving such a wound, asks for an Overdo check at once (SC2-13)."""
    return quality > 0 and (hurt == Wound.UNCONSCIOUS or hurt == Wound.SERIOUS)


def overdo_target(skill: int) -> int:
    """Give the target number of an Overdo check: the skill's own and the penalty for wounds, nothing else (SC2-13)."""
    return skill + HINDERED_PENALTY


def stays_up(dice: Dice, plus: int, skill: int, retry: bool, at_or_under: bool) -> bool:
    """Roll the Overdo check of one hurt below his unconscious level; `skill` is Overdo's target (SC2-9, SC2-13)."""
    return chance_of_success(dice, overdo_target(skill), tries(plus, retry), at_or_under, Die.OVERDO) > 0


def status_after(hurt: Wound, up: bool, zero_is_dead: bool) -> Status:
    """Give the status a hit leaves: at 0 dying or dead by ruling, else stunned unless he stays up (SC2-13, SC2-14)."""
    if hurt == Wound.ZERO:
        return Status.DEAD if zero_is_dead else Status.DYING
    return Status.STANDING if up else Status.STUNNED


# Range


def reaches(at: int, farthest: int) -> bool:
    """Tell whether a weapon reaches a range band, both counted from 0 for close (SC2-15)."""
    return at <= farthest


def may_move(extra: int, moved: bool, free: bool) -> bool:
    """Tell whether one may move: once a round; `free` at his initiative, else at any chance, using it up (SC2-15)."""
    return not moved and (extra == 0 or not free)


# The end


def is_over(sides: int) -> bool:
    """Tell whether a combat has ended, from how many sides have anyone standing (SC2-18)."""
    return sides <= 1
