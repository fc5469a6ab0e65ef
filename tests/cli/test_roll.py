"""certamen roll: totals, records, odds, and what is refused."""

import json
import sys

import pytest

from tests.cli.common import certamen


def test_a_roll_and_its_record() -> None:
    done = certamen("roll", "4d6kh3+2[luck]", "--seed", "3")
    assert done == (0, "15  4d6kh3 [6, 3, 4, (1)] + 2 (luck) = 15\n(1) does not count\n", "")


def test_an_expression_may_be_written_apart() -> None:
    assert certamen("roll", "1d20", "+", "5", "--seed", "3").out == certamen("roll", "1d20+5", "--seed", "3").out


def test_a_seed_gives_the_same_dice() -> None:
    assert certamen("roll", "10d10", "--seed", "7") == certamen("roll", "10d10", "--seed", "7")
    assert certamen("roll", "10d10") != certamen("roll", "10d10")


def test_times() -> None:
    lines = certamen("roll", "d100", "--times", "50", "--seed", "1").out.splitlines()
    assert len(lines) == 50
    assert len(set(lines)) > 20


@pytest.mark.parametrize(
    ("expression", "legend"),
    [
        ("8d6!", "6! exploded"),
        ("8d6c>=3", "6* counted"),
        ("8d6min5", "1 as 2: changed to that"),
        ("8d6ro<=4", "(1) does not count"),
    ],
)
def test_signs_are_explained(expression: str, legend: str) -> None:
    assert legend in certamen("roll", expression, "--seed", "2").out.splitlines()[-1]


def test_json() -> None:
    data = json.loads(certamen("roll", "2d6!+4dF", "--seed", "5", "--times", "3", "--json").out)
    assert data["expression"] == "2d6!+4dF"
    assert data["seed"] == 5
    assert len(data["rolls"]) == 3
    for one in data["rolls"]:
        assert one["total"] == sum(pool["value"] for pool in one["pools"])
        assert [die["sides"] for die in one["pools"][1]["dice"]] == ["F"] * 4
        assert all("exploded" in die["marks"] for die in one["pools"][0]["dice"] if die["face"] == 6)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("3d6k2", "column 4: k2 is read in different ways; write one of:\n    3d6kh2"),
        ("d66", "d66 is read in different ways"),
        ("-1d6", "the sign before 1d6 is read in different ways"),
        ("2d6 plus", "column 5:"),
        ("1001d6", "column 1:"),
        ("1/0", "column 3: nothing can be divided by 0\n  1/0\n    ^"),
        ("--seeed", "column 3: expected dice"),
        ("", "column 1:"),
        ("(" * 300, "256"),
    ],
)
def test_what_is_refused(expression: str, message: str) -> None:
    done = certamen("roll", expression)
    assert (done.status, done.out) == (2, "")
    assert message in done.err


def test_division_by_what_the_dice_gave() -> None:
    assert certamen("roll", "1/(1d1-1)").status == 2


@pytest.mark.parametrize("seed", ["x", "1.5", "9" * 30, "１"])
def test_seeds_that_are_none(seed: str) -> None:
    done = certamen("roll", "1d6", "--seed", seed)
    assert done.status == 2
    assert "is not a whole number of at most 18 digits" in done.err


def test_odds() -> None:
    lines = certamen("roll", "2d6", "--odds").out.splitlines()
    assert lines[0] == "2d6: 2 to 12, mean 7"
    assert lines[7].split()[:3] == ["7", "16.67%", "58.33%"]
    assert lines[7].endswith("█" * 40)
    assert len(lines) == 13


def test_odds_of_many_results_fit_a_screen() -> None:
    lines = certamen("roll", "100d6", "--odds").out.splitlines()
    assert len(lines) <= 43
    assert lines[2].split() == ["100", "to", "283", "<", "0.01%", "100%"]
    assert all(len(line) <= 40 for line in certamen("roll", "100d6", "--odds", columns=40).out.splitlines())


def test_odds_of_what_is_stopped() -> None:
    assert "would have gone on, and were stopped" in certamen("roll", "3d6!", "--odds").out


def test_weights_of_any_length_leave_the_limit_of_digits_as_it_was() -> None:
    before = sys.get_int_max_str_digits()
    data = json.loads(certamen("roll", "300d6", "--odds", "--json").out)
    assert len(str(data["denominator"])) > 200
    assert sys.get_int_max_str_digits() == before


def test_odds_as_json() -> None:
    data = json.loads(certamen("roll", "4d6kh3", "--odds", "--json").out)
    assert data["mean"] == [15869, 1296]
    assert sum(weight for _, weight in data["weights"]) == data["denominator"] == 1296


def test_odds_that_take_too_much_work() -> None:
    done = certamen("roll", "1000d10000", "--odds")
    assert (done.status, done.out) == (2, "")
    assert "would have more than" in done.err
