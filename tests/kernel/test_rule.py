"""Rulings: defaults, the table's own, those given apart, and what is wrong with them."""

import pytest

from certamen.kernel.rule import Problem, Ruling, resolve_rulings

SUCCESS = Ruling("success", "T-1", "under", "the book says both", (("under", "below it"), ("at", "at or below")))
SECONDS = Ruling("seconds", "T-2", 10, "unsaid", bounds=(1, 60))
EITHER = Ruling("rest", "T-3", "never", "unsaid", (("never", ""),), bounds=(1, 8))
SPHERE = Ruling("name", "T-4", "weapon", "unsaid", (("weapon", ""), ("skill", "")), per="sphere")
ALL = (SUCCESS, SECONDS, EITHER, SPHERE)


def test_what_is_not_given_takes_its_default() -> None:
    assert resolve_rulings(ALL, {}) == ({"success": "under", "seconds": 10, "rest": "never", "name": "weapon"}, ())


def test_what_is_given_stands_in_place_of_it() -> None:
    values, problems = resolve_rulings(ALL, {"success": "at", "seconds": 60, "rest": 8})
    assert (values["success"], values["seconds"], values["rest"], problems) == ("at", 60, 8, ())


def test_a_ruling_may_be_given_apart() -> None:
    values, problems = resolve_rulings(ALL, {"name": {"body": "skill", "mind": "weapon"}})
    assert (values["name"], values["name.body"], values["name.mind"]) == ("weapon", "skill", "weapon")
    assert resolve_rulings(ALL, {"name.body": "skill"})[0]["name.body"] == "skill"
    assert problems == ()


@pytest.mark.parametrize(
    ("name", "given", "message", "expected"),
    [
        ("luck", "at", "unknown ruling 'luck'", "name, rest, seconds, success"),
        ("success.body", "at", "unknown ruling 'success.body'", "name, rest, seconds, success"),
        ("success", "over", "success cannot be 'over'", "under or at"),
        ("success", 3, "success cannot be 3", "under or at"),
        ("success", {"body": "at"}, "success cannot be {'body': 'at'}", "under or at"),
        ("seconds", 0, "seconds cannot be 0", "a whole number from 1 to 60"),
        ("seconds", 61, "seconds cannot be 61", "a whole number from 1 to 60"),
        ("seconds", True, "seconds cannot be True", "a whole number from 1 to 60"),
        ("seconds", "ten", "seconds cannot be 'ten'", "a whole number from 1 to 60"),
        ("rest", 9, "rest cannot be 9", "never or a whole number from 1 to 8"),
        ("name", {"body": "song"}, "name.body cannot be 'song'", "weapon or skill"),
    ],
)
def test_what_will_not_do_is_told_with_what_is_allowed(name: str, given: object, message: str, expected: str) -> None:
    values, problems = resolve_rulings(ALL, {name: given})
    assert problems == (Problem(("rulings", name), message, expected),)
    assert values["success"] == "under"


def test_all_problems_are_told_at_once() -> None:
    _, problems = resolve_rulings(ALL, {"luck": 1, "seconds": 0, "name": {"a": 1, "b": 2}})
    assert [problem.message for problem in problems] == [
        "unknown ruling 'luck'",
        "seconds cannot be 0",
        "name.a cannot be 1",
        "name.b cannot be 2",
    ]


def test_a_ruleset_without_rulings_says_so() -> None:
    assert resolve_rulings((), {"a": 1})[1][0].expected == "none: this ruleset has no rulings"
