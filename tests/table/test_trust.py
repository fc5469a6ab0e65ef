"""A real table to its file and back: checked by anybody, opened again, gone on with under other rules."""

import pytest
from msgspec.structs import replace

from certamen.dice import Ask
from certamen.kernel.journal import parse
from certamen.kernel.state import state_hash
from certamen.table import fair
from certamen.table import protocol as say
from certamen.table.archive import export
from certamen.table.imported import imported
from certamen.table.past import past_of, steps
from certamen.table.store import Record, Room, Stored
from certamen.table.table import OWNER, Table
from certamen.table.verify import verify
from certamen.table.whole import items_of, whole_log
from tests.kernel.journals import bodies, put_together
from tests.table.rooms import KEYS, NOW
from tests.table.test_past import Played


@pytest.fixture
def played() -> Played:
    """A whole evening: two take their seats at different times, checks, throws, secrets, undo, an end."""
    one = Played()
    one.table.join(one.jack.id, "aa" * 16, NOW)
    one.play(8)
    one.do(say.Undo())
    one.do(say.Redo())
    one.do(say.Undo())
    one.play(5)
    one.table.join(one.looks_on.id, "bb" * 16, NOW)
    one.do(say.Call(("jack", "mara"), "check", {"plus": 2}))
    one.do(say.Roll("jack-check-1"), one.jack.id)
    one.do(say.Call(("sniper",), "check", {"plus": 2}, secret=True))
    one.do(say.Throw("3d6"), one.jack.id)
    one.play(12)
    one.do(say.Act("gm", "end", {"winner": "crew"}))
    return one


def file(played: Played, keys: fair.Keys = fair.NO_KEYS) -> bytes:
    return export(played.table.take_records(), keys)


def test_all_dice_are_checked_when_both_keys_are_shown(played: Played) -> None:
    played.do(say.RevealKey("open"))
    played.do(say.RevealKey("secret"))
    report = verify(file(played))
    assert report.fine, report.problems
    assert (report.dice.open, report.dice.secret, report.dice.wrong) == (0, 0, 0)
    assert report.dice.checked > 15
    assert report.values == (("Peter", "aa" * 16), ("Sue", "bb" * 16))
    assert not any("foresee" in line for line in report.lines)


def test_with_the_open_key_alone_the_secret_ones_are_counted(played: Played) -> None:
    played.do(say.RevealKey("open"))
    report = verify(file(played))
    assert report.fine
    assert report.dice.open == 0
    assert report.dice.secret > 0


def test_there_and_back_it_is_the_same_table_with_new_links(played: Played) -> None:
    link = played.do(say.Reissue(played.jack.id)).result["token"]
    stored, token = imported(file(played), "other", NOW + 10**6)
    again = Table.restore(stored, NOW + 10**6)
    assert played.table.contest is not None
    assert again.contest is not None
    assert state_hash(again.contest.state) == state_hash(played.table.contest.state)
    assert (again.id, again.title) == ("other", played.table.title)
    owner = again.seat_by_token(token)
    assert owner is not None
    assert owner.id == OWNER
    assert again.seat_by_token(link) is None
    assert again.seat_by_token("") is None
    for seat in (played.owner, played.jack, played.looks_on):
        now, then = again.seat(seat.id), played.seat(seat.id)
        assert now is not None
        assert items_of(whole_log(again, now)) == items_of(whole_log(played.table, then))
        assert (now.kind, now.name, now.characters, now.joined) == (then.kind, then.name, then.characters, then.joined)
    new = again.submit(OWNER, say.Command("new", say.Reissue(played.jack.id)), NOW)
    assert again.seat_by_token(new.result["token"]) is not None


def test_no_link_of_any_seat_stands_in_the_file(played: Played) -> None:
    token = played.do(say.Reissue(played.jack.id)).result["token"]
    data = file(played, KEYS).decode()
    assert token not in data
    assert not any(seat.token in data for seat in played.table.seats)


def test_one_that_came_in_without_its_keys_goes_on_and_verifies(played: Played) -> None:
    played.do(say.RevealKey("open"))
    stored, _ = imported(file(played), "other", NOW)
    again = Table.restore(stored, NOW)
    assert again.ledger.keys == {}
    assert again.submit(OWNER, say.Command("o", say.Act("gm", "reopen", {})), NOW).done
    assert again.submit(OWNER, say.Command("t", say.Throw("4d6", "jack")), NOW).done
    assert again.submit(OWNER, say.Command("e", say.Act("gm", "end", {"winner": ""})), NOW).done
    assert again.submit(OWNER, say.Command("k", say.RevealKey("open")), NOW).done
    report = verify(export([*stored.records, *again.take_records()]))
    assert report.fine, report.problems
    assert report.dice.checked >= 4
    assert report.commitments == fair.commitments(stored.room.keys)


