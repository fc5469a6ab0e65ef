"""A contest on the terminal: events with their reckoning, the order strip, how all are. Colour helps, never alone."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import click

from certamen.cli.text import cells, width, wrap
from certamen.kernel.action import GM, Action, Field, Number, Offer, Value, Words
from certamen.kernel.budget import Budget, left
from certamen.kernel.contest import Contest
from certamen.kernel.event import Event
from certamen.kernel.explain import brief, lines
from certamen.kernel.report import markdown, names_of, summary
from certamen.kernel.state import Outcome
from certamen.kernel.view import Figure

ORDER = "Order: "
COLOURS = ("cyan", "yellow", "magenta", "green", "blue", "red")


def side_colour(contest: Contest, side: str) -> str:
    """A side's colour, by the order in which the encounter names the sides."""
    sides = list(dict.fromkeys(entry.side for entry in contest.encounter.participants))
    return COLOURS[sides.index(side) % len(COLOURS)] if side in sides else "white"


def plain_name(contest: Contest, who: str) -> str:
    """A participant's name, without colour; who is none is called by his id."""
    return {GM: "the game master", "table": "the table"}.get(who) or known_names(contest).get(who, who)


def known_names(contest: Contest) -> dict[str, str]:
    """The names of all who take part, by id, before it has begun too."""
    return names_of(contest) if contest.started else {entry.id: entry.name for entry in contest.encounter.participants}


def name_of(contest: Contest, who: str) -> str:
    """A participant's name in his side's colour."""
    one = contest.state.participants.get(who) if contest.started else None
    name = plain_name(contest, who)
    return click.style(name, fg=side_colour(contest, one.side)) if one else name


def show_start(contest: Contest) -> None:
    """The head of a log: title, ruleset, dice, the table's own rulings."""
    click.echo(click.style(contest.encounter.title, bold=True))
    seed = getattr(contest.source, "seed", None)
    click.echo(f"{contest.ruleset.title}; dice: {contest.source.name if seed is None else f'seed {seed}'}")
    defaults = {ruling.name: ruling.default for ruling in contest.ruleset.rulings}
    for name, value in contest.state.rulings.items() if contest.started else ():
        if defaults.get(name) != value:
            click.echo(f"ruling: {name} is {value}")


def show_log(contest: Contest, outcome: Outcome | None) -> None:
    """The whole contest for people: what happened, how it ended, how all are."""
    show_start(contest)
    show_events(contest, contest.events)
    if outcome is not None:
        show_outcome(outcome)
    show_figures(contest)


def show_json(contest: Contest, outcome: Outcome | None) -> None:
    """The whole contest as one JSON object."""
    click.echo(json.dumps(summary(contest, outcome), ensure_ascii=False, indent=2))


def show_markdown(contest: Contest, outcome: Outcome | None) -> None:
    """The whole contest as Markdown."""
    click.echo(markdown(contest, outcome), nl=False)


def show_events(contest: Contest, events: Sequence[Event]) -> None:
    """Events, one sentence each, with the reckoning below."""
    names = names_of(contest) if events else {}
    for event in events:
        show_event(contest, event, names)


def show_event(contest: Contest, event: Event, names: Mapping[str, str]) -> None:
    """One event: its sentence, then its reckoning and rules."""
    if event.type == "round":
        click.echo("\n" + click.style(f"Round {event.values['round']}", bold=True, underline=True))
        return
    text = contest.ruleset.narrate(event, names)
    if not text:
        return
    actor = contest.state.participants.get(event.actor)
    colour = side_colour(contest, actor.side) if actor else None
    number, columns = f"{event.n:>4}  ", width()
    first, *others = wrap(text, columns, number, " " * len(number))
    click.echo(click.style(number, dim=True) + click.style(first[len(number) :], fg=colour))
    for line in others:
        click.echo(click.style(line, fg=colour))
    if event.text and event.type != "say":
        for line in wrap(f"«{event.text}»", columns, " " * 8, " " * 8):
            click.echo(click.style(line, italic=True))
    rules = f"  [{', '.join(event.rules)}]" if event.rules else ""
    if reckoning := brief(event):
        for line in wrap(reckoning + rules, columns, " " * 10, " " * 10):
            click.echo(click.style(line, dim=True))


def show_reckoning(contest: Contest, event: Event, *, err: bool = False) -> None:
    """The whole reckoning of one event."""
    names = names_of(contest)
    click.echo("\n".join(lines(event, contest.ruleset.narrate(event, names), names)), err=err)


