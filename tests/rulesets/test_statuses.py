"""The game master's word on who takes part holds, in every ruleset, until a rule says otherwise and it is told."""

import random
from pathlib import Path

import pytest

from certamen.dice import Seeded
from certamen.files.examples import examples
from certamen.kernel.contest import Contest
from certamen.kernel.errors import IllegalAction
from certamen.kernel.overrules import STATUSES
from certamen.rulesets import find
from tests.conformance.examples import ENCOUNTERS, encounter, name
from tests.conformance.test_conformance import wander


@pytest.mark.parametrize("path", ENCOUNTERS, ids=name)
def test_a_status_holds(path: Path) -> None:
    """SLG-29, DUA-12, STR-26, SC2-14, SAM-14: each status, given to each one in mid-contest."""
    contest, rng = Contest(find(encounter(path).ruleset), encounter(path), Seeded(3)), random.Random(3)
    wander(contest, rng, 9)
    for who, one in contest.state.participants.items():
        for status in STATUSES:
            other, before = contest.fork(), len(contest.events)
            try:
                other.overrule("status", who=who, status=status)
            except IllegalAction:
                assert one.status == "waiting"
                continue
            assert other.state.participants[who].status == status or told(other, who, before + 1)
            goes_on(other, who, rng)


def goes_on(contest: Contest, who: str, rng: random.Random) -> None:
    """Who is not in is asked nothing but for a reaction already provoked, and what changes that is told."""
    for _ in range(3):
        if contest.outcome is not None:
            return
        status, before = contest.state.participants[who].status, len(contest.events)
        assert status == "in" or all(one.who != who or "react" in one.verbs for one in contest.requests)
        wander(contest, rng, 1)
        assert contest.state.participants[who].status == status or told(contest, who, before)


def told(contest: Contest, who: str, before: int) -> bool:
    """Whether an event after so many tells of `who`."""
    return any(who in (event.actor, event.target) for event in contest.events[before:])


@pytest.mark.parametrize("path", ["dualaction/pit", "starcluster/duel", "starslinger/duel", "striker/bulkhead"])
def test_with_nothing_left_one_is_out_and_it_is_told(path: str) -> None:
    """SLG-29, DUA-12, STR-26, SC2-14: as soon as the game master has set it; put in again, the rule says so again."""
    one = encounter(examples() / f"{path}.yaml")
    contest = Contest(find(one.ruleset), one, Seeded(3))
    who, figure = one.participants[0].id, contest.ruleset.left[0]
    for verb, values in (("set", {"path": f"{who}.{figure}", "value": 0}), ("status", {"who": who, "status": "in"})):
        before = len(contest.events)
        contest.overrule(verb, **values)
        assert contest.state.participants[who].status != "in"
        down = contest.events[before + 1]
        assert (down.actor, bool(down.rules)) == (who, True)
        assert contest.ruleset.narrate(down, {who: "Ann"}).startswith("Ann ")
