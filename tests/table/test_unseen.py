"""What nobody may know: who is unseen, by what is asked and by ids; what is rolled after a key is shown."""

import dataclasses

import msgspec
from msgspec.structs import replace

from certamen.files.examples import examples
from certamen.kernel.action import GM, SAY
from certamen.kernel.audience import EVERYONE
from certamen.kernel.encounter import Encounter, Entry
from certamen.rulesets.striker.scene import Scene
from certamen.table.protocol import Act, Call, Change, Default, Redo, RevealKey, Roll, Throw, Undo, Words
from certamen.table.table import Table
from tests.rulesets.striker.contests import AXE, entry, skills
from tests.table.games import OWNER, Game, example
from tests.table.secrets_made import HIDDEN, players_of, with_hidden

ANN = entry("ann", skills=skills(Cbt_Melee=(3, 1)), weapons=(AXE,))
BOB = entry("bob", "pirates", "", hidden=True)
CY = entry("cy", "pirates", "")


def fight(*people: Entry) -> Game:
    people = people or (ANN, BOB, CY)
    return Game(Encounter(ruleset="striker", title="A test", participants=people, scene=Scene()))


def test_a_player_may_react_to_what_somebody_unseen_did() -> None:
    """The game master says so; the player's offers are there, and do not tell of whom."""
    game = fight()
    seat = game.invite("player", "ann")
    while game.contest.requests[0].who != "ann":
        game.done(OWNER, Default(game.contest.requests[0].id))
    ready = {"trigger": "said", "what": "attack", "object": "axe"}
    game.done(seat, Act("ann", "ready", dict(ready), game.contest.requests[0].id, "a twig snaps"))
    while game.contest.requests[0].about.get("causer") != "bob":
        game.done(OWNER, Default(game.contest.requests[0].id))
    game.done(OWNER, Act(GM, "trigger", {}, game.contest.requests[0].id))
    asked = msgspec.json.decode(game.heard[seat][-1])["view"]["asked"][0]
    assert asked["cause"] == "your trigger: someone"
    assert [offer["verb"] for offer in asked["offers"]] == ["readied", "decline"]
    assert b"bob" not in b"".join(game.heard[seat])


def ann_ends(game: Game, seat: str, after: str) -> None:
    """Ann ends her turn, and it is that of `after`: of Bob, whom she does not see, or where he is not there of Cy."""
    while True:
        request = game.contest.requests[0]
        if request.who == "ann" and request.kind == "act":
            game.done(seat, Act("ann", "end", {}, request.id))
            if game.contest.requests[0].who == after:
                return
        else:
            game.done(OWNER, Default(request.id))


def texts(table: Table, seat: str) -> set[str]:
    return {msgspec.json.decode(item)["text"] for item in table.log(seat, count=999)[0]}


def test_what_was_taken_back_before_a_seat_heard_of_it_it_never_sees() -> None:
    """Not after a restart, nor with other characters, nor in a new seat."""
    game = fight()
    seat = game.invite("player", "ann")
    ann_ends(game, seat, "bob")
    places = game.table.ledger.acts[-1].lines
    withheld = {line.text for line in map(game.table.ledger.lines.__getitem__, places) if line.event.to == EVERYONE}
    withheld -= texts(game.table, seat)
    assert withheld
    game.done(OWNER, Undo())
    again = Game(game.encounter, table=Table.restore(game.stored(), game.now))
    assert withheld <= texts(again.table, OWNER)
    for one in (seat, again.invite("spectator"), again.invite("player", "cy")):
        assert texts(again.table, one)
        assert not withheld & texts(again.table, one)
    game.done(OWNER, Change(seat, "Ann", ("ann", "cy")))
    assert not withheld & texts(game.table, seat)
    game.done(OWNER, Redo())
    game.done(OWNER, Default(game.contest.requests[0].id))
    assert withheld <= texts(game.table, seat)


def test_an_undo_or_an_overruling_that_leads_to_one_unseen_is_the_game_masters_to_decide() -> None:
    """With him and without him Ann is sent the same, and nothing that she is asked stands open and is refused."""
    heard = []
    for after, people in (("bob", (ANN, BOB, CY)), ("cy", (ANN, CY))):
        game = fight(*people)
        seat = game.invite("player", "ann")
        ann_ends(game, seat, after)
        if after == "bob":
            game.done(OWNER, Default(game.contest.requests[0].id))
            game.done(OWNER, Undo())
            assert msgspec.json.decode(game.heard[seat][-1])["type"] == "deciding"
        game.done(OWNER, Undo())
        assert [one.who for one in game.contest.requests] == ["ann"]
        game.done(OWNER, Redo())
        if after == "bob":
            game.done(OWNER, Redo())
        heard.append(game.heard[seat])
    assert heard[0] == heard[1]
    assert [msgspec.json.decode(one)["type"] for one in heard[0][-6:]] == ["deciding", "update"] * 3


