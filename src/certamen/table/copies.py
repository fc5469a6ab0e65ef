"""A backup of all tables as one file, taken also while they are played on, and brought back."""

import contextlib
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from certamen.table.database import DATABASE, looked_at, own, plain, problems
from certamen.table.store import StoreError

BEFORE = "before-restore.db"
_BESIDE = ("", "-wal", "-shm")


def backup(folder: Path, target: Path, *, force: bool = False) -> None:
    """Write all of a data folder's database to one file: a database itself, checked before it gets its name.

    Raises StoreError when there is nothing to back up, when it cannot be written, and when the target is there already,
    unless `force`.
    """
    if not (folder / DATABASE).is_file():
        raise StoreError(f"{folder}: there are no tables here")
    if target.exists() and not force:
        raise StoreError(f"{target}: is there already; give another name, or --force")
    _copy(folder / DATABASE, target)


def restore(source: Path, folder: Path, *, force: bool = False) -> Path | None:
    """Put a backup in a data folder. What was there is kept beside it: gives where, None when nothing was.

    Raises StoreError when the backup is not sound, when a server has the folder open, and when there are tables in it
    already, unless `force`.
    """
    wrong = problems(source)
    if wrong:
        raise StoreError(f"{source}: this is no sound backup: {wrong[0]}")
    with closing(own(folder)):
        path, before = folder / DATABASE, folder / BEFORE
        if path.exists() and not force:
            raise StoreError(f"{folder}: there are tables here already; --force puts the backup in their place")
        fresh = folder / f"{DATABASE}.new"
        _copy(source, fresh)
        kept = path.exists()
        for beside in _BESIDE:
            Path(f"{before}{beside}").unlink(missing_ok=True)
            with contextlib.suppress(FileNotFoundError):
                Path(f"{path}{beside}").rename(f"{before}{beside}")
        fresh.rename(path)
        return before if kept else None


def _copy(source: Path, target: Path) -> None:
    """Copy a database as it stands at this moment, check the copy, and only then give it its name."""
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        with closing(looked_at(source)) as here, closing(sqlite3.connect(part)) as there:
            here.backup(there)
            there.execute("PRAGMA journal_mode = DELETE")
        wrong = problems(part)
        if wrong:
            raise StoreError(f"the copy is not sound: {wrong[0]}")
        _synced(part)
        part.rename(target)
    except (sqlite3.Error, OSError, StoreError) as error:
        part.unlink(missing_ok=True)
        raise StoreError(f"{source}: cannot be copied to {target}: {plain(error)}") from None


def _synced(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
