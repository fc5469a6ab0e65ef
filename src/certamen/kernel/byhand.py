"""A die that people roll: the request for it, its field, and why a face will not do."""

from certamen.dice import Ask
from certamen.kernel.action import Action, Number, Refusal, field_refusal
from certamen.kernel.window import Answer, Request

DIE_REQUEST = "die"


def die_request(ask: Ask) -> Request:
    """The request for the face of a missing die."""
    about: dict[str, str | int | tuple[str, ...]] = {"sides": ask.sides, "purpose": ask.purpose, "roller": ask.roller}
    cause = f"roll a d{ask.sides}" + (f" for {ask.purpose}" if ask.purpose else "")
    default = Answer("roll", {"face": (ask.sides + 1) // 2})
    return Request(DIE_REQUEST, ask.roller, "dice", ("roll",), default, cause, about)


def face_field(request: Request) -> Number:
    """The field of the face."""
    sides = request.about["sides"]
    assert isinstance(sides, int)  # die_request put it there
    return Number("face", 1, sides)


def die_refusal(ask: Ask, action: Action) -> Refusal | None:
    """Why this is not the face that is missing, or None."""
    if action.request != DIE_REQUEST or action.verb != "roll":
        return Refusal(f"first the d{ask.sides} of {ask.roller} must be typed in")
    return field_refusal(Number("face", 1, ask.sides), action)
