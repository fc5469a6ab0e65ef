"""What is told of a scene: one sentence an event, how one looks to others, and one's figures."""

from collections.abc import Callable, Mapping

from certamen.kernel.action import Value
from certamen.kernel.event import Event
from certamen.kernel.telling import tell
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.places import melee_of
from certamen.rulesets.starslinger.state import SceneState, Slinger, by_initiative

Names = Mapping[str, str]

AFFLICTED = {
    "bleeding": "bleeds",
    "flat-footed": "is caught flat-footed",
    "prone": "falls to the ground",
    "stunned": "is stunned and loses an action",
    "drops-item": "drops the {item}",
    "jams-item": "has the {item} damaged: it is jammed",
    "no-reaction": "loses the reaction of the round",
    "blinded": "is blinded",
    "shaken": "is shaken and loses an edge on the next check",
    "petrified": "is petrified",
    "shoved": "is shoved out of the melee",
    "grappled": "is held",
}
BOON = {
    "edge": "gains an edge on the next check",
    "guard": "is on guard: an edge on every DC until the next turn",
    "momentum": "may act once more",
    "second-wind": "catches a second wind",
    "opening": "leaves the opponent flat-footed",
    "steady": "has advantage on the next check",
}
LOOKS = ("unhurt", "hurt", "badly hurt", "close to falling")
GONE = {"out": "out of action", "dead": "dead", "fled": "gone", "yielded": "has given up"}
LABELS = {"hp": "hit points", "at": "place"}
KINDS = {"enter": "get into the melee", "leave": "get out of the melee", "escape": "break the hold"}


def narrate(event: Event, names: Names) -> str:
    """One plain sentence, from the event alone; what is hidden is left out."""
    sentence = SENTENCES.get(event.type)
    return sentence(event, names) if sentence else tell(event, names, LABELS) or event.type


def _who(event: Event, names: Names) -> str:
    return names.get(event.actor, event.actor) or "someone"


def _whom(event: Event, names: Names) -> str:
    return names.get(event.target, event.target) or "someone unseen"


def _attempt(event: Event, names: Names) -> str:
    kind, subject = event.values.get("kind", ""), event.values.get("subject", "")
    skill = f" ({event.values['skill']})" if "skill" in event.values else ""
    whom = f" {_whom(event, names)}"
    if kind == "attack":
        at = f" somebody at {event.values['name']}" if not event.target and "name" in event.values else whom
        act = f"attacks{at} with {subject}"
    elif kind == "heal":
        act = f"tends{whom} with {subject}"
    elif kind == "clear":
        act = f"tries to get the {subject} working"
    elif kind == "challenge":
        act = f"tries {event.values.get('name', subject)}: {event.values.get('way', '')}"
    else:
        act = f"tries to {KINDS.get(str(kind), str(subject) or 'do something')}"
    return f"{_who(event, names)} {act}{skill}."


def _check(event: Event, names: Names) -> str:
    total = event.values.get("total", "?")
    came = event.values.get("degree", event.values.get("hit", "rolled"))
    return f"{_who(event, names)} rolls {total}: {came}."


def _waits(event: Event, names: Names) -> str:
    rolled = f"rolls {event.values['total']}" if "total" in event.values else "has rolled"
    return f"{_who(event, names)} {rolled}; the turn ends here, and the GM will give the DC."


def _damage(event: Event, names: Names) -> str:
    if "damage" not in event.values and "hit_for" in event.values:
        return f"{_whom(event, names)} is hit for {event.values['hit_for']}."
    left = f", {event.values['left']} left" if "left" in event.values else ""
    return f"{_whom(event, names)} loses {event.values.get('damage', 'some')} hit points{left}."


def _afflicted(event: Event, names: Names) -> str:
    words = AFFLICTED.get(str(event.values.get("effect")), "is harmed")
    return f"{_whom(event, names)} {words.format(item=event.values.get('item', 'weapon'))}."


def _harm(event: Event, names: Names) -> str:
    what = event.values.get("effect")
    if what == "sniped":
        return f"A shot from nowhere: {_damage(event, names)}"
    return f"It goes badly wrong for {_whom(event, names)}."


def _boon(event: Event, names: Names) -> str:
    words = BOON.get(str(event.values.get("effect")), "gains something more")
    return f"{_whom(event, names)} {words}."


def _post(event: Event, names: Names) -> str:
    kind = event.values.get("kind")
    if not kind:
        return "The GM posts."
    return f"The GM opens the scene: {kind}, {event.values.get('actions', '?')} actions a turn."


