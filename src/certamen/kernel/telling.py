"""One plain sentence for each event of the kernel's own; a ruleset's `narrate` tells the rest."""

from collections.abc import Mapping

from certamen.kernel.action import GM
from certamen.kernel.event import Event


def tell(event: Event, names: Mapping[str, str]) -> str | None:
    """The sentence for an event of the kernel's, any of whose values may be hidden; None for a ruleset's own.

    >>> tell(Event("round", values={"round": 2}), {})
    'Round 2.'
    >>> tell(Event("gm_set", GM, "jack", values={"path": "jack.constitution", "before": 364, "after": 200}), {})
    'The game master: jack.constitution from 364 to 200.'
    """
    who = names.get(event.actor, event.actor) or "someone"
    value = event.values.get
    match event.type:
        case "round":
            return f"Round {value('round', '')}."
        case "turn":
            return f"{who}'s turn."
        case "effect_ended":
            return f"{who}: {value('effect', 'something')} is over."
        case "outcome":
            winner = f"{value('winner')} won: " if value("winner") else ""
            return f"The contest is over. {winner}{value('reason', '')}."
        case "say":
            return f"{'The game master' if event.actor == GM else who}: {event.text}"
        case "held":
            return "The game master looks at the result first."
        case "discarded":
            return "The result is taken back."
    return _overruled(event, names) if event.type.startswith("gm_") else None


def _overruled(event: Event, names: Mapping[str, str]) -> str:
    value = event.values.get
    if event.type == "gm_set" and "path" in event.values:
        return f"The game master: {value('path')} from {value('before', '?')} to {value('after', '?')}."
    details = ", ".join(f"{name} {what}" for name, what in event.values.items() if what != "")
    words = [event.type.removeprefix("gm_").replace("_", " "), names.get(event.target, event.target), details]
    return f"The game master: {' '.join(word for word in words if word)}."


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
