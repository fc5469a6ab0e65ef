"""certamen replay and certamen explain: a journal looked at, played again, explained."""

import json
from pathlib import Path

import click

from certamen.cli.show import show_events, show_figures, show_start
from certamen.kernel.errors import CertamenError, JournalError
from certamen.kernel.explain import lines
from certamen.kernel.journal import Journal, read, replay
from certamen.kernel.record import Entry
from certamen.kernel.report import summary
from certamen.rulesets import find


@click.command()
@click.argument("journal", type=click.Path(path_type=Path))
@click.option("--verify", is_flag=True, help="Play it again and compare every event and state.")
@click.option("--to", type=click.IntRange(1), metavar="N", help="Only the first N records.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def replay_command(journal: Path, verify: bool, to: int | None, as_json: bool) -> None:
    """Show the contest kept in JOURNAL as it stands after all records (or the first N)."""
    kept = read(journal)
    if kept.torn:
        click.echo(kept.torn, err=True)
    ruleset = find(kept.header.ruleset)
    older = kept.header.version != ruleset.version
    if older and not verify:
        _as_recorded(kept, to)
        click.echo(
            f"kept under {ruleset.name} {kept.header.version}, this is {ruleset.version}: shown as recorded", err=True
        )
        return
    played = replay(kept, ruleset, to=to)
    if as_json:
        click.echo(json.dumps(summary(played.contest), ensure_ascii=False, indent=2))
    elif not verify:
        show_start(played.contest)
        show_events(played.contest, played.contest.events)
        show_figures(played.contest)
    if played.why:
        raise JournalError(played.why)
    if verify:
        click.echo(f"{journal}: {len(kept.records[:to])} records replay to the same states", err=as_json)


def _as_recorded(kept: Journal, to: int | None) -> None:
    for entry, told in standing(kept, to):
        for event, text in zip(entry.events, told, strict=False):
            if text:
                click.echo(f"{event.n:>4}  {text}")


def standing(kept: Journal, to: int | None = None) -> list[tuple[Entry, tuple[str, ...]]]:
    """The entries that stand after undo and redo, each with its sentences."""
    stand: list[tuple[Entry, tuple[str, ...]]] = []
    undone: list[tuple[Entry, tuple[str, ...]]] = []
    for record in kept.records[:to]:
        if record.entry is not None:
            stand.append((record.entry, record.told))
            undone.clear()
        elif record.undo is not None and stand:
            undone.append(stand.pop())
        elif record.redo is not None and undone:
            stand.append(undone.pop())
    return stand


@click.command()
@click.argument("journal", type=click.Path(path_type=Path))
@click.argument("number", type=click.IntRange(1), metavar="N")
def explain_command(journal: Path, number: int) -> None:
    """The whole reckoning of event N of JOURNAL, from what it recorded."""
    kept = read(journal)
    names = {entry.id: entry.name for entry in kept.header.encounter.participants}
    last = 0
    for entry, told in standing(kept):
        for event, text in zip(entry.events, told, strict=False):
            last = event.n
            if event.n == number:
                if entry.action is not None and event is entry.events[0]:
                    click.echo(
                        f"{names.get(entry.action.actor, entry.action.actor)} did: {entry.action.verb} {_values(entry)}"
                    )
                click.echo("\n".join(lines(event, text, names)))
                return
    raise CertamenError(f"{journal}: there is no event {number}; the last is {last}")


def _values(entry: Entry) -> str:
    assert entry.action is not None  # the caller looked
    return " ".join(f"{name}={value}" for name, value in entry.action.values.items())
