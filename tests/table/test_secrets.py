"""Nothing a player is sent tells of what is hidden: no word of it, nor that it is there, nor that it does anything."""

import os
import random
from pathlib import Path

import msgspec
import pytest

from certamen.kernel.action import GM, SAY, Action, Value
from certamen.kernel.view import Seat, knows_of
from certamen.table.protocol import Act, Decide, Redo, Throw, Undo, Words
from tests.conformance.examples import ENCOUNTERS, name
from tests.table.games import OWNER, Game, act, drawn
from tests.table.secrets_made import CANARY, HIDDEN, marks_in, players_of, with_hidden

SOAK = bool(os.environ.get("CERTAMEN_SOAK"))
GAMES = 50 if SOAK else 2
"""So many games of each of the 20 examples: 1,000, and 40 in the tests."""
ACTS = 40


def seated(path: Path, *, unseen: bool = False) -> tuple[Game, list[str]]:
    """(a table with a hidden foe, the seats that must not know of him). unseen: somebody else plays the foe."""
    begun = with_hidden(path)
    assert begun is not None
    assert marks_in(begun) >= 8
    game = Game(begun)
    people = players_of(begun)
    seats = [game.invite("player", who) for who in people] + [game.invite("spectator"), game.invite("screen")]
    if unseen:
        game.invite("player", HIDDEN, name="Somebody")
    game.deaf = lambda: not still_hidden(game)
    return game, seats


def still_hidden(game: Game) -> bool:
    state, seat = game.contest.state, Seat("player", players_of(game.encounter))
    return not knows_of(state, seat, state.participants[HIDDEN])


def meddle(game: Game, rng: random.Random) -> None:
    """The game master does something that only he should know of."""
    state = game.contest.state
    if game.contest.missing_die is not None or state.held is not None:
        return
    said: dict[str, Value] = {"text": f"{CANARY} creeps up", "to": rng.choice([GM, HIDDEN])}
    deeds = [
        Act(GM, SAY, said),
        Act(GM, "effect", {"who": HIDDEN, "name": f"{CANARY}-spell", "rounds": 2}),
        Act(GM, "mark", {"name": f"{CANARY}:mark"}),
        Act(GM, "set", {"path": f"{HIDDEN}.name", "value": f"{CANARY} the {rng.randint(1, 99)}th"}),
        Throw("2d6 + 1", who=HIDDEN),
        Throw("1d20", secret=True),
        Undo(),
        Redo(),
        Decide(HIDDEN, rng.choice(["plain", ""])),
    ]
    game.do(OWNER, rng.choice(deeds))


def names_him(action: Action) -> bool:
    """Whether somebody else chose a word of his: the game master may call a thing by it."""
    return action.actor != HIDDEN and CANARY in str(action.values)


def play(game: Game, rng: random.Random) -> None:
    """Anybody does anything until it is over, or the hidden one is seen."""
    for _ in range(ACTS):
        if rng.random() < 0.3:
            meddle(game, rng)
        if not still_hidden(game) or not game.step(rng, but=names_him):
            return
        if not still_hidden(game):
            return
        request = next((one for one in game.contest.requests if one.who == HIDDEN), None)
        action = drawn(game.contest.offers(request), request, rng) if request else None
        if action is not None:
            said = msgspec.structs.replace(act(action), text=f"{CANARY} mutters")
            game.do(game.seat_of(HIDDEN), said)


@pytest.mark.parametrize("path", ENCOUNTERS, ids=name)
def test_no_word_of_what_is_hidden_reaches_a_player(path: Path) -> None:
    for seed in range(GAMES):
        rng = random.Random(seed)
        game, seats = seated(path, unseen=seed % 2 == 1)
        play(game, rng)
        for seat in seats:
            sent = list(game.heard[seat])
            if still_hidden(game):
                items, _ = game.table.log(seat, count=10_000)
                asked = [one.id for one in game.contest.requests]
                offers = [msgspec.json.encode(game.table.offers(seat, request)) for request in asked]
                sent += [game.table.snapshot(seat), *items, *offers]
            for frame in sent:
                assert CANARY.encode() not in frame.lower(), frame
        assert any(CANARY.encode() in frame for frame in game.heard[OWNER])


@pytest.mark.parametrize("path", ENCOUNTERS, ids=name)
def test_a_refusal_does_not_tell_whether_somebody_is_there(path: Path) -> None:
    game, [seat, *_] = seated(path)
    [who, *_] = players_of(game.encounter)
    rng = random.Random(1)
    nobody = "zyxxz-0"
    for _ in range(12):
        if not still_hidden(game):
            break
        for request in [one.id for one in game.contest.requests if one.who == who] or ["jack-99"]:
            for verb in ("attack", "move", "nonsense"):
                reasons = {
                    game.refused(seat, Act(who, verb, {"target": other}, request)).replace(other, "-")
                    for other in (HIDDEN, nobody)
                }
                assert len(reasons) == 1, reasons
        for deeds in (
            [Act(who, SAY, {"text": "psst", "to": other}) for other in (HIDDEN, nobody)],
            [Act(other, SAY, {"text": "psst", "to": "all"}) for other in (HIDDEN, nobody)],
            [Act(other, "yield") for other in (HIDDEN, nobody)],
            [Act(who, "act", request=f"{other}-1") for other in (HIDDEN, nobody)],
            [Act(other, "act", request=f"{other}-1") for other in (HIDDEN, nobody)],
            [Words(f"attack {other}") for other in (HIDDEN, nobody)],
            [Throw("1d6", who=other) for other in (HIDDEN, nobody)],
        ):
            told = {game.refused(seat, deed).replace(HIDDEN, "-").replace(nobody, "-") for deed in deeds}
            assert len(told) == 1, told
        if not game.step(rng):
            break
