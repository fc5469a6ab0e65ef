"""What a seat has heard by now, and what waits for it while the game master decides what it may not know of.

Two kinds of record keep it (`events`): `Held`, who hears nothing of the contest, and from which line of the log on;
`Late`, what was told only after later lines. So a table that is opened again tells all the same in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from certamen.kernel.asked import knows_asked
from certamen.kernel.contest import Contest
from certamen.kernel.view import Seat as Knows
from certamen.table.events import Held, Late, Undone
from certamen.table.frames import Reader
from certamen.table.log import Line, knows
from certamen.table.protocol import CallSeen, Seen
from certamen.table.seen import BEFORE, Shared, Sitting, first_seen, seen, with_calls

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


def everybody(table: Table) -> set[Knows]:
    """What the seats know that may not know all, and what anybody does."""
    return {ANYBODY, *[one.knows for one in table.seats if not one.is_gm and not one.revoked]}


def on_record(table: Table) -> set[Knows]:
    """Those of whom the records tell whether they are held."""
    contest, since = table.contest, table.ledger.held
    if contest is None:
        return everybody(table)
    return {one for one in everybody(table) if one.characters in since or not held(contest, one, table.players)}


def kept_from(table: Table, seat: Knows) -> int | None:
    """The first line of the table's log that the seat is not to hear of before the game master has decided, or None."""
    contest, lines = table.contest, table.ledger.lines
    if seat.kind == "gm" or (contest is not None and not held(contest, seat, table.players)):
        return None
    first = table.ledger.held.get(seat.characters)
    if first is None:
        first = _newly_kept(table, contest, seat)
    again = [place for place in table.ledger.moved if not lines[place].undone]
    return first if first is None else min([first, *again])


def _newly_kept(table: Table, contest: Contest | None, seat: Knows) -> int | None:
    """The same where no record tells of it: it is kept since the last act, or the seat has come since."""
    if seat in table.noted:
        return None if contest is None else table.upto
    if contest is None:  # of what those may not know who play fewer
        since = table.ledger.held.items()
        return max([line for who, line in since if set(who) <= set(seat.characters)], default=None)
    acts, _ = _before(table, contest, seat)
    return min([place for act in table.ledger.acts[acts:] for place in act.lines], default=len(table.ledger.lines))


def note(table: Table) -> None:
    """Who hears nothing of the contest now goes on record where it is new."""
    everyone = everybody(table)
    kept = {one.characters: line for one in everyone if (line := kept_from(table, one)) is not None}
    if kept != table.ledger.held:
        table.lines.happened(Held(tuple(sorted(kept.items()))))
    table.noted, table.upto = everyone, len(table.ledger.lines)


def note_late(table: Table, reader: Reader, told: Sequence[int]) -> None:
    """Of these lines, those that the reader is told after later ones go on record."""
    late = [place for place in told if place < reader.upto]
    if late and reader.seat.kind != "gm" and (late[0] < reader.log.last or late != sorted(late)):
        table.lines.happened(Late(reader.seat.characters, tuple(late), reader.upto))


def moved(table: Table) -> None:
    """Lines were taken back, or done again: whoever knows of them learns of it, sooner or later."""
    if not table.ledger.moved:
        return
    places = sorted(table.ledger.moved)
    for reader in table.readers.values():
        known = [place for place in places if place in reader.log.keys]
        if known:
            reader.changed |= dict.fromkeys((*known, *reader.log.number(known, table.ledger.lines)))
        for place in places:
            again = place not in reader.log.keys and not table.ledger.lines[place].undone
            if again and place < reader.upto and place not in reader.waiting:
                reader.waiting.append(place)
    table.ledger.moved = {}


def taken_back(table: Table, places: Collection[int]) -> Undone:
    """What is to be kept of these lines when they are taken back: which seats have heard of them by now."""
    lines = table.ledger.lines
    seats = [one for one in table.seats if not one.is_gm and not one.revoked]
    waits = {one: _waits(table, one) for one in {ANYBODY, *[one.knows for one in seats]}}
    from_some = set().union(*waits.values())
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
    """The lines that the seat is not to hear of before the game master has decided, whether it may know them or not."""
    first, lines = kept_from(table, seat), table.ledger.lines
    if first is None:
        return ()
    return {place for place in range(max(first, 0), len(lines)) if _is_news(lines[place], seat)}


def _is_news(line: Line, seat: Knows) -> bool:
    return not line.at_once and not line.undone and not (line.again and _had_heard(line, seat))


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
    if kept_from(table, seat) is not None:
        reader.deciding = True
        see_as_last_heard(table, reader)
    elif table.contest is not None:
        see(reader, table.contest, table.sitting)
    _read(table, reader)
    waiting = calls(table, seat)
    if reader.seen is not None or waiting:
        reader.view = _encode(with_calls(reader.seen or BEFORE, waiting))
    reader.revision = -1 if reader.deciding else table.revision
    return reader


def _read(table: Table, reader: Reader) -> None:
    """All lines that the reader may know, in the order in which he was told of them; the others wait."""
    seat, log, lines = reader.seat, reader.log, table.ledger.lines
    late = table.ledger.late.get(seat.characters, ()) if seat.kind != "gm" else ()
    waits = _waits(table, seat)
    for place in _as_told(len(lines), late) if late else range(len(lines)):
        line = lines[place]
        if place in waits:
            reader.waiting += [place] if knows(line, seat) else []
        elif knows(line, seat) and (not line.undone or _had_heard(line, seat)):
            log.add(place, line)
    reader.upto = len(lines)


def _as_told(count: int, late: Sequence[Late]) -> Iterable[int]:
    """The places of so many lines, each once, in the order in which they were told."""
    told_late = {place for one in late for place in one.lines}
    order: list[int] = []
    done = 0
    for one in late:
        end = min(one.before, count)
        order += [place for place in range(done, end) if place not in told_late]
        order += [place for place in one.lines if 0 <= place < count]
        done = max(done, end)
    order += [place for place in range(done, count) if place not in told_late]
    return dict.fromkeys(order)


def _had_heard(line: Line, seat: Knows) -> bool:
    """Whether the seat had heard of a line when it was taken back."""
    return seat.kind == "gm" or line.heard is None or any(set(who) <= set(seat.characters) for who in line.heard)


def see_as_last_heard(table: Table, reader: Reader) -> None:
    """Let the reader see the contest as it was when he last heard of it; before the start there is nothing to see."""
    if table.contest is None:
        return
    _, then = _before(table, table.contest, reader.seat)
    if then is not None:
        see(reader, then, replace(table.sitting, shared=Shared()), look_back)


def see(
    reader: Reader,
    contest: Contest,
    sitting: Sitting,
    look: Callable[[Contest, Knows, Sitting], tuple[Seen, frozenset[str]]] = seen,
) -> None:
    """Let the reader see the contest."""
    reader.seen, reader.known = look(contest, reader.seat, sitting)
    reader.begun = contest.started


def look_back(then: Contest, seat: Knows, sitting: Sitting) -> tuple[Seen, frozenset[str]]:
    """What the seat saw then; while the game master decided who comes first, what anybody could know of the start."""
    return (first_seen if held(then, seat, sitting.players) else seen)(then, seat, sitting)


def _before(table: Table, contest: Contest, seat: Knows) -> tuple[int, Contest | None]:
    """(how many acts stood, the contest then) when the seat last heard of it; (0, None) where it has not begun."""
    past, acts = contest.fork(), len(table.ledger.acts)
    while held(past, seat, table.players):
        if past.undoable is None:
            return (1, past) if past.started else (0, None)
        acts -= past.missing_die is None
        past.pop()
    return acts, past
