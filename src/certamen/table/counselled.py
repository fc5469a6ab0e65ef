"""What counsel is asked and what it answers, as plain data: worked out in a process of its own (`counsel`).

A player's questions are answered from what his character may know alone, the game master's from the contest as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from certamen.charts import Chart, svg, text
from certamen.dice import Seeded
from certamen.kernel.action import Action
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import CertamenError
from certamen.kernel.playout import Playout
from certamen.kernel.state import State
from certamen.kernel.words import read_act
from certamen.rulesets import find

LEAST_TRIALS, MOST_TRIALS = 10, 10_000
TEXT_WIDTH = 76


class Act(Struct, frozen=True, kw_only=True):
    """The odds of an act, in words as for `certamen play`, that answers a request; knows_all: the game master asks."""

    encounter: Encounter
    state: State
    who: str
    request: str
    words: str
    knows_all: bool


class Choice(Struct, frozen=True, kw_only=True):
    """What each choice is worth to `who`, who is asked something; from what he may know, whoever asks."""

    encounter: Encounter
    state: State
    who: str


class Odds(Struct, frozen=True, kw_only=True):
    """A question of the ruleset's own (`kernel.query`), the first one where none is named."""

    ruleset: str
    query: str
    values: Mapping[str, int | str]


class Duel(Struct, frozen=True, kw_only=True):
    """One against one, solved exactly. policies: who decides, by side or participant."""

    encounter: Encounter
    policies: Mapping[str, str] = {}


class Fight(Struct, frozen=True, kw_only=True):
    """An encounter played many times over; with `levers` also which figures matter most. trials: 10 to 10,000."""

    encounter: Encounter
    policies: Mapping[str, str] = {}
    trials: int = 500
    levers: bool = False


Question = Act | Choice | Odds | Duel | Fight


class Supposing(Struct, frozen=True):
    """The odds in words, supposing this of strangers; "" where nothing is supposed."""

    words: str
    lines: tuple[str, ...]


class ActAnswer(Struct, frozen=True):
    """The odds of an act. assumed: what others are taken to answer on the way."""

    assumed: tuple[str, ...]
    supposing: tuple[Supposing, ...]


class OptionAnswer(Struct, frozen=True):
    """One thing to do, in words; the share of trials that win, within low and high 19 times of 20; more in words."""

    words: str
    share: float
    low: float
    high: float
    lines: tuple[str, ...]


class ChoiceAnswer(Struct, frozen=True):
    """What each choice is worth, the best first, after lines on what is supposed and how it was tried."""

    who: str
    cause: str
    lines: tuple[str, ...]
    options: tuple[OptionAnswer, ...]


class Page(Struct, frozen=True):
    """A page of answers: its charts as one SVG ("" for none), all of it in words, and as rows for a table."""

    title: str
    svg: str
    text: str
    rows: tuple[dict[str, Any], ...]


Answer = ActAnswer | ChoiceAnswer | Page


def answer(question: Question) -> Answer:
    """The answer. Raises CertamenError, in words that tell no more than the answer may."""
    match question:
        case Act():
            return _act(question)
        case Choice():
            return _choice(question)
        case Odds():
            return _odds(question)
        case Duel():
            return _duel(question)
        case Fight():
            return _fight(question)


# --- in the contest as it stands ----------------------------------------------------------------------------------


def _standing(one: Act | Choice) -> Playout:
    return Playout(find(one.encounter.ruleset), one.encounter, Seeded(0), state=one.state)


def _names(state: State) -> dict[str, str]:
    return {who: one.name for who, one in state.participants.items()}


def _act(one: Act) -> ActAnswer:
    from certamen.advice.advise import supposed_states
    from certamen.kernel import engine
    from certamen.odds.action import act_odds
    from certamen.odds.telling import brief

    standing = _standing(one)
    ruleset = standing.ruleset
    states = {"": one.state} if one.knows_all else supposed_states(standing, one.who)
    first = next(iter(states.values()))
    request = next(request for request in standing.requests if request.id == one.request)
    verb, values, _ = read_act(one.words, engine.offers(ruleset, first, request))
    act = Action(one.who, verb, values, one.request)
    assumed: dict[str, None] = {}
    supposing = []
    for words, state in states.items():
        odds = act_odds(ruleset, state, act)
        assumed.update(dict.fromkeys(odds.assumed))
        lines = brief(odds.results, odds.figures, odds.outcome, _names(state))
        supposing.append(Supposing(words, tuple(lines or ["nothing that hangs on dice"])))
    return ActAnswer(tuple(assumed), tuple(supposing))


