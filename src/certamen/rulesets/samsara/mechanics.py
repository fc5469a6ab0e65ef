"""SAMSARA's rules as numbers in, numbers out; fractions are whole numbers that count thirds.

Sections: modifiers, dice, the chart, effect ratings, the rolls, when it ends, who acts, what is left over.
"""

from enum import IntEnum
from typing import NamedTuple

from certamen.dice import Dice


class Die(IntEnum):
    """What a die is thrown for."""

    CONTEST = 1
    SIMPLE_CONTEST = 2


# --- modifiers ---------------------------------------------------------------------------------------------------


class ChecksApply(IntEnum):
    """Whose rolls the checks of an actor weigh on (ruling `checks_apply`)."""

    BOTH = 0
    OWN_ROLLS = 1


class Terms(NamedTuple):
    """The terms of one actor's modifier towards one goal, in the order they are reckoned (SAM-2)."""

    attributes: int
    abilities: int
    motives: int
    temporary: int
    severe: int
    situation: int


def two_highest(values: tuple[int, ...]) -> tuple[int, int]:
    """Choose the two attributes that count, of those that are relevant (SAM-2).

    Args:
        values: the relevant attributes, two or more.

    Returns:
        The positions of the highest and the second highest; of equal ones the first named.

    >>> two_highest((2, 5, 3))
    (1, 2)
    """
    first, second = 0, 1
    if values[1] > values[0]:
        first, second = 1, 0
    for place in range(2, len(values)):
        if values[place] > values[first]:
            first, second = place, first
        elif values[place] > values[second]:
            second = place
    return first, second


def own_modifier(terms: Terms) -> int:
    """Add up the modifier of an actor who acts (SAM-2).

    >>> own_modifier(Terms(attributes=5, abilities=2, motives=-1, temporary=3, severe=1, situation=2))
    4
    """
    return terms.attributes + terms.abilities + terms.motives - terms.temporary - terms.severe + terms.situation


def opposing_modifier(terms: Terms, checks_apply: int) -> int:
    """Add up the modifier of an actor who is acted against (SAM-2).

    Returns:
        The same sum as for his own rolls; under `OWN_ROLLS` the checks he holds, temporary and severe, stay out.
    """
    if checks_apply == ChecksApply.OWN_ROLLS:
        return own_modifier(terms) + terms.temporary + terms.severe
    return own_modifier(terms)


# --- dice --------------------------------------------------------------------------------------------------------


class Pool(IntEnum):
    """The dice a table rolls (ruling `dice`)."""

    ONE_D12 = 0
    TWO_D6 = 1
    TWO_D8 = 2
    THREE_D6 = 3


class Bones(NamedTuple):
    """The dice rolled and how far a result is lowered before the chart is read (SAM-9)."""

    number: int
    sides: int
    shift: int


def usual_shift(pool: int) -> int:
    """Say how far results are lowered unless the table decides otherwise (SAM-9).

    >>> usual_shift(Pool.TWO_D8)
    2
    """
    if pool == Pool.TWO_D8:
        return 2
    if pool == Pool.THREE_D6:
        return 3
    return 0


def bones(pool: int, shift: int) -> Bones:
    """Give the dice of a pool with a shift of the table's own choosing (SAM-9)."""
    if pool == Pool.TWO_D6:
        return Bones(2, 6, shift)
    if pool == Pool.TWO_D8:
        return Bones(2, 8, shift)
    if pool == Pool.THREE_D6:
        return Bones(3, 6, shift)
    return Bones(1, 12, shift)


def highest_roll(dice: Bones) -> int:
    """Give the most that the dice can show once lowered by the shift (SAM-14).

    >>> highest_roll(Bones(2, 8, 2))
    14
    """
    return dice.number * dice.sides - dice.shift


def shift_works(dice: Bones) -> bool:
    """Say whether evenly matched actors can succeed at all; a shift that prevents it is refused (SAM-14)."""
    return is_success(highest_roll(dice))


