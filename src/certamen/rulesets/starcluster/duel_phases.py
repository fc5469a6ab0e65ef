"""What happens in a StarCluster duel, as phases, and the dice that fall in it, by mechanics."""

from math import gcd
from typing import NamedTuple

from certamen.dice import Dice
from certamen.kernel.duel import Fell
from certamen.rulesets.starcluster import mechanics as m

GRID = 10  # points of initiative between one shift that is looked at and the next, and of rolls looked at together
ALIKE = gcd(m.EXTRA_CHANCE, m.HINDERED_DELAY)


class One(NamedTuple):
    """One of the two within a round: chances left, which is next (from 1), what his shift does to his rolls."""

    coming: int
    nth: int
    delayed: bool
    chance: int
    quality: int
    moved: bool


SPENT = One(0, 0, False, 0, 0, False)


class Fight(NamedTuple):
    """Between two chances. gap: how many points after the next chance of side 0 that of side 1 comes.

    lead: below 0 where side 1 rolled the lower base, above 0 the higher; tie: the same of a re-roll, 0 for none yet.
    """

    reach: int
    gap: int
    lead: int
    tie: int
    sides: tuple[One, One]


class Start(NamedTuple):
    """A round is about to begin at this range band."""

    reach: int


class Bases(NamedTuple):
    """Base initiatives are to be rolled."""

    reach: int


class Declare(NamedTuple):
    """The side that is asked may shift: its base roll is one of the ten from `lowest` up."""

    reach: int
    lowest: int


class Against(NamedTuple):
    """The side that is asked has declared its shift; what both have rolled comes out."""

    reach: int
    lowest: int
    shift: m.Shift


class Meeting(NamedTuple):
    """The base rolls where one lies among ten: whose that is, and how far side 1 is moved behind side 0."""

    lowest: int
    side: int
    behind: int
    far: int


class Struck(NamedTuple):
    """A hit has taken Constitution; `before` is how badly hurt its victim was before it."""

    fight: Fight
    victim: int
    before: m.Wound


class Fallen(NamedTuple):
    """This side is out of action."""

    side: int


class Shot(NamedTuple):
    """An attack as it is rolled."""

    target: int
    bonus: int
    at_or_under: bool
    victim: int


class Overdo(NamedTuple):
    """A check to stay up as it is rolled."""

    plus: int
    skill: int
    retry: bool
    at_or_under: bool


# --- the dice, by mechanics ------------------------------------------------------------------------------------


def apart(gap: int, far: int) -> int:
    """Give a gap as coarsely as will do: chances and delays come in whole steps, and past `far` it does not change."""
    steps, rest = divmod(max(-far, min(far, gap)), ALIKE)
    return ALIKE * steps + (ALIKE // 2 if rest else 0)


def sign(number: int) -> int:
    """Give 1, 0 or -1."""
    return (number > 0) - (number < 0)


def both_bases(first: int, dice: Dice) -> Fell:
    """Roll both base initiatives: how much higher that of side 1 is."""
    one = m.base_initiative(dice)
    return Fell(0, 0, first + m.base_initiative(dice) - one)


def ten_of_base(first: int, dice: Dice) -> Fell:
    """Roll a base initiative: `came` is the lowest of the ten it lies among."""
    base = first + m.base_initiative(dice)
    return Fell(0, 0, base - (base - 1) % GRID)


def base_among_ten(meeting: Meeting, dice: Dice) -> tuple[Meeting, int]:
    """Roll the base initiative that is known to lie among ten; 0 where it does not, and must be rolled again."""
    base = m.base_initiative(dice)
    return meeting, base if meeting.lowest <= base < meeting.lowest + GRID else 0


def base_against(rolled: tuple[Meeting, int], dice: Dice) -> Fell:
    """Roll the other base initiative: `came` is the gap, as in `Fight`, and who rolled lower; () to roll again."""
    meeting, base = rolled
    if base == 0:
        return Fell(0, 0, ())
    higher = m.base_initiative(dice) - base
    if meeting.side:
        higher = -higher
    return Fell(0, 0, (apart(higher + meeting.behind, meeting.far), sign(higher)))


def between_equals(first: int, dice: Dice) -> Fell:
    """Re-roll between equals: below 0 for side 1, above 0 for side 0, 0 where it must be done again."""
    one, other = m.tie_roll(dice), m.tie_roll(dice)
    if m.undecided(min(one, other), max(one, other)):
        return Fell(0, 0, first)
    return Fell(0, 0, sign(other - one))


def shoot(shot: Shot, dice: Dice) -> tuple[Shot, bool]:
    """Roll the chance of success of an attack."""
    return shot, m.chance_of_success(dice, shot.target, 1, shot.at_or_under, m.Die.CHANCE) > 0


def wound(fired: tuple[Shot, bool], dice: Dice) -> Fell:
    """Roll the quality of a success: so much Constitution is lost, `came` 1 where any is."""
    shot, success = fired
    quality = m.quality_of_success(dice, shot.bonus) if success else 0
    return Fell(shot.victim, -m.constitution_left(0, quality), int(quality > 0))


def stay_up(check: Overdo, dice: Dice) -> Fell:
    """Roll Overdo: `came` 1 for one who stays up."""
    return Fell(0, 0, int(m.stays_up(dice, check.plus, check.skill, check.retry, check.at_or_under)))
