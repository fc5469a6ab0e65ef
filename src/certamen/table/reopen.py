"""A table's contest opened from what is kept: the newest saved state, and only what was done since played again."""

from collections.abc import Sequence

import msgspec

from certamen.dice import Source
from certamen.kernel.contest import Contest
from certamen.kernel.records import Journal, parse
from certamen.kernel.restore import restore
from certamen.kernel.ruleset import Ruleset
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


def reopen(stored: Stored, ruleset: Ruleset, source: Source) -> tuple[Journal, Contest]:
    """(the journal, the contest as it stands), without playing everything again.

    Raises JournalError where the journal is damaged, or was kept under rules that now give something else.
    """
    journal, states = journal_of(stored)
    return journal, restore(journal, ruleset, source, states)


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
