"""Rulesets are found by their entry points; what is no ruleset is refused in plain words."""

from importlib.metadata import EntryPoint

import pytest

from certamen import rulesets
from certamen.rulesets import UnknownRuleset, about, find, names, package_of, rules_of


def test_all_five_are_found_with_their_rules() -> None:
    assert set(names()) >= {"dualaction", "samsara", "starcluster", "starslinger", "striker"}
    for name in names():
        rules, rulings = rules_of(name)
        assert (find(name).rules, find(name).rulings) == (rules, rulings)
        assert find(name).name == name
        assert about(name)
    assert package_of("samsara") == "certamen.rulesets.samsara"


def test_a_misspelt_name_is_told_with_the_nearest() -> None:
    with pytest.raises(UnknownRuleset, match="did you mean striker"):
        find("strker")
    with pytest.raises(UnknownRuleset, match="there is no ruleset 'chess': dualaction, "):
        find("chess")


def test_an_entry_point_that_gives_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("odd", "certamen.rulesets:GROUP", rulesets.GROUP)
    monkeypatch.setattr(rulesets, "_found", lambda: {"odd": point})
    with pytest.raises(UnknownRuleset, match="the entry point 'odd' does not give a ruleset"):
        find("odd")
