"""What those asked on the way of an act are assumed to answer: the usual, or as a policy would; named in words."""

from collections.abc import Callable

from certamen.kernel.action import GM, Action
from certamen.kernel.errors import EncounterError
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.state import State
from certamen.kernel.window import Request
from certamen.odds.forked import ActDraws

DEFAULT = "none"
"""Nobody reacts: whoever is asked answers by default."""

Answers = Callable[[State, Request, ActDraws], Action]


def answering(ruleset: Ruleset, reactions: str) -> Answers:
    """How others answer: by default, or as a policy would; the game master always by default.

    Raises EncounterError for a policy there is none of.
    """
    if reactions not in (DEFAULT, *ruleset.policies):
        raise EncounterError(f"{ruleset.name} has no policy {reactions[:40]!r}: {', '.join(ruleset.policies)}")
    policy = None if reactions == DEFAULT else ruleset.policies[reactions]

    def answer(state: State, request: Request, draws: ActDraws) -> Action:
        by_default = request.who == GM or request.kind in ("adjudicate", "review", "dice")
        if policy is None or by_default or request.who not in state.participants:
            return Action(request.who, request.default.verb, request.default.values, request.id)
        codes = policy(ruleset.pack(state, request), draws.policy(request.who))
        return ruleset.unpack(codes, state, request)

    return answer


def named(answers: Answers, assumed: dict[str, None], policy: str) -> Answers:
    """The same answers, each noted in words."""

    def answer(state: State, request: Request, draws: ActDraws) -> Action:
        given = answers(state, request, draws)
        by_default = (given.verb, given.values) == (request.default.verb, request.default.values)
        how = "by default" if by_default else f"as {policy} would" if policy else "as assumed"
        assumed[f"{request.who}: {said(given)} ({how}), asked: {request.cause}"] = None
        return given

    return answer


def said(act: Action) -> str:
    """An act in words: its verb, then its values."""
    values = (value if isinstance(value, str) else f"{name}={value}" for name, value in act.values.items())
    return " ".join([act.verb, *values])
