"""certamen duel: one against one, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from certamen.cli.options import json_option, pairs_of, policies_of, policy_option

if TYPE_CHECKING:
    from certamen.odds.duel_told import Examined

USUAL = 10_000


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@policy_option
@click.option(
    "--over",
    multiple=True,
    metavar="PATH=VALUES",
    help="A table over other values: jack.constitution=300:500:50, or values with commas. May be given again.",
)
@click.option("--tactics", multiple=True, metavar="SIDE", help="The best a side can do; given for both, as a game.")
@click.option("--dry", is_flag=True, help="Only say whether it can be solved exactly.")
@click.option(
    "-n", "trials", type=click.IntRange(1, 10**9), default=USUAL, metavar="N", help="Trials, where it cannot; 10,000."
)
@json_option
@click.option("--svg", type=click.Path(path_type=Path), metavar="OUT", help="Draw it into this SVG file.")
def duel_command(
    file: Path,
    policies: tuple[str, ...],
    over: tuple[str, ...],
    tactics: tuple[str, ...],
    dry: bool,
    trials: int,
    as_json: bool,
    svg: Path | None,
) -> None:
    """Solve the duel in FILE exactly: who wins how likely, how long it takes, what to do best."""
    if over and tactics:
        raise click.UsageError("give --over or --tactics, not both")
    if svg is not None:
        from certamen.cli.sampling import check_place

        check_place(svg, "the name of an SVG file")
    wanted = policies_of(policies)
    grid = _grid(over)

    from certamen.files.encounter import load
    from certamen.odds import duels

    encounter = load(file)
    examined = duels.examine(encounter, wanted, tactics)
    if not as_json:
        _show_examined(examined, dry=dry)
    found: dict[str, Any] = {"examined": examined}
    if dry:
        pass
    elif not examined.exact:
        if over or tactics:
            raise click.UsageError("without an exact answer there is no table and no best tactic: try certamen sweep")
        found["estimate"] = _estimate(file, wanted, trials)
    elif tactics:
        found["best"] = duels.best_tactic(encounter, tactics, wanted, lengths=True)
    else:
        found["odds"] = duels.duel(encounter, wanted)
        if grid:
            found["table"] = duels.duel_table(encounter, grid, wanted)
    _tell(found, as_json=as_json, svg=svg)


def _grid(pairs: tuple[str, ...]) -> dict[str, Any]:
    if not pairs:
        return {}
    from certamen.sim.sweep import axes_of

    return {axis.path: axis.values for axis in axes_of(pairs_of(pairs, "PATH=VALUES", "--over"))}


def _estimate(file: Path, policies: dict[str, str], trials: int) -> Any:  # noqa: ANN401 - an Estimate, imported late
    from certamen.cli.progress import shown
    from certamen.cli.sampling import cores
    from certamen.sim.simulate import simulate

    with shown() as show:
        return simulate(
            file,
            trials,
            policies=policies,
            workers=cores(),
            progress=lambda now: show(f"{now.trials:,} of {now.of:,} trials", now.trials / now.of),
        )


def _show_examined(examined: Examined, *, dry: bool) -> None:
    from certamen.cli.text import width, wrap

    rule = f" ({examined.rule})" if examined.rule else ""
    if examined.exact:
        text = f"exact: {examined.states:,} states at most"
    else:
        text = f"no exact answer: {examined.why}{rule}" + ("" if dry else "; an estimate instead")
    for line in wrap(text, width(), "", "  "):
        click.echo(line)
    for assumed in examined.assumed:
        for line in wrap(assumed, width(), "assumed: ", "  "):
            click.echo(line)


def _tell(found: dict[str, Any], *, as_json: bool, svg: Path | None) -> None:
    from certamen.cli import duel_show

    if svg:
        from certamen.cli.charting import write_svg

        charts = duel_show.charts(found)
        if charts:
            write_svg(svg, *charts, title=found["examined"].title)
    if as_json:
        from certamen.cli.sampling import show_json

        show_json(duel_show.plain(found))
    else:
        duel_show.show(found)
