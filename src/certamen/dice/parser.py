"""From text to tree: a precedence parser for dice expressions. What tools read differently is in `readings`."""

from __future__ import annotations

import re
from functools import lru_cache
from string import ascii_lowercase, ascii_uppercase
from typing import Final, NoReturn

from certamen.dice import readings
from certamen.dice.errors import Ambiguous, ExpressionError
from certamen.dice.tree import (
    DEEPEST,
    FATE,
    KEEPS,
    LARGEST,
    LONGEST,
    MAY_FOLLOW,
    MOST_DICE,
    MOST_SIDES,
    Binary,
    Expression,
    Is,
    Labelled,
    Negative,
    Node,
    Number,
    Operation,
    Pool,
    span,
    window,
    write,
    write_pool,
)

_TOKEN: Final = re.compile(
    r"([0-9]*)d([0-9]+|[%f])"  # dice
    r"|(kh|kl|k|dh|dl|min|mi|max|ma|ro|rr|r|ace|cs|c|is|x|e|!!|!)([0-9]*)"  # an operation, ours or another tool's
    r"|(\[[^\[\]]*\]|[<>]=?|=|[0-9]+|[a-z]+|\S)"  # a label, a test, a number, a word, a sign
)
_COUNT, _SIDES, _NAME, _DIGITS, _OTHER = range(5)
_END: Final = ("",) * 5

_STRENGTH: Final = {"+": 1, "-": 1, "*": 2, "/": 2}
_TESTS: Final = ("=", ">=", "<=", ">", "<")
_ADVANTAGE: Final = {"adv": Operation("kh", "", 1), "dis": Operation("kl", "", 1)}
_SMALL_LETTERS: Final = str.maketrans(ascii_uppercase, ascii_lowercase)
_SIDES_OF: Final = {"%": 100, "f": FATE}
_CLAMPS: Final = ("min", "max")
_AMBIGUOUS: Final = ("k", "r", "!!")
_ELSEWHERE: Final = {
    "x": "! for dice that explode, * to multiply",
    "e": "! for dice that explode",
    "cs": "c to count",
    "mi": "min",
    "ma": "max",
}
LONGEST_LABEL: Final = 60


@lru_cache(maxsize=1024)
def parse(text: str) -> Expression:
    """Read a dice expression such as `4d6kh3+2`; docs/dice.md has the grammar. The last 1,024 are remembered.

    Raises `ExpressionError` with the column and what was expected, or `Ambiguous` with each reading and how to write
    it.

    >>> str(parse("D20 + 2 [strength]"))
    '1d20+2[strength]'
    """
    return read(text)


def read(text: str) -> Expression:
    """`parse` without its memory."""
    if len(text) > LONGEST:
        problem = f"an expression has at most {LONGEST} characters; this one has {len(text):,}"
        raise ExpressionError(problem, text[:LONGEST], LONGEST)
    reader = _Reader(text)
    root = reader.value()
    if reader.tokens[reader.at] is not _END:
        reader.expected("an operator such as +, or the end", root)
    return Expression(root)


