"""What Striker can be asked the odds of: any line of the book's notation, and who goes first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from certamen.dice import Dice
from certamen.kernel.query import Answer, Key, Query
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker import notation
from certamen.rulesets.striker.lines import ATTACK, effect_of
from certamen.rulesets.striker.notation.run import Resolved
from certamen.rulesets.striker.notation.tree import CHALLENGES, IN_USE

ASSUMED = 10  # as in a scene that does not say otherwise
CHK_PLUS = tuple(one.name.lower() for one in m.ChkPlus)
AREA_SAVE = tuple(one.name.lower() for one in m.AreaSave)
Stage = Callable[[Any, Dice], Any]
FIGURES = {name: name.lower().replace("-", "_") for name in (*CHALLENGES, "B", "S")} | {"M": "m", "R": "ranks"}


class Come(NamedTuple):
    """What a line has come to: whether all went well so far, by how much, what is lost, what was set or given."""

    success: int = 1
    margin: int = 0
    lost: int = 0
    amount: int = 0


class Who(NamedTuple):
    """The totals of two who roll for initiative."""

    mine: int
    other: int


# --- a line --------------------------------------------------------------------------------------------------------


def _line(values: Mapping[str, Any]) -> notation.Act | notation.Call:
    """The line asked about. Raises ValueError where it cannot be read."""
    try:
        return notation.parse_line(values["line"])
    except notation.NotationError as error:
        raise ValueError(f"line, column {error.column}: {error.found} will not do, expected {error.expected}") from None


def _skills(text: str) -> dict[str, int]:
    """Modifiers by name, from `Stealth=3, Perception=1`. Raises ValueError."""
    found = {}
    for pair in filter(None, (one.strip() for one in text.split(","))):
        name, _, figure = pair.partition("=")
        if not name.strip() or not figure.strip().removeprefix("-").isdecimal():
            raise ValueError(f"skills: {pair!r} will not do, expected such as Stealth=3, Perception=1")
        found[name.strip()] = int(figure)
    return found


def _figures(line: notation.Act | notation.Call, values: Mapping[str, Any]) -> notation.Values:
    """What the names of a line stand for: skills not named otherwise have the M of the line."""
    own = dict.fromkeys(notation.skills_named(line), values["m"]) | {IN_USE: values["m"]}
    return notation.Values(own | _skills(values["skills"]), {name: values[key] for name, key in FIGURES.items()})


def _effect(values: Mapping[str, Any]) -> notation.Rolls | None:
    """The weapon's effect; None where none is given. Raises ValueError."""
    if not values["effect"]:
        return None
    try:
        found = effect_of(values["effect"])
    except notation.NotationError as error:
        raise ValueError(f"effect, column {error.column}: expected {error.expected}") from None
    if found is None:
        raise ValueError(f"{values['effect']!r} is no effect: expected dice off a pool, as 2d6(hp,frc)")
    return found


def _plan(values: Mapping[str, Any]) -> tuple[Come, tuple[Stage, ...]]:
    line, weapon = _line(values), _effect(values)
    known = _figures(line, values)
    steps, names = (line.steps, line.names) if isinstance(line, notation.Act) else ((line,), ())
    area = weapon if "attack-area" in names else None
    return Come(), tuple(partial(_step, notation.resolve(step, known), values, weapon, area) for step in steps)


def _step(
    found: Resolved,
    values: Mapping[str, Any],
    weapon: notation.Rolls | None,
    area: notation.Rolls | None,
    now: Come,
    dice: Dice,
) -> Come:
    """One step of a line, if those before it succeeded (STR-5). `area`: the effect that a save is made against."""
    if not now.success:
        return now
    match found:
        case notation.Checks():
            return _check(found, values, now, dice)
        case notation.Imposes():
            saved = m.check(values["save"], found.amount, 0, m.Die.SAVE, dice)
            now = now._replace(success=int(not saved), amount=found.amount)
            return now if area is None else _area(now, area, values, dice)
        case notation.Strikes():
            bonus = m.effect_bonus(found.amount, values["strength"], True, True)
            return now if weapon is None else _lose(now, weapon, bonus, values, dice)
        case notation.Rolls():
            return _lose(now, found, 0, values, dice)
        case notation.Sets() | notation.Gives():
            return now._replace(amount=found.amount)
    return now


def _check(found: notation.Checks, values: Mapping[str, Any], now: Come, dice: Dice) -> Come:
    """A check or save made, or a passive value looked up (STR-4, STR-6)."""
    edge = m.net_edge(bool(values["advantage"]), bool(values["disadvantage"]))
    base, ruling = int(values["passive_base"]), m.ChkPlus[str(values["chk_plus"]).upper()]
    done = notation.roll(found, dice, values["challenge"], edge, base, ruling)
    free = found.challenge is None and not found.against and found.kind == "psv"
    margin = done.total if free or done.challenge is None else done.total - done.challenge
    return now._replace(success=int(free or done.success), margin=margin)


def _lose(now: Come, rolls: notation.Rolls, bonus: int, values: Mapping[str, Any], dice: Dice) -> Come:
    thrown = m.effect(rolls.count, rolls.sides, bonus, dice)
    return now._replace(lost=now.lost + m.reduced(thrown, values["resistance"]))


