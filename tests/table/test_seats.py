"""Seats: links, who may do what, characters handed over, and what a seat then knows."""

import msgspec
import pytest

from certamen.kernel.action import GM, SAY
from certamen.table.protocol import (
    Act,
    Acts,
    Call,
    Change,
    Clock,
    Decide,
    Deed,
    Default,
    GoOn,
    Invite,
    Pause,
    Picture,
    Redo,
    Reissue,
    RevealKey,
    Revoke,
    Roll,
    Throw,
    Undo,
    Words,
)
from certamen.table.seats import token_hash
from tests.table.games import OWNER, Game, example, frames, last, with_people

ALLEY = example("starcluster/alley")
GM_DEEDS: list[Deed] = [
    Acts((Act(GM, "skip"),)),
    Default("jack-1"),
    Decide("jack", "plain"),
    Undo(),
    Redo(),
    Pause(True),
    Clock({"act": 60}),
    Invite("spectator", "Wall"),
    Change("seat-2", "Paul"),
    Reissue("seat-2"),
    Revoke("seat-2"),
    Call(("jack",), "chance"),
    Picture("map"),
    RevealKey("open"),
    GoOn(),
]
PLAYER_DEEDS: list[Deed] = [
    Act("jack", SAY, {"text": "hm", "to": "all"}),
    Words("keep"),
    Roll("check-1"),
    Throw("1d6"),
]


def test_a_link_opens_its_seat_and_is_told_once() -> None:
    game = Game(ALLEY)
    answer = game.done(OWNER, Invite("player", "Peter", ("jack",)))
    token = str(answer.result["token"])
    seat = game.table.seat_by_token(token)
    assert seat is not None
    assert (seat.id, seat.name, seat.characters, seat.token) == ("seat-2", "Peter", ("jack",), token_hash(token))
    assert len(token) == 43
    everything = b"".join(record.body for record in game.records) + b"".join(game.heard[OWNER])
    assert token.encode() not in everything
    assert seat.token.encode() not in b"".join(game.heard[OWNER])
    for wrong in ("", token[:-1], token + "x", "\ud800"):
        assert game.table.seat_by_token(wrong) is None


def test_a_new_link_ends_the_old_one_and_a_revoked_seat_may_do_nothing() -> None:
    game = Game(ALLEY)
    old = str(game.done(OWNER, Invite("player", "Peter", ("jack",))).result["token"])
    new = str(game.done(OWNER, Reissue("seat-2")).result["token"])
    assert game.table.seat_by_token(old) is None
    assert game.table.seat_by_token(new) is not None
    game.done(OWNER, Revoke("seat-2"))
    assert game.table.seat_by_token(new) is None
    assert game.refused("seat-2", Throw("1d6")) == "the link of this seat was revoked"
    assert last(game, OWNER)["table"]["seats"][1]["revoked"]
    again = str(game.done(OWNER, Reissue("seat-2")).result["token"])
    assert game.table.seat_by_token(again) is not None
    assert game.do("seat-2", Throw("1d6")).done


def test_of_a_revoked_seat_its_characters_wait_for_the_game_master() -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack")
    asked = next(one for one in last(game, OWNER)["view"]["asked"] if one["who"] == "jack")
    assert not asked["mine"]
    game.done(OWNER, Revoke(player))
    asked = next(one for one in last(game, OWNER)["view"]["asked"] if one["who"] == "jack")
    assert asked["mine"]


@pytest.mark.parametrize("deed", GM_DEEDS, ids=lambda deed: type(deed).__name__)
def test_what_the_game_master_does_nobody_else_may(deed: Deed) -> None:
    game = Game(ALLEY)
    player, spectator, screen = game.invite("player", "jack"), game.invite("spectator"), game.invite("screen")
    assert game.refused(player, deed) == "only the game master may do this"
    assert game.refused(spectator, deed) == "you only look on here"
    assert game.refused(screen, deed) == "you only look on here"


@pytest.mark.parametrize("deed", PLAYER_DEEDS, ids=lambda deed: type(deed).__name__)
def test_those_who_look_on_do_nothing(deed: Deed) -> None:
    game = Game(ALLEY)
    for seat in (game.invite("spectator"), game.invite("screen")):
        assert game.refused(seat, deed) == "you only look on here"


def test_a_player_acts_for_his_own_alone() -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack")
    for who in ("heather", "bad-guy", GM, "nobody"):
        assert game.refused(player, Act(who, SAY, {"text": "hm", "to": "all"})) == f"you do not play {who}"
    assert game.refused(player, Throw("1d6", who="heather")) == "you do not play heather"
    assert game.refused(player, Throw("1d6", secret=True)) == "only the game master rolls in secret"
    game.done(player, Act("jack", "keep", {}, "jack-1"))


def test_the_game_master_acts_for_anybody() -> None:
    game = Game(ALLEY)
    game.invite("player", "jack")
    game.done(OWNER, Act("jack", "keep", {}, "jack-1"))
    game.done(OWNER, Act("bad-guy", "keep", {}, "bad-guy-1"))


