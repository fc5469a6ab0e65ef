"""What players hear while the game master decides of what they may not know, and after it, also after a restart."""

import os
import random
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from certamen.kernel.action import SAY
from certamen.table.events import Held, Late
from certamen.table.held import held
from certamen.table.log import Line
from certamen.table.past import Past, past_of, steps
from certamen.table.protocol import Act, Deed, Default, GoOn, Redo, Throw, Undo
from certamen.table.seats import Seat
from certamen.table.table import Table
from tests.conformance.examples import ENCOUNTERS, name
from tests.rulesets.striker.contests import AXE, entry, skills
from tests.table.games import NOW, OWNER, Game, as_page, frames, last
from tests.table.secrets_made import HIDDEN, players_of, with_hidden
from tests.table.test_deeds_end import older
from tests.table.test_unseen import ann_ends, fight, texts

SOAK = bool(os.environ.get("CERTAMEN_SOAK"))
STEPS = 200 if SOAK else 30
FAST = entry("fast", "pirates", "", hidden=True, skills=skills(Cbt_Melee=(3, 1)), weapons=(AXE,))


def is_held(game: Game, seat: str) -> bool:
    found = game.table.seat(seat)
    assert isinstance(found, Seat)
    return held(game.contest, found.knows, game.table.players)


def same_after_a_restart(game: Game, *seats: str, but: tuple[str, ...]) -> None:
    """Each seat's whole log and its last frame are the same, byte for byte, but for the frame's number."""
    again = Table.restore(game.stored(), NOW)
    for seat in seats:
        assert again.log(seat, count=9999) == game.table.log(seat, count=9999)
        there, here = (msgspec.json.decode(table.snapshot(seat)) for table in (again, game.table))
        assert {**there, **dict.fromkeys(but)} == {**here, **dict.fromkeys(but)}


@pytest.mark.parametrize("path", ENCOUNTERS, ids=name)
def test_what_was_said_while_the_game_master_decided_stands_where_it_stood_after_a_restart(path: Path) -> None:
    """While he decides on what he took back himself, what is seen may be of before or after that."""
    begun = with_hidden(path)
    assert begun is not None
    game, rng, undone = Game(begun), random.Random(f"{path.stem}0"), False
    people = players_of(begun)
    seats = [game.invite("player", people[0]), game.invite("spectator"), OWNER]
    for k in range(STEPS):
        if not game.step(rng):
            break
        said = Act(people[0], SAY, {"text": f"said {k}", "to": "all"})
        deeds: list[tuple[str, Deed]] = [(seats[0], said), (seats[0], Throw("1d6")), (OWNER, Undo()), (OWNER, Redo())]
        for seat, deed in rng.choices(deeds, weights=(4, 2, 1, 1), k=rng.choice((0, 1, 2))):
            game.do(seat, deed)
            undone = undone or isinstance(deed, Undo)
        undone = undone and is_held(game, seats[0])
        if k % 6 == 5 or SOAK:
            same_after_a_restart(game, *seats, but=may_differ(game, seats[0], undone=undone))
    same_after_a_restart(game, *seats, but=may_differ(game, seats[0], undone=undone))


def may_differ(game: Game, seat: str, *, undone: bool) -> tuple[str, ...]:
    """While the game master decides a restart tells that he does, also where that came of an answer of his own."""
    return ("n", "deciding", *["view"] * undone) if is_held(game, seat) else ("n",)


def test_what_was_said_before_a_line_that_waited_is_numbered_before_it_also_after_a_restart() -> None:
    game = fight()
    seat = game.invite("player", "ann")
    ann_ends(game, seat, "bob")
    game.done(seat, Act("ann", SAY, {"text": "what now?", "to": "all"}))
    game.done(OWNER, Default(game.contest.requests[0].id))
    log = [msgspec.json.decode(item) for item in game.table.log(seat, count=999)[0]]
    [said] = [item for item in log if item["text"] == "Ann: what now?"]
    assert [item["n"] for item in log if item["n"]] == list(range(1, log[-1]["n"] + 1))
    assert said["n"] < log[-1]["n"], "her turn's end and what came of it were told after it"
    assert game.table.ledger.late["ann",]
    same_after_a_restart(game, seat, OWNER, but=("n",))
    game.done(OWNER, Undo())
    same_after_a_restart(game, seat, OWNER, but=("n", "view"))


