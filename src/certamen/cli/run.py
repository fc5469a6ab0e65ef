"""certamen run: an encounter to its end, policies deciding."""

from pathlib import Path

import click

from certamen.cli.options import json_option, policies_of, policy_option, seed_option
from certamen.cli.sources import source_of
from certamen.files.encounter import load


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@seed_option
@click.option("--trial", type=click.IntRange(0, 2**64 - 1), metavar="N", help="Trial N of certamen simulate --seed.")
@click.option("--dice", metavar="TAPE", help="Dice that fall, from a file or as text: 'd100:41 d100:75 d6:3'.")
@policy_option
@click.option("--max-rounds", type=click.IntRange(1, 100_000), metavar="N", help="Stop then; 200 when left out.")
@click.option("--journal", type=click.Path(path_type=Path), help="Keep a journal in this new file.")
@click.option(
    "--sheets",
    type=click.Path(path_type=Path),
    help="Write all sheets as they are at the end to this new file, such as party.include.yaml.",
)
@json_option
@click.option("--markdown", "as_markdown", is_flag=True, help="A log in Markdown.")
def run_command(
    file: Path,
    seed: int | None,
    trial: int | None,
    dice: str | None,
    policies: tuple[str, ...],
    max_rounds: int | None,
    journal: Path | None,
    sheets: Path | None,
    as_json: bool,
    as_markdown: bool,
) -> None:
    """Play the encounter in FILE to its end, policies deciding."""
    if seed is not None and dice is not None:
        raise click.UsageError("give --seed or --dice, not both")
    if trial is not None and seed is None:
        raise click.UsageError("--trial goes with --seed: the seed that certamen simulate names")
    if as_json and as_markdown:
        raise click.UsageError("give --json or --markdown, not both")
    wanted = policies_of(policies)
    source = source_of(seed, dice, trial=trial or 0)
    encounter = load(file)

    from certamen.cli.contests import play_out
    from certamen.cli.show import show_json, show_log, show_markdown  # all this only once the file is right

    contest, outcome = play_out(encounter, source, wanted, max_rounds, journal, sheets)
    show = show_json if as_json else show_markdown if as_markdown else show_log
    show(contest, outcome)
