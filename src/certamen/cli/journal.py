"""certamen replay and certamen explain: a journal looked at, played again, explained."""

from pathlib import Path

import click

from certamen.cli.options import json_option
from certamen.files.text import check_journal


@click.command()
@click.argument("journal", type=click.Path(path_type=Path))
@click.option("--verify", is_flag=True, help="Play it again and compare every event and state.")
@click.option("--to", type=click.IntRange(1), metavar="N", help="Only the first N records.")
@json_option
def replay_command(journal: Path, verify: bool, to: int | None, as_json: bool) -> None:
    """Show the contest kept in JOURNAL as it stands after all records (or the first N)."""
    check_journal(journal)

    from certamen.cli.kept import show_replay  # all this only once it may be a journal

    show_replay(journal, verify=verify, to=to, as_json=as_json)


@click.command()
@click.argument("journal", type=click.Path(path_type=Path))
@click.argument("number", type=click.IntRange(1), metavar="N")
@json_option
def explain_command(journal: Path, number: int, as_json: bool) -> None:
    """The whole reckoning of event N of JOURNAL, from what it recorded."""
    check_journal(journal)

    from certamen.cli.kept import show_event_of

    show_event_of(journal, number, as_json=as_json)
