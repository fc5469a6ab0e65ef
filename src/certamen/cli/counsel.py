"""Odds and advice for whoever must decide, shown at the terminal: from what he may know alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from certamen.charts import bar
from certamen.cli import show
from certamen.cli.text import width, wrap
from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.window import Request
from certamen.kernel.words import WordsError, read_act
from certamen.odds.telling import brief, changed_figures

if TYPE_CHECKING:
    from certamen.advice.advise import Advice

BAR = 20


def show_odds(contest: Contest, request: Request | None, words: str, *, knows_all: bool) -> None:
    """The exact odds of an act that answers a request.

    With `knows_all` from the contest as it is, else from what whom it asks may suppose, with each plausible figure of
    those he does not know. Raises WordsError, NoAdvice, TooMuchWork.
    """
    from certamen.advice.advise import asked_of, supposed_states
    from certamen.odds.action import act_odds

    request = asked_of(contest, request.who if request else "")
    if not words:
        raise WordsError("odds of what? As in: odds attack thug")
    verb, values, _ = read_act(words, contest.offers(request))
    act = Action(request.who, verb, values, request.id)
    states = {"": contest.state} if knows_all else supposed_states(contest, request.who)
    for supposing, state in states.items():
        if len(states) > 1:
            click.echo(click.style(f"supposing {supposing}", dim=True))
        odds = act_odds(contest.ruleset, state, act)
        for assumed in odds.assumed:
            click.echo(click.style(f"  assumed: {assumed}", dim=True))
        told = brief(odds.results, odds.figures, odds.outcome, show.known_names(contest))
        for line in told or ["nothing that hangs on dice"]:
            click.echo(f"  {line}")


def advised(contest: Contest, who: str = "", trials: int = 100, policy: str = "clever", seed: int = 0) -> Advice:
    """What each choice is worth to `who`, the first who is asked when left out. Raises NoAdvice."""
    from certamen.advice.advise import advise
    from certamen.cli.progress import shown

    with shown() as progress:
        return advise(
            contest,
            who,
            trials=trials,
            policy=policy,
            seed=seed,
            progress=lambda share: progress("trying", share),
        )


def show_advice(contest: Contest, found: Advice) -> None:
    """Advice in words, the best choice first."""
    names = show.known_names(contest)
    click.echo(click.style(f"{found.name}: {found.cause}", bold=True))
    usual = found.suppositions[0].words
    if found.strangers:
        who = ", ".join(names.get(one, one) for one in found.strangers)
        for line in wrap(f"not known: {who}; supposed: {usual}", width(), rest="  "):
            click.echo(line)
    changed = {one.words: changed_figures(found.suppositions[0].figures, one.figures) for one in found.suppositions}
    for number, option in enumerate(found.options, 1):
        won = option.wins[usual]
        click.echo(
            f"{number:2}  {click.style(option.words, bold=True)}\n"
            f"    wins {won.share:.0%} ({won.low:.0%} to {won.high:.0%}) " + click.style(bar(won.share, BAR), fg="cyan")
        )
        odds = option.odds.get(usual)
        if odds is not None:
            for line in brief(odds.results, odds.figures, odds.outcome, names):
                click.echo(f"    {line}")
        others = [f"{changed[words]}: {won.share:.0%}" for words, won in option.wins.items() if words != usual]
        if others:
            for line in wrap("; ".join(others), width(), "    with ", "      "):
                click.echo(click.style(line, dim=True))
    if found.left_out:
        more = ", ".join(f"{count} of {verb}" for verb, count in found.left_out.items())
        click.echo(click.style(f"not tried: {more}", dim=True))
    tried = max(one.trials for option in found.options for one in option.wins.values())
    click.echo(
        click.style(
            f"wins: {tried} trials or fewer, 95% intervals; after the choice everybody is played by {found.policy}",
            dim=True,
        )
    )
