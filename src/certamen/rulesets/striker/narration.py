"""Events as plain sentences, told from the event alone."""

from collections.abc import Callable, Mapping

from certamen.kernel.action import Value
from certamen.kernel.event import Event
from certamen.kernel.space.drawn import metres_text
from certamen.kernel.telling import called, filled, tell

Names = Mapping[str, str]
LABELS = {"pools": "", "pc": "PC", "at": "place of entry", "held": "weapon in hand"}


def narrate(event: Event, names: Names) -> str:
    """One sentence that tells what happened, without what the reader may not know."""
    told = tell(event, names, LABELS)
    if told is not None:
        return told
    actor, target = called(event.actor, names), called(event.target, names)
    teller = TELLERS.get(event.type)
    if teller is not None:
        return teller(event, actor, target)
    if event.type == "order":
        return "The order: " + ", ".join(called(who, names) for who in _listed(event.values.get("order"))) + "."
    simple = SIMPLE.get(event.type, "{actor}: " + event.type.replace("_", " ") + ".")
    return filled(simple, event, names)


SIMPLE: dict[str, str] = {
    "contest": "The contest begins.",
    "surprise_round": "The surprise round: only those who are not surprised act.",
    "surprised": "{actor} is surprised.",
    "sneaks": "{actor} sneaks: PC {pc}.",
    "group_pc": "Together {side} can be noticed at {pc}.",
    "shared_die": "The game master rolls {die} for all of his.",
    "initiative": "{actor} has initiative {initiative}.",
    "tie": "{actor} rolls {roll} to break the tie.",
    "enters": "{actor} joins the contest.",
    "down": "{actor} is out.",
    "condition": "{actor} is {condition}.",
    "revealed": "{actor} has given the hiding place away.",
    "dash": "{actor} dashes.",
    "disengage": "{actor} disengages.",
    "hide": "{actor} hides.",
    "own_pc": "{actor} can be found at PC {pc}.",
    "evade": "{actor} evades.",
    "watch": "{actor} watches.",
    "assist": "{actor} assists {target} in {skill} (+{ranks}).",
    "drops": "{actor} drops prone.",
    "yield": "{actor} gives it up.",
    "surrender": "{actor} surrenders.",
    "flee": "{actor} gets away.",
    "end": "{actor} ends the turn.",
    "lapses": "What {actor} had ready lapses.",
    "free": "{actor}: {what}.",
    "door": "{actor} turns the {door}: it is {how} now.",
    "draw": "{actor} takes the {weapon} in hand.",
    "let_go": "{actor} lets go of the {weapon}.",
    "switch": "{actor} changes from the {before} to the {weapon}.",
    "task": "{actor} works on it: {act} ({skill}), {done} of {rounds} rounds done.",
    "task_done": "{actor} has worked {rounds} rounds: {act}.",
    "abandon": "{actor} gives up the task: {act}.",
    "note": "{actor} brings it about: {words} (the game master sees to it).",
    "gives": "{actor} gives {amount} to {to} by {act} ({skill}).",
    "achieved": "{actor} has done it: {on} is {condition}.",
    "undone": "{actor} has undone it: {condition} no more.",
    "area": "The {weapon} does {rolled} to all who did not save.",
    "no_pool": "{target} has no {pool} to lose.",
    "ruled": "The game master: {what} is {figure}.",
}


def _listed(value: Value | None) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


def _number(value: Value | None) -> int:
    return value if isinstance(value, int) else 0


def _rolled(event: Event) -> str:
    total, challenge = event.values.get("total", "?"), event.values.get("challenge")
    faces = ", ".join(str(die.face) for die in event.dice)
    thrown = f"{total} (rolled {faces})" if faces else str(total)
    return thrown if challenge is None else f"{thrown} against {challenge}"


def _attack(event: Event, actor: str, target: str) -> str:
    weapon, note = event.values.get("weapon") or event.values.get("act", "something"), event.values.get("note", "")
    how = {"opportunity": "takes the opportunity and strikes at", "readied": "was ready and attacks"}.get(
        str(note), "attacks"
    )
    whom = target if event.target else "the place"
    result = "a hit" if event.values.get("success") == "yes" else "a miss"
    return f"{actor} {how} {whom} with {weapon}: {_rolled(event)}, {result}."


