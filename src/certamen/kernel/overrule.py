"""What nobody has to ask for: the game master's overrules, and free text. Actions like any other, with no request."""

from collections.abc import Callable
from typing import cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from certamen.kernel import order as orders
from certamen.kernel.action import GM, Action, Choice, Number, Offer, Option, Refusal, Value, Words, refusal_by
from certamen.kernel.audience import EVERYONE, NOBODY, Audience, aware_of, side_of
from certamen.kernel.draws import Draws
from certamen.kernel.encounter import Entry
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
    leave,
    mark,
    put,
    until,
)
from certamen.kernel.window import Resume, Window

SAY = "say"

Overrule = Callable[[Ruleset, State, Action, Draws], Step]


def refusal(ruleset: Ruleset, state: State, action: Action) -> Refusal | None:
    """Why this may not be done unasked, or None."""
    if action.verb == SAY:
        if action.actor != GM and action.actor not in state.participants:
            return Refusal(f"there is no participant {action.actor}")
        return refusal_by((say_offer(state, action.actor),), action)
    if action.actor != GM:
        return Refusal(f"{action.verb} answers no request, and only the game master may act unasked")
    if action.verb not in VERBS:
        return Refusal(f"the game master has no verb {action.verb}: {', '.join(sorted(VERBS))}")
    reason = refusal_by(overrules(state), action)
    if reason is not None or action.verb not in ("set", "join", "swap", "effect"):
        return reason
    try:
        VERBS[action.verb](ruleset, state, action, _NO_DRAWS)
    except FieldError as error:
        return Refusal(str(error))
    return None


_NO_DRAWS = cast(Draws, None)  # only verbs that draw nothing are tried out