def _placed(event: Event, names: Names) -> str:
    at = str(event.values.get("at", "?"))
    first, _, whom = at.partition(" ")
    where = f"into the melee of {names.get(whom, whom)}" if first == "with" else at if at == "alone" else f"at {at}"
    return f"The game master puts {_whom(event, names)} {where}."


def _initiative(event: Event, names: Names) -> str:
    return f"{_who(event, names)} rolls {event.values.get('total', '?')} for initiative."


def _tie(event: Event, names: Names) -> str:
    return f"A tie: {_who(event, names)} rolls {event.values.get('roll', '?')}."


def _healed(event: Event, names: Names) -> str:
    return f"{_whom(event, names)} regains {event.values.get('amount', 'some')} hit points."


def _door(event: Event, names: Names) -> str:
    does = "opens" if event.values.get("does") == "open" else "closes"
    return f"{_who(event, names)} {does} {event.values.get('door', 'a door')}."


def _handled(event: Event, names: Names) -> str:
    does = {"draw": "draws", "sheathe": "sheathes", "drop": "drops", "pick-up": "picks up"}
    act = does.get(str(event.values.get("does")), "handles")
    return f"{_who(event, names)} {act} the {event.values.get('item', 'weapon')}."


def _out(event: Event, names: Names) -> str:
    return f"{_who(event, names)} is {'dead' if event.values.get('status') == 'dead' else 'out of action'}."


def _ruled(event: Event, names: Names) -> str:
    return f"The GM rules on what {_whom(event, names)} tried ({event.values.get('skill', '?')})."


def _plainly(words: str, *fields: str) -> Callable[[Event, Names], str]:
    """A sentence about the actor, with some of the event's values in it."""

    def sentence(event: Event, names: Names) -> str:
        values = {field: event.values.get(field, "something") for field in fields}
        return f"{_who(event, names)} {words.format(**values)}."

    return sentence


def _of_gm(words: str) -> Callable[[Event, Names], str]:
    return lambda event, names: f"The GM {words}."


SENTENCES: dict[str, Callable[[Event, Names], str]] = {
    "attempt": _attempt,
    "check": _check,
    "awaits_dc": _waits,
    "damage": _damage,
    "persistent": _damage,
    "afflicted": _afflicted,
    "critical_effect": lambda event, names: f"A critical hit on {_whom(event, names)}!",
    "harm": _harm,
    "boon": _boon,
    "post": _post,
    "initiative": _initiative,
    "tie": _tie,
    "healed": _healed,
    "door": _door,
    "handled": _handled,
    "out": _out,
    "ruled": _ruled,
    "jam": _plainly("has the {weapon} jammed", "weapon"),
    "cleared": _plainly("gets the {weapon} working again", "weapon"),
    "met": _plainly("manages it: {name}", "name"),
    "gm_place": _placed,
    "moved": _plainly("moves to {name}", "name"),
    "entered": lambda event, names: f"{_who(event, names)} closes in on {_whom(event, names)}.",
    "left_melee": _plainly("gets out of the melee"),
    "escaped": _plainly("breaks free"),
    "let_go": lambda event, names: f"{_who(event, names)} lets go of {_whom(event, names)}.",
    "stood": _plainly("stands up"),
    "deed": _plainly("does it: {what}", "what"),
    "revealed": lambda event, names: f"{_whom(event, names)} gives the hiding place away.",
    "takes_hit": _plainly("chooses to be hit"),
    "reroll": _plainly("rolls the {which} d20 again: it had shown {before}", "which", "before"),
    "lost_attack": _plainly("has no second attack"),
    "lost_turn": _plainly("has let the turn go by"),
    "ended_turn": _plainly("is done"),
    "arrives": _plainly("comes in"),
    "holds_on": _plainly("stays in action without hit points"),
    "scene_over": _of_gm("declares the scene over"),
    "scene_goes_on": _of_gm("lets the scene go on"),
}


def words(state: SceneState, one: Slinger) -> str:
    """How he looks to others."""
    if one.status != "in":
        return {"out": "out of action", "dead": "dead", "fled": "gone", "yielded": "has given up"}.get(
            one.status, one.status
        )
    return LOOKS[m.looks(one.hp, one.sheet.hp)]


def values(state: SceneState, one: Slinger) -> dict[str, Value]:
    """His figures by name; what there is none of is left out."""
    melee = melee_of(state, one.id)
    held = [item.weapon.name + " (jammed)" * item.jammed for item in one.carried if item.held]
    found: dict[str, Value | None] = {
        "hp": one.hp,
        "initiative": one.initiative if by_initiative(state) else None,
        "at": one.at or None,
        "rerolls": one.rerolls if one.sheet.rerolls else None,
        "carried": ", ".join(held) or None,
        "melee": melee,
    }
    return {name: value for name, value in found.items() if value is not None}
