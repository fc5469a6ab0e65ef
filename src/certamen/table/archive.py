"""A table as one file: everything that was recorded at it, sealed line by line, and what the dice were committed to.

It holds the whole game, hidden things too: it is the owner's to give. What never stands in it: what opens a seat, not
even as a hash; and the keys of the dice, unless he says so or has shown them.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from certamen import __version__
from certamen.kernel.errors import CertamenError
from certamen.kernel.records import Journal, parse, seal
from certamen.table import events, fair
from certamen.table.events import Happened
from certamen.table.store import Record

FORMAT = 1
MOST_BYTES = 64 * 1024 * 1024
MOST_RECORDS = 200_000
NAME = "the table's journal"


class ArchiveError(CertamenError):
    """A file that is no table's, or that was altered. The text says what is wrong, and where."""


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """A record (`certamen.table.store.Record`), its body as text, and a seal made from it and the seal before it."""

    n: int
    kind: Literal["journal", "table"]
    at: int
    seat: str
    command: str
    body: str
    seal: str


class Archive(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The file. keys: the open and the secret key of the dice as hexadecimal digits, both "" unless they go with it."""

    certamen: Literal["table"] = "table"
    format: int = FORMAT
    program: str = __version__
    keys: tuple[str, str] = ("", "")
    records: tuple[Kept, ...]


class Contents(Struct, frozen=True):
    """What a file holds, read: its journal, the record's number of each of the journal's lines, and what else happened.

    happened: (the record's number, at, what), in order.
    """

    archive: Archive
    journal: Journal
    lines: tuple[int, ...]
    happened: tuple[tuple[int, int, Happened], ...]


def export(records: Sequence[Record], keys: fair.Keys = fair.NO_KEYS) -> bytes:
    """The file of a table with these records; `keys` go with it where they are given: for the owner alone."""
    kept, mark = [], ""
    for record in records:
        body = record.body if record.kind == "journal" else _without_token(record.body)
        one = Kept(record.n, record.kind, record.at, record.seat, record.command, body.decode(), "")
        mark = _seal(mark, one)
        kept.append(replace(one, seal=mark))
    archive = Archive(keys=(keys[0].hex(), keys[1].hex()), records=tuple(kept))
    return msgspec.json.format(msgspec.json.encode(archive), indent=1) + b"\n"


def _without_token(body: bytes) -> bytes:
    one = events.decode(body)
    return events.encode(replace(one, token="")) if isinstance(one, events.SeatMade | events.Reissued) else body


def _seal(before: str, one: Kept) -> str:
    return seal(before, msgspec.json.encode((one.n, one.kind, one.at, one.seat, one.command, one.body)))


def load(data: bytes) -> Archive:
    """The file, not yet looked into. Raises ArchiveError for what is too large, or no table's file at all."""
    if len(data) > MOST_BYTES:
        raise ArchiveError(f"larger than a table's file may be ({MOST_BYTES // 1024**2} MB)")
    if data.count(b'"kind"') > MOST_RECORDS:
        raise ArchiveError(f"more than {MOST_RECORDS} records")
    try:
        archive = msgspec.json.decode(data, type=Archive)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise ArchiveError(f"not the file of a table: {_plain(error)}") from None
    if archive.format != FORMAT:
        raise ArchiveError(f"a table's file of format {archive.format}; this program reads format {FORMAT}")
    if not archive.records:
        raise ArchiveError("the file of a table without any record")
    for number, one in enumerate(archive.records, 1):
        if one.n != number:
            raise ArchiveError(f"record {number} is missing: {one.n} stands in its place")
    return archive


def altered(archive: Archive) -> tuple[int, ...]:
    """The numbers of the records that their seals do not fit."""
    marks = ["", *(one.seal for one in archive.records)]
    return tuple(one.n for before, one in zip(marks, archive.records, strict=False) if _seal(before, one) != one.seal)


def contents(archive: Archive) -> Contents:
    """What the file holds. Raises CertamenError, naming the record, for the first that cannot be read."""
    lines = [one for one in archive.records if one.kind == "journal"]
    if any(one.body.count("\n") != 1 or not one.body.endswith("\n") for one in lines):
        raise ArchiveError("a record of the journal is not one line")
    happened = tuple((one.n, one.at, _read(one)) for one in archive.records if one.kind == "table")
    if not happened or not isinstance(happened[0][2], events.Opened):
        raise ArchiveError("it does not begin with the opening of a table")
    journal = parse("".join(one.body for one in lines).encode(), NAME)
    return Contents(archive, journal, tuple(one.n for one in lines), happened)


def _read(one: Kept) -> Happened:
    try:
        happened = events.decode(one.body.encode())
        if isinstance(happened, events.Joined):
            fair.read_value(happened.value)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise ArchiveError(f"record {one.n} cannot be read: {_plain(error)}") from None
    return happened


def _plain(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)


def keys_of(archive: Archive) -> fair.Keys:
    """The keys that go with the file, or none. Raises ArchiveError where they are no keys."""
    try:
        keys = bytes.fromhex(archive.keys[0]), bytes.fromhex(archive.keys[1])
        fair.source(keys)
    except ValueError:
        raise ArchiveError("the keys of the dice in it are no keys") from None
    return keys
