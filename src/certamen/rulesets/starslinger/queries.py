"""What Starslinger can be asked the odds of: an attack with its damage, a check, its dice, a critical effect."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from certamen.dice import Dice
from certamen.kernel.query import Answer, Key, Query
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.harm import row_of
from certamen.rulesets.starslinger.reckon import DEGREES
from certamen.rulesets.starslinger.rules import RULINGS
from certamen.rulesets.starslinger.scene import CRITICAL_EFFECTS
from certamen.rulesets.starslinger.sheet import read_dice
from certamen.rulesets.starslinger.state import code

Values = Mapping[str, Any]
Stage = Callable[[Any, Dice], Any]


class Judged(NamedTuple):
    """A total and what is natural of it: all that a degree hangs on."""

    total: int
    natural: int


class Struck(NamedTuple):
    """An attack's degree, whether it is a critical hit, and its damage as far as that is known."""

    degree: int
    critical: bool
    damage: int


# --- the keys --------------------------------------------------------------------------------------------------


def _ruled(name: str) -> Key:
    ruling = next(one for one in RULINGS if one.name == name)
    return Key(name, f"ruling on {ruling.rule}", ruling.default, "choice", choices=tuple(c for c, _ in ruling.choices))


MODIFIER = Key("modifier", "skill modifier, and what else is added to the d20", 0)
DC = Key("dc", "the DC to reach", low=0, high=1_000)
ADVANTAGE = Key("advantage", "1 for advantage, -1 for disadvantage", 0, low=-1, high=1)
EDGES = Key("edges", "edges gained less edges lost", 0, low=-100, high=100)
CHECKS = Key("checks", "checks made before in the same turn", 0, low=0, high=100)
D20 = Key("d20", "what the d20 shows, where it has fallen; 0: it is rolled", 0, low=0, high=20)
SECOND_DC = Key("second_dc", "the other DC, where the attack goes against two; 0: only one", 0, low=0, high=1_000)
FLAT = Key("flat_footed", "whether the target is flat-footed: the lower of two DCs counts", 0, "flag")
DC_EDGES = Key("dc_edges", "edges on the target's DCs, gained less lost", 0, low=-100, high=100)
ACCURACY = Key("accuracy", "the weapon's accuracy", 0)
THREAT = Key("threat", "the lowest natural roll that makes a hit critical", 20, low=17, high=20)
DAMAGE = Key("damage", "the weapon's dice, as 1d8; empty: it does no damage", "", "text")
LEVEL = Key("level", "the attacker's level: one more die for every 5", 1, low=0, high=100)
HANDS = Key("hands", "how many hands hold the weapon", 1, low=0, high=2)
BONUS = Key("bonus", "what is added to the damage beyond the attack modifier", 0)
TWICE = Key("twice", "whether it is one of two attacks for one action, each at half damage", 0, "flag")
ARMOUR = Key("armour", "the target's armour rating", 0, low=0, high=10_000)
ITEMS = Key("items", "how many items the target wields", 1, low=0, high=2)
PETRIFIES = Key("petrifies", "whether the attack could petrify", 0, "flag")
NATURAL, LOST_EDGE = _ruled("natural"), _ruled("lost_edge_natural")
SHARE, HALVES = _ruled("attack_modifier"), _ruled("half_round")

# --- the stages ------------------------------------------------------------------------------------------------


def _roll(values: Values) -> Stage:
    """The dice of a check; the d20 lies already where it was given."""
    advantage, edges, d20 = values["advantage"], values["edges"], values.get("d20", 0)
    lost_edge = code("lost_edge_natural", values["lost_edge_natural"])

    def roll(_: object, dice: Dice) -> m.Roll:
        if not d20:
            return m.roll_check(dice, advantage, edges, lost_edge)
        edge = m.roll_edge(dice, edges)
        return m.Roll(d20, edge, m.natural_roll(d20, edge, lost_edge))

    return roll


def _modifiers(values: Values) -> m.Modifiers:
    penalty = m.check_penalty(values["checks"], values["checks"], m.Counts.CHECKS)
    return m.counted(m.counted(m.NONE, values["modifier"] + values.get("accuracy", 0), False), penalty, False)


def _total(values: Values) -> Stage:
    modifiers = _modifiers(values)
    return lambda roll, dice: Judged(m.check_total(roll, modifiers, m.Scope.TEMPORARY), roll.natural)


def _attack_dc(values: Values) -> int:
    one = values["dc"]
    return m.edged_dc(m.targeted_dc(one, values["second_dc"] or one, values["flat_footed"]), values["dc_edges"])


def _attack(values: Values) -> Stage:
    dc, naturals, threat = _attack_dc(values), code("natural", values["natural"]), values["threat"]

    def attack(judged: Judged, dice: Dice) -> Struck:
        degree = m.attack_degree(judged.total, judged.natural, dc, naturals)
        return Struck(degree, m.critical_hit(degree, judged.natural, threat), 0)

    return attack


def _damage_roll(values: Values) -> Stage:
    count, sides = _damage_dice(values)

    def roll(struck: Struck, dice: Dice) -> Struck:
        if struck.degree < m.Degree.SUCCESS or not count:
            return struck
        return struck._replace(damage=m.roll_damage(dice, count, sides, struck.critical, m.Die.DAMAGE))

    return roll


