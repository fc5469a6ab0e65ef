"""What others may answer to an act: each reaction in turn, and the odds it leaves."""

from collections.abc import Iterator
from itertools import islice, product
from typing import NamedTuple

from msgspec.structs import replace

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
"""So many answers to one request are looked at, shared by the kinds of act that are open."""


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
    short: dict[str, None] = {}

    def look(now: State, request: Request, draws: ActDraws) -> Action:
        usual = by_default(now, request, draws)
        if request.who != GM:
            kept = found.setdefault((request.who, request.verbs), {})
            answers, all_of_them = _answers(ruleset, now, request)
            kept.update((said(one), one) for one in answers)
            if not all_of_them:
                short[f"{request.who} might answer in more ways than are looked at here"] = None
            kept.pop(said(usual), None)
        return usual

    usual = act_odds(ruleset, state, act, counts=counts, answers=look, ways=ways)
    reactions = [Reaction("", "", replace(usual, assumed=(*usual.assumed, *short)))]
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


def _answers(ruleset: Ruleset, state: State, request: Request) -> tuple[list[Action], bool]:
    """What may be answered, and whether it is all: of numbers the lowest and the highest, of several choices each."""
    offers = [offer for offer in engine.offers(ruleset, state, request) if offer.closed is None]
    each = MOST_ANSWERS // max(1, len(offers))
    tried = [(offer.verb, list(islice(_filled(offer), each + 1))) for offer in offers]
    answers = [
        Action(request.who, verb, values, request.id) for verb, several in tried for values in several[: max(1, each)]
    ]
    legal = [one for one in answers if engine.refusal(ruleset, state, one) is None]
    return legal, all(len(several) <= each for _, several in tried)


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
