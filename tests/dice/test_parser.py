"""Reading dice expressions: what is read, what is refused and where, and that texts read back."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from certamen.dice import Ambiguous, ExpressionError, parse
from certamen.dice import rolling as rolling_module
from certamen.dice.parser import read, read_whole
from certamen.dice.rolling import roll
from certamen.dice.tree import (
    FATE,
    LONGEST,
    Binary,
    Expression,
    Is,
    Labelled,
    Negative,
    Number,
    Operation,
    Pool,
)
from tests.dice.trees import any_expressions

KH1, KL1 = Operation("kh", "", 1), Operation("kl", "", 1)


@pytest.mark.parametrize(
    ("text", "root"),
    [
        ("3d6+2", Binary("+", Pool(3, 6), Number(2))),
        ("d%", Pool(1, 100)),
        ("D20", Pool(1, 20)),
        ("4dF", Pool(4, FATE)),
        ("4d6kh3", Pool(4, 6, (Operation("kh", "", 3),))),
        ("2d20 KL1", Pool(2, 20, (KL1,))),
        ("2d20kl", Pool(2, 20, (KL1,))),
        ("4d6dl1dh1", Pool(4, 6, (Operation("dl", "", 1), Operation("dh", "", 1)))),
        ("4d6ro1kh3", Pool(4, 6, (Operation("ro", "=", 1), Operation("kh", "", 3)))),
        ("4d6rr<=2", Pool(4, 6, (Operation("rr", "<=", 2),))),
        ("4d6!", Pool(4, 6, (Operation("!", "=", 6),))),
        ("4dF!", Pool(4, FATE, (Operation("!", "=", 1),))),
        ("4d6!5", Pool(4, 6, (Operation("!", "=", 5),))),
        ("4d6ace>=5", Pool(4, 6, (Operation("ace", ">=", 5),))),
        ("8d6c >= 5", Pool(8, 6, (Operation("c", ">=", 5),))),
        ("4dFc=-1", Pool(4, FATE, (Operation("c", "=", -1),))),
        ("4d6min2max5", Pool(4, 6, (Operation("min", "", 2), Operation("max", "", 5)))),
        ("(4d6!)kh3c>=5", Pool(4, 6, (Operation("!", "=", 6), Operation("kh", "", 3), Operation("c", ">=", 5)))),
        ("adv+5", Binary("+", Pool(2, 20, (KH1,)), Number(5))),
        ("dis", Pool(2, 20, (KL1,))),
        ("1+2*3", Binary("+", Number(1), Binary("*", Number(2), Number(3)))),
        ("1-2-3", Binary("-", Binary("-", Number(1), Number(2)), Number(3))),
        ("(1+2)*3", Binary("*", Binary("+", Number(1), Number(2)), Number(3))),
        ("-2*3", Binary("*", Negative(Number(2)), Number(3))),
        ("-d6", Negative(Pool(1, 6))),
        ("-(1d6)", Negative(Pool(1, 6))),
        ("d20+5 is >=15", Is(Binary("+", Pool(1, 20), Number(5)), ">=", 15)),
        ("1d6 [ Fire! Ä ] + 2[str]", Binary("+", Labelled(Pool(1, 6), "Fire! Ä"), Labelled(Number(2), "str"))),
        (" \t1d66 \n", Pool(1, 66)),
    ],
)
def test_reads(text: str, root: object) -> None:
    assert parse(text).root == root


@given(any_expressions)
def test_canonical_text_reads_back(expression: Expression) -> None:
    text = str(expression)
    assume(len(text) <= LONGEST)
    try:
        again = parse(text)
    except ExpressionError as error:
        assume("at most" not in error.problem and "throws 1 to" not in error.problem)
        raise
    assert again == expression
    assert str(again) == text


@given(
    st.integers(0, 1_200),
    st.integers(0, 12_000),
    st.sampled_from(["", "kh", "kl", "dh", "dl"]),
    st.integers(0, 1_200),
    st.sampled_from(["", "+", "-"]),
    st.integers(0, 2_000_000),
)
def test_the_short_way_reads_what_the_whole_grammar_reads(
    count: int, sides: int, name: str, kept: int, sign: str, number: int
) -> None:
    text = f"{count}d{sides}" + (f"{name}{kept}" if name else "") + (f"{sign}{number}" if sign else "")
    assert answer(read, text) == answer(read_whole, text)


def answer(function: object, text: str) -> object:
    """What a reader gives, be it an error."""
    assert callable(function)
    try:
        return function(text)
    except ExpressionError as error:
        return str(error)


def test_the_cache_gives_the_same_expression_again() -> None:
    assert parse("2d8+1") is parse("2d8+1")
    assert read("2d8+1") is not read("2d8+1")


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("4d6r1", ["4d6ro1", "4d6rr1"]),
        ("4d6r", ["4d6ro1", "4d6rr1"]),
        ("4d6r<=2", ["4d6ro<=2", "4d6rr<=2"]),
        ("4d6r<2", ["4d6ro<=1", "4d6ro<=2", "4d6rr<=1", "4d6rr<=2"]),
        ("4d6k3", ["4d6kh3", "3*4d6c=3"]),
        ("4d6k", ["4d6kh1", "4d6kl1"]),
        ("4d6d1", ["4d6dl1", "4d6dh1"]),
        ("4d6!kh3", ["(4d6!)kh3", "(4d6kh3)!"]),
        ("4d6kh3!", ["(4d6kh3)!", "(4d6!)kh3"]),
        ("4d6kh3ro1", ["(4d6kh3)ro1", "4d6ro1kh3"]),
        ("4d6kh3kl1", ["(4d6kh3)kl1"]),
        ("4d6ro1min2", ["(4d6ro1)min2", "(4d6min2)ro1"]),
        ("8d6>5", ["8d6c>=6", "8d6c>=5", "8d6 is >=6", "8d6 is >=5"]),
        ("8d6<3", ["8d6c<=2", "8d6c<=3", "8d6 is <=2", "8d6 is <=3"]),
        ("8d6>=5", ["8d6c>=5", "8d6 is >=5"]),
        ("8d6=5", ["8d6c=5", "8d6 is =5"]),
        ("(8d6)>5", ["8d6c>=6", "8d6c>=5", "8d6 is >=6", "8d6 is >=5"]),
        ("3d6+2>10", ["3d6+2 is >=11", "3d6+2 is >=10"]),
        ("(3d6+2>10)", ["3d6+2 is >=11", "3d6+2 is >=10"]),
        ("3d6+2 is >10", ["3d6+2 is >=11", "3d6+2 is >=10"]),
        ("8d6c>4", ["8d6c>=5", "8d6c>=4"]),
        ("8d6c5", ["8d6c=5", "8d6c>=5"]),
        ("4d6ro<2", ["4d6ro<=1", "4d6ro<=2"]),
        ("1d6!!", ["1d6!", "1d6ace"]),
        ("1d6!!5", ["1d6!5", "1d6ace5"]),
        ("1d6!!>=5", ["1d6!>=5", "1d6ace>=5"]),
        ("1d6!=5", ["1d6!5", "1-(1d6 is =5)"]),
        ("4dF!=-1", ["4dF!<=-1", "1-(4dF is =-1)"]),
        ("4dFr=-1", ["4dFro=-1", "4dFrr=-1"]),
        ("d66", ["10*1d6+1d6", "1d66"]),
        ("d666", ["100*1d6+10*1d6+1d6", "1d666"]),
        ("-1d6", ["-(1d6)", "0-1d6"]),
        ("3*-2d6", ["-(2d6)", "0-2d6"]),
        ("adv!", ["(2d20kh1)!", "(2d20!)kh1"]),
    ],
)
def test_what_tools_read_differently_is_refused_with_every_reading(text: str, readings: list[str]) -> None:
    with pytest.raises(Ambiguous) as caught:
        parse(text)
    assert [written for written, _ in caught.value.readings] == readings
    for written, meaning in caught.value.readings:
        assert str(parse(written)) == written
        assert written in str(caught.value)
        assert meaning in str(caught.value)


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("", 1, "expected dice, a number or (, and the text ends"),
        ("3d6+", 5, "expected dice, a number or (, and the text ends"),
        ("3d6 foo", 5, "expected an operator such as +, or the end, found 'foo'"),
        ("4 d6", 3, "expected an operator such as +, or the end, found 'd6'"),
        ("4d6 kh 3", 8, "expected an operator such as +, or the end, found '3'"),
        ("1.5d6", 2, "expected an operator such as +, or the end, found '.5d6'"),
        ("(2d6", 5, "expected an operator such as +, or ), and the text ends"),
        ("d6 + é", 6, "expected dice, a number or (, found 'é'"),
        ("d6 + is", 6, "expected dice, a number or (, found 'is'"),
        ("٣d6", 1, "expected dice, a number or (, found '٣d6'"),
        ("3d6 is 5", 8, "expected a test such as >=5, found '5'"),
        ("3d6c", 5, "expected a test such as >=5, and the text ends"),
        ("3d6ro", 6, "expected a test such as >=5, and the text ends"),
        ("4d6min", 7, "expected a number after min, and the text ends"),
        ("4d6!p", 5, "expected an operator such as +, or the end, found 'p'"),
        ("3d6+2>=10", 6, "a comparison is written 3d6+2 is >=10"),
        ("(2d6+1)kh1", 8, "kh works on dice, and these parentheses hold something else"),
        ("4d6[fire]kh1", 10, "expected an operator such as +, or the end, found 'kh1'"),
        ("2d6x5", 4, "x is not used here: write ! for dice that explode, * to multiply"),
        ("8d6cs>=5", 4, "cs is not used here: write c to count"),
        ("8d6c>=5kh1", 8, "counting comes last: it gives a number, and operations work on dice"),
        ("4d6kh5", 4, "kh5 cannot be done with 4 dice"),
        ("4d6kh0", 4, "kh0 cannot be done with 4 dice"),
        ("4d6dl4", 4, "dl4 cannot be done with 4 dice"),
        ("(4d6kh3)kl4", 9, "kl4 cannot be done with 3 dice"),
        ("(4d6dl1)kl4", 9, "kl4 cannot be done with 3 dice"),
        ("4d6k9", 4, "k9 means nothing here"),
        ("d6 d6", 4, "d6 after dice means nothing here"),
        ("4d6min7", 4, "a d6 shows 1 to 6, never 7"),
        ("4d6ro7", 4, "no face of a d6 passes this test: it shows 1 to 6"),
        ("4dFc>=2", 4, "no face of a dF passes this test: it shows -1 to 1"),
        ("d1!", 3, "every face of a d1 passes this test, so there would be no end"),
        ("d6rr>=1", 3, "every face of a d6 passes this test, so there would be no end"),
        ("(4d6!)rr1", 7, "the same dice can go through only one of !, ace and rr"),
        ("1d6/0", 5, "nothing can be divided by 0"),
        ("0d6", 1, "an expression throws 1 to 1,000 dice"),
        ("1001d6", 1, "an expression throws 1 to 1,000 dice"),
        ("6d6+995d6", 5, "an expression throws 1 to 1,000 dice"),
        ("999d6+adv", 7, "an expression throws 1 to 1,000 dice"),
        ("d0", 1, "a die has 1 to 10,000 sides"),
        ("d10001", 1, "a die has 1 to 10,000 sides"),
        ("1000001", 1, "a number is at most 1,000,000"),
        ("3d6[", 4, "a label is 1 to 60 characters between [ and ]"),
        ("3d6[ ]", 4, "a label is 1 to 60 characters between [ and ]"),
        ("3d6[a\u202eb]", 4, "a label is 1 to 60 characters between [ and ]"),
        (f"3d6[{'a' * 61}]", 4, "a label is 1 to 60 characters between [ and ]"),
        ("3d6[a][b]", 7, "expected an operator such as +, or the end, found '[b]'"),
        ("\0", 1, "expected dice, a number or (, found '\\x00'"),
    ],
)
def test_errors_say_where_and_what(text: str, column: int, problem: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert (caught.value.column, caught.value.problem) == (column, problem)
    assert not isinstance(caught.value, Ambiguous)


def test_the_caret_stands_under_the_place() -> None:
    with pytest.raises(ExpressionError) as caught:
        parse("2d6\n+ foo")
    assert str(caught.value).splitlines() == [
        "column 7: expected dice, a number or (, found 'foo'",
        "  2d6?+ foo",
        "        ^",
    ]
    with pytest.raises(ExpressionError) as caught:
        parse("1+" * 100 + "foo")
    _, shown, caret = str(caught.value).splitlines()
    assert shown[caret.index("^") :] == "foo"


HOSTILE = {
    "9" * 10_000 + "d6": "at most 256 characters",
    "9" * 250 + "d6": "throws 1 to 1,000 dice",
    "9" * 250: "a number is at most 1,000,000",
    "1d" + "9" * 250: "a die has 1 to 10,000 sides",
    "(" * 256: "nest at most 32 deep",
    "-" * 256: "nest at most 32 deep",
    "(-" * 120: "nest at most 32 deep",
    "1000d10000!" + "+1d6": "throws 1 to 1,000 dice",
    "(" * 5 + "d6!" + ")!" * 5: "only one of !, ace and rr",
    "(" * 5 + "d6rr1" + ")rr2" * 5: "only one of !, ace and rr",
    "d1000000!": "a die has 1 to 10,000 sides",
}


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_refused_before_any_die_is_drawn(text: str) -> None:
    drawn: list[int] = []

    class Watched:
        def roll(self, sides: int, purpose: int = 0, /) -> int:
            drawn.append(sides)
            return 1

        def sum(self, count: int, sides: int, purpose: int = 0, /) -> int:
            raise AssertionError

        def keep(self, count: int, sides: int, kept: int, purpose: int = 0, /) -> int:
            raise AssertionError

    with pytest.raises(ExpressionError, match=HOSTILE[text]):
        rolling_module.roll(text, Watched())
    assert drawn == []


def test_the_largest_expressions_are_read_and_written() -> None:
    longest = "+".join(["1"] * 128)
    assert str(parse(longest)) == longest
    assert roll(longest).total == 128
    deepest = "(" * 31 + "1d6" + ")" * 31
    assert str(parse(deepest)) == "1d6"


@given(st.text(st.sampled_from("0123456789dDfF%khldrocaemxinsv!<>=+-*/()[] \tÄ\0é"), max_size=40))
def test_any_text_is_read_or_refused_with_one_clear_message(text: str) -> None:
    read_or_error = answer(parse, text)
    if isinstance(read_or_error, Expression):
        assert parse(str(read_or_error)) == read_or_error
    else:
        assert re.match(r"column \d+: .+\n  .*\n *\^$", str(read_or_error), re.DOTALL)
