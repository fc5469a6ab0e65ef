"""The journal: what was put in and what came of it, one JSON line each; written before it is shown, replayed, compared.

The first line is the header; then one record a line: an entry (an act with its dice, events, sentences and the hash of
the state after it), an undo, a redo, or an act that waits for a die by hand.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from certamen.dice import ByHand, DiceError, Seeded, Source, Tape, parse_tape
from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import CertamenError, IllegalAction, JournalError
from certamen.kernel.event import Die
from certamen.kernel.record import Entry
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.state import State, state_hash

FORMAT = 1
MOST_BYTES = 256 * 1024 * 1024


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


class Record(Struct, frozen=True, omit_defaults=True):
    """One line: exactly one of entry, undo, redo and pending (undo and redo hold who did it)."""

    entry: Entry | None = None
    told: tuple[str, ...] = ()
    hash: str = ""
    undo: str | None = None
    redo: str | None = None
    pending: Pending | None = None


class Journal(Struct, frozen=True):
    """A journal as read. `torn`: what was cut off at its end, in plain words, or ""; `size`: bytes that stand."""

    name: str
    header: Header
    records: tuple[Record, ...]
    torn: str
    size: int


class JournalWriter:
    """Keeps a contest in a file (`certamen.kernel.contest.Recorder`).

    With `sync` every record is on disk before the call returns; without, when it is closed.
    """

    def __init__(self, file: BinaryIO, ruleset: Ruleset, names: dict[str, str], *, sync: bool = True) -> None:
        self._file = file
        self._ruleset = ruleset
        self._names = names
        self._sync = sync

    @classmethod
    def create(
        cls, path: Path, ruleset: Ruleset, encounter: Encounter, source: Source, *, sync: bool = True
    ) -> "JournalWriter":
        """A new journal. Raises JournalError when the file is there already or cannot be written."""
        header = Header(
            ruleset=ruleset.name,
            version=ruleset.version,
            source=source.name,
            tape=source.text if isinstance(source, Tape) else "",
            encounter=encounter,
        )
        try:
            file = path.open("xb")
        except FileExistsError:
            raise JournalError(
                f"{path}: there is a file of this name already; give another, or play on from it"
            ) from None
        except OSError as error:
            raise JournalError(f"{path}: cannot be written: {error.strerror}") from None
        writer = cls(file, ruleset, {entry.id: entry.name for entry in encounter.participants}, sync=sync)
        writer._line(header)
        return writer

    @classmethod
    def resume(cls, journal: Journal, path: Path, ruleset: Ruleset) -> "JournalWriter":
        """Writes on behind the last whole record; what was torn is cut off."""
        try:
            file = path.open("r+b")
        except OSError as error:
            raise JournalError(f"{path}: cannot be written: {error.strerror}") from None
        file.truncate(journal.size)
        file.seek(journal.size)
        names = {entry.id: entry.name for entry in journal.header.encounter.participants}
        return cls(file, ruleset, names)

    def _line(self, record: Struct) -> None:
        self._file.write(msgspec.json.encode(record) + b"\n")
        if self._sync:
            self._file.flush()
            os.fsync(self._file.fileno())

    def entry(self, entry: Entry, state: State) -> None:
        """An act was done and led to this state."""
        for one in state.participants.values():
            self._names.setdefault(one.id, one.name)
        told = tuple(self._ruleset.narrate(event, self._names) for event in entry.events)
        self._line(Record(entry=entry, told=told, hash=state_hash(state)))

    def undo(self, by: str) -> None:
        """The last act was taken back."""
        self._line(Record(undo=by))

    def redo(self, by: str) -> None:
        """The act last taken back was done again."""
        self._line(Record(redo=by))

    def pending(self, action: Action | None, faces: Sequence[Die], by: str) -> None:
        """An act waits for a die by hand; these faces are known."""
        self._line(Record(pending=Pending(action, tuple(faces), by)))

    def close(self) -> None:
        """All is on disk and the file closed."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()


def read(path: Path) -> Journal:
    """The journal in a file; a last line that was torn off is left out and reported.

    Raises JournalError, with file and line, for anything else that is not a journal.
    """
    name = str(path)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise JournalError(f"{name}: larger than a journal may be ({MOST_BYTES // 1024**2} MB)")
        data = path.read_bytes()
    except OSError as error:
        raise JournalError(f"{name}: cannot be read: {error.strerror}") from None
    return parse(data, name)


def parse(data: bytes, name: str) -> Journal:
    """As `read`, from bytes."""
    first, newline, rest = data.partition(b"\n")
    try:
        header = msgspec.json.decode(first, type=Header)
    except (msgspec.DecodeError, RecursionError) as error:
        raise JournalError(f"{name}:1: not the first line of a journal: {_plain(error)}") from None
    if header.format != FORMAT:
        raise JournalError(f"{name}:1: a journal of format {header.format}; this program reads format {FORMAT}")
    if not newline:
        raise JournalError(f"{name}:1: cut off in its first line")
    records, torn, size = _records(rest, name, len(first) + 1)
    return Journal(name, header, records, torn, size)


