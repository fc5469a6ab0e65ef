"""certamen rules: each rule, its kind, rulings and errata."""

import json

import pytest

from certamen.rulesets import find, names
from tests.cli.common import certamen


def test_all_rulesets() -> None:
    out = certamen("rules").out
    for name in names():
        assert f"{name}: " in out
    data = json.loads(certamen("rules", "--json").out)
    assert [one["name"] for one in data["rulesets"]] == list(names())


@pytest.mark.parametrize("name", names())
def test_every_rule_and_ruling_of_one(name: str) -> None:
    """What is shown is what the ruleset plays by, though only its list of rules is loaded."""
    ruleset = find(name)
    data = json.loads(certamen("rules", name, "--json").out)["rules"]
    assert [one["id"] for one in data] == [rule.id for rule in ruleset.rules]
    assert {ruling["name"] for one in data for ruling in one["rulings"]} == {one.name for one in ruleset.rulings}
    for one in data:
        assert one["kind"] in ("enforced", "offered", "adjudicated")
    assert certamen("rules", name).out.count("(enforced)") == sum(one["kind"] == "enforced" for one in data)


def test_one_rule() -> None:
    out = certamen("rules", "samsara", "SAM-10").out
    assert out.startswith("SAM-10 (enforced)")
    assert "ruling rating_from: tactic by default; tactic, weapon, tactic_then_weapon or weapon_then_tactic" in out
    assert "why: " in out
    assert "may be given by sphere: {rating_from: {KEY: tactic}}" in out
    assert certamen("rules", "samsara", "10").out == out
    assert certamen("rules", "samsara", "sam-10").out == out
    assert json.loads(certamen("rules", "samsara", "10", "--json").out)["rules"][0]["id"] == "SAM-10"


def test_errata() -> None:
    assert "erratum: The example writes 298" in certamen("rules", "starcluster", "SC2-10").out


def test_what_there_is_not() -> None:
    assert certamen("rules", "samsra") == (2, "", "there is no ruleset 'samsra'; did you mean samsara?\n")
    assert certamen("rules", "gurps").err.startswith("there is no ruleset 'gurps': dualaction, samsara")
    assert certamen("rules", "samsara", "99") == (2, "", "samsara has no rule 99: SAM-1 to SAM-20\n")


def test_lines_fit_a_narrow_terminal() -> None:
    assert max(map(len, certamen("rules", "starcluster", columns=40).out.splitlines())) <= 40
