"""The journal: what was put in and what came of it, written before it is shown."""

import os
from collections.abc import Sequence
from io import FileIO
from pathlib import Path
from types import ModuleType

from msgspec import Struct

from certamen.dice import Source, Tape
from certamen.kernel.action import Action
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import JournalError
from certamen.kernel.event import Die
from certamen.kernel.record import Entry
from certamen.kernel.records import Header, Journal, Pending, Record, parse, read, sealed
from certamen.kernel.replaying import Replay, encounter_of, go_on, replay, source_of
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

    def went_on(self, record: Record) -> None:
        """Play goes on under other rules (`go_on` gives the record)."""
        self._line(record)

    def close(self) -> None:
        """All is on disk and the file closed."""
        os.fsync(self._file.fileno())
        self._file.close()


__all__ = [
    "Header",
    "Journal",
    "JournalWriter",
    "Pending",
    "Record",
    "Replay",
    "encounter_of",
    "go_on",
    "parse",
    "read",
    "replay",
    "source_of",
]
