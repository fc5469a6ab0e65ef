"""certamen play: a person at the terminal decides for the sides he takes."""

from pathlib import Path

import click

from certamen.cli.run import begin, policies_of, source_of
from certamen.cli.table import Table
from certamen.dice import ByHand, Source
from certamen.files.encounter import load
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import CertamenError, JournalError
from certamen.kernel.journal import JournalWriter, read, replay
from certamen.kernel.run import check_policies
from certamen.rulesets import find


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--as", "taken", multiple=True, metavar="SIDE", help="A side or participant you decide for; repeat for more."
)
@click.option("--policy", "policies", multiple=True, metavar="SIDE=NAME", help="Who decides for the others.")
@click.option("--seed", type=int, help="The seed of the dice.")
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

    You decide for the sides named with --as, else for all that have a player, else for all. Type help for what you
    can say. The journal is kept as you play: stop whenever you like.
    """
    wanted = policies_of(policies)
    if is_journal(file):
        if seed is not None or dice is not None or journal is not None:
            raise click.UsageError(
                "a journal has its dice, and goes on in itself: no --seed, --dice or --journal with it"
            )
        contest, writer = go_on(file)
        click.echo(f"going on from {file}")
    else:
        encounter = load(file)
        path = journal or free_name(file)
        contest, writer = start(encounter, ByHand() if dice == "hand" else source_of(seed, dice), path)
        click.echo(f"journal: {path}")
    people = taken_ids(contest.encounter, taken)
    try:
        Table(contest, people, check_policies(contest, wanted)).play()
    finally:
        writer.close()


def is_journal(file: Path) -> bool:
    """Whether a file begins like a journal."""
    try:
        with file.open("rb") as stream:
            return stream.read(24).startswith(b'{"certamen":"journal"')
    except OSError:
        return False


def start(encounter: Encounter, source: Source, path: Path) -> tuple[Contest, JournalWriter]:
    """A new contest, kept in a new journal."""
    contest, writer = begin(find(encounter.ruleset), encounter, source, path, sync=True)
    assert writer is not None  # a journal was asked for
    return contest, writer


def go_on(path: Path) -> tuple[Contest, JournalWriter]:
    """The contest kept in a journal, to be played on. Raises JournalError where it does not replay."""
    kept = read(path)
    if kept.torn:
        click.echo(kept.torn, err=True)
    ruleset = find(kept.header.ruleset)
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


def taken_ids(encounter: Encounter, taken: tuple[str, ...]) -> tuple[str, ...]:
    """The ids of those the person decides for. Raises CertamenError for a side or participant unknown."""
    people = encounter.participants
    for name in taken:
        if not any(name in (one.id, one.side) for one in people):
            sides = ", ".join(dict.fromkeys(one.side for one in people))
            raise CertamenError(f"there is no side or participant {name}: {sides}")
    if taken:
        return tuple(one.id for one in people if one.id in taken or one.side in taken)
    with_player = tuple(one.id for one in people if one.player)
    return with_player or tuple(one.id for one in people)