def test_only_the_owner_gives_and_takes_game_masters_seats() -> None:
    game = Game(ALLEY)
    other = game.invite("gm", name="Maud")
    only = "only the owner of the table gives and takes the game masters' seats"
    for deed in (Invite("gm", "Mo"), Reissue(other), Revoke(OWNER), Reissue(OWNER), Change(OWNER, "Me")):
        assert game.refused(other, deed) == only
    assert game.refused(other, RevealKey("open")) == "only the owner of the table shows a key of its dice"
    assert game.refused(OWNER, Invite("owner", "Mo")) == "a table has one owner"
    assert game.refused(OWNER, Revoke(OWNER)) == "the owner's seat cannot be taken away"
    game.done(other, Invite("player", "Peter", ("jack",)))
    game.done(other, Undo()) if game.table.ledger.last_own() else game.done(other, Pause(True))
    game.done(OWNER, Revoke(other))


@pytest.mark.parametrize(
    ("deed", "reason"),
    [
        (Invite("player", ""), "a seat's name has 1 to 80 characters"),
        (Invite("player", "x" * 81), "a seat's name has 1 to 80 characters"),
        (Invite("player", "a\nb"), "a seat's name must be one that people can read"),
        (Invite("player", "a\u202eb"), "a seat's name must be one that people can read"),
        (Invite("player", "Peter", ("nobody",)), "there is no participant nobody"),
        (Invite("player", "Peter", ("jack", "jack")), "a seat has at most 100 characters, each once"),
        (Invite("spectator", "Wall", ("jack",)), "only a player has characters"),
        (Change("seat-9", "Peter"), "there is no such seat"),
        (Revoke("seat-9"), "there is no such seat"),
    ],
)
def test_a_seat_that_cannot_be_is_refused(deed: Deed, reason: str) -> None:
    assert Game(ALLEY).refused(OWNER, deed) == reason


def test_a_character_is_handed_over_and_both_are_sent_all_anew() -> None:
    game = Game(ALLEY)
    peter, paula = game.invite("player", "jack", name="Peter"), game.invite("player", "heather", name="Paula")
    game.done(OWNER, Change(peter, "Peter"))
    game.done(OWNER, Change(paula, "Paula", ("heather", "jack")))
    for seat, mine in ((peter, []), (paula, ["heather", "jack"])):
        assert [frame["type"] for frame in frames(game, seat)].count("snapshot") == 2
        assert sorted(one["who"] for one in last(game, seat)["view"]["asked"]) == mine
        numbers = [one["n"] for one in frames(game, seat)]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert game.refused(peter, Act("jack", "keep", {}, "jack-1")) == "you do not play jack"
    game.done(paula, Act("jack", "keep", {}, "jack-1"))


def test_another_name_changes_what_others_see_and_nothing_more() -> None:
    game = Game(ALLEY)
    peter, wall = game.invite("player", "jack", name="Peter"), game.invite("spectator")
    game.done(OWNER, Change(peter, "Petra", ("jack",)))
    assert frames(game, peter)[-1]["type"] == "update"
    assert [one["name"] for one in last(game, wall)["table"]["seats"]][1] == "Petra"
    assert last(game, wall)["view"]["figures"][0]["player"] == "Petra"


def test_of_a_seat_that_plays_somebody_hidden_others_do_not_see_whom() -> None:
    begun = with_people(ALLEY)
    hidden = msgspec.structs.replace(begun.participants[2], hidden=True)
    game = Game(msgspec.structs.replace(begun, participants=(*begun.participants[:2], hidden)))
    peter, spy = game.invite("player", "jack"), game.invite("player", hidden.id, name="Spy")
    by_id = {one["id"]: one for one in last(game, peter)["table"]["seats"]}
    assert by_id[spy]["characters"] == []
    assert hidden.id.encode() not in b"".join(game.heard[peter])
    assert {one["id"]: one for one in last(game, spy)["table"]["seats"]}[spy]["characters"] == [hidden.id]
    game.done(OWNER, Act(GM, "reveal", {"who": hidden.id, "to": ""}))
    assert {one["id"]: one for one in last(game, peter)["table"]["seats"]}[spy]["characters"] == [hidden.id]


def test_there_are_so_many_seats_and_no_more() -> None:
    game = Game(ALLEY)
    for k in range(99):
        game.done(OWNER, Invite("spectator", f"Wall {k}"))
    assert game.refused(OWNER, Invite("spectator", "Wall")) == "a table has at most 100 seats"


def test_who_first_joins_mixes_a_value_into_the_dice_and_is_told_of() -> None:
    game = Game(ALLEY)
    before = game.contest.source.mixed
    peter = game.invite("player", "jack", name="Peter")
    after = game.contest.source.mixed
    assert before != after
    assert "Peter takes a seat." in [one["text"] for one in last(game, OWNER)["log"].values()]
    game.table.join(peter, "f" * 32, game.now)
    assert game.contest.source.mixed == after
