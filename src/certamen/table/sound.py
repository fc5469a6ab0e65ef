"""What a file says happened at a table: could it have? Whatever no table would have recorded is named."""

import re
from collections.abc import Container, Iterator

from certamen.files.encounter import bad_name
from certamen.table import calls, events
from certamen.table.archive import Contents
from certamen.table.deeds import FARTHEST, LONGEST_WAIT, PICTURE
from certamen.table.events import Happened
from certamen.table.seats import MOST_SEATS, name_problem

_HASH = re.compile(r"[0-9a-f]{64}\Z")


def unsound(read: Contents, policies: Container[str]) -> Iterator[tuple[int, str]]:
    """(the record's number, what is wrong with it), of names, and of what happened besides the contest."""
    encounter = read.journal.header.encounter
    names = [encounter.title, *(text for one in encounter.participants for text in (one.name, one.player))]
    yield from ((read.lines[0], f"the name {name!r:.70} {why}") for name in names if (why := bad_name(name)))
    joined: dict[str, bool] = {}
    for n, _, what in read.happened:
        match what:
            case events.SeatMade():
                wrong = _seat(what, len(joined))
                joined[what.seat] = False
            case events.Joined() if joined.get(what.seat):
                wrong = f"{what.seat} joins a second time"
            case events.SeatChanged() | events.Reissued() | events.Revoked() | events.Joined():
                wrong = "" if what.seat in joined else f"there is no seat {what.seat!r:.70}"
                wrong = wrong or (name_problem(what.name) if isinstance(what, events.SeatChanged) else "")
                joined[what.seat] = joined.get(what.seat, False) or isinstance(what, events.Joined)
            case events.Undone():
                unknown = [seat for _, seats in what.seen for seat in seats if seat not in joined]
                wrong = f"there is no seat {unknown[0]!r:.70}" if unknown else ""
            case events.Decided():
                wrong = "" if not what.policy or what.policy in policies else f"there is no policy {what.policy!r:.70}"
            case _:
                wrong = _otherwise(what)
        if wrong:
            yield n, wrong


def _seat(made: events.SeatMade, before: int) -> str:
    if made.seat != f"seat-{before + 1}" or before >= MOST_SEATS:
        return f"{made.seat!r:.70} is not the next seat"
    if (made.kind == "owner") != (before == 0):
        return "the first seat is the owner's, and no other"
    return name_problem(made.name)


def _otherwise(what: Happened) -> str:
    match what:
        case events.Opened():
            hashes = what.commitments == ("", "") if what.dice == "hand" else all(map(_HASH.match, what.commitments))
            if not hashes:
                return "these are no hashes of keys"
            why = bad_name(what.title)
            return f"the title {why}" if why else ""
        case events.ClockSet():
            fine = all(0 <= seconds <= LONGEST_WAIT for seconds in what.seconds.values())
            return "" if fine else f"the clock counts up to {LONGEST_WAIT} seconds"
        case events.Rolled() | events.Thrown():
            kind = calls.CHECK if isinstance(what, events.Rolled) else calls.THROW
            return "" if (what.event.type, what.event.n) == (kind, 0) else f"this is no {kind}"
        case events.PictureSet():
            laid = what.picture
            if laid is None or (PICTURE.match(laid.id) and max(laid.width, laid.height) <= FARTHEST):
                return ""
            return "this is no picture of a table"
    return ""
