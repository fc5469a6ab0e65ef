"""What nobody has to ask for: the game master's overrules, and free text. Actions like any other, with no request."""

from typing import cast

from msgspec.structs import replace

from certamen.kernel.action import GM, SAY, Action, Choice, Number, Offer, Option, Refusal, Value, Words, refusal_by
from certamen.kernel.audience import EVERYONE, NOBODY, Audience, aware_of, side_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.fields import FieldError
from certamen.kernel.overrules import STATUSES, VERBS, asked_no_more, word
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.state import State, Step
from certamen.kernel.view import Seat, knows_of
from certamen.kernel.window import Answer, Request


def refusal(ruleset: Ruleset, state: State, action: Action) -> Refusal | None:
    """Why this may not be done unasked, or None."""
    if action.verb == SAY:
        if action.actor != GM and action.actor not in state.participants:
            return Refusal(f"there is no participant {action.actor}")
        return refusal_by(say_offers(state, action.actor), action)
    if action.actor != GM:
        return _unasked_refusal(ruleset, state, action)
    if action.verb not in VERBS:
        return Refusal(f"the game master has no verb {action.verb}: {', '.join(sorted(VERBS))}")
    reason = refusal_by(overrules(state), action)
    if reason is not None:
        return reason
    try:
        VERBS[action.verb](ruleset, state, action, _NO_DRAWS)
    except FieldError as error:
        return Refusal(str(error))
    return None


def _unasked_refusal(ruleset: Ruleset, state: State, action: Action) -> Refusal | None:
    one = state.participants.get(action.actor)
    if not any(act.verb == action.verb for act in ruleset.unasked):
        return Refusal(f"{action.verb} answers no request, and only the game master may act unasked")
    if one is None or one.status != "in" or state.ending is not None or state.outcome is not None:
        return Refusal(f"{action.actor} takes no part now")
    return refusal_by(unasked(ruleset, state, action.actor), action)


def unasked(ruleset: Ruleset, state: State, who: str) -> tuple[Offer, ...]:
    """What `who` may do without being asked, besides free text."""
    return tuple(offer for act in ruleset.unasked for offer in act.offers(state, _nobody_asked(who, act.verb)))


def _nobody_asked(who: str, verb: str) -> Request:
    return Request("", who, "unasked", (verb,), Answer(verb))


_NO_DRAWS = cast(Draws, None)  # the verbs are tried out, and none of them draws


def apply(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    """The overrule done, with all that follows from it."""
    if action.verb == SAY:
        return _say(state, action)
    if action.verb == "end":
        return VERBS["end"](ruleset, state, action, draws)
    if action.actor != GM:
        return _do_unasked(ruleset, state, action, draws)
    step = VERBS[action.verb](ruleset, state, action, draws)
    if action.verb in ("join", "enter"):
        entered = ruleset.enter(step.state, word(action, "who" if action.verb == "enter" else "id"), draws)
        step = Step(entered.state, (*step.events, *entered.events))
    settled = ruleset.settle(step.state, draws)
    return Step(settled.state, (*step.events, *settled.events))


def _do_unasked(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    """The act, and what follows where it puts its actor out: nothing more is asked of him, his turn is over."""
    act = next(act for act in ruleset.unasked if act.verb == action.verb)
    done = act.apply(state, action, _nobody_asked(action.actor, action.verb), draws)
    after = done.state
    if after.participants[action.actor].status != "in":
        after = asked_no_more(after, action.actor)
    settled = ruleset.settle(after, draws)
    return Step(settled.state, (*done.events, *settled.events))


def overrules(state: State) -> tuple[Offer, ...]:
    """All that the game master may do unasked now."""
    people = tuple(Option(one.id, one.name) for one in state.participants.values())
    away = tuple(Option(o.id, o.name) for o in state.participants.values() if o.status in ("waiting", "left"))
    pending = tuple(Option(slot.who) for slot in dict.fromkeys(state.order.pending))
    who = Choice("who", people)
    decided = "ending" if state.ending else "over" if state.outcome else ""
    over = Refusal(f"the contest is {decided}: reopen it first") if decided else None
    turn = over or (None if state.acting else Refusal("nobody's turn is going on"))
    ahead = over or (None if pending else Refusal("nobody has a turn to come"))
    bare = None if state.marks else Refusal("no mark is set")
    outside = over or (None if away else Refusal("nobody waits to come in"))
    return (
        Offer("set", (Words("path"), Number("value", -1_000_000, 1_000_000))),
        Offer("set", (Words("path"), Words("value"))),
        Offer("effect", (who, Words("name"), Number("rounds", 0, 100_000))),
        Offer("end-effect", (who, Words("name"))),
        Offer("place", (who, Words("at"))),
        Offer("status", (who, Choice("status", tuple(Option(s) for s in STATUSES)))),
        Offer("side", (who, Words("side"))),
        Offer("player", (who, Words("player"))),
        Offer("hide", (who,)),
        Offer("reveal", (who, Words("to", optional=True))),
        Offer("remove", (who,)),
        Offer("enter", (Choice("who", away),), closed=outside),
        Offer(
            "join", (Words("id"), Words("name"), Words("side"), Words("sheet"), Words("at", optional=True)), closed=over
        ),
        Offer("swap", (Choice("one", people), Choice("other", people)), closed=over),
        Offer("turn", (Choice("who", pending),), closed=ahead),
        Offer("skip", closed=turn),
        Offer("mark", (Words("name"),)),
        Offer("unmark", (Choice("name", tuple(Option(name) for name in state.marks)),), closed=bare),
        Offer("end", (Words("winner", optional=True), Words("reason", optional=True))),
        Offer("reopen", closed=None if over else Refusal("the contest is not over")),
        say_offer(state, GM),
    )


def say_offer(state: State, actor: str) -> Offer:
    """Free text: to all, to the game master alone, to one's side, or to one participant the actor knows of."""
    seat = Seat("gm") if actor == GM else Seat("player", (actor,))
    known = (one.id for one in state.participants.values() if knows_of(state, seat, one))
    to = ("all", GM, "side", *known)
    return Offer(SAY, (Words("text"), Choice("to", tuple(Option(one) for one in to))), label="say or write something")


def say_offers(state: State, actor: str) -> tuple[Offer, ...]:
    """Free text as in `say_offer`, and the same about an event, by the contest's own number (0 for none)."""
    plain = say_offer(state, actor)
    return plain, replace(plain, fields=(*plain.fields, Number("about", 0, 1_000_000_000)))


def _say(state: State, action: Action) -> Step:
    to = word(action, "to")
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
    return Step(state, (Event("say", actor=action.actor, values=values, text=word(action, "text"), to=audience),))