def _area(now: Come, rolls: notation.Rolls, values: Mapping[str, Any], dice: Dice) -> Come:
    """The effect of an area on one who stands in it and saved or did not (STR-27)."""
    ruling = m.AreaSave[str(values["area_save"]).upper()]
    saved = not now.success
    if not m.area_needs_effect(int(not saved), int(saved), ruling):
        return now
    bonus = m.area_bonus(values["m"], values["area_adds_m"] == "yes")
    thrown = m.effect(rolls.count, rolls.sides, bonus, dice)
    return now._replace(lost=m.area_amount(thrown, saved, values["resistance"], ruling))


def _notes(values: Mapping[str, Any]) -> tuple[str, ...]:
    """The line as it was read, and the figures it was reckoned with."""
    line = _line(values)
    named = [f"{name} {values[FIGURES[name]]}" for name in notation.figures(line) if name in FIGURES]
    skills = [f"M({name}) {value}" for name, value in _figures(line, values).modifiers.items() if name != IN_USE]
    return (notation.print_line(line), ", ".join(dict.fromkeys((*named, *skills))))


LINE = Query(
    name="line",
    title="a line of the notation",
    keys=(
        Key("line", "a line of the notation, as attack(main-act) -> chk(TC)= +M -> eff= +M eff", ATTACK, "text"),
        Key("m", "M, the modifier of the skill", 0, low=-50, high=100),
        Key("skills", "M of other skills it names, as Stealth=3, Perception=1; those not given have M", "", "text"),
        Key("advantage", "two d20, the higher counts", 0, "flag"),
        Key("disadvantage", "two d20, the lower counts", 0, "flag"),
        Key("tc", "TC, the target's challenge", ASSUMED, low=-50, high=200),
        Key("tc_a", "TC-A, that of an area", m.AREA_SPOT, low=-50, high=200),
        Key("cc", "CC, an item's complexity", ASSUMED, low=-50, high=200),
        Key("cc_q", "CC-Q, its quality", ASSUMED, low=-50, high=200),
        Key("cc_s", "CC-S, its security", ASSUMED, low=-50, high=200),
        Key("sc", "SC, a social challenge", ASSUMED, low=-50, high=200),
        Key("pc", "PC, a perception challenge", ASSUMED, low=-50, high=200),
        Key("challenge", "the number to reach where the line names none", ASSUMED, low=-50, high=200),
        Key("effect", "the weapon's effect, as 2d6(hp,frc); without it nothing is lost", "", "text"),
        Key("strength", "M(Strength), where the ruling melee_strength adds it", 0, low=-50, high=100),
        Key("resistance", "the target's resistance to the effect", 0, low=0, high=10_000),
        Key("save", "the target's modifier where the line makes it save", 0, low=-50, high=100),
        Key("ranks", "R, the ranks in the skill", 0, low=0, high=100),
        Key("b", "B, a named modifier", 0, low=-50, high=100),
        Key("s", "S, a named modifier", 0, low=-50, high=100),
        Key("passive_base", "ruling: what passive values start from", "8", "choice", choices=("8", "10")),
        Key("chk_plus", "ruling: what chk+ is", "not_below_passive", "choice", choices=CHK_PLUS),
        Key("area_save", "ruling: what a save against an area is good for", "negate", "choice", choices=AREA_SAVE),
        Key("area_adds_m", "ruling: whether an area's effect gets M", "no", "choice", choices=("no", "yes")),
    ),
    plan=_plan,
    answers=(
        Answer("success", lambda come: "yes" if come.success else "no"),
        Answer("margin", lambda come: int(come.margin)),
        Answer("lost", lambda come: int(come.lost)),
        Answer("amount", lambda come: int(come.amount)),
    ),
    rules=("STR-4", "STR-5", "STR-6", "STR-26", "STR-27", "STR-35"),
    notes=_notes,
)


# --- initiative ----------------------------------------------------------------------------------------------------


def _order(values: Mapping[str, Any]) -> tuple[Who, tuple[Stage, ...]]:
    def mine(now: Who, dice: Dice) -> Who:
        own = m.initiative(m.initiative_die(dice), values["m"], values["m"], m.GmInitiative.INDIVIDUAL)
        return now._replace(mine=own)

    def other(now: Who, dice: Dice) -> int:
        his = m.initiative(m.initiative_die(dice), values["other"], values["other"], m.GmInitiative.INDIVIDUAL)
        one = m.Initiative(now.mine, values["m"], values["perception"], 0)
        two = m.Initiative(his, values["other"], values["other_perception"], 0)
        return 0 if m.tied(one, two) else 1 if m.goes_before(one, two) else -1

    return Who(0, 0), (mine, other)


INITIATIVE = Query(
    name="initiative",
    title="who of two goes first",
    keys=(
        Key("m", "M(Resolve) of the one", None, low=-50, high=100),
        Key("other", "M(Resolve) of the other", None, low=-50, high=100),
        Key("perception", "M(Perception) of the one", 0, low=-50, high=100),
        Key("other_perception", "M(Perception) of the other", 0, low=-50, high=100),
    ),
    plan=_order,
    answers=(Answer("first", lambda sign: {1: "the one", -1: "the other", 0: "a tie: a d20 each"}[int(sign)]),),
    rules=("STR-12", "STR-13"),
)

QUERIES: tuple[Query, ...] = (LINE, INITIATIVE)
