"""A table as one file: there and back to the same table with new links; what is hostile is refused, quickly, once."""

import json
import time
from collections.abc import Callable
from functools import cache
from hashlib import sha256

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from certamen.kernel.errors import CertamenError
from certamen.kernel.event import Event
from certamen.kernel.journal import replay
from certamen.kernel.records import parse, seal
from certamen.kernel.state import state_hash
from certamen.table import events, fair, seats
from certamen.table.archive import MOST_BYTES, ArchiveError, export, load
from certamen.table.imported import imported
from certamen.table.protocol import PictureSeen
from certamen.table.store import Record, Stored
from certamen.table.table import Table
from certamen.table.verify import verify
from tests.kernel.journals import bodies, put_together
from tests.table.forged import NASTY, somewhere
from tests.table.rooms import KEYS, NOW, OPEN, SECRET, Kept, played


@cache
def kept() -> Kept:
    return played()


@cache
def file() -> bytes:
    return export(kept().records)


def journal(stored: Stored) -> bytes:
    return b"".join(one.body for one in stored.records if one.kind == "journal")


def test_there_and_back_it_is_the_same_table() -> None:
    stored, token = imported(file(), "other", NOW)
    played_again = replay(parse(journal(stored), "j"), kept().ruleset, source=fair.source(stored.room.keys))
    assert played_again.why == ""
    assert state_hash(played_again.contest.state) == state_hash(kept().contest.state)
    assert played_again.contest.events == kept().contest.events
    assert played_again.contest.counts == kept().contest.counts
    same = [replace(one, body=b"") for one in kept().records]
    assert [replace(one, body=b"") for one in stored.records[: len(same)]] == same
    assert (stored.room.id, stored.room.title, stored.room.ruleset) == ("other", "Behind the depot", "starcluster")
    assert [one.n for one in stored.records] == list(range(1, len(stored.records) + 1))
    opened, owner, clock, picture = (events.decode(one.body) for one in stored.records[-4:])
    assert isinstance(opened, events.Opened)
    assert (opened.id, opened.commitments) == ("other", fair.commitments(stored.room.keys))
    assert owner == events.Reissued("seat-1", sha256(token.encode()).hexdigest())
    assert (clock, picture) == (events.ClockSet({}), events.PictureSet(None))


def test_what_opens_a_seat_never_stands_in_the_file() -> None:
    one = Kept()
    token, hashed = seats.new_token()
    one.happen(events.SeatMade("seat-2", "player", "Ann", ("jack",), hashed))
    one.happen(events.Reissued("seat-2", hashed))
    for keys in (fair.NO_KEYS, KEYS):
        data = export(one.records, keys)
        assert hashed.encode() not in data
        assert token.encode() not in data
        assert b"h" * 64 not in data


def test_keys_stand_in_it_only_when_they_are_given() -> None:
    assert not any(key.hex().encode() in file() for key in KEYS)
    assert all(key.hex().encode() in export(kept().records, KEYS) for key in KEYS)


def test_with_the_keys_it_goes_on_with_the_same_dice() -> None:
    stored, _ = imported(export(kept().records, KEYS), "other", NOW)
    assert stored.room.keys == KEYS


def test_without_them_it_is_committed_anew_and_verifies_then_too() -> None:
    stored, _ = imported(file(), "other", NOW)
    assert not {OPEN, SECRET} & set(stored.room.keys)
    again = [*stored.records]
    last = again[-1].n
    values = [("seat-2", b"\xaa" * 16), ("seat-3", b"\xbb" * 16)]
    dice = fair.source(stored.room.keys, values)
    one = Kept()
    one.records, one.counts = again, dict(kept().counts)
    one.contest = kept().contest.fork(dice)
    one.throw("4d6")
    one.happen(events.KeyShown("open", stored.room.keys[0].hex()))
    report = verify(export(one.records))
    assert report.fine, report.problems
    assert (report.dice.checked, len(one.records)) == (4, last + 2)


def test_a_table_of_real_dice_goes_there_and_back() -> None:
    one = Kept(fair.NO_KEYS)
    for _ in range(20):
        one.contest.take_default(one.contest.requests[0])
    stored, _ = imported(export(one.records), "other", NOW)
    assert stored.room.keys == fair.NO_KEYS
    assert replay(parse(journal(stored), "j"), one.ruleset).why == ""


