"""certamen backup and certamen restore: all tables of a server as one file."""

from datetime import datetime
from pathlib import Path

import click

from certamen.cli.options import data_option


@click.command()
@click.argument("target", type=click.Path(path_type=Path), required=False)
@data_option
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def backup_command(target: Path | None, data: Path | None, force: bool) -> None:
    """Write all tables to the file TARGET, also while the server runs.

    It holds the keys of their dice: keep it where players cannot read it.
    """
    from certamen.table.copies import backup
    from certamen.table.database import default_folder

    target = target or Path(f"certamen-{datetime.now().astimezone():%Y%m%d-%H%M%S}.db")
    backup(data or default_folder(), target, force=force)
    click.echo(f"{target}: {_tables(target)}, {target.stat().st_size / 1e6:.1f} MB, checked")


@click.command()
@click.argument("source", type=click.Path(path_type=Path))
@data_option
@click.option(
    "--force", is_flag=True, help="Put it in the place of the tables that are there; those are kept beside it."
)
def restore_command(source: Path, data: Path | None, force: bool) -> None:
    """Bring back all tables from the backup SOURCE; the server must not run."""
    from certamen.table.copies import restore
    from certamen.table.database import default_folder

    folder = data or default_folder()
    before = restore(source, folder, force=force)
    click.echo(f"{folder}: {_tables(source)} brought back")
    if before is not None:
        click.echo(f"what was there is kept in {before}")


def _tables(path: Path) -> str:
    """How many tables a database holds, in words."""
    from contextlib import closing

    from certamen.table.database import looked_at

    with closing(looked_at(path)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM tables").fetchone()
    return "1 table" if count == 1 else f"{count} tables"
