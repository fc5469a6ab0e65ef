"""All that is on record of a table, in memory: made by its records one by one, in play and when it is opened.

The state of the contest is the one thing that is not here (`kernel.contest`).
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from certamen.kernel.action import Action
from certamen.kernel.audience import EVERYONE, NOBODY, Audience
from certamen.kernel.encounter import Encounter
from certamen.kernel.records import Record, left_out
from certamen.table import calls, events
from certamen.table.events import Happened
from certamen.table.log import Line, lines_of, names_after, notice
from certamen.table.protocol import Answer, PictureSeen
from certamen.table.seats import Seat


class Act(Struct, frozen=True):
    """An act of the contest: the place of its record in the journal, its lines, who did what, the names after it."""

    record: int
    lines: tuple[int, ...]
    action: Action | None
    by: str
    names: Mapping[str, str]


class Asked(Struct, frozen=True):
    """A check that waits to be rolled."""

    id: str
    who: str
    to: Audience
    query: str
    values: dict[str, int | str]
    title: str


class Ledger:
    """What the records of a table say, so far. Its functions take a record each, and keep nothing themselves.

    acts, undone: those that stand and those taken back, the last one last; moved: lines that stand or fell since this
    was last emptied; answers: to commands, by seat and id; counts: dice of checks and throws (`calls`); held, late: who
    hears nothing while the game master decides, and what was told after it (`held`), by the characters of seats.
    """

    def __init__(self) -> None:
        self.id = ""
        self.title = ""
        self.dice: Literal["server", "hand"] = "server"
        self.commitments = ("", "")
        self.seats: dict[str, Seat] = {}
        self.values: list[tuple[str, bytes]] = []
        self.policies: dict[str, str] = {}
        self.paused = False
        self.clock: dict[str, int] = {}
        self.since: dict[str, int] = {}
        self.checks: dict[str, Asked] = {}
        self.picture: PictureSeen | None = None
        self.keys: dict[str, str] = {}
        self.counts: dict[tuple[str, str], int] = {}
        self.answers: dict[tuple[str, str], Answer] = {}
        self.lines: list[Line] = []
        self.acts: list[Act] = []
        self.undone: list[Act] = []
        self.journal: list[Record] = []
        self.moved: dict[int, None] = {}
        self.held: dict[tuple[str, ...], int] = {}
        self.late: dict[tuple[str, ...], list[events.Late]] = {}
        self.first_names: Mapping[str, str] = {}
        self.round = 0
        self.pending = False
        self._taken_back: list[Act] = []
        self._open = False

    @property
    def names(self) -> Mapping[str, str]:
        """The names of all who take part, by id."""
        return self.acts[-1].names if self.acts else self.first_names

    def begin(self, encounter: Encounter) -> None:
        """The journal begins."""
        self.first_names = {entry.id: entry.name for entry in encounter.participants}

    # --- the journal's records -------------------------------------------------------------------------------

    def journalled(self, record: Record, at: int) -> None:
        """A record of the journal."""
        self.journal.append(record)
        if record.entry is not None:
            self._entry(record, at)
        elif record.undo is not None:
            self._undo()
        elif record.redo is not None and self.undone:
            act = self.undone.pop()
            self.acts.append(act)
            self._stand(act.lines, undone=False)
        elif record.pending is not None:
            self.pending = record.pending.action is not None
        elif record.went_on is not None:
            self._went_on(at)

    def _entry(self, record: Record, at: int) -> None:
        entry = record.entry
        assert entry is not None  # the caller looked
        names = names_after(self.names, entry)
        told = (*record.told, *[""] * len(entry.events))[: len(entry.events)]
        first = len(self.lines)
        self.lines += lines_of(entry, told, at, names, len(self.acts))
        places = tuple(range(first, len(self.lines)))
        self.acts.append(Act(len(self.journal) - 1, places, entry.action, entry.by, names))
        if entry.events:
            self.round = entry.events[-1].round
        self.undone.clear()
        self.pending = False

    def _undo(self) -> None:
        if self.pending:
            self.pending = False
        elif self.acts:
            act = self.acts.pop()
            self.undone.append(act)
            self._stand(act.lines, undone=True)

    def _stand(self, places: Sequence[int], *, undone: bool) -> None:
        for place in places:
            line = self.lines[place]
            line.undone, line.again, line.seen = undone, not undone, ()
            line.heard = None if undone else line.heard
            self.moved[place] = None

    def _went_on(self, at: int) -> None:
        """Under other rules the acts stand that stood after the records it keeps."""
        kept: list[int] = []
        undone: list[int] = []
        skipped = left_out(self.journal)
        for place, record in enumerate(self.journal):
            if place in skipped:
                continue
            if record.entry is not None:
                kept.append(place)
                undone.clear()
            elif record.undo is not None and kept:
                undone.append(kept.pop())
            elif record.redo is not None and undone:
                kept.append(undone.pop())
        gone = [act for act in self.acts if act.record not in kept]
        self.acts = [act for act in self.acts if act.record in kept]
        self.undone.clear()
        for act in gone:
            self._stand(act.lines, undone=True)
        self._tell("The game goes on under another version of the rules.", at)

    def now(self) -> tuple[int, ...]:
        """Where the journal stands, for `back_to`. Nothing may be taken back in between."""
        self._taken_back, self._open = list(self.undone), self.pending
        return len(self.lines), len(self.acts), len(self.journal), self.round

    def back_to(self, then: tuple[int, ...]) -> None:
        """As it was then: of the journal, only acts were done since."""
        lines, acts, journal, self.round = then
        del self.lines[lines:], self.acts[acts:], self.journal[journal:]
        self.undone, self.pending = self._taken_back, self._open

    # --- the table's own records -----------------------------------------------------------------------------

    def happened(self, one: Happened, at: int, by: str) -> None:
        """A record of the table's own; `by` is the id of the seat that caused it."""
        match one:
            case events.Opened():
                self.keys = self.keys if one.commitments == self.commitments else {}
                self.id, self.title, self.dice, self.commitments = one.id, one.title, one.dice, one.commitments
            case events.SeatMade() | events.SeatChanged() | events.Reissued() | events.Revoked() | events.Joined():
                self._seat(one, at)
            case events.Paused() | events.ClockSet() | events.Waited():
                self._time(one, at)
            case events.Decided():
                self._decided(one, at)
            case events.Called() | events.Rolled() | events.Thrown():
                self._dice(one, at)
            case events.Undone():
                self._taken(one)
            case events.Held():
                self.held = dict(one.since)
            case events.Late():
                self.late.setdefault(one.who, []).append(one)
            case events.PictureSet():
                self.picture = one.picture
            case events.KeyShown():
                self.keys = {**self.keys, one.key: one.value}
                self._tell(f"The {one.key} key of the dice is shown.", at)
            case events.Answered():
                self.answers[by, one.answer.id] = one.answer

    def _time(self, one: events.Paused | events.ClockSet | events.Waited, at: int) -> None:
        match one:
            case events.Paused():
                self.paused = one.on
                self._tell("The game is paused." if one.on else "The game goes on.", at)
            case events.ClockSet():
                self.clock = one.seconds
            case events.Waited():
                self.since = one.since

    def _seat(
        self, one: events.SeatMade | events.SeatChanged | events.Reissued | events.Revoked | events.Joined, at: int
    ) -> None:
        if isinstance(one, events.SeatMade):
            self.seats[one.seat] = Seat(one.seat, one.kind, one.name, one.characters, one.token)
            return
        seat = self.seats[one.seat]
        match one:
            case events.SeatChanged():
                seat = replace(seat, name=one.name, characters=one.characters)
            case events.Reissued():
                seat = replace(seat, token=one.token, revoked=False)
            case events.Revoked():
                seat = replace(seat, revoked=True)
            case events.Joined():
                seat = replace(seat, joined=True)
                self.values.append((one.seat, bytes.fromhex(one.value)))
                self._tell(f"{seat.name} takes a seat.", at)
        self.seats[one.seat] = seat

    def _decided(self, one: events.Decided, at: int) -> None:
        self.policies.pop(one.who, None)
        if one.policy:
            self.policies[one.who] = one.policy
        who = self.names.get(one.who, one.who)
        text = f"{who}: the policy {one.policy} decides." if one.policy else f"{who}: no policy decides any more."
        self._tell(text, at, NOBODY)

    def _dice(self, one: events.Called | events.Rolled | events.Thrown, at: int) -> None:
        if isinstance(one, events.Called):
            for check in one.checks:
                self.checks[check.id] = Asked(check.id, check.who, check.to, one.query, one.values, one.title)
                self._tell(f"{self.names.get(check.who, check.who)} is asked for a check: {one.title}.", at, check.to)
            return
        if isinstance(one, events.Rolled):
            self.checks.pop(one.call, None)
        self.counts = calls.counted(self.counts, one.event)
        self.lines.append(Line(one.event, calls.tell(one.event, self.names), at, self.names, self.round))

    def _taken(self, one: events.Undone) -> None:
        seen, heard = dict(one.seen), dict(one.heard)
        for line in [self.lines[place] for act in self.undone for place in act.lines]:
            if line.event.n in seen:
                line.seen = tuple([self.seats[seat].name for seat in seen[line.event.n]])
            if line.event.n in heard:
                line.heard = heard[line.event.n]

    def _tell(self, text: str, at: int, to: Audience = EVERYONE) -> None:
        line = notice(text, at, self.names, to)
        line.round = self.round
        self.lines.append(line)

    # --- looking ---------------------------------------------------------------------------------------------

    def players(self) -> dict[str, str]:
        """Who plays whom: the names of seats, by character."""
        found: dict[str, str] = {}
        for seat in self.seats.values():
            if seat.kind == "player" and not seat.revoked:
                for who in seat.characters:
                    found.setdefault(who, seat.name)
        return found

    def last_own(self) -> int:
        """The place of the last act that is not done by itself (`by_itself`), the start not counted; 0 for none."""
        for place in range(len(self.acts) - 1, 0, -1):
            if not self.by_itself(self.acts[place]):
                return place
        return 0

    def by_itself(self, act: Act) -> bool:
        """Whether a policy chose the act that still decides for who did it."""
        by_policy = act.by.startswith("policy ") and act.action is not None and act.action.actor in self.policies
        return by_policy and not self.paused


__all__ = ["Act", "Asked", "Ledger"]
