"""Playing at the terminal: a contest begun or taken up again, the person's seat, the journal kept."""

import contextlib
from pathlib import Path

import click

from certamen.cli.contests import gone_on_failure
from certamen.cli.table import Table
from certamen.dice import Source
from certamen.files.journals import read_journal
from certamen.kernel.action import GM
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import CertamenError, JournalError
from certamen.kernel.journal import JournalWriter, encounter_of, replay
from certamen.kernel.journal import source_of as source_of_header
from certamen.kernel.run import check_policies
from certamen.rulesets import find

SHOWN_AGAIN = 12
"""So many of the last events are shown when a journal is taken up again."""


def play_new(
    encounter: Encounter, source: Source, path: Path, taken: tuple[str, ...], policies: dict[str, str]
) -> None:
    """Begin a contest, kept in a new journal, and play it. Raises CertamenError where that cannot be."""
    people, is_gm = seats(encounter, taken)
    ruleset = find(encounter.ruleset)
    writer = JournalWriter.create(path, ruleset, encounter, source)
    with contextlib.closing(writer):
        with gone_on_failure(path):
            contest = Contest(ruleset, encounter, source, recorder=writer)
            names = check_policies(contest, policies)
        click.echo(f"journal: {path}")
        _at_table(Table(contest, people, names, is_gm=is_gm), path, None)


def play_on(path: Path, taken: tuple[str, ...], policies: dict[str, str]) -> None:
    """Play on from a journal. Raises JournalError where it does not replay."""
    kept = read_journal(path)
    if kept.torn:
        click.echo(kept.torn, err=True)
    ruleset = find(kept.header.ruleset)
    people, is_gm = seats(kept.header.encounter, taken)
    played = replay(kept, ruleset) if kept.records else None
    if played is not None and played.why:
        raise JournalError(played.why)
    with contextlib.closing(JournalWriter.resume(kept, path, ruleset)) as writer:
        if played is not None:
            contest = played.contest
            contest.recorder = writer
        else:  # it was stopped before anything was written
            encounter = encounter_of(kept.header, ruleset)
            contest = Contest(ruleset, encounter, source_of_header(kept.header), recorder=writer)
        names = check_policies(contest, policies)
        click.echo(f"going on from {path}")
        _at_table(Table(contest, people, names, is_gm=is_gm), path, SHOWN_AGAIN)


def _at_table(table: Table, path: Path, recent: int | None) -> None:
    with contextlib.suppress(ImportError):  # lines can be edited and called back where there is readline
        import readline  # noqa: F401
    try:
        table.play(recent)
    finally:
        click.echo(f"the journal is kept; certamen play {path} goes on")


def free_name(file: Path) -> Path:
    """A journal's name beside where one stands that is not taken yet."""
    stem = file.name.removesuffix(file.suffix)
    for k in range(1, 10_000):
        path = Path(f"{stem}{'' if k == 1 else f'-{k}'}.journal")
        if not path.exists():
            return path
    raise CertamenError("there are too many journals here: name one with --journal")


def seats(encounter: Encounter, taken: tuple[str, ...]) -> tuple[tuple[str, ...], bool]:
    """(the ids of those the person decides for, whether he is the game master).

    Raises CertamenError for a side or participant unknown.
    """
    people = encounter.participants
    for name in taken:
        if name != GM and not any(name in (one.id, one.side) for one in people):
            sides = ", ".join(dict.fromkeys(one.side for one in people))
            raise CertamenError(f"there is no side or participant {name}: {sides}, or gm")
    with_player = tuple(one.id for one in people if one.player)
    if not taken:
        return (with_player, False) if with_player else (tuple(one.id for one in people), True)
    mine = tuple(
        one.id for one in people if one.id in taken or one.side in taken or (GM in taken and one.id not in with_player)
    )
    return mine, GM in taken or len(mine) == len(people)