def test_an_older_table_comes_in_to_be_read() -> None:
    stored, _ = imported(export(retold(0, version="0")), "other", NOW)
    assert stored.room.version == "0"


def test_a_file_a_program_has_laid_out_anew_is_the_same() -> None:
    other = json.dumps(json.loads(file()), ensure_ascii=True, indent=7).encode()
    assert verify(other) == verify(file())
    assert load(other) == load(file())


# --- hostile files -----------------------------------------------------------------------------------------------


def retold(place: int, **changes: object) -> list[Record]:
    """The records with these fields of the journal's line at `place` changed, sealed again."""
    lines = bodies(b"".join(one.body for one in kept().records if one.kind == "journal"))
    lines[place].update(changes)
    data = iter(put_together(lines).splitlines(keepends=True))
    return [replace(one, body=next(data)) if one.kind == "journal" else one for one in kept().records]


def renamed(name: str) -> list[Record]:
    """The records of a contest of another title, sealed again."""
    header = msgspec.json.decode(kept().records[2].body)
    header["encounter"]["title"] = name
    return retold(0, encounter=header["encounter"])


def retyped(**changes: object) -> bytes:
    """The file with these of its fields."""
    return msgspec.json.encode({**msgspec.json.decode(file()), **changes})


def with_first(**changes: object) -> bytes:
    """The file with these fields of its first record."""
    whole = msgspec.json.decode(file())
    whole["records"][0].update(changes)
    return msgspec.json.encode(whole)


def with_event(body: str, n: int = 8) -> bytes:
    """A well sealed file in which this is said to have happened, in place of record n (the first join)."""
    archive, mark, made = load(file()), "", []
    for one in archive.records:
        one = replace(one, body=body) if one.n == n else one
        mark = seal(mark, msgspec.json.encode((one.n, one.kind, one.at, one.seat, one.command, one.body)))
        made.append(replace(one, seal=mark))
    return msgspec.json.encode(replace(archive, records=tuple(made)))


DEEP = "[" * 100_000


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not the file of a table: Input data was truncated"),
        (b"\xff\xfe{}", "not the file of a table: JSON is malformed"),
        (b"[]", "not the file of a table: Expected `object`, got `array`"),
        (b"{}", "not the file of a table: Object missing required field `records`"),
        (b'{"certamen":"journal"}', "not the file of a table: Invalid enum value 'journal'"),
        (DEEP.encode(), "not the file of a table: "),
        (b'{"records":' + DEEP.encode(), "not the file of a table: "),
        (b'{"x":' * 50_000, "not the file of a table: "),
        (b" " * (MOST_BYTES + 1), "larger than a table's file may be (64 MB)"),
        (b'{"kind":1}' * 200_001, "more than 200000 records"),
    ],
    ids=range(10),
)
def test_what_is_no_table_is_refused(data: bytes, said: str) -> None:
    began = time.monotonic()
    for reads in (verify, lambda data: imported(data, "x", NOW)):
        with pytest.raises(ArchiveError) as caught:
            reads(data)
        assert str(caught.value).startswith(said)
        assert "\n" not in str(caught.value)
    assert time.monotonic() - began < 3


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: retyped(format=2), "a table's file of format 2; this program reads format 1"),
        (lambda: retyped(records=[]), "the file of a table without any record"),
        (lambda: retyped(more=1), "not the file of a table: Object contains unknown field `more`"),
        (lambda: with_first(n=2), "record 1 is missing: 2 stands in its place"),
        (lambda: with_first(kind="other"), "not the file of a table: Invalid enum value 'other'"),
        (lambda: with_first(at="now"), "not the file of a table: Expected `int`, got `str`"),
        (lambda: with_first(body={"a": 1}), "not the file of a table: Expected `str`, got `object`"),
        (lambda: with_first(body="x"), "record 1, or one before it, was altered: its seal does not fit"),
        (lambda: with_event("{}"), "record 8 cannot be read: Object missing required field `type`"),
        (lambda: with_event('{"type":"joined","seat":"s","value":"zz"}'), "record 8 cannot be read: the value mixed"),
        (lambda: with_event('{"type":"answered","answer":' + DEEP), "record 8 cannot be read: "),
        (lambda: export(retold(0, ruleset="chess")), "there is no ruleset 'chess'"),
        (
            lambda: export(retold(0, format=9)),
            "the table's journal:1: a journal of format 9",
        ),
        (lambda: export(kept().records[1:]), "record 1 is missing: 2 stands in its place"),
        (lambda: export([replace(one, n=n) for n, one in enumerate(kept().records[1:], 1)]), "it does not begin with"),
        (
            lambda: export(retold(3, hash="0" * 32)),
            "record 6: the table's journal:4: entry 3: the state",
        ),
        (lambda: export(renamed("A\u202eB")), "record 3: the name 'A\\u202eB' holds the character U+202E"),
        (lambda: retyped(keys=["zz", ""]), "the keys of the dice in it are no keys"),
        (lambda: retyped(keys=["00", "11"]), "the keys of the dice in it are no keys"),
    ],
)
def test_a_file_that_was_made_up_is_refused_with_what_is_wrong(make: Callable[[], bytes], said: str) -> None:
    data = make()
    began = time.monotonic()
    with pytest.raises(CertamenError) as caught:
        imported(data, "x", NOW)
    assert said in str(caught.value)
    assert time.monotonic() - began < 2