def _check(event: Event, actor: str, target: str) -> str:
    del target
    on = f" on {event.values['on']}" if event.values.get("on") else ""
    result = "it works" if event.values.get("success") == "yes" else "it fails"
    said = f"{event.values.get('act', '?')} ({event.values.get('skill', '?')})"
    return f"{actor}, {said}{on}: {_rolled(event)}, {result}."


def _save(event: Event, actor: str, target: str) -> str:
    del target
    result = "saved" if event.values.get("success") == "yes" else "not saved"
    return f"{actor} saves with {event.values.get('with', '?')}: {_rolled(event)}, {result}."


def _effect(event: Event, actor: str, target: str) -> str:
    del actor
    pool = event.values.get("pool", "hp")
    if "amount" not in event.values:
        return f"{target} is hit for {event.values.get('rolled', '?')}."
    amount, rolled = event.values["amount"], event.values.get("rolled")
    of = f" of {rolled}" if rolled not in (amount, None) else ""
    left = f", {event.values['left']} left" if "left" in event.values else ""
    return f"{target} loses {amount}{of} {pool}{left}."


def _move(event: Event, actor: str, target: str) -> str:
    del target
    way, cost, mode = _number(event.values.get("way")), _number(event.values.get("cost")), event.values.get("mode", "")
    how = {"walk": "walks", "fly": "flies", "crawl": "crawls", "swim": "swims", "climb": "climbs"}.get(
        str(mode), f"moves ({mode})"
    )
    spent = f", which takes {metres_text(cost)}" if cost != way else ""
    return f"{actor} {how} {metres_text(way)} to {event.values.get('to', '?')}{spent}."


def _ready(event: Event, actor: str, target: str) -> str:
    del target
    if "what" not in event.values:
        return f"{actor} makes something ready."
    words = event.values.get("words") or event.values.get("trigger", "?")
    return f"{actor} makes ready: {event.values['what']} ({event.values.get('object', '')}), when: {words}."


def _sets(event: Event, actor: str, target: str) -> str:
    del target
    value = f" to {event.values['value']}" if "value" in event.values else ""
    return f"{actor} sets the {event.values.get('challenge', 'challenge')} on {event.values.get('on', '?')}{value}."


def _use(event: Event, actor: str, target: str) -> str:
    on = f" on {target}" if event.target and event.target != event.actor else ""
    return f"{actor} uses {event.values.get('thing', 'something')}{on}."


def _restored(event: Event, actor: str, target: str) -> str:
    del actor
    return f"{target} gets {event.values.get('amount', 'some')} {event.values.get('pool', 'hp')} back."


def _look(event: Event, actor: str, target: str) -> str:
    del target
    return f"{actor} looks out: {event.values.get('total', '?')}."


def _notices(event: Event, actor: str, target: str) -> str:
    del target
    seen = f"{actor}, Perception {event.values.get('perception', '?')},"
    return f"{seen} notices {'somebody' if event.values.get('noticed') else 'nobody'}."


def _falls(event: Event, actor: str, target: str) -> str:
    del target
    return f"{actor} falls {metres_text(_number(event.values.get('height')))}."


def _stands(event: Event, actor: str, target: str) -> str:
    del target
    return f"{actor} stands up, which takes {metres_text(_number(event.values.get('cost')))}."


def _acrobatics(event: Event, actor: str, target: str) -> str:
    del target
    result = "up again" if event.values.get("success") == "yes" else "still down"
    return f"{actor} tries to jump up: {event.values.get('total', '?')}, {result}."


TELLERS: Mapping[str, Callable[[Event, str, str], str]] = {
    "attack": _attack,
    "check": _check,
    "save": _save,
    "effect": _effect,
    "move": _move,
    "ready": _ready,
    "sets": _sets,
    "use": _use,
    "restored": _restored,
    "look": _look,
    "notices": _notices,
    "falls": _falls,
    "stands": _stands,
    "acrobatics": _acrobatics,
}
