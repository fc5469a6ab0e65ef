"""A table's file made a table again: checked as closely as anybody could, then opened with new links."""

from certamen.table import events, fair, seats
from certamen.table.archive import ArchiveError, altered, contents, keys_of, load
from certamen.table.store import Record, Room, Stored
from certamen.table.verify import check


def imported(data: bytes, id: str, now: int) -> tuple[Stored, str]:
    """(the table, to be kept under this id, the token of its owner's link); now: Unix time in ms.

    Its log, its acts and its state are those of the file; its other seats have no link until they are given one anew.
    Where the keys of its dice are not in the file it has new ones, committed to anew. Raises CertamenError, with one
    message, for a file that is no table's or does not stand up to `certamen.table.verify`.
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
    owner = next((what for _, _, what in read.happened if isinstance(what, events.SeatMade)), None)
    if owner is None or owner.kind != "owner":
        raise ArchiveError("nobody owns the table in it")
    keys = keys_of(archive)
    if opened.dice == "server" and (keys == fair.NO_KEYS or fair.commitments(keys) != opened.commitments):
        keys = fair.new_keys()
    token, hashed = seats.new_token()
    last = len(archive.records)
    more: tuple[events.Happened, ...] = (
        events.Opened(id, opened.title, opened.dice, fair.commitments(keys)),
        events.Reissued(owner.seat, hashed),
    )
    records = [Record(one.n, one.kind, one.at, one.seat, one.command, one.body.encode()) for one in archive.records]
    records += [Record(n, "table", now, "", "", events.encode(one)) for n, one in enumerate(more, last + 1)]
    room = Room(
        id=id,
        title=opened.title,
        ruleset=report.ruleset,
        version=report.version,
        created=now,
        touched=now,
        keys=keys,
    )
    return Stored(room, tuple(records)), token
