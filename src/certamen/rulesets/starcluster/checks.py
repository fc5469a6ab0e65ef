"""A check of StarCluster with its whole reckoning: target number, chance of success, quality of success."""

from typing import NamedTuple

from certamen.kernel.draws import Draws
from certamen.kernel.event import Die, Part
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster.state import (
    Combatant,
    StarState,
    at_or_under,
    plus_of,
    ruled,
    skill_target,
    wound_of,
)

Row = tuple[str, int, str]
"""One modifier: what it is called, its points, where it comes from."""


class Result(NamedTuple):
    """What came of a check: its quality is 0 where it failed."""

    target: int
    success: bool
    quality: int
    parts: tuple[Part, ...]
    dice: tuple[Die, ...]
    rules: tuple[str, ...]


NOTHING: Row = ("", 0, "")


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
    source = "the sheet's target number" if skill in me.sheet.targets else "SC2-7"
    return (
        (f"{skill} {plus_of(me, skill):+}", skill_target(state, me, skill), source),
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
    fallen = draws.take()
    modifiers, further = _parts(targets), _parts(qualities)
    parts = [*modifiers, Part("target number", target, kind="target")]
    parts += [Part(f"{die.purpose} roll", die.face, "1d100", "die") for die in fallen]
    if success:
        parts += [*further, Part("quality of success", quality, kind="total")]
    used = [part.source for part in (*modifiers, *further) if part.source.startswith("SC2-")]
    rules = tuple(dict.fromkeys(["SC2-7", *used, "SC2-8", *(["SC2-10"] if success else [])]))
    return Result(target, success, quality, tuple(parts), fallen, rules)


def _parts(rows: tuple[Row, ...]) -> list[Part]:
    return [Part(label, points, source) for label, points, source in rows if points or label.startswith("range")]
