"""The odds of an act in a contest: all it can change, by the steps the contest itself takes, with every die forked.

An act is followed until somebody is asked for an act of his own, or dice are thrown for another's turn or another
round. Whoever is asked something on the way (whether he reacts, what the game master rules) answers as is assumed,
and the answer is named.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from certamen.dice import TooMuchWork
from certamen.kernel import engine
from certamen.kernel.action import Action, Value
from certamen.kernel.draws import Counts
from certamen.kernel.errors import IllegalAction
from certamen.kernel.event import Event
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.state import State
from certamen.kernel.window import Request
from certamen.odds.answers import DEFAULT, Answers, answering, named, said
from certamen.odds.fork import Cut, Limit
from certamen.odds.forked import ActDraws, Beyond, ForkedDraws
from certamen.odds.undecided import Undecided, Way

MOST_WAYS = 4_000
UNCHANGED = ("turn", "round", "order", "outcome", "effect_ended")
"""Events that tell of no result of an act."""
YES, NO = "yes", "no"
ENDED = ("", "")
"""The key under which it stands who won, where the contest ended."""

Key = tuple[str, str]
"""(whose, what): ("thug", "constitution") is a figure; ("", "attack on thug: result") what an event tells."""

Found = dict[Key, Any]
Tally = dict[int, dict[Key, dict[Value | None, int]]]
"""The weights of what was found, by what they are out of."""


class ActOdds(Struct, frozen=True):
    """What an act can change, exactly: plain data.

    assumed: what others were assumed to answer; figures: for each participant the chance of each value of all that can
    change ("status" and "effects" among them); results: the same for what the events tell ("attack on thug: result"),
    None where it does not come to that, and whether it does ("damage on thug": "yes" or "no"); outcome: the chance
    that the contest ends with it, by the side that wins; cut: the chance of all ways that were not followed to their
    end (they are in none of these); ways: how many were told apart.
    """

    act: Action
    assumed: tuple[str, ...]
    figures: Mapping[str, Mapping[str, Mapping[Value | None, Fraction]]]
    results: Mapping[str, Mapping[Value | None, Fraction]]
    outcome: Mapping[str, Fraction]
    cut: Fraction
    ways: int

    def rows(self) -> list[dict[str, object]]:
        """One row for each value of each figure and result, as a data-frame library takes it."""
        parts = [*self.figures.items(), ("", self.results)]
        return [
            {"who": who, "what": what, "value": value, "chance": float(chance), "exact": str(chance)}
            for who, spreads in parts
            for what, spread in spreads.items()
            for value, chance in spread.items()
        ]


def act_odds(
    ruleset: Ruleset,
    state: State,
    act: Action,
    reactions: str = DEFAULT,
    *,
    counts: Counts | None = None,
    answers: Answers | None = None,
    ways: int = MOST_WAYS,
) -> ActOdds:
    """The exact odds of an act that is legal now.

    reactions: "none" (others answer by default) or the name of a policy that answers for them; `answers` in its place
    decides each. Raises IllegalAction, EncounterError for a policy there is none of, and TooMuchWork where the dice
    part into more than so many ways.
    """
    check(ruleset, state, act)
    assumed: dict[str, None] = {}
    asked = named(answers or answering(ruleset, reactions), assumed, "" if reactions == DEFAULT else reactions)
    before = figures(ruleset, state)
    tally: Tally = {}
    limit, cut = Limit(ways), Fraction(0)
    way, going = Way(limit), True
    while going:
        try:
            found = follow(ruleset, state, act, ForkedDraws(way, counts or {}), asked)
        except Cut:
            cut += Fraction(*way.weight())
        else:
            _count(tally, _changed(before, found), way)
        try:
            going = way.next()
        except TooMuchWork:
            raise TooMuchWork(_too_many(act, ways, way)) from None
    return _made(act, tuple(assumed), before, tally, cut, limit)


def check(ruleset: Ruleset, state: State, act: Action) -> None:
    """Raises IllegalAction where the act may not be done now."""
    reason = engine.refusal(ruleset, state, act)
    if reason is not None:
        raise IllegalAction(reason)


# --- following one way ------------------------------------------------------------------------------------------


def follow(ruleset: Ruleset, state: State, act: Action, draws: ActDraws, answers: Answers) -> Found:
    """All figures after the act and what its events told, on one way for the dice to fall."""
    open_before = frozenset(request.id for window in state.windows for request in window.requests)
    step = engine.done(ruleset, state, act, draws)
    events = list(step.events)
    within = draws.within = (step.state.round, step.state.acting)
    state = step.state
    for _ in range(engine.MOST_STEPS):
        state, then, told = engine.standing(ruleset, state)
        events += told
        try:
            if then is not None:
                step = engine.resume(ruleset, state, then, draws)
            elif (request := _asked(state, open_before, within)) is not None:
                step = engine.done(ruleset, state, answers(state, request, draws), draws)
            else:
                break
        except Beyond:
            break
        state = step.state
        events += step.events
    return {**figures(ruleset, state), **dict(_told(events)), **_ended(state)}


def _asked(state: State, open_before: frozenset[str], within: tuple[int, str]) -> Request | None:
    """The request that belongs to the act and is answered as assumed; None where the act has been followed to its end.

    That is where anybody is asked for an act of his own, where another's turn has come, or where what was open before
    the act is all that is open.
    """
    if state.outcome is not None or (state.round, state.acting) != within:
        return None
    requests = state.windows[-1].requests
    if any(request.kind == "act" or request.id in open_before for request in requests):
        return None
    return requests[0]


def figures(ruleset: Ruleset, state: State) -> Found:
    """Every figure of every participant, his status, and the effects on him."""
    found: Found = {}
    for who, one in state.participants.items():
        for name, value in ruleset.values(state, one).items():
            found[who, name] = value
        found[who, "status"] = one.status
        effects = [effect.name for effect in state.effects if effect.bearer == who]
        found[who, "effects"] = ", ".join(sorted(effects)) or None
    return found


def _told(events: list[Event]) -> Iterator[tuple[Key, Any]]:
    """What the events tell, by kind of event and whom it befell; a second one of a kind is numbered."""
    seen: dict[str, int] = {}
    for event in events:
        if event.type in UNCHANGED:
            continue
        name = event.type + (f" on {event.target}" if event.target else "")
        nth = seen[name] = seen.get(name, 0) + 1
        name += f" ({nth})" if nth > 1 else ""
        yield ("", name), YES
        for what, value in event.values.items():
            yield ("", f"{name}: {what}"), value


def _ended(state: State) -> Found:
    """How the contest ended, where it did."""
    return {ENDED: state.outcome.winner or "nobody"} if state.outcome is not None else {}


# --- counting ---------------------------------------------------------------------------------------------------


def _changed(before: Found, found: Found) -> Found:
    """All that is not surely as it was before the act; None for what is gone."""
    every = {**dict.fromkeys(before), **found}
    return {
        key: value
        for key, value in every.items()
        if type(value) is Undecided or key not in before or before[key] != value
    }


def _count(tally: Tally, found: Found, way: Way) -> None:
    """Add a way to the tally, with its weight."""
    weight, whole = way.weight()
    here = tally.setdefault(whole, {})
    for key, value in found.items():
        spread = here.setdefault(key, {})
        if type(value) is not Undecided:
            spread[value] = spread.get(value, 0) + weight
            continue
        weights, rest = value.fallen.face.weights, weight // value.fallen.weight()
        for at in value.fallen.live:
            one = value.of[at]
            spread[one] = spread.get(one, 0) + rest * weights[at]


def _chances(tally: Tally) -> dict[Key, dict[Value | None, Fraction]]:
    """The chance of each value."""
    chances: dict[Key, dict[Value | None, Fraction]] = {}
    for whole, found in tally.items():
        for key, spread in found.items():
            into = chances.setdefault(key, {})
            for value, weight in spread.items():
                into[value] = into.get(value, Fraction(0)) + Fraction(weight, whole)
    return chances


def _made(
    act: Action,
    assumed: tuple[str, ...],
    before: Found,
    tally: Tally,
    cut: Fraction,
    limit: Limit,
) -> ActOdds:
    """The answer: what can come out in more than one way, or otherwise than it was."""
    found: dict[str, dict[str, Mapping[Value | None, Fraction]]] = {}
    for key, spread in _chances(tally).items():
        rest = 1 - cut - sum(spread.values(), Fraction(0))
        if rest:
            old = before.get(key, NO if YES in spread else None)
            spread[old] = spread.get(old, Fraction(0)) + rest
        if key in before or key == ENDED or tells(spread):
            found.setdefault(key[0], {})[key[1]] = MappingProxyType(_ordered(spread))
    told = found.pop("", {})
    ended = told.pop("", {})
    return ActOdds(
        act,
        assumed,
        MappingProxyType({who: MappingProxyType(spreads) for who, spreads in found.items()}),
        MappingProxyType(told),
        MappingProxyType({str(side): chance for side, chance in ended.items() if side is not None}),
        cut,
        limit.ways - limit.left,
    )


def tells(spread: Mapping[Value | None, object]) -> bool:
    """Whether there is more than one thing it can be, besides nothing."""
    return len(spread) - (None in spread) > 1


def _ordered(spread: dict[Value | None, Fraction]) -> dict[Value | None, Fraction]:
    """Numbers from the lowest, then words by their chance, what did not come about last."""

    def place(item: tuple[Value | None, Fraction]) -> tuple[int, object]:
        value, chance = item
        return (0, value) if isinstance(value, int) else (1, -chance) if value is not None else (2, 0)

    return dict(sorted(spread.items(), key=place))


def _too_many(act: Action, ways: int, way: Way) -> str:
    return (
        f"the dice of this act ({act.actor}: {said(act)}) part into more than {ways:,} ways, even with equal ones "
        f"merged; among them {way.names()}"
    )
