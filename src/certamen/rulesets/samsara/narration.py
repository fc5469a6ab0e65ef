"""SAMSARA in plain sentences, and an actor in words and figures."""

from collections.abc import Mapping
from dataclasses import replace

from certamen.kernel.action import Value
from certamen.kernel.event import Event
from certamen.kernel.telling import tell
from certamen.rulesets.samsara.endings import severe_left
from certamen.rulesets.samsara.mechanics import Standing
from certamen.rulesets.samsara.reckon import own, pursued, standing
from certamen.rulesets.samsara.sheet import Sheet
from certamen.rulesets.samsara.state import Actor, SamsaraState

STANDING = {
    Standing.BRINK: "on the brink",
    Standing.PRESSED: "pressed",
    Standing.LEVEL: "holding",
    Standing.AHEAD: "ahead",
}
STATUS = {"out": "beaten", "yielded": "has given up", "fled": "has fled", "dead": "dead", "left": "gone", "waiting": ""}
LABELS = {
    "severe": "severe checks",
    "situation": "situation modifier",
    "gained": "modifiers gained",
    "starting": "modifier at the start",
    "tried": "goals closed",
}


def narrate(event: Event, names: Mapping[str, str]) -> str:
    """One plain sentence from the event alone; what is hidden is left out.

    >>> narrate(Event("quit", actor="kit"), {"kit": "Kit"})
    'Kit gives up.'
    """
    actor, target = names.get(event.actor, "Someone"), names.get(event.target, "someone")
    values = event.values
    aim = str(values.get("aim", "")) or "prevail"
    match event.type:
        case "strive":
            return _strive(event, names, actor, target, aim)
        case "simple_contest":
            against = f", against {target}" if event.target else ""
            return f"{actor} tries to {aim}{against}: {values.get('degree', 'done')}.{_story(event)}"
        case "struck":
            return f"{actor} is set back by someone unseen{_amount(event, ': ')}."
        case "another_try":
            again = "may try again" if values.get("answer") == "allowed" else "gets no second try"
            return f"{actor} {again}."
        case "lost":
            return f"{actor} can no longer turn the contest, whatever the dice say, and has lost."
        case "quit":
            return f"{actor} gives up."
        case "wavers":
            return f"{actor} thinks of giving up."
        case "severe":
            return f"{actor} is left with {_severe(event)}."
        case "wait":
            return f"{actor} lets the turn go by."
        case "enters":
            return f"{actor} joins the contest."
    return tell(event, names, LABELS) or f"{actor}: {event.type}."


def _strive(event: Event, names: Mapping[str, str], actor: str, target: str, aim: str) -> str:
    values = event.values
    manner = ", ".join(str(values[name]).replace("-", " ") for name in ("tactic", "instrument") if name in values)
    how = f" ({manner})" if manner else ""
    receiver = str(values.get("receiver", ""))
    to = names.get(receiver, "someone")
    toll = f"; {to} takes{_amount(event, ' ')}" if "delivered" in values else f"; {to} is set back"
    return f"{actor} strives to {aim}, against {target}{how}: {values.get('degree', 'done')}{toll}.{_story(event)}"


def _amount(event: Event, before: str) -> str:
    if "delivered" not in event.values:
        return ""
    checks = event.values["delivered"]
    held = f", {event.values['checks']} in all" if "checks" in event.values else ""
    return f"{before}{checks} check{'' if checks == 1 else 's'}{held}"


def _severe(event: Event) -> str:
    sphere = event.values.get("sphere", "")
    stay = event.values.get("severe")
    return f"severe {sphere} checks" if stay is None else f"{stay} severe {sphere} check{'' if stay == 1 else 's'}"


def _story(event: Event) -> str:
    """SAM-12: a failure without a story is asked for one."""
    failed = str(event.values.get("degree", "")).endswith("failure")
    return " What went wrong?" if failed and not event.text else ""


def words(state: SamsaraState, actor: Actor) -> str:
    """How he looks to others: no figure, only which way it goes."""
    return STANDING[standing(state, actor)] if actor.status == "in" else STATUS[actor.status]


def values(state: SamsaraState, actor: Actor) -> dict[str, Value]:
    """His figures: checks and severe checks in all, the situation, and his best modifier now."""
    best = max((own(state, actor, goal) for goal in pursued(state, actor, "full")), default=actor.starting)
    return {
        "checks": sum(actor.checks.values()),
        "severe": sum(actor.severe.values()),
        "situation": actor.situation,
        "modifier": best,
    }


def export(state: SamsaraState, actor: Actor) -> Sheet:
    """His sheet for the next contest: temporary checks are gone, severe ones have stayed (SAM-20)."""
    stay = severe_left(state, actor)
    spheres = dict.fromkeys((*actor.severe, *stay))
    held = {sphere: actor.severe.get(sphere, 0) + stay.get(sphere, 0) for sphere in spheres}
    return replace(actor.sheet, severe={sphere: checks for sphere, checks in held.items() if checks})
