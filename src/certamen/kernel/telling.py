"""One plain sentence for each event of the kernel's own; a ruleset's `narrate` tells the rest."""

from collections.abc import Mapping

import msgspec

from certamen.kernel.action import GM, Value
from certamen.kernel.event import Event

NO_LABELS: Mapping[str, str] = {}


def tell(event: Event, names: Mapping[str, str], labels: Mapping[str, str] = NO_LABELS) -> str | None:
    """The sentence for an event of the kernel's, any of whose values may be hidden; None for a ruleset's own.

    labels: what the ruleset calls a figure that its field does not name well, "" for one that only groups others.

    >>> tell(Event("round", values={"round": 2}), {})
    'Round 2.'
    >>> changed = Event("gm_set", GM, "jack", values={"path": "jack.hp", "before": 364, "after": 200})
    >>> tell(changed, {"jack": "Jack"}, {"hp": "hit points"})
    "The game master changes Jack's hit points from 364 to 200."
    """
    who = called(event.actor, names)
    value = event.values.get
    match event.type:
        case "round":
            return f"Round {value('round', '')}."
        case "turn":
            return f"{who}'s turn."
        case "effect_ended":
            return f"{who}: {value('effect', 'something')} is over."
        case "outcome":
            winner = f", and {value('winner')} won" if value("winner") else ""
            return f"The contest is over{winner}: {value('reason', '')}."
        case "say":
            return f"{'The game master' if event.actor == GM else who}: {event.text}"
        case "held":
            return "The game master looks at the result first."
        case "discarded":
            return "The result is taken back."
    return f"The game master {_overruled(event, names, labels)}." if event.type.startswith("gm_") else None


# --- what the game master overrules ------------------------------------------------------------------------------

STATUS = {
    "in": "puts {who} back in",
    "out": "puts {who} out of the contest",
    "dead": "declares {who} dead",
    "fled": "has {who} get away",
    "yielded": "has {who} give up",
    "waiting": "sends {who} away to wait",
}
DONE = {
    "hide": "hides {who}",
    "reveal": "reveals {who}",
    "remove": "removes {who} from the contest",
    "join": "brings in {who}",
    "swap": "has {one} and {other} change places in the order",
    "turn": "has {who} act now",
    "skip": "ends {who}'s turn",
    "mark": 'sets the mark "{name}"',
    "unmark": 'takes back the mark "{name}"',
    "reopen": "reopens the contest",
    "side": 'puts {who} on the side "{side}"',
    "end_effect": 'takes "{name}" off {who}',
}


def _overruled(event: Event, names: Mapping[str, str], labels: Mapping[str, str]) -> str:
    who, verb = called(event.target, names), event.type.removeprefix("gm_")
    value = event.values.get
    if verb == "set":
        return _changed(event, who, names, labels)
    if verb == "effect":
        rounds = value("rounds", 0)
        span = f" for {rounds} round{'' if rounds == 1 else 's'}" if rounds else ""
        return f'puts "{value("name", "something")}" on {who}{span}'
    if verb == "player":
        return f"gives {who} to {value('player')} to play" if value("player") else f"plays {who} from now on"
    if verb == "place":
        return f"puts {who} at {' '.join(names.get(word, word) for word in str(value('at', '?')).split())}"
    template = STATUS.get(str(value("status"))) if verb == "status" else DONE.get(verb)
    known = _Hidden(event.values, who=who, one=_name(value("one"), names), other=_name(value("other"), names))
    return (template or "rules on {who}").format_map(known)


def _name(who: Value | None, names: Mapping[str, str]) -> str:
    return called(str(who or ""), names)


def _changed(event: Event, who: str, names: Mapping[str, str], labels: Mapping[str, str]) -> str:
    """What a value was and is: "changes Jack's Constitution from 364 to 200"."""
    path, before, after = (event.values.get(name) for name in ("path", "before", "after"))
    if path is None:
        return f"changes something about {who}"
    _, *parts = str(path).split(".")
    if parts == ["name"]:
        return f"renames {before}: from now on {after}"
    if len(parts) == 1 and isinstance(after, bool):
        return f"has {who} {'' if after else 'not '}{_label(parts[0], labels)}"
    figure = _figure(parts, labels)
    was, now = _shown(before, names), _shown(after, names)
    if before == after and now:
        return f"leaves {who}'s {figure} at {now}"
    return f"changes {who}'s {figure}{f' from {was}' if was and now else ''}{f' to {now}' if now else ''}"


def _figure(parts: list[str], labels: Mapping[str, str]) -> str:
    """What a path below a participant is called: "gun (skills)" for sheet.skills.gun."""
    below = [part for part in parts if part != "sheet"] or parts
    *above, last = [f"{int(part) + 1}" if part.isdecimal() else _label(part, labels) for part in below]
    group = " ".join(part for part in above if part)
    told = f"{group} {last}" if below[-1].isdecimal() else f"{last or below[-1]}{f' ({group})' if group else ''}"
    return f"{told} on the sheet" if parts[0] == "sheet" and parts[1:] else told


def _label(part: str, labels: Mapping[str, str]) -> str:
    return labels.get(part, "round of arrival" if part == "arrives" else part.replace("_", " "))


def _shown(value: Value | None, names: Mapping[str, str]) -> str:
    """A value as people say it; "" for one that is not known, or has too much in it to tell."""
    if value is None or isinstance(value, bool):
        return {None: "", True: "yes", False: "no"}[value]
    held = _held(value)
    if isinstance(held, dict):
        held = [f"{name} {what}" if type(what) is int else None for name, what in held.items()]
    if isinstance(held, list | tuple):
        if not all(isinstance(one, int | str) for one in held):
            return ""
        return ", ".join(names.get(str(one), str(one)) for one in held) or "nothing"
    return "nothing" if held in ("", None) else str(held)


def _held(value: Value) -> object:
    """What a value holds: lists and the like are kept as JSON."""
    if isinstance(value, str) and value.startswith(("[", "{", "null")):
        try:
            return msgspec.json.decode(value)
        except (msgspec.DecodeError, RecursionError):
            return value
    return value


# --- for rulesets ------------------------------------------------------------------------------------------------


class _Hidden(dict[str, object]):
    """The values of an event, with "?" for what a seat may not know."""

    def __missing__(self, key: str) -> str:
        return "?"


def called(who: str, names: Mapping[str, str]) -> str:
    """The name of a participant; "someone" where none is told."""
    return names.get(who, who) if who else "someone"


def filled(template: str, event: Event, names: Mapping[str, str]) -> str:
    """A sentence with {actor}, {target} and the event's values in it; what is hidden stands as "?".

    >>> filled("{actor} hits {target} for {damage}.", Event("hit", "jack"), {"jack": "Jack"})
    'Jack hits someone for ?.'
    """
    values = _Hidden(event.values, actor=called(event.actor, names), target=called(event.target, names))
    return template.format_map(values)
