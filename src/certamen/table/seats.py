"""Seats: who may sit at the table, by which link, and what each may do there."""

import secrets
from collections.abc import Iterable
from hashlib import sha256
from hmac import compare_digest

from msgspec import Struct

from certamen.kernel.view import GM_SEAT
from certamen.kernel.view import Seat as Knows
from certamen.table.protocol import SeatKind

LONGEST_NAME = 80
MOST_SEATS = 100
MOST_CHARACTERS = 100


class Seat(Struct, frozen=True):
    """A person's place at the table. token: the hash of what its link holds; the link itself is kept nowhere."""

    id: str
    kind: SeatKind
    name: str
    characters: tuple[str, ...]
    token: str
    joined: bool = False
    revoked: bool = False

    @property
    def is_gm(self) -> bool:
        """Whether it may overrule: the owner, or a co-game master."""
        return self.kind in ("owner", "gm")

    @property
    def knows(self) -> Knows:
        """The seat as the cut of views takes it: seats that are equal here may know the same."""
        if self.is_gm:
            return GM_SEAT
        return Knows("player", tuple(sorted(self.characters)))


def new_token() -> tuple[str, str]:
    """(a token of 256 bits for a link, its hash)."""
    token = secrets.token_urlsafe(32)
    return token, token_hash(token)


def token_hash(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def find(seats: Iterable[Seat], token: str) -> Seat | None:
    """The seat whose link holds this token, unless it was revoked. It takes as long whichever it is."""
    given, found = token_hash(token), None
    for seat in seats:
        if compare_digest(seat.token, given) and not seat.revoked:
            found = seat
    return found


def name_problem(name: str) -> str:
    """Why this cannot be the name of a seat, in plain words; "" when it can."""
    if not name.strip() or len(name) > LONGEST_NAME:
        return f"a seat's name has 1 to {LONGEST_NAME} characters"
    return "" if name.isprintable() else "a seat's name must be one that people can read"
