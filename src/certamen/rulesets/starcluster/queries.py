"""What StarCluster can be asked the odds of: a check, an attack with what it does, Overdo, who comes first."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from certamen.dice import Dice
from certamen.kernel.query import Answer, Key, Query
from certamen.rulesets.starcluster import mechanics as m

Values = Mapping[str, Any]
Plan = tuple[Any, tuple[Callable[[Any, Dice], Any], ...]]

WOUNDS = ("unhurt", "hindered", "below unconscious", "seriously wounded", "at 0")
FATES = ("standing", "stunned", "dying", "dead")
RECKONED = "reckoned"
MOST = 100_000


class Check(NamedTuple):
    """What a check is rolled with."""

    target: int
    tries: int
    bonus: int
    at_or_under: bool


class Hurt(NamedTuple):
    """Who is attacked. zero_is_dead, round_up: rulings."""

    constitution: int
    full: int
    zero_is_dead: bool
    round_up: bool


class Came(NamedTuple):
    """What came of it; `up`: an Overdo check, should one be needed, succeeds."""

    success: int = 0
    quality: int = 0
    left: int = 0
    wound: int = 0
    fate: int = 0
    up: int = 0


class Turns(NamedTuple):
    """Two who roll for initiative: what is added to each base roll, each best plus; the ruling `tie`."""

    mine: int
    other: int
    plus: int
    other_plus: int
    by_base: bool


# --- the stages ------------------------------------------------------------------------------------------------


def roll_chance(check: Check, came: Came, dice: Dice) -> Came:
    """Roll once for success, where there is none yet (SC2-8, SC2-9)."""
    if came.success:
        return came
    rolled = m.chance_of_success(dice, check.target, 1, check.at_or_under, m.Die.CHANCE)
    return Came(int(rolled > 0), up=came.up)


def roll_overdo(check: Check, came: Came, dice: Dice) -> Came:
    """Roll once to stay up: ahead of the attack, so that few numbers are carried on (SC2-13)."""
    up = came.up or m.chance_of_success(dice, check.target, 1, check.at_or_under, m.Die.OVERDO)
    return Came(up=int(up > 0))


def roll_quality(check: Check, came: Came, dice: Dice) -> Came:
    """Roll the quality of a success (SC2-10)."""
    return Came(1, m.quality_of_success(dice, check.bonus), up=came.up) if came.success else came


def wounded(hurt: Hurt, came: Came, dice: Dice) -> Came:
    """Take it off Constitution, with all that follows (SC2-10 to SC2-14)."""
    left = m.constitution_left(hurt.constitution, came.quality)
    wound = m.wound(left, hurt.full, hurt.round_up)
    up = came.up > 0 or not m.must_overdo(wound, came.quality)
    return Came(came.success, came.quality, left, wound, m.status_after(wound, up, hurt.zero_is_dead))


def roll_initiative(turns: Turns, dice: Dice) -> int:
    """Roll both base initiatives: below 0 the one comes first, above 0 the other (SC2-2, SC2-16)."""
    mine, other = m.base_initiative(dice), m.base_initiative(dice)
    one = m.Turn(mine + turns.mine, mine, turns.plus)
    first = m.order(one, m.Turn(other + turns.other, other, turns.other_plus), turns.by_base)
    return (first > 0) - (first < 0)


# --- the keys --------------------------------------------------------------------------------------------------

TARGET = Key("target", "target number of the skill alone, where plus does not make it", RECKONED)
PLUS = Key("plus", "the skill's plus", 0, low=-20, high=100)
MODIFIER = Key("modifier", "what the circumstances add to the target number", 0)
RANGE = Key("range", "what the range band adds to the target number", 0)
ARMOUR = Key("armour", "what the armour of the one attacked adds to it", 0)
COVER = Key("cover", "what his cover adds to it", 0)
LIGHTING = Key("lighting", "what the light adds to it", 0)
QUALITY = Key("quality", "what the weapon, or anything else, adds to quality of success", 0)
SHIFT = Key("shift", "points of initiative one goes later, below 0 sooner", 0)
ON_QUALITY = Key("on_quality", "how many of these points go on quality of success", 0, low=0)
TRADE = Key("trade", "points traded from chance to quality, below 0 the other way", 0)
HINDERED = Key("hindered", "whether the one who rolls is hindered", 0, "flag")
CONSTITUTION = Key("constitution", "Constitution of the one attacked, now", 400, low=1, high=MOST)
FULL = Key("full", "his full Constitution", "constitution", low=1, high=MOST)
OVERDO = Key("overdo", "plus of his Overdo", 0, low=-20, high=100)
OVERDO_TARGET = Key("overdo_target", "target number of his Overdo alone, where plus does not make it", RECKONED)
SUCCESS = Key("success", "ruling: what succeeds", "under", "choice", choices=("under", "at_or_under"))
BASE_TARGET = Key("base_target", "ruling: target number of plus 0", 40, low=0, high=100)
PER_PLUS = Key("per_plus", "ruling: what each plus adds to it", 5, low=0, high=20)
MASTERY = Key("mastery_checks", "ruling: rolls by mastery", "retry", "choice", choices=("retry", "combat_only"))
ON_HINDERED = Key("hindered_quality", "ruling: -20 on quality too", "yes", "choice", choices=("yes", "no"))
ROUND = Key("threshold_round", "ruling: quarters of Constitution", "down", "choice", choices=("down", "up"))
AT_ZERO = Key("at_zero", "ruling: what one is at 0", "dying", "choice", choices=("dying", "dead"))
TIE = Key("tie", "ruling: equal initiatives", "lower_base", "choice", choices=("lower_base", "reroll", "gm"))
OTHER_SHIFT = Key("other_shift", "points the other goes later, below 0 sooner", 0)
OTHER_HINDERED = Key("other_hindered", "whether the other is hindered", 0, "flag")
OTHER_PLUS = Key("other_plus", "best plus of the other's weapons", 0, low=-20, high=100)
NEXT = Key("hindered_next", "ruling: one who is hindered comes later", "yes", "choice", choices=("yes", "no"))

BOTH = (QUALITY, SHIFT, ON_QUALITY, TRADE, HINDERED)
SITUATION = (RANGE, ARMOUR, COVER, LIGHTING)
ATTACKED = (CONSTITUTION, FULL, OVERDO, OVERDO_TARGET)
RULINGS = (SUCCESS, BASE_TARGET, PER_PLUS, MASTERY, ON_HINDERED)


def _skill(values: Values, target: str, plus: str) -> int:
    if values[target] != RECKONED:
        return int(values[target])
    return m.skill_target(values[plus], values["base_target"], values["per_plus"])


def _shift(points: int, quality: int) -> m.Shift:
    if quality > abs(points):
        raise ValueError(f"on_quality is at most the {abs(points)} points of the shift")
    return m.sooner(-points, quality) if points < 0 else m.later(points, quality)


def _check(values: Values, skill: int, situation: tuple[int, int, int, int], tries: int) -> Check:
    """A check with a skill's target number; situation: range or circumstances, armour, cover, lighting."""
    shift, traded = _shift(values["shift"], values["on_quality"]), m.trade(values["trade"])
    wound = m.Wound.HINDERED if values["hindered"] else m.Wound.NONE
    target = m.target_number(skill, *situation, shift.chance, traded.chance, m.wound_penalty(wound))
    penalty = m.quality_penalty(wound, values["hindered_quality"] == "yes")
    bonus = m.quality_bonus(values["quality"], shift.quality, traded.quality, penalty)
    return Check(target, tries, bonus, values["success"] == "at_or_under")


