"""What simulate, compare and sweep share: their options, the running answer, and how results are written."""

import csv
import io
import json
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click

from certamen.cli.options import Seed, json_option, policy_option
from certamen.cli.text import cells

F = TypeVar("F", bound=Callable[..., Any])


class Told(Protocol):
    """A result that can be written as data."""

    def data(self) -> dict[str, Any]:
        """The whole."""

    def rows(self) -> list[dict[str, Any]]:
        """A table."""


Result = TypeVar("Result", bound=Told)

_OPTIONS = (
    policy_option,
    click.option("--seed", type=Seed(), help="The seed of the dice: the same answer each time."),
    click.option("--workers", type=click.IntRange(1, 1_000), metavar="N", help="How many work at a time; one a core."),
    click.option("--cluster", metavar="ADDRESS", help="Play on a dask cluster: HOST:PORT of its scheduler."),
    click.option(
        "--max-rounds", type=click.IntRange(1, 100_000), metavar="N", help="Stop a trial then; 200 if left out."
    ),
    json_option,
    click.option("--csv", "as_csv", is_flag=True, help="A table with commas, one figure a line."),
    click.option("--svg", type=click.Path(path_type=Path), metavar="OUT", help="Draw it into this SVG file."),
)


def sampling_options(command: F) -> F:
    """The options of a command that samples."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def cores() -> int:
    """How many processors this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_output(*, as_json: bool, as_csv: bool, svg: Path | None) -> None:
    """Raises click.UsageError where both are asked for, FileErrors where the drawing could not be written."""
    if as_json and as_csv:
        raise click.UsageError("give --json or --csv, not both")
    if svg is not None:
        check_place(svg, "the name of an SVG file")


def check_place(path: Path, expected: str) -> None:
    """Raises FileErrors where a file could not be written: told before long work, not after it."""
    wrong = ""
    if path.is_dir():
        wrong = "this is a folder"
    elif not path.parent.is_dir():
        wrong = f"there is no folder {path.parent}"
    elif not os.access(path if path.exists() else path.parent, os.W_OK):
        wrong = "permission denied"
    if wrong:
        from certamen.files.problems import refuse

        raise refuse(str(path), f"cannot be written: {wrong}", expected=expected)


def show_json(data: dict[str, Any]) -> None:
    """One JSON object."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def show_found(found: Result, show: Callable[[Result], None], *, as_json: bool, as_csv: bool) -> None:
    """The result as JSON, as CSV, or in words, as `show` does."""
    if as_json:
        show_json(found.data())
    elif as_csv:
        show_csv(found.rows())
    else:
        show(found)


def show_csv(rows: Sequence[dict[str, Any]]) -> None:
    """Rows with commas between their cells, the names first."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    click.echo(out.getvalue(), nl=False)


def show_table(rows: Iterable[Sequence[str]], left: int = 1) -> None:
    """Columns of equal width, the first `left` of them set from the left, the others from the right."""
    rows = [list(row) for row in rows]
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    for index, row in enumerate(rows):
        padded = [
            cell + " " * (size - cells(cell)) if column < left else " " * (size - cells(cell)) + cell
            for column, (cell, size) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo(click.style("  ".join(padded).rstrip(), dim=index == 0))


def show_way(way: str, why: str) -> None:
    """How the trials were played, and why not faster."""
    click.echo(click.style(f"played by the {way}" + (f": {why}" if why else ""), dim=True))


def told_stop(done: int, of: int, *, complete: bool, what: str = "trials") -> int:
    """Say where it was stopped; gives the exit status."""
    if complete:
        return 0
    click.echo(f"stopped after {done:,} of {of:,} {what}", err=True)
    return 130
