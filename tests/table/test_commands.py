"""Commands: done once, in order, or not at all; a repeated one is answered as before, a stale one does nothing."""

import os
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certamen.kernel.action import GM, SAY
from certamen.kernel.state import state_hash
from certamen.table.protocol import (
    Act,
    Acts,
    Command,
    Redo,
    Throw,
    Undo,
)
from certamen.table.table import Table
from tests.table.games import NOW, OWNER, act, as_page, drawn, frames, last
from tests.table.test_table import fresh

SOAK = bool(os.environ.get("CERTAMEN_SOAK"))


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