def _plain_check(values: Values) -> Check:
    tries = m.tries(values["plus"], values["mastery_checks"] == "retry")
    return _check(values, _skill(values, "target", "plus"), (values["modifier"], 0, 0, 0), tries)


def _aimed(values: Values) -> Check:
    situation = (values["range"], values["armour"], values["cover"], values["lighting"])
    return _check(values, _skill(values, "target", "plus"), situation, 1)


def _hurt(values: Values) -> Hurt:
    constitution, full = values["constitution"], values["full"]
    if full == "constitution":
        full = constitution
    if constitution > full:
        raise ValueError(f"a Constitution of {constitution} is more than the full {full}")
    return Hurt(constitution, full, values["at_zero"] == "dead", values["threshold_round"] == "up")


def _overdo(values: Values, target: str, plus: str) -> Check:
    tries = m.tries(values[plus], values["mastery_checks"] == "retry")
    return Check(m.overdo_target(_skill(values, target, plus)), tries, 0, values["success"] == "at_or_under")


def _plan_check(values: Values) -> Plan:
    check = _plain_check(values)
    return Came(), (*[partial(roll_chance, check)] * check.tries, partial(roll_quality, check))


def _plan_attack(values: Values) -> Plan:
    check, overdo = _aimed(values), _overdo(values, "overdo_target", "overdo")
    rolls = (partial(roll_chance, check), partial(roll_quality, check))
    return Came(), (*[partial(roll_overdo, overdo)] * overdo.tries, *rolls, partial(wounded, _hurt(values)))