def test_what_is_done_again_is_kept_from_those_who_had_not_heard_of_it_and_from_no_others() -> None:
    """The turn's end that leads to a hidden one is done, taken back, and done again; so is what she was told before."""
    game = fight()
    seat = game.invite("player", "ann")
    ann_ends(game, seat, "bob")
    withheld = {line.text for line in lines_that_wait(game, seat)} - texts(game.table, seat)
    assert withheld
    for deed in (Undo(), Throw("1d6"), Redo()):
        game.done(OWNER, deed)
        assert not withheld & texts(game.table, seat)
        same_after_a_restart(game, seat, OWNER, but=("n",))
    game.done(OWNER, Default(game.contest.requests[0].id))
    assert withheld <= texts(game.table, seat)
    same_after_a_restart(game, seat, OWNER, but=("n",))
    for deed in (Undo(), Undo(), Redo()):
        game.done(OWNER, deed)
        assert withheld <= texts(game.table, seat)
        same_after_a_restart(game, seat, OWNER, but=("n", "view"))
    late = game.invite("spectator")
    assert withheld & texts(game.table, late)


def test_a_record_of_what_no_table_would_have_told_late_harms_nothing() -> None:
    game = fight()
    seat = game.invite("player", "ann")
    game.table.lines.happened(Late(("ann",), (3, 3, -1, 10**9), 10**12))
    game.table.lines.happened(Held(((("ann",), -(10**9)),)))
    game.collect()
    again = Table.restore(game.stored(), NOW)
    assert texts(again, seat) == texts(game.table, seat)


# --- one who is hidden comes first -----------------------------------------------------------------------------------

FIRST = ("dualaction/depot", "dualaction/pit", "dualaction/skirmish")
"""Where the hidden foe has the very first turn."""


def begun_by_hidden(path: str, **changes: object) -> tuple[Game, str, str]:
    """(a table where the hidden one acts first, a player's seat, a spectator's)."""
    begun = with_hidden(next(one for one in ENCOUNTERS if name(one) == path))
    assert begun is not None
    people = tuple(replace(one, **changes) if one.id == HIDDEN else one for one in begun.participants)
    game = Game(replace(begun, participants=people))
    assert [one.who for one in game.contest.requests] == [HIDDEN]
    return game, game.invite("player", players_of(begun)[0]), game.invite("spectator")


@pytest.mark.parametrize("path", FIRST)
def test_who_comes_while_a_hidden_one_has_the_first_turn_sees_the_start(path: str) -> None:
    """All that anybody could know of it: as where there is nobody hidden, but for whose turn it is."""
    game, *seats = begun_by_hidden(path)
    people = tuple(one for one in game.encounter.participants if one.id != HIDDEN)
    plain = Game(replace(game.encounter, participants=people))
    others = [plain.invite("player", people[0].id), plain.invite("spectator")]
    for seat, other in zip(seats, others, strict=True):
        mine, theirs = last(game, seat), last(plain, other)
        assert mine["deciding"]
        assert (mine["view"]["acting"], mine["view"]["waiting"], mine["view"]["asked"]) == ("", ["gm"], [])
        for part in ("round", "figures", "where", "objectives", "outcome", "calls"):
            assert mine["view"][part] == theirs["view"][part], part
        theirs_next = [theirs["view"]["acting"], *[one["who"] for one in theirs["view"]["order"]]]
        assert [one["who"] for one in mine["view"]["order"]] == theirs_next
        assert mine["table"]["seats"] == theirs["table"]["seats"]
        *start, turn = [one["text"] for one in theirs["log"].values() if one["n"]]
        assert [one["text"] for one in mine["log"].values() if one["n"]] == start
        assert turn.endswith("'s turn.")
        assert {one["verb"] for offers in mine["view"]["unasked"].values() for one in offers} <= {"say"}
    same_after_a_restart(game, *seats, but=("n",))
    assert [step.round for step in steps(past_of_seat(game, seats[0]))] == [last(game, seats[0])["view"]["round"]]
    heard = len(game.heard[seats[0]])
    game.done(OWNER, Default(game.contest.requests[0].id))
    assert frames(game, seats[0])[heard]["type"] == "update", "it was the game master's to decide before that too"


