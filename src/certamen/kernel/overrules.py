"""What each overrule of the game master does, by verb: pure functions from state to state."""

from collections.abc import Callable, Mapping

import msgspec
from msgspec.structs import replace

from certamen.kernel import order as orders
from certamen.kernel.action import GM, Action, Value
from certamen.kernel.audience import EVERYONE, NOBODY, Audience, aware_of, both
from certamen.kernel.draws import Draws
from certamen.kernel.encounter import Entry, id_refusal
from certamen.kernel.event import Event
from certamen.kernel.fields import FieldError, get_path, set_path
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.state import (
    Outcome,
    State,
    Status,
    Step,
    add_effect,
    drop_effects,
    end_with,
    leave,
    mark,
    put,
    until,
)
from certamen.kernel.window import Resume, Window, withdraw

Overrule = Callable[[Ruleset, State, Action, Draws], Step]


def word(action: Action, name: str) -> str:
    """The action's value of this name as text, "" where it has none."""
    return str(action.values.get(name, ""))


def _told(
    action: Action, *, target: str = "", to: Audience = NOBODY, values: Mapping[str, Value] | None = None
) -> tuple[Event, ...]:
    kind = f"gm_{action.verb.replace('-', '_')}"
    return (Event(kind, actor=GM, target=target, values=dict(values or {}), to=to),)


