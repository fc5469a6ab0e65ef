"""A contest opened from its journal without playing it again: from the states that were kept on the way."""

from collections.abc import Mapping, Sequence

import msgspec

from certamen.dice import Source
from certamen.kernel.contest import Contest
from certamen.kernel.errors import JournalError
from certamen.kernel.record import Entry, Kept, counts_after
from certamen.kernel.records import Journal, Pending, Record, left_out
from certamen.kernel.replaying import encounter_of, replay
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.state import State, state_hash


def restore(journal: Journal, ruleset: Ruleset, source: Source, states: Mapping[int, bytes]) -> Contest:
    """The contest as it stands after the last record, only what was done since the newest state played again.

    states: `msgspec.json` of states, by the place (from 0) of the record whose entry led to each; one that is not what
    that record says counts for nothing. Raises JournalError for a journal of other rules, or that does not replay.
    """
    if (journal.header.ruleset, journal.version) != (ruleset.name, ruleset.version):
        then = f"{journal.header.ruleset} {journal.version}"
        raise JournalError(f"{journal.name}: kept under {then}, this is {ruleset.name} {ruleset.version}")
    standing, undone, waiting = _standing(journal.records)
    newest = max((place for place, one in enumerate(journal.records) if one.went_on), default=-1)
    found = {
        n: state
        for n, place in enumerate(standing)
        if place in states and place > newest
        for state in [_state(states[place], ruleset, journal.records[place].hash)]
        if state is not None
    }
    if not found:
        played = replay(journal, ruleset, source=source)
        if played.why:
            raise JournalError(played.why)
        return played.contest
    counts, index = _dice(journal.records)
    kept = Kept(_entries(journal, standing), found, _entries(journal, undone), counts, index)
    contest = Contest(ruleset, encounter_of(journal.header, ruleset), source, kept=kept)
    if waiting is not None:
        contest.wait(waiting.action, waiting.faces, waiting.by)
    return contest


def _standing(records: Sequence[Record]) -> tuple[list[int], list[int], Pending | None]:
    """The places of the records whose entries stand, of those taken back, and the act that waits for a die."""
    skipped = left_out(records)
    standing: list[int] = []
    undone: list[int] = []
    waiting: Pending | None = None
    for place, record in enumerate(records):
        if place in skipped or record.went_on is not None:
            continue
        if record.entry is not None:
            standing.append(place)
            undone.clear()
        elif record.redo is not None:
            standing.append(undone.pop())
        elif record.undo is not None and waiting is None:
            undone.append(standing.pop())
        waiting = record.pending
    return standing, undone, waiting


def _entries(journal: Journal, places: Sequence[int]) -> tuple[Entry, ...]:
    entries = (journal.records[place].entry for place in places)
    return tuple(entry for entry in entries if entry is not None)


def _dice(records: Sequence[Record]) -> tuple[dict[tuple[str, str], int], int]:
    """How many dice of each stream fell, and how many open and secret ones in all; what was taken back counts too."""
    counts: dict[tuple[str, str], int] = {}
    index = 0
    for record in records:
        if record.entry is not None:
            counts.update(counts_after(record.entry))
            index += len(record.entry.dice)
    return counts, index


def _state(body: bytes, ruleset: Ruleset, hash: str) -> State | None:
    """The state, if it is the one with this hash."""
    try:
        state = msgspec.json.decode(body, type=ruleset.state)
    except msgspec.DecodeError:
        return None
    return state if state_hash(state) == hash else None
