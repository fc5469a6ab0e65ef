"""Backups: whole and checked, taken while the server writes; brought back without losing what was there."""

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from certamen.cli import cli
from certamen.table.copies import BEFORE, backup, restore
from certamen.table.database import DATABASE, problems
from certamen.table.sqlite import SqliteStore
from certamen.table.store import Part, StoreError, Upload
from tests.table.test_sqlite import record, room


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def store(data: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(data)) as store:
        store.save([Part("depot", tuple(record(n) for n in range(1, 51)), room=room())])
        yield store


def records_in(folder: Path) -> int:
    with closing(SqliteStore(folder)) as store:
        stored = store.load("depot")
    assert stored is not None
    return len(stored.records)


def test_a_backup_of_a_running_server_is_whole(store: SqliteStore, data: Path, tmp_path: Path) -> None:
    store.add_upload(Upload("depot", "map", "image/png", bytes(3_000_000)))
    stop = threading.Event()

    def write() -> None:
        n = 50
        while not stop.is_set():
            n += 1
            store.save([Part("depot", (record(n),))])

    writing = threading.Thread(target=write)
    writing.start()
    try:
        for number in range(5):
            backup(data, tmp_path / f"{number}.db")
    finally:
        stop.set()
        writing.join()
    counts = []
    for number in range(5):
        path = tmp_path / f"{number}.db"
        assert problems(path) == []
        assert path.stat().st_mode & 0o077 == 0
        restore(path, tmp_path / f"data{number}")
        counts.append(records_in(tmp_path / f"data{number}"))
    assert 50 <= counts[0] < counts[-1]
    assert sorted(path.name for path in tmp_path.glob("*.db*")) == [f"{number}.db" for number in range(5)]


def test_nothing_is_written_over_unasked(store: SqliteStore, data: Path, tmp_path: Path) -> None:
    backup(data, tmp_path / "one.db")
    store.save([Part("depot", (record(51),))])
    with pytest.raises(StoreError, match=r"one\.db: is there already; give another name, or --force"):
        backup(data, tmp_path / "one.db")
    backup(data, tmp_path / "one.db", force=True)
    store.close()
    with pytest.raises(StoreError, match="there are tables here already; --force"):
        restore(tmp_path / "one.db", data)
    assert restore(tmp_path / "one.db", tmp_path / "new") is None
    assert records_in(tmp_path / "new") == 51
    assert records_in(data) == 51


def test_what_was_there_is_kept(store: SqliteStore, data: Path, tmp_path: Path) -> None:
    backup(data, tmp_path / "one.db")
    store.save([Part("depot", (record(51), record(52)))])
    store.close()
    for _ in range(2):
        before = restore(tmp_path / "one.db", data, force=True)
        assert before == data / BEFORE
        assert problems(before) == []
    assert records_in(data) == 50


def test_a_server_that_runs_keeps_its_tables(store: SqliteStore, data: Path, tmp_path: Path) -> None:
    backup(data, tmp_path / "one.db")
    script = (
        "import sys; from pathlib import Path; from certamen.table.copies import restore;"
        " restore(*map(Path, sys.argv[1:]), force=True)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "one.db"), str(data)], capture_output=True, text=True, check=False
    )
    assert "another certamen has this data folder open" in done.stderr


def test_a_damaged_backup_is_refused(store: SqliteStore, data: Path, tmp_path: Path) -> None:
    target = tmp_path / "one.db"
    backup(data, target)
    whole = target.read_bytes()
    for harm in (
        b"",
        b"no database",
        whole[: len(whole) // 2],
        whole[:8192] + b"\xff" * 4096 + whole[12288:],
        whole[:60] + (9999).to_bytes(4, "big") + whole[64:],
    ):
        target.write_bytes(harm)
        with pytest.raises(StoreError, match="this is no sound backup"):
            restore(target, tmp_path / "new")
        assert not (tmp_path / "new" / DATABASE).exists()


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE x (a)")
    with pytest.raises(StoreError, match="a database of another program"):
        restore(tmp_path / "other.db", tmp_path / "new")


def test_an_empty_folder_has_nothing_to_back_up(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there are no tables here"):
        backup(tmp_path, tmp_path / "one.db")


def test_at_the_command_line(store: SqliteStore, data: Path, tmp_path: Path) -> None:
    target = str(tmp_path / "one.db")
    done = CliRunner().invoke(cli, ["backup", target, "--data", str(data)])
    assert (done.exit_code, done.output) == (0, f"{target}: 1 table, 0.0 MB, checked\n")
    store.close()
    done = CliRunner().invoke(cli, ["restore", target, "--data", str(tmp_path / "new")])
    assert (done.exit_code, done.output) == (0, f"{tmp_path / 'new'}: 1 table brought back\n")
    done = CliRunner().invoke(cli, ["restore", target, "--data", str(tmp_path / "new"), "--force"])
    assert f"what was there is kept in {tmp_path / 'new' / BEFORE}" in done.output
