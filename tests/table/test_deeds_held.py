"""What may be told while the game master decides, and what waits till he has."""

import msgspec
from msgspec.structs import replace

from certamen.kernel.action import GM, SAY
from certamen.table.protocol import (
    Act,
    Call,
    Default,
    Roll,
    Throw,
)
from certamen.table.table import Table
from tests.table.games import NOW, OWNER, Game, frames, last
from tests.table.test_deeds import ALLEY, hidden_foe, log
from tests.table.test_deeds_dice import query_of


def hold(game: Game) -> None:
    """All but the hidden one have shifted: he alone is asked, and players are not told."""
    for request in list(game.contest.requests):
        if request.who != "bad-guy":
            game.done(OWNER, Default(request.id))
    assert [one.who for one in game.contest.requests] == ["bad-guy"]


def test_while_only_a_hidden_one_is_asked_players_hear_nothing_of_the_contest() -> None:
    game = Game(hidden_foe())
    player = game.invite("player", "jack")
    hold(game)
    assert frames(game, player)[-1]["type"] == "deciding"
    assert last(game, player)["deciding"]
    n = len(game.heard[player])
    game.done(OWNER, Act(GM, "set", {"path": "jack.constitution", "value": 3}))
    assert len(game.heard[player]) == n
    page = msgspec.json.decode(game.table.snapshot(player))
    assert (page["deciding"], page["view"]) == (True, last(game, player)["view"])
    game.done(OWNER, Default("bad-guy-1"))
    assert frames(game, player)[n]["type"] == "update"
    assert not last(game, player)["deciding"]


def test_who_comes_while_the_game_master_decides_sees_what_the_others_last_saw() -> None:
    game = Game(hidden_foe())
    player = game.invite("player", "jack")
    hold(game)
    for table in (game.table, Table.restore(game.stored(), NOW)):
        late = msgspec.json.decode(table.snapshot(player))
        assert (late["view"], late["deciding"]) == (last(game, player)["view"], True)
        assert [item["text"] for item in late["log"]] == log(game, player)


def test_what_is_said_thrown_and_called_for_meanwhile_is_told_at_once() -> None:
    game = Game(hidden_foe())
    player = game.invite("player", "jack", name="Peter")
    hold(game)
    view = last(game, player)["view"]
    query, values = query_of(game)
    game.done(player, Act("jack", SAY, {"text": "what now?", "to": "all"}))
    game.done(player, Throw("1d6"))
    [call] = game.done(OWNER, Call(("jack",), query, values)).result["calls"]
    assert log(game, player)[-3:][0] == "Jack Kelly: what now?"
    assert all(frame.get("deciding") for frame in frames(game, player)[-3:])
    assert [one["id"] for one in last(game, player)["view"]["calls"]] == [call]
    game.done(player, Roll(call))
    assert last(game, player)["view"] == view
    game.done(OWNER, Default("bad-guy-1"))
    numbers = [item["n"] for item in last(game, player)["log"].values() if item["n"]]
    assert len(set(numbers)) == len(numbers)


def test_a_result_is_reviewed_before_players_hear_of_it() -> None:
    game = Game(replace(ALLEY, review=True))
    player = game.invite("player", "jack")
    for request in list(game.contest.requests):
        game.done(OWNER, Act(request.who, "keep", {}, request.id))
    for _ in range(20):
        request = game.contest.requests[0]
        if request.kind == "review":
            break
        offers = [offer for offer in game.contest.offers(request) if offer.verb == "attack" and offer.closed is None]
        if offers:
            values = {f.name: f.options[0].id if hasattr(f, "options") else f.low for f in offers[0].fields}
            game.done(OWNER, Act(request.who, "attack", values, request.id))
        else:
            game.done(OWNER, Default(request.id))
    review = game.contest.requests[0]
    assert (review.kind, last(game, player)["deciding"]) == ("review", True)
    [asked] = last(game, OWNER)["view"]["asked"]
    assert asked["kind"] == "review"
    would = [(one["text"], one.get("brief"), one.get("dice"), one.get("parts")) for one in asked["held"]]
    assert any(one[2] for one in would)
    before = len(game.heard[player])
    game.done(OWNER, Act(GM, "accept", {}, review.id))
    assert frames(game, player)[before]["type"] == "update"
    assert not last(game, player)["deciding"]
    told = last(game, OWNER)["log"].values()
    done = [(one["text"], one.get("brief"), one.get("dice"), one.get("parts")) for one in told]
    assert done[-len(would) :] == would
