"""certamen verify: a table's file checked: its seals, its acts, its dice."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from certamen.cli.options import json_option
from certamen.kernel.errors import CertamenError

if TYPE_CHECKING:
    from certamen.table.verify import Report


@click.command()
@click.argument("table", type=click.Path(path_type=Path))
@json_option
def verify_command(table: Path, as_json: bool) -> int:
    """Check TABLE, the file of a table: its seals, its acts played again, its dice against what was promised.

    Ends with status 0 when all that can be checked is fine, with 2 when anything differs.
    """
    from certamen.table.archive import MOST_BYTES, ArchiveError
    from certamen.table.verify import verify

    data = _read(table, MOST_BYTES)
    try:
        report = verify(data)
    except ArchiveError as error:
        raise CertamenError(f"{table}: {error}") from None
    if as_json:
        import msgspec

        click.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        _show(table, report)
    return 0 if report.fine else 2


def _read(path: Path, most: int) -> bytes:
    """What the file holds, and one byte more than it may at most."""
    if path.exists() and not path.is_file():
        raise CertamenError(f"{path}: not a file")
    with path.open("rb") as file:
        return file.read(most + 1)


def _show(table: Path, report: "Report") -> None:
    verdict = "all that can be checked is as it should be" if report.fine else "something is not as it should be"
    click.echo(click.style(f"{table}: {verdict}", fg="green" if report.fine else "red", bold=True))
    if report.title:
        click.echo(f"{report.title}: {report.ruleset} {report.version}, {report.records} records, {report.acts} acts")
    for problem in report.problems:
        click.echo(click.style(f"  {problem}", fg="red"))
    for line in report.lines:
        click.echo(f"  {line}")
