"""Expressions and rolls in words."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certamen.dice import DividedByZero, Faces, describe, explain, parse, roll, steps
from certamen.dice.tree import Expression
from tests.dice.trees import any_expressions


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3d6+2", "3 six-sided dice plus 2"),
        ("d%", "1 100-sided die"),
        ("4dF", "4 Fate dice"),
        ("4d6kh3", "4 six-sided dice: keep the 3 highest"),
        ("2d20kl1", "2 twenty-sided dice: keep the lowest"),
        ("4d6dl1dh1", "4 six-sided dice: drop the lowest, then drop the highest"),
        ("3d6min2max5", "3 six-sided dice: count less than 2 as 2, then count more than 5 as 5"),
        ("3d6ro1", "3 six-sided dice: roll each 1 again, once"),
        ("3d6rr<=2", "3 six-sided dice: roll each 2 or less again until it is something else, at most 100 times"),
        ("3d6!", "3 six-sided dice: throw one die more for each 6, and for each of those in turn, at most 10 times"),
        ("3d6ace", "3 six-sided dice: roll each 6 again and add it up, and so on, at most 10 times"),
        ("8d6c>=5", "8 six-sided dice: count each 5 or more"),
        ("4d6kh3[might]*2", "(4 six-sided dice: keep the 3 highest) for might times 2"),
        ("(1+2)*3", "(1 plus 2) times 3"),
        ("1+2*3", "1 plus (2 times 3)"),
        ("1-2-3", "1 minus 2 minus 3"),
        ("7/2", "7 divided and rounded down by 2"),
        ("-(2d6)", "the negative of 2 six-sided dice"),
        ("d20+5 is >=15", "1 if (1 twenty-sided die plus 5) is 15 or more, else 0"),
    ],
)
def test_describe(text: str, words: str) -> None:
    assert describe(parse(text)) == words


@pytest.mark.parametrize(
    ("text", "faces", "line"),
    [
        ("4d6kh3+2", [1, 5, 2, 6], "4d6kh3 [(1), 5, 2, 6] + 2 = 15"),
        ("(2d6!)c>=5", [6, 2, 5], "2d6!c>=5 [6!*, 2, 5*] = 2"),
        ("2d6ace", [6, 2, 5], "2d6ace [6! as 11, 2, (5)] = 13"),
        ("2d6min2*3", [1, 2], "2d6min2 [1 as 2, 2] * 3 = 12"),
        ("1d6!", [6] * 11, f"1d6! [{'6!, ' * 10}6...] = 66"),
        ("(1d6[fire]+2)*2-(3-1)", [4], "(1d6 [4] (fire) + 2) * 2 - (3 - 1) = 10"),
        ("-(1d6) is <=-4", [4], "-(1d6 [4]) is <=-4 = 1"),
    ],
)
def test_explain(text: str, faces: list[int], line: str) -> None:
    assert explain(roll(text, Faces(*((6, face) for face in faces)))) == line


def test_steps() -> None:
    rolled = roll("-((4d6ro1)min3[x])*2 is <=-20", Faces(*((6, face) for face in (1, 2, 4, 5, 2))))
    assert list(steps(rolled)) == [
        ("4d6", 12),
        ("4d6ro1", 13),
        ("(4d6ro1)min3", 15),
        ("-((4d6ro1)min3[x])", -15),
        ("-((4d6ro1)min3[x])*2", -30),
        ("-((4d6ro1)min3[x])*2 is <=-20", 1),
    ]
    assert steps(roll("7")) == ()


@given(any_expressions, st.integers(0, 2**32))
def test_every_roll_can_be_told(expression: Expression, seed: int) -> None:
    try:
        rolled = roll(expression, random.Random(seed))
    except DividedByZero:
        return
    assert explain(rolled).endswith(f" = {rolled.total}")
    assert describe(expression)
    told = steps(rolled)
    if told:
        assert told[-1].value == rolled.total
