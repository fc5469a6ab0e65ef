"""certamen sweep: an encounter over a grid of values."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from certamen.cli.options import pairs_of, policies_of
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
    from certamen.sim.sweep import Sweep


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--vary",
    "varied",
    multiple=True,
    required=True,
    metavar="PATH=VALUES",
    help="thug.constitution=100:500:20 (from, to, step), or values with commas. May be given again: a grid.",
)
@click.option("-n", "trials", type=click.IntRange(1, 10**12), metavar="N", help="How many a cell; 1,000 if left out.")
@sampling_options
def sweep_command(
    file: Path,
    varied: tuple[str, ...],
    trials: int | None,
    policies: tuple[str, ...],
    seed: int | None,
    workers: int | None,
    cluster: str | None,
    max_rounds: int | None,
    as_json: bool,
    as_csv: bool,
    svg: Path | None,
) -> int:
    """Play the encounter in FILE with every combination of values, on the same dice: who wins where?"""
    check_output(as_json=as_json, as_csv=as_csv, svg=svg)
    wanted = policies_of(policies)
    grid = pairs_of(varied, "PATH=VALUES", "--vary")

    from certamen.cli.progress import shown
    from certamen.kernel.run import MAX_ROUNDS
    from certamen.sim.simulate import USUAL
    from certamen.sim.sweep import sweep

    many = trials or USUAL
    with shown() as show:
        show("beginning", 0)
        found = sweep(
            file,
            grid,
            many,
            policies=wanted,
            seed=seed,
            workers=workers or cores(),
            cluster=cluster,
            max_rounds=max_rounds or MAX_ROUNDS,
            progress=lambda now: show(f"{now.trials // many:,} of {now.of // many:,} cells", now.trials / now.of),
        )
    if not found.cells:
        return told_stop(0, found.size, complete=False, what="cells")
    if svg:
        from certamen.cli.charting import write_svg
        from certamen.sim.picture import sweep_charts

        write_svg(svg, *sweep_charts(found), title=found.title)
    show_found(found, _show, as_json=as_json, as_csv=as_csv)
    return told_stop(len(found.cells), found.size, complete=found.complete, what="cells")


def _show(found: "Sweep") -> None:
    from certamen.cli.roll_odds import show_chart
    from certamen.sim.picture import share_words, sweep_charts

    click.echo(click.style(found.title, bold=True) + f", {found.trials:,} trials a cell, seed {found.seed}\n")
    if len(found.axes) == 2:
        for chart in sweep_charts(found):
            show_chart(chart)
            click.echo()
    else:
        sides = list(dict.fromkeys(one.name for cell in found.cells for one in cell.winners))
        rows = [[*(axis.path for axis in found.axes), *(f"{side} wins" for side in sides), "rounds"]]
        for cell in found.cells:
            words = {one.name: share_words(one) for one in cell.winners}
            values = [str(value) for value in cell.values.values()]
            rows.append([*values, *(words.get(side, "-") for side in sides), f"{cell.rounds.mean:.1f}"])
        show_table(rows, left=0)
        click.echo()
    show_way(found.way, found.why)
