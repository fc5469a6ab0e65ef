"""certamen simulate: an encounter played many times over, and how sure the answer is."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from certamen.cli.options import policies_of
from certamen.cli.sampling import (
    check_output,
    cores,
    sampling_options,
    show_found,
    show_table,
    show_way,
    told_stop,
)

if TYPE_CHECKING:
    from certamen.sim.estimate import Estimate


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-n", "trials", type=click.IntRange(1, 10**12), metavar="N", help="How many trials; 1,000 if left out.")
@click.option(
    "--precision",
    type=click.FloatRange(0.0001, 0.5),
    metavar="P",
    help="Go on until each side's share of wins is known to plus or minus P, such as 0.002.",
)
@sampling_options
def simulate_command(
    file: Path,
    trials: int | None,
    precision: float | None,
    policies: tuple[str, ...],
    seed: int | None,
    workers: int | None,
    cluster: str | None,
    max_rounds: int | None,
    as_json: bool,
    as_csv: bool,
    svg: Path | None,
) -> int:
    """Play the encounter in FILE many times over: who wins, how long it takes, what is left of each."""
    check_output(as_json=as_json, as_csv=as_csv, svg=svg)
    if trials is not None and precision is not None:
        raise click.UsageError("give -n or --precision, not both")
    wanted = policies_of(policies)

    from certamen.cli.progress import shown
    from certamen.kernel.run import MAX_ROUNDS
    from certamen.sim.picture import percents
    from certamen.sim.simulate import USUAL, Running, simulate

    last = Running(0, trials or USUAL, ())
    with shown() as show:

        def progress(now: Running) -> None:
            nonlocal last
            last = now
            shares = ", ".join(f"{one.name} {percents((one.high - one.low) / 2)(one.share)}" for one in now.winners)
            show(f"{now.trials:,} of {now.of:,} trials: {shares};", now.trials / now.of)

        show("beginning", 0)
        found = simulate(
            file,
            trials,
            precision=precision,
            policies=wanted,
            seed=seed,
            workers=workers or cores(),
            cluster=cluster,
            max_rounds=max_rounds or MAX_ROUNDS,
            progress=progress,
        )
    if not found.trials:
        return told_stop(0, last.of, complete=False)
    if svg:
        _draw(found, svg)
    stop = [f"--max-rounds={max_rounds}"] if max_rounds else []
    run = ["certamen", "run", str(file), *(f"--policy={pair}" for pair in policies), *stop]
    show_found(found, lambda one: _show(one, run), as_json=as_json, as_csv=as_csv)
    return told_stop(found.trials, last.of, complete=found.complete)


def _draw(found: "Estimate", svg: Path) -> None:
    from certamen.cli.charting import write_svg
    from certamen.sim import picture

    charts = (picture.winners_chart(found), picture.rounds_chart(found))
    write_svg(svg, *charts, *picture.standing_charts(found), *picture.left_charts(found), title=found.title)


def _show(found: "Estimate", run: list[str]) -> None:
    from certamen.cli.roll_odds import show_chart
    from certamen.sim import picture

    click.echo(click.style(found.title, bold=True) + f", {found.trials:,} trials, seed {found.seed}\n")
    show_chart(picture.winners_chart(found))
    click.echo()
    show_chart(picture.rounds_chart(found))
    click.echo()
    figures = [one.name for one in found.people[0].left]
    rows = [
        ["who", "side", "stands at the end", "falls most in", *(f"{name} then (9 of 10 times)" for name in figures)]
    ]
    for one in found.people:
        falls = max(one.falls, key=lambda fall: fall[1], default=None)
        left = [f"{spread.mean:,.0f} ({spread.p5:,} to {spread.p95:,})" for spread in one.left]
        rows.append(
            [one.name, one.side, picture.share_words(one.standing), f"round {falls[0]}" if falls else "-", *left]
        )
    show_table(rows, left=2)
    click.echo()
    sides = [f"{side.name} {picture.mean_words(side.standing)} of {side.of}" for side in found.sides if side.of > 1]
    if sides:
        click.echo(f"standing at the end, on average: {', '.join(sides)}")
    click.echo(f"dice rolled in a trial: {picture.mean_words(found.dice)}")
    show_way(found.way, found.why)
    command = shlex.join([*run, f"--seed={found.seed}", "--trial=0"])
    click.echo(click.style(f"any trial in full: {command}", dim=True))
