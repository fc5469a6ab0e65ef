"""certamen run: to the end, with dice, policies, journals and sheets; and all that it refuses."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from certamen.rulesets import names
from tests.cli.common import ALLEY, certamen
from tests.conformance.examples import ENCOUNTERS

VALUE = {"type": ["integer", "string", "boolean", "array", "null"]}
SUMMARY: dict[str, Any] = {
    "type": "object",
    "required": ["version", "ruleset", "rulings", "seed", "outcome", "rounds", "participants", "events"],
    "properties": {
        "version": {"type": "string"},
        "ruleset": {"type": "object", "required": ["name", "version"]},
        "rulings": {"type": "object", "additionalProperties": {"type": ["string", "integer"]}},
        "seed": {"type": ["integer", "null"]},
        "rounds": {"type": "integer", "minimum": 0},
        "outcome": {
            "type": "object",
            "required": ["ended", "winner", "reason"],
            "properties": {"ended": {"type": "boolean"}, "winner": {"type": "string"}, "reason": {"type": "string"}},
        },
        "participants": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["id", "name", "side", "status", "values"],
                "properties": {"values": {"type": "object", "additionalProperties": VALUE}},
            },
        },
        "events": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["n", "round", "actor", "type", "rules", "dice", "parts", "text"],
                "properties": {
                    "n": {"type": "integer", "minimum": 1},
                    "round": {"type": "integer", "minimum": 0},
                    "rules": {"type": "array", "items": {"type": "string"}},
                    "text": {"type": "string"},
                    "dice": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["sides", "face", "purpose"],
                            "properties": {
                                "sides": {"type": "integer"},
                                "face": {"type": "integer"},
                                "purpose": {"type": "string"},
                            },
                        },
                    },
                    "parts": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["label", "value"],
                            "properties": {"label": {"type": "string"}, "value": {"type": ["integer", "string"]}},
                        },
                    },
                },
            },
        },
    },
}
FIRST = {name: next(path for path in ENCOUNTERS if path.parent.name == name) for name in names()}


@pytest.mark.parametrize("name", names())
def test_json_is_as_promised(name: str) -> None:
    data = json.loads(certamen("run", FIRST[name], "--seed", "4", "--json").out)
    jsonschema.validate(data, SUMMARY)
    assert data["seed"] == 4
    assert data["ruleset"]["name"] == name
    assert [event["n"] for event in data["events"]] == list(range(1, len(data["events"]) + 1))
    assert data["outcome"]["ended"]


def test_a_log_for_people() -> None:
    done = certamen("run", ALLEY, "--seed", "3")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("The alley\nStarCluster 2; dice: seed 3\n\nRound 1\n")
    told = " ".join(done.out.split())
    assert "target number 50 = 50 gun +2 + 0 range medium; chance roll 16; quality of success 74" in told
    assert "\ntravellers won: " in done.out
    assert "\x1b" not in done.out


def test_the_same_seed_is_the_same_fight() -> None:
    assert certamen("run", ALLEY, "--seed", "5") == certamen("run", ALLEY, "--seed", "5")
    assert certamen("run", ALLEY, "--seed", "5").out != certamen("run", ALLEY, "--seed", "6").out
    assert (
        certamen("run", ALLEY, "--seed", "5", "--policy", "gang=clever").out
        != certamen("run", ALLEY, "--seed", "5").out
    )


def test_markdown() -> None:
    assert certamen("run", ALLEY, "--seed", "3", "--markdown").out.startswith("# The alley\n")


def test_a_tape_from_a_file_and_from_the_line(tmp_path: Path) -> None:
    """The dice of one run, given as a tape, make the same run."""
    data = json.loads(certamen("run", ALLEY, "--seed", "3", "--json").out)
    dice = [f"{die['roller']}:d{die['sides']}:{die['face']}" for event in data["events"] for die in event["dice"]]
    tape = tmp_path / "fight.tape"
    tape.write_text("# as it fell\n" + "\n".join(dice), encoding="utf-8")
    again = json.loads(certamen("run", ALLEY, "--dice", tape, "--json").out)
    assert (again["events"], again["seed"]) == (data["events"], None)
    assert json.loads(certamen("run", ALLEY, "--dice", " ".join(dice), "--json").out)["events"] == data["events"]


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        ("41 75", "--dice: die 3: a d100 of bad-guy (initiative) is wanted, and the tape holds only 2"),
        ("41 d6:3 40", "--dice: die 2: a d100 of heather (initiative) is wanted, and the tape has d6:3"),
        ("41 jack:75 40", "--dice: die 2: a d100 of heather (initiative) is wanted, and the tape has jack:75"),
        ("d100:0", "--dice:1:1: 'd100:0': no d100 shows 0"),
        ("41 d6:7", "--dice:1:4: 'd6:7': no d6 shows 7"),
        ("fight.tape", "--dice:1:1: 'fight.tape' is not a die; expected one such as"),
        ("fight.tape", "; nor is there a file of this name"),
        ("x" * 5000, "is not a die"),
        (str(ALLEY), "alley.yaml:2:1: 'certamen:' is not a die"),
        ("/dev/zero", "/dev/zero: this is no ordinary file"),
    ],
)  # fmt: skip
def test_tapes_that_will_not_do(tmp_path: Path, dice: str, message: str) -> None:
    journal = tmp_path / "fight.journal"
    done = certamen("run", ALLEY, "--dice", dice, "--journal", journal)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert not journal.exists()


def test_dice_left_over(tmp_path: Path) -> None:
    data = json.loads(certamen("run", ALLEY, "--seed", "3", "--json").out)
    dice = [f"d{die['sides']}:{die['face']}" for event in data["events"] for die in event["dice"]]
    done = certamen("run", ALLEY, "--dice", " ".join([*dice, "d100:7"]), "--sheets", tmp_path / "s.include.yaml")
    assert (done.status, done.out, done.err) == (2, "", "--dice: 1 dice are left over, the first is d100:7\n")
    assert list(tmp_path.iterdir()) == []


def test_a_fight_that_cannot_end(tmp_path: Path) -> None:
    """Nobody can hurt anybody: it is stopped, says so, and that is no error."""
    fight = tmp_path / "f.yaml"
    fight.write_text(
        "certamen: 1\nruleset: starcluster\nparticipants:\n"
        "  - {id: a, side: x, sheet: {constitution: 400}}\n  - {id: b, side: y, sheet: {constitution: 400}}\n"
    )
    done = certamen("run", fight, "--max-rounds", "7")
    assert done.status == 0
    assert "not decided: stopped after 7 rounds without a decision" in done.out
    data = json.loads(certamen("run", fight, "--json", "--seed", "1").out)
    assert data["outcome"] == {
        "ended": False, "winner": "", "reason": "stopped after 200 rounds without a decision",
    }  # fmt: skip
    assert "Not decided: stopped after 7 rounds" in certamen("run", fight, "--max-rounds", "7", "--markdown").out


def test_journal_and_sheets(tmp_path: Path) -> None:
    """The sheets of one evening are included the next; the journal replays."""
    journal, sheets = tmp_path / "fight.journal", tmp_path / "evening.include.yaml"
    assert certamen("run", ALLEY, "--seed", "3", "--journal", journal, "--sheets", sheets).status == 0
    assert certamen("replay", journal, "--verify").status == 0
    again = tmp_path / "again.yaml"
    again.write_text(
        "certamen: 1\nruleset: starcluster\ninclude: evening.include.yaml\nparticipants:\n"
        "  - {id: boss, side: gang, sheet: {constitution: 500, skills: {gun: 4}}}\n"
    )
    assert certamen("check", again, sheets).status == 0
    done = certamen("run", again, "--seed", "1", "--json")
    assert {one["id"] for one in json.loads(done.out)["participants"]} == {"jack", "heather", "bad-guy", "boss"}


@pytest.mark.parametrize("option", ["--journal", "--sheets"])
def test_output_that_cannot_be_written(tmp_path: Path, option: str) -> None:
    """Told before any die falls; nothing is overwritten, nothing left behind."""
    there = tmp_path / "there"
    there.write_text("mine")
    done = certamen("run", ALLEY, option, there)
    assert done.status == 2
    assert f"{there}: there is a file of this name already" in done.err
    assert there.read_text() == "mine"
    for path, reason in ((tmp_path / "no" / "x", "No such file or directory"), (tmp_path, "already")):
        done = certamen("run", ALLEY, option, path)
        assert (done.status, done.out) == (2, "")
        assert reason in done.err
    assert [one.name for one in tmp_path.iterdir()] == ["there"]


def test_one_output_refused_takes_the_other_back(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("mine")
    done = certamen("run", ALLEY, "--sheets", tmp_path / "s", "--journal", tmp_path / "there")
    assert done.status == 2
    assert sorted(one.name for one in tmp_path.iterdir()) == ["there"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seed", "1", "--dice", "1"], "give --seed or --dice, not both"),
        (["--json", "--markdown"], "give --json or --markdown, not both"),
        (["--policy", "gang"], "'gang' is not SIDE=NAME"),
        (["--policy", "gang=plain", "--policy", "gang=clever"], "gang is given twice"),
        (["--policy", "gang=brave"], "starcluster has no policy brave: plain, clever"),
        (["--policy", "cops=plain"], "there is no side or participant cops"),
        (["--max-rounds", "0"], "0 is not in the range"),
        (["--seed", "x"], "'x' is not a whole number"),
        (["more"], "unexpected extra argument"),
        (["--sed", "1"], "No such option"),
    ],
)
def test_options_that_will_not_do(arguments: list[str], message: str) -> None:
    done = certamen("run", ALLEY, *arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err


def test_all_faults_of_a_file_at_once(tmp_path: Path) -> None:
    fight = tmp_path / "f.yaml"
    fight.write_text("certamen: 1\nruleset: starcluster\ntitel: x\nparticipants: [{id: a}]\n")
    done = certamen("run", fight)
    assert (done.status, done.out) == (2, "")
    assert done.err.splitlines() == [
        f"{fight}:3:1: titel: there is no titel here; did you mean title?",
        f"{fight}:4:16: participants[0]: side is missing (expected: text)",
        f"{fight}:4:16: participants[0].sheet: constitution is missing (expected: a whole number)",
    ]