def test_one_that_brought_its_keys_has_the_dice_it_would_have_had(played: Played) -> None:
    stored, _ = imported(file(played, KEYS), "other", NOW)
    again = Table.restore(stored, NOW)
    assert again.contest is not None
    assert played.table.contest is not None
    ask = Ask("jack", "open", 50, 100)
    assert again.contest.source.face(ask) == played.table.contest.source.face(ask)


def older(records: list[Record]) -> tuple[Record, ...]:
    """The same, kept under version 0 of the rules; an act in the middle came out otherwise then."""
    lines = bodies(b"".join(one.body for one in records if one.kind == "journal"))
    lines[0]["version"] = "0"
    entry = lines[8]["entry"]
    assert isinstance(entry, dict)
    entry["events"][0]["text"] = "as it was told then"
    data = iter(put_together(lines).splitlines(keepends=True))
    return tuple(replace(one, body=next(data)) if one.kind == "journal" else one for one in records)


def test_an_older_table_is_read_then_gone_on_with_from_where_the_rules_agree(played: Played) -> None:
    room = Room(id="t", title="T", ruleset="starcluster", version="0", created=NOW, touched=NOW, keys=KEYS)
    stored = Stored(room, older(played.table.take_records()))
    table = Table.restore(stored, NOW)
    owner = table.seat(OWNER)
    assert owner is not None
    assert "kept under starcluster 0" in table.reading
    assert past_of(table, owner) is None
    log = items_of(whole_log(table, owner))
    assert [one.text for one in log] == [one.text for one in items_of(whole_log(played.table, owner))]

    assert verify(export(stored.records)).fine
    assert "not played again: kept under" in "\n".join(verify(export(stored.records)).lines)

    assert table.submit(OWNER, say.Command("on", say.GoOn()), NOW).done
    assert table.contest is not None
    back = past_of(table, owner)
    assert back is not None
    assert len(table.contest.entries) == len(steps(back)) < 12
    for n in range(8):
        request = table.contest.requests[0]
        assert table.submit(OWNER, say.Command(f"d{n}", say.Default(request.id)), NOW).done
    records = [*stored.records, *table.take_records()]
    report = verify(export(records, KEYS))
    assert report.fine, report.problems
    assert any("left out when the table went on under other rules" in line for line in report.lines)
    assert (report.dice.open, report.dice.secret) == (0, 0)

    again = Table.restore(Stored(room, tuple(records)), NOW)
    assert again.contest is not None
    assert again.reading == ""
    assert state_hash(again.contest.state) == state_hash(table.contest.state)
    assert again.contest.counts == table.contest.counts
    assert parse(b"".join(one.body for one in records if one.kind == "journal"), "j").version == table.version


def test_a_table_of_real_dice(played: Played) -> None:
    assert played.table.contest is not None
    table, _ = Table.create(played.table.contest.encounter, id="t", now=NOW, dice="hand")
    assert table.contest is not None
    n = 0
    while table.contest.missing_die:
        n += 1
        request = table.contest.requests[0]
        face = say.Act(request.who, "roll", {"face": n}, request.id)
        assert table.submit(OWNER, say.Command(f"c{n}", face), NOW).done
    invited = table.submit(OWNER, say.Command("i", say.Invite("player", "Peter", ("jack",))), NOW).result
    check = say.Call(("jack",), "check", {"plus": 2}, secret=True)
    assert table.submit(OWNER, say.Command("s", check), NOW).result == {"calls": ["jack-secret-1"]}
    before = table.snapshot(invited["seat"])
    refused = table.submit(invited["seat"], say.Command("r", say.Roll("jack-secret-1", (80,))), NOW)
    assert refused.reason == "this check is not asked of you"
    asked = table.submit(OWNER, say.Command("r1", say.Roll("jack-secret-1")), NOW)
    assert asked.result == {"sides": 100, "purpose": "chance", "number": 1}
    assert table.submit(OWNER, say.Command("r2", say.Roll("jack-secret-1", (80,))), NOW).done
    assert table.snapshot(invited["seat"]) == before
    thrown = table.submit(invited["seat"], say.Command("t", say.Throw("2d6", faces=(6, 1))), NOW)
    assert thrown.done
    report = verify(export(table.take_records()))
    assert report.fine, report.problems
    assert report.dice.hand == n + 3 > 3
