"""A contest on the terminal: events with their reckoning, the order strip, how all are. Colour helps, never alone."""

import textwrap
from collections.abc import Sequence

import click

from certamen.kernel.action import Field, Number, Offer, Option, Words
from certamen.kernel.budget import Budget, left
from certamen.kernel.contest import Contest
from certamen.kernel.event import Event
from certamen.kernel.explain import brief
from certamen.kernel.report import names_of
from certamen.kernel.state import Outcome

COLOURS = ("cyan", "yellow", "magenta", "green", "blue", "red")


def width() -> int:
    """How wide the text is set."""
    import shutil

    return max(40, min(shutil.get_terminal_size().columns, 110))


def side_colour(contest: Contest, side: str) -> str:
    """A side's colour, by the order in which the encounter names the sides."""
    sides = list(dict.fromkeys(entry.side for entry in contest.encounter.participants))
    return COLOURS[sides.index(side) % len(COLOURS)] if side in sides else "white"


def name_of(contest: Contest, who: str) -> str:
    """A participant's name in his side's colour."""
    one = contest.state.participants.get(who)
    return click.style(one.name, fg=side_colour(contest, one.side)) if one else who


def show_start(contest: Contest) -> None:
    """The head of a log: title, ruleset, dice, the table's own rulings."""
    click.echo(click.style(contest.encounter.title, bold=True))
    click.echo(f"{contest.ruleset.title}; dice: {contest.source.name}")
    defaults = {ruling.name: ruling.default for ruling in contest.ruleset.rulings}
    for name, value in contest.state.rulings.items():
        if defaults.get(name) != value:
            click.echo(f"ruling: {name} is {value}")


def show_events(contest: Contest, events: Sequence[Event], *, numbers: bool = True) -> None:
    """Events, one sentence each, with the reckoning below."""
    names = names_of(contest)
    for event in events:
        show_event(contest, event, names, numbers=numbers)


def show_event(contest: Contest, event: Event, names: dict[str, str], *, numbers: bool = True) -> None:
    """One event: its sentence, then its reckoning and rules."""
    if event.type == "round":
        click.echo("\n" + click.style(f"Round {event.values['round']}", bold=True, underline=True))
        return
    text = contest.ruleset.narrate(event, names)
    if not text:
        return
    number = f"{event.n:>4}  " if numbers else ""
    indent = " " * len(number)
    actor = contest.state.participants.get(event.actor)
    colour = side_colour(contest, actor.side) if actor else None
    for k, line in enumerate(textwrap.wrap(text, width() - len(number)) or [""]):
        click.echo((click.style(number, dim=True) if k == 0 else indent) + click.style(line, fg=colour))
    for said in (
        textwrap.wrap(f"«{event.text}»", width() - len(number) - 2) if event.text and event.type != "say" else []
    ):
        click.echo(indent + "  " + click.style(said, italic=True))
    reckoning = brief(event)
    rules = f"  [{', '.join(event.rules)}]" if event.rules else ""
    for line in textwrap.wrap(reckoning + rules, width() - len(number) - 4) if reckoning else []:
        click.echo(indent + "    " + click.style(line, dim=True))


def show_strip(contest: Contest, known: Sequence[str] | None = None) -> None:
    """The order strip: whose turn it is, who is to come, who has been."""
    state = contest.state
    order = state.order

    def shown(who: str) -> bool:
        return known is None or who in known

    parts = []
    taken = [slot for slot in order.taken if shown(slot.who) and slot.who in state.participants]
    parts += [click.style(state.participants[slot.who].name, dim=True) for slot in taken[-6:]]
    if state.acting and shown(state.acting):
        parts.append("▶ " + click.style(state.participants[state.acting].name, bold=True, reverse=True))
    for slot in order.pending:
        if shown(slot.who) and slot.who in state.participants:
            nth = f" ({slot.nth})" if slot.nth > 1 else ""
            parts.append(name_of(contest, slot.who) + nth)
    if parts:
        click.echo(click.style("Order: ", dim=True) + "  ".join(parts))


def show_figures(contest: Contest) -> None:
    """How all are, in words and figures."""
    state = contest.state
    for one in state.participants.values():
        figures = ", ".join(f"{name} {value}" for name, value in contest.ruleset.values(state, one).items())
        words = contest.ruleset.words(state, one)
        status = "" if one.status == "in" else f"{one.status}, "
        click.echo(f"  {name_of(contest, one.id)} ({one.side}): {status}{words}; {figures}")


def show_outcome(contest: Contest, outcome: Outcome) -> None:
    """How it ended and how all are."""
    if outcome.ended:
        winner = f"{outcome.winner} won" if outcome.winner else "nobody won"
        click.echo("\n" + click.style(f"{winner}: {outcome.reason}", bold=True))
    else:
        click.echo("\n" + click.style(f"not decided: {outcome.reason}", bold=True))
    show_figures(contest)


def offer_line(number: int, offer: Offer) -> str:
    """One offer: its number, verb, what it needs, what it costs; why it is closed."""
    needs = " ".join(f"{field.name}:{_short(field)}" for field in offer.fields)
    cost = ", ".join(f"{amount} {kind}" if amount != 1 else kind for kind, amount in offer.cost)
    text = f"{offer.label or offer.verb} {needs}".strip()
    if offer.closed is not None:
        rule = f" [{offer.closed.rule}]" if offer.closed.rule else ""
        return click.style(f"   -  {offer.verb}: closed: {offer.closed.reason}{rule}", dim=True)
    return f"  {number:>2}  {text}" + (click.style(f"  ({cost})", dim=True) if cost else "")


def _short(field: Field) -> str:
    if isinstance(field, Number):
        return f"{field.low}..{field.upto or field.high}"
    if isinstance(field, Words):
        return "text"
    shown = [option.id for option in field.options[:6]]
    return "|".join(shown) + ("|..." if len(field.options) > 6 else "")


def option(name: str) -> Option:
    """A bare option."""
    return Option(name)


def budget_words(budget: Budget) -> str:
    """What is left of each kind, and what was spent by what."""
    kinds = [f"{kind} {left(budget, kind)} of {limit}" for kind, limit in budget.limits.items()]
    spent = [f"{spend.kind} {spend.amount} by {spend.by}" for spend in budget.spent if spend.amount]
    return ", ".join(kinds) + (f" (spent: {', '.join(spent)})" if spent else "")
