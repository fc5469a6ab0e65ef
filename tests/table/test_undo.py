"""Undo and redo at a table: named in words, across rounds, with what players had seen by then marked."""

from typing import Any

import msgspec

from certamen.kernel.action import GM, SAY
from certamen.kernel.state import state_hash
from certamen.table.protocol import Act, Decide, Default, Pause, Redo, Undo
from certamen.table.table import Table
from tests.table.games import NOW, OWNER, Game, example, frames, last

ALLEY = example("starcluster/alley")


def after_initiative(game: Game) -> None:
    """All keep their initiative; the first has his turn."""
    for request in list(game.contest.requests):
        game.done(OWNER, Act(request.who, "keep", {}, request.id))


def roll_on(game: Game) -> None:
    """Real dice show 11, 12 and so on till an act is asked for."""
    for face in range(11, 40):
        if (request := game.contest.requests[0]).kind != "dice":
            return
        game.done(OWNER, Act(request.who, "roll", {"face": face % int(request.about["sides"]) + 1}, request.id))


def attack(game: Game) -> Act:
    """The first acts, upon somebody."""
    request = game.contest.requests[0]
    offer = next(one for one in game.contest.offers(request) if one.verb == "attack")
    values = {field.name: field.options[0].id if hasattr(field, "options") else field.low for field in offer.fields}
    return Act(request.who, "attack", values, request.id)


def table_of(game: Game, seat: str) -> dict[str, Any]:
    seen: dict[str, Any] = last(game, seat)["table"]
    return seen


def test_what_undo_would_take_back_is_named_to_the_game_master_alone() -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack")
    after_initiative(game)
    deed = attack(game)
    game.done(OWNER, deed)
    names = {one.id: one.name for one in ALLEY.participants}
    assert table_of(game, OWNER)["undo"].startswith(f"{names[deed.actor]} attacks ")
    assert table_of(game, player)["undo"] == ""
    assert game.refused(player, Undo()) == "only the game master may do this"


def test_undo_gives_the_state_before_and_redo_the_state_after_with_the_same_dice() -> None:
    game = Game(ALLEY)
    after_initiative(game)
    before = state_hash(game.contest.state)
    game.done(OWNER, attack(game))
    after = state_hash(game.contest.state)
    game.done(OWNER, Undo())
    assert state_hash(game.contest.state) == before
    assert " attacks " in table_of(game, OWNER)["redo"]
    game.done(OWNER, Redo())
    assert state_hash(game.contest.state) == after
    assert table_of(game, OWNER)["redo"] == ""
    assert game.refused(OWNER, Redo()) == "there is nothing to do again"


def test_undo_goes_back_across_rounds_to_the_start_and_no_further() -> None:
    game = Game(ALLEY)
    first = state_hash(game.contest.state)
    while game.contest.state.round < 3 and game.contest.requests:
        game.done(OWNER, Default(game.contest.requests[0].id))
    while table_of(game, OWNER)["undo"]:
        game.done(OWNER, Undo())
    assert state_hash(game.contest.state) == first
    assert game.refused(OWNER, Undo()) == "there is nothing to undo"
    again = Table.restore(game.stored(), NOW)
    assert again.contest is not None
    assert state_hash(again.contest.state) == first


def test_what_was_taken_back_is_marked_and_who_had_seen_it_the_game_master_reads() -> None:
    game = Game(ALLEY)
    player, late = game.invite("player", "jack", name="Peter"), game.invite("spectator", name="Wall")
    game.done(player, Act("jack", SAY, {"text": "hold", "to": "all"}))
    key = max(last(game, player)["log"])
    game.done(OWNER, Undo())
    item = last(game, player)["log"][key]
    assert (item["undone"], item["n"], "seen" in item) == (True, 0, False)
    mine = next(one for one in last(game, OWNER)["log"].values() if one.get("said") == "hold")
    assert (mine["undone"], mine["seen"]) == (True, ["Peter", "Wall"])
    game.done(OWNER, Redo())
    assert "undone" not in last(game, player)["log"][key]
    assert last(game, late)["log"][key]["n"] > 0


def test_what_nobody_had_seen_is_nobody_s_to_have_seen() -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack", name="Peter")
    game.done(OWNER, Act(GM, "mark", {"name": "gate"}))
    heard = len(game.heard[player])
    game.done(OWNER, Undo())
    assert len(game.heard[player]) == heard
    mine = next(one for one in last(game, OWNER)["log"].values() if one["type"] == "gm_mark")
    assert mine["undone"]
    assert "seen" not in mine


def test_a_new_act_after_undo_has_new_dice_and_numbers_stay_in_order() -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack")
    after_initiative(game)
    deed = attack(game)
    game.done(OWNER, deed)
    faces = game.contest.entries[-1].dice
    game.done(OWNER, Undo())
    game.done(OWNER, attack(game))
    assert [die.n for die in game.contest.entries[-1].dice] != [die.n for die in faces]
    for seat in (OWNER, player):
        numbers = [one["n"] for one in last(game, seat)["log"].values() if one["n"]]
        assert numbers == sorted(set(numbers))


