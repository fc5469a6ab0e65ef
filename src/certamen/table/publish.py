"""What each seat hears of what happened: only what it may know, when it may know it, and nothing that tells of more.

After an act that answers what players may know a participant was asked, they hear that the game master decides. Then
comes an update, unless all that is asked now is asked of those they do not know of, or of the game master about what
they may not know: until that is answered they hear nothing of the contest but what is said (`held`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from certamen.kernel.action import GM
from certamen.kernel.asked import knows_asked
from certamen.kernel.contest import Contest
from certamen.kernel.state import State
from certamen.kernel.view import Seat as Knows
from certamen.kernel.view import knows_of
from certamen.kernel.window import Request
from certamen.table import frames
from certamen.table.frames import ITEMS_AT_FIRST, Acted, Reader
from certamen.table.held import calls, moved, note, note_late, see, see_as_last_heard
from certamen.table.log import is_open, item_of, knows
from certamen.table.protocol import SeatSeen, TableSeen
from certamen.table.seats import Seat
from certamen.table.seen import BEFORE, with_calls
from certamen.table.wording import deed_of

if TYPE_CHECKING:
    from certamen.table.table import Table

_encode = msgspec.json.Encoder().encode

Written = dict[tuple[int, bool, tuple[int, ...], int | None], bytes]
"""Items as JSON without their beginning: by line, for the game master or players, by numbers of dice, by round."""


def publish(table: Table) -> None:
    """Make the frames of all seats that look on."""
    note(table)
    moved(table)
    written: Written = {}
    for reader, seats in table.looking():
        hidden = reader.seat.kind != "gm" and reader.seat.characters in table.ledger.held
        view = _look(table, reader, hidden)
        items = _news(table, reader, hidden, written)
        over = reader.deciding and not hidden
        reader.deciding = reader.deciding and hidden
        for seat in seats:
            if seat.id not in table.fresh:
                _send(table, seat, reader, view, items, over)
    for id in sorted(table.fresh & table.queues.keys()):
        queue = table.queues[id]
        queue.table = b""
        queue.add(snapshot(table, table.ledger.seats[id], 1))
    table.fresh.clear()


def before(contest: Contest, who: str, request: str = "") -> Acted:
    """What is to be known, when somebody is about to act."""
    return Acted(contest.state if contest.started else None, contest.requests, who, request)


def decide(table: Table, act: Acted) -> None:
    """An act was made: all who may know that it was his to make hear that the game master decides.

    What the game master was asked himself they do not hear of: whom he lets act next may be one they do not know of. Of
    what he overrules or takes back they hear where something else is asked then, as far as they may know.
    """
    for reader, seats in table.looking():
        if reader.seat.kind == "gm" or reader.deciding or not _heard(table, reader.seat, act):
            continue
        reader.deciding = True
        for seat in seats:
            queue = table.queues[seat.id]
            queue.add(frames.deciding(queue.n + 1))


def _heard(table: Table, seat: Knows, act: Acted) -> bool:
    if act.state is None:
        return act.who in seat.characters
    if act.who == GM and not act.request:
        return _known(table, seat, act.state, act.asked) != _known(table, seat, _state(table), table.asked())
    answered = next((one for one in act.asked if one.id == act.request), None)
    if answered is not None:
        return answered.who != GM and knows_asked(act.state, seat, answered, table.players)
    actor = act.state.participants.get(act.who)
    return actor is not None and knows_of(act.state, seat, actor)


def _known(table: Table, seat: Knows, state: State | None, asked: tuple[Request, ...]) -> set[tuple[str, str, str]]:
    """What is asked, as far as the seat may know; how often the game master was asked is not for it to know."""
    return {
        (one.who, one.kind, "" if one.who == GM else one.id)
        for one in asked
        if state is None or knows_asked(state, seat, one, table.players)
    }


def _state(table: Table) -> State | None:
    return table.contest.state if table.contest is not None and table.contest.started else None


def _news(table: Table, reader: Reader, hidden: bool, written: Written) -> list[bytes]:
    """The items that are new to the reader or differ, and that he may have now; the others wait."""
    lines, log = table.ledger.lines, reader.log
    ready: list[int] = []
    waiting: list[int] = []
    for place in (*reader.waiting, *range(reader.upto, len(lines))):
        line = lines[place]
        if line.undone and place not in log.keys:
            continue
        if knows(line, reader.seat):
            (waiting if hidden and not line.at_once else ready).append(place)
    note_late(table, reader, ready)
    reader.upto, reader.waiting = len(lines), waiting
    changed = () if hidden else sorted(reader.changed, key=log.keys.__getitem__)
    if not hidden:
        reader.changed = {}
    for place in ready:
        log.add(place, lines[place])
    return [_item(table, reader, place, written) for place in dict.fromkeys((*changed, *ready))]


def _item(table: Table, reader: Reader, place: int, written: Written) -> bytes:
    """An item as JSON; what differs from reader to reader is its beginning, where nothing in it is kept from any."""
    line, log = table.ledger.lines[place], reader.log
    if reader.seat.kind != "gm" and not is_open(line.event):
        return _encode(item_of(log.row(place, line), log.seat, table.ruleset))
    beginning = b'{"key":%d,"n":%d' % (log.keys[place], log.numbers.get(place, 0))
    shared = (place, reader.seat.kind == "gm", log.rolled.get(place, ()), log.rounds.get(place))
    if shared not in written:
        written[shared] = _encode(item_of(log.row(place, line), log.seat, table.ruleset))[len(beginning) :]
    return beginning + written[shared]


def _look(table: Table, reader: Reader, hidden: bool) -> bytes:
    """The view as JSON where it differs from what the reader last saw, else b""."""
    if reader.revision == table.revision:
        return b""
    if not hidden and table.contest is not None:
        see(reader, table.contest, table.sitting)
        reader.revision = table.revision
    elif hidden and not reader.begun:
        see_as_last_heard(table, reader)
    waiting = calls(table, reader.seat)
    if reader.seen is None and not waiting:
        return b""
    view = _encode(with_calls(reader.seen or BEFORE, waiting))
    if view == reader.view:
        return b""
    reader.view = view
    return view


def _send(table: Table, seat: Seat, reader: Reader, view: bytes, items: list[bytes], over: bool) -> None:
    queue = table.queues[seat.id]
    about = b""
    if seat.is_gm or queue.table_of != (table.changes, reader.known):
        about = table_seen(table, seat, reader)
        queue.table_of = (table.changes, reader.known)
        about = b"" if about == queue.table else about
    if about or view or items or over:
        queue.add(frames.update(queue.n + 1, about, view, items, reader.deciding))
        queue.table = about or queue.table


def table_seen(table: Table, seat: Seat, reader: Reader) -> bytes:
    """The table itself, as the seat may know it, as JSON."""
    ledger = table.ledger
    names, own = ledger.names, ledger.last_own() if seat.is_gm else 0
    undo = ledger.acts[own].action if own else None
    redo = ledger.undone[-1].action if ledger.undone and seat.is_gm else None
    return _encode(
        TableSeen(
            id=ledger.id,
            title=ledger.title,
            ruleset=table.ruleset.name,
            version=table.version,
            you=seat.id,
            gm=seat.is_gm,
            seats=tuple([_seat_seen(one, seat, reader) for one in table.seats]),
            paused=ledger.paused,
            clock=ledger.clock,
            undo=deed_of(undo, names) if undo else "",
            redo=deed_of(redo, names) if redo else "",
            dice=ledger.dice,
            commitments=ledger.commitments,
            keys=ledger.keys,
            picture=ledger.picture,
            reading=table.reading,
        )
    )


def _seat_seen(one: Seat, seat: Seat, reader: Reader) -> SeatSeen:
    known = one.characters
    if not seat.is_gm and one.id != seat.id:
        known = tuple([who for who in one.characters if who in reader.known])
    return SeatSeen(one.id, one.kind, one.name, known, one.joined, one.revoked)


def snapshot(table: Table, seat: Seat, step: int = 0) -> bytes:
    """All that the seat may know, as a frame under the number of its last one, or `step` more."""
    reader, queue = table.reader(seat.knows), table.queue(seat)
    about = table_seen(table, seat, reader)
    if not queue.table:
        queue.table, queue.table_of = about, (table.changes, reader.known)
    log = reader.log
    newest = log.lines[-ITEMS_AT_FIRST:]
    items = [_item(table, reader, place, {}) for place in newest]
    earlier = len(log.lines) > len(newest)
    return frames.snapshot(queue.n + step, about, reader.view, items, earlier, reader.deciding)


def items(table: Table, seat: Seat, before: int, count: int) -> tuple[list[bytes], bool]:
    """(up to `count` items below a key, or the newest, as JSON, the oldest first; whether there are earlier ones)."""
    reader = table.reader(seat.knows)
    lines = reader.log.lines
    last = min(before - 1, len(lines)) if before else len(lines)
    first = max(0, last - count)
    return [_item(table, reader, place, {}) for place in lines[first:last]], first > 0
