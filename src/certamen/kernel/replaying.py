"""A journal played again with the dice that fell, compared, and gone on with under other rules."""

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from certamen.dice import Ask, ByHand, DiceError, Seeded, Source, parse_tape
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import CertamenError, IllegalAction, JournalError
from certamen.kernel.event import Die
from certamen.kernel.record import Entry, counts_after
from certamen.kernel.records import Header, Journal, Record, WentOn, left_out
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.state import state_hash


class Fallen:
    """Dice whose keys the journal does not hold: they have fallen, and no more can be had."""

    def __init__(self, name: str) -> None:
        self.name = name

    def face(self, ask: Ask) -> int:
        """Raises DiceError, always."""
        raise DiceError(f"a d{ask.sides} of {ask.roller} cannot be had: the keys of these dice are at their table")


def source_of(header: Header) -> Source:
    """The dice a journal was played with. Raises JournalError for dice that need more than the journal holds."""
    try:
        if header.source == ByHand.name:
            return ByHand()
        if header.tape:
            return parse_tape(header.tape, header.source)
        return Seeded.read(header.source)
    except DiceError as error:
        raise JournalError(f"the journal's dice cannot be had again: {error}") from None


def encounter_of(header: Header, ruleset: Ruleset) -> Encounter:
    """The header's encounter, sheets and scene of the ruleset's types. Raises JournalError where they do not fit."""
    encounter = header.encounter
    try:
        people = tuple(
            replace(
                entry,
                sheet=msgspec.convert(entry.sheet, ruleset.sheet),
                seems=entry.seems and msgspec.convert(entry.seems, ruleset.sheet),
            )
            for entry in encounter.participants
        )
        return replace(encounter, participants=people, scene=msgspec.convert(encounter.scene, ruleset.scene))
    except (msgspec.ValidationError, ValueError, TypeError) as error:
        raise JournalError(f"the journal's encounter does not fit {ruleset.name} {ruleset.version}: {error}") from None


class Replay(Struct, frozen=True):
    """A journal played again.

    parts_at: the number of the first entry that differs, 0 for none; why: how; agree: so many records before it came
    out as recorded.
    """

    contest: Contest
    parts_at: int
    why: str
    agree: int


def replay(journal: Journal, ruleset: Ruleset, *, to: int | None = None, source: Source | None = None) -> Replay:
    """Play the records again (the first `to` of them), with the faces that fell, and compare.

    It stops at the first entry that does not come out as recorded; states recorded before play went on under other
    rules are not compared. `source` gives the dice that fall from here on, where the journal's own cannot be had again;
    keyed dice are taken as recorded, and none can be had after them (`table.verify` checks them).
    Raises JournalError when it cannot begin.
    """
    if journal.header.ruleset != ruleset.name:
        raise JournalError(f"{journal.name}: a journal of {journal.header.ruleset}, not of {ruleset.name}")
    try:
        fallen = source or (Fallen(journal.header.source) if journal.is_keyed else source_of(journal.header))
        encounter = encounter_of(journal.header, ruleset)
    except JournalError as error:
        raise JournalError(f"{journal.name}:1: {error}") from None
    checked = None if source or isinstance(fallen, ByHand | Fallen) else fallen
    contest: Contest | None = None
    records = journal.records[:to]
    skipped = left_out(records)
    newest = max((place for place, one in enumerate(records) if one.went_on), default=-1)
    entries = 0
    for place, record in enumerate(records):
        entries += record.entry is not None
        try:
            if contest is None:
                contest = _begin(ruleset, encounter, fallen, record)
            elif record.went_on is not None or place in skipped:
                pass_over(contest, record)
                continue
            else:
                _do(contest, record)
            if record.entry is not None:
                _compare(contest, record.entry, record.hash if place > newest else "", checked)
        except (CertamenError, DiceError) as error:
            reason = error.refusal.reason if isinstance(error, IllegalAction) else str(error)
            why = f"{journal.name}:{place + 2}: entry {entries}: {reason}{_older(journal, ruleset)}"
            if contest is None:
                raise JournalError(why) from None
            return Replay(contest, entries, why, place)
    if contest is None:
        raise JournalError(f"{journal.name}: the journal holds no entry")
    return Replay(contest, 0, "", len(records))


