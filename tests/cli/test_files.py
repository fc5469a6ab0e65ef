"""certamen check, test, schema, new and notation: the files people write."""

import json
import re
from pathlib import Path

import pytest

from certamen.files.examples import examples
from certamen.rulesets import names
from tests.cli.common import ALLEY, SCENARIO, certamen
from tests.rulesets.striker.common import BLOCKS, MACHINERY


def test_all_examples_are_fine() -> None:
    done = certamen("check", examples())
    assert (done.status, done.err) == (0, "")
    assert f"{ALLEY}: fine\n" in done.out
    assert "alley.include.yaml: fine as far as can be told without an encounter\n" in done.out


def test_the_faults_of_several_files_at_once(tmp_path: Path) -> None:
    one, two, three = tmp_path / "a.yaml", tmp_path / "b.yaml", tmp_path / "c.include.yaml"
    one.write_text("a: @")
    two.write_text("certamen: 1\nruleset: samsara\nparticipants: []\n")
    three.write_text("participants: [{id: a, side: x, hp: 1}]")
    done = certamen("check", one, two, three, ALLEY, tmp_path / "none.yaml")
    assert (done.status, done.out) == (2, f"{ALLEY}: fine\n")
    assert done.err.splitlines() == [
        f"{one}:1:4: a value cannot begin with @ (expected: quotes around it)",
        f"{two}:3:15: participants: [] will not do (expected: at least one)",
        f"{three}:1:33: participants[0].hp: there is no hp here (expected: id, name, side, player, at, hidden, "
        "known_to, arrives, policy, copies, like, sheet, seems)",
        f"{tmp_path / 'none.yaml'}: cannot be read: No such file or directory",
    ]
    data = json.loads(certamen("check", one, ALLEY, "--json").out)
    assert data["files"] == [str(one), str(ALLEY)]
    assert data["problems"] == [
        {"file": str(one), "line": 1, "column": 4, "path": "", "message": "a value cannot begin with @",
         "expected": "quotes around it"}
    ]  # fmt: skip
    assert certamen("check", tmp_path / "empty") == (
        2, "", f"{tmp_path / 'empty'}: cannot be read: No such file or directory\n",
    )  # fmt: skip


def test_many_faults_are_cut(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("certamen: 1\n" + "".join(f"x{k}: 1\n" for k in range(100)))
    lines = certamen("check", file).err.splitlines()
    assert len(lines) == 51
    assert lines[-1] == "... and 50 more"


def test_a_folder_without_files(tmp_path: Path) -> None:
    assert certamen("check", tmp_path) == (2, "", f"{tmp_path}: there is no *.yaml in this folder\n")
    assert certamen("test", tmp_path) == (2, "", f"{tmp_path}: there is no *.scenario.yaml in this folder\n")


def test_scenarios(tmp_path: Path) -> None:
    done = certamen("test", SCENARIO)
    assert done == (0, f"{SCENARIO}: passed\n1 passed, 0 failed\n", "")
    shown = certamen("test", "-v", SCENARIO)
    assert "Jack Kelly attacks Bad guy with the revolver: 32 against 55" in shown.out
    for other in SCENARIO.parent.glob("*.include.yaml"):
        (tmp_path / other.name).write_text(other.read_text())
    bad = tmp_path / "a.scenario.yaml"
    bad.write_text(SCENARIO.read_text().replace("jack.constitution: 364", "jack.constitution: 365"))
    done = certamen("test", bad, SCENARIO)
    assert (done.status, done.out.splitlines()[-1]) == (1, "1 passed, 1 failed")
    assert "bad-guy attack: expected jack.constitution to be 365, found 364" in done.err
    assert re.search(r"quality of success +-36", done.err), "the reckoning of what the step made"
    data = json.loads(certamen("test", tmp_path, SCENARIO, "--json").out)
    assert (data["passed"], data["failed"]) == (1, 1)
    assert data["scenarios"][0]["message"].startswith("bad-guy attack: expected")


def test_a_bad_scenario_does_not_hide_the_others(tmp_path: Path) -> None:
    bad = tmp_path / "a.scenario.yaml"
    bad.write_text("steps: [{}]")
    done = certamen("test", bad, SCENARIO)
    assert done.status == 2
    assert "1 passed, 0 failed" in done.out
    assert f"{bad}:1:1: certamen is missing (expected: 1)" in done.err


def test_schema() -> None:
    assert json.loads(certamen("schema").out)["properties"]["ruleset"]["enum"] == list(names())
    assert "Sheet" in json.loads(certamen("schema", "starcluster").out)["$defs"]
    assert certamen("schema", "starclustre").err.endswith("did you mean starcluster?\n")


@pytest.mark.parametrize("name", names())
def test_what_new_writes_is_right_and_runs(tmp_path: Path, name: str) -> None:
    file = tmp_path / "fight.yaml"
    file.write_text(certamen("new", name).out, encoding="utf-8")
    assert certamen("check", file) == (0, f"{file}: fine\n", "")
    assert certamen("run", file, "--seed", "1").status == 0


def test_notation(tmp_path: Path) -> None:
    file = tmp_path / "machinery.txt"
    file.write_text(MACHINERY, encoding="utf-8")
    done = certamen("notation", file)
    assert done.status == 0
    assert MACHINERY in done.out
    assert "operate" in done.out
    data = json.loads(certamen("notation", file, "--json").out)
    assert data["skills"][0]["block"] == MACHINERY
    assert "bypass" in {act["name"] for act in data["skills"][0]["acts"]}


def test_several_skills_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "skills.txt"
    file.write_text("\n\n".join(f"{name}\n{block}" for name, block in BLOCKS.items()), encoding="utf-8")
    data = json.loads(certamen("notation", file, "--json").out)
    assert [one["skill"] for one in data["skills"]] == list(BLOCKS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: nothing (expected: "),
        ("nonsense", "2:1: nonsense: no block (expected: "),
        (MACHINERY.replace("chk= +M\n", "chk= +\n", 1), "3:36: skill: the end of the line will not do here"),
        (MACHINERY.replace("◊ know", "◊ (know", 1), "3:"),
        ("Category: " + "(" * 3000, "1:"),
        ("Category: x\nUsage: a(act) -> " + "(" * 3000, ":"),
        ("Category: x\nUsage: a(act) -> chk= " + "+M" * 5000, ""),
    ],
)
def test_broken_notation(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "skill.txt"
    file.write_text(text, encoding="utf-8")
    done = certamen("notation", file)
    assert done.status in ((2,) if message else (0, 2))
    assert not message or done.err.startswith(f"{file}:{message}".replace("::", ":"))
