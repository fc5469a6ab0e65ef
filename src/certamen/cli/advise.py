"""certamen advise: what each choice is worth to whoever must decide now."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from certamen.cli.options import Seed, json_option
from certamen.kernel.action import GM

if TYPE_CHECKING:
    from certamen.kernel.contest import Contest


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", type=click.IntRange(1), metavar="N", help="As the journal stands after its first N records.")
@click.option(
    "--for", "who", default="", metavar="WHO", help="For this participant; the first who is asked if left out."
)
@click.option("-n", "trials", type=click.IntRange(10, 100_000), default=100, show_default=True, metavar="N")
@click.option("--policy", default="clever", show_default=True, metavar="NAME", help="Who plays everybody afterwards.")
@click.option("--seed", type=Seed(), default=0, show_default=True, help="Of the contest's start and of the advice.")
@json_option
def advise_command(file: Path, to: int | None, who: str, trials: int, policy: str, seed: int, as_json: bool) -> None:
    """What each choice is worth in FILE, an encounter at its start or a journal: from what he may know who decides."""
    from certamen.cli.counsel import advised, show_advice
    from certamen.files.text import is_journal
    from certamen.library import load, resume

    if to is not None and not is_journal(file):
        raise click.UsageError("--to is for journals")
    contest = resume(file, to=to) if is_journal(file) else _begun(load(file, seed=seed))
    found = advised(contest, who, trials, policy, seed)
    if as_json:
        click.echo(json.dumps(found.data(), ensure_ascii=False, indent=2))
    else:
        show_advice(contest, found)


def _begun(contest: "Contest") -> "Contest":
    """The contest where the first participant is asked: till then the game master's defaults stand."""
    while contest.outcome is None and all(request.who == GM for request in contest.requests):
        contest.take_default(contest.requests[0])
    return contest
