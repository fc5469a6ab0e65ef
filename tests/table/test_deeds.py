"""What commands do: acts in words, defaults, policies, the clock, pause."""

from typing import get_args

import pytest
from msgspec.structs import replace

from certamen.kernel.action import GM, SAY
from certamen.kernel.encounter import Encounter
from certamen.kernel.state import state_hash
from certamen.table.deeds import EVERYTHING
from certamen.table.protocol import (
    Act,
    Clock,
    Decide,
    Deed,
    Default,
    Pause,
    Throw,
    Words,
)
from certamen.table.table import Table
from tests.table.games import NOW, OWNER, Game, example, last

ALLEY = example("starcluster/alley")


def hidden_foe(begun: Encounter = ALLEY) -> Encounter:
    *others, foe = begun.participants
    return replace(begun, participants=(*others, replace(foe, hidden=True)))


def log(game: Game, seat: str) -> list[str]:
    """The sentences a seat reads."""
    return [item["text"] for item in last(game, seat)["log"].values()]


def over(game: Game) -> None:
    game.done(OWNER, Act(GM, "end", {"winner": "travellers", "reason": "enough"}))


# --- words -----------------------------------------------------------------------------------------------------------


def test_acts_are_understood_in_words() -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack", name="Peter")
    game.done(player, Words("keep"))
    game.done(OWNER, Words("keep", "bad-guy-1"))
    assert [one.who for one in game.contest.requests] == ["heather"]
    game.done(OWNER, Words("keep: she waits"))
    assert "she waits" in [item.get("said") for item in last(game, OWNER)["log"].values()]


def test_words_say_overrule_and_act_at_any_time() -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack", name="Peter")
    game.done(player, Words("say hold your fire"))
    assert "Jack Kelly: hold your fire" in log(game, player)
    game.done(player, Words("note I am out of rounds"))
    assert "Jack Kelly: I am out of rounds" in log(game, OWNER)
    game.done(OWNER, Words("set jack.constitution 200"))
    assert last(game, player)["view"]["figures"][0]["values"]["constitution"] == 200
    game.done(OWNER, Words("gm hide heather"))
    assert game.contest.state.participants["heather"].hidden


def test_words_name_what_may_be_done_at_any_time() -> None:
    game = Game(example("samsara/rope-bridge"))
    first = game.encounter.participants[0].id
    player = game.invite("player", first)
    game.done(player, Words(f"{first} yield: enough of this"))
    assert game.contest.state.participants[first].status == "yielded"


@pytest.mark.parametrize("text", ["", "fly", "keep 5", "x" * 5000, "shift"])
def test_words_that_name_no_act_are_refused_with_what_could_be_meant(text: str) -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack")
    assert game.refused(player, Words(text))
    assert game.refused(player, Words("keep", "heather-1")) == "this is not asked any more"


def test_words_and_acts_that_come_after_their_request_was_answered_are_refused_with_the_reason() -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack")
    game.done(OWNER, Default("jack-1"))
    before = state_hash(game.contest.state)
    for deed in (Words("keep", "jack-1"), Act("jack", "keep", {}, "jack-1")):
        answer = game.do(player, deed)
        assert (answer.done, answer.stale, answer.reason) == (False, False, "this is not asked any more")
    assert state_hash(game.contest.state) == before
    game.done(player, Words("say hm", "jack-1"))


def test_an_event_is_spoken_of_under_the_number_the_seat_knows_it_by() -> None:
    game = Game(ALLEY)
    game.done(OWNER, Act(GM, "mark", {"name": "gate"}))
    player = game.invite("player", "jack")
    game.done(OWNER, Act(GM, SAY, {"text": "a shot falls", "to": "all"}))
    item = next(one for one in last(game, player)["log"].values() if one["text"].endswith("a shot falls"))
    game.done(player, Act("jack", SAY, {"text": "who was that?", "to": "all", "about": item["n"]}))
    event = game.contest.events[-1]
    assert game.contest.events[event.values["about"] - 1].text == "a shot falls"
    game.done(player, Act("jack", SAY, {"text": "and that?", "to": "all", "about": 999}))
    assert "about" not in game.contest.events[-1].values


# --- the game master decides -----------------------------------------------------------------------------------------


def test_a_waiting_request_takes_its_default() -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack")
    game.done(OWNER, Default("jack-1"))
    assert game.contest.entries[-1].by == "default"
    assert last(game, player)["view"]["asked"] == []
    assert game.refused(OWNER, Default("jack-1")) == "this is not asked any more"


