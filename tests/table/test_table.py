"""A table: commands are done once, in order, or not at all; it opens again as it was; all end with the same state."""

import os
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certamen.kernel.action import GM, SAY
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import EncounterError
from certamen.kernel.state import state_hash
from certamen.table.protocol import (
    Act,
    Acts,
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
from tests.table.games import KEYS, NOW, OWNER, Game, act, drawn, example

SOAK = bool(os.environ.get("CERTAMEN_SOAK"))
MOVES = ("act", "undo", "redo", "say", "set", "twice", "late")
ALLEY = example("starcluster/alley")


def fresh(begun: Encounter = ALLEY) -> tuple[Game, str, str]:
    """(a table, the seat that plays the first, a spectator's)."""
    game = Game(begun)
    return game, game.invite("player", begun.participants[0].id, name="Peter"), game.invite("spectator")


def frames(game: Game, seat: str) -> list[dict[str, Any]]:
    """The frames a seat was sent, as plain data."""
    return [msgspec.json.decode(frame) for frame in game.heard[seat]]


def last(game: Game, seat: str) -> dict[str, Any]:
    """What a seat's page holds now: its snapshot, with each update since laid over it."""
    page: dict[str, Any] = {}
    for frame in frames(game, seat):
        if frame["type"] == "snapshot":
            page = {**frame, "log": {item["key"]: item for item in frame["log"]}}
        elif frame["type"] == "deciding":
            page["deciding"] = True
        else:
            page.update({key: frame[key] for key in ("table", "view") if key in frame})
            page["log"] |= {item["key"]: item for item in frame.get("log", ())}
            page["deciding"] = frame.get("deciding", False)
        page["n"] = frame["n"]
    return page


def as_page(snapshot: bytes) -> dict[str, Any]:
    page: dict[str, Any] = msgspec.json.decode(snapshot)
    return {**page, "log": {item["key"]: item for item in page["log"]}}


def reopened(snapshot: bytes) -> dict[str, Any]:
    """A page but for numbers that begin anew: those of frames, and of what was said while the game master decided."""
    page: dict[str, Any] = msgspec.json.decode(snapshot)
    log = sorted(str({**item, "key": 0, "n": 0}) for item in page["log"])
    return {**page, "n": 0, "log": log}


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


def test_a_repeated_command_is_answered_and_not_done_again() -> None:
    game, player, _ = fresh()
    deed = Act("jack", "keep", {}, "jack-1")
    first = game.do(player, deed, id="once")
    records, heard = len(game.records), len(game.heard[player])
    assert game.do(player, deed, id="once") == first
    assert game.do(player, Throw("1d6"), id="once") == first
    assert (len(game.records), len(game.heard[player])) == (records, heard)
    wrong = game.do(player, deed, id="twice")
    assert not wrong.done
    assert game.do(player, deed, id="twice") == wrong


def test_after_opening_again_a_repeated_command_is_answered_as_before_but_for_tokens() -> None:
    game, player, _ = fresh()
    game.do(player, Act("jack", "keep", {}, "jack-1"), id="once")
    again = Table.restore(game.stored(), NOW)
    answer = again.submit(player, Command("once", Act("jack", "keep", {}, "jack-1")), NOW)
    assert (answer.done, answer.result) == (True, {})
    invited = again.submit(OWNER, Command("c1", Throw("1d6")), NOW)
    assert invited.result == {"seat": "seat-2"}
    assert again.take_records() == []


def test_of_two_seats_the_same_id_is_two_commands() -> None:
    game, player, _ = fresh()
    assert game.do(player, Throw("1d6"), id="x").done
    assert game.do(OWNER, Throw("1d6"), id="x").done
    assert sum(b"thrown" in record.body for record in game.records) == 2


def test_a_command_made_upon_an_older_frame_is_stale_and_changes_nothing() -> None:
    game, player, _ = fresh()
    n = last(game, player)["n"]
    game.done(OWNER, Act("heather", "keep", {}, "heather-1"))
    records, state = len(game.records), state_hash(game.contest.state)
    answer = game.do(player, Act("jack", "keep", {}, "jack-1"), n=n)
    assert (answer.done, answer.stale) == (False, True)
    assert (len(game.records), state_hash(game.contest.state)) == (records, state)
    assert game.do(player, Act("jack", "keep", {}, "jack-1"), n=last(game, player)["n"]).done


def test_a_stale_command_may_be_sent_again_under_its_id() -> None:
    game, player, _ = fresh()
    assert game.do(player, Throw("1d6"), n=10_000, id="late").stale
    assert game.do(player, Throw("1d6"), n=last(game, player)["n"], id="late").done


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


@pytest.mark.parametrize(
    "deed",
    [
        Act("jack", "fly", {}, "jack-1"),
        Act("jack", "shift", {"points": 10**30}, "jack-1"),
        Act("jack", "keep", {"x": "y"}, "jack-1"),
        Act("jack", "keep", {}, "heather-1"),
        Act("jack", "keep", {}, "jack-99"),
        Act("heather", "keep", {}, "heather-1"),
        Act("nobody", "keep", {}, "jack-1"),
        Act("jack", SAY, {"text": "\ud800", "to": "all"}),
        Act("jack", SAY, {"text": "x" * 3000, "to": "all"}),
        Act("jack", "keep", {}, "jack-1", "x" * 20_000),
        Act(GM, "end"),
    ],
)
def test_a_refused_command_says_why_and_changes_nothing(deed: Act) -> None:
    game, player, _ = fresh()
    before = (len(game.records), state_hash(game.contest.state), len(game.heard[player]), len(game.heard[OWNER]))
    assert game.refused(player, deed)
    assert (
        len(game.records),
        state_hash(game.contest.state),
        len(game.heard[player]),
        len(game.heard[OWNER]),
    ) == before


def test_an_id_has_1_to_64_signs() -> None:
    game, player, _ = fresh()
    for id in ("", "x" * 65):
        answer = game.table.submit(player, Command(id, Throw("1d6")), NOW)
        assert (answer.done, answer.reason) == (False, "a command's id has 1 to 64 signs")


@settings(max_examples=200 if SOAK else 25, deadline=None)
@given(
    st.integers(0, 10**6),
    st.lists(st.sampled_from(["act", "undo", "redo", "say", "set", "twice", "late"]), max_size=25),
)
def test_two_game_masters_with_commands_doubled_delayed_and_out_of_order(seed: int, moves: list[str]) -> None:
    """Whatever reaches the table and how often, every page ends with what the table holds, and so does its journal."""
    rng = random.Random(seed)
    game, player, _ = fresh()
    other = game.invite("gm", name="Maud")
    delayed: list[tuple[str, Command]] = []
    sent: list[tuple[str, Command]] = []
    for k, move in enumerate(moves):
        seat = rng.choice([OWNER, other, player])
        request = rng.choice(game.contest.requests) if game.contest.requests else None
        action = drawn(game.contest.offers(request), request, rng) if request else None
        deed: Any = {
            "act": act(action) if action else Undo(),
            "undo": Undo(),
            "redo": Redo(),
            "say": Act(GM, SAY, {"text": f"word {k}", "to": "all"}),
            "set": Act(GM, "set", {"path": "jack.constitution", "value": rng.randint(1, 400)}),
        }.get(move, Undo())
        command = Command(f"m{k}", deed, last(game, seat)["n"] if rng.random() < 0.5 else None)
        if move == "late":
            delayed.append((seat, command))
        elif move == "twice" and sent:
            game.table.submit(*rng.choice(sent), game.now)
        else:
            sent.append((seat, command))
            game.table.submit(seat, command, game.now)
        game.collect()
    rng.shuffle(delayed)
    for seat, command in delayed:
        game.table.submit(seat, command, game.now)
        game.collect()
    for seat in (OWNER, other, player):
        page, whole = last(game, seat), as_page(game.table.snapshot(seat))
        assert (page["view"], page["table"], page["n"]) == (whole["view"], whole["table"], whole["n"])
    again = Table.restore(game.stored(), NOW)
    assert again.contest is not None
    assert state_hash(again.contest.state) == state_hash(game.contest.state)


def test_several_acts_are_done_together_or_not_at_all() -> None:
    game, player, _ = fresh()
    before = (len(game.records), state_hash(game.contest.state), len(game.heard[player]))
    fine = Act("heather", "keep", {}, "heather-1")
    answer = game.do(OWNER, Acts((fine, Act("bad-guy", "fly", {}, "bad-guy-1"))))
    assert answer.reason.startswith("act 2 of 2: ")
    assert (len(game.records), state_hash(game.contest.state), len(game.heard[player])) == before
    assert game.table.take_records() == []
    game.done(OWNER, Acts((fine, Act("bad-guy", "keep", {}, "bad-guy-1"))))
    assert [frame["type"] for frame in frames(game, player)[before[2] :]] == ["deciding", "update"]
    again = Table.restore(game.stored(), NOW)
    assert again.contest is not None
    assert state_hash(again.contest.state) == state_hash(game.contest.state)
