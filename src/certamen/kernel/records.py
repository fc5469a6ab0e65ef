"""The lines of a journal: what each may hold, the seal that tells when one was altered, and how they are read.

The first line is the header; then one record a line: an entry (an act with its dice, events, sentences and the hash of
the state after it), an undo, a redo, an act that waits for a die by hand, or that play went on under other rules. Each
line ends with a seal made from it and from the seal before it, so that no line can be changed, moved or taken out
unnoticed.
"""

from collections.abc import Sequence
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Literal

import msgspec
from msgspec import Struct

from certamen.dice.source import read_commitments
from certamen.kernel.action import Action
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import JournalError
from certamen.kernel.event import Die
from certamen.kernel.record import Entry

FORMAT = 1
MOST_BYTES = 256 * 1024 * 1024
LONGEST_LINE = 4 * 1024 * 1024
SEAL = 16


class Header(Struct, frozen=True, kw_only=True):
    """What the contest started from. `source` names the dice; `tape` holds them where they were given beforehand."""

    certamen: Literal["journal"] = "journal"
    format: int = FORMAT
    ruleset: str
    version: str
    source: str
    tape: str = ""
    encounter: Encounter


class Pending(Struct, frozen=True):
    """An act that waits for a die by hand, and the faces typed so far."""

    action: Action | None
    faces: tuple[Die, ...]
    by: str = ""


class WentOn(Struct, frozen=True):
    """Play goes on under this version of the rules, from where the first `keeps` records led.

    Those after them stay written and no longer count. by: who decided it.
    """

    version: str
    keeps: int
    by: str = ""


class Record(Struct, frozen=True, omit_defaults=True):
    """One line: exactly one of entry, undo, redo, pending and went_on (undo and redo hold who did it)."""

    entry: Entry | None = None
    told: tuple[str, ...] = ()
    hash: str = ""
    undo: str | None = None
    redo: str | None = None
    pending: Pending | None = None
    went_on: WentOn | None = None


class Journal(Struct, frozen=True):
    """A journal as read.

    torn: what was cut off at its end, in plain words, or ""; size: bytes that stand; mark: the seal of the last line.
    """

    name: str
    header: Header
    records: tuple[Record, ...]
    torn: str
    size: int
    mark: str

    @property
    def version(self) -> str:
        """The version of the rules it is kept under: its header's, or the last it went on under."""
        return next((one.went_on.version for one in reversed(self.records) if one.went_on), self.header.version)

    @property
    def is_keyed(self) -> bool:
        """Whether its dice are drawn with keys that it does not hold: those of a table."""
        return read_commitments(self.header.source) is not None


def left_out(records: Sequence[Record]) -> frozenset[int]:
    """The places (from 0) of the records that no longer count, because play went on from before them."""
    ends = [(place, one.went_on.keeps) for place, one in enumerate(records) if one.went_on]
    return frozenset(place for end, keeps in ends for place in range(keeps, end))


def seal(before: str, body: bytes) -> str:
    """The seal of a line, from the seal of the line before it: 16 hexadecimal digits."""
    return blake2b(before.encode() + body, digest_size=SEAL // 2).hexdigest()


def sealed(before: str, record: object) -> tuple[bytes, str]:
    """(the line of a record, its seal)."""
    body = msgspec.json.encode(record)
    mark = seal(before, body)
    return body[:-1] + b',"seal":"' + mark.encode() + b'"}\n', mark


def unsealed(before: str, line: bytes) -> tuple[bytes, str]:
    """(what a line holds, its seal). Raises ValueError when they do not belong together."""
    body, middle, end = line.rpartition(b',"seal":"')
    mark = seal(before, body + b"}")
    if not middle or end != mark.encode() + b'"}':
        raise ValueError("the line, or one before it, was altered")
    return body + b"}", mark


def read(path: Path) -> Journal:
    """The journal in a file; a last line that was torn off is left out and reported.

    Raises JournalError, with file and line, for anything else that is not a journal: at the first line that is wrong.
    """
    name = str(path)
    try:
        if path.exists() and not path.is_file():
            raise JournalError(f"{name}: not a file")
        if path.stat().st_size > MOST_BYTES:
            raise JournalError(f"{name}: larger than a journal may be ({MOST_BYTES // 1024**2} MB)")
        with path.open("rb") as stream:
            return _read(stream, name)
    except (OSError, ValueError) as error:
        raise JournalError(f"{name}: cannot be read: {getattr(error, 'strerror', error)}") from None


def parse(data: bytes, name: str) -> Journal:
    """As `read`, from bytes."""
    return _read(BytesIO(data), name)


def _read(stream: BinaryIO, name: str) -> Journal:
    first = _line(stream, f"{name}:1")
    try:
        header = msgspec.json.decode(first, type=Header)
    except (msgspec.DecodeError, RecursionError) as error:
        raise JournalError(f"{name}:1: not the first line of a journal: {_plain(error)}") from None
    if header.format != FORMAT:
        raise JournalError(f"{name}:1: a journal of format {header.format}; this program reads format {FORMAT}")
    if not first.endswith(b"\n"):
        raise JournalError(f"{name}:1: cut off in its first line")
    _, mark = _open(first, "", f"{name}:1")
    records: list[Record] = []
    number, size = 2, len(first)
    while (line := _line(stream, f"{name}:{number}")).endswith(b"\n"):
        body, mark = _open(line, mark, f"{name}:{number}")
        records.append(_record(body, len(records), f"{name}:{number}"))
        number, size = number + 1, size + len(line)
    torn = f"{name}:{number}: the last line is cut off; it was left out" if line else ""
    return Journal(name, header, tuple(records), torn, size, mark)


def _line(stream: BinaryIO, place: str) -> bytes:
    line = stream.readline(LONGEST_LINE + 1)
    if len(line) > LONGEST_LINE:
        raise JournalError(f"{place}: longer than a line of a journal may be ({LONGEST_LINE // 1024**2} MB)")
    return line


def _open(line: bytes, before: str, place: str) -> tuple[bytes, str]:
    try:
        return unsealed(before, line[:-1])
    except ValueError as error:
        raise JournalError(f"{place}: {error}") from None


def _record(body: bytes, before: int, place: str) -> Record:
    try:
        record = msgspec.json.decode(body, type=Record)
    except (msgspec.DecodeError, RecursionError) as error:
        raise JournalError(f"{place}: not a record of a journal: {_plain(error)}") from None
    if sum(getattr(record, name) is not None for name in ("entry", "undo", "redo", "pending", "went_on")) != 1:
        raise JournalError(f"{place}: a record holds one entry, undo, redo, pending act or going on")
    if record.went_on and not 0 < record.went_on.keeps <= before:
        raise JournalError(f"{place}: play cannot go on from record {record.went_on.keeps}: {before} are before it")
    return record


def _plain(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)
