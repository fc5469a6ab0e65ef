"""Events as plain sentences, fighters as they look, as they stand in figures, and as a sheet for the next evening."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from certamen.kernel.action import Value
from certamen.kernel.audience import EVERYONE
from certamen.kernel.event import Event
from certamen.kernel.space.drawn import metres_text, place_text
from certamen.kernel.state import effects_on
from certamen.kernel.telling import called, filled, tell
from certamen.rulesets.dualaction.sheet import UNARMED, Sheet
from certamen.rulesets.dualaction.state import Combat, Fighter

Names = Mapping[str, str]
LABELS = {
    "hp": "HP",
    "dr": "DR",
    "at": "place of entry",
    "moved": "way this turn (cm)",
    "allowance": "way thrown (cm)",
}


def narrate(event: Event, names: Names) -> str:
    """One sentence that tells what happened, without what the reader may not know."""
    told = tell(event, names, LABELS)
    if told is not None:
        return told
    teller = TELLERS.get(event.type)
    if teller is not None:
        return teller(event, called(event.actor, names), called(event.target, names))
    if event.type == "order":
        return "The order: " + ", ".join(called(who, names) for who in _listed(event.values.get("order"))) + "."
    simple = SIMPLE.get(event.type)
    if simple is None:
        return f"{called(event.actor, names)}: {event.type.replace('_', ' ')}."
    return filled(simple, event, names)


SIMPLE: dict[str, str] = {
    "combat": "The combat begins.",
    "enters": "{actor} joins the combat.",
    "down": "{actor} is down.",
    "knocked_down": "{actor} is knocked down.",
    "get_up": "{actor} gets up.",
    "fled": "{actor} gets away.",
    "yielded": "{actor} gives up.",
    "end": "{actor} ends the turn.",
    "initiative": "{actor} throws {initiative} for initiative.",
    "tie": "{actor} throws again to break the tie: {roll}.",
    "reload": "{actor} reloads the {weapon}.",
    "posture": "{actor} is now {posture}.",
    "leap": "{actor} leaps across to {to}.",
    "deed": "{actor}: {what}.",
    "ability": "{actor} uses {ability}.",
    "task": "{actor} begins: {task} ({turns} turns).",
    "task_held": "{actor} is still busy: {task} ({worked} of {turns} turns).",
    "task_done": "{actor} has done it: {task}.",
    "task_left": "{actor} leaves off: {task}.",
    "door": "{actor} moves the {door}: it is {open} now.",
}


def _listed(value: Value | None) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


def _number(value: Value | None) -> int:
    return value if isinstance(value, int) else 0


def _with(event: Event) -> str:
    weapon = event.values.get("weapon", "weapon")
    return "with bare hands" if weapon == UNARMED else f"with the {weapon}"


def _attack(event: Event, actor: str, target: str) -> str:
    mode = str(event.values.get("mode", ""))
    shots, hit = _number(event.values.get("shots")), _number(event.values.get("hits"))
    how = {"aimed": "takes aim and shoots at", "thrown": "throws at", "blow": "strikes at"}.get(mode, "shoots at")
    faces = ", ".join(str(die.face) for die in event.dice)
    thrown = f" (thrown {faces})" if faces else ""
    result = f"{hit} of {shots} hit" if shots > 1 else "a hit" if hit else "a miss"
    return f"{actor} {how} {target} {_with(event)}: {result}{thrown}."


def _damage(event: Event, actor: str, target: str) -> str:
    del actor
    thrown = event.values.get("thrown")
    if "damage" not in event.values:
        return f"{target} is hit for {thrown}." if thrown is not None else f"{target} is hit."
    through = event.values["damage"]
    of = f" of {thrown}" if thrown not in (None, through) else ""
    worn = f"; the armour loses {event.values['worn']} DR" if "worn" in event.values else ""
    left = f", {event.values['left']} HP left" if "left" in event.values else ""
    return f"{target} takes {through}{of} damage{left}{worn}."


def _hurt(event: Event, actor: str, target: str) -> str:
    del actor
    amount = f" for {event.values['damage']}" if "damage" in event.values else ""
    return f"{target} is hit{amount}, nobody sees by whom."


def _stride(event: Event, actor: str, target: str) -> str:
    del target
    way = f": {metres_text(_number(event.values['way']))}" if "way" in event.values else ""
    return f"{actor} throws for the way{way}."


def _taken_back(event: Event, actor: str, target: str) -> str:
    del target
    why = f": {event.values['why']}" if "why" in event.values else ""
    return f"{actor} thinks better of it{why}."


def _move(event: Event, actor: str, target: str) -> str:
    del target
    made, planned = _number(event.values.get("way")), _number(event.values.get("planned"))
    way = f" ({metres_text(made)})" if made == planned else f" ({metres_text(made)} of {metres_text(planned)})"
    return f"{actor} moves to {event.values.get('to', '?')}{way}."


def _stopped(event: Event, actor: str, target: str) -> str:
    what = event.values.get("what")
    if event.actor == "gm":
        return f"{target} is stopped on the way."
    if not event.actor:
        return f"{target} runs into {what or 'something'} and is stopped."
    return f"{actor} stops {target} with {what or 'something'}."


def _wait(event: Event, actor: str, target: str) -> str:
    return f"{actor} waits and lets {target} go first." if event.target else f"{actor} waits; the turn ends."


def _use(event: Event, actor: str, target: str) -> str:
    on = "" if event.actor == event.target else f" on {target}"
    healed = f": {event.values['healed']} HP back" if "healed" in event.values else ""
    return f"{actor} uses {event.values.get('with', 'something')}{on}{healed}."


def _declared(event: Event, actor: str, target: str) -> str:
    changes = f"; damage changes: {event.values['changes']}" if "changes" in event.values else ""
    return f"{actor} is about to attack {target} {_with(event)}{changes}."


TELLERS: Mapping[str, Callable[[Event, str, str], str]] = {
    "attack": _attack,
    "damage": _damage,
    "hurt": _hurt,
    "stride": _stride,
    "taken_back": _taken_back,
    "move": _move,
    "stopped": _stopped,
    "wait": _wait,
    "use": _use,
    "declared": _declared,
}


def words(state: Combat, one: Fighter) -> str:
    """How a fighter looks to others."""
    if one.status in ("fled", "yielded", "dead"):
        return {"fled": "gone", "yielded": "has given up", "dead": "dead"}[one.status]
    if one.hp <= 0 or one.status == "out":
        return "down"
    left = one.hp * 4
    full = one.sheet.hp
    looks = "unhurt" if one.hp == full else "scratched" if left > 3 * full else "hurt" if left > full else "badly hurt"
    effects = [effect.name for effect in effects_on(state, one.id) if effect.to == EVERYONE]
    return ", ".join([looks, *(["knocked down"] if one.knocked_down else []), *effects])


def values(state: Combat, one: Fighter) -> dict[str, Value]:
    """A fighter's figures by name."""
    shown: dict[str, Value] = {"hp": one.hp, "dr": one.dr, "initiative": one.initiative}
    if one.knocked_down:
        shown["knocked_down"] = "yes"
    for name, counts in (("loaded", one.loaded), ("items", one.items)):
        if counts:
            shown[name] = ", ".join(f"{what} {left}" for what, left in counts.items())
    if one.task is not None:
        shown["task"] = f"{one.task.name} {one.task.worked} of {one.task.turns}"
    if one.id in state.space.places:
        shown["place"] = place_text(state.space.ground, state.space.places[one.id])
    return shown


def export(state: Combat, one: Fighter) -> Sheet:
    """The sheet as it is now: wounds, worn armour, loaded shots and what was used up are kept."""
    del state
    sheet = one.sheet
    weapons = tuple(
        replace(weapon, loaded=one.loaded[weapon.name])
        if weapon.magazine
        else replace(weapon, count=one.loaded[weapon.name])
        if weapon.thrown
        else weapon
        for weapon in sheet.weapons
    )
    items = tuple(replace(item, count=one.items.get(item.name, 0)) for item in sheet.items)
    wounds = max(0, sheet.hp - one.hp)
    return replace(sheet, wounds=wounds, worn=max(0, sheet.dr - one.dr), weapons=weapons, items=items)
