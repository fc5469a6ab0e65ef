"""certamen duel: what it says beforehand, its answers as text, JSON and SVG, and what it refuses."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from certamen.cli import cli
from certamen.cli.fail import refused
from certamen.files.examples import examples

DUEL = str(examples() / "starcluster" / "duel.yaml")
ALLEY = str(examples() / "starcluster" / "alley.yaml")
SHORT = """
certamen: 1
ruleset: starcluster
title: Short
rulings: {latest_shift: 10, earliest_initiative: 100, hindered_next: "no"}
participants:
  - {id: ada, name: Ada, side: a, sheet: {constitution: 20, skills: {gun: 5}, weapons: [{name: gun, skill: gun}]}}
  - {id: bert, name: Bert, side: b, like: ada}
"""


def call(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["duel", *arguments])


@pytest.fixture
def short(tmp_path: Path) -> str:
    path = tmp_path / "short.yaml"
    path.write_text(SHORT)
    return str(path)


def test_it_says_beforehand_that_it_is_exact() -> None:
    told = call(DUEL, "--dry")
    assert told.exit_code == 0
    assert told.output.startswith("exact: ")
    assert told.output.count("\n") == 1


def test_it_names_what_is_in_the_way_and_gives_an_estimate() -> None:
    told = call(ALLEY, "-n", "50")
    assert told.exit_code == 0
    assert "no exact answer: it is not one against one: 3 take part; an estimate instead" in told.output
    assert "in 50 trials" in told.output


def test_who_wins_and_how_long_it_takes(short: str) -> None:
    told = call(short)
    assert told.exit_code == 0
    assert "ada (plain)  50%" in told.output
    assert "in which round it ends: " in told.output
    assert "the chances add up to 1 within" in told.output


def test_as_json(short: str) -> None:
    data = json.loads(call(short, "--json").output)
    assert data["examined"]["exact"] is True
    assert data["odds"]["win"] == pytest.approx([0.5, 0.5])
    assert sum(data["odds"]["lengths"]) + data["odds"]["longer"] == pytest.approx(1)


def test_a_table_over_other_values(short: str, tmp_path: Path) -> None:
    drawn = tmp_path / "out.svg"
    told = call(short, "--over", "ada.constitution=10:30:10", "--over", "bert.skills.gun=0,5", "--svg", str(drawn))
    assert told.exit_code == 0
    assert "ada.constitution  bert.skills.gun  ada wins  bert wins  rounds" in told.output
    assert len([line for line in told.output.splitlines() if line.strip().startswith(("10 ", "20 ", "30 "))]) == 6
    assert "<title>" in drawn.read_text()


def test_the_best_tactic(short: str) -> None:
    told = call(short, "--tactics", "a", "--json")
    data = json.loads(told.output)["best"]
    [tactic] = data["tactics"]
    assert tactic["side"] == "ada"
    assert tactic["gain"] > 0
    assert data["odds"]["win"][0] == pytest.approx(tactic["worth"])
    assert tactic["sees"] == ["own wounds", "their wounds", "own roll"]
    assert "the best tactic of ada" in call(short, "--tactics", "a").output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--tactics", "nobody"], "there is no side or participant nobody"),
        (["--policy", "a=best"], "has no policy best"),
        (["--over", "ada.constitution"], "is not PATH=VALUES"),
        (["--over", "ada.constitution=1:1000000000"], "cells"),
        (["--over", "ada.fame=1"], "fame"),
        (["--over", "ada.constitution=-5:5:5"], "constitution"),
        (["--over", "ada.constitution=10", "--tactics", "a"], "not both"),
        (["-n", "-1"], "-1"),
    ],
)
def test_what_it_refuses(short: str, arguments: list[str], message: str) -> None:
    told = call(short, *arguments)
    assert told.exit_code != 0
    said = told.output + (refused(told.exception) or "" if isinstance(told.exception, Exception) else "")
    assert message in said
    assert "Traceback" not in said


def test_no_best_tactic_without_an_exact_answer() -> None:
    told = call(ALLEY, "--tactics", "gang")
    assert told.exit_code == 2
    assert "without an exact answer" in told.output


def test_a_duel_over_before_the_first_turn_stands_in_the_table(tmp_path: Path) -> None:
    """SAM-14: who leads by too much has won at once; the other cells are solved as ever."""
    path = tmp_path / "unequal.yaml"
    path.write_text(
        "certamen: 1\nruleset: samsara\nparticipants:\n"
        "  - {id: ada, side: a, sheet: {attributes: {wit: 3, charm: 2}}}\n"
        "  - {id: bo, side: b, sheet: {attributes: {wit: 1, charm: 1}}}\n"
    )
    told = call(str(path), "--over", "ada.attributes.wit=3:9:6", "--json")
    assert told.exit_code == 0
    first, last = json.loads(told.stdout)["table"]
    assert 0.9 < first["odds"]["win"][0] < 1
    assert (last["odds"]["win"], last["odds"]["rounds"]) == ([1.0, 0.0], 0.0)
