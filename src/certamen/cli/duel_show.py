"""What `certamen duel` tells, as text, charts and plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click
import msgspec

from certamen.charts import Chart, number, percent
from certamen.cli.roll_odds import show_chart
from certamen.cli.sampling import show_table
from certamen.cli.text import width, wrap
from certamen.odds.picture import SELDOM, over, rounds, winners

if TYPE_CHECKING:
    from certamen.odds.duel_told import Advised, BestTactic, Cell, DuelOdds


def plain(found: dict[str, Any]) -> dict[str, Any]:
    """The whole as plain dicts, lists, texts and numbers."""
    told: dict[str, Any] = msgspec.to_builtins(found)
    return told


def charts(found: dict[str, Any]) -> list[Chart]:
    """What there is to draw of it."""
    if "estimate" in found:
        from certamen.sim import picture

        return [picture.winners_chart(found["estimate"]), picture.rounds_chart(found["estimate"])]
    odds: DuelOdds | None = found["best"].odds if "best" in found else found.get("odds")
    if odds is None:
        return []
    return [winners(odds), *([rounds(odds)] if odds.lengths else []), *over(found.get("table", ()))]


def show(found: dict[str, Any]) -> None:
    """The whole as text."""
    for chart in charts(found) if "table" not in found else [winners(found["odds"]), rounds(found["odds"])]:
        click.echo()
        show_chart(chart)
    if "best" in found:
        for tactic in found["best"].tactics:
            _show_tactic(tactic)
    if "table" in found:
        _show_cells(found["table"])
    odds: DuelOdds | None = found["best"].odds if "best" in found else found.get("odds")
    if odds:
        click.echo(click.style(f"\nthe chances add up to 1 within {max(odds.residual, 1e-16):.0e}", dim=True))


def _show_cells(cells: Sequence[Cell]) -> None:
    sides = cells[0].odds.sides
    rows = [[*cells[0].values, *(f"{side} wins" for side in sides), "rounds"]]
    for cell in cells:
        length = "-" if cell.odds.rounds is None else f"{cell.odds.rounds:.2f}"
        rows.append([*map(str, cell.values.values()), *map(percent, cell.odds.win), length])
    click.echo()
    show_table(rows, left=0)


def _show_tactic(tactic: BestTactic) -> None:
    click.echo()
    gain = f"{percent(abs(tactic.gain))} {'more' if tactic.gain >= 0 else 'less'} than by {tactic.policy}"
    head = f"the best tactic of {tactic.side}: {percent(tactic.worth)} to win, {gain} ({percent(tactic.before)})"
    click.echo(click.style(head, bold=True))
    for line in wrap(tactic.grid, width(), "looked at: ", "  ") if tactic.grid else ():
        click.echo(line)
    seldom = sum(one.met < SELDOM for one in tactic.choices)
    rows = [[*tactic.sees, "do", "comes up"]]
    for sees, choice, met in _ranges([one for one in tactic.choices if one.met >= SELDOM]):
        rows.append([*sees, choice, number(round(met, 4))])
    show_table(rows, left=len(tactic.sees) + 1)
    if seldom:
        click.echo(click.style(f"and {seldom} that hardly ever come up: --json has them all", dim=True))


def _ranges(choices: Sequence[Advised]) -> list[tuple[list[str], str, float]]:
    """The choices by what is seen; those that differ only in the last thing seen, from the first to the last of it."""
    found: list[tuple[tuple[int | str, ...], list[int | str], str, float]] = []
    for one in choices:
        *before, last = one.sees or ("",)
        if found and found[-1][0] == tuple(before) and found[-1][2] == one.choice:
            key, some, choice, met = found[-1]
            found[-1] = (key, [*some, last], choice, met + one.met)
        else:
            found.append((tuple(before), [last], one.choice, one.met))
    return [([*map(str, key), _span(list(map(str, some)))], choice, met) for key, some, choice, met in found]


def _span(some: list[str]) -> str:
    """Several values as one: 3 and 5 as "3 to 5", "1 to 10" and "11 to 20" as "1 to 20"."""
    return some[0] if len(some) == 1 else f"{some[0].split(' to ')[0]} to {some[-1].split(' to ')[-1]}"