def test_whom_the_game_master_skips_is_told_of_as_it_is_where_nobody_unseen_comes_next() -> None:
    heard = []
    for after, people in (("bob", (ANN, BOB, CY)), ("cy", (ANN, CY))):
        game = fight(*people)
        seat = game.invite("player", "ann")
        assert game.contest.requests[0].who == "ann"
        game.done(OWNER, Act(GM, "mark", {"name": "nobody hears of this"}))
        game.done(OWNER, Act(GM, "skip"))
        if after == "bob":
            assert msgspec.json.decode(game.heard[seat][-1])["type"] == "deciding"
            game.done(OWNER, Default(game.contest.requests[0].id))
        heard.append(game.heard[seat])
    assert heard[0] == heard[1]


def test_what_is_said_while_one_unseen_acts_stands_in_the_round_that_players_know_of() -> None:
    """It is his turn that opens the next round: they have not heard of that yet, nor after a restart."""
    game = fight(ANN, entry("dan", "pirates", hidden=True))
    seat = game.invite("player", "ann")
    while game.contest.requests[0].who != "dan" or game.contest.state.round < 2:
        game.done(OWNER, Default(game.contest.requests[0].id))
    assert msgspec.json.decode(game.table.snapshot(seat))["view"]["round"] == 1
    game.done(seat, Act("ann", SAY, {"text": "what now?", "to": "all"}))
    game.done(OWNER, Throw("1d6"))
    again = Table.restore(game.stored(), game.now)
    for table in (game.table, again):
        items = [msgspec.json.decode(item) for item in table.log(seat, count=999)[0]]
        assert max(item["round"] for item in items) == 1
        assert items[-1]["type"] == "throw"
        assert 2 in {msgspec.json.decode(item)["round"] for item in table.log(OWNER, count=999)[0]}


def test_checks_asked_of_others_do_not_show_in_the_number_of_ones_own() -> None:
    ids = []
    for others in ((), ("bob",)):
        game = fight()
        seat = game.invite("player", "ann")
        if others:
            game.done(OWNER, Call(others, "initiative", {"m": 2, "other": 1}))
        game.done(OWNER, Call(("ann", "ann"), "initiative", {"m": 2, "other": 1}))
        ids.append([call["id"] for call in msgspec.json.decode(game.table.snapshot(seat))["view"]["calls"]])
        first = ids[-1][0]
        game.done(seat, Roll(first))
        assert game.refused(seat, Roll(first)) == "this check is not asked of you"
    assert ids[0] == ids[1]


def test_whom_the_game_master_lets_act_next_may_be_unseen() -> None:
    """With and without a hidden one to whom he gives a turn, players are sent the same (SAMSARA, turns: free)."""
    begun = with_hidden(examples() / "samsara" / "rope-bridge.yaml")
    assert begun is not None
    begun = replace(begun, rulings={**begun.rulings, "turns": "free"})
    without = replace(begun, participants=begun.participants[:-1])
    people = players_of(without)
    heard = []
    for world in (begun, without):
        game = Game(world)
        seats = [game.invite("player", *people), game.invite("spectator")]
        for who in [one.id for one in without.participants if one.arrives == 0] * 2:
            _let_act(game, HIDDEN)
            _let_act(game, who)
        heard.append([game.heard[seat] for seat in seats])
    assert heard[0] == heard[1]
    assert len(heard[0][0]) > 10


def _let_act(game: Game, who: str) -> None:
    """Whoever may act next, the game master names him; then he waits."""
    request = game.contest.requests[0]
    if request.kind == "adjudicate" and who in request.about["next"]:
        game.done(OWNER, Act(GM, "name", {"who": who}, request.id))
        game.done(game.seat_of(who), Act(who, "wait", {}, game.contest.requests[0].id))


def test_once_a_key_is_shown_nothing_more_is_rolled() -> None:
    """Neither after an undo, nor after the contest is opened again: who has the key could foretell it."""
    game = Game(example("starcluster/duel"))
    game.done(OWNER, Act(GM, "end", {"winner": "a"}))
    game.done(OWNER, RevealKey("open"))
    for deed in (Undo(), Act(GM, "reopen", {}), Throw("1d6"), Words("reopen")):
        assert "could foretell" in game.refused(OWNER, deed)
    game.done(OWNER, RevealKey("secret"))
    game.done(OWNER, Act(GM, SAY, {"text": "well played", "to": "all"}))


def test_a_melee_of_hidden_ones_shows_in_the_name_of_no_other() -> None:
    """Not where people are, and not among their figures (Starslinger, melees as groups)."""
    begun = example("starslinger/cantina")
    pell = next(one for one in begun.participants if one.id == "pell")
    hidden = tuple(replace(pell, id=id, name=id, hidden=True) for id in ("aaa", "bbb"))
    fought = dataclasses.replace(begun.scene, melees=(("aaa", "bbb"), *begun.scene.melees))
    seen = []
    for world in (begun, replace(begun, participants=(*begun.participants, *hidden), scene=fought)):
        game = Game(world)
        seat = game.invite("player", "yara")
        view = msgspec.json.decode(game.table.snapshot(seat))["view"]
        seen.append((view["where"], {one["id"]: one["values"].get("melee") for one in view["figures"]}))
        assert seen[-1][0]["groups"] == {"melee-1": ["yara", "grisk"]}
        assert seen[-1][1]["yara"] == "melee-1"
    assert seen[0] == seen[1]
    assert game.contest.state.space.groups["yara"] == "melee-2"
