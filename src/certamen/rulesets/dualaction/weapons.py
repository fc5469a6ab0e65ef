"""Weapons: what an attack with one costs, whom it reaches, how hard the throw is, how far it carries."""

from certamen.kernel import space as spaces
from certamen.kernel.action import Refusal
from certamen.kernel.space.drawn import metres_text
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.sheet import UNARMED, Weapon
from certamen.rulesets.dualaction.state import (
    HANDS,
    Combat,
    Fighter,
    distance,
    ruled,
    skill_of,
    unpaid,
    used_up,
)

AIMED = "aimed"
THROWN = "thrown"
BLOW = "blow"
SINGLE = "single"
BURST = "burst"
MODES = (BLOW, THROWN, SINGLE, AIMED, BURST)


def fired(weapon: Weapon) -> bool:
    """Whether it is fired, not wielded."""
    return weapon.optimal > 0


def mode_of(verb: str, weapon: Weapon) -> str:
    """How a weapon is used by a verb: the regular attack is a blow, a shot, or all the shots it fires (DUA-5)."""
    if verb != "attack":
        return {"single": SINGLE, "aim": AIMED, "throw": THROWN}[verb]
    return BLOW if not fired(weapon) else BURST if weapon.shots > 1 else SINGLE


def modes_of(weapon: Weapon) -> tuple[str, ...]:
    """All the ways to use a weapon, the regular attack first (DUA-5, DUA-15, DUA-19)."""
    more = ((SINGLE, weapon.shots > 1), (AIMED, fired(weapon)), (THROWN, weapon.thrown > 0))
    return (mode_of("attack", weapon), *(mode for mode, possible in more if possible))


def verb_of(mode: str, weapon: Weapon) -> str:
    """The verb for using a weapon so."""
    if mode == mode_of("attack", weapon):
        return "attack"
    return {SINGLE: "single", AIMED: "aim", THROWN: "throw"}[mode]


def optimal_cm(weapon: Weapon) -> int:
    """The optimal distance of a weapon that is fired or thrown, in cm."""
    return (weapon.optimal or weapon.thrown) * m.CM


def own_values(weapon: Weapon) -> tuple[m.Band, ...]:
    """A weapon's own difficulties, distances in cm."""
    return tuple(m.Band(band.upto * m.CM, band.difficulty) for band in weapon.difficulties)


def base_difficulty(state: Combat, weapon: Weapon, mode: str, cm: int) -> int:
    """The difficulty at a distance, cover apart; -1 where the weapon cannot be used so far (DUA-10)."""
    if mode == BLOW:
        return m.DIFFICULTY
    if weapon.difficulties and ruled(state, "difficulty", "own"):
        return m.own_difficulty(cm, own_values(weapon))
    return m.difficulty_at(cm, optimal_cm(weapon))


def price(state: Combat, mode: str) -> int:
    """What an attack costs (DUA-5, DUA-19)."""
    return m.aimed_cost(mode == AIMED and ruled(state, "aimed_cost", "both"))


def unready(state: Combat, one: Fighter, weapon: Weapon, cost: int) -> Refusal | None:
    """Why he cannot attack with a weapon now, whomever, or None (DUA-5, DUA-6, DUA-8, DUA-15)."""
    refused = unpaid(state, one.id, cost)
    if refused is not None:
        return refused
    if fired(weapon) and not m.shots_fired(1, one.loaded.get(weapon.name, 0), weapon.magazine):
        return Refusal(f"{weapon.name} is empty: reload", "DUA-6")
    if weapon.thrown and not one.loaded.get(weapon.name, 0):
        return Refusal(f"no {weapon.name} is left", "DUA-15")
    return None


def target_refusal(state: Combat, who: str, weapon: Weapon, enemy: Fighter, mode: str, cm: int) -> Refusal | None:
    """Why this target, so many cm away, cannot be attacked so from here, or None (DUA-10, DUA-15)."""
    if mode == BLOW and not m.in_reach(cm, weapon.reach * m.CM):
        what = "bare hands reach" if weapon.name == UNARMED else f"{weapon.name} reaches"
        return Refusal(f"{enemy.name} is {metres_text(cm)} away, {what} {weapon.reach} m", "DUA-15")
    if not spaces.sees(state.space, who, enemy.id):
        return Refusal(f"{enemy.name} cannot be seen from here", "DUA-10")
    if base_difficulty(state, weapon, mode, cm) == m.OUT_OF_RANGE:
        return Refusal(f"{enemy.name} is {metres_text(cm)} away, beyond the range of {weapon.name}", "DUA-10")
    return None


def beyond_reach(state: Combat, who: str, enemy: Fighter) -> bool:
    """Whether nothing that this enemy has could hit `who` from where he stands (DUA-1)."""
    cm = distance(state, who, enemy.id)
    harmful = (one for one in enemy.sheet.abilities if one.damage and one.use == "combat" and one.target == "enemy")
    reached = any(m.in_reach(cm, one.range * m.CM) for one in harmful if not used_up(enemy, one))
    return not reached and not any(m.in_reach(cm, furthest(state, enemy, one)) for one in (HANDS, *enemy.sheet.weapons))


def furthest(state: Combat, one: Fighter, weapon: Weapon) -> int:
    """The distance in cm beyond which he cannot hit with a weapon (DUA-1, DUA-10)."""
    reach = 0 if fired(weapon) else weapon.reach * m.CM
    if not optimal_cm(weapon):
        return reach
    by_base, skill = ruled(state, "to_hit", "base"), skill_of(one, weapon)
    if weapon.difficulties and ruled(state, "difficulty", "own"):
        return max(reach, m.furthest_own_hit(own_values(weapon), skill, by_base))
    return max(reach, m.furthest_hit(optimal_cm(weapon), skill, by_base))