# --- the chart ---------------------------------------------------------------------------------------------------


class Degree(IntEnum):
    """How well an attempt went (SAM-5)."""

    SPECTACULAR_FAILURE = -3
    FULL_FAILURE = -2
    SIMPLE_FAILURE = -1
    SIMPLE_SUCCESS = 1
    FULL_SUCCESS = 2
    SPECTACULAR_SUCCESS = 3


class Chart(IntEnum):
    """Which chart is read (ruling `chart`)."""

    THIRDS = 0
    WHOLE = 1


def is_success(total: int) -> bool:
    """Say whether a contest roll succeeds: 7 or more (SAM-13)."""
    return total >= 7


def chart_thirds(total: int) -> int:
    """Read the chart, which has no end in either direction (SAM-3, SAM-4).

    Args:
        total: the contest roll, any whole number.

    Returns:
        Thirds of a check, never 0: above 0 for the antagonist, below 0 for the protagonist himself.

    >>> chart_thirds(12), chart_thirds(-3)
    (6, -10)
    """
    if is_success(total):
        return total - 6
    return total - 7


def degree(total: int) -> Degree:
    """Name a contest roll by its band of the chart, three rows wide (SAM-5).

    >>> degree(9).name, degree(10).name
    ('SIMPLE_SUCCESS', 'FULL_SUCCESS')
    """
    if total <= 0:
        return Degree.SPECTACULAR_FAILURE
    if total <= 3:
        return Degree.FULL_FAILURE
    if total <= 6:
        return Degree.SIMPLE_FAILURE
    if total <= 9:
        return Degree.SIMPLE_SUCCESS
    if total <= 12:
        return Degree.FULL_SUCCESS
    return Degree.SPECTACULAR_SUCCESS


