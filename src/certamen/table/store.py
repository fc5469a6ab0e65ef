"""What keeps tables: the small interface between the tables of a server and where they are kept.

A store is plain, blocking and used by one thread at a time; `certamen.table.host` calls it from a thread of its own.
`certamen.table.sqlite` keeps tables in one file; another database may stand behind the same functions.
"""

from collections.abc import Sequence
from typing import Literal, Protocol

from msgspec import Struct

from certamen.kernel.errors import CertamenError


class StoreError(CertamenError):
    """Something could not be kept or found; nothing of it was kept. The text says why, and never what was in it."""


class Record(Struct, frozen=True):
    """One line of a table's only stream of events; n counts from 1 without gaps.

    kind journal: a sealed line of `certamen.kernel.records`, its newline included, so that these lines joined are the
    journal, the first its header; kind table: JSON of an event of `certamen.table.events`. at: Unix time in ms;
    seat: who caused it ("" nobody); command: the id of the command it belongs to ("" none). The records of one command
    are kept together or not at all.
    """

    n: int
    kind: Literal["journal", "table"]
    at: int
    seat: str
    command: str
    body: bytes


class Room(Struct, frozen=True, kw_only=True):
    """A table's row: what is known of it without opening it, and what must never stand in a record.

    created, touched: Unix time in ms; keys: the open and the secret key of its dice, 32 bytes each, or both empty where
    people roll their own; due: when its clock next takes a default (Unix time in ms), 0 where it never does.
    """

    id: str
    title: str
    ruleset: str
    version: str
    created: int
    touched: int
    keys: tuple[bytes, bytes]
    due: int = 0


class SavedState(Struct, frozen=True):
    """The state of the contest after the entry in record n, as JSON: so that opening need not play everything again.

    It belongs to that entry: it holds again wherever the entry is the last that stands, after undo and redo too.
    """

    n: int
    state: bytes


class Stored(Struct, frozen=True):
    """A table as it is kept: its row, all records in order, the saved states in order (any of them may be missing)."""

    room: Room
    records: tuple[Record, ...]
    states: tuple[SavedState, ...] = ()


class Part(Struct, frozen=True):
    """What one table has to keep in a group: `room` where its row is new or changed; records follow those kept."""

    table: str
    records: tuple[Record, ...] = ()
    states: tuple[SavedState, ...] = ()
    room: Room | None = None


class Session(Struct, frozen=True):
    """A browser that sits on a seat.

    id: the hash of what its cookie holds; token: the hash of the seat's token it came by, so that it is over when the
    seat has another; created: Unix time in ms.
    """

    id: str
    table: str
    seat: str
    token: str
    created: int


class Upload(Struct, frozen=True):
    """A file somebody sent, such as the picture of a map; table is "" for one that belongs to the whole server.

    created: Unix time in ms.
    """

    table: str
    id: str
    media_type: str
    data: bytes
    created: int = 0


class Store(Protocol):
    """Where tables are kept. All functions raise StoreError, and what raises has kept nothing."""

    def rooms(self) -> tuple[Room, ...]:
        """The rows of all tables, the newest first."""

    def load(self, table: str) -> Stored | None:
        """A table as it is kept, or None where there is none of this id."""

    def save(self, parts: Sequence[Part]) -> None:
        """Keep parts of several tables as one: all are safe when this returns, or none is kept."""

    def delete(self, table: str) -> None:
        """Forget a table with all that belongs to it, sessions and uploads too."""

    def add_session(self, session: Session) -> None:
        """Keep a session; one of the same id is replaced."""

    def session(self, id: str) -> Session | None:
        """The session of this id (a hash), or None."""

    def end_sessions(self, table: str, *, seat: str = "", id: str = "") -> int:
        """Forget the sessions of a table, of one seat of it, or of one id there. Gives how many there were."""

    def add_upload(self, upload: Upload) -> None:
        """Keep a file; one of the same table and id is replaced."""

    def upload(self, table: str, id: str) -> Upload | None:
        """A file somebody sent, or None."""

    def uploads(self, table: str) -> tuple[tuple[str, str, int], ...]:
        """(id, media type, bytes) of the files of a table."""

    def clear_uploads(self, before: int) -> int:
        """Forget the files of the whole server made before this time (Unix time in ms). Gives how many there were."""

    def get(self, key: str) -> str | None:
        """A value of the server itself ("host-token" ...), or None."""

    def put(self, key: str, value: str) -> None:
        """Keep a value of the server itself."""

    def probe(self) -> None:
        """Keep something of some size and forget it again: does it work now?"""

    def close(self) -> None:
        """Write all and let go of it; nothing may be called after."""
