"""The records of a table as they are made: lines of the contest's journal and what else happened, in one stream."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

from certamen.kernel.action import Action
from certamen.kernel.event import Die
from certamen.kernel.record import Entry
from certamen.kernel.records import Header, Pending, Record, sealed
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.state import State, state_hash
from certamen.table import events, store
from certamen.table.ledger import Ledger
from certamen.table.log import names_after


class Lines:
    """Keeps a contest (`kernel.record.Recorder`) and what else happens: each goes to the ledger and waits to be taken.

    n: of the last record; mark: the seal of the journal's last line; cause: on whose account records are made now: the
    time in ms, the seat's id, the command's id.
    """

    def __init__(self, ledger: Ledger, ruleset: Ruleset) -> None:
        self.ledger = ledger
        self.ruleset = ruleset
        self.n = 0
        self.mark = ""
        self.header_line: Header | None = None
        self.cause = (0, "", "")
        self.records: list[store.Record] = []
        self._hashed: State | None = None
        self._hash = ""

    def take(self) -> list[store.Record]:
        """The records since this was last asked."""
        records, self.records = self.records, []
        return records

    @contextmanager
    def all_or_none(self) -> Iterator[None]:
        """What is kept within is kept as a whole: where it raises, nothing of it."""
        n, mark, count, ledger = self.n, self.mark, len(self.records), self.ledger.now()
        try:
            yield
        except BaseException:
            self.n, self.mark = n, mark
            del self.records[count:]
            self.ledger.back_to(ledger)
            raise

    def _keep(self, kind: Literal["journal", "table"], body: bytes) -> None:
        self.n += 1
        at, seat, command = self.cause
        self.records.append(store.Record(self.n, kind, at, seat, command, body))

    def happened(self, one: events.Happened) -> None:
        """Something of the table's own."""
        self._keep("table", events.encode(one))
        self.ledger.happened(one, self.cause[0], self.cause[1])

    def header(self, header: Header) -> None:
        """The journal's first line."""
        self.header_line = header
        line, self.mark = sealed("", header)
        self._keep("journal", line)
        self.ledger.begin(header.encounter)

    def journal(self, record: Record) -> None:
        """A line of the journal."""
        line, self.mark = sealed(self.mark, record)
        self._keep("journal", line)
        self.ledger.journalled(record, self.cause[0])

    # --- kernel.record.Recorder --------------------------------------------------------------------------------

    def entry(self, entry: Entry, state: State) -> None:
        """An act was done and led to this state."""
        names = names_after(self.ledger.names, entry)
        told = tuple([self.ruleset.narrate(event, names) for event in entry.events])
        if state is not self._hashed:
            self._hashed, self._hash = state, state_hash(state)
        self.journal(Record(entry=entry, told=told, hash=self._hash))

    def undo(self, by: str) -> None:
        """The last act was taken back."""
        self.journal(Record(undo=by))

    def redo(self, by: str) -> None:
        """The act last taken back was done again."""
        self.journal(Record(redo=by))

    def pending(self, action: Action | None, faces: Sequence[Die], by: str) -> None:
        """An act waits for a die by hand; these faces are known."""
        self.journal(Record(pending=Pending(action, tuple(faces), by)))
