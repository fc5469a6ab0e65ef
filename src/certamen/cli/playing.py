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
from certamen.kernel.journal import Journal, JournalWriter, encounter_of, replay
from certamen.kernel.journal import go_on as go_on_under
from certamen.kernel.journal import source_of as source_of_header
from certamen.kernel.ruleset import Ruleset
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


def play_on(path: Path, taken: tuple[str, ...], policies: dict[str, str], *, go_on: bool) -> None:
    """Play on from a journal, with `go_on` under newer rules than it was kept under.

    Raises JournalError where it does not replay, or is of another version than that would have.
    """
    kept = read_journal(path)
    if kept.torn:
        click.echo(kept.torn, err=True)
    if kept.is_keyed:
        raise JournalError(f"{path}: a table's journal: the keys of its dice are with the table, where play goes on")
    ruleset = find(kept.header.ruleset)
    people, is_gm = seats(kept.header.encounter, taken)
    _check_version(kept, ruleset, path, go_on=go_on)
    contest, went_on = go_on_under(kept, ruleset) if go_on else (_again(kept, ruleset), None)
    with contextlib.closing(JournalWriter.resume(kept, path, ruleset)) as writer:
        if went_on is not None:
            writer.went_on(went_on)
        if contest is None:  # it was stopped before anything was written
            encounter = encounter_of(kept.header, ruleset)
            contest = Contest(ruleset, encounter, source_of_header(kept.header), recorder=writer)
        contest.recorder = writer
        names = check_policies(contest, policies)
        click.echo(f"going on from {path}")
        if went_on is not None and went_on.went_on is not None:
            stands = f"{went_on.went_on.keeps} of its {len(kept.records)} records stand"
            click.echo(f"under {ruleset.name} {ruleset.version}: {stands}")
        _at_table(Table(contest, people, names, is_gm=is_gm), path, SHOWN_AGAIN)


def _check_version(kept: Journal, ruleset: Ruleset, path: Path, *, go_on: bool) -> None:
    """Raises JournalError where play may not go on, with what can be done instead."""
    if go_on == (kept.version != ruleset.version):
        return
    if go_on:
        raise JournalError(f"{path}: kept under {ruleset.name} {ruleset.version} already: play it without --go-on")
    why = f"kept under {ruleset.name} {kept.version}, this is {ruleset.version}"
    raise JournalError(
        f"{path}: {why}.\ncertamen replay {path} shows it as it was recorded; certamen play {path} --go-on plays on"
        " under the present rules, from the last record that comes out the same."
    )


def _again(kept: Journal, ruleset: Ruleset) -> Contest | None:
    """The contest where the journal left it; None where nothing happened yet."""
    if not kept.records:
        return None
    played = replay(kept, ruleset)
    if played.why:
        raise JournalError(played.why)
    return played.contest


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
