"""What is asked of whom: requests, and the windows that hold those open together."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from certamen.kernel.action import Value


class Answer(Struct, frozen=True):
    """A verb with its values: what a request's default would have done."""

    verb: str
    values: dict[str, Value] = {}


class Request(Struct, frozen=True, omit_defaults=True):
    """A question to one participant, or to the game master (`who` is "gm").

    kind: act, react, shift, choose, dice, adjudicate or review. `verbs` are the acts that answer it.
    `cause` says in plain words why it is asked; `about` holds the data its acts need. Every request has a default; how
    long it waits for an answer is the table's business.
    """

    id: str
    who: str
    kind: str
    verbs: tuple[str, ...]
    default: Answer
    cause: str = ""
    about: dict[str, Value] = {}


class Resume(Struct, frozen=True, omit_defaults=True):
    """How the ruleset goes on: the name of one of its steps and the data for it."""

    step: str
    args: dict[str, Value] = {}


class Window(Struct, frozen=True):
    """Requests open together. It closes when all (or the first) are answered; then the step `then` runs.

    While it is `sealed` and open, an answer is known to who gave it (and to the game master) alone.
    """

    requests: tuple[Request, ...]
    then: Resume
    closes: Literal["all", "first"] = "all"
    sealed: bool = False
    answered: tuple[str, ...] = ()


def answer(window: Window, request_id: str) -> Window:
    """The window with that request answered; closing at the first answer withdraws the rest."""
    [gone] = [request for request in window.requests if request.id == request_id]
    rest = () if window.closes == "first" else tuple([r for r in window.requests if r is not gone])
    return replace(window, requests=rest, answered=(*window.answered, gone.who))


def withdraw(window: Window, who: str) -> Window:
    """The window without what it asks of `who`."""
    return replace(window, requests=tuple(request for request in window.requests if request.who != who))