class _Reader:
    """The tokens of one expression and the place reached in them; a method for each rule of the grammar."""

    __slots__ = ("at", "depth", "dice", "text", "tokens")

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, ...]] = _TOKEN.findall(text if text.islower() else _lowered(text))
        self.tokens.append(_END)
        self.at = 0
        self.dice = 0
        self.depth = 0

    def value(self) -> Node:
        """value: arithmetic ["is" test]."""
        node = self.arithmetic(0)
        if self.tokens[self.at][_NAME] != "is":
            return node
        self.at += 1
        return Is(node, *self.test(f"{write(node)} is "))

    def arithmetic(self, strength: int) -> Node:
        """arithmetic: term {("+" | "-" | "*" | "/") term}, as far as the signs bind more strongly than this."""
        node = self.term()
        while (bound := _STRENGTH.get(sign := self.tokens[self.at][_OTHER], 0)) > strength:
            place = self.at = self.at + 1
            right = self.arithmetic(bound)
            if sign == "/" and right == Number(0):
                self.fail("nothing can be divided by 0", place)
            node = Binary(sign, node, right)
        return node

    def term(self) -> Node:
        """term: "-" term | (pool | number | "adv" | "dis" | "(" value ")") [label]."""
        token = self.tokens[self.at]
        other = token[_OTHER]
        node: Node
        if token[_SIDES]:
            node = self.operations(self.thrown(), free=True)
        elif other.isdigit():
            node = Number(self.number(other))
        elif other == "(":
            node = self.group()
        elif other == "-":
            return self.negative()
        elif other in _ADVANTAGE:
            self.count_dice(2)
            self.at += 1
            node = self.operations(Pool(2, 20, (_ADVANTAGE[other],)), free=False)
        else:
            self.expected("dice, a number or (")
        if self.tokens[self.at][_OTHER][:1] == "[":
            return Labelled(node, self.label())
        return node

    def negative(self) -> Node:
        """A sign before a term; refused before a number of dice."""
        place = self.at
        self.at += 1
        if self.tokens[self.at][_COUNT]:
            dice = write_pool(self.thrown())
            self.ambiguous(f"the sign before {dice}", readings.minus(dice), place)
        return Negative(self.term())

    def group(self) -> Node:
        """The inside of parentheses; what follows works on the dice in them, if they hold nothing but dice."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"parentheses nest at most {DEEPEST} deep", self.at)
        self.at += 1
        node = self.value()
        if self.tokens[self.at][_OTHER] != ")":
            self.expected(")", node)
        self.at += 1
        self.depth -= 1
        if isinstance(node, Pool):
            return self.operations(node, free=True)
        name = self.tokens[self.at][_NAME]
        if name in MAY_FOLLOW or name == "c":
            self.fail(f"{name} works on dice, and these parentheses hold something else", self.at)
        return node

    def thrown(self) -> Pool:
        """dice: [count] "d" (sides | "%" | "F")."""
        count_text, sides_text, *_ = self.tokens[self.at]
        count = int(count_text or 1)
        self.count_dice(count)
        if not count_text and sides_text in readings.TENS_AND_UNITS:
            self.ambiguous(f"d{sides_text}", readings.TENS_AND_UNITS[sides_text], self.at)
        sides = _SIDES_OF.get(sides_text)
        if sides is None:
            sides = int(sides_text)
            if not 1 <= sides <= MOST_SIDES:
                self.fail(f"a die has 1 to {MOST_SIDES:,} sides", self.at)
        self.at += 1
        return Pool(count, sides)

    def count_dice(self, count: int) -> None:
        """Add to the dice of the whole expression, or refuse."""
        self.dice += count
        if not count:
            self.fail("at least 1 die must be thrown", self.at)
        if self.dice > MOST_DICE:
            self.fail(f"an expression throws at most {MOST_DICE:,} dice", self.at)

    def operations(self, pool: Pool, free: bool) -> Pool:
        """pool: (dice | "(" pool ")") {operation}. `free`: any operation may come first, as after parentheses."""
        token = self.tokens[self.at]
        while (name := token[_NAME]) and name != "is":
            place = self.at
            operation = self.operation(name, token[_DIGITS], pool)
            if problem := _problem(operation, pool):
                self.fail(problem, place)
            if not free and name not in MAY_FOLLOW[pool.operations[-1].name]:
                what = f"{pool.operations[-1].name} and then {name}, without parentheses,"
                self.ambiguous(what, readings.order(pool, operation), place)
            pool = Pool(pool.count, pool.sides, (*pool.operations, operation))
            free = False
            token = self.tokens[self.at]
        if token[_OTHER] in _TESTS:
            place = self.at
            found = readings.comparison(write_pool(pool), *self.any_test())
            self.ambiguous(f"{token[_OTHER]} after dice", found, place)
        if token[_SIDES] and not token[_COUNT]:
            self.ambiguous(f"d{token[_SIDES]} after dice", readings.bare_drop(write_pool(pool), token[_SIDES]), self.at)
        return pool

    def operation(self, name: str, digits: str, pool: Pool) -> Operation:
        """operation: a name, and then the number or the test that the name wants."""
        if name in KEEPS:
            return Operation(name, "", self.number(digits or "1"))
        if name in _ELSEWHERE:
            self.fail(f"{name} is not used here: write {_ELSEWHERE[name]}", self.at)
        if name in _AMBIGUOUS or (name == "c" and digits):
            self.ambiguous_operation(name, digits, write_pool(pool))
        if digits:
            return Operation(name, "" if name in _CLAMPS else "=", self.number(digits))
        self.at += 1
        if name in _CLAMPS:
            self.expected(f"a number right after {name}")
        test = self.tokens[self.at][_OTHER]
        if name == "!" and test == "=":
            place = self.at - 1
            self.ambiguous("!=", readings.not_equal(write_pool(pool), self.any_test()[1]), place)
        if name in ("!", "ace") and test not in _TESTS:
            return Operation(name, "=", span(pool.sides)[1])
        return Operation(name, *self.test(write_pool(pool) + name))

    def ambiguous_operation(self, name: str, digits: str, dice: str) -> NoReturn:
        """Refuse `k`, `r`, `!!` and `c5`, with the dice before them in the readings."""
        place = self.at
        if name == "k":
            self.ambiguous(f"k{digits}", readings.bare_keep(dice, digits), place)
        if name == "c":
            self.ambiguous(f"c{digits}", readings.bare_count(dice, digits), place)
        tests = readings.tests("=", int(digits)) if digits else ()
        self.at += 1
        if self.tokens[self.at][_OTHER] in _TESTS:
            tests = readings.tests(*self.any_test())
        found = readings.bare_reroll(dice, tests) if name == "r" else readings.twice_exploding(dice, tests)
        self.ambiguous(name, found, place)

    def test(self, before: str) -> tuple[str, int]:
        """test: ("=" | ">=" | "<=") ["-"] number. `before` is the text that a reading of `>` would begin with."""
        place = self.at
        test, number = self.any_test()
        if test in "<>":
            self.ambiguous(f"{test}{number}", readings.strict(before, test, number), place)
        return test, number

    def any_test(self) -> tuple[str, int]:
        """A test, `>` and `<` among them."""
        test = self.tokens[self.at][_OTHER]
        if test not in _TESTS:
            self.expected("a test such as >=5")
        self.at += 1
        negative = self.tokens[self.at][_OTHER] == "-"
        self.at += negative
        digits = self.tokens[self.at][_OTHER]
        if not digits.isdigit():
            self.expected("a number")
        return test, -self.number(digits) if negative else self.number(digits)

    def number(self, digits: str) -> int:
        """A whole number within the limit, which ends the token at this place."""
        number = int(digits)
        if number > LARGEST:
            self.fail(f"a number is at most {LARGEST:,}", self.at)
        self.at += 1
        return number

    def label(self) -> str:
        """label: "[" words "]"."""
        start = self.column(self.at)
        words = self.text[start : start + len(self.tokens[self.at][_OTHER]) - 2].strip()
        if not words or len(words) > LONGEST_LABEL or not words.isprintable():
            self.fail(f"a label is 1 to {LONGEST_LABEL} characters between [ and ]", self.at)
        self.at += 1
        return words

    def column(self, place: int) -> int:
        """Where the token at this place begins, counted from 1."""
        starts = [found.start() for found in _TOKEN.finditer(self.text)]
        return (starts[place] if place < len(starts) else len(self.text)) + 1

    def fail(self, problem: str, place: int) -> NoReturn:
        """Refuse the expression because of the token at this place."""
        raise ExpressionError(problem, self.text, self.column(place))

    def ambiguous(self, what: str, found: readings.Readings, place: int) -> NoReturn:
        """Refuse the expression because the token at this place can be read in different ways."""
        readable = tuple(reading for reading in found if _readable(reading[0]))
        if not readable:
            self.fail(f"{what} means nothing here", place)
        raise Ambiguous(what, readable, self.text, self.column(place))

    def expected(self, what: str, before: Node | None = None) -> NoReturn:
        """Refuse the token at this place; `before` is what has been read, if a comparison could follow it."""
        place = self.at
        if before is not None and self.tokens[place][_OTHER] in _TESTS:
            test, number = self.test(f"{write(before)} is ")
            self.fail(f"a comparison is written {write(before)} is {test}{number}", place)
        column = self.column(place)
        there = self.text[column - 1 : column + 9].split()
        self.fail(f"expected {what}, " + (f"found {there[0]!r}" if there else "and the text ends"), self.at)


def _lowered(text: str) -> str:
    """The text with small letters a to z; nothing else changes, so that columns stay."""
    return text.translate(_SMALL_LETTERS)


def _readable(text: str) -> bool:
    """Whether this text, offered instead of an ambiguous one, can itself be read."""
    try:
        read(text)
    except ExpressionError:
        return False
    return True


def _problem(operation: Operation, pool: Pool) -> str | None:
    """Why an operation can mean nothing sensible on these dice, or None."""
    name, number = operation.name, operation.number
    if pool.operations and pool.operations[-1].name == "c":
        return "counting comes last: it gives a number, and operations work on dice"
    low, high = span(pool.sides)
    die = f"d{pool.sides or 'F'}"
    if name in KEEPS:
        left = _dice_left(pool)
        return None if 1 <= number < left + (name[0] == "k") else f"{name}{number} cannot be done with {left} dice"
    if name in _CLAMPS:
        return None if low <= number <= high else f"a {die} shows {low} to {high}, never {number}"
    lowest, highest = window(operation.test, number)
    sums = name == "c" and any(done.name == "ace" for done in pool.operations)
    if not sums and not (lowest <= high and low <= highest):
        return f"no face of a {die} passes this test: it shows {low} to {high}"
    if name in ("!", "ace", "rr") and lowest <= low and high <= highest:
        return f"every face of a {die} passes this test, so there would be no end"
    return None


def _dice_left(pool: Pool) -> int:
    """How many dice count after the operations of this pool; `MOST_DICE` if explosions may have added some."""
    left = pool.count
    for operation in pool.operations:
        if operation.name == "!":
            return MOST_DICE
        if operation.name in KEEPS:
            left = operation.number if operation.name[0] == "k" else left - operation.number
    return left
