"""Tables as records, made without a table: a contest kept line by line, with joins, checks and throws between."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from certamen.dice import Source
from certamen.files.examples import examples
from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.event import Die
from certamen.kernel.record import Entry
from certamen.kernel.records import Header, Pending, sealed
from certamen.kernel.records import Record as Line
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.run import decide
from certamen.kernel.state import State, state_hash
from certamen.library import load
from certamen.table import calls, events, fair
from certamen.table.store import Record

OPEN, SECRET = b"\x01" * 32, b"\x02" * 32
KEYS = (OPEN, SECRET)
NOW = 1_700_000_000_000


class Kept:
    """All that is recorded of a table; it is the contest's recorder too."""

    def __init__(
        self, keys: fair.Keys = KEYS, example: str = "starcluster/depot", ruleset: Ruleset | None = None
    ) -> None:
        self.records: list[Record] = []
        self.mark = ""
        self.counts: dict[tuple[str, str], int] = {}
        begun = load(examples() / f"{example}.yaml")
        encounter, self.ruleset = begun.encounter, ruleset or begun.ruleset
        source: Source = fair.source(keys)
        dice: Any = "hand" if keys == fair.NO_KEYS else "server"
        self.happen(events.Opened("room", encounter.title, dice, fair.commitments(keys)))
        self.happen(events.SeatMade("seat-1", "owner", "Gus", (), "h" * 64))
        header = Header(
            ruleset=self.ruleset.name, version=self.ruleset.version, source=source.name, encounter=encounter
        )
        self.line(header)
        self.names = {one.id: one.name for one in encounter.participants}
        self.contest = Contest(self.ruleset, encounter, source, recorder=self)

    def happen(self, what: events.Happened) -> None:
        """Something besides the contest."""
        self._add("table", events.encode(what))

    def line(self, what: Struct) -> None:
        """A line of the journal."""
        body, self.mark = sealed(self.mark, what)
        self._add("journal", body)

    def _add(self, kind: Any, body: bytes) -> None:
        n = len(self.records) + 1
        self.records.append(Record(n, kind, NOW + n, "seat-1", f"c{n}", body))

    def entry(self, entry: Entry, state: State) -> None:
        told = tuple(self.ruleset.narrate(event, self.names) for event in entry.events)
        self.line(Line(entry=entry, told=told, hash=state_hash(state)))

    def undo(self, by: str) -> None:
        self.line(Line(undo=by))

    def redo(self, by: str) -> None:
        self.line(Line(redo=by))

    def pending(self, action: Action | None, faces: Sequence[Die], by: str) -> None:
        self.line(Line(pending=Pending(action, tuple(faces), by)))

    def join(self, seat: str, value: bytes) -> None:
        """A seat is made and taken."""
        self.happen(events.SeatMade(seat, "player", f"The one of {seat}", ("jack",), seat[-1] * 64))
        self.happen(events.Joined(seat, value.hex()))
        self.contest.source = fair.joined(self.contest.source, seat, value)

    def throw(self, expression: str, *, secret: bool = False) -> None:
        """Any dice are thrown."""
        event = calls.throw(self.contest, "jack", expression, self.counts, secret=secret)
        self.counts = calls.counted(self.counts, event)
        self.happen(events.Thrown(event))

    def check(self, query: str = "check", *, secret: bool = False) -> None:
        """A check is rolled."""
        event = calls.check(self.contest, "jack", query, {}, self.counts, secret=secret)
        self.counts = calls.counted(self.counts, event)
        self.happen(events.Rolled("", event))

    def play(self, acts: int) -> None:
        """Policies play on."""
        for _ in range(acts):
            if self.contest.requests:
                decide(self.contest, self.contest.requests[0], {})

    def show(self, key: Any) -> None:
        """A key is shown."""
        self.happen(events.KeyShown(key, (OPEN if key == "open" else SECRET).hex()))


def played() -> Kept:
    """A table with all that can happen: two join at different times, checks, throws, secret ones, undo and redo."""
    kept = Kept()
    kept.play(2)
    kept.join("seat-2", b"\xaa" * 16)
    kept.play(12)
    kept.throw("3d6")
    kept.throw("1d20", secret=True)
    kept.contest.pop()
    kept.contest.pop()
    kept.contest.redo()
    kept.play(3)
    kept.join("seat-3", b"\xbb" * 16)
    kept.check()
    kept.play(12)
    return kept
