"""certamen run: an encounter to its end, policies deciding."""

import json
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TextIO

import click

from certamen.cli.options import json_option, policies_of, policy_option, seed_option
from certamen.cli.show import show_events, show_figures, show_outcome, show_start
from certamen.dice import Seeded, Source, Tape, TapeError, parse_tape
from certamen.files.encounter import load
from certamen.files.problems import refuse
from certamen.files.sheets import sheets_yaml
from certamen.files.text import read_text
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import CertamenError
from certamen.kernel.journal import JournalWriter
from certamen.kernel.report import markdown, summary
from certamen.kernel.run import MAX_ROUNDS, run
from certamen.rulesets import find


def source_of(seed: int | None, dice: str | None) -> Source:
    """The dice asked for: a tape (a file's name, or the faces themselves), or seeded ones."""
    if dice is None:
        return Seeded(secrets.randbits(32) if seed is None else seed)
    path = Path(dice)
    try:
        exists = path.exists()
    except OSError:  # too long for a name, say
        exists = False
    if exists:
        return parse_tape(read_text(path), dice)
    try:
        return parse_tape(dice, "--dice")
    except TapeError as error:
        raise CertamenError(f"{error}; nor is there a file of this name") from None


@contextmanager
def new_text(path: Path) -> Iterator[TextIO]:
    """A new file to write to, gone again when what should fill it fails. Raises FileErrors when it cannot be made."""
    try:
        file = path.open("x", encoding="utf-8")
    except FileExistsError:
        raise refuse(str(path), "there is a file of this name already", expected="the name of a new file") from None
    except OSError as error:
        raise refuse(str(path), f"cannot be written: {error.strerror}") from None
    with file, gone_on_failure(path):
        yield file


@contextmanager
def new_contest(encounter: Encounter, source: Source, journal: Path | None) -> Iterator[Contest]:
    """A contest, kept in a new journal where one is asked for; the journal is gone again when the contest fails."""
    ruleset = find(encounter.ruleset)
    if journal is None:
        yield Contest(ruleset, encounter, source)
        return
    writer = JournalWriter.create(journal, ruleset, encounter, source, sync=False)
    with gone_on_failure(journal):
        try:
            yield Contest(ruleset, encounter, source, recorder=writer)
        finally:
            writer.close()


@contextmanager
def gone_on_failure(path: Path) -> Iterator[None]:
    """Remove a file that was begun when what should fill it fails."""
    try:
        yield
    except BaseException:
        path.unlink()
        raise


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@seed_option
@click.option("--dice", metavar="TAPE", help="Dice that fall, from a file or as text: 'd100:41 d100:75 d6:3'.")
@policy_option
@click.option("--max-rounds", type=click.IntRange(1, 100_000), default=MAX_ROUNDS, show_default=True, help="Stop then.")
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
    dice: str | None,
    policies: tuple[str, ...],
    max_rounds: int,
    journal: Path | None,
    sheets: Path | None,
    as_json: bool,
    as_markdown: bool,
) -> None:
    """Play the encounter in FILE to its end, policies deciding."""
    if seed is not None and dice is not None:
        raise click.UsageError("give --seed or --dice, not both")
    if as_json and as_markdown:
        raise click.UsageError("give --json or --markdown, not both")
    wanted = policies_of(policies)
    encounter = load(file)
    source = source_of(seed, dice)
    with ExitStack() as files:
        sheets_file = files.enter_context(new_text(sheets)) if sheets else None
        contest = files.enter_context(new_contest(encounter, source, journal))
        outcome = run(contest, wanted, max_rounds)
        if isinstance(source, Tape) and (left := source.left(contest.index)):
            raise CertamenError(f"{source.name}: {len(left)} dice are left over, the first is {left[0]}")
        if sheets_file:
            sheets_file.write(sheets_yaml(contest))
    if as_json:
        click.echo(json.dumps(summary(contest, outcome), ensure_ascii=False, indent=2))
    elif as_markdown:
        click.echo(markdown(contest, outcome), nl=False)
    else:
        show_start(contest)
        show_events(contest, contest.events)
        show_outcome(outcome)
        show_figures(contest)
