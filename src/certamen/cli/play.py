"""certamen play: a person at the terminal decides for the sides he takes."""

import contextlib
from io import BytesIO
from pathlib import Path

import click

from certamen.cli.options import policies_of, policy_option, seed_option
from certamen.cli.run import gone_on_failure, source_of
from certamen.cli.table import Table
from certamen.dice import ByHand, Source
from certamen.files.encounter import load
from certamen.files.journals import START, read_journal
from certamen.kernel.action import GM
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import CertamenError, JournalError
from certamen.kernel.journal import JournalWriter, encounter_of, replay
from certamen.kernel.journal import source_of as source_of_header
from certamen.kernel.run import check_policies
from certamen.rulesets import find

HAND = "hand"
SHOWN_AGAIN = 12
"""So many of the last events are shown when a journal is taken up again."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--as", "taken", multiple=True, metavar="SIDE", help="A side or participant you decide for, or gm; repeat for more."
)
@policy_option
@seed_option
@click.option("--dice", metavar="hand|TAPE", help="'hand': you type what your real dice show; or a tape.")
@click.option("--journal", type=click.Path(path_type=Path), help="Where to keep the journal.")
def play_command(
    file: Path,
    taken: tuple[str, ...],
    policies: tuple[str, ...],
    seed: int | None,
    dice: str | None,
    journal: Path | None,
) -> None:
    """Play the encounter in FILE, or go on from a journal where it stopped.

    You decide for the sides named with --as, else for all that have a player, else for all. With --as gm you are the
    game master: you see everything, and decide for all that have no player. Type help for what you can say. The
    journal is kept as you play: stop whenever you like.
    """
    wanted = policies_of(policies)
    again = is_journal(file)
    if again and (seed is not None or dice is not None or journal is not None):
        raise click.UsageError("a journal has its dice, and goes on in itself: no --seed, --dice or --journal with it")
    if seed is not None and dice is not None:
        raise click.UsageError("give --seed or --dice, not both")
    path = file if again else journal or free_name(file)
    contest, writer = go_on(file) if again else start(file, seed, dice, path)
    try:
        click.echo(f"going on from {path}" if again else f"journal: {path}")
        people, is_gm = seats(contest.encounter, taken)
        with contextlib.suppress(ImportError):  # lines can be edited and called back where there is readline
            import readline  # noqa: F401
        Table(contest, people, check_policies(contest, wanted), is_gm=is_gm).play(SHOWN_AGAIN if again else None)
    finally:
        writer.close()
        click.echo(f"the journal is kept; certamen play {path} goes on")


def is_journal(file: Path) -> bool:
    """Whether a file begins like a journal."""
    try:
        with file.open("rb") if file.is_file() else BytesIO() as stream:
            return stream.read(len(START)) == START
    except OSError:
        return False


def start(file: Path, seed: int | None, dice: str | None, path: Path) -> tuple[Contest, JournalWriter]:
    """A new contest, kept in a new journal, which is gone again when the contest cannot be started."""
    encounter = load(file)
    source: Source = ByHand() if dice == HAND else source_of(seed, dice)
    ruleset = find(encounter.ruleset)
    writer = JournalWriter.create(path, ruleset, encounter, source)
    with gone_on_failure(path), contextlib.ExitStack() as failed:
        failed.callback(writer.close)
        contest = Contest(ruleset, encounter, source, recorder=writer)
        failed.pop_all()
    return contest, writer


def go_on(path: Path) -> tuple[Contest, JournalWriter]:
    """The contest kept in a journal, to be played on. Raises JournalError where it does not replay."""
    kept = read_journal(path)
    if kept.torn:
        click.echo(kept.torn, err=True)
    ruleset = find(kept.header.ruleset)
    if not kept.records:  # it was stopped before anything was written
        writer = JournalWriter.resume(kept, path, ruleset)
        encounter = encounter_of(kept.header, ruleset)
        return Contest(ruleset, encounter, source_of_header(kept.header), recorder=writer), writer
    played = replay(kept, ruleset)
    if played.why:
        raise JournalError(played.why)
    writer = JournalWriter.resume(kept, path, ruleset)
    played.contest.recorder = writer
    return played.contest, writer


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
