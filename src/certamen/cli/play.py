"""certamen play: a person at the terminal decides for the sides he takes."""

from pathlib import Path

import click

from certamen.cli.options import policies_of, policy_option, seed_option
from certamen.cli.sources import source_of
from certamen.files.text import is_journal


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--as", "taken", multiple=True, metavar="SIDE", help="A side or participant you decide for, or gm; repeat for more."
)
@policy_option
@seed_option
@click.option("--dice", metavar="hand|TAPE", help="'hand': you type what your real dice show; or a tape.")
@click.option("--go-on", is_flag=True, help="Go on with a journal of an older version of the rules under this one.")
@click.option("--journal", type=click.Path(path_type=Path), help="Where to keep the journal.")
def play_command(
    file: Path,
    taken: tuple[str, ...],
    policies: tuple[str, ...],
    seed: int | None,
    dice: str | None,
    go_on: bool,
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
    if go_on and not again:
        raise click.UsageError("--go-on is for a journal")
    if seed is not None and dice is not None:
        raise click.UsageError("give --seed or --dice, not both")
    if again:
        from certamen.cli.playing import play_on

        play_on(file, taken, wanted, go_on=go_on)
        return
    from certamen.files.encounter import load

    source = source_of(seed, dice, by_hand=True)
    encounter = load(file)

    from certamen.cli.playing import free_name, play_new  # all this only once the file is right

    play_new(encounter, source, journal or free_name(file), taken, wanted)
