"""What others may answer to an act: each reaction in turn, and the odds it leaves."""

from collections.abc import Iterator
from itertools import islice, product
from typing import NamedTuple

from certamen.kernel import engine
from certamen.kernel.action import GM, Action, Choice, Field, Number, Offer, Places, Value, expected
from certamen.kernel.draws import Counts
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.state import State
from certamen.kernel.window import Request
from certamen.odds.action import MOST_WAYS, ActOdds, act_odds
from certamen.odds.answers import DEFAULT, answering, said
from certamen.odds.forked import ActDraws

MOST_ANSWERS = 40
"""So many answers to one request are looked at."""


class Reaction(NamedTuple):
    """One answer to an act, whose it is, in words, and the odds of the act then."""

    who: str
    answer: str
    odds: ActOdds


def each_reaction(
    ruleset: Ruleset, state: State, act: Action, *, counts: Counts | None = None, ways: int = MOST_WAYS
) -> tuple[Reaction, ...]:
    """The odds of an act for each thing each other one may answer to it, all the rest answering by default.

    The first is that all do. Raises IllegalAction and TooMuchWork as `act_odds` does.
    """
    by_default = answering(ruleset, DEFAULT)
    found: dict[tuple[str, tuple[str, ...]], dict[str, Action]] = {}

    def look(now: State, request: Request, draws: ActDraws) -> Action:
        usual = by_default(now, request, draws)
        if request.who != GM:
            kept = found.setdefault((request.who, request.verbs), {})
            kept.update((said(one), one) for one in islice(_answers(ruleset, now, request), MOST_ANSWERS))
            kept.pop(said(usual), None)
        return usual

    reactions = [Reaction("", "", act_odds(ruleset, state, act, counts=counts, answers=look, ways=ways))]
    for (who, verbs), answers in found.items():
        for words, chosen in answers.items():

            def reply(
                now: State,
                request: Request,
                draws: ActDraws,
                asked: tuple[str, tuple[str, ...]] = (who, verbs),
                chosen: Action = chosen,
            ) -> Action:
                one = Action(chosen.actor, chosen.verb, chosen.values, request.id)
                fits = (request.who, request.verbs) == asked and engine.refusal(ruleset, now, one) is None
                return one if fits else by_default(now, request, draws)

            odds = act_odds(ruleset, state, act, counts=counts, answers=reply, ways=ways)
            reactions.append(Reaction(who, words, odds))
    return tuple(reactions)


def _answers(ruleset: Ruleset, state: State, request: Request) -> Iterator[Action]:
    """Everything that may be answered: of numbers the lowest and the highest, of several choices each by itself."""
    for offer in engine.offers(ruleset, state, request):
        for values in _filled(offer) if offer.closed is None else ():
            answer = Action(request.who, offer.verb, values, request.id)
            if engine.refusal(ruleset, state, answer) is None:
                yield answer


def _filled(offer: Offer) -> Iterator[dict[str, Value]]:
    names = [field.name for field in offer.fields]
    for values in product(*map(_ways_to_fill, offer.fields)):
        yield dict(zip(names, values, strict=True))


def _ways_to_fill(field: Field) -> tuple[Value, ...]:
    if isinstance(field, Choice) and field.most > 1:
        return tuple((option.id,) for option in field.options)
    if isinstance(field, Choice | Places):
        return tuple(option.id for option in field.options)
    if isinstance(field, Number):
        return tuple(dict.fromkeys((field.low, field.high)))
    return ("",) if field.optional else (expected(field),)