def test_undo_takes_back_what_policies_did_since_a_person_acted() -> None:
    game = Game(ALLEY)
    for who in ("heather", "bad-guy"):
        game.done(OWNER, Decide(who, "plain"))
    player = game.invite("player", "jack")
    game.done(player, Act("jack", "keep", {}, "jack-1"))
    assert any(entry.by == "policy plain" for entry in game.contest.entries)
    assert table_of(game, OWNER)["undo"] == "Jack Kelly keeps"
    after = state_hash(game.contest.state)
    game.done(OWNER, Undo())
    assert game.contest.entries[-1].by in ("", "policy plain")
    assert [one.who for one in game.contest.requests] == ["jack"]
    game.done(OWNER, Redo())
    assert state_hash(game.contest.state) == after


def test_what_a_policy_did_once_is_taken_back_alone() -> None:
    """So is what a policy did that decides no more, and what one did while the game is paused."""
    game = Game(ALLEY)
    game.done(OWNER, Act("heather", "keep", {}, "heather-1"))
    game.done(OWNER, Decide("bad-guy", "plain", once=True))
    assert table_of(game, OWNER)["undo"].startswith("Bad guy ")
    before = len(game.contest.entries)
    game.done(OWNER, Undo())
    assert len(game.contest.entries) == before - 1
    assert table_of(game, OWNER)["undo"] == "Heather Lee keeps"
    game.done(OWNER, Redo())
    assert len(game.contest.entries) == before
    game.done(OWNER, Decide("jack", "plain"))
    acted = len(game.contest.entries)
    assert acted > before
    assert table_of(game, OWNER)["undo"].startswith("Bad guy "), "Jack would do the same again"
    game.done(OWNER, Pause(True))
    assert table_of(game, OWNER)["undo"].startswith("Jack Kelly ")
    game.done(OWNER, Undo())
    assert len(game.contest.entries) == acted - 1


def test_an_act_that_waits_for_a_die_is_taken_back() -> None:
    game = Game(ALLEY, hand=True)
    game.invite("player", "jack")
    roll_on(game)
    after_initiative(game)
    roll_on(game)
    before = state_hash(game.contest.state)
    game.done(OWNER, attack(game))
    assert game.contest.requests[0].kind == "dice"
    game.done(OWNER, Undo())
    assert game.contest.requests[0].kind == "act"
    assert state_hash(game.contest.state) == before


def test_frames_are_the_contracts_after_undo_too() -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack")
    game.done(OWNER, Default(game.contest.requests[0].id))
    game.done(OWNER, Undo())
    assert [frame["type"] for frame in frames(game, player)[-4:]] == ["deciding", "update"] * 2
    assert msgspec.json.decode(game.heard[player][-1])["view"]


def test_what_a_seat_had_heard_when_it_was_taken_back_it_still_reads_after_a_restart() -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack", name="Peter")
    after_initiative(game)
    game.done(OWNER, attack(game))
    game.done(OWNER, Undo())
    live = game.table.log(player, count=999)[0]
    assert any(msgspec.json.decode(item).get("undone") for item in live)
    assert Table.restore(game.stored(), NOW).log(player, count=999)[0] == live


def test_after_a_restart_those_who_took_a_seat_have_seen_what_is_taken_back() -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack", name="Peter")
    game.invite("player", "heather", name="Ann", join=False)
    game.done(player, Act("jack", SAY, {"text": "hold", "to": "all"}))
    again = Game(ALLEY, table=Table.restore(game.stored(), NOW))
    again.done(OWNER, Undo())
    mine = next(one for one in last(again, OWNER)["log"].values() if one.get("said") == "hold")
    assert mine["seen"] == ["Peter"]


def test_a_policy_does_not_answer_anew_what_was_taken_back() -> None:
    """One whom a policy decides for only since then would take the redo away: it waits until somebody goes on."""
    game = Game(ALLEY)
    first, *others = list(game.contest.requests)
    game.done(OWNER, Act(first.who, "keep", {}, first.id))
    game.done(OWNER, Decide(first.who, "plain"))
    for request in others:
        game.done(OWNER, Act(request.who, "keep", {}, request.id))
    later = state_hash(game.contest.state)
    while game.contest.redoable is None or first.id not in [one.id for one in game.contest.requests]:
        game.done(OWNER, Undo())
    again = Table.restore(game.stored(), NOW)
    again.tick(NOW)
    assert again.contest is not None
    for contest in (game.contest, again.contest):
        assert contest.redoable is not None
        assert first.id in [one.id for one in contest.requests]
    while table_of(game, OWNER)["redo"]:
        game.done(OWNER, Redo())
    assert state_hash(game.contest.state) == later
