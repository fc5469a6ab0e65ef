"""The page on dice says what is: its grammar is the reader's, its examples and limits are true."""

import re
from pathlib import Path

import lark
import pytest
from hypothesis import given
from hypothesis import strategies as st

from certamen.dice import Ambiguous, ExpressionError, describe, exact, parse
from certamen.dice import tree as limits
from tests.dice.trees import any_expressions

PAGE = (Path(__file__).parents[2] / "docs" / "dice.md").read_text(encoding="utf-8")


def table(heading: str) -> list[list[str]]:
    """The rows of the table with this heading in its first cell and row."""
    lines = PAGE.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(heading)) + 2
    rows: list[list[str]] = []
    for line in lines[start:]:
        if not line.startswith("|"):
            return rows
        rows.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return rows


@pytest.mark.parametrize(("written", "words", "average"), table("| You write | It means"))
def test_the_examples(written: str, words: str, average: str) -> None:
    expression = parse(written.strip("`"))
    assert describe(expression) == words
    assert f"{float(exact(expression).mean()):.3f}" == average


@pytest.mark.parametrize(("written", "instead"), table("| You write | Write one of"))
def test_what_is_refused(written: str, instead: str) -> None:
    with pytest.raises(Ambiguous) as caught:
        parse(written.strip("`"))
    assert [text for text, _ in caught.value.readings] == re.findall(r"`([^`]+)`", instead)


def test_the_limits() -> None:
    assert [int(most.replace(",", "")) for _, most in table("| What | At most")] == [
        limits.LONGEST,
        limits.MOST_DICE,
        limits.MOST_SIDES,
        limits.LARGEST,
        limits.DEEPEST,
        limits.LONGEST_LABEL,
        limits.EXPLOSIONS,
        limits.REROLLS,
    ]


found = re.search(r"```lark\n(.*?)```", PAGE, re.DOTALL)
assert found is not None
GRAMMAR = lark.Lark(found[1], start="value", parser="earley")


def in_grammar(text: str) -> bool:
    """Whether the grammar of the page has this text, in small letters."""
    try:
        GRAMMAR.parse(text.lower())
    except lark.exceptions.LarkError:
        return False
    return True


def check(text: str) -> None:
    """The reader takes only what the grammar has, and what it refuses of that is not for its form."""
    problem = None
    try:
        parse(text)
    except ExpressionError as error:
        problem = error.problem
    if in_grammar(text):
        assert problem is None or not problem.startswith("expected"), text
    else:
        assert problem is not None, text


@given(any_expressions)
def test_every_canonical_text_is_in_the_grammar(expression: object) -> None:
    text = str(expression)
    if len(text) <= 60:  # Earley's parser is slow
        assert in_grammar(text)
        check(text)


PIECES = [
    *"+-*/()",
    "1",
    "20",
    "d6",
    "4d6",
    "d%",
    "4dF",
    "adv",
    "dis",
    "is",
    "=",
    ">=",
    "<=",
    ">",
    "!",
    "!5",
    "ace",
    "c",
]
PIECES += ["kh", "kl2", "dl1", "min2", "max", "ro", "ro1", "rr1", "[x]", " ", "r1", "k3", "d1"]


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
def test_the_reader_and_the_grammar_agree_on_any_text(text: str) -> None:
    check(text)


@given(
    st.sampled_from(["4d6", "(4d6)", "(4d6!)", "adv", "((2d6))"]),
    st.lists(st.sampled_from(PIECES), max_size=5).map("".join),
    st.sampled_from(["", "+2", " is >=5", "*(1d4-1)"]),
)
def test_they_agree_on_what_may_follow_dice(dice: str, pieces: str, end: str) -> None:
    check(dice + pieces + end)
