"""Encounter files: every fault at its line and column, in plain words, all at once."""

import pytest

from certamen.files import encounter
from tests.files.common import GOOD, instead, problems, said, with_line


def test_a_good_one() -> None:
    one = encounter.loads(GOOD)
    assert (one.ruleset, one.title) == ("starcluster", "Behind the depot")
    assert [(entry.id, entry.name, entry.side) for entry in one.participants] == [
        ("jack", "Jack", "crew"),
        ("thug", "Thug", "gang"),
    ]
    assert one.participants[0].sheet.skills == {"gun": 5}


def test_everything_at_once() -> None:
    text = """\
certamen: 2
rulest: starcluster
title: 7
participants:
  - id: Jack
    side: crew
    sheat: {}
    arrives: {round: 0}
  - {side: gang, hidden: maybe}
"""
    assert said(text) == [
        "fight.yaml:1:1: ruleset is missing (expected: text)",
        "fight.yaml:1:11: certamen: 2 will not do (expected: 1)",
        "fight.yaml:2:1: rulest: there is no rulest here; did you mean ruleset?",
        "fight.yaml:3:8: title: 7 will not do (expected: text)",
        "fight.yaml:7:5: participants[0].sheat: there is no sheat here; did you mean sheet?",
        "fight.yaml:8:22: participants[0].arrives.round: 0 will not do (expected: at least 1)",
        "fight.yaml:9:5: participants[1]: id is missing (expected: text)",
        'fight.yaml:9:26: participants[1].hidden: "maybe" will not do (expected: true or false)',
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- a", "fight.yaml:1:1: this is no encounter (expected: certamen: 1, ruleset, participants)"),
        (instead("id: thug", "id: jack"),
         "fight.yaml:8:9: participants[1].id: there is another jack in line 5 (expected: an id of its own)"),
        (instead("id: thug", "id: gm"),
         "fight.yaml:8:9: participants[1].id: gm has a meaning of its own (expected: another id)"),
        (instead("id: thug", "id: Big Thug"), 'fight.yaml:8:9: participants[1].id: "Big Thug" is no id '
         "(expected: small letters, digits and hyphens, a letter first, at most 64)"),
        (instead("side: gang", "side: ''"), 'fight.yaml:9:11: participants[1].side: "" is no side '
         "(expected: small letters, digits and hyphens, a letter first, at most 64)"),
        (instead("side: gang", "side: crew"),
         "fight.yaml:5:3: participants: all are on the side crew (expected: two sides, or an objective)"),
        (instead("ruleset: starcluster", "ruleset: starclaster"),
         "fight.yaml:2:10: ruleset: there is no ruleset 'starclaster' (expected: "),
        (with_line("rulings: {success: sometimes}"),
         "fight.yaml:3:20: rulings.success: success cannot be 'sometimes' (expected: "),
        (with_line("rulings: {luck: 1}"), "fight.yaml:3:11: rulings.luck: unknown ruling 'luck' (expected: "),
        (with_line("objectives: [{id: x, side: cops, title: t, needs: [a]}]"),
         "fight.yaml:3:28: objectives[0].side: nobody is on the side cops (expected: crew, gang)"),
        (with_line("objectives: [{id: x, side: crew, title: t, needs: []}]"),
         "fight.yaml:3:51: objectives[0].needs: [] will not do (expected: at least one)"),
        (instead("side: gang", "side: gang\n    known_to: [nobody]"),
         "fight.yaml:10:16: participants[1].known_to[0]: there is no participant nobody (expected: jack, thug)"),
        (instead("side: gang", "side: gang\n    policy: brave"),
         "fight.yaml:10:13: participants[1].policy: there is no policy brave (expected: plain, clever)"),
        (with_line("shown: all"), 'fight.yaml:3:8: shown: "all" will not do (expected: exact, words or nothing)'),
        (instead("constitution: 400", "constitution: 0"),
         "fight.yaml:7:27: participants[0].sheet.constitution: 0 will not do (expected: at least 1)"),
        (instead("constitution: 400", "constitution: 4.5"),
         "fight.yaml:7:27: participants[0].sheet.constitution: 4.5 will not do (expected: a whole number)"),
        (instead("constitution: 400, ", ""),
         "fight.yaml:7:12: participants[0].sheet: constitution is missing (expected: a whole number)"),
        (with_line("scene: {range: far}"), 'fight.yaml:3:16: scene.range: "far" will not do (expected: close, short'),
        (instead("title: Behind the depot", "title: ''\nparticipants: {}"),
         "fight.yaml:4:15: participants: {} will not do (expected: a list)"),
    ],
)  # fmt: skip
def test_one_fault(text: str, expected: str) -> None:
    assert said(text)[0].startswith(expected)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("a\\nb", "holds the character U+000A"),
        ("a\\u202Eb", "holds the character U+202E"),
        ("e\\u0301", "is not in the composed form of Unicode (NFC)"),
        ("x" * 101, "is longer than 100 characters"),
    ],
)
def test_names_that_mislead(name: str, reason: str) -> None:
    (one,) = problems(instead("  - id: thug", f'  - id: thug\n    name: "{name}"'))
    assert (one.line, one.column, one.path) == (9, 11, "participants[1].name")
    assert reason in one.message


def test_names_of_the_world() -> None:
    one = encounter.loads(instead("  - id: thug", "  - id: thug\n    name: 侍 ぐみ Ångström"))
    assert one.participants[1].name == "侍 ぐみ Ångström"


def test_rulings_apart() -> None:
    """A ruling that may be given by a thing is handed on as `name.key`."""
    from certamen.files.examples import examples

    one = encounter.load(examples() / "samsara" / "rope-bridge.yaml")
    assert one.rulings == {"rating_from.physical": "tactic_then_weapon"}


def test_long_lists_of_faults_are_cut() -> None:
    text = GOOD + "".join(f"  - {{id: a{k}, side: crew, x{k}: 1}}\n" for k in range(90))
    found = said(text)
    assert encounter.ENOUGH <= len(found) <= encounter.ENOUGH + 10
