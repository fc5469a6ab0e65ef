"""A participant as he looks to others, as he stands in figures, and as a sheet for the next evening."""

from dataclasses import replace

from certamen.kernel.action import Value
from certamen.kernel.space.drawn import place_text
from certamen.kernel.state import effects_on
from certamen.rulesets.striker.sheet import Sheet
from certamen.rulesets.striker.state import CONDITIONS, Combatant, Contest, metres, target_challenge

LOOKS = ("unhurt", "scratched", "hurt", "badly hurt")


def how_hurt(hp: int, full: int) -> int:
    """How hurt one looks with so many of his hp left, as a place among `LOOKS`."""
    if hp == full:
        return 0
    if hp * 4 > 3 * full:
        return 1
    return 2 if hp * 4 > full else 3


def looks(one: Combatant) -> str:
    """How hurt he looks."""
    return LOOKS[how_hurt(one.hp, one.sheet.hp)]


def words(state: Contest, one: Combatant) -> str:
    """How he looks to others."""
    if one.status in ("fled", "yielded", "dead", "out"):
        return {"fled": "gone", "yielded": "has given up", "dead": "dead", "out": "out"}[one.status]
    surprised = ["surprised"] if one.surprised and state.surprise_round else []
    names = [effect.name for effect in effects_on(state, one.id) if effect.name in CONDITIONS]
    return ", ".join([looks(one), *surprised, *names])


def values(state: Contest, one: Combatant) -> dict[str, Value]:
    """His figures by name."""
    shown: dict[str, Value] = {"hp": one.hp, **one.pools, "tc": target_challenge(one), "initiative": one.initiative}
    if one.held:
        shown["held"] = one.held
    if one.unseen_by:
        shown["unseen_by"] = one.unseen_by
    if one.gear:
        shown["gear"] = ", ".join(f"{what} {left}" for what, left in one.gear.items())
    if one.task is not None:
        shown["task"] = f"{one.task.name} {one.task.done} of {one.task.rounds or 'too many'}"
    space = metres(state)
    if space is not None and one.id in space.places:
        shown["at"] = place_text(space.ground, space.places[one.id])
    return shown


def export(state: Contest, one: Combatant) -> Sheet:
    """The sheet as it is now: what pools have lost, what was used up, and which weapon is in the hand first."""
    del state
    sheet = one.sheet
    lost = {"hp": sheet.hp - one.hp, **{name: full - one.pools[name] for name, full in sheet.pools.items()}}
    gear = tuple(thing for thing in sheet.gear if not thing.count or one.gear.get(thing.name))
    left = tuple(replace(thing, count=one.gear[thing.name]) if thing.count else thing for thing in gear)
    weapons = tuple(sorted(sheet.weapons, key=lambda weapon: weapon.name != one.held))
    kept = {name: amount for name, amount in lost.items() if amount and not (name == "hp" and amount >= sheet.hp)}
    if lost["hp"] >= sheet.hp:
        kept["hp"] = sheet.hp - 1
    return replace(sheet, lost=kept, gear=left, weapons=weapons, unarmed=not one.held and bool(weapons))
