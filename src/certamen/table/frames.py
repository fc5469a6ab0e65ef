"""What is sent to a seat: frames under its own numbers, made by comparing what it may see with what it was last sent.

A `Reader` stands for all seats that may know the same; a `Queue` holds the frames of one seat.
"""

from collections import deque

import msgspec
from msgspec import Raw, Struct

from certamen.kernel.state import State
from certamen.kernel.view import Seat
from certamen.kernel.window import Request
from certamen.table.log import SeatLog
from certamen.table.protocol import Deciding, Seen

MOST_FRAMES = 200
MOST_BYTES = 100_000
ITEMS_AT_FIRST = 100
"""So many of the newest items stand in a snapshot."""

_encode = msgspec.json.Encoder().encode


class _Update(Struct, frozen=True, tag_field="type", tag="update", omit_defaults=True):
    """`protocol.Update`, of parts that are JSON already."""

    n: int
    table: Raw | None = None
    view: Raw | None = None
    log: tuple[Raw, ...] = ()
    deciding: bool = False


class _Snapshot(Struct, frozen=True, tag_field="type", tag="snapshot"):
    """`protocol.Snapshot`, of parts that are JSON already."""

    n: int
    table: Raw
    view: Raw | None
    log: tuple[Raw, ...]
    earlier: bool
    deciding: bool


class Acted(Struct, frozen=True):
    """An act that nobody has heard of: the state before it, what was asked then, who acted, in answer to what."""

    state: State | None
    asked: tuple[Request, ...]
    who: str
    request: str


class Reader:
    """What all seats of the same knowledge were last sent.

    waiting: lines they will learn of when the game master has decided; changed: keys of items that differ;
    upto: so many lines of the table's log were looked at; seen: what they last saw of the contest, None for nothing
    yet, `view` the same as JSON; begun: whether it had begun then; known: of whom they know; revision: of the table,
    when that was.
    """

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.log = SeatLog(seat)
        self.waiting: list[int] = []
        self.changed: dict[int, None] = {}
        self.seen: Seen | None = None
        self.view = b"null"
        self.begun = False
        self.known: frozenset[str] = frozenset()
        self.deciding = False
        self.upto = 0
        self.revision = -1


class Queue:
    """The frames of a seat: the newest are kept for those who come back. `n` is the last one's number."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.table = b""
        self.table_of: tuple[int, frozenset[str]] = (-1, frozenset())
        self._frames: deque[tuple[int, bytes]] = deque()
        self._bytes = 0
        self._sent = n

    def add(self, frame: bytes) -> None:
        """One frame more, under the number that follows, which is in it already."""
        self.n += 1
        self._frames.append((self.n, frame))
        self._bytes += len(frame)
        while len(self._frames) > MOST_FRAMES or (self._bytes > MOST_BYTES and len(self._frames) > 1):
            self._bytes -= len(self._frames.popleft()[1])

    def take(self) -> list[bytes]:
        """The frames since this was last asked (of those still kept)."""
        sent, self._sent = self._sent, self.n
        return self._after(sent)

    def since(self, n: int) -> list[bytes] | None:
        """The frames after number n that were taken already; None where not all of them are kept."""
        if n > self._sent or (n < self._sent and (not self._frames or self._frames[0][0] > n + 1)):
            return None
        return [frame for number, frame in self._frames if n < number <= self._sent]

    def _after(self, n: int) -> list[bytes]:
        found: list[bytes] = []
        for number, frame in reversed(self._frames):
            if number <= n:
                break
            found.append(frame)
        return found[::-1]


def update(n: int, table: bytes, view: bytes, log: list[bytes], deciding: bool) -> bytes:
    """An update; b"" for what does not differ."""
    parts = tuple([Raw(item) for item in log])
    return _encode(_Update(n, Raw(table) if table else None, Raw(view) if view else None, parts, deciding))


def snapshot(n: int, table: bytes, view: bytes, log: list[bytes], earlier: bool, deciding: bool) -> bytes:
    """A snapshot."""
    return _encode(_Snapshot(n, Raw(table), Raw(view), tuple([Raw(item) for item in log]), earlier, deciding))


def deciding(n: int) -> bytes:
    """The game master decides."""
    return _encode(Deciding(n))