def whole_checks(thirds: int) -> int:
    """Round thirds of a check to whole ones, away from 0 (SAM-6)."""
    if thirds > 0:
        return (thirds + 2) // 3
    return -((2 - thirds) // 3)


def checks_delivered(total: int, rating: int, chart: int) -> int:
    """Say how many checks a contest roll delivers, and to whom (SAM-6, SAM-8, SAM-12).

    Args:
        total: the contest roll.
        rating: the effect rating, 1 to 5.
        chart: `Chart.THIRDS`, or `Chart.WHOLE`, which leaves the rating out.

    Returns:
        Whole checks, never 0: above 0 for the antagonist, below 0 for the protagonist himself. Rounded once, on the
        product, away from 0.

    >>> checks_delivered(7, 4, Chart.THIRDS), checks_delivered(1, 4, Chart.THIRDS)
    (2, -8)
    """
    if chart == Chart.WHOLE:
        return max(-3, min(3, whole_checks(chart_thirds(total))))
    return whole_checks(chart_thirds(total) * rating)


# --- effect ratings ----------------------------------------------------------------------------------------------


class Tactic(IntEnum):
    """The manner in which an actor goes at his goal, chosen before he rolls (SAM-7, SAM-11)."""

    DEFENSIVE = 0
    STANDARD = 1
    CHARGE = 2
    OVERBEARING = 3
    FOOLS_RUSH_IN = 4


class Size(IntEnum):
    """The size of a weapon, or the like of any other instrument; its value is its rating (SAM-10)."""

    SMALL = 1
    MEDIUM = 2
    LARGE = 3
    HUGE = 4


class RatingFrom(IntEnum):
    """Where the effect rating comes from (ruling `rating_from`)."""

    TACTIC = 0
    WEAPON = 1
    TACTIC_THEN_WEAPON = 2
    WEAPON_THEN_TACTIC = 3


def tactic_rating(tactic: int) -> int:
    """Rate a tactic: Standard 1, Charge 2, Overbearing 3, Fools Rush In 4, a defensive one 1 (SAM-7, SAM-11)."""
    if tactic == Tactic.FOOLS_RUSH_IN:
        return 4
    if tactic == Tactic.OVERBEARING:
        return 3
    if tactic == Tactic.CHARGE:
        return 2
    return 1


def weapon_rating(size: int) -> int:
    """Rate a weapon: small 1, medium 2, large 3, huge 4 (SAM-10)."""
    if size == Size.HUGE:
        return 4
    if size == Size.LARGE:
        return 3
    if size == Size.MEDIUM:
        return 2
    return 1


def effect_rating(rating_from: int, tactic: int, size: int) -> int:
    """Rate an attempt by its tactic, its weapon or both, the second moving the first by one (SAM-10, SAM-11).

    Returns:
        The effect rating, 1 to 5.

    >>> effect_rating(RatingFrom.TACTIC_THEN_WEAPON, Tactic.FOOLS_RUSH_IN, Size.SMALL)
    3
    >>> effect_rating(RatingFrom.WEAPON_THEN_TACTIC, Tactic.FOOLS_RUSH_IN, Size.SMALL)
    2
    """
    if rating_from == RatingFrom.WEAPON:
        return weapon_rating(size)
    if rating_from == RatingFrom.TACTIC_THEN_WEAPON:
        return max(1, tactic_rating(tactic) + weapon_step(size))
    if rating_from == RatingFrom.WEAPON_THEN_TACTIC:
        return max(1, weapon_rating(size) + tactic_step(tactic))
    return tactic_rating(tactic)


def weapon_step(size: int) -> int:
    """Say how a weapon moves a tactic's rating: small -1, medium 0, large or huge +1 (SAM-11)."""
    if size == Size.SMALL:
        return -1
    if size == Size.MEDIUM:
        return 0
    return 1


def tactic_step(tactic: int) -> int:
    """Say how a tactic moves a weapon's rating: defensive -1, Standard 0, the aggressive ones +1 (SAM-11)."""
    if tactic == Tactic.DEFENSIVE:
        return -1
    if tactic == Tactic.STANDARD:
        return 0
    return 1


# --- the rolls ---------------------------------------------------------------------------------------------------


class Roll(NamedTuple):
    """A contest roll: what the dice showed, and the total after modifiers and shift."""

    shown: int
    total: int


def net_modifier(protagonist: int, antagonist: int) -> int:
    """Set the modifier of the one who acts against that of the one acted against (SAM-1)."""
    return protagonist - antagonist


def contest_roll(dice: Dice, rolled: Bones, net: int, purpose: int) -> Roll:
    """Roll in a contest or a simple contest: the dice, plus the net modifier, less the shift (SAM-1, SAM-9, SAM-13).

    Args:
        dice: the dice of the one who acts.
        rolled: the table's dice and shift.
        net: protagonist's modifier less antagonist's, or less a power level.
        purpose: `Die.CONTEST` or `Die.SIMPLE_CONTEST`.
    """
    shown = dice.sum(rolled.number, rolled.sides, purpose)
    return Roll(shown, shown + net - rolled.shift)


def may_try_again(total: int) -> bool:
    """Say whether the GM is asked for another try: after a simple failure only (SAM-13)."""
    return degree(total) == Degree.SIMPLE_FAILURE


# --- when it ends ------------------------------------------------------------------------------------------------

ONGOING = -1
NOBODY = -2


def cannot_deliver(net: int, rolled: Bones) -> bool:
    """Say whether an actor has lost because no throw of the dice lets him deliver checks (SAM-14, SAM-19).

    Args:
        net: his modifier less that of the easiest opponent still in.
        rolled: the table's dice and shift.

    >>> cannot_deliver(-6, Bones(1, 12, 0)), cannot_deliver(-5, Bones(1, 12, 0))
    (True, False)
    """
    return not is_success(highest_roll(rolled) + net)


def checks_to_lose(modifier: int, opponent: int, rolled: Bones) -> int:
    """Count the checks that put an actor out against an opponent who takes none (SAM-17).

    >>> checks_to_lose(0, 0, Bones(1, 12, 0)), checks_to_lose(10, 0, Bones(1, 12, 0))
    (6, 16)
    """
    return max(0, net_modifier(modifier, opponent) + highest_roll(rolled) - 6)


def quitting_point(starting: int) -> int:
    """Count the checks at which a GM's character begins to think of quitting: half his modifier, at least 1 (SAM-16).

    >>> quitting_point(4), quitting_point(5), quitting_point(-2)
    (2, 3, 1)
    """
    return max(1, (starting + 1) // 2)


class NpcQuits(IntEnum):
    """What happens when a GM's character thinks of quitting (ruling `npc_quits`)."""

    ASK = 0
    AUTO = 1
    NEVER = 2


def considers_quitting(starting: int, taken: int) -> bool:
    """Say whether a GM's character thinks of quitting, after checks were delivered to him (SAM-16).

    Args:
        starting: his modifier when the contest began.
        taken: the temporary checks he holds now.
    """
    return taken >= quitting_point(starting)


def with_side(winner: int, side: int, actors_in: int) -> int:
    """Say who has won once one more side is looked at (SAM-19).

    Args:
        winner: what was found before; `NOBODY` to begin with.
        side: the place of the side looked at.
        actors_in: how many of its actors have neither lost nor quit.
    """
    if actors_in == 0:
        return winner
    if winner == NOBODY:
        return side
    return ONGOING


def winning_side(actors_in: tuple[int, ...]) -> int:
    """Find the side that has won: the only one with an actor still in (SAM-14, SAM-19).

    Args:
        actors_in: for each side, how many of its actors have neither lost nor quit.

    Returns:
        The place of the winning side, `ONGOING` while two are in, `NOBODY` when none is.

    >>> winning_side((0, 2)), winning_side((1, 2)) == ONGOING
    (1, True)
    """
    winner = NOBODY
    for side in range(len(actors_in)):
        winner = with_side(winner, side, actors_in[side])
    return winner


class Standing(IntEnum):
    """How an actor stands against the easiest opponent: as much as words tell."""

    BRINK = 0
    PRESSED = 1
    LEVEL = 2
    AHEAD = 3


def standing(net: int, rolled: Bones) -> Standing:
    """Say how an actor stands whose best net modifier is `net`: on the brink when 2 checks put him out (SAM-14).

    >>> standing(-4, Bones(1, 12, 0)).name, standing(-3, Bones(1, 12, 0)).name
    ('BRINK', 'PRESSED')
    """
    if net == 0:
        return Standing.LEVEL
    if net > 0:
        return Standing.AHEAD
    if checks_to_lose(net, 0, rolled) <= 2:
        return Standing.BRINK
    return Standing.PRESSED


# --- who acts ----------------------------------------------------------------------------------------------------


class Turns(IntEnum):
    """Who acts when (ruling `turns`)."""

    ALTERNATE = 0
    DECLARED = 1
    FREE = 2


def place_in_round(turns: int, declared: int, nth_of_side: int, side: int, sides: int) -> int:
    """Rank an actor within a round; the lowest acts first (SAM-18).

    Args:
        turns: the ruling; `FREE` ranks as `ALTERNATE` does, as long as the GM names nobody.
        declared: the actor's place in the encounter file, from 0.
        nth_of_side: his place among his own side, from 0.
        side: his side's place, from 0, the challenger's side being 0.
        sides: how many sides there are.
    """
    if turns == Turns.DECLARED:
        return declared
    return nth_of_side * sides + side


# --- what is left over -------------------------------------------------------------------------------------------


class Severe(IntEnum):
    """How many severe checks a contest leaves (ruling `severe`)."""

    THIRD = 0
    GM = 1
    NONE = 2


def severe_left(temporary: int, severe: int) -> int:
    """Count the severe checks that stay when a contest ends and its temporary ones vanish (SAM-20).

    Args:
        temporary: the checks taken in one sphere of action.
        severe: the ruling; where the GM decides, 0 is what he starts from.

    >>> severe_left(8, Severe.THIRD)
    2
    """
    if severe == Severe.THIRD:
        return temporary // 3
    return 0