def _begin(ruleset: Ruleset, encounter: Encounter, source: Source, record: Record) -> Contest:
    if record.entry is not None:
        return Contest(ruleset, encounter, source, given=record.entry.dice)
    if record.pending is not None:
        return Contest(ruleset, encounter, source, given=record.pending.faces)
    raise JournalError("nothing stands yet that could be taken back")


def _do(contest: Contest, record: Record) -> None:
    if record.entry is not None:
        contest.replay_entry(record.entry)
    elif record.undo is not None:
        contest.pop()
    elif record.redo is not None:
        contest.redo()
    elif record.pending is not None:
        contest.wait(record.pending.action, record.pending.faces, record.pending.by)


def pass_over(contest: Contest, record: Record) -> None:
    """Count the dice of a record that no longer counts otherwise: they have fallen all the same."""
    if record.entry is None:
        return
    contest.counts = {**contest.counts, **counts_after(record.entry)}
    contest.index += len(record.entry.dice)


def go_on(journal: Journal, ruleset: Ruleset, source: Source | None = None, by: str = "") -> tuple[Contest, Record]:
    """The contest of an older journal under the present rules, and the record that says so, for its next line.

    It goes on from after the last record up to which dice and events come out as recorded; `Record.went_on` tells how
    many those are. Raises JournalError where not even the start does.
    """
    mark = Record(went_on=WentOn(ruleset.version, len(journal.records), by))
    agree = replay(replace(journal, records=(*journal.records, mark)), ruleset, source=source).agree
    mark = Record(went_on=WentOn(ruleset.version, min(agree, len(journal.records)), by))
    if not agree:
        raise JournalError(f"{journal.name}: it starts otherwise under {ruleset.name} {ruleset.version}: begin it anew")
    return replay(replace(journal, records=(*journal.records, mark)), ruleset, source=source).contest, mark


def _older(journal: Journal, ruleset: Ruleset) -> str:
    version = journal.version
    return f" (kept under {ruleset.name} {version}, this is {ruleset.version})" if version != ruleset.version else ""


def _compare(contest: Contest, then: Entry, after: str, source: Source | None) -> None:
    if contest.missing_die is not None:
        raise JournalError("fewer dice are recorded than the rules ask for")
    now = contest.entries[-1]
    if len(now.dice) != len(then.dice):
        raise JournalError(f"{len(then.dice)} dice are recorded, {len(now.dice)} fall")
    for number, (die, recorded) in enumerate(zip(now.dice, then.dice, strict=True), 1):
        if die != recorded:
            raise JournalError(f"die {number} comes out otherwise than recorded{_difference(die, recorded)}")
    if source is not None:
        _check_faces(source, now.dice, contest.index - len(now.dice))
    for mine, theirs in zip(now.events, then.events, strict=False):
        if mine != theirs:
            raise JournalError(
                f"event {theirs.n} ({theirs.type}) comes out otherwise than recorded{_difference(mine, theirs)}"
            )
    if len(now.events) != len(then.events):
        raise JournalError(f"{len(now.events)} events come out, {len(then.events)} are recorded")
    if now.action != then.action or (after and state_hash(contest.state) != after):
        raise JournalError("the state after it is not the one recorded")


def _check_faces(source: Source, dice: tuple[Die, ...], index: int) -> None:
    """Raises JournalError for a face that the journal's own source would not have given."""
    for position, die in enumerate(dice, index):
        face = source.face(Ask(die.roller, die.kind, die.n, die.sides, die.purpose, position))
        if face != die.face:
            raise JournalError(
                f"a d{die.sides} of {die.roller} shows {die.face} in the record, {source.name} gives {face}"
            )


def _difference(mine: Struct, theirs: Struct) -> str:
    name = next(name for name in mine.__struct_fields__ if getattr(mine, name) != getattr(theirs, name))
    return f": {name} {getattr(theirs, name)!r:.80} is recorded, {getattr(mine, name)!r:.80} comes out"
