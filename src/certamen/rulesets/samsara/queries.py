"""What SAMSARA can be asked the odds of: a contest roll, an attempt with its tactic and weapon, a simple contest."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from certamen.dice import Dice
from certamen.kernel.query import Answer, Key, Query
from certamen.rulesets.samsara import mechanics
from certamen.rulesets.samsara.events import degree_words
from certamen.rulesets.samsara.mechanics import Bones, Chart, Die, RatingFrom
from certamen.rulesets.samsara.reckon import POOLS, SIZES, TACTICS

Values = Mapping[str, Any]


class Attempt(NamedTuple):
    """What a contest roll is made with."""

    rolled: Bones
    net: int
    rating: int
    chart: int


class Came(NamedTuple):
    """What came of it: the contest roll, and the checks: above 0 the antagonist's, below 0 the actor's own."""

    total: int
    delivered: int


# --- the stages --------------------------------------------------------------------------------------------------


def strive(attempt: Attempt, dice: Dice) -> Came:
    """The roll, and what it delivers."""
    roll = mechanics.contest_roll(dice, attempt.rolled, attempt.net, Die.CONTEST)
    return Came(roll.total, mechanics.checks_delivered(roll.total, attempt.rating, attempt.chart))


def simple(attempt: Attempt, dice: Dice) -> int:
    """The roll of a simple contest."""
    return mechanics.contest_roll(dice, attempt.rolled, attempt.net, Die.SIMPLE_CONTEST).total


# --- the keys ----------------------------------------------------------------------------------------------------

NET = Key("net", "modifier of the one who acts, less that of his antagonist", 0)
OWN = Key("own", "modifier of the one who acts", 0)
AGAINST = Key("against", "modifier of his antagonist", 0)
RATING = Key("rating", "effect rating", 1, low=1, high=5)
DICE = Key("dice", "the dice the table rolls", "1d12", "choice", choices=tuple(POOLS))
SHIFT = Key("shift", "how far a roll is lowered before the chart is read", "usual", low=-100, high=100)
CHART = Key("chart", "the chart the table reads", "thirds", "choice", choices=("thirds", "whole"))
TACTIC = Key("tactic", "the manner of the attempt", "standard", "choice", choices=tuple(TACTICS))
WEAPON = Key("weapon", "size of the weapon, or of any other instrument", "medium", "choice", choices=tuple(SIZES))
RATING_FROM = Key(
    "rating_from",
    "where the effect rating comes from",
    "tactic",
    "choice",
    choices=tuple(one.name.lower() for one in RatingFrom),
)


def _bones(values: Values) -> Bones:
    pool, shift = POOLS[values["dice"]], values["shift"]
    rolled = mechanics.bones(pool, mechanics.usual_shift(pool) if shift == "usual" else shift)
    if not mechanics.shift_works(rolled):
        raise ValueError(f"lowered by {rolled.shift}, {values['dice']} can never succeed (SAM-14): a smaller shift")
    return rolled


def _rating(values: Values) -> int:
    source = RatingFrom[values["rating_from"].upper()]
    return mechanics.effect_rating(source, TACTICS[values["tactic"]], SIZES[values["weapon"]])


def _attempt(values: Values, net: int, rating: int) -> Attempt:
    return Attempt(_bones(values), net, rating, Chart.WHOLE if values["chart"] == "whole" else Chart.THIRDS)


# --- the questions -----------------------------------------------------------------------------------------------

DELIVERED = (
    Answer("success", lambda came: "yes" if mechanics.is_success(came.total) else "no"),
    Answer("checks to the antagonist", lambda came: max(0, came.delivered)),
    Answer("checks to himself", lambda came: max(0, -came.delivered)),
    Answer("degree", lambda came: degree_words(came.total)),
)


def _shift_note(values: Values) -> str:
    rolled = _bones(values)
    return f"{values['dice']}, lowered by {rolled.shift}" if rolled.shift else str(values["dice"])


CONTEST = Query(
    name="contest",
    title="a contest roll: checks to either side",
    keys=(NET, RATING, DICE, SHIFT, CHART),
    plan=lambda values: (_attempt(values, values["net"], values["rating"]), (strive,)),
    answers=DELIVERED,
    rules=("SAM-1", "SAM-3", "SAM-5", "SAM-6", "SAM-8", "SAM-9", "SAM-12"),
    notes=lambda values: (_shift_note(values),),
)


def _net(values: Values) -> int:
    return mechanics.net_modifier(values["own"], values["against"])


def _attempt_notes(values: Values) -> tuple[str, ...]:
    rated = "ratings do not count on the whole chart" if values["chart"] == "whole" else f"rated {_rating(values)}"
    return (f"net {_net(values):+d}", rated, _shift_note(values))


ATTEMPT = Query(
    name="attempt",
    title="an attempt by tactic and weapon: checks to either side",
    keys=(OWN, AGAINST, TACTIC, WEAPON, RATING_FROM, DICE, SHIFT, CHART),
    plan=lambda values: (_attempt(values, _net(values), _rating(values)), (strive,)),
    answers=DELIVERED,
    rules=("SAM-1", "SAM-3", "SAM-5", "SAM-6", "SAM-7", "SAM-8", "SAM-9", "SAM-10", "SAM-11", "SAM-12"),
    notes=_attempt_notes,
)

SIMPLE = Query(
    name="simple",
    title="a simple contest: success, or not",
    keys=(NET, DICE, SHIFT),
    plan=lambda values: (Attempt(_bones(values), values["net"], 1, Chart.THIRDS), (simple,)),
    answers=(
        Answer("success", lambda total: "yes" if mechanics.is_success(total) else "no"),
        Answer("degree", degree_words),
        Answer("another try may be granted", lambda total: "yes" if mechanics.may_try_again(total) else "no"),
    ),
    rules=("SAM-1", "SAM-5", "SAM-9", "SAM-13"),
    notes=lambda values: (_shift_note(values),),
)

QUERIES = (CONTEST, ATTEMPT, SIMPLE)