def show_strip(contest: Contest, known: Sequence[str] | None = None) -> None:
    """The order strip: whose turn it is, who is to come, who has been."""
    state = contest.state
    order = state.order

    def shown(who: str) -> bool:
        return who in state.participants and (known is None or who in known)

    parts: list[tuple[str, dict[str, Any]]] = [
        (state.participants[slot.who].name, {"dim": True}) for slot in order.taken if shown(slot.who)
    ][-6:]
    if shown(state.acting):
        parts.append((f"▶ {state.participants[state.acting].name}", {"bold": True, "reverse": True}))
    for slot in order.pending:
        if shown(slot.who):
            one = state.participants[slot.who]
            nth = f" ({slot.nth})" if slot.nth > 1 else ""
            parts.append((f"{one.name}{nth}", {"fg": side_colour(contest, one.side)}))
    rows: list[list[str]] = [[]]
    used = 0
    for text, style in parts:
        if rows[-1] and used + cells(text) > width() - len(ORDER):
            rows.append([])
            used = 0
        rows[-1].append(click.style(text, **style))
        used += cells(text) + 2
    for k, row in enumerate(rows if parts else ()):
        click.echo((" " * len(ORDER) if k else click.style(ORDER, dim=True)) + "  ".join(row))


def show_figure(contest: Contest, one: Figure, *, acting: bool) -> None:
    """How one is, as far as the seat that looks may know; with what is left of his turn while it is on."""
    figures = ", ".join(f"{name} {value}" for name, value in one.values.items())
    effects = ", ".join(effect.name for effect in one.effects)
    status = "" if one.status == "in" else one.status
    hidden = "hidden" if one.hidden else ""
    facts = "; ".join(text for text in (status, hidden, one.words, figures, effects) if text)
    _line(contest, one.id, one.side, facts)
    if acting and one.budget is not None and one.budget.limits:
        for line in wrap(f"budget: {budget_words(one.budget)}", width(), "    ", "    "):
            click.echo(line)


def _line(contest: Contest, who: str, side: str, facts: str) -> None:
    name = plain_name(contest, who)
    lines = wrap(f"{name} ({side}): {facts}", width(), "  ", "    ")
    lines[0] = lines[0].replace(name, name_of(contest, who), 1)
    click.echo("\n".join(lines))


def show_figures(contest: Contest) -> None:
    """How all are, in words and figures."""
    state = contest.state
    for one in state.participants.values():
        figures = ", ".join(f"{name} {value}" for name, value in contest.ruleset.values(state, one).items())
        words = contest.ruleset.words(state, one)
        status = "" if one.status == "in" else f"{one.status}, "
        _line(contest, one.id, one.side, f"{status}{words}; {figures}")


def show_outcome(outcome: Outcome) -> None:
    """How it ended."""
    winner = f"{outcome.winner} won" if outcome.winner else "nobody won"
    text = f"{winner if outcome.ended else 'not decided'}: {outcome.reason}"
    click.echo("\n" + click.style("\n".join(wrap(text, width())), bold=True))


def show_offers(offers: Sequence[Offer], before: str = "") -> None:
    """The open offers, numbered from 1 or with a word before them; then the closed ones with their reasons."""
    still_open = [offer for offer in offers if offer.closed is None]
    for number, offer in enumerate(still_open, 1):
        needs = "".join(f" {field.name}:{_short(field)}" for field in offer.fields)
        cost = ", ".join(f"{amount} {kind}" if amount != 1 else kind for kind, amount in offer.cost)
        aside = "; ".join(text for text in (offer.label, cost) if text)
        text = f"{offer.verb}{needs}" + (f" ({aside})" if aside else "")
        click.echo("\n".join(wrap(text, width(), f"  {before}" if before else f"  {number:>2}  ", " " * 6)))
    for offer in offers:
        if offer.closed is not None:
            rule = f" [{offer.closed.rule}]" if offer.closed.rule else ""
            text = f"{offer.verb}: closed: {offer.closed.reason}{rule}"
            click.echo(click.style("\n".join(wrap(text, width(), "   -  ", " " * 6)), dim=True))


def _short(field: Field) -> str:
    if isinstance(field, Number):
        return f"{field.low}..{field.upto or field.high}"
    if isinstance(field, Words):
        return "text"
    shown = [f"'{option.id}'" if " " in option.id else option.id for option in field.options[:6]]
    return "|".join(shown) + ("|..." if len(field.options) > 6 else "")


def words_of(verb: str, values: Mapping[str, Value]) -> str:
    """An act in words, much as it could be typed."""
    given = (" ".join(value) if isinstance(value, tuple) else str(value) for value in values.values() if value != "")
    return " ".join([verb, *given])


def act_text(names: Mapping[str, str], act: Action) -> str:
    """Who did what: `Jack Kelly: attack thug revolver`."""
    who = "the game master" if act.actor == GM else names.get(act.actor, act.actor)
    return f"{who}: {words_of(act.verb, act.values)}"


def budget_words(budget: Budget) -> str:
    """What is left of each kind, and what was spent by what."""
    kinds = [f"{kind} {left(budget, kind)} of {limit}" for kind, limit in budget.limits.items()]
    spent = [f"{spend.kind} {spend.amount} by {spend.by}" for spend in budget.spent if spend.amount]
    return ", ".join(kinds) + (f" (spent: {', '.join(spent)})" if spent else "")
