"""A table: one contest, the seats around it, and what each of them hears. No clock, no files, no network of its own.

What has to be kept is asked for with `take_records`, what goes out to a seat with `frames`; whoever calls sees to it
that the former is on disk before the latter goes out.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Literal

from certamen.kernel.action import SAY, Action
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.records import Header
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.run import policy_action
from certamen.kernel.view import Seat as Knows
from certamen.kernel.window import Request
from certamen.rulesets import find
from certamen.table import clock, commands, events, fair, held, publish, refused, seats
from certamen.table.events import Joined, Opened, SeatMade
from certamen.table.frames import Acted, Queue, Reader
from certamen.table.ledger import Ledger
from certamen.table.lines import Lines
from certamen.table.protocol import Answer, Command, OfferSeen
from certamen.table.reopen import reopen
from certamen.table.seats import Seat
from certamen.table.seen import Shared, Sitting, offers_of
from certamen.table.store import Record, Stored

OWNER = "seat-1"


class Table:
    """A table in memory. `contest` is None where it can only be read; `reading` says why.

    revision counts changes of anything seen, changes those of the table itself; acted are the acts that nobody has
    heard of yet; refused are the last answers to commands that were refused, by seat and id; noted, upto: who was told
    of so many lines of the log, or kept from them (`held`).
    """

    def __init__(self, ruleset: Ruleset, ledger: Ledger, lines: Lines, contest: Contest | None, version: str) -> None:
        self.ruleset = ruleset
        self.ledger = ledger
        self.lines = lines
        self.contest = contest
        self.version = version
        self.reading = ""
        self.revision = 0
        self.changes = 0
        self.alone = 0
        self.readers: dict[Knows, Reader] = {}
        self.queues: dict[str, Queue] = {}
        self.fresh: set[str] = set()
        self.acted: list[Acted] = []
        self.noted: set[Knows] = set()
        self.upto = 0
        self._first_n = 0
        self._sitting: Sitting | None = None
        self._looking: list[tuple[Reader, list[Seat]]] | None = None
        self.refused: dict[tuple[str, str], Answer] = {}
        self.keys: fair.Keys = fair.NO_KEYS

    @classmethod
    def create(
        cls,
        encounter: Encounter,
        *,
        id: str,
        now: int,
        title: str = "",
        dice: Literal["server", "hand"] = "server",
        keys: fair.Keys | None = None,
        value: str | None = None,
    ) -> tuple["Table", str]:
        """(a new table, the token of its owner's link). now: Unix time in ms; keys: of its dice, else new ones.

        value: what the owner gives to be mixed in (32 hexadecimal digits), before the first die falls.
        Raises EncounterError when the encounter cannot be started, DiceError for a value that will not do.
        """
        ruleset, ledger = find(encounter.ruleset), Ledger()
        keys = fair.NO_KEYS if dice == "hand" else keys or fair.new_keys()
        lines, (token, kept) = Lines(ledger, ruleset), seats.new_token()
        lines.cause = (now, "", "")
        lines.happened(Opened(id, title or encounter.title, dice, fair.commitments(keys)))
        lines.happened(SeatMade(OWNER, "owner", "Game master", (), kept))
        if value is not None:
            fair.read_value(value)
            lines.happened(Joined(OWNER, value))
        source = fair.source(keys, ledger.values)
        header = Header(ruleset=ruleset.name, version=ruleset.version, source=source.name, encounter=encounter)
        lines.header(header)
        contest = Contest(ruleset, encounter, source, recorder=lines)
        table = cls(ruleset, ledger, lines, contest, ruleset.version)
        table.keys = keys
        return table, token

    @classmethod
    def restore(cls, stored: Stored, now: int = 0) -> "Table":
        """A table as it is kept. now: Unix time in ms, from which the numbers of frames begin anew.

        Raises JournalError or msgspec.DecodeError where what is kept is damaged, CertamenError for an unknown ruleset.
        """
        ruleset = find(stored.room.ruleset)
        ledger, journal, contest, reading = reopen(stored, ruleset)
        lines = Lines(ledger, ruleset)
        lines.n, lines.mark, lines.header_line = len(stored.records), journal.mark, journal.header
        if contest is not None:
            contest.recorder = lines
        table = cls(ruleset, ledger, lines, contest, journal.version)
        table.reading, table.keys, table._first_n = reading, stored.room.keys, now * 1000
        clock.may_go_on(table)
        table.noted, table.upto = held.on_record(table), len(ledger.lines)
        return table

    # --- looking -----------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The table's id."""
        return self.ledger.id

    @property
    def title(self) -> str:
        """The table's title."""
        return self.ledger.title

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, the owner's first."""
        return tuple(self.ledger.seats.values())

    @property
    def players(self) -> Mapping[str, str]:
        """The names of the seats that play, by character."""
        return self.sitting.players

    def asked(self) -> tuple[Request, ...]:
        """All that is asked now."""
        return self.contest.requests if self.contest is not None else ()

    def seat(self, id: str) -> Seat | None:
        """The seat of this id, revoked or not."""
        return self.ledger.seats.get(id)

    def seat_by_token(self, token: str) -> Seat | None:
        """The seat whose link holds this token, unless it was revoked."""
        return seats.find(self.seats, token)

    def take_records(self) -> list[Record]:
        """The records since this was last asked: to be on disk before any answer or frame goes out."""
        return self.lines.take()

    def frames(self, seat: str) -> list[bytes]:
        """The frames of a seat since this was last asked."""
        queue = self.queues.get(seat)
        return queue.take() if queue is not None else []

    def since(self, seat: str, n: int) -> list[bytes] | None:
        """The frames of a seat after number n; None where it needs a snapshot."""
        queue = self.queues.get(seat)
        return queue.since(n) if queue is not None else None

    def snapshot(self, seat: str) -> bytes:
        """All that a seat may know now, as a frame. Raises KeyError for no seat."""
        return publish.snapshot(self, self.ledger.seats[seat])

    def offers(self, seat: str, request: str) -> tuple[OfferSeen, ...] | None:
        """What may be answered to a request, None where nothing of this id is asked of the seat."""
        found = self.ledger.seats[seat]
        for one in self.asked():
            if self.contest and one.id == request and (found.is_gm or one.who in found.characters):
                return offers_of(self.contest, one, self.sitting.shared)
        return None

    def log(self, seat: str, *, before: int = 0, count: int = 100) -> tuple[list[bytes], bool]:
        """(items of a seat's log as JSON, the oldest first, whether there are earlier ones), those below key `before`.

        `certamen.table.whole` searches it.
        """
        return publish.items(self, self.ledger.seats[seat], before, count)

    # --- doing -------------------------------------------------------------------------------------------------

    def submit(self, seat: str, command: Command, now: int) -> Answer:
        """What became of a command. Refused and stale ones change nothing; a repeated one is answered as before."""
        return commands.submit(self, seat, command, now)

    def join(self, seat: str, value: str, now: int) -> None:
        """Somebody opens a seat's link: as he first does, his value is mixed into the dice (32 hexadecimal digits).

        Raises DiceError for a value that will not do, KeyError for no seat.
        """
        found, given = self.ledger.seats[seat], fair.read_value(value)
        if found.joined or found.revoked:
            return
        self.lines.cause = (now, seat, "")
        self.happened(Joined(seat, value))
        if self.contest is not None:
            self.contest.source = fair.joined(self.contest.source, seat, given)
        self.settle(now)

    def happened(self, one: events.Happened) -> None:
        """Something of the table's own happened: it goes on record."""
        self.lines.happened(one)
        self.revision += 1
        self._sitting = None
        if not isinstance(one, events.QUIET):
            self.changes += 1
            self._looking = None

    def act(self, action: Action, by: str = "", policy_dice: int = 0) -> None:
        """An act of the contest. Raises IllegalAction, and changes nothing."""
        contest = refused.playing(self)
        before = publish.before(contest, action.actor, action.request)
        contest.push(action, by, policy_dice)
        if action.verb != SAY:
            self.acted.append(before)
        if contest.missing_die is not None or contest.state is not before.state:
            self.changed()

    def act_by_policy(self, request: Request, name: str) -> None:
        """Answer a request as a policy would."""
        action, fallen = policy_action(refused.playing(self), request, name)
        self.act(action, f"policy {name}", fallen)

    @contextmanager
    def all_or_none(self) -> Iterator[None]:
        """What is done within is done as a whole: where it raises, all is as it was."""
        before = refused.playing(self).fork()
        with self.lines.all_or_none():
            acted = list(self.acted)
            try:
                yield
            except BaseException:
                before.recorder = self.lines
                self.contest, self.acted = before, acted
                self.changed()
                raise

    def changed(self) -> None:
        """The contest is not what it was."""
        self.revision += 1
        self._sitting = None

    def settle(self, now: int) -> None:
        """Let the clock run for what is asked now, and let all hear what they may."""
        clock.wait(self, now)
        for one in self.acted:
            publish.decide(self, one)
        self.acted.clear()
        publish.publish(self)

    # --- the clock ---------------------------------------------------------------------------------------------

    def due(self, now: int) -> int | None:
        """When `tick` is wanted next (Unix time in ms), None for never."""
        return clock.due(self, now)

    def tick(self, now: int) -> None:
        """Take the defaults of what has waited too long, and let policies go on."""
        self.lines.cause = (now, "", "")
        clock.tick(self, now)

    # --- what is worked out once a revision ----------------------------------------------------------------------

    @property
    def sitting(self) -> Sitting:
        """Who plays whom, who decides, until when, as views show it."""
        if self._sitting is None:
            ledger, since = self.ledger, self.ledger.since
            asked = [one for one in self.asked() if one.id in since] if since else []
            until = {one.id: since[one.id] + 1000 * ledger.clock.get(one.kind, 0) for one in asked}
            self._sitting = Sitting(ledger.players(), ledger.policies, until, ledger.names, Shared())
        return self._sitting

    def reader(self, knows: Knows) -> Reader:
        """What all seats of this knowledge were last sent."""
        if knows not in self.readers:
            self.readers[knows] = held.new_reader(self, knows)
            self._looking = None
        return self.readers[knows]

    def queue(self, seat: Seat) -> Queue:
        """The frames of a seat, made from now on where they were not before."""
        if seat.id not in self.queues:
            self.queues[seat.id] = Queue(self._first_n)
            self._looking = None
        return self.queues[seat.id]

    def looking(self) -> list[tuple[Reader, list[Seat]]]:
        """All readers with the seats that look on."""
        if self._looking is None:
            by_reader: dict[Knows, list[Seat]] = {}
            for seat in self.seats:
                if seat.id in self.queues and not seat.revoked:
                    by_reader.setdefault(seat.knows, []).append(seat)
            self.readers = {knows: reader for knows, reader in self.readers.items() if knows in by_reader}
            self._looking = [(self.reader(knows), seats) for knows, seats in by_reader.items()]
        return self._looking