def _records(rest: bytes, name: str, size: int) -> tuple[tuple[Record, ...], str, int]:
    lines = rest.split(b"\n")
    decoder = msgspec.json.Decoder(Record)
    records: list[Record] = []
    for number, line in enumerate(lines[:-1], 2):
        try:
            record = decoder.decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            raise JournalError(f"{name}:{number}: not a record of a journal: {_plain(error)}") from None
        if sum(part is not None for part in (record.entry, record.undo, record.redo, record.pending)) != 1:
            raise JournalError(f"{name}:{number}: a record holds one entry, undo, redo or pending act")
        records.append(record)
        size += len(line) + 1
    torn = f"{name}:{len(lines) + 1}: the last line is cut off; it was left out" if lines[-1] else ""
    return tuple(records), torn, size


def _plain(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)


def source_of(header: Header) -> Source:
    """The dice a journal was played with. Raises JournalError for dice that need more than the journal holds."""
    try:
        if header.source == ByHand.name:
            return ByHand()
        if header.tape:
            return parse_tape(header.tape, header.source)
        return Seeded.read(header.source)
    except DiceError as error:
        raise JournalError(f"the journal's dice cannot be had again: {error}") from None


def encounter_of(header: Header, ruleset: Ruleset) -> Encounter:
    """The header's encounter, sheets and scene of the ruleset's types. Raises JournalError where they do not fit."""
    encounter = header.encounter
    try:
        people = tuple(
            replace(entry, sheet=msgspec.convert(entry.sheet, ruleset.sheet)) for entry in encounter.participants
        )
        return replace(encounter, participants=people, scene=msgspec.convert(encounter.scene, ruleset.scene))
    except (msgspec.ValidationError, ValueError, TypeError) as error:
        raise JournalError(f"the journal's encounter does not fit {ruleset.name} {ruleset.version}: {error}") from None


class Replay(Struct, frozen=True):
    """A journal played again. `parts_at`: the number of the first entry that differs, 0 for none; `why`: how."""

    contest: Contest
    parts_at: int
    why: str


def replay(journal: Journal, ruleset: Ruleset, *, to: int | None = None, source: Source | None = None) -> Replay:
    """Play the records again (the first `to` of them), with the faces that fell, and compare.

    It stops at the first entry that does not come out as recorded. Raises JournalError when it cannot begin.
    """
    source = source or source_of(journal.header)
    contest = Contest.__new__(Contest)
    entries = 0
    begun = False
    for number, record in enumerate(journal.records[:to], 2):
        try:
            if record.entry is not None:
                entries += 1
                if not begun:
                    contest, begun = _begin(journal, ruleset, source, record.entry), True
                else:
                    contest.replay_entry(record.entry)
                _compare(contest, record)
            elif record.undo is not None:
                contest.pop()
            elif record.redo is not None:
                contest.redo()
            elif record.pending is not None:
                if not begun:
                    contest, begun = Contest(ruleset, encounter_of(journal.header, ruleset), source), True
                contest.wait(record.pending.action, record.pending.faces, record.pending.by)
        except (CertamenError, DiceError) as error:
            reason = error.refusal.reason if isinstance(error, IllegalAction) else str(error)
            if not begun:
                raise JournalError(f"{journal.name}:{number}: entry 1 does not replay: {reason}") from None
            return Replay(contest, entries, f"{journal.name}:{number}: entry {entries}: {reason}")
    if not begun:
        raise JournalError(f"{journal.name}: the journal holds no entry")
    return Replay(contest, 0, "")


def _begin(journal: Journal, ruleset: Ruleset, source: Source, entry: Entry) -> Contest:
    return Contest(ruleset, encounter_of(journal.header, ruleset), source, given=entry.dice)


def _compare(contest: Contest, record: Record) -> None:
    now, then = contest.entries[-1], record.entry
    assert then is not None  # the caller looked
    if len(now.dice) != len(then.dice):
        raise JournalError(f"the rules ask for {len(now.dice)} dice, {len(then.dice)} are recorded")
    for mine, theirs in zip(now.events, then.events, strict=False):
        if mine != theirs:
            raise JournalError(
                f"event {theirs.n} ({theirs.type}) comes out otherwise than recorded{_difference(mine, theirs)}"
            )
    if len(now.events) != len(then.events):
        raise JournalError(f"{len(now.events)} events come out, {len(then.events)} are recorded")
    if record.hash and state_hash(contest.state) != record.hash:
        raise JournalError("the state after it is not the one recorded")


def _difference(mine: Struct, theirs: Struct) -> str:
    for name in mine.__struct_fields__:
        a, b = getattr(mine, name), getattr(theirs, name)
        if a != b:
            return f": {name} {b!r:.80} is recorded, {a!r:.80} comes out"
    return ""
