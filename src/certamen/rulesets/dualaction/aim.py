"""The reckoning of an attack: the face needed, the bonus on damage, the DR that counts, and every row of it."""

from typing import NamedTuple

from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel.audience import EVERYONE, Audience, vital
from certamen.kernel.event import Part
from certamen.kernel.space import Place
from certamen.kernel.space.drawn import metres_text
from certamen.kernel.state import effects_on, has_effect
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.sheet import UNARMED, Modifier, Weapon
from certamen.rulesets.dualaction.state import (
    IN_COVER,
    Combat,
    Fighter,
    distance,
    number,
    ruled,
    skill_of,
    unless_hidden,
)
from certamen.rulesets.dualaction.weapons import AIMED, BLOW, base_difficulty

Held = tuple[tuple[Modifier, str], ...]
Rows = tuple[Part, ...]


class Aim(NamedTuple):
    """An attack reckoned up.

    need: the lowest face that hits; bonus: on the damage of each hit; dr: the DR that counts; pierces: how much DR it
    ignores.
    target: rows that make up what must be reached; added: rows added to the die; damage, armour: rows of the damage;
    changes: of these, what goes beyond the weapon's own figures (DUA-18).
    """

    need: int
    bonus: int
    dr: int
    pierces: int
    target: Rows
    added: Rows
    damage: Rows
    armour: Rows
    changes: Rows


def modifiers(one: Fighter, weapon: Weapon, target: Fighter) -> Held:
    """The traits and weapon's own modifiers that hold for this attack, each with its source (DUA-15, DUA-18)."""
    listed = [(trait, "trait") for trait in one.sheet.traits] + [(own, weapon.name) for own in weapon.modifiers]
    return tuple(
        (modifier, source)
        for modifier, source in listed
        if (not modifier.classes or weapon.skill in modifier.classes)
        and (not modifier.against or any(kind in target.sheet.kinds for kind in modifier.against))
    )


def cover_of(state: Combat, who: str, target: str | Place) -> spaces.Cover | None:
    """What stands between a shooter and his target that is of use as cover."""
    return useful_cover(state.space, who, target)


def useful_cover(space: spaces.Metres, a: str | Place, b: str | Place) -> spaces.Cover | None:
    """The cover that `b` has against `a`, if it is worth anything."""
    cover = spaces.cover_between(space, a, b)
    return cover if cover is not None and cover.modifier else None


def take_aim(state: Combat, who: str, target: str, weapon: Weapon, mode: str) -> Aim:
    """Reckon an attack up; mode is blow, thrown, single, aimed or burst (DUA-10, DUA-13, DUA-14, DUA-18)."""
    one, other = state.participants[who], state.participants[target]
    held, mine = modifiers(one, weapon, other), narrow(vital(state, who))
    by_base, skill = ruled(state, "to_hit", "base"), skill_of(one, weapon)
    difficulty, hard = _difficulty_rows(state, who, target, weapon, mode)
    helps = to_hit_rows(state, who, held, mode, mine)
    need = m.needed(skill, difficulty, total(helps), by_base)
    known = Part(f"skill {weapon.skill}", skill, "sheet", to=mine)
    if by_base:
        hard = (known, Part("difficulty beyond 6", difficulty - m.DIFFICULTY, "DUA-10"))
        reached = Part("to reach", need + total(helps), "ruling to_hit", "target", to=mine)
    else:
        reached = Part("difficulty", difficulty, "DUA-10", "target")
    rows = (*hard, reached) if len(hard) > 1 else (replace(hard[0], kind="target"),)
    extra, piercing = damage_rows(state, one, weapon, held, mine), piercing_rows(one, weapon, held, mine)
    dr, armour = protection(state, target)
    pierces = total(piercing)
    changes = changed(weapon, extra, piercing)
    added = helps if by_base else (known, *helps)
    dr = m.resistance(dr, pierces)
    return Aim(need, total(extra), dr, pierces, rows, added, extra, (*armour, *piercing), changes)


