"""A table opened from its records: what it was, its journal, and its contest, with no more played again than needed."""

import logging
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from certamen.dice import DiceError, Source
from certamen.kernel.contest import Contest
from certamen.kernel.errors import CertamenError
from certamen.kernel.records import Journal, parse
from certamen.kernel.restore import restore
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.state import state_hash
from certamen.table import events, fair
from certamen.table.ledger import Ledger
from certamen.table.protocol import Answer
from certamen.table.store import Record, SavedState, Stored

log = logging.getLogger("certamen.table")
ENTRY = b'{"entry":'


def journal_of(stored: Stored) -> tuple[Journal, dict[int, bytes]]:
    """The journal of a table, and its saved states by the place of their records in it (0 the first after the header).

    Raises JournalError where a line was altered, or one is missing.
    """
    lines = [record for record in stored.records if record.kind == "journal"]
    places = {record.n: place for place, record in enumerate(lines, -1)}
    states = {places[saved.n]: saved.state for saved in stored.states if saved.n in places}
    return parse(b"".join(line.body for line in lines), stored.room.title or stored.room.id), states


def reopen(stored: Stored, ruleset: Ruleset) -> tuple[Ledger, Journal, Contest | None, str]:
    """(what is on record, the journal, the contest or None, why it can only be read then).

    Raises JournalError or msgspec.DecodeError where the records are damaged.
    """
    happened = {one.n: events.decode(one.body) for one in stored.records if one.kind == "table"}
    values = [(one.seat, bytes.fromhex(one.value)) for one in happened.values() if isinstance(one, events.Joined)]
    source = fair.source(stored.room.keys, values)
    journal, states = journal_of(stored)
    contest, reading = _contest(journal, states, ruleset, source)
    return _ledger(stored.records, happened, journal), journal, contest, reading


def _contest(
    journal: Journal, states: Mapping[int, bytes], ruleset: Ruleset, source: Source
) -> tuple[Contest | None, str]:
    if journal.version != ruleset.version:
        why = f"kept under {ruleset.name} {journal.version}, this is {ruleset.version}"
        return None, f"{why}: it can be read, and gone on with"
    try:
        return restore(journal, ruleset, source, states), ""
    except (CertamenError, DiceError) as error:  # what it says may be the game master's secret
        log.warning("a table can only be read: %s", error)
        return None, "what is kept does not come out the same any more: it can only be read"


def _ledger(records: Iterable[Record], happened: Mapping[int, events.Happened], journal: Journal) -> Ledger:
    """The ledger as all records made it."""
    ledger, rest, started = Ledger(), iter(journal.records), False
    for record in records:
        if record.kind == "table":
            ledger.happened(happened[record.n], record.at, record.seat)
        elif started:
            ledger.journalled(next(rest), record.at)
        else:
            started = True
            ledger.begin(journal.header.encounter)
        if record.command:
            ledger.answers.setdefault((record.seat, record.command), Answer(record.command, done=True))
    ledger.moved.clear()
    return ledger


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
