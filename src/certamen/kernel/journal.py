"""The journal: what was put in and what came of it, written before it is shown, replayed, compared."""

import os
from collections.abc import Sequence
from io import FileIO
from pathlib import Path
from types import ModuleType

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from certamen.dice import Ask, ByHand, DiceError, Seeded, Source, Tape, parse_tape
from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import CertamenError, IllegalAction, JournalError
from certamen.kernel.event import Die
from certamen.kernel.record import Entry
from certamen.kernel.records import Header, Journal, Pending, Record, parse, read, sealed
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.state import State, state_hash

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None


def _alone(file: FileIO, path: Path) -> None:
    """Keep every other program from writing to the file while we do, where the system can."""
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise JournalError(f"{path}: another program is playing on this journal") from None


class JournalWriter:
    """Keeps a contest in a file (`certamen.kernel.contest.Recorder`).

    With `sync` every record is on disk before the call returns; without, when it is closed.
    """

    def __init__(
        self, file: FileIO, ruleset: Ruleset, names: dict[str, str], *, sync: bool = True, size: int = 0, mark: str = ""
    ) -> None:
        self._file = file
        self._size = size
        self._mark = mark
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
            file = FileIO(path, "x")
        except FileExistsError:
            raise JournalError(
                f"{path}: there is a file of this name already; give another, or play on from it"
            ) from None
        except OSError as error:
            raise JournalError(f"{path}: cannot be written: {error.strerror}") from None
        _alone(file, path)
        writer = cls(file, ruleset, {entry.id: entry.name for entry in encounter.participants}, sync=sync)
        writer._line(header)
        return writer

    @classmethod
    def resume(cls, journal: Journal, path: Path, ruleset: Ruleset) -> "JournalWriter":
        """Writes on behind the last whole record; what was torn is cut off. Raises JournalError when it cannot."""
        try:
            file = FileIO(path, "r+")
        except OSError as error:
            raise JournalError(f"{path}: cannot be written: {error.strerror}") from None
        _alone(file, path)
        if not journal.torn and os.fstat(file.fileno()).st_size != journal.size:
            file.close()
            raise JournalError(f"{path}: somebody has written to it since it was read; open it again")
        file.truncate(journal.size)
        file.seek(journal.size)
        names = {entry.id: entry.name for entry in journal.header.encounter.participants}
        return cls(file, ruleset, names, size=journal.size, mark=journal.mark)

    def _line(self, record: Struct) -> None:
        """One record at the end, whole or not at all."""
        line, mark = sealed(self._mark, record)
        try:
            rest = line
            while rest:
                rest = rest[self._file.write(rest) :]
            if self._sync:
                os.fsync(self._file.fileno())
        except OSError as error:
            self._file.truncate(self._size)
            self._file.seek(self._size)
            raise JournalError(f"the journal cannot be written: {error.strerror}") from None
        self._size, self._mark = self._size + len(line), mark

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
        os.fsync(self._file.fileno())
        self._file.close()


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
            replace(
                entry,
                sheet=msgspec.convert(entry.sheet, ruleset.sheet),
                seems=entry.seems and msgspec.convert(entry.seems, ruleset.sheet),
            )
            for entry in encounter.participants
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

    It stops at the first entry that does not come out as recorded. `source` gives the dice that fall from here on,
    where the journal's own cannot be had again. Raises JournalError when it cannot begin.
    """
    if journal.header.ruleset != ruleset.name:
        raise JournalError(f"{journal.name}: a journal of {journal.header.ruleset}, not of {ruleset.name}")
    try:
        fallen = source or source_of(journal.header)
        encounter = encounter_of(journal.header, ruleset)
    except JournalError as error:
        raise JournalError(f"{journal.name}:1: {error}") from None
    checked = None if source or isinstance(fallen, ByHand) else fallen
    contest: Contest | None = None
    entries = 0
    for number, record in enumerate(journal.records[:to], 2):
        entries += record.entry is not None
        try:
            if contest is None:
                contest = _begin(ruleset, encounter, fallen, record)
            else:
                _do(contest, record)
            if record.entry is not None:
                _compare(contest, record.entry, record.hash, checked)
        except (CertamenError, DiceError) as error:
            reason = error.refusal.reason if isinstance(error, IllegalAction) else str(error)
            why = f"{journal.name}:{number}: entry {entries}: {reason}{_older(journal, ruleset)}"
            if contest is None:
                raise JournalError(why) from None
            return Replay(contest, entries, why)
    if contest is None:
        raise JournalError(f"{journal.name}: the journal holds no entry")
    return Replay(contest, 0, "")


def _begin(ruleset: Ruleset, encounter: Encounter, source: Source, record: Record) -> Contest:
    if record.entry is not None:
        return Contest(ruleset, encounter, source, given=record.entry.dice)
    if record.pending is not None:
        return Contest(ruleset, encounter, source, given=record.pending.faces)
    raise JournalError("nothing stands yet that could be taken back")


def _do(contest: Contest, record: Record) -> None:
    if record.entry is not None:
        contest.replay_entry(record.entry)
    elif record.undo is not None:
        contest.pop()
    elif record.redo is not None:
        contest.redo()
    elif record.pending is not None:
        contest.wait(record.pending.action, record.pending.faces, record.pending.by)


def _older(journal: Journal, ruleset: Ruleset) -> str:
    version = journal.header.version
    return f" (kept under {ruleset.name} {version}, this is {ruleset.version})" if version != ruleset.version else ""


def _compare(contest: Contest, then: Entry, after: str, source: Source | None) -> None:
    if contest.missing_die is not None:
        raise JournalError("fewer dice are recorded than the rules ask for")
    now = contest.entries[-1]
    if len(now.dice) != len(then.dice):
        raise JournalError(f"{len(then.dice)} dice are recorded, {len(now.dice)} fall")
    for number, (die, recorded) in enumerate(zip(now.dice, then.dice, strict=True), 1):
        if die != recorded:
            raise JournalError(f"die {number} comes out otherwise than recorded{_difference(die, recorded)}")
    if source is not None:
        _check_faces(source, now.dice, contest.index - len(now.dice))
    for mine, theirs in zip(now.events, then.events, strict=False):
        if mine != theirs:
            raise JournalError(
                f"event {theirs.n} ({theirs.type}) comes out otherwise than recorded{_difference(mine, theirs)}"
            )
    if len(now.events) != len(then.events):
        raise JournalError(f"{len(now.events)} events come out, {len(then.events)} are recorded")
    if now.action != then.action or (after and state_hash(contest.state) != after):
        raise JournalError("the state after it is not the one recorded")


def _check_faces(source: Source, dice: tuple[Die, ...], index: int) -> None:
    """Raises JournalError for a face that the journal's own source would not have given."""
    for position, die in enumerate(dice, index):
        face = source.face(Ask(die.roller, die.kind, die.n, die.sides, die.purpose, position))
        if face != die.face:
            raise JournalError(
                f"a d{die.sides} of {die.roller} shows {die.face} in the record, {source.name} gives {face}"
            )


def _difference(mine: Struct, theirs: Struct) -> str:
    name = next(name for name in mine.__struct_fields__ if getattr(mine, name) != getattr(theirs, name))
    return f": {name} {getattr(theirs, name)!r:.80} is recorded, {getattr(mine, name)!r:.80} comes out"


__all__ = ["Header", "Journal", "JournalWriter", "Pending", "Record", "Replay", "parse", "read", "replay", "source_of"]
