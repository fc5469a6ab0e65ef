"""Acts in words, for people: what a default would do, what undo would take back."""

from collections.abc import Mapping

from certamen.kernel.action import GM, SAY, Action, Value

NO_VERBS = ("no", "in", "go", "let")


def words_of(verb: str, values: Mapping[str, Value], names: Mapping[str, str]) -> str:
    """What would be done, such as "attack Jack Kelly knife"."""
    return " ".join([verb.replace("-", " "), *_given(values, names)])


def deed_of(act: Action | None, names: Mapping[str, str]) -> str:
    """Who did what, in one line.

    >>> deed_of(Action("thug", "attack", {"target": "jack", "weapon": "knife"}), {"thug": "Thug", "jack": "Jack"})
    'Thug attacks Jack knife'
    >>> deed_of(Action("gm", "set", {"path": "jack.constitution", "value": 200}), {})
    'the game master sets jack.constitution 200'
    """
    if act is None:
        return "the start"
    who = "the game master" if act.actor == GM else names.get(act.actor, act.actor)
    if act.verb == SAY:
        return f"{who} says: {str(act.values.get('text', ''))[:60]}"
    first, *rest = act.verb.split("-")
    if first in NO_VERBS:
        return f"{who}: {words_of(act.verb, act.values, names)}"
    return " ".join([who, _third(first), *rest, *_given(act.values, names)])


def _third(verb: str) -> str:
    if verb.endswith(("s", "x", "z", "ch", "sh")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else f"{verb}s"


def _given(values: Mapping[str, Value], names: Mapping[str, str]) -> list[str]:
    each = [one for value in values.values() for one in (value if isinstance(value, tuple) else (value,))]
    words = [names.get(one, one) if isinstance(one, str) else str(one) for one in each]
    return [word[:60] for word in words if word]
