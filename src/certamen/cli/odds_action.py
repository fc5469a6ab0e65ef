"""The odds of an act in a contest, at the command line."""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import click

from certamen.charts import Bar, Bars, Chart, spread
from certamen.charts.spreads import neighbours, span
from certamen.cli.roll_odds import left_out, show_chart
from certamen.cli.text import width, wrap
from certamen.dice import TooMuchWork
from certamen.files.text import is_journal
from certamen.kernel.action import Action, Option, Value
from certamen.kernel.contest import Contest
from certamen.kernel.errors import CertamenError
from certamen.kernel.window import Request
from certamen.kernel.words import WordsError, match, read_act
from certamen.library import load, resume
from certamen.odds.action import ActOdds, act_odds
from certamen.odds.reactions import Reaction, each_reaction
from certamen.odds.sample import ActSample, act_sample
from certamen.sim.intervals import share

EACH = "each"
MOST_REQUESTS = 2_000
FEW = 6
"""Numbers that events tell are shown where there are no more of them than this."""

Spreads = Mapping[str, Mapping[Value | None, Fraction]]


def show_action(
    file: Path, words: str, reactions: str, estimate: int | None, seed: int, *, as_json: bool, svg: Path | None
) -> None:
    """The odds of an act, in an encounter from its start or in a journal as it stands. Raises CertamenError."""
    contest = resume(file) if is_journal(file) else load(file, seed=seed)
    policies = contest.ruleset.policies
    if reactions not in ("none", EACH, *policies):
        raise CertamenError(f"--reactions is none, each, or a policy: {', '.join(policies)}; not {reactions[:40]!r}")
    if estimate and reactions == EACH:
        raise CertamenError("each reaction is looked at exactly: no --estimate with it")
    act, before = find_act(contest, words, forward=not is_journal(file))
    ruleset, state, counts = contest.ruleset, contest.state, contest.counts
    answers: Sequence[Reaction | ActSample]
    if estimate:
        answers = [act_sample(ruleset, state, act, reactions, trials=estimate, seed=seed, counts=counts)]
    else:
        try:
            if reactions == EACH:
                answers = each_reaction(ruleset, state, act, counts=counts)
            else:
                answers = [Reaction("", "", act_odds(ruleset, state, act, reactions, counts=counts))]
        except TooMuchWork as error:
            raise CertamenError(f"{error}; --estimate 10000 tries it so many times instead") from None
    title = f"{state.participants[act.actor].name}: {words.partition(' ')[2].strip()}"
    if svg:
        from certamen.cli.charting import write_svg

        charts = [chart for one in answers for chart in _charts(contest, one)]
        write_svg(svg, *charts, title=title + (f", an estimate from {estimate:,} trials" if estimate else ""))
    if as_json:
        data = [
            {"reaction": "", "by": "", **_sampled(one)} if isinstance(one, ActSample) else _exact(one)
            for one in answers
        ]
        click.echo(json.dumps({"act": title, "before": before, "answers": data}, ensure_ascii=False, indent=2))
        return
    click.echo(click.style(title, bold=True))
    for line in wrap(before, width()) if before else ():
        click.echo(line)
    for one in answers:
        _show(contest, one)


def find_act(contest: Contest, words: str, *, forward: bool) -> tuple[Action, str]:
    """The act that the words name, and what had to happen before it; the contest stands where it can be done.

    With `forward` everybody lets the usual happen until its actor is asked for an act. Raises CertamenError.
    """
    who, _, rest = words.strip().partition(" ")
    people = [Option(one.id, one.name) for one in contest.state.participants.values()]
    found = match(who, people) if who else []
    if len(found) != 1:
        there = " or ".join(found) if found else ", ".join(option.id for option in people)
        what = f"{who} could be {there}" if found else f"there is no participant {who[:60]!r}: {there}"
        raise CertamenError(f"say who acts first, then what he does; {what}")
    passed = 0
    for _ in range(MOST_REQUESTS):
        request = next((one for one in contest.requests if one.who == found[0]), None)
        if request is not None:
            act = _read(contest, request, rest, must=request.kind == "act" or not forward)
            if act is not None:
                return act, _before(contest, passed)
        if not forward or not contest.requests:
            break
        passed += contest.requests[0].kind == "act"
        contest.take_default(contest.requests[0])
    raise CertamenError(f"{found[0]} is not asked for anything {'before it is over' if forward else 'now'}")


def _read(contest: Contest, request: Request, words: str, *, must: bool) -> Action | None:
    """The act that the words name as an answer to a request; None where it is no answer, and need not be one."""
    try:
        verb, values, said = read_act(words, contest.offers(request))
    except WordsError:
        if must:
            raise
        return None
    return Action(request.who, verb, values, request.id, said)


def _before(contest: Contest, passed: int) -> str:
    """When it is done, in words."""
    when = f"in round {contest.state.round}" if contest.state.round else "before the first round"
    return f"{when}, after {passed} act{'s' if passed > 1 else ''} of others by default" if passed else when


# --- shown ------------------------------------------------------------------------------------------------------