def _plan_overdo(values: Values) -> Plan:
    overdo = _overdo(values, "target", "plus")
    return Came(), (partial(roll_overdo, overdo),) * overdo.tries


def _plan_initiative(values: Values) -> Plan:
    return _turns(values), (roll_initiative,)


def _turns(values: Values) -> Turns:
    mine, other = _later(values, "shift", "hindered"), _later(values, "other_shift", "other_hindered")
    return Turns(mine, other, values["plus"], values["other_plus"], values["tie"] == "lower_base")


def _later(values: Values, shift: str, hindered: str) -> int:
    """How much later than his base roll one comes (SC2-3, SC2-4, SC2-12)."""
    wound = m.Wound.HINDERED if values[hindered] else m.Wound.NONE
    return m.shifted(m.opening_delay(wound, values["hindered_next"] == "yes"), _shift(values[shift], 0))


# --- in words --------------------------------------------------------------------------------------------------


def _target_note(name: str, check: Check) -> str:
    faces = m.faces_that_succeed(check.target, check.at_or_under)
    rolls = f", {check.tries} rolls, one is enough" if check.tries > 1 else ""
    return f"{name} {check.target}: {faces} of 100{rolls}"


def _notes(check: Check) -> tuple[str, ...]:
    return (_target_note("target number", check), f"quality of success 1d100 {check.bonus:+}")


def _notes_attack(values: Values) -> tuple[str, ...]:
    hurt = _hurt(values)
    hindered, unconscious, serious = (m.threshold(hurt.full, quarters, hurt.round_up) for quarters in (3, 2, 1))
    return (
        *_notes(_aimed(values)),
        f"hindered below {hindered}, unconscious below {unconscious}, seriously wounded below {serious}",
        _target_note("Overdo target number", _overdo(values, "overdo_target", "overdo")),
    )


def _yes(came: Came) -> str:
    return "yes" if came.success else "no"


CHECK = Query(
    name="check",
    title="a check: chance of success, and its quality",
    keys=(TARGET, PLUS, MODIFIER, *BOTH, *RULINGS),
    plan=_plan_check,
    answers=(Answer("success", _yes), Answer("quality", lambda came: came.quality)),
    rules=("SC2-5", "SC2-6", "SC2-7", "SC2-8", "SC2-9", "SC2-10", "SC2-12", "SC2-17"),
    notes=lambda values: _notes(_plain_check(values)),
)

ATTACK = Query(
    name="attack",
    title="an attack: chance to hit, Constitution lost, the wound",
    keys=(TARGET, PLUS, *SITUATION, *BOTH, *ATTACKED, *RULINGS, ROUND, AT_ZERO),
    plan=_plan_attack,
    answers=(
        Answer("hit", _yes),
        Answer("Constitution lost", lambda came: came.quality),
        Answer("Constitution left", lambda came: came.left),
        Answer("wound", lambda came: WOUNDS[came.wound]),
        Answer("fate", lambda came: FATES[came.fate]),
    ),
    rules=("SC2-5", "SC2-6", "SC2-7", "SC2-8", "SC2-10", "SC2-11", "SC2-12", "SC2-13", "SC2-14", "SC2-15"),
    notes=_notes_attack,
)

STAY_UP = Query(
    name="overdo",
    title="an Overdo check, to stay up below unconscious",
    keys=(TARGET, PLUS, SUCCESS, BASE_TARGET, PER_PLUS, MASTERY),
    plan=_plan_overdo,
    answers=(Answer("stays up", lambda came: "yes" if came.up else "no"),),
    rules=("SC2-7", "SC2-8", "SC2-9", "SC2-12", "SC2-13"),
    notes=lambda values: (_target_note("target number", _overdo(values, "target", "plus")),),
)

INITIATIVE = Query(
    name="initiative",
    title="which of two comes first",
    keys=(SHIFT, HINDERED, PLUS, OTHER_SHIFT, OTHER_HINDERED, OTHER_PLUS, NEXT, TIE),
    plan=_plan_initiative,
    answers=(Answer("first", lambda first: ("one", "neither: equal", "the other")[first + 1]),),
    rules=("SC2-2", "SC2-3", "SC2-4", "SC2-12", "SC2-16"),
)

QUERIES = (CHECK, ATTACK, STAY_UP, INITIATIVE)
