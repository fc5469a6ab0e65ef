"""A die that people roll: the request for it, its field, and why a face will not do."""

from msgspec import Struct

from certamen.dice import Ask
from certamen.kernel.action import GM, Action, Number, Offer, Refusal, refusal_by
from certamen.kernel.event import Die
from certamen.kernel.window import Answer, Request


class Waiting(Struct):
    """An act that waits for a die rolled by hand, with the faces typed so far."""

    action: Action | None
    by: str
    policy_dice: int
    ask: Ask
    faces: list[Die]


def die_request(ask: Ask) -> Request:
    """The request for the face of a missing die, named by its roller and its number among his."""
    about: dict[str, str | int | tuple[str, ...]] = {"sides": ask.sides, "purpose": ask.purpose, "roller": ask.roller}
    cause = f"roll a d{ask.sides}" + (f" for {ask.purpose}" if ask.purpose else "")
    default = Answer("roll", {"face": (ask.sides + 1) // 2})
    return Request(f"{ask.roller}-die-{ask.n + 1}", ask.roller, "dice", ("roll",), default, cause, about)


def die_offer(ask: Ask) -> Offer:
    """What may be answered: the face."""
    return Offer("roll", (Number("face", 1, ask.sides),))


def die_refusal(ask: Ask, action: Action) -> Refusal | None:
    """Why this is not the face that is missing, or None. Who does not roll it is not told who does."""
    if action.actor not in (ask.roller, GM):
        return Refusal("first a die must be rolled and typed in")
    if action.request != die_request(ask).id:
        return Refusal(f"first the d{ask.sides} of {ask.roller} must be typed in")
    return refusal_by((die_offer(ask),), action)