def _set(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    path = word(action, "path")
    who, _, rest = path.partition(".")
    if who not in state.participants:
        raise FieldError(f"{path}: there is no participant {who}: {', '.join(state.participants)}")
    one = state.participants[who]
    first = rest.partition(".")[0]
    if first in VERBS_OF:
        raise FieldError(f"{path}: there is a verb for this: {VERBS_OF[first]}")
    if first in ("", "id", "serial", "turns", "budget"):
        example = next(iter(ruleset.values(state, one)), "name")
        raise FieldError(f"{path}: name a value of {who} that may be set, as in {who}.{example}")
    before = get_path(one, rest)
    changed = set_path(one, rest, action.values["value"])
    values: dict[str, Value] = {"path": path, "before": _text(before), "after": _text(get_path(changed, rest))}
    return Step(put(state, changed), _told(action, target=who, values=values))


def _text(value: object) -> Value:
    return value if isinstance(value, int | str) else msgspec.json.encode(value).decode()


def _effect(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    who, name, rounds = word(action, "who"), word(action, "name"), action.values["rounds"]
    end = until(state, who, "turn_start", rounds) if isinstance(rounds, int) and rounds else None
    to = aware_of(state, who)
    state = add_effect(state, name, who, source=GM, until=end, to=to)
    return Step(state, _told(action, target=who, to=to, values={"name": name, "rounds": rounds}))


def _end_effect(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    who, name = word(action, "who"), word(action, "name")
    return Step(
        drop_effects(state, who, name), _told(action, target=who, to=aware_of(state, who), values={"name": name})
    )


def _place(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    step = ruleset.steps.get("place")
    if step is None:
        return Step(state, _told(action, target=word(action, "who"), values={"at": word(action, "at")}))
    done = step(state, Resume("place", dict(action.values)), draws)
    told = _told(
        action, target=word(action, "who"), to=aware_of(state, word(action, "who")), values={"at": word(action, "at")}
    )
    return Step(done.state, (*told, *done.events))


def _changed(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    """The participant's field that is named as the verb is, with the value of the action's field of that name."""
    who, value = word(action, "who"), word(action, action.verb)
    if action.verb == "side" and id_refusal(value):
        raise FieldError(f"side: {id_refusal(value)}")
    told = _told(action, target=who, to=aware_of(state, who), values={action.verb: value})
    return Step(put(state, replace(state.participants[who], **{action.verb: value})), told)


def _status(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    """Whoever is no longer in is asked nothing more; who waits has no place in the order until he enters."""
    who = word(action, "who")
    status: Status = next(one for one in STATUSES if one == word(action, "status"))
    if state.participants[who].status in ("waiting", "left") and status != "waiting":
        raise FieldError(f"{who} is not there: first let {who} enter")
    told = _told(action, target=who, to=aware_of(state, who), values={"status": status})
    if status == "waiting":
        state = put(state, replace(state.participants[who], arrives=0))
        return Step(_without(state, who, "waiting"), told)
    state = put(state, replace(state.participants[who], status=status))
    if status == "in":
        return Step(state, told)
    return Step(asked_no_more(state, who), told)


def asked_no_more(state: State, who: str) -> State:
    """The state without what is asked of him; if his turn was on, the next one's comes."""
    state = replace(state, windows=tuple(withdraw(window, who) for window in state.windows))
    return _on_to_next(state) if state.acting == who else state


def _hide(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    who = word(action, "who")
    told = _told(action, target=who, to=aware_of(state, who))
    return Step(put(state, replace(state.participants[who], hidden=True, known_to=())), told)


def _reveal(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    who, to = word(action, "who"), word(action, "to")
    one = state.participants[who]
    if to and to not in state.participants:
        raise FieldError(f"there is no participant {to}: {', '.join(state.participants)}")
    one = replace(one, known_to=tuple(sorted({*one.known_to, to}))) if to else replace(one, hidden=False, known_to=())
    state = put(state, one)
    return Step(state, _told(action, target=who, to=aware_of(state, who)))


def _remove(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    who = word(action, "who")
    return Step(_without(state, who, "left"), _told(action, target=who, to=aware_of(state, who)))


def _without(state: State, who: str, status: Status) -> State:
    """`who` has no place in the contest any more; where his turn was on, the next one comes."""
    left = leave(state, who, status)
    return _on_to_next(left) if state.acting == who else left


def _on_to_next(state: State) -> State:
    if state.ending is not None:
        return state
    return replace(state, windows=(Window((), Resume("next")),))


def _enter(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    return Step(put(state, replace(state.participants[word(action, "who")], status="waiting")))


def _join(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    who = word(action, "id")
    if who in state.participants:
        raise FieldError(f"there is a participant {who} already")
    for value in (who, word(action, "side")):
        if id_refusal(value):
            raise FieldError(id_refusal(value))
    if not word(action, "name").isprintable() or not word(action, "name").strip():
        raise FieldError("the name must be one that people can read")
    try:
        sheet: object = msgspec.json.decode(word(action, "sheet").encode(), type=ruleset.sheet)
    except (msgspec.DecodeError, RecursionError) as error:
        raise FieldError(f"sheet: {error}") from None
    entry = Entry(id=who, name=word(action, "name"), side=word(action, "side"), sheet=sheet, at=word(action, "at"))
    one = ruleset.recruit(entry, state.rulings)
    state = put(state, replace(one, status="waiting"))
    return Step(state, _told(action, target=who))


def _swap(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    one, other = word(action, "one"), word(action, "other")
    for who in (one, other):
        if not orders.has_place(state.order, who):
            raise FieldError(f"{who} has no place in the order")
    if one == other:
        raise FieldError(f"{one} cannot change places with itself")
    late = {one: other, other: one}.get(state.acting)
    told = _told(action, target=one, to=both(state, one, other), values={"one": one, "other": other})
    if late is None or not orders.waits(state.order, late):
        return Step(replace(state, order=orders.swap(state.order, one, other)), told)
    _between_acts(state)
    state = replace(state, order=orders.swap(state.order, one, other), acting="")
    return Step(_on_to_next(state), told)


def _between_acts(state: State) -> None:
    """Raises FieldError while an act is going on: what would become of it?"""
    if len(state.windows) != 1 or any(request.who != state.acting for request in state.windows[0].requests):
        raise FieldError("an act is going on: first let what is asked now be answered")


def _turn(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    who = word(action, "who")
    _between_acts(state)
    index = next(i for i, slot in enumerate(state.order.pending) if slot.who == who)
    slot = state.order.pending[index]
    rest = state.order.pending[:index] + state.order.pending[index + 1 :]
    order = orders.put_back(replace(state.order, pending=rest))
    order = replace(order, pending=(slot, *order.pending))
    return Step(_on_to_next(replace(state, order=order, acting="")), _told(action, target=who, to=aware_of(state, who)))


def _skip(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    _between_acts(state)
    return Step(_on_to_next(state), _told(action, target=state.acting, to=aware_of(state, state.acting)))


def _mark(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    return Step(mark(state, word(action, "name")), _told(action, values={"name": word(action, "name")}))


def _unmark(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    name = word(action, "name")
    marks = tuple(one for one in state.marks if one != name)
    return Step(replace(state, marks=marks), _told(action, values={"name": name}))


def _end(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    return Step(
        end_with(state, Outcome(True, word(action, "winner"), word(action, "reason") or "the game master ended it"))
    )


def _reopen(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    """The turn that was on when it was decided goes on."""
    state = replace(state, outcome=None, ending=None, order=orders.put_back(state.order), acting="")
    return Step(_on_to_next(state), _told(action, to=EVERYONE))


STATUSES: tuple[Status, ...] = ("in", "out", "dead", "fled", "yielded", "waiting")
VERBS_OF = {"status": "status", "side": "side", "player": "player", "hidden": "hide, reveal", "known_to": "reveal"}

VERBS: dict[str, Overrule] = {
    "set": _set,
    "effect": _effect,
    "end-effect": _end_effect,
    "place": _place,
    "status": _status,
    "side": _changed,
    "player": _changed,
    "hide": _hide,
    "reveal": _reveal,
    "remove": _remove,
    "enter": _enter,
    "join": _join,
    "swap": _swap,
    "turn": _turn,
    "skip": _skip,
    "mark": _mark,
    "unmark": _unmark,
    "end": _end,
    "reopen": _reopen,
}
