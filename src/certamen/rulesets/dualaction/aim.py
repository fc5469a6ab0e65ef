"""The reckoning of an attack: the face needed, the bonus on damage, the DR that counts, and every row of it."""

from typing import NamedTuple

from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel.audience import EVERYONE, Audience, vital
from certamen.kernel.event import Part
from certamen.kernel.space import Place
from certamen.kernel.state import effects_on, has_effect
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.ground import metres_text
from certamen.rulesets.dualaction.sheet import UNARMED, Modifier, Weapon
from certamen.rulesets.dualaction.state import (
    IN_COVER,
    Combat,
    Fighter,
    distance,
    effect_sum,
    number,
    ruled,
    skill_of,
    weapon_of,
)
from certamen.rulesets.dualaction.weapons import AIMED, BLOW, base_difficulty


class Aim(NamedTuple):
    """An attack reckoned up.

    need: the lowest face that hits; bonus: on the damage of each hit; dr: the DR that counts.
    target: rows that make up what must be reached; added: rows added to the die; damage, armour: rows of the damage;
    changes: of these, what goes beyond the weapon's own figures (DUA-18).
    """

    need: int
    bonus: int
    dr: int
    target: tuple[Part, ...]
    added: tuple[Part, ...]
    damage: tuple[Part, ...]
    armour: tuple[Part, ...]
    changes: tuple[Part, ...]


def modifiers(one: Fighter, weapon: Weapon, target: Fighter) -> tuple[tuple[Modifier, str], ...]:
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
    cover = spaces.cover_between(state.space, who, target)
    return cover if cover is not None and cover.modifier else None


def take_aim(state: Combat, who: str, target: str, weapon_name: str, mode: str) -> Aim:
    """Reckon an attack up; mode is blow, thrown, single, aimed or burst (DUA-10, DUA-13, DUA-14, DUA-18)."""
    one, other = state.participants[who], state.participants[target]
    weapon = weapon_of(one, weapon_name)
    mine = narrow(vital(state, who))
    by_base, skill = ruled(state, "to_hit", "base"), skill_of(one, weapon)
    difficulty, hard = _difficulty_rows(state, who, target, weapon, mode)
    helps = _to_hit_rows(state, one, weapon, other, mode)
    need = m.needed(skill, difficulty, total(helps), by_base)
    known = Part(f"skill {weapon.skill}", skill, "sheet", to=mine)
    if by_base:
        hard = (known, Part("difficulty beyond 6", difficulty - m.DIFFICULTY, "DUA-10"))
        reached = Part("to reach", need + total(helps), "ruling to_hit", "target", to=mine)
    else:
        reached = Part("difficulty", difficulty, "DUA-10", "target")
    rows = (*hard, reached) if len(hard) > 1 else (replace(hard[0], kind="target"),)
    extra, armour = _damage_rows(state, one, weapon, other), _armour_rows(state, one, weapon, other)
    changes = (*extra, *(row for row in armour if row.source not in ("armour", "weapon") and row.counted))
    dr = max(0, other.dr + effect_sum(state, target, "dr"))
    pierced = total(tuple(row for row in armour if row.source != "armour"))
    added = helps if by_base else (known, *helps)
    return Aim(need, total(extra), m.resistance(dr, pierced), rows, added, extra, armour, changes)


def total(rows: tuple[Part, ...]) -> int:
    """The sum of the rows that count."""
    return sum(row.value for row in rows if row.counted and isinstance(row.value, int))


def narrow(audience: Audience) -> Audience | None:
    """The audience of a row: None, as its event, where all may know it."""
    return None if audience == EVERYONE else audience


def _difficulty_rows(state: Combat, who: str, target: str, weapon: Weapon, mode: str) -> tuple[int, tuple[Part, ...]]:
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


def _to_hit_rows(state: Combat, one: Fighter, weapon: Weapon, target: Fighter, mode: str) -> tuple[Part, ...]:
    mine = narrow(vital(state, one.id))
    rows = [Part(x.name, x.to_hit, source, to=mine) for x, source in modifiers(one, weapon, target) if x.to_hit]
    if mode == AIMED:
        rows.append(Part("aimed", number(state, "aimed_bonus"), "DUA-19"))
    return (*rows, *_effect_rows(state, one.id, "to_hit"))


def _damage_rows(state: Combat, one: Fighter, weapon: Weapon, target: Fighter) -> tuple[Part, ...]:
    rows = [Part(x.name, x.damage, source) for x, source in modifiers(one, weapon, target) if x.damage]
    if weapon.name == UNARMED:
        rows += [Part(implant.name, implant.damage, "implant") for implant in one.sheet.implants if implant.damage]
    return (*rows, *_effect_rows(state, one.id, "damage"))


def _armour_rows(state: Combat, one: Fighter, weapon: Weapon, target: Fighter) -> tuple[Part, ...]:
    theirs, mine = narrow(vital(state, target.id)), narrow(vital(state, one.id))
    bare = weapon.name == UNARMED
    pierces = [(weapon.name, weapon.penetration, "weapon")]
    pierces += [(x.name, x.penetration, source) for x, source in modifiers(one, weapon, target)]
    implants = [(x.name, x.penetration, "implant") for x in one.sheet.implants] if bare else []
    why = "bare hands do not penetrate" if bare else ""
    dr = max(0, target.dr + effect_sum(state, target.id, "dr"))
    rows = [Part("DR", -dr, "armour", to=theirs)] if dr else []
    rows += [Part(f"penetration: {n}", p, s, counted=not bare, why=why, to=mine) for n, p, s in pierces if p]
    rows += [Part(f"penetration: {n}", p, s, to=mine) for n, p, s in implants if p]
    return tuple(rows)


def _effect_rows(state: Combat, who: str, name: str) -> list[Part]:
    found = effects_on(state, who)
    return [Part(effect.name, effect.values[name], effect.source) for effect in found if effect.values.get(name)]