def changed(weapon: Weapon, extra: Rows, piercing: Rows) -> Rows:
    """Of the rows of the damage and of what penetrates, those that go beyond the weapon's own figures (DUA-18)."""
    beyond = piercing[1:] if weapon.penetration else piercing
    return (*extra, *(row for row in beyond if row.counted))


def total(rows: Rows) -> int:
    """The sum of the rows that count."""
    return sum(row.value for row in rows if row.counted and isinstance(row.value, int))


def narrow(audience: Audience) -> Audience | None:
    """The audience of a row: None, as its event, where all may know it."""
    return None if audience == EVERYONE else audience


def protection(state: Combat, target: str) -> tuple[int, Rows]:
    """Someone's DR with what effects add to it, and the rows that take it from the damage (DUA-12)."""
    theirs, dr = narrow(vital(state, target)), state.participants[target].dr
    effects = _effect_rows(state, target, "dr")
    rows = tuple(replace(row, value=-row.value, to=theirs) for row in effects if isinstance(row.value, int))
    return m.protection(dr, total(effects)), ((Part("DR", -dr, "armour", to=theirs), *rows) if dr else rows)


def _difficulty_rows(state: Combat, who: str, target: str, weapon: Weapon, mode: str) -> tuple[int, Rows]:
    cm = distance(state, who, target)
    base = base_difficulty(state, weapon, mode, cm)
    within = "within reach" if mode == BLOW else f"at {metres_text(cm)}" if cm else "next to each other"
    rows = [Part(f"difficulty {within}", base, weapon.name)]
    cover = None if mode == BLOW else cover_of(state, who, target)
    if cover is not None:
        taken = has_effect(state, target, IN_COVER)
        why = "" if taken else "no cover was taken"
        rows.append(Part(f"cover: {cover.name}", cover.modifier, "scene", counted=taken, why=why))
    return total(tuple(rows)), tuple(rows)


def to_hit_rows(state: Combat, who: str, held: Held, mode: str, mine: Audience | None) -> Rows:
    """What is added to the die: traits and modifiers that hold, aiming, effects (DUA-10, DUA-19)."""
    rows = [Part(one.name, one.to_hit, source, to=mine) for one, source in held if one.to_hit]
    if mode == AIMED:
        rows.append(Part("aimed", number(state, "aimed_bonus"), "DUA-19"))
    return (*rows, *_effect_rows(state, who, "to_hit"))


def damage_rows(state: Combat, one: Fighter, weapon: Weapon, held: Held, mine: Audience | None) -> Rows:
    """What is added to the damage of each hit (DUA-13, DUA-18)."""
    rows = [Part(x.name, x.damage, source, to=mine) for x, source in held if x.damage]
    if weapon.name == UNARMED:
        rows += [Part(x.name, x.damage, "implant", to=mine) for x in one.sheet.implants if x.damage]
    return (*rows, *_effect_rows(state, one.id, "damage"))


def piercing_rows(one: Fighter, weapon: Weapon, held: Held, mine: Audience | None) -> Rows:
    """What penetrates: the weapon and what holds for it, or of bare hands the implants alone (DUA-13, DUA-14)."""
    bare = weapon.name == UNARMED
    why = "bare hands do not penetrate" if bare else ""
    pierces = [(weapon.name, weapon.penetration, "weapon"), *((x.name, x.penetration, s) for x, s in held)]
    implants = [(x.name, x.penetration, "implant") for x in one.sheet.implants] if bare else []
    rows = [Part(f"penetration: {n}", p, s, counted=not bare, why=why, to=mine) for n, p, s in pierces if p]
    return (*rows, *(Part(f"penetration: {n}", p, s, to=mine) for n, p, s in implants if p))


def _effect_rows(state: Combat, who: str, name: str) -> Rows:
    """What effects on someone change of a figure; who hides is not named as their source."""
    found = (effect for effect in effects_on(state, who) if effect.values.get(name))
    return tuple(Part(effect.name, effect.values[name], unless_hidden(state, effect.source)) for effect in found)