def test_policies_decide_from_then_on_till_taken_back() -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack")
    game.done(OWNER, Decide("bad-guy", "clever"))
    game.done(OWNER, Decide("heather", "plain"))
    assert [one.who for one in game.contest.requests] == ["jack"]
    figures = {one["id"]: one["policy"] for one in last(game, OWNER)["view"]["figures"]}
    assert figures == {"jack": "", "heather": "plain", "bad-guy": "clever"}
    assert {one["policy"] for one in last(game, player)["view"]["figures"]} == {""}
    game.done(OWNER, Decide("heather", ""))
    game.done(player, Act("jack", "keep", {}, "jack-1"))
    for _ in range(20):
        if not game.contest.requests:
            break
        assert game.contest.requests[0].who != "bad-guy"
        game.done(OWNER, Default(game.contest.requests[0].id))


def test_a_policy_decides_once() -> None:
    game = Game(ALLEY)
    game.done(OWNER, Decide("bad-guy", "plain", once=True))
    assert game.contest.entries[-1].by == "policy plain"
    assert game.table.ledger.policies == {}
    assert game.refused(OWNER, Decide("bad-guy", "plain", once=True)) == "this is not asked any more"
    assert game.refused(OWNER, Decide("bad-guy", "wise")).startswith("there is no policy wise: ")
    assert game.refused(OWNER, Decide("nobody", "plain")) == "there is no participant nobody"


def test_where_policies_decide_for_all_it_goes_on_bit_by_bit_to_the_end() -> None:
    game = Game(example("dualaction/skirmish"))
    for one in game.encounter.participants:
        game.done(OWNER, Decide(one.id, "plain"))
    for _ in range(200):
        if game.table.due(game.now) is None:
            break
        assert game.table.due(game.now) == game.now
        acts = len(game.contest.entries)
        game.wait(0)
        assert len(game.contest.entries) - acts <= 20
    assert game.contest.outcome is not None


# --- the clock, and pause --------------------------------------------------------------------------------------------


def test_what_waits_too_long_takes_its_default_and_until_then_is_told_when() -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack")
    assert game.table.due(game.now) is None
    game.done(OWNER, Clock({"shift": 30}))
    assert game.table.due(game.now) == NOW + 30_000
    assert last(game, player)["view"]["asked"][0]["until"] == NOW + 30_000
    game.wait(10)
    game.done(OWNER, Act("heather", "keep", {}, "heather-1"))
    assert last(game, player)["view"]["asked"][0]["until"] == NOW + 30_000  # what others do does not prolong it
    game.wait(19)
    assert "jack" in [one.who for one in game.contest.requests]
    game.wait(1)
    assert game.contest.entries[-1].by == "default"
    assert game.table.due(game.now) is None  # an act is asked now, and for those no clock runs


def test_the_clock_goes_on_when_a_table_is_opened_again() -> None:
    game = Game(ALLEY)
    game.done(OWNER, Clock({"shift": 30}))
    game.wait(10)
    again = Table.restore(game.stored(), game.now)
    assert again.due(game.now) == NOW + 30_000
    again.tick(NOW + 30_000)
    assert again.contest is not None
    assert again.contest.entries[-1].by == "default"


def test_pause_stops_all_but_the_game_master_and_the_clock() -> None:
    game = Game(ALLEY)
    player = game.invite("player", "jack")
    game.done(OWNER, Clock({"shift": 30}))
    game.done(OWNER, Pause(True))
    assert last(game, player)["table"]["paused"]
    assert game.refused(player, Act("jack", "keep", {}, "jack-1")) == "the game is paused"
    assert game.refused(player, Throw("1d6")) == "the game is paused"
    game.done(player, Act("jack", SAY, {"text": "a word", "to": "all"}))
    assert game.table.due(game.now) is None
    game.wait(60)
    game.done(OWNER, Act("heather", "keep", {}, "heather-1"))
    game.done(OWNER, Pause(False))
    assert game.table.due(game.now) == game.now + 30_000
    game.done(player, Act("jack", "keep", {}, "jack-1"))


@pytest.mark.parametrize("seconds", [{"act": -1}, {"act": 10**9}, {"nap": 5}])
def test_a_clock_that_cannot_be_is_refused(seconds: dict[str, int]) -> None:
    assert Game(ALLEY).refused(OWNER, Clock(seconds)).startswith("the clock counts act, react, ")


def test_every_deed_of_the_contract_is_known() -> None:

    assert set(EVERYTHING) == set(get_args(Deed))
