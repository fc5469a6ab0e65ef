"""A contest as plain data and as Markdown: all that happened, how it ended, how all are."""

import json

from msgspec.structs import replace

from certamen.dice import Tape
from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.report import markdown, summary
from certamen.kernel.run import run
from certamen.kernel.state import Outcome
from tests.kernel.toy import RULESET, Sheet, begin


def played() -> Contest:
    """A hits b twice, for 3 and for 1, and b is out."""
    contest = begin(("x/a", 20), ("y/b", 10), source=Tape([(6, 3), (6, 1)]), sheets={"b": Sheet(hp=4, initiative=10)})
    contest.push(Action("a", "hit", {"target": "b"}, "a-1", text="Now!"))
    contest.answer("take")
    contest.answer("hit", target="b")
    contest.answer("guard")
    contest.overrule("set", path="b.hp", value=0)
    return contest


def test_the_whole_contest_as_plain_data() -> None:
    data = summary(played())
    assert json.loads(json.dumps(data)) == data
    wanted = {"version", "ruleset", "rulings", "seed", "outcome", "rounds", "participants", "events"}
    assert wanted <= data.keys()
    assert data["ruleset"] == {"name": "toy", "version": "1"}
    assert data["outcome"] == {"ended": True, "winner": "x", "reason": "the others are out"}
    assert (data["rulings"], data["rounds"]) == ({"mood": "calm"}, 1)
    people = data["participants"]
    assert isinstance(people, list)
    assert people[1] == {"id": "b", "name": "B", "side": "y", "status": "out", "values": {"hp": 0}}
    events = data["events"]
    assert isinstance(events, list)
    assert [event["n"] for event in events] == list(range(1, len(events) + 1))
    hit = next(event for event in events if event["type"] == "hit")
    assert hit["dice"] == [{"sides": 6, "face": 3, "purpose": "damage", "roller": "a"}]
    assert (hit["round"], hit["actor"], hit["target"], hit["rules"], hit["text"]) == (
        1,
        "a",
        "b",
        ["TOY-1"],
        "A hit B, 1 left",
    )
    assert [part["label"] for part in hit["parts"]] == ["damage", "guard", "damage", "left"]
    assert next(event["said"] for event in events if event["said"]) == "Now!"


def test_the_log_for_people() -> None:
    assert markdown(played()).splitlines() == MARKDOWN.splitlines()


MARKDOWN = """\
# Toys

Toy, dice tape.
1. A initiative
2. B initiative

## Round 1

4. A's turn.
5. A: Now!
6. A hit B, 1 left [damage 3 = 3 damage; left 1; TOY-1]
7. B guard
8. A hit B, 1 left [damage 1; guard -2; damage 0; left 1; TOY-1]
9. The game master changes B's hp from 1 to 0.
10. The contest is over, and x won: the others are out.

## Outcome

x won: the others are out.

- A (x): in, unhurt; hp 10
- B (y): out, hurt; hp 0
"""


def test_one_stopped_says_why_and_names_the_rulings_of_the_table() -> None:
    contest = begin(("x/a", 20), ("y/b", 10), rulings={"mood": "wild"})
    stopped = Outcome(False, "", "it grew late")
    text = markdown(contest, stopped)
    assert "Rulings of this table: mood wild." in text
    assert "Not decided: it grew late." in text
    assert summary(contest)["outcome"] == {"ended": False, "winner": "", "reason": "it goes on"}
    contest.overrule("end")
    assert "Nobody won: the game master ended it." in markdown(contest)


def test_events_without_a_sentence_are_left_out_of_the_log() -> None:
    contest = begin(("x/a", 20), ("y/b", 10), ruleset=replace(RULESET, narrate=lambda event, names: ""))
    assert markdown(contest).splitlines()[3:7] == ["", "## Round 1", "", ""]


def test_those_who_joined_have_names_too() -> None:
    contest = begin(("x/a", 20), ("y/b", 10))
    contest.overrule("join", id="d", name="Dora", side="x", sheet="{}")
    assert "Dora enters" in markdown(contest)
    assert run(contest).ended