def _through(values: Values) -> Stage:
    count, _ = _damage_dice(values)
    halves, bonus, armour = code("half_round", values["half_round"]), _damage_bonus(values), values["armour"]

    def through(struck: Struck, dice: Dice) -> Struck:
        if struck.degree < m.Degree.SUCCESS or not count:
            return struck
        amount = m.damage(struck.damage, bonus, values["twice"], halves)
        return struck._replace(damage=m.after_armour(amount, armour))

    return through


def _damage_dice(values: Values) -> tuple[int, int]:
    read = read_dice(values["damage"])
    if read is None:
        raise ValueError(f"damage {values['damage']!r} cannot be rolled: dice such as 1d8")
    count, sides = read
    return (m.damage_dice(count, values["level"]), sides) if count else read


def _damage_bonus(values: Values) -> int:
    share, halves = code("attack_modifier", values["attack_modifier"]), code("half_round", values["half_round"])
    own = m.damage_modifier(values["modifier"], values["accuracy"], values["hands"] == 2, share, halves)
    bonus: int = values["bonus"]
    return own + bonus


# --- the questions ---------------------------------------------------------------------------------------------


def _check_notes(values: Values) -> tuple[str, ...]:
    sides = m.edge_sides(values["edges"])
    edge = f", edge die d{sides} {'added' if values['edges'] > 0 else 'taken off'}" if sides else ""
    return (f"d20 {m.modifier(_modifiers(values)):+d}{edge}",)


def _attack_notes(values: Values) -> tuple[str, ...]:
    count, sides = _damage_dice(values)
    does = (f"damage {count}d{sides} {_damage_bonus(values):+d}",) if count else ()
    return (*_check_notes(values), f"DC {_attack_dc(values)}", *does)


ATTACK_KEYS = (
    *(MODIFIER, DC, SECOND_DC, FLAT, DC_EDGES, ACCURACY, ADVANTAGE, EDGES, CHECKS, D20, THREAT),
    *(DAMAGE, LEVEL, HANDS, BONUS, TWICE, ARMOUR, NATURAL, LOST_EDGE, SHARE, HALVES),
)

ATTACK = Query(
    name="attack",
    title="an attack: its degree, and the damage that gets through",
    keys=ATTACK_KEYS,
    plan=lambda values: (
        None,
        (_roll(values), _total(values), _attack(values), _damage_roll(values), _through(values)),
    ),
    answers=(
        Answer("degree", lambda struck: DEGREES[struck.degree]),
        Answer("critical hit", lambda struck: "yes" if struck.critical else "no"),
        Answer("damage", lambda struck: struck.damage),
    ),
    rules=tuple(f"SLG-{n}" for n in (4, 5, 7, 9, 10, 11, 12, 15, 16, 17, 19, 20, 24)),
    notes=_attack_notes,
)


def _degree(values: Values) -> Stage:
    naturals = code("natural", values["natural"])
    return lambda judged, dice: m.degree(judged.total, judged.natural, values["dc"], naturals)


CHECK = Query(
    name="check",
    title="a check: which of the four outcomes",
    keys=(MODIFIER, DC, ADVANTAGE, EDGES, CHECKS, D20, NATURAL, LOST_EDGE),
    plan=lambda values: (None, (_roll(values), _total(values), _degree(values))),
    answers=(Answer("degree", lambda degree: DEGREES[degree]),),
    rules=("SLG-4", "SLG-5", "SLG-7", "SLG-9", "SLG-10", "SLG-11"),
    notes=_check_notes,
)

ROLL = Query(
    name="roll",
    title="the dice of a check: what is natural, and what they come to",
    keys=(ADVANTAGE, EDGES, D20, LOST_EDGE),
    plan=lambda values: (None, (_roll(values), _total({**values, "modifier": 0, "checks": 0}))),
    answers=(Answer("natural", lambda judged: judged.natural), Answer("total", lambda judged: judged.total)),
    rules=("SLG-9", "SLG-10", "SLG-11"),
)


def _critical(values: Values) -> tuple[tuple[int, ...], tuple[Stage, ...]]:
    """The faces of the d100 whose rows stand for this target: the rerolls of all others come to one of them alike."""
    standing = tuple(face for face in range(1, 101) if _stands(face, values["items"] > 0, values["petrifies"]))
    return standing, (lambda faces, dice: faces[dice.roll(len(faces), m.Die.CRITICAL_EFFECT) - 1], _row)


def _stands(face: int, wields: bool, petrifies: bool) -> bool:
    effect = row_of(CRITICAL_EFFECTS, face).effect
    return m.effect_applies(effect in ("drops-item", "jams-item"), wields, effect == "petrified", petrifies)


def _row(face: int, dice: Dice) -> str:
    return row_of(CRITICAL_EFFECTS, face).effect


CRITICAL_EFFECT = Query(
    name="critical-effect",
    title="a critical hit's effect, on the table as shipped",
    keys=(ITEMS, PETRIFIES),
    plan=_critical,
    answers=(Answer("effect", lambda effect: effect),),
    rules=("SLG-20",),
    notes=lambda values: (f"{100 - len(_critical(values)[0])} of 100 faces are rolled again",),
)

QUERIES = (ATTACK, CHECK, ROLL, CRITICAL_EFFECT)
