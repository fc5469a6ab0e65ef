"""What commands do: acts in words, defaults, policies, the clock, pause, checks, the end, older rules."""

from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from certamen.kernel.action import GM, SAY
from certamen.kernel.encounter import Encounter
from certamen.kernel.records import Header, sealed
from certamen.kernel.records import Record as Line
from certamen.kernel.state import state_hash
from certamen.odds.asking import questions
from certamen.rulesets import find
from certamen.table.deeds import EVERYTHING
from certamen.table.protocol import (
    Act,
    Call,
    Clock,
    Command,
    Decide,
    Deed,
    Default,
    GoOn,
    Invite,
    Pause,
    Picture,
    RevealKey,
    Roll,
    Throw,
    Undo,
    Words,
)
from certamen.table.table import Table
from tests.table.games import NOW, OWNER, Game, example
from tests.table.test_table import frames, last

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
    assert game.refused(player, Words("keep", "heather-1")).startswith("nothing is asked of you now under")


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


# --- dice ------------------------------------------------------------------------------------------------------------


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
    assert len(last(game, OWNER)["view"]["asked"]) == 1
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


# --- what may be told while the game master decides ------------------------------------------------------------------


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
    assert [one["kind"] for one in last(game, OWNER)["view"]["asked"]] == ["review"]
    before = len(game.heard[player])
    game.done(OWNER, Act(GM, "accept", {}, review.id))
    assert frames(game, player)[before]["type"] == "update"
    assert not last(game, player)["deciding"]


# --- the end ---------------------------------------------------------------------------------------------------------


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


# --- older rules -----------------------------------------------------------------------------------------------------


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


def test_every_deed_of_the_contract_is_known() -> None:

    assert set(EVERYTHING) == set(get_args(Deed))
