"""Every die of a table looked at again: does it follow from the keys committed to and the values given?"""

from collections.abc import Iterator
from operator import itemgetter

from msgspec import Struct

from certamen.dice import Ask, ByHand
from certamen.dice.source import UNMIXED, commitment, keyed_face, mixed_with, read_commitments
from certamen.kernel.event import Die
from certamen.kernel.records import Header, Record
from certamen.table import calls, events
from certamen.table.archive import Contents, keys_of
from certamen.table.events import Happened
from certamen.table.fair import NO_KEYS, read_value


class Given(Struct, frozen=True):
    """A value mixed into the dice: the record's number, the seat, what it gave, after how many dice."""

    record: int
    seat: str
    value: str
    after: int


class Look(Struct):
    """What came of looking at all dice.

    commitments: the hashes of the open and the secret key, as last told; values: in the order they came; problems:
    (record, what is wrong). right, wrong: dice checked; kept_open, kept_secret: dice whose key is not shown; hand: dice
    that people rolled; policy: acts that a policy chose with dice; early: dice before any value was given; late: open
    dice after the open key was shown.
    """

    commitments: tuple[str, str] = ("", "")
    values: list[Given] = []
    problems: list[tuple[int, str]] = []
    right: int = 0
    wrong: int = 0
    kept_open: int = 0
    kept_secret: int = 0
    hand: int = 0
    policy: int = 0
    early: int = 0
    late: int = 0


def look(contents: Contents) -> Look:
    """Look at all dice, in the order they fell."""
    seen, mixed = Look(), UNMIXED
    keys = _keys_shown(contents, seen)
    counts: dict[tuple[str, str], int] = {}
    shown: set[str] = set()
    for record, what in in_order(contents):
        match what:
            case Header():
                _check_header(seen, record, what)
            case events.Opened():
                seen.commitments = what.commitments
            case events.Joined():
                mixed = mixed_with(mixed, what.seat, read_value(what.value))
                seen.values.append(Given(record, what.seat, what.value, _fallen(seen)))
            case events.KeyShown():
                shown.add(seen.commitments[what.key != "open"])
        for roller, die in _dice(what):
            if (wrong := _out_of_turn(counts, roller, die)) is not None:
                seen.problems.append((record, wrong))
            own = seen.commitments[die.kind != "open"]
            seen.early += bool(own) and mixed == UNMIXED
            seen.late += die.kind == "open" and own in shown
            _check(seen, record, roller, die, mixed, keys.get(own) if own else None)
        if isinstance(what, Record) and what.entry:
            seen.policy += what.entry.policy_dice > 0
    return seen


def in_order(contents: Contents) -> Iterator[tuple[int, Header | Record | Happened]]:
    """(number, what it holds) of each record."""
    held: dict[int, Header | Record | Happened] = {n: what for n, _, what in contents.happened}
    held.update(zip(contents.lines, (contents.journal.header, *contents.journal.records), strict=True))
    return iter(sorted(held.items(), key=itemgetter(0)))


def _keys_shown(contents: Contents, seen: Look) -> dict[str, bytes]:
    """The keys in the file by their hashes; one that was shown and is not what was committed to is told."""
    keys = {commitment(key): key for key in keys_of(contents.archive)} if keys_of(contents.archive) != NO_KEYS else {}
    told = ("", "")
    for record, _, what in contents.happened:
        if isinstance(what, events.Opened):
            told = what.commitments
        elif isinstance(what, events.KeyShown):
            key = _key(what.value)
            if commitment(key) == told[what.key != "open"]:
                keys[commitment(key)] = key
            else:
                seen.problems.append((record, f"the {what.key} key shown is not the one committed to"))
    return keys


def _key(digits: str) -> bytes:
    try:
        return bytes.fromhex(digits)
    except ValueError:
        return b""


def _check_header(seen: Look, record: int, header: Header) -> None:
    told = ("", "") if header.source == ByHand.name else read_commitments(header.source)
    if told != seen.commitments:
        seen.problems.append((record, "the contest is not played with the dice that the table opened with"))


def _dice(what: Header | Record | Happened) -> Iterator[tuple[str, Die]]:
    """The dice that fell in a record, each with the roller of its stream."""
    if isinstance(what, Record) and what.entry:
        yield from ((die.roller, die) for die in what.entry.dice)
    elif isinstance(what, events.Rolled | events.Thrown):
        yield from ((calls.stream(what.event, die), die) for die in what.event.dice)


def _out_of_turn(counts: dict[tuple[str, str], int], roller: str, die: Die) -> str | None:
    """Why this is not the next die of its stream: whoever could pass dice over could choose among them."""
    due = counts.get((roller, die.kind), 0)
    counts[roller, die.kind] = die.n + 1
    return None if die.n == due else f"{_named(roller, die)} is recorded where no. {due + 1} is next"


def _fallen(seen: Look) -> int:
    return seen.right + seen.wrong + seen.kept_open + seen.kept_secret + seen.hand


def _check(seen: Look, record: int, roller: str, die: Die, mixed: bytes, key: bytes | None) -> None:
    if not seen.commitments[0]:
        seen.hand += 1
    elif key is None and die.kind == "open":
        seen.kept_open += 1
    elif key is None:
        seen.kept_secret += 1
    elif (face := keyed_face(key, mixed, Ask(roller, die.kind, die.n, die.sides))) == die.face:
        seen.right += 1
    else:
        seen.wrong += 1
        seen.problems.append((record, f"{_named(roller, die)} shows {die.face}, the key and the values give {face}"))


def _named(roller: str, die: Die) -> str:
    return f"{die.kind} die no. {die.n + 1} of {roller}, a d{die.sides},"
