"""Playing on without people: policies by side or participant, defaults for the game master, limits that stop it."""

import pytest
from msgspec.structs import replace

from certamen.dice import ByHand, Seeded
from certamen.kernel.action import Action
from certamen.kernel.errors import EncounterError
from certamen.kernel.run import check_policies, decide, policy_action, run
from certamen.kernel.state import state_hash
from tests.kernel import toy
from tests.kernel.toy import RULESET, begin

IDLE = replace(RULESET, policies={**RULESET.policies, "idle": lambda rows, dice: (0,)})


def test_it_is_played_to_its_end_and_again_the_same() -> None:
    one, other = begin(("x/a", 0), ("y/b", 0), seed=4), begin(("x/a", 0), ("y/b", 0), seed=4)
    outcome = run(one)
    assert outcome.ended
    assert outcome == one.outcome == run(other)
    assert one.events == other.events
    assert {event.by for event in one.events if event.type == "hit"} == {"policy plain"}


def test_a_contest_that_cannot_end_stops_and_says_so() -> None:
    contest = begin(("x/a", 0), ("y/b", 0), ruleset=IDLE)
    outcome = run(contest, {"x": "idle", "b": "idle"}, max_rounds=7)
    assert (outcome.ended, outcome.reason) == (False, "stopped after 7 rounds without a decision")
    assert contest.state.round == 8
    assert contest.outcome is None


def test_one_that_never_leaves_a_round_stops_too() -> None:
    walk = replace(IDLE, unpack=lambda codes, state, req: Action(req.who, "walk", {"to": "door"}, req.id))
    outcome = run(begin(("x/a", 0), ("y/b", 0), ruleset=walk), {"x": "idle", "y": "idle"})
    assert outcome.reason == "stopped: more than 5000 acts in round 1"


@pytest.mark.parametrize(
    ("policies", "reason"),
    [
        ({"x": "sly"}, "toy has no policy sly: plain, idle"),
        ({"z": "idle"}, "there is no side or participant z"),
    ],
)
def test_what_is_unknown_is_told_with_what_is_known(policies: dict[str, str], reason: str) -> None:
    with pytest.raises(EncounterError, match=reason):
        run(begin(("x/a", 0), ("y/b", 0), ruleset=IDLE), policies)


def test_a_participants_own_policy_goes_before_his_sides_and_the_encounters() -> None:
    contest = begin(("x/a", 0), ("x/b", 0), ("y/c", 0), ruleset=IDLE)
    people = contest.encounter.participants
    own = replace(contest.encounter, participants=(*people[:2], replace(people[2], policy="idle")))
    contest = toy.Contest(IDLE, own, Seeded(1))
    assert check_policies(contest, {}) == {"a": "plain", "b": "plain", "c": "idle"}
    assert check_policies(contest, {"x": "idle", "b": "plain", "y": "plain"}) == {
        "a": "idle",
        "b": "plain",
        "c": "plain",
    }
    bad = replace(own, participants=(replace(people[0], policy="sly"), *people[1:]))
    with pytest.raises(EncounterError, match="toy has no policy sly"):
        check_policies(toy.Contest(IDLE, bad, Seeded(1)), {})


def test_asking_a_policy_changes_nothing_and_its_dice_are_its_own() -> None:
    contest = begin(("x/a", 20), ("y/b", 10), ("z/c", 5))
    before = state_hash(contest.state)
    first = policy_action(contest, contest.requests[0], "plain")
    assert policy_action(contest, contest.requests[0], "plain") == first
    assert state_hash(contest.state) == before
    decide(contest, contest.requests[0], {})
    assert contest.counts["a", "policy"] == first[1] == 1
    assert contest.entries[-1].by == "policy plain"


def test_for_the_game_master_and_real_dice_the_default_answers() -> None:
    contest = begin(("x/a", 0), ("y/b", 0), source=ByHand())
    assert run(contest).ended
    assert {event.values["damage"] for event in contest.events if event.type == "hit"} == {3}
    assert [event.values["roll"] for event in contest.events[:2]] == [10, 10]
    contest = begin(("x/a", 20), ("y/b", 10))
    contest.answer("plead")
    decide(contest, contest.requests[0], {})
    assert contest.events[-1].by == "default"


def test_nobody_decides_for_one_who_joined_but_plain() -> None:
    contest = begin(("x/a", 20), ("y/b", 10), seed=2)
    contest.overrule("join", id="d", name="Dora", side="y", sheet="{}")
    assert run(contest, {"x": "plain"}).ended
    assert any(event.actor == "d" and event.type == "hit" for event in contest.events)