def happening(what: events.Happened) -> bytes:
    """The file of a table at which this happened in place of the first join."""
    return with_event(events.encode(what).decode())


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (events.SeatMade("seat-9", "player", "Ann", (), ""), "record 8: 'seat-9' is not the next seat"),
        (events.SeatMade("seat-3", "owner", "Ann", (), ""), "record 8: the first seat is the owner's, and no other"),
        (
            events.SeatMade("seat-3", "player", "A\u202enn", (), ""),
            "record 8: a seat's name must be one that",
        ),
        (events.SeatMade("seat-3", "player", "A" * 81, (), ""), "record 8: a seat's name has 1 to 80 characters"),
        (events.SeatChanged("seat-2", "", ()), "record 8: a seat's name has 1 to 80 characters"),
        (events.Revoked("seat-7"), "record 8: there is no seat 'seat-7'"),
        (events.Undone(((1, ("seat-7",)),)), "record 8: there is no seat 'seat-7'"),
        (events.Decided("jack", "nope"), "record 8: there is no policy 'nope'"),
        (events.ClockSet({"act": -1}), "record 8: the clock counts up to 2592000 seconds"),
        (events.Rolled("", Event("attack", "jack")), "record 8: this is no check"),
        (events.Thrown(Event("throw", "jack", n=4)), "record 8: this is no throw"),
        (events.PictureSet(PictureSeen("../x", 0, 0, 1, 1)), "record 8: this is no picture of a table"),
        (events.Opened("x", "T", "server", ("a", "b")), "record 8: these are no hashes of keys"),
        (events.Opened("x", "T\n", "hand", ("", "")), "record 8: the title holds the character U+000A"),
    ],
)
def test_what_no_table_would_have_recorded_is_refused(what: events.Happened, said: str) -> None:
    with pytest.raises(CertamenError) as caught:
        imported(happening(what), "x", NOW)
    assert str(caught.value).startswith(said)
    assert said in "\n".join(verify(happening(what)).problems)


@given(st.data())
def test_whatever_is_written_into_a_file_it_is_a_table_or_refused(data: st.DataObject) -> None:
    """Anything at all in place of anything that happened at the table, sealed again."""
    record = data.draw(st.sampled_from([one for one in kept().records if one.kind == "table"]))
    what = msgspec.json.decode(record.body)
    holder, key = somewhere(data, what)
    holder[key] = data.draw(NASTY)
    try:
        stored, token = imported(with_event(msgspec.json.encode(what).decode(), record.n), "x", NOW)
    except CertamenError:
        return
    table = Table.restore(stored, NOW)
    assert table.seat_by_token(token) is not None
    for seat in table.seats:
        table.snapshot(seat.id)
    table.tick(NOW)
