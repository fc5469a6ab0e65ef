"""The reckoning of an attack: the face needed, the bonus on damage, the DR that counts, and every row of it."""

from typing import NamedTuple

from certamen.kernel import space as spaces
from certamen.kernel.action import Refusal
from certamen.kernel.audience import EVERYONE, Audience, vital
from certamen.kernel.event import Part
from certamen.kernel.space import Place
from certamen.kernel.state import effects_on, has_effect
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.ground import CM, metres_text
from certamen.rulesets.dualaction.sheet import UNARMED, Modifier, Weapon
from certamen.rulesets.dualaction.state import (
    IN_COVER,
    Combat,
    Fighter,
    distance,
    effect_sum,
    number,
    ruled,
    single,
    skill_of,
    weapon_of,
)

AIMED = "aimed"
THROWN = "thrown"
BLOW = "blow"
SINGLE = "single"
BURST = "burst"
MODES = (BLOW, THROWN, SINGLE, AIMED, BURST)


class Aim(NamedTuple):
    """An attack reckoned up: the lowest face that hits, the bonus on damage, the DR that counts, and the rows.

    changes: of the rows on damage, those beyond the weapon's own figures (DUA-18).
    """

    need: int
    bonus: int
    dr: int
    to_hit: tuple[Part, ...]
    damage: tuple[Part, ...]
    changes: tuple[Part, ...]


def fired(weapon: Weapon) -> bool:
    """Whether it is fired, not wielded."""
    return weapon.optimal > 0


def optimal_cm(weapon: Weapon) -> int:
    """The optimal distance of a weapon that is fired or thrown, in cm."""
    return (weapon.optimal or weapon.thrown) * CM


def own_values(weapon: Weapon) -> tuple[tuple[int, int], ...]:
    """A weapon's own difficulties, distances in cm."""
    return tuple((band.upto * CM, band.difficulty) for band in weapon.difficulties)


def base_difficulty(state: Combat, weapon: Weapon, mode: str, cm: int) -> int:
    """The difficulty at a distance, cover apart; -1 where the weapon cannot be used so far (DUA-10)."""
    if mode == BLOW:
        return m.DIFFICULTY
    if weapon.difficulties and ruled(state, "difficulty", "own"):
        return m.own_difficulty(cm, own_values(weapon))
    return m.difficulty_at(cm, optimal_cm(weapon))


def price(state: Combat, mode: str) -> int:
    """What an attack costs (DUA-5, DUA-8, DUA-19)."""
    both_actions = mode == AIMED and ruled(state, "aimed_cost", "both")
    return m.price(m.aimed_cost(both_actions), single(state))


def target_refusal(state: Combat, one: Fighter, weapon: Weapon, enemy: Fighter, mode: str) -> Refusal | None:
    """Why this target cannot be attacked so from here, or None (DUA-10, DUA-15)."""
    cm = distance(state, one.id, enemy.id)
    if mode == BLOW and not m.in_reach(cm, weapon.reach * CM):
        there = metres_text(spaces.distance(state.space, one.id, enemy.id))
        return Refusal(f"{enemy.name} is {there} away, {weapon.name} reaches {weapon.reach} m", "DUA-15")
    if not spaces.sees(state.space, one.id, enemy.id):
        return Refusal(f"{enemy.name} cannot be seen from here", "DUA-10")
    if base_difficulty(state, weapon, mode, cm) == m.OUT_OF_RANGE:
        return Refusal(f"{enemy.name} is {metres_text(cm)} away, beyond the range of {weapon.name}", "DUA-10")
    return None


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
    mine = vital(state, who)
    difficulty, hard = _difficulty_rows(state, who, target, weapon, mode)
    bonus, helps = _to_hit_rows(state, one, weapon, other, mode)
    skill = skill_of(one, weapon)
    by_base = ruled(state, "to_hit", "base")
    need = m.needed(skill, difficulty, bonus, by_base)
    rows = (
        *hard,
        Part(f"skill {weapon.skill}", skill, "sheet", to=_narrow(mine)),
        *helps,
        Part("difficulty", difficulty, "DUA-10", "target"),
        Part("face needed", need, "ruling to_hit", "target", to=_narrow(mine)),
    )
    added, extra = _damage_rows(state, one, weapon, other)
    dr, armour = _armour_rows(state, one, weapon, other)
    changes = (*extra, *(row for row in armour if row.source not in ("armour", "weapon") and row.counted))
    return Aim(need, added, dr, rows, (*extra, *armour), changes)