def _choice(one: Choice) -> ChoiceAnswer:
    from certamen.advice.advise import advise, supposed_states
    from certamen.odds.telling import brief, changed_figures

    standing = _standing(one)
    found = advise(standing, one.who)
    names = _names(next(iter(supposed_states(standing, one.who).values())))
    usual = found.suppositions[0]
    changed = {other.words: changed_figures(usual.figures, other.figures) for other in found.suppositions}
    options = []
    for option in found.options:
        won, odds = option.wins[usual.words], option.odds.get(usual.words)
        lines = brief(odds.results, odds.figures, odds.outcome, names) if odds else []
        others = [f"{changed[words]}: {far.share:.0%}" for words, far in option.wins.items() if words != usual.words]
        lines += [f"wins with {'; '.join(others)}"] if others else []
        options.append(OptionAnswer(option.words, won.share, won.low, won.high, tuple(lines)))
    tried = max((chance.trials for option in found.options for chance in option.wins.values()), default=0)
    told = []
    if found.strangers:
        told.append(f"not known: {', '.join(names.get(who, who) for who in found.strangers)}; supposed: {usual.words}")
    if found.left_out:
        told.append("not tried: " + ", ".join(f"{count} of {verb}" for verb, count in found.left_out.items()))
    told.append(f"{tried} trials or fewer; after the choice everybody is played by {found.policy}")
    return ChoiceAnswer(found.who, found.cause, tuple(told), tuple(options))


# --- before the evening -------------------------------------------------------------------------------------------


def _odds(one: Odds) -> Page:
    from certamen.odds.asking import ask
    from certamen.odds.picture import charts

    odds = ask(one.ruleset, one.query, **one.values)
    used = [f"{name} {value}" + (" (assumed)" if name in odds.assumed else "") for name, value in odds.values.items()]
    lines = [", ".join(used), *odds.notes, *([f"rules: {', '.join(odds.rules)}"] if odds.rules else [])]
    return _page(odds.title, charts(odds), lines, odds.rows())


def _duel(one: Duel) -> Page:
    from certamen.odds import duels, picture

    examined = duels.examine(one.encounter, one.policies)
    if not examined.exact:
        found = _fight(Fight(encounter=one.encounter, policies=one.policies))
        why = f"no exact answer: {examined.why}{f' ({examined.rule})' if examined.rule else ''}; an estimate instead"
        return Page(found.title, found.svg, f"{why}\n\n{found.text}", found.rows)
    odds = duels.duel(one.encounter, one.policies)
    charts = [picture.winners(odds), *([picture.rounds(odds)] if odds.lengths else [])]
    return _page(odds.title, charts, [f"assumed: {assumed}" for assumed in odds.assumed], odds.rows())


def _fight(one: Fight) -> Page:
    from certamen.sim import picture
    from certamen.sim.simulate import simulate

    if not LEAST_TRIALS <= one.trials <= MOST_TRIALS:
        raise CertamenError(f"it is played {LEAST_TRIALS} to {MOST_TRIALS:,} times, not {one.trials}")
    if one.levers:
        return _balance(one)
    found = simulate(one.encounter, one.trials, policies=one.policies, seed=0)
    charts = [picture.winners_chart(found), picture.rounds_chart(found), *picture.standing_charts(found)]
    return _page(found.title, [*charts, *picture.left_charts(found)], [], found.rows())


def _balance(one: Fight) -> Page:
    from certamen.advice.balance import balance
    from certamen.advice.page import lever_chart
    from certamen.sim import picture

    found = balance(one.encounter, one.trials, policies=one.policies)
    charts: list[Chart] = [picture.winners_chart(found.estimate), picture.rounds_chart(found.estimate)]
    charts += [*picture.standing_charts(found.estimate), *([lever_chart(found)] if found.levers else [])]
    return _page(found.estimate.title, charts, [found.verdict], found.rows())


def _page(title: str, charts: list[Any], lines: list[str], rows: list[dict[str, Any]]) -> Page:
    told = ["\n".join(text(chart, TEXT_WIDTH)) for chart in charts]
    return Page(title, svg(*charts, title=title) if charts else "", "\n\n".join([*lines, *told]), tuple(rows))