def _show(contest: Contest, one: Reaction | ActSample) -> None:
    odds = one.odds if isinstance(one, Reaction) else one
    if isinstance(one, Reaction) and one.answer:
        click.echo(click.style(f"\nif {one.who}: {one.answer}", bold=True))
    for assumed in odds.assumed:
        for line in wrap(assumed, width(), "assumed: ", "  "):
            click.echo(line)
    for chart in _charts(contest, one):
        click.echo()
        show_chart(chart)
    for line in wrap("; ".join(_certain(contest, odds)), width(), "\nin any case ", "  "):
        click.echo(line)
    click.echo()
    if isinstance(odds, ActSample):
        click.echo(click.style(f"an estimate from {odds.trials:,} trials, 95% intervals; seed {odds.seed}", dim=True))
        return
    if not odds.figures and not odds.results:
        click.echo("it changes nothing that can be told in figures")
    ways = f": {odds.ways:,} different ways for the dice to fall" if odds.ways > 1 else ""
    for line in wrap(f"exact{ways}{left_out(odds.cut)}", width()):
        click.echo(click.style(line, dim=True))


def _certain(contest: Contest, odds: ActOdds | ActSample) -> list[str]:
    """What it changes whatever the dice show."""
    found = [(who, what, spread) for who, spreads in odds.figures.items() for what, spread in spreads.items()]
    names = {who: one.name for who, one in contest.state.participants.items()}
    return [
        f"{_title(names, who, what)} {_word(next(iter(spread)))}" for who, what, spread in found if len(spread) == 1
    ]


def _charts(contest: Contest, one: Reaction | ActSample) -> list[Chart]:
    names = {who: person.name for who, person in contest.state.participants.items()}
    if isinstance(one, ActSample):
        parts = [(_title(names, who, what), counted) for who, what, counted in _counted(one) if _worth(who, counted)]
        return [_estimated(title, counted, one.trials) for title, counted in parts]
    odds = one.odds
    spreads: list[tuple[str, Spreads]] = [("", odds.results), *odds.figures.items()]
    given = f" (if {one.who}: {one.answer})" if one.answer else ""
    charts: list[Chart] = [
        spread(_title(names, who, what) + given, _worded(chances))
        for who, found in spreads
        for what, chances in found.items()
        if _worth(who, chances)
    ]
    if odds.outcome:
        charts.append(spread("it is over, and the winner is" + given, odds.outcome))
    return charts


def _title(names: Mapping[str, str], who: str, what: str) -> str:
    """What a chart is called: whose figure it is, or what befell whom."""
    if who:
        return f"{names[who]}: {what}"
    what = what.replace("_", " ")
    befell, on, rest = what.partition(" on ")
    whom, colon, told = rest.partition(":")
    whom, nth, number = whom.partition(" (")
    return f"{befell}{on}{names.get(whom, whom)}{nth}{number}{colon}{told}"


def _worth(who: str, spread: Mapping[Value | None, object]) -> bool:
    """Whether it is shown: figures that hang on dice, words that events tell, and numbers where they are few."""
    numbers = sum(isinstance(value, int) for value in spread)
    return numbers <= FEW if not who else len(spread) > 1


def _worded(chances: Mapping[Value | None, Fraction]) -> Mapping[int | str, Fraction]:
    return {_word(value): chance for value, chance in chances.items()}


def _word(value: Value | None) -> int | str:
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    return "none" if value is None else value


def _counted(one: ActSample) -> list[tuple[str, str, Mapping[Value | None, int]]]:
    told = [("", what, counted) for what, counted in one.results.items()]
    over = [("", "it is over, and the winner is", one.outcome)] if one.outcome else []
    return [*told, *((who, what, c) for who, found in one.figures.items() for what, c in found.items()), *over]


def _estimated(title: str, counted: Mapping[Value | None, int], trials: int) -> Bars:
    """Bars with intervals; neighbouring numbers together where there are many."""
    words = {_word(value): count for value, count in counted.items()}
    counts = {value: count for value, count in words.items() if isinstance(value, int)}
    groups = neighbours({value: Fraction(count, trials) for value, count in counts.items()}) if counts else []
    bars = [(span(group), sum(counts[value] for value in group)) for group in groups]
    bars += [(value, count) for value, count in words.items() if isinstance(value, str)]
    estimates = [(label, share(count, trials)) for label, count in bars]
    return Bars(title, tuple(Bar(label, one.value, one.low, one.high) for label, one in estimates))


# --- as data ----------------------------------------------------------------------------------------------------


def _exact(one: Reaction) -> dict[str, object]:
    odds: ActOdds = one.odds
    return {
        "by": one.who,
        "reaction": one.answer,
        "assumed": list(odds.assumed),
        "figures": {
            who: {what: _pairs(spread) for what, spread in found.items()} for who, found in odds.figures.items()
        },
        "results": {what: _pairs(spread) for what, spread in odds.results.items()},
        "outcome": _pairs(odds.outcome),
        "cut": [odds.cut.numerator, odds.cut.denominator],
        "ways": odds.ways,
    }


def _pairs(spread: Mapping[str, Fraction] | Mapping[Value | None, Fraction]) -> list[dict[str, object]]:
    return [{"value": value, "chance": [one.numerator, one.denominator]} for value, one in spread.items()]


def _sampled(one: ActSample) -> dict[str, object]:
    def told(counted: Mapping[Value | None, int]) -> list[dict[str, object]]:
        return [{"value": value, "count": n, "share": list(share(n, one.trials))} for value, n in counted.items()]

    return {
        "assumed": list(one.assumed),
        "figures": {
            who: {what: told(counted) for what, counted in found.items()} for who, found in one.figures.items()
        },
        "results": {what: told(counted) for what, counted in one.results.items()},
        "outcome": told(one.outcome),
        "trials": one.trials,
        "seed": one.seed,
    }
