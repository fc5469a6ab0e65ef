"""A table's file made a table again: checked as closely as anybody could, then opened with new links."""

from certamen.table import events, fair, seats
from certamen.table.archive import ArchiveError, altered, contents, keys_of, load
from certamen.table.store import Record, Room, Stored
from certamen.table.table import OWNER, Table
from certamen.table.verify import check


def imported(data: bytes, id: str, now: int) -> tuple[Stored, str]:
    """(the table, to be kept under this id, the token of its owner's link); now: Unix time in ms.

    Its log, its acts and its state are those of the file; its other seats have no link until they are given one anew,
    its clock stands still, and the picture under its map is gone. Where the keys of its dice are not in the file it has
    new ones, committed to anew. Raises CertamenError, with one message, for a file that is no table's or does not stand
    up to `certamen.table.verify`.
    """
    archive = load(data)
    broken = altered(archive)
    if broken:
        raise ArchiveError(f"record {broken[0]}, or one before it, was altered: its seal does not fit")
    read = contents(archive)
    report = check(read)
    if report.problems:
        raise ArchiveError(report.problems[0])
    opened = [what for _, _, what in read.happened if isinstance(what, events.Opened)][-1]
    keys = keys_of(archive)
    if opened.dice == "server" and (keys == fair.NO_KEYS or fair.commitments(keys) != opened.commitments):
        keys = fair.new_keys()
    token, hashed = seats.new_token()
    more: tuple[events.Happened, ...] = (
        events.Opened(id, opened.title, opened.dice, fair.commitments(keys)),
        events.Reissued(OWNER, hashed),
        events.ClockSet({}),
        events.PictureSet(None),
    )
    records = [Record(one.n, one.kind, one.at, one.seat, one.command, one.body.encode()) for one in archive.records]
    records += [Record(n, "table", now, "", "", events.encode(one)) for n, one in enumerate(more, len(records) + 1)]
    room = Room(
        id=id,
        title=opened.title,
        ruleset=report.ruleset,
        version=report.version,
        created=now,
        touched=now,
        keys=keys,
    )
    stored = Stored(room, tuple(records))
    _try(stored)
    return stored, token


def _try(stored: Stored) -> None:
    """Raises ArchiveError where it cannot be sat at: the last thing a file made up by somebody could still break."""
    try:
        Table.restore(stored).snapshot(OWNER)
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        raise ArchiveError(f"it does not hold together: {type(error).__name__}") from None
