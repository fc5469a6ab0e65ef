"""A result held back until the game master lets it take effect, where the encounter asks for that."""

from msgspec.structs import replace

from certamen.kernel.action import GM, SAY, Action, Offer, Refusal, refusal_by
from certamen.kernel.audience import EVERYONE
from certamen.kernel.event import Event
from certamen.kernel.state import State, Step
from certamen.kernel.window import Answer, Request, Resume, Window

OFFERS = (Offer("accept", label="let it take effect"), Offer("discard", label="take it back; the act is chosen anew"))


def hold(before: State, step: Step) -> Step:
    """The state before the act, with its result held and the game master asked."""
    serial = before.gm_serial + 1
    request = Request(f"{GM}-{serial}", GM, "review", ("accept", "discard"), Answer("accept"), "a result is held")
    state = replace(
        before,
        windows=(*before.windows, Window((request,), Resume("review"))),
        held=replace(step.state, gm_serial=serial),
        held_events=step.events,
        gm_serial=serial,
    )
    return Step(state, (Event("held", values={"events": len(step.events)}),))


def answers(state: State, action: Action) -> bool:
    """Whether a review is open and the action must answer it: all but free text must."""
    return state.held is not None and action.verb != SAY


def refusal(state: State, action: Action) -> Refusal | None:
    """Why this does not answer the review, or None."""
    if action.actor != GM:
        return Refusal("the game master is looking at the last result")
    if action.request != state.windows[-1].requests[0].id:
        return Refusal("first accept or discard the result that is held")
    return refusal_by(OFFERS, action)


def apply(state: State, action: Action) -> Step:
    """The held result takes effect, or is taken back; its dice stay fallen."""
    after = state.held
    if action.verb == "accept" and after is not None:
        return Step(after, state.held_events)
    back = replace(state, held=None, held_events=(), windows=state.windows[:-1])
    return Step(back, (Event("discarded", actor=GM, to=EVERYONE),))
