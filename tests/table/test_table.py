"""A table: what its frames hold; it opens again as it was."""

import os
import random
from pathlib import Path

import msgspec
import pytest

from certamen.kernel.action import GM, SAY
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import EncounterError
from certamen.kernel.state import state_hash
from certamen.table.protocol import (
    Act,
    Clock,
    Command,
    Deciding,
    Deed,
    Default,
    Redo,
    Snapshot,
    Throw,
    Undo,
    Update,
)
from certamen.table.table import Table
from tests.conformance.examples import ENCOUNTERS, encounter, name
from tests.table.games import KEYS, NOW, OWNER, Game, as_page, example, frames, last, reopened

SOAK = bool(os.environ.get("CERTAMEN_SOAK"))
ALLEY = example("starcluster/alley")


def fresh(begun: Encounter = ALLEY) -> tuple[Game, str, str]:
    """(a table, the seat that plays the first, a spectator's)."""
    game = Game(begun)
    return game, game.invite("player", begun.participants[0].id, name="Peter"), game.invite("spectator")


def test_a_table_begins_with_its_owner() -> None:
    table, token = Table.create(ALLEY, id="t", now=NOW, title="An evening", keys=KEYS)
    seat = table.seat_by_token(token)
    assert seat is not None
    assert (seat.id, seat.kind, table.title) == (OWNER, "owner", "An evening")
    assert token not in str([record.body for record in table.take_records()])
    page = as_page(table.snapshot(OWNER))
    assert len(page["table"]["commitments"][0]) == 64
    assert (page["table"]["gm"], page["table"]["undo"], page["earlier"]) == (True, "", False)


def test_what_cannot_be_started_opens_no_table() -> None:
    with pytest.raises(EncounterError):
        Table.create(msgspec.structs.replace(ALLEY, participants=()), id="t", now=NOW)


def test_every_frame_is_one_of_the_contracts() -> None:
    for path in ENCOUNTERS:
        game, player, spectator = fresh(encounter(path))
        rng = random.Random(3)
        for _ in range(8):
            game.step(rng)
        for seat in (OWNER, player, spectator):
            for frame in game.heard[seat]:
                msgspec.json.decode(frame, type=Snapshot | Update | Deciding)


def test_frames_are_numbered_one_by_one() -> None:
    game, player, spectator = fresh()
    rng = random.Random(1)
    while game.step(rng):
        pass
    for seat in (OWNER, player, spectator):
        numbers = [frame["n"] for frame in frames(game, seat)]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def test_an_act_of_one_who_is_known_is_followed_by_deciding_and_an_update() -> None:
    game, player, spectator = fresh()
    game.done(player, Act("jack", "keep", {}, "jack-1"))
    for seat in (player, spectator):
        assert [frame["type"] for frame in frames(game, seat)[-2:]] == ["deciding", "update"]
    assert frames(game, OWNER)[-1]["type"] == "update"


def test_a_player_is_asked_and_offered_and_the_game_master_sees_who_is_waited_for() -> None:
    game, player, spectator = fresh()
    [asked] = last(game, player)["view"]["asked"]
    assert (asked["who"], asked["mine"], bool(asked["offers"])) == ("jack", True, True)
    by_who = {one["who"]: one for one in last(game, OWNER)["view"]["asked"]}
    assert (by_who["jack"]["mine"], "offers" in by_who["jack"]) == (False, False)
    assert (by_who["bad-guy"]["mine"], bool(by_who["bad-guy"]["offers"])) == (True, True)
    assert last(game, spectator)["view"]["asked"] == []
    assert last(game, spectator)["view"]["waiting"] == ["gm", "jack"]
    assert game.table.offers(OWNER, "jack-1") == game.table.offers(player, "jack-1")
    assert game.table.offers(player, "heather-1") is None


@pytest.mark.parametrize("path", ENCOUNTERS, ids=name)
def test_pages_that_lay_updates_over_their_snapshot_hold_what_a_new_snapshot_holds(path: Path) -> None:
    game, player, spectator = fresh(encounter(path))
    rng = random.Random(5)
    for k in range(24):
        if not game.step(rng):
            break
        if k % 7 == 3:
            deeds: list[Deed] = [Undo(), Redo(), Act(GM, SAY, {"text": "so", "to": "all"}), Clock({"act": 60})]
            game.do(OWNER, rng.choice(deeds))
    for seat in (OWNER, player, spectator):
        page, whole = last(game, seat), as_page(game.table.snapshot(seat))
        newest = {key: item for key, item in page["log"].items() if key in whole["log"]}
        assert {**page, "log": newest, "earlier": 0} == {**whole, "earlier": 0}


@pytest.mark.parametrize("path", ENCOUNTERS, ids=name)
def test_a_table_opens_again_as_it_was(path: Path) -> None:
    """The same state, the same last view of every seat, and it plays on."""
    game, player, spectator = fresh(encounter(path))
    rng = random.Random(7)
    for k in range(24):
        if not game.step(rng):
            break
        if k % 5 == 2:
            deeds: list[Deed] = [Undo(), Redo(), Clock({"act": 60}), Throw("1d6"), Act(GM, "mark", {"name": "x"})]
            game.do(OWNER, rng.choice(deeds))
    again = Table.restore(game.stored(), NOW)
    assert again.contest is not None
    assert state_hash(again.contest.state) == state_hash(game.contest.state)
    for seat in (OWNER, player, spectator):
        assert reopened(again.snapshot(seat)) == reopened(game.table.snapshot(seat))
    for request in game.contest.requests[:1]:
        answers = [table.submit(OWNER, Command("on", Default(request.id)), NOW + 1) for table in (again, game.table)]
        assert answers[0] == answers[1]
        assert state_hash(again.contest.state) == state_hash(game.contest.state)


def test_numbers_begin_anew_above_all_before_when_a_table_is_opened_again() -> None:
    game, player, _ = fresh()
    n = last(game, player)["n"]
    again = Table.restore(game.stored(), NOW)
    assert again.since(player, n) is None
    assert as_page(again.snapshot(player))["n"] > n
    assert again.submit(player, Command("x", Act("jack", "keep", {}, "jack-1"), n), NOW).stale


def test_who_comes_back_is_sent_what_was_missed_or_told_to_take_it_all() -> None:
    game, player, _ = fresh()
    n = last(game, player)["n"]
    for _ in range(3):
        game.done(OWNER, Throw("1d6"))
    missed = game.table.since(player, n)
    assert missed is not None
    assert [msgspec.json.decode(frame)["n"] for frame in missed] == [n + 1, n + 2, n + 3]
    assert game.table.since(player, n + 3) == []
    assert game.table.since(player, n + 4) is None
    for _ in range(400):
        game.done(OWNER, Throw("1d6"))
    assert game.table.since(player, n) is None
