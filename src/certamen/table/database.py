"""The database file of a data folder: who owns it, how it is opened, brought up to date, and what is wrong with it."""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import FileIO
from pathlib import Path
from types import ModuleType

from certamen.table.store import StoreError

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None

DATABASE = "tables.db"
LOCK = "lock"
APPLICATION = 0x43455254  # "CERT": so that another program's file is not taken for ours


def default_folder() -> Path:
    """The data folder where none is named: $CERTAMEN_DATA, else the user's own folder for such data."""
    named = os.environ.get("CERTAMEN_DATA")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "certamen"


def own(folder: Path) -> FileIO:
    """Make the data folder where it is missing and take it for this process alone, until the file given is closed.

    Raises StoreError when it cannot be written, or another process has it.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = FileIO(folder / LOCK, "a+")
    except OSError as error:
        raise StoreError(f"{folder}: the data folder cannot be used: {error.strerror}") from None
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise StoreError(f"{folder}: another certamen has this data folder open; stop it first") from None
    return file


def set_up(connection: sqlite3.Connection) -> None:
    """How this connection writes: nothing counts as kept before it is on disk."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA journal_size_limit = 67108864")


def migrations() -> list[tuple[int, str]]:
    """(number, SQL) of each step from an empty file to what this program writes, in order."""
    folder: Traversable = files("certamen.table") / "migrations"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return [(int(name[:4]), (folder / name).read_text(encoding="utf-8")) for name in names]


def known(connection: sqlite3.Connection, steps: Sequence[tuple[int, str]]) -> int:
    """The step a database is at. Raises StoreError for a file of another program, or of a newer Certamen."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (things,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if things and application != APPLICATION:
        raise StoreError("this is a database of another program")
    if version > steps[-1][0]:
        raise StoreError(f"it was written by a newer Certamen (step {version}; this one knows {steps[-1][0]})")
    return int(version)


def migrate(connection: sqlite3.Connection, steps: Sequence[tuple[int, str]]) -> None:
    """Bring a database up to the last step, each step whole or not at all.

    Raises StoreError for a file of another program, or of a newer Certamen.
    """
    version = known(connection, steps)
    for number, script in steps:
        if number > version:
            stamps = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {number};"
            try:
                connection.executescript(f"BEGIN IMMEDIATE; {script} {stamps} COMMIT;")
            except sqlite3.Error:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise


def opened(path: Path) -> sqlite3.Connection:
    """A connection to a database brought up to date. Raises StoreError or sqlite3.Error, and is closed again then."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    try:
        set_up(connection)
        migrate(connection, migrations())
    except (sqlite3.Error, StoreError):
        connection.close()
        raise
    return connection


def looked_at(path: Path) -> sqlite3.Connection:
    """A connection that reads, whoever owns the file. Raises StoreError or sqlite3.Error where it is not ours."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False, timeout=5)
    try:
        if known(connection, migrations()) == 0:
            raise StoreError("there is nothing in it")
    except (sqlite3.Error, StoreError):
        connection.close()
        raise
    return connection


def problems(path: Path) -> list[str]:
    """What is wrong with a database, read to its end; empty when it is sound."""
    try:
        with closing(looked_at(path)) as connection:
            found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(10)")]
            found += [
                f"a row of {row[0]} belongs to no table" for row in connection.execute("PRAGMA foreign_key_check")
            ]
    except (sqlite3.Error, StoreError) as error:
        return [plain(error)]
    return [one for one in found if one != "ok"]


def plain(error: Exception) -> str:
    """What went wrong, in words people know."""
    text = str(getattr(error, "strerror", None) or error)
    name = getattr(error, "sqlite_errorname", "")
    if name == "SQLITE_CANTOPEN":
        return "there is no such file, or it may not be read"
    if name == "SQLITE_FULL":
        return "the disk is full"
    if name.startswith("SQLITE_IOERR"):
        return "the disk does not take it (is it full, or broken?)"
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return f"the file is damaged ({text}); certamen restore brings back a backup"
    return text
