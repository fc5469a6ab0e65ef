"""What the game master does with seats: invites, hands over, sends new links, takes them back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from certamen.table import protocol
from certamen.table.events import Reissued, Revoked, SeatChanged, SeatMade
from certamen.table.refused import Refused
from certamen.table.seats import MOST_CHARACTERS, MOST_SEATS, Seat, name_problem, new_token

if TYPE_CHECKING:
    from certamen.table.table import Table


def invite(table: Table, seat: Seat, deed: protocol.Invite) -> dict[str, Any]:
    """A new seat, and the token of its link, which is told this once."""
    if deed.kind == "owner":
        raise Refused("a table has one owner")
    _may_touch(seat, deed.kind)
    if len(table.seats) >= MOST_SEATS:
        raise Refused(f"a table has at most {MOST_SEATS} seats")
    _check(table, deed.kind, deed.name, deed.characters)
    id, (token, kept) = f"seat-{len(table.seats) + 1}", new_token()
    table.happened(SeatMade(id, deed.kind, deed.name, deed.characters, kept))
    return {"seat": id, "token": token}


def change(table: Table, seat: Seat, deed: protocol.Change) -> None:
    """Another name or other characters; who may know something else by it is sent all anew."""
    other = _found(table, seat, deed.seat)
    _check(table, other.kind, deed.name, deed.characters)
    knows = other.knows
    table.happened(SeatChanged(deed.seat, deed.name, deed.characters))
    if table.ledger.seats[deed.seat].knows != knows:
        table.fresh.add(deed.seat)


def reissue(table: Table, seat: Seat, deed: protocol.Reissue) -> dict[str, Any]:
    """A new link for a seat; the old one opens nothing any more."""
    _found(table, seat, deed.seat)
    token, kept = new_token()
    table.happened(Reissued(deed.seat, kept))
    return {"seat": deed.seat, "token": token}


def revoke(table: Table, seat: Seat, deed: protocol.Revoke) -> None:
    """The link of a seat opens nothing any more."""
    if _found(table, seat, deed.seat).kind == "owner":
        raise Refused("the owner's seat cannot be taken away")
    table.happened(Revoked(deed.seat))
    table.queues.pop(deed.seat, None)


def _found(table: Table, seat: Seat, id: str) -> Seat:
    other = table.seat(id)
    if other is None:
        raise Refused("there is no such seat")
    _may_touch(seat, other.kind)
    return other


def _may_touch(seat: Seat, kind: str) -> None:
    if kind in ("owner", "gm") and seat.kind != "owner":
        raise Refused("only the owner of the table gives and takes the game masters' seats")


def _check(table: Table, kind: str, name: str, characters: tuple[str, ...]) -> None:
    if problem := name_problem(name):
        raise Refused(problem)
    if characters and kind != "player":
        raise Refused("only a player has characters")
    if len(characters) > MOST_CHARACTERS or len(set(characters)) != len(characters):
        raise Refused(f"a seat has at most {MOST_CHARACTERS} characters, each once")
    people = table.ledger.names
    for who in characters:
        if who not in people:
            raise Refused(f"there is no participant {who[:70]}")
