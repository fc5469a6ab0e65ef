"""Tables in a SQLite file: kept together or not at all, one owner, migrations step by step, damage found."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from certamen.table.database import APPLICATION, DATABASE, migrate, migrations, opened
from certamen.table.sqlite import SqliteStore
from certamen.table.store import Part, Record, Room, SavedState, Session, StoreError, Upload

OPEN, SECRET = b"o" * 32, b"s" * 32


def room(id: str = "depot", title: str = "Behind the depot") -> Room:
    return Room(
        id=id, title=title, ruleset="starcluster", version="1", created=10, touched=10, keys=(OPEN, SECRET), due=0
    )


def record(n: int, body: bytes = b"{}\n") -> Record:
    return Record(n, "journal" if n % 2 else "table", 10 + n, "gm", f"c{n}", body)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(tmp_path)) as store:
        yield store


def database(path: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(path, isolation_level=None))


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path)) as store:
        store.save([Part("depot", (record(1), record(2)), (SavedState(1, b"{1}"),), room())])
        store.save([Part("depot", (record(3),)), Part("alley", (record(1),), room=room("alley"))])
    with closing(SqliteStore(tmp_path)) as store:
        stored = store.load("depot")
        rows = [one.id for one in store.rooms()]
        assert store.load("cellar") is None
    assert stored is not None
    assert stored.records == (record(1), record(2), record(3))
    assert stored.states == (SavedState(1, b"{1}"),)
    assert stored.room.keys == (OPEN, SECRET)
    assert stored.room.touched == 13
    assert rows == ["alley", "depot"]


def test_a_row_changes_but_not_its_keys_and_its_birth(store: SqliteStore) -> None:
    store.save([Part("depot", room=room())])
    changed = Room(id="depot", title="T", ruleset="x", version="2", created=1, touched=2, keys=(SECRET, SECRET), due=99)
    store.save([Part("depot", room=changed)])
    (now,) = store.rooms()
    assert now == Room(
        id="depot", title="T", ruleset="starcluster", version="2", created=10, touched=2, keys=(OPEN, SECRET), due=99
    )


def test_a_group_is_kept_whole_or_not_at_all(store: SqliteStore) -> None:
    store.save([Part("depot", (record(1),), room=room())])
    with pytest.raises(StoreError, match="it cannot be saved"):
        store.save([Part("depot", (record(2),)), Part("depot", (record(2),))])
    with pytest.raises(StoreError, match="there is no table alley"):
        store.save([Part("depot", (record(2),)), Part("alley", (record(1),))])
    stored = store.load("depot")
    assert stored is not None
    assert stored.records == (record(1),)


def test_lost_events_are_found(store: SqliteStore) -> None:
    store.save([Part("depot", (record(1), record(3)), room=room())])
    with pytest.raises(StoreError, match="table depot has lost events: 2 are kept, the last is 3"):
        store.load("depot")


def test_a_table_forgotten_is_gone_with_all_that_is_its(store: SqliteStore) -> None:
    store.save(
        [Part("depot", (record(1),), (SavedState(1, b"1"),), room()), Part("alley", (record(1),), (), room("alley"))]
    )
    store.add_session(Session("hash", "depot", "gm", "token", 5))
    store.add_upload(Upload("depot", "map", "image/png", b"png"))
    store.add_upload(Upload("", "map", "image/png", b"server"))
    store.delete("depot")
    store.delete("depot")
    assert store.load("depot") is None
    assert store.session("hash") is None
    assert store.upload("depot", "map") is None
    assert store.upload("", "map") == Upload("", "map", "image/png", b"server")
    kept = store.load("alley")
    assert kept is not None
    assert kept.records == (record(1),)
    store.save([Part("depot", (record(1),), room=room())])
    again = store.load("depot")
    assert again is not None
    assert (len(again.records), again.states) == (1, ())


def test_sessions(store: SqliteStore) -> None:
    store.save([Part("depot", room=room()), Part("alley", room=room("alley"))])
    for id, table, seat in (
        ("a", "depot", "gm"),
        ("b", "depot", "jack"),
        ("c", "depot", "jack"),
        ("d", "alley", "jack"),
    ):
        store.add_session(Session(id, table, seat, "token", 5))
    assert store.session("a") == Session("a", "depot", "gm", "token", 5)
    assert store.end_sessions("depot", id="d") == 0
    assert store.end_sessions("depot", seat="jack") == 2
    assert store.session("b") is None
    assert store.session("d") is not None
    assert store.end_sessions("depot") == 1
    assert store.end_sessions("cellar") == 0
    with pytest.raises(StoreError, match="there is no table cellar"):
        store.add_session(Session("e", "cellar", "gm", "token", 5))


def test_uploads_are_a_tables_own(store: SqliteStore) -> None:
    store.save([Part("depot", room=room())])
    for table, data in (("", b"one"), ("", b"three"), ("depot", b"seventh")):
        store.add_upload(Upload(table, "map", "image/webp", data))
    assert store.uploads("") == (("map", "image/webp", 5),)
    assert store.uploads("depot") == (("map", "image/webp", 7),)
    assert store.uploads("cellar") == ()
    assert store.upload("cellar", "map") is None


def test_uploads_of_no_table_are_cleared_away_after_their_time(store: SqliteStore) -> None:
    store.save([Part("depot", room=room())])
    for table, id, created in (("", "old", 99), ("", "new", 100), ("depot", "old", 99)):
        store.add_upload(Upload(table, id, "image/png", b"one", created))
    assert store.clear_uploads(100) == 1
    assert store.uploads("") == (("new", "image/png", 3),)
    assert store.upload("depot", "old") == Upload("depot", "old", "image/png", b"one", 99)


def test_values_of_the_server(store: SqliteStore) -> None:
    assert store.get("host") is None
    store.put("host", "one")
    store.put("host", "two")
    store.probe()
    assert store.get("host") == "two"


def test_one_process_owns_the_folder(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from certamen.table.sqlite import SqliteStore;"
        " SqliteStore(Path(sys.argv[1])).close()"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    with closing(SqliteStore(tmp_path)):
        second = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "another certamen has this data folder open" in second.stderr
    assert subprocess.run(command, capture_output=True, text=True, check=False).stderr == ""


def test_nobody_else_may_read_the_data(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "data")) as store:
        store.put("a", "b")
        assert (tmp_path / "data").stat().st_mode & 0o077 == 0
        assert all(path.stat().st_mode & 0o077 == 0 for path in (tmp_path / "data").glob("tables.db*"))


def test_it_syncs_every_commit(tmp_path: Path) -> None:
    with closing(opened(tmp_path / DATABASE)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_each_migration_is_done_once_and_whole(tmp_path: Path) -> None:
    first, second = (1, "CREATE TABLE one (a);"), (2, "CREATE TABLE two (b); INSERT INTO two VALUES (7);")
    with database(tmp_path / "some.db") as connection:
        migrate(connection, [first])
        with pytest.raises(sqlite3.OperationalError):
            migrate(connection, [first, (2, "CREATE TABLE two (b); CREATE TABLE one (b);")])
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        migrate(connection, [first, second])
        migrate(connection, [first, second])
        assert connection.execute("SELECT * FROM two").fetchall() == [(7,)]
        assert connection.execute("PRAGMA user_version").fetchone() == (2,)


def test_migrations_are_numbered_without_gaps() -> None:
    assert [number for number, _ in migrations()] == list(range(1, len(migrations()) + 1))


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    with database(tmp_path / DATABASE) as newer:
        newer.executescript(f"CREATE TABLE x (a); PRAGMA application_id = {APPLICATION}; PRAGMA user_version = 9999")
    with pytest.raises(StoreError, match="written by a newer Certamen"):
        SqliteStore(tmp_path)


def test_a_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with database(tmp_path / DATABASE) as other:
        other.execute("CREATE TABLE x (a)")
    with pytest.raises(StoreError, match="a database of another program"):
        SqliteStore(tmp_path)


def test_what_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(b"not a database at all, but long enough to be read as a page" * 100)
    with pytest.raises(StoreError, match="the file is damaged"):
        SqliteStore(tmp_path)
    (tmp_path / DATABASE).unlink()
    SqliteStore(tmp_path).close()


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="the data folder cannot be used"):
        SqliteStore(tmp_path / "file")
