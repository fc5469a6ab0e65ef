"""A journal shown, played again and explained at the terminal."""

import json
from pathlib import Path

import click

from certamen.cli.show import act_text, show_json, show_log
from certamen.files.journals import read_journal
from certamen.kernel.errors import CertamenError, JournalError
from certamen.kernel.event import Event
from certamen.kernel.explain import lines
from certamen.kernel.journal import Journal, replay
from certamen.kernel.record import Entry
from certamen.kernel.records import left_out
from certamen.kernel.report import event_data
from certamen.rulesets import find


def show_replay(journal: Path, *, verify: bool, to: int | None, as_json: bool) -> None:
    """The contest as it stands after all records, or the first `to`. Raises CertamenError where it does not replay."""
    kept = read_journal(journal)
    if kept.torn:
        click.echo(kept.torn, err=True)
    ruleset = find(kept.header.ruleset)
    if kept.version != ruleset.version and not verify:
        _as_recorded(kept, to, as_json)
        click.echo(f"kept under {ruleset.name} {kept.version}, this is {ruleset.version}: shown as recorded", err=True)
        return
    played = replay(kept, ruleset, to=to)
    if played.contest.missing_die and not played.contest.started:
        click.echo(f"nothing has happened yet: {played.contest.missing_die.words} must be rolled")
        return
    if as_json:
        show_json(played.contest, None)
    elif not verify:
        show_log(played.contest, played.contest.outcome)
    if played.why:
        raise JournalError(played.why)
    if verify:
        keyed = "; its dice are taken as recorded: certamen verify TABLE.json checks them" if kept.is_keyed else ""
        click.echo(f"{journal}: {len(kept.records[:to])} records replay to the same states{keyed}", err=as_json)


def _as_recorded(kept: Journal, to: int | None, as_json: bool) -> None:
    told = [pair for _, pairs in standing(kept, to) for pair in pairs]
    if as_json:
        header = kept.header
        data = {
            "ruleset": {"name": header.ruleset, "version": kept.version},
            "title": header.encounter.title,
            "events": [event_data(event, text) for event, text in told],
        }
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    for event, text in told:
        if text:
            click.echo(f"{event.n:>4}  {text}")


Told = tuple[tuple[Event, str], ...]


def standing(kept: Journal, to: int | None = None) -> list[tuple[Entry, Told]]:
    """The entries that stand after undo and redo, each with its events and their sentences."""
    stand: list[tuple[Entry, Told]] = []
    undone: list[tuple[Entry, Told]] = []
    records = kept.records[:to]
    skipped = left_out(records)
    for place, record in enumerate(records):
        if place in skipped:
            continue
        if record.entry is not None:
            events = record.entry.events
            told = (*record.told, *[""] * len(events))[: len(events)]
            stand.append((record.entry, tuple(zip(events, told, strict=True))))
            undone.clear()
        elif record.undo is not None and stand:
            undone.append(stand.pop())
        elif record.redo is not None and undone:
            stand.append(undone.pop())
    return stand


def show_event_of(journal: Path, number: int, *, as_json: bool) -> None:
    """The whole reckoning of an event, from what was recorded. Raises CertamenError where there is none."""
    kept = read_journal(journal)
    names = {entry.id: entry.name for entry in kept.header.encounter.participants}
    last = 0
    for entry, told in standing(kept):
        for event, text in told:
            last = event.n
            if event.n != number:
                continue
            if as_json:
                click.echo(json.dumps(event_data(event, text), ensure_ascii=False, indent=2))
                return
            if entry.action is not None and event is entry.events[0]:
                click.echo(act_text(names, entry.action))
            click.echo("\n".join(lines(event, text, names)))
            return
    raise CertamenError(f"{journal}: there is no event {number}; the last is {last}")
