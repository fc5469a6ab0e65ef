"""What a scenario expects, looked up by path in a contest."""

from collections.abc import Callable

from certamen.kernel.contest import Contest
from certamen.kernel.event import Event
from certamen.kernel.fields import FieldError, get_path
from certamen.kernel.state import effects_on


def found_at(contest: Contest, path: str, wanted: object, made: tuple[Event, ...]) -> object:
    """What stands at the path.

    `ID.value` (a value of the ruleset's, else a field), `ID.words` (how he looks), `ID.effects`, round, acting,
    order, outcome.winner, outcome.reason, offers (open verbs), asked (of whom), marks; events: the types of what the
    step made, equal to `wanted` when those are among them in order. A path that leads nowhere gives a sentence that
    says so.
    """
    head, _, rest = path.partition(".")
    if head in contest.state.participants and rest:
        return _of_participant(contest, head, rest)
    if path == "events":
        return _subsequence([event.type for event in made], wanted)
    look = _LOOKS.get(path)
    return look(contest) if look else f"(nothing is called {path}: {', '.join(LOOKS)})"


def _of_participant(contest: Contest, who: str, name: str) -> object:
    one = contest.state.participants[who]
    values = contest.ruleset.values(contest.state, one)
    if name in values:
        return _plain(values[name])
    if name == "words":
        return contest.ruleset.words(contest.state, one)
    if name == "effects":
        return [effect.name for effect in effects_on(contest.state, who)]
    try:
        return _plain(get_path(one, name))
    except FieldError as error:
        return f"({error}; {', '.join(values)})"


def _outcome(name: str) -> Callable[[Contest], object]:
    return lambda contest: None if contest.outcome is None else getattr(contest.outcome, name)


_LOOKS: dict[str, Callable[[Contest], object]] = {
    "round": lambda contest: contest.state.round,
    "acting": lambda contest: contest.state.acting,
    "order": lambda contest: [slot.who for slot in contest.state.order.pending],
    "marks": lambda contest: list(contest.state.marks),
    "outcome": _outcome("winner"),
    "outcome.winner": _outcome("winner"),
    "outcome.reason": _outcome("reason"),
    "outcome.ended": _outcome("ended"),
    "offers": lambda contest: sorted({offer.verb for offer in contest.offers() if offer.closed is None}),
    "asked": lambda contest: [request.who for request in contest.requests],
}
LOOKS = (*_LOOKS, "events")
"""All that can be looked at besides participants."""


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _subsequence(types: list[str], wanted: object) -> object:
    remaining = iter(types)
    if isinstance(wanted, list) and all(one in remaining for one in wanted):
        return wanted
    return types
