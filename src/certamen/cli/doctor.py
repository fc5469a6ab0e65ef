"""certamen doctor: is all there that a server needs, and are its tables sound?"""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import click

from certamen.cli.options import data_option, json_option

if TYPE_CHECKING:
    from certamen.table.sqlite import SqliteStore

PORT = 8470
LEAST_BYTES = 200_000_000
SERVER = ("fastapi", "uvicorn", "websockets", "structlog", "prometheus_client", "segno")
EXTRAS = {"sim": "numpy", "fast": "numba", "cluster": "distributed", "rl": "pettingzoo"}


class Finding(NamedTuple):
    """What one look found. do: what to do about it, "" where nothing need be done."""

    what: str
    state: Literal["ok", "note", "wrong"]
    found: str
    do: str = ""


@click.command()
@data_option
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(1, 65535), help="The server's port.")
@json_option
def doctor_command(data: Path | None, port: int, as_json: bool) -> None:
    """Look whether this machine can serve tables, and whether those kept here are sound.

    Ends with status 2 when something is wrong; each finding says what to do. It changes nothing.
    """
    from certamen.table.database import default_folder

    findings = list(looked(data or default_folder(), port))
    wrong = any(one.state == "wrong" for one in findings)
    if as_json:
        import msgspec

        click.echo(msgspec.json.encode({"fine": not wrong, "findings": [one._asdict() for one in findings]}))
    else:
        for one in findings:
            mark = {"ok": "ok   ", "note": "note ", "wrong": click.style("WRONG", fg="red")}[one.state]
            click.echo(f"{mark}  {one.what}: {one.found}")
            if one.do:
                click.echo(f"       -> {one.do}")
    raise click.exceptions.Exit(2 if wrong else 0)


def looked(folder: Path, port: int) -> Iterator[Finding]:
    """All findings, one after another."""
    yield Finding("Python", "ok", ".".join(map(str, sys.version_info[:3])))
    yield sqlite()
    yield from packages()
    yield pages()
    yield cache()
    served = is_open(folder)
    yield from data_folder(folder)
    yield listening(port, served=served)
    yield from database(folder, served=served)


def sqlite() -> Finding:
    """Whether this SQLite knows all that the migrations use."""
    found = sqlite3.sqlite_version
    if sqlite3.sqlite_version_info < (3, 37):
        return Finding("SQLite", "wrong", found, "install a Python with SQLite 3.37 or newer")
    return Finding("SQLite", "ok", found)


def packages() -> Iterator[Finding]:
    """What the server needs, and what may be added."""
    missing = [name for name in SERVER if find_spec(name) is None]
    if missing:
        yield Finding("server", "wrong", f"missing: {', '.join(missing)}", "pip install certamen once more")
    else:
        yield Finding("server", "ok", ", ".join(f"{name} {_version(name)}" for name in SERVER[:3]))
    for extra, name in EXTRAS.items():
        there = find_spec(name) is not None
        how = "" if there else f"pip install 'certamen[{extra}]' adds it"
        yield Finding(f"extra {extra}", "ok" if there else "note", _version(name) if there else "not installed", how)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "of no version"


def pages() -> Finding:
    """Whether the pages were built."""
    built = (files("certamen") / "web" / "pages" / "index.html").is_file()
    if built:
        return Finding("pages", "ok", "built")
    return Finding("pages", "wrong", "not built", "in a clone: make serve; else pip install certamen once more")


def cache() -> Finding:
    """Whether what numba compiles can be kept."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "certamen"
    if find_spec("numba") is None:
        return Finding("cache", "ok", "not needed without numba")
    if _writable(home):
        return Finding("cache", "ok", f"{home}")
    return Finding("cache", "note", f"{home} cannot be written", "without it every start compiles the loops anew")


def _writable(folder: Path) -> bool:
    """Whether files can be made in a folder, or it can be made itself."""
    while not folder.exists():
        folder = folder.parent
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def data_folder(folder: Path) -> Iterator[Finding]:
    """Whether the data folder can be written, has room, and is nobody else's to read."""
    if not _writable(folder):
        yield Finding(
            "data folder", "wrong", f"{folder} cannot be written", "make it writable, or name another: --data"
        )
        return
    yield Finding("data folder", "ok", f"{folder}" + ("" if folder.exists() else " (made when it is first used)"))
    there = folder
    while not there.exists():
        there = there.parent
    free = shutil.disk_usage(there).free
    if free < LEAST_BYTES:
        yield Finding("room on the disk", "wrong", f"{free / 1e6:.0f} MB", "free some, or name another folder: --data")
    else:
        yield Finding("room on the disk", "ok", f"{free / 1e9:.1f} GB")
    if folder.exists() and os.name == "posix" and folder.stat().st_mode & 0o077:
        how = f"it holds the keys of the dice: chmod 700 {folder}"
        yield Finding("data folder", "note", "other users of this machine may look into it", how)


def is_open(folder: Path) -> bool:
    """Whether a server has the data folder open."""
    from certamen.table.database import LOCK, own
    from certamen.table.store import StoreError

    if not (folder / LOCK).exists():
        return False
    try:
        own(folder).close()
    except StoreError:
        return True
    return False


def listening(port: int, *, served: bool) -> Finding:
    """Whether the port is free, or a server's that runs."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind(("127.0.0.1", port))
        except OSError as error:
            if served:
                return Finding("port", "ok", f"{port} is taken; a server has the data folder open")
            found = f"{port} cannot be had: {error.strerror}"
            return Finding("port", "wrong", found, "stop what uses it, or name another: certamen serve --port 0")
    return Finding("port", "ok", f"{port} is free")


def database(folder: Path, *, served: bool) -> Iterator[Finding]:
    """Whether the database is sound and up to date, and whether each table opens."""
    from certamen.table.database import DATABASE, known, looked_at, migrations, problems
    from certamen.table.sqlite import SqliteStore

    path = folder / DATABASE
    if not path.exists():
        yield Finding("database", "ok", "none yet")
        return
    if wrong := problems(path):
        yield Finding("database", "wrong", wrong[0], "certamen restore brings back a backup")
        return
    with closing(looked_at(path)) as connection:
        behind = migrations()[-1][0] - known(connection, migrations())
    found = "sound" + (", open in a server" if served else "")
    steps = f"; {behind} migrations to do, which the next start does" if behind else ""
    yield Finding("database", "ok", f"{path}: {found}{steps}")
    if not behind:
        with closing(SqliteStore(folder, looking=True)) as store:
            yield from tables(store)


def tables(store: SqliteStore) -> Iterator[Finding]:
    """Whether each table's seals hold, and it opens."""
    from certamen.kernel.errors import CertamenError
    from certamen.table.host import now_ms
    from certamen.table.table import Table

    rooms, begun, bad = store.rooms(), time.perf_counter(), 0
    for room in rooms:
        try:
            stored = store.load(room.id)
            table = Table.restore(stored, now_ms()) if stored is not None else None
        except (CertamenError, ValueError) as error:
            bad += 1
            yield Finding(
                f"table {room.id}", "wrong", f"{room.title}: {error}", "certamen restore brings back a backup"
            )
            continue
        if table is not None and table.reading:
            how = "its game master may go on under the present rules"
            yield Finding(f"table {room.id}", "note", f"{room.title}: {table.reading}", how)
    took = time.perf_counter() - begun
    yield Finding("tables", "wrong" if bad else "ok", f"{len(rooms) - bad} of {len(rooms)} open ({took:.1f} s)")
