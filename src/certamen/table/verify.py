"""A table's file checked: its seals, its acts played again, its dice against what was promised. For anybody to run."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from certamen.dice import ByHand
from certamen.files.journals import fault
from certamen.kernel.errors import CertamenError
from certamen.kernel.journal import replay
from certamen.kernel.records import Record, left_out
from certamen.rulesets import find
from certamen.table import events
from certamen.table.archive import Contents, altered, contents, load
from certamen.table.checking import Look, look
from certamen.table.sound import unsound

MOST_PROBLEMS = 50


class Dice(Struct, frozen=True):
    """How many dice were checked, how many of those are wrong, how many could not be (open, secret, by hand)."""

    checked: int = 0
    wrong: int = 0
    open: int = 0
    secret: int = 0
    hand: int = 0


class Report(Struct, frozen=True, kw_only=True):
    """What came of checking. problems: what is wrong, and where; lines: what was checked, what was not, and why.

    commitments: the hashes of the open and the secret key; values: (seat's name, what it gave), in the order they came.
    """

    fine: bool
    title: str = ""
    ruleset: str = ""
    version: str = ""
    records: int = 0
    acts: int = 0
    dice: Dice = Dice()
    commitments: tuple[str, str] = ("", "")
    values: tuple[tuple[str, str], ...] = ()
    problems: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


def verify(data: bytes) -> Report:
    """Check a table's file. Raises CertamenError for what is no table's file at all."""
    archive = load(data)
    problems = [f"record {n}: it, or one before it, was altered: its seal does not fit" for n in altered(archive)]
    try:
        return check(contents(archive), problems)
    except CertamenError as error:
        return Report(fine=False, records=len(archive.records), problems=_first([*problems, str(error)]))


def check(read: Contents, problems: Sequence[str] = ()) -> Report:
    """The report on a file that can be read; `problems` are those found in reading it. Raises ArchiveError."""
    seen = look(read)
    wrong, played = _played(read)
    found = [*problems, *wrong, *(f"record {n}: {text}" for n, text in sorted([*seen.problems, *_unsound(read)]))]
    names = {what.seat: what.name for _, _, what in read.happened if isinstance(what, events.SeatMade)}
    seals = [] if problems else [f"The seals of all {len(read.archive.records)} records fit."]
    return Report(
        fine=not found,
        title=[what.title for _, _, what in read.happened if isinstance(what, events.Opened)][-1],
        ruleset=read.journal.header.ruleset,
        version=read.journal.version,
        records=len(read.archive.records),
        acts=_acts(read.journal.records),
        dice=Dice(seen.right + seen.wrong, seen.wrong, seen.kept_open, seen.kept_secret, seen.hand),
        commitments=seen.commitments,
        values=tuple((names.get(one.seat, one.seat), one.value) for one in seen.values),
        problems=_first(found),
        lines=(*seals, *played, *_checked(seen), *_mixed(seen, names)),
    )


def _first(problems: list[str]) -> tuple[str, ...]:
    more = len(problems) - MOST_PROBLEMS
    return tuple(problems) if more <= 0 else (*problems[:MOST_PROBLEMS], f"and {more} more")


def _acts(records: Iterable[Record]) -> int:
    return sum(one.entry is not None for one in records)


def _played(read: Contents) -> tuple[list[str], list[str]]:
    """(what does not come out as recorded, what was played again and what was not)."""
    journal = read.journal
    try:
        ruleset = find(journal.header.ruleset)
        older = journal.version != ruleset.version
        if not older and (wrong := fault(journal, ruleset)):
            return [f"record {read.lines[0]}: {wrong}"], []
        again = replay(journal, ruleset, source=ByHand())
    except CertamenError as error:
        return [str(error)], []
    if again.why and not older:
        return [f"record {read.lines[again.agree + 1]}: {again.why}"], []
    acts, out = _acts(journal.records[: again.agree]), _acts(journal.records[n] for n in left_out(journal.records))
    lines = [f"{_many(acts - out, 'act')} played again, with all that was told of them: the same."]
    if out:
        lines.append(f"{_many(out, 'act')} left out when the table went on under other rules: not played again.")
    if again.why:
        rest = _acts(journal.records) - acts
        kept = f"kept under {ruleset.name} {journal.version}, this is {ruleset.version}"
        lines.append(f"{_many(rest, 'act')} not played again: {kept}, and there they part.")
    return [], lines


def _unsound(read: Contents) -> Iterable[tuple[int, str]]:
    try:
        return unsound(read, find(read.journal.header.ruleset).policies)
    except CertamenError:  # told by `_played`
        return ()


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {'dice' if what == 'die' else what + 's'}"


def _checked(seen: Look) -> Iterator[str]:
    """What was checked of the dice, what was not, and why."""
    if seen.right:
        yield f"{_many(seen.right, 'die')} checked: as the keys and the values give them."
    for count, why in (
        (seen.wrong, "otherwise than the keys and the values give them."),
        (seen.kept_open, "open, not checked: the open key is not shown yet."),
        (seen.kept_secret, "in secret, not checked: the secret key is not shown, and need not be."),
        (seen.hand, "rolled by hand: there is nothing to check them against."),
        (seen.early, "fell before anybody had given a value: they hang on the keys alone."),
        (seen.late, "open, fell after the open key was shown: whoever saw it could foresee them."),
    ):
        if count:
            yield f"{_many(count, 'die')} {why}"
    if seen.policy:
        yield f"{_many(seen.policy, 'act')} chosen by policies with dice of their own, which are not kept: not checked."


def _mixed(seen: Look, names: Mapping[str, str]) -> Iterator[str]:
    """What was committed to, and who gave which value when: for each to compare with what he knows."""
    if seen.commitments[0]:
        yield f"Committed to: the open key by {seen.commitments[0]}, the secret key by {seen.commitments[1]}."
    for one in seen.values:
        after = f"after {_many(one.after, 'die')}" if one.after else "before any die"
        yield f"{names.get(one.seat, one.seat)} gave {one.value} {after}."
