"""What happened at a table besides the contest: plain data, kept as records, read again when the table is opened."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from certamen.kernel.audience import Audience
from certamen.kernel.event import Event
from certamen.table.protocol import Answer, PictureSeen, SeatKind


class _Happened(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """A record of kind "table"."""


class Opened(_Happened, frozen=True, tag="opened"):
    """The table begins. commitments: the hashes of the open and the secret key of its dice."""

    id: str
    title: str
    dice: Literal["server", "hand"]
    commitments: tuple[str, str]


class SeatMade(_Happened, frozen=True, tag="seat-made"):
    """A new seat; `token` is the hash of what its link holds."""

    seat: str
    kind: SeatKind
    name: str
    characters: tuple[str, ...]
    token: str


class SeatChanged(_Happened, frozen=True, tag="seat-changed"):
    """Another name or other characters for a seat."""

    seat: str
    name: str
    characters: tuple[str, ...]


class Reissued(_Happened, frozen=True, tag="reissued"):
    """A new link for a seat."""

    seat: str
    token: str


class Revoked(_Happened, frozen=True, tag="revoked"):
    """The link of a seat opens nothing any more."""

    seat: str


class Joined(_Happened, frozen=True, tag="joined"):
    """Somebody took a seat for the first time. value: what his page gave to be mixed into the dice, as hex digits."""

    seat: str
    value: str


class Paused(_Happened, frozen=True, tag="paused"):
    """The game master stopped the game, or let it go on."""

    on: bool


class ClockSet(_Happened, frozen=True, tag="clock-set"):
    """How many seconds requests of each kind wait before they take their default."""

    seconds: dict[str, int]


class Waited(_Happened, frozen=True, tag="waited"):
    """Since when each open request has waited that the clock counts for (Unix time in ms)."""

    since: dict[str, int]


class Decided(_Happened, frozen=True, tag="decided"):
    """A policy decides for a participant from now on; "" for none."""

    who: str
    policy: str


class Check(Struct, frozen=True, omit_defaults=True):
    """A check that is asked for, with an id of its own. to: who may know of it."""

    id: str
    who: str
    to: Audience


class Called(_Happened, frozen=True, tag="called"):
    """Checks are asked for: one of the ruleset's questions with these values; `title` is its title."""

    checks: tuple[Check, ...]
    query: str
    values: dict[str, int | str]
    title: str


class Rolled(_Happened, frozen=True, tag="rolled"):
    """A check was rolled; call: the one it answers, "" where the game master rolled unasked."""

    call: str
    event: Event


class Thrown(_Happened, frozen=True, tag="thrown"):
    """Any dice were thrown."""

    event: Event


class Undone(_Happened, frozen=True, tag="undone"):
    """Acts were taken back: what of them seats had seen by then (the event's number, ids of seats).

    heard: of what not all had been told yet who may know it, the characters of those seats that had been.
    """

    seen: tuple[tuple[int, tuple[str, ...]], ...] = ()
    heard: tuple[tuple[int, tuple[tuple[str, ...], ...]], ...] = ()


class Held(_Happened, frozen=True, tag="held"):
    """Who hears nothing of the contest from now on, while the game master decides; who is left out hears of it again.

    since: characters of seats, and the first line of the table's log that is kept from them till then.
    """

    since: tuple[tuple[tuple[str, ...], int], ...] = ()


class Late(_Happened, frozen=True, tag="late"):
    """Seats that play these were told now what they might not know before, after what was said in the meantime.

    lines: their places in the table's log; before: they come before this one, whatever their places.
    """

    who: tuple[str, ...]
    lines: tuple[int, ...]
    before: int


class PictureSet(_Happened, frozen=True, tag="picture-set"):
    """The picture under the map, None for none."""

    picture: PictureSeen | None


class KeyShown(_Happened, frozen=True, tag="key-shown"):
    """A key of the dice, as hex digits, for all to check what fell."""

    key: Literal["open", "secret"]
    value: str


class Answered(_Happened, frozen=True, tag="answered"):
    """The answer to a command that has more in it than that it was done. Tokens are left out."""

    answer: Answer


Happened = (
    Opened
    | SeatMade
    | SeatChanged
    | Reissued
    | Revoked
    | Joined
    | Paused
    | ClockSet
    | Waited
    | Decided
    | Called
    | Rolled
    | Thrown
    | Undone
    | Held
    | Late
    | PictureSet
    | KeyShown
    | Answered
)

QUIET = (Answered, Called, Held, Late, Rolled, Thrown, Undone, Waited)
"""What happens without a change of the table itself (`protocol.TableSeen`)."""

_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Happened)
_encoder = msgspec.json.Encoder()


def encode(happened: Happened) -> bytes:
    """The body of a record of kind "table"."""
    return _encoder.encode(happened)


def decode(body: bytes) -> Happened:
    """What `encode` gave. Raises msgspec.DecodeError for anything else."""
    happened: Happened = _decoder.decode(body)
    return happened
