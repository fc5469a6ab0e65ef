"""Effects: each ends at its moment and at no other; what hangs on one ends with it."""

from typing import get_args

import pytest

from certamen.kernel.contest import Contest
from certamen.kernel.effect import Effect, Until, When, due, end_where
from certamen.kernel.state import State, add_effect, drop_effects, effects_on, has_effect, leave, until
from tests.kernel.toy import begin


def names(state: State, who: str) -> list[str]:
    return [effect.name for effect in effects_on(state, who)]


def test_what_hangs_on_an_ended_one_ends_too_however_deep() -> None:
    chain = (Effect("1", "a", "x"), Effect("2", "b", "y", hangs_on="1"), Effect("3", "c", "z", hangs_on="2"))
    other = Effect("4", "d", "z", hangs_on="nobody")
    stay, over = end_where((*chain, other), lambda effect: effect.id == "1")
    assert (stay, over) == ((other,), chain)


@pytest.mark.parametrize("when", get_args(When))
def test_due_at_its_moment_or_past_it_and_never_before(when: When) -> None:
    effect = Effect("1", "boon", "x", until=Until(when, 3, "a"))
    assert [due(effect, when, "a", nth) for nth in (2, 3, 4)] == [False, True, True]
    assert not due(effect, when, "b", 3)
    assert not any(due(effect, other, "a", 3) for other in get_args(When) if other != when)
    assert not due(Effect("1", "boon", "x"), when, "a", 3)


@pytest.mark.parametrize(
    ("when", "who", "nth"),
    [
        ("turn_start", "a", 3),
        ("turn_end", "a", 2),
        ("turn_end", "b", 2),
        ("turn_start", "b", 2),
        ("round_start", "a", 3),
    ],
)
def test_until_counts_the_moments_from_now(when: When, who: str, nth: int) -> None:
    state = begin(("x/a", 20), ("y/b", 10)).state
    assert (state.acting, state.round, state.participants["a"].turns) == ("a", 1, 1)
    assert until(state, who, when, 2).nth == nth


def test_the_end_of_a_round_counts_the_round_going_on() -> None:
    state = begin(("x/a", 20), ("y/b", 10)).state
    assert until(state, "a", "round_end", 1) == Until("round_end", 1, "")


def test_the_end_of_a_turn_put_off_still_counts() -> None:
    contest = begin(("x/a", 20), ("y/b", 10), ("z/c", 5))
    contest.overrule("swap", one="a", other="c")
    assert contest.state.acting == "c"
    assert until(contest.state, "a", "turn_end", 1) == Until("turn_end", 1, "a")
    state = add_effect(contest.state, "boon", "b", until=until(contest.state, "a", "turn_end", 1))
    assert state.effects[0].id == "#1"


def ends(contest: Contest) -> list[tuple[int, str]]:
    """(round, acting) for as long as b has a boon."""
    seen = []
    while names(contest.state, "b"):
        seen.append((contest.state.round, contest.state.acting))
        contest.answer("end")
    return seen


@pytest.mark.parametrize(
    ("when", "times", "lasts"),
    [
        ("turn_start", 1, [(1, "a")]),
        ("turn_end", 1, [(1, "a"), (1, "b")]),
        ("round_end", 1, [(1, "a"), (1, "b")]),
        ("round_start", 1, [(1, "a"), (1, "b")]),
        ("turn_start", 2, [(1, "a"), (1, "b"), (2, "a")]),
        ("round_end", 2, [(1, "a"), (1, "b"), (2, "a"), (2, "b")]),
    ],
)
def test_in_play_each_ends_at_its_moment(when: str, times: int, lasts: list[tuple[int, str]]) -> None:
    contest = begin(("x/a", 20), ("y/b", 10))
    contest.answer("effect", name="boon", on="b", when=when, times=times)
    assert ends(contest) == lasts
    assert [e.values for e in contest.events if e.type == "effect_ended"] == [{"effect": "boon"}]


def test_dropping_by_name_takes_all_of_that_name_on_one() -> None:
    state = begin(("x/a", 20), ("y/b", 10)).state
    for who in ("a", "a", "b"):
        state = add_effect(state, "boon", who)
    state = drop_effects(state, "a", "boon")
    assert (names(state, "a"), names(state, "b")) == ([], ["boon"])
    assert has_effect(state, "b", "boon")
    assert not has_effect(state, "b", "bane")
    assert drop_effects(state, "a", "boon") is state


def test_who_leaves_takes_along_what_hangs_on_him_and_his_moments_become_the_rounds_end() -> None:
    state = begin(("x/a", 20), ("y/b", 10), ("z/c", 5)).state
    state = add_effect(state, "held", "b", source="c", hangs_on="c")
    state = add_effect(state, "boon", "b", until=until(state, "c", "turn_end", 2))
    state = add_effect(state, "bane", "b", until=until(state, "a", "turn_end", 2))
    state = leave(state, "c")
    assert [(e.name, e.until) for e in effects_on(state, "b")] == [
        ("boon", Until("round_end", 1, "")),
        ("bane", Until("turn_end", 2, "a")),
    ]
    assert state.order.sequence == ("a", "b")


def test_ids_of_effects_are_never_those_of_participants() -> None:
    contest = begin(("x/thug", 20), ("y/thug-1", 10))
    contest.answer("effect", name="boon", on="thug", when="turn_start", times=9)
    assert {effect.id for effect in contest.state.effects}.isdisjoint(contest.state.participants)
