"""certamen run: an encounter to its end, policies deciding."""

import json
import secrets
from pathlib import Path

import click

from certamen.cli.show import show_events, show_outcome, show_start
from certamen.dice import Seeded, Source, Tape, parse_tape
from certamen.files.encounter import load
from certamen.files.problems import refuse
from certamen.files.sheets import sheets_yaml
from certamen.files.text import read_text
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import CertamenError
from certamen.kernel.journal import JournalWriter
from certamen.kernel.report import markdown, summary
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.run import MAX_ROUNDS, run
from certamen.rulesets import find


def policies_of(pairs: tuple[str, ...]) -> dict[str, str]:
    """SIDE=NAME pairs as a mapping. Raises click.BadParameter for anything else."""
    policies = {}
    for pair in pairs:
        side, equals, name = pair.partition("=")
        if not (equals and side and name):
            raise click.BadParameter(f"{pair!r} is not SIDE=NAME", param_hint="--policy")
        policies[side] = name
    return policies


def source_of(seed: int | None, dice: str | None) -> Source:
    """The dice asked for: a tape (a file's name, or the faces themselves), or seeded ones."""
    if dice is not None:
        path = Path(dice)
        try:
            is_file = path.is_file()
        except OSError:
            is_file = False
        return parse_tape(read_text(path), dice) if is_file else parse_tape(dice, "--dice")
    return Seeded(secrets.randbits(32) if seed is None else seed)


def begin(
    ruleset: Ruleset, encounter: Encounter, source: Source, journal: Path | None, *, sync: bool
) -> tuple[Contest, JournalWriter | None]:
    """A contest, kept in a journal where one is asked for."""
    writer = JournalWriter.create(journal, ruleset, encounter, source, sync=sync) if journal else None
    return Contest(ruleset, encounter, source, recorder=writer), writer


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seed", type=int, help="The seed of the dice; another one each time when left out.")
@click.option("--dice", metavar="TAPE", help="Dice that fall, from a file or as text: 'd100:41 d100:75 d6:3'.")
@click.option("--policy", "policies", multiple=True, metavar="SIDE=NAME", help="Who decides for a side or participant.")
@click.option("--max-rounds", type=click.IntRange(1, 100_000), default=MAX_ROUNDS, show_default=True, help="Stop then.")
@click.option("--journal", type=click.Path(path_type=Path), help="Keep a journal in this new file.")
@click.option("--sheets", type=click.Path(path_type=Path), help="Write the sheets as they are at the end to this file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
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
    if sheets is not None and sheets.exists():
        raise refuse(str(sheets), "there is a file of this name already")
    contest, writer = begin(find(encounter.ruleset), encounter, source, journal, sync=False)
    try:
        outcome = run(contest, wanted, max_rounds)
    finally:
        if writer:
            writer.close()
    if isinstance(source, Tape) and (left := source.left(contest.index)):
        raise CertamenError(f"{source.name}: {len(left)} dice are left over, the first is {left[0]}")
    if sheets is not None:
        sheets.write_text(sheets_yaml(contest), encoding="utf-8")
    if as_json:
        click.echo(json.dumps(summary(contest, outcome), ensure_ascii=False, indent=2))
    elif as_markdown:
        click.echo(markdown(contest, outcome), nl=False)
    else:
        show_start(contest)
        show_events(contest, contest.events)
        show_outcome(contest, outcome)
