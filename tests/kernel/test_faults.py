"""Known faults of other tools: turns lost or repeated, effects that outlast, undo that forgets. None happens here."""

import pytest

from certamen.kernel.contest import Contest
from certamen.kernel.effect import Effect
from certamen.kernel.state import State, effects_on, state_hash
from certamen.kernel.view import GM_SEAT, Seat, view
from tests.kernel.toy import begin
from tests.kernel.toy_state import toy


def end_turn(contest: Contest) -> str:
    """The turn going on ends; whose turn it is then."""
    contest.answer("end")
    return contest.state.acting


def names(state: State, who: str) -> list[str]:
    return [effect.name for effect in effects_on(state, who)]


def only(state: State, who: str) -> Effect:
    (effect,) = effects_on(state, who)
    return effect


def test_three_rounds_two_forward_two_undone() -> None:
    contest = begin(("x/a", 20), ("y/b", 10))
    contest.answer("effect", name="boon", on="b", when="round_end", times=3)
    first = state_hash(contest.state)
    for _ in range(4):
        end_turn(contest)
    assert contest.state.round == 3
    assert names(contest.state, "b") == ["boon"]
    for _ in range(4):
        contest.pop()
    until = only(contest.state, "b").until
    assert until is not None
    assert until.nth - contest.state.round + 1 == 3
    assert state_hash(contest.state) == first
    for _ in range(6):
        end_turn(contest)
    assert contest.state.round == 4
    assert names(contest.state, "b") == []


def test_tied_each_effect_ends_at_its_owners_turn() -> None:
    contest = begin(("x/a", 10), ("y/b", 10), ("z/c", 10))
    for who in "abc":
        contest.answer("effect", name="boon", on=who, when="turn_start", times=1)
    assert end_turn(contest) == "b"
    assert [names(contest.state, who) for who in "abc"] == [["boon"], [], ["boon"]]
    assert end_turn(contest) == "c"
    assert [names(contest.state, who) for who in "abc"] == [["boon"], [], []]
    assert end_turn(contest) == "a"
    assert [names(contest.state, who) for who in "abc"] == [[], [], []]


@pytest.mark.parametrize("others", [("y/b",), ()], ids=["first in the order", "alone"])
def test_one_round_effect_set_on_the_first_turn(others: tuple[str, ...]) -> None:
    contest = begin(("x/a", 20), *((other, 5) for other in others or ("y/late",)))
    if not others:
        contest.overrule("status", who="late", status="waiting")
    contest.answer("effect", name="boon", on="a", when="turn_start", times=1)
    for _ in range(2):
        steps = 0
        while contest.state.participants["a"].turns < 2:
            assert names(contest.state, "a") == ["boon"]
            end_turn(contest)
            steps += 1
        assert steps == (2 if others else 1)
        assert contest.state.acting == "a"
        assert names(contest.state, "a") == []
        for _ in range(steps):
            contest.pop()
        assert names(contest.state, "a") == ["boon"]
        for _ in range(steps):
            contest.redo()
        assert names(contest.state, "a") == []
        for _ in range(steps):
            contest.pop()


def test_removing_one_who_has_acted_skips_nobody() -> None:
    contest = begin(("x/a", 10), ("y/b", 10), ("z/c", 10), ("w/d", 10))
    assert end_turn(contest) == "b"
    contest.overrule("remove", who="a")
    assert contest.state.acting == "b"
    assert end_turn(contest) == "c"
    assert end_turn(contest) == "d"
    assert end_turn(contest) == "b"


def test_removing_the_one_acting_goes_on_with_the_next() -> None:
    contest = begin(("x/a", 10), ("y/b", 10), ("z/c", 10))
    contest.overrule("remove", who="a")
    assert contest.state.acting == "b"
    assert contest.requests[0].who == "b"


def test_changing_places_puts_the_turn_off_with_what_it_spent() -> None:
    contest = begin(("x/fighter", 20), ("y/thief", 10), ("z/mage", 5))
    contest.answer("hit", target="mage")
    contest.answer("take")
    contest.overrule("swap", one="fighter", other="mage")
    assert contest.state.acting == "mage"
    assert contest.state.participants["mage"].turns == 1
    assert end_turn(contest) == "thief"
    assert end_turn(contest) == "fighter"
    fighter = contest.state.participants["fighter"]
    assert fighter.turns == 1, "its turn did not begin again"
    assert [spend.by for spend in fighter.budget.spent] == ["hit"]
    turns = [event.actor for event in contest.events if event.type == "turn"]
    assert turns == ["fighter", "mage", "thief"]
    assert end_turn(contest) == "mage"
    assert contest.state.round == 2
    assert end_turn(contest) == "thief"
    assert end_turn(contest) == "fighter"
    assert fighter.turns + 1 == contest.state.participants["fighter"].turns


def test_changing_places_with_one_who_has_acted_repeats_nothing() -> None:
    contest = begin(("x/a", 20), ("y/b", 10), ("z/c", 5))
    end_turn(contest)
    contest.overrule("swap", one="a", other="c")
    assert contest.state.acting == "b"
    assert end_turn(contest) == "c"
    assert end_turn(contest) == "c"
    assert end_turn(contest) == "b"
    assert end_turn(contest) == "a"


def test_a_hidden_one_leaves_no_trace_and_shifts_no_die() -> None:
    everyone = (("crew/a", 0), ("foes/b", 0), ("foes/snake", 0))
    with_snake = begin(*everyone, hidden="snake", players="a")
    without = begin(*everyone[:2], players="a")
    seat = Seat("player", ("a",))
    for _ in range(12):
        while with_snake.state.acting == "snake":
            before = view(with_snake, seat)
            assert "snake" not in repr(before).lower()
            with_snake.answer("hit", target="a") if toy(with_snake.state, "a").hp > 6 else with_snake.answer("end")
            while with_snake.requests and with_snake.requests[0].kind == "react":
                with_snake.answer("take")
        if with_snake.outcome or without.outcome:
            break
        assert with_snake.state.acting == without.state.acting
        seen, alone = view(with_snake, seat), view(without, seat)
        assert "snake" not in repr(seen).lower()
        assert [event.n for event in seen.events] == list(range(1, len(seen.events) + 1))
        assert [(d.roller, d.n, d.face) for e in seen.events for d in e.dice] == [
            (d.roller, d.n, d.face) for e in alone.events for d in e.dice
        ]
        assert seen.order == alone.order
        assert [r.id for r in seen.requests] == [r.id for r in alone.requests] or toy(with_snake.state, "a").hp < 10
        with_snake.answer("end")
        without.answer("end")
    assert any(event.actor == "snake" for event in view(with_snake, GM_SEAT).events)