def past_of_seat(game: Game, seat: str) -> Past:
    past = past_of(game.table, game.table.ledger.seats[seat])
    assert past is not None
    return past


@pytest.mark.parametrize("path", FIRST)
def test_what_is_seen_of_the_start_hangs_on_nothing_of_the_hidden_ones(path: str) -> None:
    """Neither on his name nor on whether somebody plays him."""
    heard = []
    for changes in ({}, {"name": "Somebody else", "player": "Mary"}):
        game, *seats = begun_by_hidden(path, **changes)
        if changes:
            game.invite("player", HIDDEN, name="Mary", join=False)
        heard.append([(last(game, seat)["view"], last(game, seat)["log"]) for seat in seats])
        for seat in seats:
            assert HIDDEN.encode() not in b"".join([*game.heard[seat], game.table.snapshot(seat)])
    assert heard[0] == heard[1]


def test_with_real_dice_players_see_the_start_as_it_is_rolled() -> None:
    """Also where the one who comes first is hidden."""
    begun = with_hidden(next(one for one in ENCOUNTERS if name(one) == FIRST[0]))
    assert begun is not None
    game = Game(begun, hand=True)
    seat, looks_on = game.invite("player", players_of(begun)[0]), game.invite("spectator")
    for k in range(40):
        if (request := game.contest.requests[0]).kind != "dice":
            break
        sides = int(request.about["sides"])
        face = sides if request.who == HIDDEN else 1 + k % (sides - 1)
        game.done(OWNER, Act(request.who, "roll", {"face": face}, request.id))
    assert request.who == HIDDEN
    for one in (seat, looks_on):
        assert last(game, one)["deciding"]
        assert last(game, one)["view"]["round"] == 1
        assert players_of(begun)[0] in [figure["id"] for figure in last(game, one)["view"]["figures"]]
    same_after_a_restart(game, seat, looks_on, but=("n",))


# --- a table that can only be read -----------------------------------------------------------------------------------


def test_a_table_of_older_rules_left_while_the_game_master_decided_shows_no_more_than_it_did() -> None:
    """To those who sat there, and to those who come since; what waited is told when it has gone on."""
    game = fight()
    seat = game.invite("player", "ann")
    game.invite("spectator", join=False)
    ann_ends(game, seat, "bob")
    live, withheld = texts(game.table, seat), {line.text for line in lines_that_wait(game, seat)}
    assert withheld - live
    read = Game(game.encounter, table=older(game))
    read.records = list(game.records)
    assert read.table.contest is None
    assert read.table.log(seat, count=999) == game.table.log(seat, count=999)
    assert as_page(read.table.snapshot(seat))["deciding"]
    for one in (seat, read.invite("spectator"), read.invite("player", "cy")):
        assert not (withheld - live) & texts(read.table, one)
        assert live <= texts(read.table, one)
    read.done(OWNER, GoOn())
    assert [one.who for one in read.contest.requests] == ["bob"]
    assert texts(read.table, seat) == live | {"spectator takes a seat.", "player cy takes a seat.", GOES_ON}
    read.done(OWNER, Default(read.contest.requests[0].id))
    assert withheld <= texts(read.table, seat)


GOES_ON = "The game goes on under another version of the rules."


def lines_that_wait(game: Game, seat: str) -> list[Line]:
    return [game.table.ledger.lines[place] for place in game.table.reader(game.table.ledger.seats[seat].knows).waiting]
