"""certamen compare: two encounters, or one with a value changed, on the same dice."""

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
    from certamen.files.vary import Scalar
    from certamen.sim.compare import Comparison, Difference


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("file2", type=click.Path(path_type=Path), required=False)
@click.option(
    "--set",
    "changes",
    multiple=True,
    metavar="PATH=VALUE",
    help="Change a value: thug.constitution=300, in FILE2 if given.",
)
@click.option("-n", "trials", type=click.IntRange(1, 10**12), metavar="N", help="How many pairs; 1,000 if left out.")
@sampling_options
def compare_command(
    file: Path,
    file2: Path | None,
    changes: tuple[str, ...],
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
    """Play FILE and FILE2, or FILE with values changed, each trial of both on the same dice: what differs?"""
    check_output(as_json=as_json, as_csv=as_csv, svg=svg)
    if file2 is None and not changes:
        raise click.UsageError("give a second file, or --set PATH=VALUE")
    wanted = policies_of(policies)
    change = _changes(changes)

    from certamen.cli.progress import shown
    from certamen.kernel.run import MAX_ROUNDS
    from certamen.sim.compare import compare
    from certamen.sim.simulate import USUAL

    with shown() as show:
        show("beginning", 0)
        found = compare(
            file,
            file2,
            trials or USUAL,
            change=change,
            policies=wanted,
            seed=seed,
            workers=workers or cores(),
            cluster=cluster,
            max_rounds=max_rounds or MAX_ROUNDS,
            progress=lambda now: show(f"{now.trials:,} of {now.of:,} pairs", now.trials / now.of),
        )
    if svg:
        from certamen.cli.charting import write_svg
        from certamen.sim.picture import comparison_chart

        write_svg(svg, comparison_chart(found), title=found.before.title)
    show_found(found, _show, as_json=as_json, as_csv=as_csv)
    return told_stop(found.trials, trials or USUAL, complete=found.complete, what="pairs")


def _changes(pairs: tuple[str, ...]) -> "dict[str, Scalar]":
    """PATH=VALUE pairs as a mapping. Raises click.BadParameter for anything else."""
    from certamen.files.vary import read_value

    return {path: read_value(value) for path, value in pairs_of(pairs, "PATH=VALUE", "--set").items()}


def _show(found: "Comparison") -> None:
    from certamen.cli.roll_odds import show_chart
    from certamen.sim.picture import comparison_chart

    changes = ", ".join(f"{path}={value}" for path, value in found.changes.items())
    after = found.after.title + (f" with {changes}" if changes else "")
    click.echo(click.style(found.before.title, bold=True) + f", and after: {after}")
    click.echo(f"{found.trials:,} pairs of trials on the same dice, seed {found.before.seed}\n")
    show_chart(comparison_chart(found))
    click.echo()
    alone = {one.name: one.of == 1 for one in (*found.before.sides, *found.after.sides)}
    rows = [["", "", "before", "after", "difference (19 times of 20 within)"]]
    rows += [_row(one) for one in found.differences if not (one.figure == "standing" and alone.get(one.of))]
    show_table(rows, left=2)
    click.echo()
    show_way(found.before.way, found.before.why)


def _row(one: "Difference") -> list[str]:
    from certamen.sim.picture import difference_words, half, numbers, percents

    share = one.figure in ("wins", "stands")
    show = percents(half(one)) if share else numbers(half(one))
    points = " points" if share else ""
    return [one.of, one.figure, show(one.before), show(one.after), difference_words(one, points=share) + points]
