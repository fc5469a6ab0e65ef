"""What dualaction can be asked the odds of: an attack with its damage, a throw to hit, bare hands, a way thrown for."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from certamen.dice import Dice
from certamen.kernel.query import Answer, Key, Query
from certamen.kernel.space.drawn import METRE
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.ground import read_range

Values = Mapping[str, Any]


class Came(NamedTuple):
    """What has come of an attack so far: hits, damage that got through, how many times the armour was pierced."""

    hits: int
    damage: int
    pierced: int


class Left(NamedTuple):
    """What it comes to: hits, damage, points off the armour's DR, whether the target is down (-1: not asked)."""

    hits: int
    damage: int
    worn: int
    down: int


Stage = Callable[[Any, Dice], Any]
NOTHING = Came(0, 0, 0)


# --- the stages --------------------------------------------------------------------------------------------------


def _shot(values: Values, need: int) -> Stage:
    extremes = values["criticals"] == "extremes"
    return lambda came, dice: came._replace(hits=came.hits + m.throw_to_hit(1, need, extremes, dice))


def _harm(values: Values) -> tuple[Stage, ...]:
    """The damage of all that hit; where the DR is taken from each, a stage for each that can."""
    low, high = read_range(values["damage"])
    bonus, dr = values["extra"], _dr(values)

    def together(came: Came, dice: Dice) -> Came:
        return _hurt(came, m.throw_damage(came.hits, low, high, bonus, dr, False, dice)) if came.hits else came

    def each(nth: int) -> Stage:
        return lambda came, dice: (
            _hurt(came, m.throw_damage(1, low, high, bonus, dr, True, dice)) if came.hits > nth else came
        )

    return tuple(each(nth) for nth in range(values["shots"])) if values["dr_per"] == "hit" else (together,)


def _blow(values: Values) -> Stage:
    bonus, dr, strength = values["extra"], _dr(values), values["strength"]
    return lambda came, dice: _hurt(came, m.throw_unarmed(strength, bonus, dr, dice)) if came.hits else came


def _hurt(came: Came, done: m.Damage) -> Came:
    return came._replace(damage=came.damage + done.through, pierced=came.pierced + done.pierced)


def _left(values: Values, wear: int) -> Stage:
    dr, hp = values["dr"], values["hp"]

    def left(came: Came, dice: Dice) -> Left:
        del dice
        down = not m.fights_on(m.wounded(hp, came.damage), False, False) if hp else -1
        return Left(came.hits, came.damage, dr - m.worn(dr, wear, came.pierced), int(down))

    return left


# --- the keys ----------------------------------------------------------------------------------------------------

SKILL = Key("skill", "the skill for the weapon's class", 0, low=0, high=100)
DIFFICULTY = Key("difficulty", "what die and skill must reach: 6 within the optimal distance", 6, low=0, high=100)
DISTANCE = Key("distance", "metres to the target; the difficulty follows from it and optimal", 0, low=0, high=10_000)
OPTIMAL = Key("optimal", "the weapon's optimal distance in metres; 0: the difficulty as given", 0, low=0, high=10_000)
COVER = Key("cover", "what cover that was taken adds to the difficulty", 0, low=-50, high=100)
BONUS = Key("bonus", "what is added to the die: traits, aiming, abilities", 0)
READING = Key("to_hit", "how the table reads the throw", "sum", "choice", choices=("sum", "base"))
CRITICALS = Key("criticals", "whether a 10 always hits and a 1 never", "none", "choice", choices=("none", "extremes"))
SHOTS = Key("shots", "how many shots are fired", 1, low=1, high=20)
DAMAGE = Key("damage", "what one hit does, as 5-12", "5-12", "text")
STRENGTH = Key("strength", "ST: the sides of the three dice", 6, low=1, high=1_000)
EXTRA = Key("extra", "what is added to the damage of each hit", 0)
DR = Key("dr", "the target's damage resistance", 0, low=0, high=10_000)
PENETRATION = Key("penetration", "how much of the DR is ignored", 0, low=0, high=10_000)
WEAR = Key("wear", "how much DR the armour loses each time it is pierced", 0, low=0, high=10_000)
HP = Key("hp", "the target's HP; 0: whether it goes down is not asked", 0, low=0, high=10_000)
DR_PER = Key("dr_per", "whether the DR is taken once or from each hit", "attack", "choice", choices=("attack", "hit"))
BLOWS = Key("melee_to_hit", "whether a blow must be thrown for", "throw", "choice", choices=("throw", "automatic"))

