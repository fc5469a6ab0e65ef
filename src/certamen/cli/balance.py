"""certamen balance: a page about an encounter, to read before the evening."""

import shlex
from pathlib import Path

import click

from certamen.cli.options import Seed, policies_of, policy_option
from certamen.cli.sampling import check_place
from certamen.files.encounter import load


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The page, such as report.html.")
@click.option("-n", "trials", type=click.IntRange(10, 10**9), metavar="N", help="How many trials.")
@policy_option
@click.option("--seed", type=Seed(), default=0, show_default=True, help="The seed of the dice.")
@click.option("--workers", type=click.IntRange(1, 1_000), default=1, show_default=True, metavar="N")
def balance_command(
    file: Path, output: Path, trials: int | None, policies: tuple[str, ...], seed: int, workers: int
) -> None:
    """Play the encounter in FILE many times over and write a page: who wins, how long it takes, what matters most."""
    wanted = policies_of(policies)
    if output.suffix.lower() not in (".html", ".htm"):
        raise click.BadParameter("the page is an .html file", param_hint="-o")
    check_place(output, "the name of a page, such as report.html")
    encounter = load(file)

    from certamen.advice.balance import balance
    from certamen.advice.page import page
    from certamen.cli.progress import shown

    with shown() as progress:
        found = balance(encounter, trials, policies=wanted, seed=seed, workers=workers, progress=progress)
    command = [
        "certamen",
        "balance",
        str(file),
        "-o",
        str(output),
        "--seed",
        str(seed),
        "-n",
        str(found.estimate.trials),
    ]
    for policy in policies:
        command += ["--policy", policy]
    output.write_text(page(found, shlex.join(command)), encoding="utf-8")
    click.echo(found.verdict)
    click.echo(f"the page: {output}")
