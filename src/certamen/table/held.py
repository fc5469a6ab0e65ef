"""What a seat has heard by now, and what waits for it while the game master decides what it may not know of."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from certamen.kernel.asked import knows_asked
from certamen.kernel.contest import Contest
from certamen.kernel.view import Seat as Knows
from certamen.table.events import Undone
from certamen.table.frames import Reader
from certamen.table.log import Line, knows
from certamen.table.protocol import CallSeen
from certamen.table.seen import BEFORE, Shared, seen, with_calls

if TYPE_CHECKING:
    from certamen.table.table import Table

_encode = msgspec.json.Encoder().encode
ANYBODY = Knows("player")
"""Who plays nobody: what he has heard, all have."""


def held(contest: Contest, seat: Knows, players: Mapping[str, str]) -> bool:
    """Whether the seat hears nothing of the contest now: what is asked now would tell what it may not know."""
    requests = contest.requests
    if seat.kind == "gm" or not requests:
        return False
    if not contest.started:
        return all(one.who not in seat.characters for one in requests)
    return not any(knows_asked(contest.state, seat, one, players) for one in requests)


def moved(table: Table) -> None:
    """Lines were taken back, or done again: whoever knows of them learns of it, sooner or later."""
    if not table.ledger.moved:
        return
    places = sorted(table.ledger.moved)
    for reader in table.readers.values():
        for place in reversed(places):
            if place in reader.log.keys and table.ledger.lines[place].undone:
                reader.log.fall(place)
        for place in places:
            line = table.ledger.lines[place]
            if place in reader.log.keys:
                if not line.undone and place not in reader.log.numbers:
                    reader.log.stand(place, line)
                reader.changed[place] = None
            elif not line.undone and place < reader.upto and place not in reader.waiting:
                reader.waiting.append(place)
    table.ledger.moved = {}


def taken_back(table: Table, places: Collection[int]) -> Undone:
    """What is to be kept of these lines when they are taken back: which seats have heard of them by now."""
    lines = table.ledger.lines
    seats = [one for one in table.seats if not one.is_gm and not one.revoked]
    waits = {one: _waits(table, one) for one in {one.knows for one in seats}}
    from_some = set().union(_held_back(table, ANYBODY), *waits.values())
    seen, heard = [], []
    for place in places:
        line = lines[place]
        told = [one for one in seats if knows(line, one.knows) and place not in waits[one.knows]]
        if any(one.joined for one in told):
            seen.append((line.event.n, tuple([one.id for one in told if one.joined])))
        if place in from_some:
            heard.append((line.event.n, tuple(dict.fromkeys(one.knows.characters for one in told))))
    return Undone(tuple(seen), tuple(heard))


def _waits(table: Table, seat: Knows) -> Collection[int]:
    """The lines that a seat is not to hear of before the game master has decided."""
    reader = table.readers.get(seat)
    return reader.waiting if reader is not None else _held_back(table, seat)


def _held_back(table: Table, seat: Knows) -> Collection[int]:
    """The same as the journal alone tells it, whether the seat may know the lines or not."""
    contest, ledger = table.contest, table.ledger
    if contest is None or not held(contest, seat, table.players):
        return ()
    acts, _ = _before(table, contest, seat)
    return {place for act in ledger.acts[acts:] for place in act.lines if not ledger.lines[place].at_once}


def calls(table: Table, seat: Knows) -> tuple[CallSeen, ...]:
    """The checks that wait, as far as the seat may know of them."""
    whole = seat.kind == "gm"
    found = []
    for one in table.ledger.checks.values():
        if whole or one.to == ("*",) or any(who in one.to for who in seat.characters):
            mine = one.who not in table.players if whole else one.who in seat.characters
            found.append(CallSeen(one.id, one.who, one.title, mine))
    return tuple(found)


def new_reader(table: Table, seat: Knows) -> Reader:
    """A reader who knows by now all that he may: while the game master decides, all from before he was asked."""
    reader = Reader(seat)
    acts, contest = len(table.ledger.acts), table.contest
    hidden = contest is not None and held(contest, seat, table.players)
    if contest is not None and hidden:
        acts, contest = _before(table, contest, seat)
        reader.deciding = True
    if contest is not None:
        then = table.sitting if contest is table.contest else replace(table.sitting, shared=Shared())
        reader.seen, reader.known = seen(contest, seat, then)
    latest = reader.seen.round if hidden and reader.seen is not None else None
    for place, line in enumerate(table.ledger.lines):
        if not knows(line, seat) or (line.undone and not _had_heard(line, seat)):
            continue
        if hidden and not line.undone and not line.at_once and line.act >= acts:
            reader.waiting.append(place)
        else:
            reader.log.add(place, line, latest if line.at_once else None)
    reader.upto = len(table.ledger.lines)
    waiting = calls(table, seat)
    if reader.seen is not None or waiting:
        reader.view = _encode(with_calls(reader.seen or BEFORE, waiting))
    reader.revision = -1 if hidden else table.revision
    return reader


def _had_heard(line: Line, seat: Knows) -> bool:
    """Whether the seat had heard of a line when it was taken back."""
    return seat.kind == "gm" or line.heard is None or any(set(who) <= set(seat.characters) for who in line.heard)


def _before(table: Table, contest: Contest, seat: Knows) -> tuple[int, Contest | None]:
    """(how many acts stood, the contest then) when the seat last heard of it; (0, None) when it never did."""
    past, acts = contest.fork(), len(table.ledger.acts)
    while held(past, seat, table.players):
        if past.missing_die is None:
            acts -= 1
        if acts < 1 or past.undoable is None:
            return 0, None
        past.pop()
    return acts, past