def _narrow(audience: Audience) -> Audience | None:
    return None if audience == EVERYONE else audience


def _difficulty_rows(state: Combat, who: str, target: str, weapon: Weapon, mode: str) -> tuple[int, tuple[Part, ...]]:
    cm = distance(state, who, target)
    base = base_difficulty(state, weapon, mode, cm)
    within = "within reach" if mode == BLOW else f"at {metres_text(cm)}" if cm else "next to each other"
    rows = [Part(f"difficulty {within}", base, weapon.name, "target")]
    cover = None if mode == BLOW else cover_of(state, who, target)
    if cover is not None:
        taken = has_effect(state, target, IN_COVER)
        why = "" if taken else "no cover was taken"
        rows.append(Part(f"cover: {cover.name}", cover.modifier, "scene", counted=taken, why=why))
        base += cover.modifier if taken else 0
    return base, tuple(rows)


def _to_hit_rows(
    state: Combat, one: Fighter, weapon: Weapon, target: Fighter, mode: str
) -> tuple[int, tuple[Part, ...]]:
    mine = _narrow(vital(state, one.id))
    rows = [Part(x.name, x.to_hit, source, to=mine) for x, source in modifiers(one, weapon, target) if x.to_hit]
    if mode == AIMED:
        rows.append(Part("aimed", number(state, "aimed_bonus"), "DUA-19"))
    rows += _effect_rows(state, one.id, "to_hit")
    return sum(row.value for row in rows if isinstance(row.value, int)), tuple(rows)


def _damage_rows(state: Combat, one: Fighter, weapon: Weapon, target: Fighter) -> tuple[int, tuple[Part, ...]]:
    rows = [Part(x.name, x.damage, source) for x, source in modifiers(one, weapon, target) if x.damage]
    if weapon.name == UNARMED:
        rows += [Part(implant.name, implant.damage, "implant") for implant in one.sheet.implants if implant.damage]
    rows += _effect_rows(state, one.id, "damage")
    return sum(row.value for row in rows if isinstance(row.value, int)), tuple(rows)


def _armour_rows(state: Combat, one: Fighter, weapon: Weapon, target: Fighter) -> tuple[int, tuple[Part, ...]]:
    theirs, mine = _narrow(vital(state, target.id)), _narrow(vital(state, one.id))
    bare = weapon.name == UNARMED
    pierces = [(weapon.name, weapon.penetration, "weapon")]
    pierces += [(x.name, x.penetration, source) for x, source in modifiers(one, weapon, target)]
    implants = [(x.name, x.penetration, "implant") for x in one.sheet.implants] if bare else []
    why = "bare hands do not penetrate" if bare else ""
    dr = max(0, target.dr + effect_sum(state, target.id, "dr"))
    rows = [Part("DR", -dr, "armour", to=theirs)]
    rows += [Part(f"penetration: {n}", p, s, counted=not bare, why=why, to=mine) for n, p, s in pierces if p]
    rows += [Part(f"penetration: {n}", p, s, to=mine) for n, p, s in implants if p]
    return m.resistance(dr, sum(p for _, p, _ in (implants if bare else pierces))), tuple(rows)


def _effect_rows(state: Combat, who: str, name: str) -> list[Part]:
    found = effects_on(state, who)
    return [Part(effect.name, effect.values[name], effect.source) for effect in found if effect.values.get(name)]


def beyond_reach(state: Combat, who: str, enemy: Fighter) -> bool:
    """Whether nothing that this enemy has could hit `who` from where he stands (DUA-1)."""
    cm = distance(state, who, enemy.id)
    return not m.in_reach(cm, CM) and all(cm > furthest(state, enemy, weapon) for weapon in enemy.sheet.weapons)


def furthest(state: Combat, one: Fighter, weapon: Weapon) -> int:
    """The distance in cm beyond which he cannot hit with a weapon (DUA-1, DUA-10)."""
    reach = 0 if fired(weapon) else weapon.reach * CM
    if not optimal_cm(weapon):
        return reach
    by_base, skill = ruled(state, "to_hit", "base"), skill_of(one, weapon)
    if weapon.difficulties and ruled(state, "difficulty", "own"):
        return max(reach, m.furthest_own_hit(own_values(weapon), skill, by_base))
    return max(reach, m.furthest_hit(optimal_cm(weapon), skill, by_base))
