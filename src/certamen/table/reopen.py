"""What opening a table needs of its records: the journal, and states kept on the way, to spare playing it again."""

from collections.abc import Sequence

import msgspec

from certamen.kernel.contest import Contest
from certamen.kernel.records import Journal, parse
from certamen.kernel.state import state_hash
from certamen.table.store import Record, SavedState, Stored

ENTRY = b'{"entry":'


def journal_of(stored: Stored) -> tuple[Journal, dict[int, bytes]]:
    """The journal of a table, and its saved states by the place of their records in it (0 the first after the header).

    Raises JournalError where a line was altered, or one is missing.
    """
    lines = [record for record in stored.records if record.kind == "journal"]
    places = {record.n: place for place, record in enumerate(lines, -1)}
    states = {places[saved.n]: saved.state for saved in stored.states if saved.n in places}
    return parse(b"".join(line.body for line in lines), stored.room.title or stored.room.id), states


def last_entry(records: Sequence[Record], before: int = 0) -> int:
    """The n of the record whose entry led to the state after these records, 0 where none did (after an undo).

    before: what it was before them.
    """
    for record in reversed(records):
        if record.kind == "journal":
            return record.n if record.body.startswith(ENTRY) else 0
    return before


def state_to_save(contest: Contest, n: int) -> SavedState | None:
    """The state after the entry in record n, to be kept; None where it would not come back the same."""
    body = msgspec.json.encode(contest.state)
    try:
        again = msgspec.json.decode(body, type=contest.ruleset.state)
    except msgspec.ValidationError:
        return None
    return SavedState(n, body) if state_hash(again) == state_hash(contest.state) else None
