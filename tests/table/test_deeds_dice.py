"""Dice at a table: checks that are called for, throws, real dice that are typed in."""

from typing import Any

import pytest

from certamen.kernel.action import SAY
from certamen.kernel.state import state_hash
from certamen.odds.asking import questions
from certamen.table.protocol import (
    Act,
    Call,
    Command,
    Roll,
    Throw,
)
from certamen.table.table import Table
from tests.table.games import NOW, OWNER, Game, last
from tests.table.test_deeds import ALLEY


def query_of(game: Game) -> tuple[str, dict[str, Any]]:
    """A question of the ruleset, with what must be given."""
    query = questions(game.table.ruleset.name)[0]
    return query.name, {
        key.name: key.low if key.kind == "number" else key.choices[0] for key in query.keys if key.default is None
    }


def test_a_check_is_called_for_and_rolled_by_whom_it_is_asked_of() -> None:
    game = Game(ALLEY)
    player, wall = game.invite("player", "jack", name="Peter"), game.invite("spectator")
    query, values = query_of(game)
    answer = game.done(OWNER, Call(("jack", "heather"), query, values))
    first, second = answer.result["calls"]
    assert [(one["who"], one["mine"]) for one in last(game, player)["view"]["calls"]] == [
        ("jack", True),
        ("heather", False),
    ]
    assert game.refused(player, Roll(second)) == "this check is not asked of you"
    game.done(player, Roll(first))
    game.done(OWNER, Roll(second))
    assert last(game, wall)["view"]["calls"] == []
    rolls = [item for item in last(game, wall)["log"].values() if item["type"] == "check"]
    assert [(item["actor"], bool(item["dice"])) for item in rolls] == [("jack", True), ("heather", True)]
    assert game.refused(player, Roll(first)) == "this check is not asked of you"


def test_of_a_secret_check_nobody_else_hears() -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack")
    query, values = query_of(game)
    heard = len(game.heard[player])
    game.done(OWNER, Call(("jack", "bad-guy"), query, values, secret=True))
    game.done(OWNER, Throw("3d6", secret=True))
    assert len(game.heard[player]) == heard
    assert [item["type"] for item in last(game, OWNER)["log"].values()][-3:] == ["check", "check", "throw"]


def test_dice_of_checks_and_throws_go_on_after_opening_again() -> None:
    game = Game(ALLEY)
    game.done(OWNER, Throw("5d100", who="jack"))
    again = Table.restore(game.stored(), NOW)
    fresh, other = (_thrown(one) for one in (again, game.table))
    assert fresh == other
    assert fresh != game.table.ledger.lines[-2].text


def _thrown(table: Table) -> str:

    assert table.submit(OWNER, Command("again", Throw("5d100", who="jack")), NOW).done
    return table.ledger.lines[-1].text


@pytest.mark.parametrize("expression", ["", "d", "1000000d6", "1d6" + "+1" * 300, "explode", "2d6 ("])
def test_dice_that_cannot_be_thrown_are_refused(expression: str) -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack")
    assert game.refused(player, Throw(expression))
    assert not any(item["type"] == "throw" for item in last(game, OWNER)["log"].values())


def test_real_dice_are_asked_of_who_rolls_them() -> None:
    game = Game(ALLEY, hand=True)
    player = game.invite("player", "jack")
    assert last(game, OWNER)["table"]["dice"] == "hand"
    seen: set[str] = set()
    for k in range(60):
        request = game.contest.requests[0]
        if request.kind != "dice":
            break
        asked = {one["id"]: one["mine"] for one in last(game, OWNER)["view"]["asked"]}
        assert asked[request.id] == (request.who != "jack")
        if request.who == "jack":
            assert [one["id"] for one in last(game, player)["view"]["asked"]] == [request.id]
            assert [one["id"] for one in last(game, player)["view"]["figures"]] == ["jack"]
        seat = game.seat_of(request.who)
        assert game.refused(seat, Act(request.who, "roll", {"face": 1000}, request.id))
        game.done(seat, Act(request.who, "roll", {"face": 11 + k}, request.id))
        seen.add(request.who)
    assert "jack" in seen
    assert game.contest.started
    again = Table.restore(game.stored(), NOW)
    assert again.contest is not None
    assert state_hash(again.contest.state) == state_hash(game.contest.state)


def test_before_the_first_real_dice_are_in_there_is_but_the_die_to_see() -> None:
    game = Game(ALLEY, hand=True)
    player, wall = game.invite("player", "jack"), game.invite("spectator")
    assert not game.contest.started
    assert last(game, wall)["view"] is None
    view = last(game, OWNER)["view"]
    assert len(view["asked"]) == 1
    assert [(one["id"], one["player"]) for one in view["figures"]] == [
        (one.id, "player jack" if one.id == "jack" else "") for one in ALLEY.participants
    ]
    assert game.refused(player, Act("jack", SAY, {"text": "hm", "to": "all"}))


def test_a_real_die_of_a_check_is_asked_for_by_its_size() -> None:
    game = Game(ALLEY, hand=True)
    for k in range(60):
        request = game.contest.requests[0]
        if request.kind != "dice":
            break
        game.done(OWNER, Act(request.who, "roll", {"face": 11 + k}, request.id))
    query, values = query_of(game)
    [call] = game.done(OWNER, Call(("jack",), query, values)).result["calls"]
    answer = game.do(OWNER, Roll(call))
    assert (answer.done, answer.result["sides"], answer.result["number"]) == (False, 100, 1)
    game.done(OWNER, Roll(call, (42,)))