def apply(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    """The overrule done, with all that follows from it."""
    if action.verb == SAY:
        return _say(state, action)
    if action.verb == "end":
        return VERBS["end"](ruleset, state, action, draws)
    reopened = replace(state, outcome=None) if state.outcome and action.verb == "reopen" else state
    step = VERBS[action.verb](ruleset, reopened, action, draws)
    if action.verb in ("join", "enter"):
        entered = ruleset.enter(step.state, _word(action, "who" if action.verb == "enter" else "id"), draws)
        step = Step(entered.state, (*step.events, *entered.events))
    settled = ruleset.settle(step.state, draws)
    return Step(settled.state, (*step.events, *settled.events))


def overrules(state: State) -> tuple[Offer, ...]:
    """All that the game master may do unasked now."""
    people = tuple(Option(one.id, one.name) for one in state.participants.values())
    waiting = tuple(Option(one.id, one.name) for one in state.participants.values() if one.status == "waiting")
    pending = tuple(Option(slot.who) for slot in dict.fromkeys(state.order.pending))
    who = Choice("who", people)
    turn = Refusal("nobody's turn is going on") if not state.acting else None
    return (
        Offer("set", (Words("path"), Words("value"))),
        Offer("set", (Words("path"), Number("value", -1_000_000, 1_000_000))),
        Offer("effect", (who, Words("name"), Number("rounds", 0, 100_000))),
        Offer("end-effect", (who, Words("name"))),
        Offer("place", (who, Words("at"))),
        Offer("status", (who, Choice("status", tuple(Option(s) for s in STATUSES)))),
        Offer("side", (who, Words("side"))),
        Offer("player", (who, Words("player"))),
        Offer("hide", (who,)),
        Offer("reveal", (who, Words("to", optional=True))),
        Offer("remove", (who,)),
        Offer("enter", (Choice("who", waiting),), closed=None if waiting else Refusal("nobody waits to come in")),
        Offer("join", (Words("id"), Words("name"), Words("side"), Words("sheet"), Words("at", optional=True))),
        Offer("swap", (Choice("one", people), Choice("other", people))),
        Offer("turn", (Choice("who", pending),), closed=None if pending else Refusal("nobody has a turn to come")),
        Offer("skip", closed=turn),
        Offer("mark", (Words("name"),)),
        Offer("unmark", (Choice("name", tuple(Option(name) for name in state.marks)),)),
        Offer("end", (Words("winner", optional=True), Words("reason", optional=True))),
        Offer("reopen", closed=None if state.outcome else Refusal("the contest is not over")),
        say_offer(state, GM),
    )


def say_offer(state: State, actor: str) -> Offer:
    """Free text: to all, to the game master alone, to one's side, to one participant; about an event or nothing."""
    del actor
    to = ("all", GM, "side", *state.participants)
    return Offer(
        SAY,
        (Words("text"), Choice("to", tuple(Option(one) for one in to)), Number("about", 0, 1_000_000_000)),
        label="say or write something",
    )


def _word(action: Action, name: str) -> str:
    return str(action.values.get(name, ""))


def _say(state: State, action: Action) -> Step:
    to = _word(action, "to")
    audience: Audience = EVERYONE
    if to == GM:
        audience = (action.actor,) if action.actor != GM else NOBODY
    elif to == "side" and action.actor != GM:
        audience = side_of(state, state.participants[action.actor].side)
    elif to in state.participants:
        audience = tuple(sorted({to, action.actor} - {GM}))
    elif action.actor != GM:
        audience = aware_of(state, action.actor)
    values: dict[str, Value] = {"to": to}
    if action.values.get("about"):
        values["about"] = action.values["about"]
    return Step(state, (Event("say", actor=action.actor, values=values, text=_word(action, "text"), to=audience),))


def _told(action: Action, *, target: str = "", to: Audience = NOBODY, **values: Value) -> tuple[Event, ...]:
    return (Event(f"gm_{action.verb.replace('-', '_')}", actor=GM, target=target, values=dict(values), to=to),)


def _set(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    path = _word(action, "path")
    who, _, rest = path.partition(".")
    if who not in state.participants:
        raise FieldError(f"{path}: there is no participant {who}: {', '.join(state.participants)}")
    one = state.participants[who]
    if rest.partition(".")[0] in ("", "id", "serial", "turns", "budget"):
        raise FieldError(f"{path}: name a value of {who} that may be set, as in {who}.{next(iter(ruleset.values(state, one)), 'name')}")
    before = get_path(one, rest)
    changed = set_path(one, rest, action.values["value"])
    values: dict[str, Value] = {"path": path, "before": _text(before), "after": _text(get_path(changed, rest))}
    return Step(put(state, changed), _told(action, target=who, **values))


def _text(value: object) -> Value:
    return value if isinstance(value, int | str) else msgspec.json.encode(value).decode()


def _effect(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    who, name, rounds = _word(action, "who"), _word(action, "name"), action.values["rounds"]
    end = until(state, who, "turn_start", rounds) if isinstance(rounds, int) and rounds else None
    to = aware_of(state, who)
    state = add_effect(state, name, who, source=GM, until=end, to=to)
    return Step(state, _told(action, target=who, to=to, name=name, rounds=rounds))


def _end_effect(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    who, name = _word(action, "who"), _word(action, "name")
    return Step(drop_effects(state, who, name), _told(action, target=who, to=aware_of(state, who), name=name))


def _place(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    step = ruleset.steps.get("place")
    if step is None:
        return Step(state, _told(action, target=_word(action, "who"), at=_word(action, "at")))
    done = step(state, Resume("place", dict(action.values)), draws)
    told = _told(action, target=_word(action, "who"), to=aware_of(state, _word(action, "who")), at=_word(action, "at"))
    return Step(done.state, (*told, *done.events))


def _changed(**fixed: object) -> Overrule:
    """An overrule that gives one field of a participant the value of the action's field of the same name."""

    def change(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
        who = _word(action, "who")
        fields = fixed or {action.verb: _word(action, action.verb)}
        before = aware_of(state, who)
        state = put(state, replace(state.participants[who], **fields))
        values = {name: value for name, value in action.values.items() if name != "who"}
        return Step(state, _told(action, target=who, to=before, **values))

    return change


def _hide(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    who = _word(action, "who")
    state = put(state, replace(state.participants[who], hidden=True, known_to=()))
    return Step(state, _told(action, target=who, to=EVERYONE))


def _reveal(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    who, to = _word(action, "who"), _word(action, "to")
    one = state.participants[who]
    if to and to in state.participants:
        one = replace(one, known_to=tuple(sorted({*one.known_to, to})))
    else:
        one = replace(one, hidden=False, known_to=())
    state = put(state, one)
    return Step(state, _told(action, target=who, to=aware_of(state, who)))


def _remove(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    who = _word(action, "who")
    told = _told(action, target=who, to=aware_of(state, who))
    was_acting = state.acting == who
    state = leave(state, who)
    return Step(_on_to_next(state) if was_acting else state, told)


def _on_to_next(state: State) -> State:
    return replace(state, windows=(Window((), Resume("next")),))


def _enter(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    return Step(state)


def _join(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    who = _word(action, "id")
    if who in state.participants or who == GM:
        raise FieldError(f"there is a participant {who} already")
    try:
        sheet = msgspec.json.decode(_word(action, "sheet").encode(), type=ruleset.sheet)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise FieldError(f"sheet: {error}") from None
    entry = Entry(id=who, name=_word(action, "name"), side=_word(action, "side"), sheet=sheet, at=_word(action, "at"))
    one = ruleset.recruit(entry, state.rulings)
    state = put(state, replace(one, status="waiting"))
    return Step(state, _told(action, target=who))


def _swap(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    one, other = _word(action, "one"), _word(action, "other")
    late = {one: other, other: one}.get(state.acting)
    told = _told(action, target=one, to=_both(state, one, other), one=one, other=other)
    if late is None or not orders.waits(state.order, late):
        return Step(replace(state, order=orders.swap(state.order, one, other)), told)
    _between_acts(state)
    state = replace(state, order=orders.swap(state.order, one, other), acting="")
    return Step(_on_to_next(state), told)


def _both(state: State, one: str, other: str) -> Audience:
    a, b = aware_of(state, one), aware_of(state, other)
    return NOBODY if a != EVERYONE or b != EVERYONE else EVERYONE


def _between_acts(state: State) -> None:
    if len(state.windows) != 1 or any(request.who != state.acting for request in state.windows[0].requests):
        raise FieldError("an act is going on: first let what is asked now be answered")


def _turn(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    who = _word(action, "who")
    order = state.order
    index = next(i for i, slot in enumerate(order.pending) if slot.who == who)
    rest = order.pending[:index] + order.pending[index + 1 :]
    kept = () if order.current is None else (replace(order.current, kept=True),)
    order = replace(order, current=None, pending=(order.pending[index], *kept, *rest))
    return Step(_on_to_next(replace(state, order=order, acting="")), _told(action, target=who, to=aware_of(state, who)))


def _skip(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    return Step(_on_to_next(state), _told(action, target=state.acting, to=aware_of(state, state.acting)))


def _mark(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    return Step(mark(state, _word(action, "name")), _told(action, name=_word(action, "name")))


def _unmark(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    name = _word(action, "name")
    marks = tuple(one for one in state.marks if one != name)
    return Step(replace(state, marks=marks), _told(action, name=name))


def _end(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    outcome = Outcome(True, _word(action, "winner"), _word(action, "reason") or "the game master ended it")
    values: dict[str, Value] = {"winner": outcome.winner, "reason": outcome.reason}
    return Step(replace(state, outcome=outcome, windows=()), (Event("outcome", values=values, to=EVERYONE),))


def _reopen(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    return Step(_on_to_next(state), _told(action, to=EVERYONE))


STATUSES: tuple[Status, ...] = ("in", "out", "dead", "fled", "yielded", "waiting")

VERBS: dict[str, Overrule] = {
    "set": _set,
    "effect": _effect,
    "end-effect": _end_effect,
    "place": _place,
    "status": _changed(),
    "side": _changed(),
    "player": _changed(),
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


