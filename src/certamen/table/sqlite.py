"""Tables in one SQLite file in a data folder: write-ahead log, every commit synced, one process that owns it."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from certamen.table.database import DATABASE, looked_at, opened, own, plain
from certamen.table.store import Part, Record, Room, SavedState, Session, Store, Stored, StoreError, Upload

PROBE_BYTES = 65_536
_ROOM = "id, title, ruleset, version, created, touched, due, open_key, secret_key"


class SqliteStore(Store):
    """Tables in `folder`/tables.db. Raises StoreError when the folder is another's, or the file is not sound.

    looking: only to look at, also while its owner writes; every function that keeps something raises StoreError.
    """

    def __init__(self, folder: Path, *, looking: bool = False) -> None:
        self._lock = None if looking else own(folder)
        self._numbers: dict[str, int] = {}
        path = folder / DATABASE
        try:
            if not looking:
                path.touch(mode=0o600)
            self._connection = looked_at(path) if looking else opened(path)
        except (sqlite3.Error, OSError, StoreError) as error:
            self._let_go()
            raise StoreError(f"{path}: cannot be opened: {plain(error)}") from None

    def _let_go(self) -> None:
        if self._lock is not None:
            self._lock.close()

    @contextmanager
    def _all_or_nothing(self) -> Iterator[sqlite3.Connection]:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            yield self._connection
            self._connection.execute("COMMIT")
        except (sqlite3.Error, StoreError, ValueError, OverflowError) as error:  # the last two: no value for a column
            self._roll_back()
            raise StoreError(f"it cannot be saved: {plain(error)}") from None

    def _roll_back(self) -> None:
        """Undo what an unfinished transaction did; some errors have done so already."""
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            raise StoreError(f"it cannot be saved: {plain(error)}") from None

    def _rows(self, query: str, values: Sequence[str | int] = ()) -> list[tuple[Any, ...]]:
        """What a query finds; the tables are STRICT, so its values are of the types that the migrations name."""
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"it cannot be read: {plain(error)}") from None

    def _number(self, table: str) -> int | None:
        rows = self._rows("SELECT number FROM tables WHERE id = ?", (table,))
        return rows[0][0] if rows else None

    def _known_number(self, table: str) -> int:
        number = self._numbers.get(table) or self._number(table)
        if number is None:
            raise StoreError(f"there is no table {table}")
        self._numbers[table] = number
        return number

    # --- tables ----------------------------------------------------------------------------------------------

    def rooms(self) -> tuple[Room, ...]:
        """The rows of all tables, the newest first."""
        return tuple(_room(row) for row in self._rows(f"SELECT {_ROOM} FROM tables ORDER BY number DESC"))

    def load(self, table: str) -> Stored | None:
        """A table as it is kept, or None where there is none of this id."""
        rows = self._rows(f"SELECT number, {_ROOM} FROM tables WHERE id = ?", (table,))
        if not rows:
            return None
        number, *row = rows[0]
        span = (number << 32, (number + 1) << 32)
        events = self._rows(
            "SELECT place & 0xffffffff, kind, at, seat, command, body FROM events"
            " WHERE place > ? AND place < ? ORDER BY place",
            span,
        )
        states = self._rows(
            "SELECT place & 0xffffffff, state FROM snapshots WHERE place > ? AND place < ? ORDER BY place", span
        )
        records = tuple(Record(*event) for event in events)
        if records and records[-1].n != len(records):
            raise StoreError(f"table {table} has lost events: {len(records)} are kept, the last is {records[-1].n}")
        return Stored(_room(row), records, tuple(SavedState(*state) for state in states))

    def save(self, parts: Sequence[Part]) -> None:
        """Keep parts of several tables as one: all are safe when this returns, or none is kept."""
        with self._all_or_nothing() as connection:
            for part in parts:
                if part.room is not None:
                    _put_room(connection, part.room)
            _put_parts(connection, [(self._known_number(part.table), part) for part in parts])

    def delete(self, table: str) -> None:
        """Forget a table with all that belongs to it, sessions and uploads too."""
        number = self._number(table)
        if number is None:
            return
        self._numbers.pop(table, None)
        span = (number << 32, (number + 1) << 32)
        with self._all_or_nothing() as connection:
            connection.execute("DELETE FROM events WHERE place > ? AND place < ?", span)
            connection.execute("DELETE FROM snapshots WHERE place > ? AND place < ?", span)
            connection.execute("DELETE FROM tables WHERE number = ?", (number,))

    # --- sessions and uploads --------------------------------------------------------------------------------

    def add_session(self, session: Session) -> None:
        """Keep a session; one of the same id is replaced."""
        with self._all_or_nothing() as connection:
            number = self._number(session.table)
            if number is None:
                raise StoreError(f"there is no table {session.table}")
            connection.execute(
                "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?)",
                (session.id, number, session.seat, session.token, session.created),
            )

    def session(self, id: str) -> Session | None:
        """The session of this id (a hash), or None."""
        rows = self._rows(
            "SELECT s.id, t.id, seat, token, s.created FROM sessions s"
            " JOIN tables t ON t.number = s.table_number WHERE s.id = ?",
            (id,),
        )
        return Session(*rows[0]) if rows else None

    def end_sessions(self, table: str, *, seat: str = "", id: str = "") -> int:
        """Forget the sessions of a table, of one seat of it, or of one id there. Gives how many there were."""
        number = self._number(table)
        if number is None:
            return 0
        with self._all_or_nothing() as connection:
            gone = connection.execute(
                "DELETE FROM sessions WHERE table_number = ?1 AND (?2 = '' OR seat = ?2) AND (?3 = '' OR id = ?3)",
                (number, seat, id),
            )
            return gone.rowcount

    def add_upload(self, upload: Upload) -> None:
        """Keep a file; one of the same table and id is replaced."""
        with self._all_or_nothing() as connection:
            number = self._number(upload.table) if upload.table else None
            if upload.table and number is None:
                raise StoreError(f"there is no table {upload.table}")
            connection.execute(
                "INSERT OR REPLACE INTO uploads (table_number, id, media_type, data, created) VALUES (?, ?, ?, ?, ?)",
                (number, upload.id, upload.media_type, upload.data, upload.created),
            )

    def upload(self, table: str, id: str) -> Upload | None:
        """A file somebody sent, or None."""
        rows = self._rows(f"SELECT id, media_type, data, created FROM uploads {_OF_TABLE} AND id = ?2", (table, id))
        return Upload(table, *rows[0]) if rows else None

    def uploads(self, table: str) -> tuple[tuple[str, str, int], ...]:
        """(id, media type, bytes) of the files of a table."""
        rows = self._rows(f"SELECT id, media_type, length(data) FROM uploads {_OF_TABLE} ORDER BY number", (table,))
        return tuple(rows)

    def clear_uploads(self, before: int) -> int:
        """Forget the files of the whole server made before this time (Unix time in ms). Gives how many there were."""
        with self._all_or_nothing() as connection:
            query = "DELETE FROM uploads WHERE table_number IS NULL AND created < ?"
            return connection.execute(query, (before,)).rowcount

    # --- the server's own ------------------------------------------------------------------------------------

    def get(self, key: str) -> str | None:
        """A value of the server itself ("host-token" ...), or None."""
        rows = self._rows("SELECT value FROM meta WHERE key = ?", (key,))
        return str(rows[0][0]) if rows else None

    def put(self, key: str, value: str) -> None:
        """Keep a value of the server itself."""
        with self._all_or_nothing() as connection:
            connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def probe(self) -> None:
        """Keep something of some size and forget it again: does it work now?"""
        self.put("probe", "." * PROBE_BYTES)
        self.put("probe", "")

    def close(self) -> None:
        """Write all and let go of it; nothing may be called after."""
        self._connection.close()
        self._let_go()


_OF_TABLE = "WHERE ifnull(table_number, 0) = ifnull((SELECT number FROM tables WHERE id = ?1), iif(?1 = '', 0, -1))"


def _put_room(connection: sqlite3.Connection, room: Room) -> None:
    connection.execute(
        f"INSERT INTO tables ({_ROOM}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
        " title = excluded.title, version = excluded.version, touched = excluded.touched, due = excluded.due",
        (room.id, room.title, room.ruleset, room.version, room.created, room.touched, room.due, *room.keys),
    )


def _put_parts(connection: sqlite3.Connection, parts: Sequence[tuple[int, Part]]) -> None:
    connection.executemany(
        "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)",
        [
            ((number << 32) + one.n, one.kind, one.at, one.seat, one.command, one.body)
            for number, part in parts
            for one in part.records
        ],
    )
    connection.executemany(
        "INSERT OR REPLACE INTO snapshots VALUES (?, ?)",
        [((number << 32) + one.n, one.state) for number, part in parts for one in part.states],
    )
    connection.executemany(
        "UPDATE tables SET touched = ? WHERE number = ?",
        [(part.records[-1].at, number) for number, part in parts if part.records],
    )


def _room(row: Sequence[Any]) -> Room:
    id, title, ruleset, version, created, touched, due, open_key, secret_key = row
    return Room(
        id=id,
        title=title,
        ruleset=ruleset,
        version=version,
        created=created,
        touched=touched,
        due=due,
        keys=(open_key, secret_key),
    )
