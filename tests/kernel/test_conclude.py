"""What a contest leaves behind is told, and if need be asked, however it is decided, before it is over."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from certamen.dice import Seeded, Tape
from certamen.kernel.action import GM, Action
from certamen.kernel.audience import EVERYONE
from certamen.kernel.contest import Contest
from certamen.kernel.draws import Draws
from certamen.kernel.encounter import Objective
from certamen.kernel.errors import IllegalAction
from certamen.kernel.event import Event
from certamen.kernel.journal import JournalWriter, read, replay
from certamen.kernel.run import run
from certamen.kernel.state import Outcome, State, Step, ask, state_hash
from certamen.kernel.view import SPECTATOR, view
from certamen.kernel.window import Answer, Resume
from tests.kernel.toy import RULESET, begin, toys
from tests.kernel.toy_state import toy

TWO = (("x/a", 20), ("y/b", 10))
THREE = (*TWO, ("y/c", 5))
GATE = Objective("gate", "x", "open it", ("gate:open",))
EARLY = Objective("early", "x", "be quick", ("gate:open",), by_round=1)


def heal(state: State, draws: Draws) -> Step:
    """Each scar is told, and of each hurt the game master says whether it heals."""
    hurt = [one for one in state.participants if toy(state, one).hp < toy(state, one).sheet.hp]
    for who in hurt:
        state = ask(state, GM, "adjudicate", ("grant", "deny"), Answer("deny"), Resume("on"), about={"by": who})
    return Step(state, tuple(Event("scar", actor=who, to=EVERYONE) for who in hurt))


HEALING = replace(RULESET, conclude=heal)


def ending(*people: tuple[str, int], reason: str = "", faces: tuple[int, ...] = (), **options: object) -> Contest:
    """A contest with b hurt; with a reason, the game master has ended it and is asked."""
    contest = begin(*(people or THREE), ruleset=HEALING, source=Tape([(6, face) for face in faces]), **options)  # type: ignore[arg-type]  # options of the encounter
    contest.overrule("set", path="b.hp", value=4)
    if reason:
        contest.overrule("end", reason=reason)
    return contest


WAYS: dict[str, tuple[Callable[[Contest], object], str, str]] = {
    "an objective": (lambda going: going.answer("mark", name="gate:open"), "x", "x reached its objective: open it"),
    "the ruleset": (lambda going: going.push(Action("b", "give-up")), "x", "the others are out"),
    "what was settled": (lambda going: going.overrule("set", path="b.hp", value=0), "x", "the others are out"),
    "the game master": (lambda going: going.overrule("end", winner="y", reason="rain"), "y", "rain"),
}


@pytest.mark.parametrize("way", WAYS)
def test_whatever_decides_it_what_is_left_behind_is_asked_first(way: str) -> None:
    going = ending(*TWO, faces=(3,), objectives=(GATE,))
    decide, winner, reason = WAYS[way]
    decide(going)
    assert (going.outcome, going.state.ending) == (None, Outcome(True, winner, reason))
    assert [request.who for request in going.requests] == [GM]
    assert going.events[-1].type == "scar"
    events = going.answer("grant")
    assert [event.type for event in events] == ["granted", "outcome"]
    assert going.outcome == Outcome(True, winner, reason)
    assert (going.state.ending, going.window) == (None, None)


def test_a_round_too_late_it_is_asked_too() -> None:
    going = ending(*TWO, objectives=(EARLY,))
    for _ in range(2):
        going.answer("end")
    assert going.state.ending == Outcome(True, "y", "x did not reach its objective by round 1: be quick")


def test_where_nothing_is_asked_it_is_over_at_once() -> None:
    going = begin(*TWO, ruleset=HEALING)
    (event,) = going.overrule("end")
    assert (event.type, going.outcome) == ("outcome", Outcome(True, "", "the game master ended it"))
    told = replace(RULESET, conclude=lambda state, draws: Step(state, (Event("moral"),)))
    going = begin(*TWO, ruleset=told)
    assert [event.type for event in going.push(Action("b", "give-up"))] == ["gives-up", "moral", "outcome"]


def test_what_cannot_begin_is_concluded_as_well() -> None:
    told = replace(RULESET, conclude=lambda state, draws: Step(state, (Event("moral"),)))
    going = begin(("x/a", 20), ruleset=told)
    assert [event.type for event in going.events][-2:] == ["moral", "outcome"]


def test_nothing_else_goes_on() -> None:
    going = ending(faces=(6,))
    going.answer("hit", target="b")
    assert [request.who for request in going.requests] == ["b"]
    going.overrule("end")
    assert len(going.state.windows) == 1
    for action, reason in (
        (Action("b", "take", {}, "b-1"), "nothing that is asked of b now has the id b-1"),
        (Action("c", "give-up"), "c takes no part now"),
        (Action(GM, "turn", {"who": "b"}), "the contest is ending: reopen it first"),
        (Action(GM, "skip"), "the contest is ending: reopen it first"),
        (Action(GM, "swap", {"one": "a", "other": "b"}), "the contest is ending: reopen it first"),
    ):
        with pytest.raises(IllegalAction, match=reason):
            going.push(action)
    going.push(Action("c", "say", {"text": "Is it over?", "to": "all"}))
    assert going.outcome is None


def test_several_questions_are_asked_one_after_the_other() -> None:
    going = ending(faces=(2,))
    going.overrule("set", path="c.hp", value=1)
    going.overrule("end")
    assert going.requests[0].about == {"by": "c"}
    going.take_default(going.requests[0])
    assert (going.requests[0].about, going.outcome) == ({"by": "b"}, None)
    going.answer("grant")
    assert going.outcome is not None
    assert toy(going.state, "b").hp == 6


@pytest.mark.parametrize("over", [False, True])
def test_reopened_the_turn_goes_on_and_the_next_end_is_concluded_anew(over: bool) -> None:
    going = ending(reason="rain")
    if over:
        going.take_default(going.requests[0])
    going.overrule("reopen")
    assert (going.outcome, going.state.ending, going.state.acting) == (None, None, "a")
    assert [request.who for request in going.requests] == ["a"]
    going.overrule("end")
    assert [event.type for event in going.events].count("scar") == 2


def test_what_the_game_master_changes_does_not_take_the_ending_back() -> None:
    """Someone is put in again: that alone is no reopening; once reopened, it goes on with him."""
    going = ending(*TWO)
    going.push(Action("b", "give-up"))
    going.overrule("status", who="b", status="in")
    assert (going.state.ending, [request.who for request in going.requests]) == (
        Outcome(True, "x", "the others are out"),
        [GM],
    )
    going.overrule("reopen")
    going.answer("end")
    assert going.state.acting == "b"


@pytest.mark.parametrize("how", ["remove", "out", "waiting"])
def test_whoever_leaves_while_it_ends_the_questions_stay(how: str) -> None:
    going = ending(reason="rain")
    if how == "remove":
        going.overrule("remove", who="a")
    else:
        going.overrule("status", who="a", status=how)
    assert [request.who for request in going.requests] == [GM]
    assert going.state.ending == Outcome(True, "", "rain")
    going.answer("deny")
    assert going.outcome == Outcome(True, "", "rain")


def test_of_one_who_leaves_nothing_more_is_asked() -> None:
    def sigh(state: State, draws: Draws) -> Step:
        return Step(ask(state, "b", "choose", ("catch", "leave"), Answer("leave"), Resume("on")))

    going = begin(*TWO, ruleset=replace(RULESET, conclude=sigh))
    going.overrule("end")
    assert [request.who for request in going.requests] == ["b"]
    going.overrule("remove", who="b")
    assert going.outcome is not None
    assert going.events[-1].type == "outcome"


def test_the_game_master_may_say_otherwise_how_it_ends() -> None:
    going = ending(*TWO)
    going.push(Action("b", "give-up"))
    going.overrule("end", winner="y", reason="a miracle")
    assert (going.outcome, len(going.requests)) == (None, 1)
    going.answer("deny")
    assert going.outcome == Outcome(True, "y", "a miracle")
    (event,) = going.overrule("end", reason="a tie")
    assert (event.type, going.outcome) == ("outcome", Outcome(True, "", "a tie"))
    assert [event.type for event in going.events].count("scar") == 1


def test_undo_redo_and_the_journal_know_of_it(tmp_path: Path) -> None:
    file, encounter, source = tmp_path / "kept.journal", toys(*THREE), Seeded(3)
    writer = JournalWriter.create(file, HEALING, encounter, source, sync=False)
    going = Contest(HEALING, encounter, source, recorder=writer)
    hashes = [state_hash(going.state)]
    for verb, values in (("set", {"path": "b.hp", "value": 4}), ("end", {}), ("reopen", {}), ("end", {})):
        going.overrule(verb, **values)  # type: ignore[arg-type]  # values of either kind
        hashes.append(state_hash(going.state))
    half = replay(read(file), HEALING)
    assert (half.why, half.contest.state.ending) == ("", going.state.ending)
    going.answer("grant")
    hashes.append(state_hash(going.state))
    assert going.outcome is not None
    for expected in reversed(hashes[:-1]):
        going.pop()
        assert state_hash(going.state) == expected
    for expected in hashes[1:]:
        going.redo()
        assert state_hash(going.state) == expected
    writer.close()
    again = replay(read(file), HEALING)
    assert (again.why, again.contest.events) == ("", going.events)
    assert state_hash(again.contest.state) == hashes[-1]


def test_players_learn_how_it_ended_when_it_is_over() -> None:
    going = ending(reason="rain")
    seen = view(going, SPECTATOR)
    assert (seen.outcome, seen.waiting, seen.events[-1].type) == (None, (GM,), "scar")
    going.answer("deny")
    seen = view(going, SPECTATOR)
    assert (seen.outcome, seen.events[-1].type) == (going.outcome, "outcome")


def test_a_held_result_may_be_what_decides_it() -> None:
    going = ending(*TWO, faces=(6,), review=True)
    going.answer("hit", target="b")
    going.answer("take")
    assert (going.requests[0].kind, going.state.ending) == ("review", None)
    going.answer("accept")
    assert (going.requests[0].kind, going.state.ending) == ("adjudicate", Outcome(True, "x", "the others are out"))
    going.answer("deny")
    assert going.outcome is not None


def test_played_on_without_people_the_defaults_conclude_it() -> None:
    going = begin(*THREE, ruleset=HEALING, seed=4)
    assert run(going) == going.outcome
    assert {"scar", "deny", "outcome"} <= {event.type for event in going.events}


def test_the_last_round_allowed_is_concluded() -> None:
    going = ending(*TWO, objectives=(EARLY,))
    for _ in range(2):
        going.answer("end")
    assert (going.state.round, run(going, max_rounds=1).ended) == (2, True)
