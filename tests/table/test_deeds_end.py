"""The end of a contest at a table: talk, keys shown, a picture; a table of older rules."""

from typing import Any

import msgspec
from msgspec.structs import replace

from certamen.kernel.action import GM, SAY
from certamen.kernel.records import Header, sealed
from certamen.kernel.records import Record as Line
from certamen.kernel.state import state_hash
from certamen.rulesets import find
from certamen.table.protocol import (
    Act,
    GoOn,
    Invite,
    Picture,
    RevealKey,
    Undo,
)
from certamen.table.table import Table
from tests.table.games import NOW, OWNER, Game, example, last
from tests.table.test_deeds import ALLEY, log, over


def test_when_it_is_over_people_may_still_talk_and_the_game_master_may_go_on() -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack")
    over(game)
    page = last(game, player)["view"]
    assert (page["outcome"]["winner"], page["asked"], page["waiting"], page["acting"]) == ("travellers", [], [], "")
    assert game.refused(player, Act("jack", "keep", {}, "jack-1")) == "the contest is over"
    game.done(player, Act("jack", SAY, {"text": "well played", "to": "all"}))
    game.done(OWNER, Act(GM, "reopen"))
    assert last(game, player)["view"]["outcome"] is None
    assert game.contest.requests


def test_keys_are_shown_when_it_is_over() -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack")
    assert game.refused(OWNER, RevealKey("open")).startswith("a key is shown when the contest is over")
    over(game)
    game.done(OWNER, RevealKey("open"))
    assert last(game, player)["table"]["keys"] == {"open": "01" * 32}
    game.done(OWNER, RevealKey("secret"))
    assert last(game, player)["table"]["keys"] == {"open": "01" * 32, "secret": "02" * 32}
    hand = Game(ALLEY, hand=True)
    assert hand.refused(OWNER, RevealKey("open")) == "people roll their own dice at this table: there is no key"


def test_a_picture_lies_under_the_map() -> None:
    game = Game(example("dualaction/skirmish"))
    player = game.invite("spectator")
    game.done(OWNER, Picture("map-1", -100, 0, 2000, 1500))
    assert last(game, player)["table"]["picture"] == {"id": "map-1", "x": -100, "y": 0, "width": 2000, "height": 1500}
    for deed in (Picture("../x"), Picture("x" * 65), Picture("x", 10**12), Picture("x", 0, 0, -1, 5)):
        assert game.refused(OWNER, deed) == "this is no picture of the table, or lies beyond any map"
    game.done(OWNER, Picture(""))
    assert last(game, player)["table"]["picture"] is None


def older(game: Game) -> Table:
    """The table opened again as if it had been kept under other rules."""
    stored = game.stored()
    ruleset = find("starcluster")
    header = next(one for one in stored.records if one.kind == "journal")

    mark, records = "", []
    for record in stored.records:
        body = record.body
        if record.kind == "journal":
            plain = body[: body.rindex(b',"seal"')] + b"}"
            what: Any = msgspec.json.decode(plain, type=Header if record is header else Line)
            body, mark = sealed(mark, replace(what, version="0") if record is header else what)
        records.append(replace(record, body=body))
    assert ruleset.version != "0"
    return Table.restore(replace(stored, records=tuple(records)), NOW)


def test_a_table_of_older_rules_is_read_and_goes_on_when_the_game_master_says_so() -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack", name="Peter")
    game.done(player, Act("jack", "keep", {}, "jack-1"))
    game.done(OWNER, Act("heather", "keep", {}, "heather-1"))
    read = Game(ALLEY, table=older(game))
    read.records = list(game.records)
    read.look(player)
    page = last(read, player)
    assert page["view"] is None
    assert page["table"]["reading"].startswith("kept under starcluster 0, this is")
    assert [item["text"] for item in page["log"].values()] == log(game, player)
    assert read.refused(player, Act("jack", SAY, {"text": "hm", "to": "all"})) == page["table"]["reading"]
    assert read.refused(OWNER, Undo()) == page["table"]["reading"]
    read.done(OWNER, Invite("spectator", "Wall"))
    read.done(OWNER, GoOn())
    assert (last(read, player)["table"]["reading"], last(read, player)["table"]["version"]) == (
        "",
        find("starcluster").version,
    )
    assert [one.who for one in read.contest.requests] == ["bad-guy"]
    assert state_hash(read.contest.state) == state_hash(game.contest.state)
    read.done(OWNER, Act("bad-guy", "keep", {}, "bad-guy-1"))
    assert game.refused(OWNER, GoOn()) == "the table is kept under the present rules already"
