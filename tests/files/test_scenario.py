"""Scenarios: what must come out and does, what does not, and what is wrong in the file itself."""

from pathlib import Path

import pytest

from certamen.files import scenario
from certamen.files.examples import examples
from certamen.files.problems import FileErrors
from tests.files.common import GOOD

STEPS = """\
rules: [SC2-7]
start: {dice: [41, 75], expect: {round: 1, jack.base: 41, asked: [jack, thug]}}
steps:
  - {as: jack, do: keep}
  - {as: jack, do: attack, with: {target: thug, weapon: revolver}, dice: [32, 67], expect: {thug.constitution: 278}}
"""


def load(tmp_path: Path, text: str) -> scenario.Scenario:
    file = tmp_path / "f.scenario.yaml"
    file.write_text(text, encoding="utf-8")
    return scenario.load(file)


def run(tmp_path: Path, old: str = "", new: str = "") -> str:
    """What does not come out, or ""."""
    assert old in STEPS
    done = scenario.run(load(tmp_path, GOOD + STEPS.replace(old, new, 1)))
    return done.failure.message if done.failure else ""


def test_a_good_one(tmp_path: Path) -> None:
    assert run(tmp_path) == ""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("278", "277", "jack attack: expected thug.constitution to be 277, found 278"),
        ("[32, 67]", "[32]", "is wanted, and the tape holds only 3"),
        ("[32, 67]", "[32, 67, 1]", "jack attack: 2 dice fell, 3 are given"),
        ("[41, 75]", "[41, 75, 9]", "start: 2 dice fell, 3 are given"),
        ("[41, 75]", "[41]", "start: 2 dice fell, 1 are given"),
        ("[32, 67]", "['d6:3', 67]", "a d100 of jack (chance) is wanted, and the tape has d6:3"),
        ("[32, 67]", "['thug:d100:32', 67]", "a d100 of jack (chance) is wanted, and the tape has thug:d100:32"),
        ("target: thug", "target: jack", "target cannot be 'jack'"),
        ("expect: {thug.constitution: 278}", "refused: SC2-15", "expected a refusal (SC2-15), and it is legal"),
        ("thug.constitution: 278", "thug.luck: 1", "there is no luck"),
        ("thug.constitution: 278", "events: [outcome]", "expected events to be ['outcome'], found ["),
        ("thug.constitution: 278", "outcome: crew", "expected outcome to be 'crew', found None"),
        ("thug.constitution: 278", "thug.effects: [hindered]", "expected thug.effects to be ['hindered'], found"),
        ("do: keep}", "do: keep, refused: SC2-1}", "expected a refusal (SC2-1), and it is legal"),
        ("with: {target: thug, weapon: revolver}, dice: [32, 67], expect: {thug.constitution: 278}",
         "with: {target: thug, weapon: bow}, refused: SC2-15", "expected a refusal by SC2-15, found weapon cannot"),
    ],
)  # fmt: skip
def test_what_does_not_come_out(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert message in run(tmp_path, old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("thug.constitution: 278", "thug.effects: [hindered]"),
        ("thug.constitution: 278", "events: [attack]"),
        ("thug.constitution: 278", "outcome: null"),
        ("thug.constitution: 278", "thug.status: in"),
        ("thug.constitution: 278", "marks: []"),
    ],
)
def test_what_can_be_expected(tmp_path: Path, old: str, new: str) -> None:
    """Not that it is so, but that it can be looked up."""
    message = run(tmp_path, old, new)
    assert not message or "expected" in message


def said(tmp_path: Path, text: str) -> list[str]:
    with pytest.raises(FileErrors) as caught:
        load(tmp_path, text)
    return [str(one).replace(f"{tmp_path}/", "") for one in caught.value.problems]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("SC2-7", "SC2-77", "11:9: rules[0]: starcluster has no rule SC2-77 (expected: SC2-1 to SC2-19)"),
        ("as: jack, do: attack", "as: jim, do: attack", "15:10: steps[1].as: there is no participant jim (expected: "),
        ("do: attack", "do: atack", "15:20: steps[1].do: there is no act atack (expected: "),
        ("jack.base", "jim.base", "12:44: start.expect.jim.base: nothing is called jim.base (expected: ID."),
        ("do: keep", "did: keep", "14:5: steps[0]: do is missing (expected: as: who acts, do: what he does)"),
        ("do: keep", "did: keep", "14:16: steps[0].did: there is no did here (expected: as, do, with"),
        ("with: {target: thug, weapon: revolver}", "with: thug", "15:34: steps[1].with: \"thug\" will not do"),
        ("target: thug", "target: {a: b}", "15:43: steps[1].with.target: {\"a\": \"b\"} will not do (expected: "),
        ("[32, 67]", "[32, 101000]", "steps[1].dice[1]: 101000 is no die (expected: a face, dSIDES:FACE"),
        ("[32, 67]", "[d6:7]", "steps[1].dice[0]: \"d6:7\" is no die"),
        ("[32, 67]", "[true]", "steps[1].dice[0]: true is no die"),
        ("[32, 67]", "many", "steps[1].dice: \"many\" will not do (expected: a list)"),
        ("[41, 75]", "[0]", "12:16: start.dice[0]: 0 is no die"),
        ("steps:", "stepps:", "13:1: stepps: there is no stepps here; did you mean steps?"),
        ("{as: jack, do: keep}", "keep", "14:5: steps[0]: \"keep\" will not do (expected: a mapping of"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_the_file(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in STEPS
    found = said(tmp_path, GOOD + STEPS.replace(old, new, 1))
    assert any(one.partition(":")[2].startswith(message) or message in one for one in found), found


def test_the_game_master_brings_in_another(tmp_path: Path) -> None:
    """Who joins in an earlier step is known in later ones."""
    sheet = '{"constitution": 300}'
    steps = f"""\
start: {{dice: [41, 75]}}
steps:
  - {{as: gm, do: join, with: {{id: bo, name: Bo, side: gang, sheet: '{sheet}'}}, dice: [10]}}
  - {{as: bo, do: say, with: {{text: here I am, to: all, about: 0}}, expect: {{events: [say]}}}}
"""
    done = scenario.run(load(tmp_path, GOOD + steps))
    assert done.failure is None or "dice fell" in done.failure.message, done.failure


def test_its_events_are_shown_step_by_step() -> None:
    seen: list[int] = []
    done = scenario.run(
        scenario.load(examples() / "starcluster" / "alley.scenario.yaml"), lambda _, made: seen.append(len(made))
    )
    assert done.failure is None
    assert done.contest is not None
    assert len(seen) == 10
    assert sum(seen) == len(done.contest.events)
