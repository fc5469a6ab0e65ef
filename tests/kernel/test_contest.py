"""The holder of states: undo, redo, forks, several contests side by side, memory."""

import gc
import tracemalloc

import pytest

from certamen.dice import Seeded
from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.errors import IllegalAction, NothingToUndo
from certamen.kernel.run import run
from certamen.kernel.state import state_hash
from tests.kernel.toy import begin
from tests.kernel.toy_state import toy

TWO = (("x/a", 20), ("y/b", 10))


def hit(contest: Contest) -> None:
    contest.answer("hit", target="b")
    contest.answer("take")


def faces(contest: Contest) -> list[int]:
    return [die.face for entry in contest.entries for die in entry.dice]


def test_undo_gives_the_act_back_and_redo_the_same_faces() -> None:
    contest = begin(*TWO)
    first = state_hash(contest.state)
    hit(contest)
    after, fallen, events = state_hash(contest.state), faces(contest), contest.events
    assert contest.undoable == contest.entries[-1].action
    assert [contest.pop().verb, contest.pop().verb] == ["take", "hit"]
    assert state_hash(contest.state) == first
    assert contest.redoable is not None
    assert contest.redoable.verb == "hit"
    contest.redo()
    assert contest.redo() == events[-1:]
    assert (state_hash(contest.state), faces(contest), contest.events) == (after, fallen, events)


def test_after_undo_a_new_act_gets_new_dice_and_nothing_is_left_to_redo() -> None:
    source = Seeded(1)
    contest = begin(*TWO, source=source)
    hit(contest)
    contest.pop()
    contest.answer("guard")
    assert [die.n for entry in contest.entries for die in entry.dice] == [1]
    with pytest.raises(NothingToUndo, match="nothing to do again"):
        contest.redo()


def test_there_is_an_end_to_undo_and_redo() -> None:
    contest = begin(*TWO)
    assert contest.undoable is None
    assert contest.redoable is None
    with pytest.raises(NothingToUndo, match="nothing to undo"):
        contest.pop()
    with pytest.raises(NothingToUndo, match="nothing to do again"):
        contest.redo()
    assert contest.started


def test_undo_goes_across_the_end_of_the_contest() -> None:
    contest = begin(*TWO, seed=3)
    run(contest)
    last = state_hash(contest.state)
    count = len(contest.entries)
    for _ in range(count - 1):
        contest.pop()
    assert contest.state.round == 1
    assert contest.outcome is None
    for _ in range(count - 1):
        contest.redo()
    assert state_hash(contest.state) == last


def test_events_are_numbered_from_1_without_gaps_and_know_their_round() -> None:
    contest = begin(*TWO, seed=3)
    run(contest)
    assert [event.n for event in contest.events] == list(range(1, len(contest.events) + 1))
    rounds = [event.round for event in contest.events]
    assert rounds == sorted(rounds)
    assert all(event.round == event.values["round"] for event in contest.events if event.type == "round")


def test_a_fork_goes_its_own_way() -> None:
    contest = begin(*TWO)
    hit(contest)
    contest.pop()
    before = (state_hash(contest.state), dict(contest.counts), contest.index, len(contest.entries), contest.redoable)
    fork = contest.fork(Seeded(9))
    assert fork.redoable == contest.redoable
    fork.redo()
    run(fork)
    fork.overrule("set", path="a.note", value="only here")
    assert (
        state_hash(contest.state),
        dict(contest.counts),
        contest.index,
        len(contest.entries),
        contest.redoable,
    ) == before
    other = contest.fork()
    contest.answer("take")
    assert len(other.entries) == len(contest.entries) - 1
    assert other.source is contest.source


def test_two_contests_share_nothing() -> None:
    one, other = begin(*TWO, seed=1), begin(*TWO, seed=1)
    alone = begin(*TWO, seed=1)
    run(alone)
    while one.outcome is None:
        for contest in (one, other):
            if contest.outcome is None:
                run(contest, max_rounds=contest.state.round)
    assert one.events == other.events == alone.events
    assert one.state.participants is not other.state.participants


def test_three_sides_go_on_until_one_is_left() -> None:
    contest = begin(("x/a", 20), ("y/b", 15), ("z/c", 10))
    contest.overrule("set", path="b.hp", value=0)
    assert contest.state.outcome is None
    contest.overrule("set", path="a.hp", value=0)
    assert contest.outcome is not None
    assert contest.outcome.winner == "z"


def test_three_sides_are_played_through() -> None:
    outcomes = {run(begin(("x/a", 0), ("y/b", 0), ("z/c", 0), seed=seed)).winner for seed in range(12)}
    assert outcomes == {"x", "y", "z"}


def test_an_answer_goes_to_the_first_request_or_that_of_one_named() -> None:
    contest = begin(*TWO, rulings={"mood": "wild"})
    with pytest.raises(IllegalAction, match="nothing is asked of c now"):
        contest.answer("plan", who="c", what="x")
    contest.answer("plan", who="b", what="run")
    contest.answer("plan", text="hm", what="stay")
    assert contest.state.acting == "a"
    assert contest.requests[0].default.verb == "end"


def test_states_of_the_past_never_change() -> None:
    contest = begin(*TWO, seed=5)
    hashes = [state_hash(contest.state)]
    while contest.outcome is None and len(hashes) < 40:
        contest.take_default(contest.requests[0])
        contest.overrule("effect", who="a", name="slow", rounds=2)
        hashes.append(state_hash(contest.state))
    while len(hashes) > 1:
        assert state_hash(contest.state) == hashes.pop()
        contest.pop()
        contest.pop()


def test_a_push_keeps_little_memory() -> None:
    contest = begin(*[(f"side-{n % 2}/toy-{n}", 100 - n) for n in range(20)])
    note = toy(contest.state, "toy-0").note

    def pushes(count: int) -> None:
        for _ in range(count):
            contest.push(Action(contest.state.acting, "walk", {"to": "door"}, contest.requests[0].id))
            contest.answer("end")

    pushes(20)
    tracemalloc.start()
    gc.collect()
    start = tracemalloc.get_traced_memory()[0]
    pushes(200)
    gc.collect()
    kept = (tracemalloc.get_traced_memory()[0] - start) / 400
    tracemalloc.stop()
    assert kept < 6_000, f"{kept:.0f} bytes an act, with 20 participants"
    assert toy(contest.state, "toy-0").note is note, "what did not change is shared"


def test_looking_back_gives_the_contest_as_it_stood_and_leaves_this_one_alone() -> None:
    contest = begin(("x/a", 20), ("y/b", 0))
    states = [state_hash(contest.state)]
    for _ in range(5):
        contest.take_default(contest.requests[0])
        states.append(state_hash(contest.state))
    contest.pop()
    events = contest.events
    for acts in range(1, 6):
        then = contest.past(acts)
        assert (state_hash(then.state), len(then.entries)) == (states[acts - 1], acts)
        assert then.redoable is None
        then.take_default(then.requests[0])
    assert (contest.events, state_hash(contest.state)) == (events, states[4])
    contest.redo()
    assert state_hash(contest.state) == states[5]
