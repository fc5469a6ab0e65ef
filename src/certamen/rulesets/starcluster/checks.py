"""A check of StarCluster with its whole reckoning: target number, chance of success, quality of success."""

from typing import NamedTuple

from certamen.kernel.audience import Audience, vital
from certamen.kernel.draws import Draws
from certamen.kernel.event import Die, Part
from certamen.kernel.rule import RulingValue
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster.state import (
    Combatant,
    StarState,
    at_or_under,
    extra,
    plus_of,
    ruled,
    skill_target,
    wound_of,
)

Row = tuple[str, int, str]
"""One modifier: what it is called, its points, where it comes from."""


class Result(NamedTuple):
    """What came of a check: its quality is 0 where it failed; `exact`: who may know its target number."""

    target: int
    success: bool
    quality: int
    parts: tuple[Part, ...]
    dice: tuple[Die, ...]
    rules: tuple[str, ...]
    rulings: tuple[tuple[str, RulingValue], ...]
    exact: Audience


NOTHING: Row = ("", 0, "")
SKILL, SHEET = "SC2-7", "the sheet's target number"


def skill_row(state: StarState, me: Combatant, skill: str) -> Row:
    """Give what a skill alone gives, by its plus or by the sheet outright (SC2-7)."""
    source = SHEET if skill in me.sheet.targets else SKILL
    return (f"{skill} {plus_of(me, skill):+}", skill_target(state, me, skill), source)


def target_rows(
    state: StarState,
    me: Combatant,
    skill: str,
    reach: Row = NOTHING,
    armour: Row = NOTHING,
    cover: Row = NOTHING,
    lighting: Row = NOTHING,
) -> tuple[Row, ...]:
    """List what makes a target number, in the order in which `mechanics.target_number` takes it."""
    return (
        skill_row(state, me, skill),
        reach,
        armour,
        cover,
        lighting,
        ("initiative shift", me.shift_chance, "SC2-6"),
        ("trade", m.trade(me.trade + me.round_trade).chance, "SC2-5"),
        ("hindered", m.wound_penalty(wound_of(state, me)), "SC2-12"),
    )


def quality_rows(state: StarState, me: Combatant, weapon: Row = NOTHING) -> tuple[Row, ...]:
    """List what is added to a quality roll, in the order in which `mechanics.quality_bonus` takes it."""
    penalty = m.quality_penalty(wound_of(state, me), ruled(state, "hindered_quality", "yes"))
    return (
        weapon,
        ("initiative shift", me.shift_quality, "SC2-6"),
        ("trade", m.trade(me.trade + me.round_trade).quality, "SC2-5"),
        ("hindered", penalty, "SC2-12"),
    )


def target_of(rows: tuple[Row, ...]) -> int:
    """Give the target number of these rows."""
    return m.target_number(*[points for _, points, _ in rows])


def bonus_of(rows: tuple[Row, ...]) -> int:
    """Give the bonus on quality of these rows."""
    return m.quality_bonus(*[points for _, points, _ in rows])


def roll_check(
    state: StarState, me: Combatant, targets: tuple[Row, ...], weapon: Row, tries: int, draws: Draws
) -> Result:
    """Roll chance of success, up to `tries` times, then quality of success (SC2-8, SC2-10)."""
    target, dice = target_of(targets), draws.of(state, me.id)
    success = m.chance_of_success(dice, target, tries, at_or_under(state), m.Die.CHANCE) > 0
    qualities = quality_rows(state, me, weapon) if success else ()
    quality = m.quality_of_success(dice, bonus_of(qualities)) if success else 0
    fallen, exact = draws.take(), vital(state, me.id)
    parts = [*_chance_part(state), *_parts(state, targets, exact)]
    parts.append(Part("target number", target, kind="target", to=exact))
    parts += [Part(f"{die.purpose} roll", die.face, "1d100", "die") for die in fallen]
    if success:
        parts += [*_parts(state, qualities, exact), Part("quality of success", quality, kind="total")]
    used = [source for _, points, source in (*targets, *qualities) if points and source in OPEN_RULES[state.shown]]
    again = ["SC2-9"] if state.combat and extra(state) else []
    rules = tuple(dict.fromkeys([*again, "SC2-7", *used, "SC2-8", *(["SC2-10"] if success else [])]))
    rulings = rulings_of(state, targets, qualities)
    return Result(target, success, quality, tuple(parts), fallen, rules, rulings, exact)


OPEN_RULES = {
    "exact": ("SC2-5", "SC2-6", "SC2-12"),
    "words": ("SC2-5", "SC2-6", "SC2-12"),
    "nothing": ("SC2-5", "SC2-6"),
}
"""The rules of rows that may be told by what is shown of enemies: where nothing is, not that one is hindered."""


def _chance_part(state: StarState) -> tuple[Part, ...]:
    slot = state.order.current
    if not state.combat or slot is None:
        return ()
    return (Part("at initiative", slot.at, "SC2-9" if slot.nth > 1 else "SC2-2", "note"),)


def _parts(state: StarState, rows: tuple[Row, ...], exact: Audience) -> list[Part]:
    """The rows that count; what a skill gives, and by `shown` that one is hindered, only for who may know."""
    secret = (SKILL, SHEET) if state.shown != "nothing" else (SKILL, SHEET, "SC2-12")
    return [
        Part(label, points, source, to=exact if source in secret else None)
        for label, points, source in rows
        if points or label.startswith("range")
    ]


def rulings_of(
    state: StarState, targets: tuple[Row, ...], qualities: tuple[Row, ...] = ()
) -> tuple[tuple[str, RulingValue], ...]:
    """List the rulings that these numbers came about by."""
    names = ["success", *(["base_target", "per_plus"] if targets[0][2] == SKILL else [])]
    if qualities and targets[-1][1]:  # hindered
        names.append("hindered_quality")
    return tuple([(name, state.rulings[name]) for name in names])
