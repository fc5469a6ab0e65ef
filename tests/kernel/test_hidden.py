"""Two contests, one with a hidden participant who acts: to a player they are the same, byte for byte."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from certamen.dice import Seeded
from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.view import SPECTATOR, Seat, view
from tests.kernel.drawn import drawn_values
from tests.kernel.toy import RULESET, toys

QUIET = ("walk", "sap", "pick", "mark", "plead", "end")


def pair(initiatives: tuple[int, int, int], seed: int, mood: str, gm_dice: str) -> tuple[Contest, Contest]:
    """(with the snake, without it)."""
    a, b, snake = initiatives
    people = (("crew/ann", a), ("foes/snake", snake), ("foes/bob", b))
    options = {"players": "ann", "hidden": "snake", "rulings": {"mood": mood}, "gm_dice": gm_dice}
    both = (toys(*people, **options), toys(people[0], people[2], **options))  # type: ignore[arg-type]  # options of the encounter
    with_snake, without = (Contest(RULESET, encounter, Seeded(seed)) for encounter in both)
    return with_snake, without


def snake_acts(contest: Contest, data: st.DataObject) -> None:
    """The snake answers whatever it is asked until it is asked nothing, with acts that touch nobody."""
    while True:
        asked = [one for one in contest.requests if one.who in ("snake", "gm")]
        if not asked:
            return
        request = data.draw(st.sampled_from(asked))
        offers = [one for one in contest.offers(request) if one.closed is None]
        quiet = [one for one in offers if one.verb in QUIET or request.kind != "act"]
        offer = data.draw(st.sampled_from(sorted(quiet, key=lambda one: one.verb not in ("end", "deny", "plan"))))
        contest.push(Action(request.who, offer.verb, drawn_values(data.draw, offer) or {}, request.id))


def same_to(contest: Contest, other: Contest, seat: Seat) -> None:
    mine, his = view(contest, seat), view(other, seat)
    assert msgspec.json.encode(mine.events) == msgspec.json.encode(his.events)
    assert msgspec.json.encode(mine) == msgspec.json.encode(his)


@given(
    data=st.data(),
    initiatives=st.tuples(*[st.sampled_from([0, 10, 10, 20])] * 3),
    seed=st.integers(0, 50),
    mood=st.sampled_from(["calm", "wild"]),
    gm_dice=st.sampled_from(["open", "secret"]),
)
def test_whatever_the_hidden_one_does_a_player_sees_the_same(
    data: st.DataObject, initiatives: tuple[int, int, int], seed: int, mood: str, gm_dice: str
) -> None:
    with_snake, without = pair(initiatives, seed, mood, gm_dice)
    for _ in range(data.draw(st.integers(1, 25))):
        snake_acts(with_snake, data)
        if without.outcome is not None:
            break  # without the snake the fight is over, with it not: that alone must show
        for seat in (Seat("player", ("ann",)), SPECTATOR):
            same_to(with_snake, without, seat)
        request = data.draw(st.sampled_from(without.requests))
        offers = [one for one in without.offers(request) if one.closed is None]
        if request.who == "gm":
            without.take_default(request)
            continue
        offer = data.draw(st.sampled_from([one for one in offers if one.verb not in ("throw", "plead")]))
        values = drawn_values(data.draw, offer) or {}
        for contest in (with_snake, without):
            contest.push(Action(request.who, offer.verb, values, request.id))


@pytest.mark.parametrize("snake", [0, 10, 15])
def test_a_hidden_one_in_a_tie_changes_neither_order_nor_dice(snake: int) -> None:
    with_snake, without = pair((10, 10, snake), 3, "calm", "open")
    seen = []
    for contest in (with_snake, without):
        acting = []
        for _ in range(9):
            acting.append(contest.state.acting)
            contest.answer("end")
        seen.append([who for who in acting if who != "snake"][:5])
    assert seen[0] == seen[1] == ["ann", "bob", "ann", "bob", "ann"]
    assert [die for event in with_snake.events for die in event.dice if die.kind == "open"] == []


def test_a_player_finds_no_hidden_one_by_asking() -> None:
    with_snake, without = pair((20, 10, 5), 3, "calm", "open")
    for action in (
        Action("ann", "hit", {"target": "snake"}, "ann-1"),
        Action("ann", "effect", {"name": "boon", "on": "snake", "when": "turn_end", "times": 1}, "ann-1"),
        Action("ann", "say", {"text": "hello?", "to": "snake"}),
        Action("ann", "end", {}, "snake-1"),
        Action("ann", "guard", {}, "snake-1"),
    ):
        refusals = [contest.refusal(action) for contest in (with_snake, without)]
        assert refusals[0] == refusals[1] is not None