THROW = (SKILL, DIFFICULTY, DISTANCE, OPTIMAL, COVER, BONUS, READING, CRITICALS)
ARMOUR = (EXTRA, DR, PENETRATION, HP)


def _difficulty(values: Values) -> int:
    if values["optimal"]:
        return m.difficulty_at(values["distance"] * METRE, values["optimal"] * METRE) + int(values["cover"])
    if values["distance"]:
        raise ValueError("a distance says nothing without the weapon's optimal distance: give optimal too (DUA-10)")
    return int(values["difficulty"]) + int(values["cover"])


def _need(values: Values, difficulty: int) -> int:
    return m.needed(values["skill"], difficulty, values["bonus"], values["to_hit"] == "base")


def _dr(values: Values) -> int:
    return m.resistance(values["dr"], values["penetration"])


# --- the questions -----------------------------------------------------------------------------------------------


def _attack(values: Values) -> tuple[Came, tuple[Stage, ...]]:
    shots = (_shot(values, _need(values, _difficulty(values))),) * values["shots"]
    return NOTHING, (*shots, *_harm(values), _left(values, values["wear"]))


def _check(values: Values) -> tuple[Came, tuple[Stage, ...]]:
    return NOTHING, (_shot(values, _need(values, _difficulty(values))),)


def _unarmed(values: Values) -> tuple[Came, tuple[Stage, ...]]:
    if values["melee_to_hit"] == "automatic":
        return Came(1, 0, 0), (_blow(values), _left(values, 0))
    return NOTHING, (_shot(values, _need(values, m.DIFFICULTY)), _blow(values), _left(values, 0))


def _way(values: Values) -> tuple[int, tuple[Stage, ...]]:
    del values
    return 0, (lambda _, dice: m.thrown_move(dice) // METRE,)


def _reached(values: Values, difficulty: int) -> tuple[str, str]:
    need = _need(values, difficulty)
    faces = m.faces_that_hit(need, values["criticals"] == "extremes")
    return f"difficulty {difficulty}", f"face needed {need}: {faces} of {m.TO_HIT_SIDES} faces hit"


def _armour(values: Values) -> str:
    return f"DR that counts {_dr(values)}"


def _unarmed_notes(values: Values) -> tuple[str, ...]:
    if values["melee_to_hit"] == "automatic":
        return ("a blow within reach lands", _armour(values))
    return (*_reached(values, m.DIFFICULTY), _armour(values))


HITS = Answer("hits", lambda came: came.hits)
LEFT = (
    Answer("damage", lambda left: left.damage),
    Answer("points off the DR", lambda left: left.worn),
    Answer("target", lambda left: ("stands", "down")[left.down] if left.down >= 0 else "not asked"),
)

ATTACK = Query(
    name="attack",
    title="an attack: hits, damage that gets through, points off the armour",
    keys=(*THROW, SHOTS, DAMAGE, *ARMOUR, WEAR, DR_PER),
    plan=_attack,
    answers=(HITS, *LEFT),
    rules=("DUA-10", "DUA-11", "DUA-12", "DUA-14", "DUA-18", "DUA-19", "DUA-20"),
    notes=lambda values: (*_reached(values, _difficulty(values)), _armour(values)),
)

CHECK = Query(
    name="check",
    title="a throw to hit",
    keys=THROW,
    plan=_check,
    answers=(Answer("hit", lambda came: "yes" if came.hits else "no"),),
    rules=("DUA-10", "DUA-20"),
    notes=lambda values: _reached(values, _difficulty(values)),
)

UNARMED = Query(
    name="unarmed",
    title="a blow with bare hands: three dice of ST sides",
    keys=(SKILL, BONUS, READING, CRITICALS, STRENGTH, *ARMOUR, BLOWS),
    plan=_unarmed,
    answers=(HITS, LEFT[0], LEFT[2]),
    rules=("DUA-10", "DUA-12", "DUA-13", "DUA-20"),
    notes=_unarmed_notes,
)

WAY = Query(
    name="way",
    title="the way thrown for, in metres (ruling movement: dice)",
    keys=(),
    plan=_way,
    answers=(Answer("metres", lambda metres: metres),),
    rules=("DUA-7", "DUA-20"),
)

QUERIES = (ATTACK, CHECK, UNARMED, WAY)
