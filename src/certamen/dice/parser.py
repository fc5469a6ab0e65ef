"""From text to tree: a precedence parser for dice expressions. What tools read differently is in `readings`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NoReturn

from certamen.dice import readings
from certamen.dice.errors import Ambiguous, ExpressionError
from certamen.dice.scanner import Scanner
from certamen.dice.tree import (
    FATE,
    KEEPS,
    LONGEST,
    MAY_FOLLOW,
    MOST_DICE,
    MOST_SIDES,
    STRENGTH,
    Binary,
    Expression,
    Is,
    Labelled,
    Negative,
    Node,
    Number,
    Operation,
    Pool,
    problem,
    span,
    write,
    write_pool,
)

_PLAIN: Final = re.compile(
    r"([1-9]\d{0,2})d([1-9]\d{0,3})(?:(kh|kl|dh|dl)([1-9]\d{0,2}))?"
    r"(?:([+-])(?:([1-9]\d{0,2})d([1-9]\d{0,3})|(\d{1,6})))?",
    re.ASCII,
).fullmatch
_DICE: Final = re.compile(r"(\d*)d(\d+|[%f])\s*", re.ASCII)
_OPERATION: Final = re.compile(r"(kh|kl|k|dh|dl|min|mi|max|ma|ro|rr|r|ace|cs|c|x|e|!!|!)(\d*)\s*", re.ASCII)
_TEST: Final = re.compile(r"([<>]=?|=)\s*(-?)\s*(\d+)\s*", re.ASCII)
_NUMBER: Final = re.compile(r"(\d+)\s*", re.ASCII)
_WORD: Final = re.compile(r"(adv|dis|is)\s*", re.ASCII)
_SIGN: Final = re.compile(r"([-+*/()])\s*", re.ASCII)
_SPACE: Final = re.compile(r"\s*", re.ASCII)

_ADVANTAGE: Final = {"adv": Operation("kh", "", 1), "dis": Operation("kl", "", 1)}
_ELSEWHERE: Final = {
    "x": "! for dice that explode, * to multiply",
    "e": "! for dice that explode",
    "cs": "c to count",
    "mi": "min",
    "ma": "max",
}


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
    """`parse` without its memory: the commonest expressions at a glance, all others with the whole grammar."""
    if plain := _PLAIN(text):
        count_text, sides, name, kept, sign, more, of, number = plain.groups()
        count = int(count_text)
        if name is None:
            node: Node = Pool(count, int(sides))
        elif (keep := int(kept)) < count:
            node = Pool(count, int(sides), (Operation(name, "", keep),))
        else:
            return read_whole(text)
        if not sign:
            return Expression(node)
        if not more:
            return Expression(Binary(sign, node, Number(int(number))))
        if count + int(more) <= MOST_DICE:
            return Expression(Binary(sign, node, Pool(int(more), int(of))))
    return read_whole(text)


def read_whole(text: str) -> Expression:
    """`read` without its short way."""
    if len(text) > LONGEST:
        too_long = f"an expression has at most {LONGEST} characters; this one has {len(text):,}"
        raise ExpressionError(too_long, text[:LONGEST], LONGEST)
    return Expression(_Reader(text).whole())


class _Reader(Scanner):
    """An expression being read: a method for each rule of the grammar."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.dice = 0

    def whole(self) -> Node:
        """The whole text."""
        self.take(_SPACE)
        node = self.value()
        if self.at < len(self.text):
            self.check_comparison(node)
            self.expected("an operator such as +, or the end")
        return node

    def value(self) -> Node:
        """value: arithmetic ["is" test]."""
        node = self.arithmetic(0)
        place = self.at
        word = self.take(_WORD)
        if word and word[1] == "is":
            return Is(node, *self.test(f"{write(node)} is "))
        self.at = place
        return node

    def arithmetic(self, strength: int) -> Node:
        """arithmetic: term {("+" | "-" | "*" | "/") term}, as far as the signs bind more strongly than this."""
        node = self.term()
        while (bound := STRENGTH.get(sign := self.character, 0)) > strength:
            self.take(_SIGN)
            place = self.at
            right = self.arithmetic(bound)
            if sign == "/" and right == Number(0):
                self.fail("nothing can be divided by 0", place)
            node = Binary(sign, node, right)
        return node

    def term(self) -> Node:
        """term: "-" term | (pool | number | "adv" | "dis" | "(" value ")") [label]."""
        if self.character == "-":
            return self.negative()
        place = self.at
        node: Node
        if self.character == "(":
            node = self.group()
        elif dice := self.take(_DICE):
            node = self.operations(self.pool(dice, place), free=True)
        elif number := self.take(_NUMBER):
            node = Number(self.number(number[1], place))
        elif (word := self.take(_WORD)) and word[1] in _ADVANTAGE:
            self.count_dice(2, place)
            node = self.operations(Pool(2, 20, (_ADVANTAGE[word[1]],)), free=False)
        else:
            self.at = place
            self.expected("dice, a number or (")
        return Labelled(node, self.label()) if self.character == "[" else node

    def negative(self) -> Node:
        """A sign before a term; refused before a number of dice."""
        place = self.at
        self.deeper()
        self.take(_SIGN)
        inner = self.at
        dice = self.take(_DICE)
        if dice and dice[1]:
            pool = write_pool(self.pool(dice, inner))
            self.ambiguous(f"the sign before {pool}", readings.minus(pool), place)
        self.at = inner
        node = Negative(self.term())
        self.depth -= 1
        return node

    def group(self) -> Node:
        """The inside of parentheses; what follows works on the dice in them, if they hold nothing but dice."""
        self.deeper()
        self.take(_SIGN)
        node = self.value()
        if self.character != ")":
            self.check_comparison(node)
            self.expected("an operator such as +, or )")
        self.take(_SIGN)
        self.depth -= 1
        if isinstance(node, Pool):
            return self.operations(node, free=True)
        place = self.at
        if operation := self.take(_OPERATION):
            self.fail(f"{operation[1]} works on dice, and these parentheses hold something else", place)
        return node

    def pool(self, dice: re.Match[str], place: int) -> Pool:
        """dice: [count] "d" (sides | "%" | "F")."""
        count, sides = dice.groups()
        self.count_dice(int(count or 1), place)
        if not count and sides in readings.TENS_AND_UNITS:
            self.ambiguous(f"d{sides}", readings.TENS_AND_UNITS[sides], place)
        if sides == "f":
            return Pool(int(count or 1), FATE)
        number = 100 if sides == "%" else int(sides)
        if not 1 <= number <= MOST_SIDES:
            self.fail(f"a die has 1 to {MOST_SIDES:,} sides", place)
        return Pool(int(count or 1), number)

    def operations(self, pool: Pool, free: bool) -> Pool:
        """pool: (dice | "(" pool ")") {operation}. `free`: any operation may come first, as after parentheses."""
        place = self.at
        while found := self.take(_OPERATION):
            name = found[1]
            operation = self.operation(name, found[2], pool, place)
            if why := problem(operation, pool):
                self.fail(why, place)
            if not free and name not in MAY_FOLLOW[pool.operations[-1].name]:
                what = f"{pool.operations[-1].name} and then {name}, without parentheses,"
                self.ambiguous(what, readings.order(pool, operation), place)
            pool = Pool(pool.count, pool.sides, (*pool.operations, operation))
            free, place = False, self.at
        if test := self.take(_TEST):
            found_readings = readings.comparison(write_pool(pool), *self.as_test(test, place))
            self.ambiguous(f"{test[1]} after dice", found_readings, place)
        if (dice := _DICE.match(self.text, place)) and not dice[1]:
            self.ambiguous(f"d{dice[2]} after dice", readings.bare_drop(write_pool(pool), dice[2]), place)
        return pool

    def operation(self, name: str, digits: str, pool: Pool, place: int) -> Operation:
        """operation: a name, and then the number or the test that the name wants."""
        if name in _ELSEWHERE:
            self.fail(f"{name} is not used here: write {_ELSEWHERE[name]}", place)
        if name in ("k", "r", "!!") or (name == "c" and digits):
            self.ambiguous_operation(name, digits, write_pool(pool), place)
        if name in KEEPS:
            return Operation(name, "", self.number(digits or "1", place))
        if name in ("min", "max"):
            return (
                Operation(name, "", self.number(digits, place)) if digits else self.expected(f"a number after {name}")
            )
        if digits:
            return Operation(name, "=", self.number(digits, place))
        if name == "!" and self.character == "=" and (test := self.take(_TEST)):
            found = readings.not_equal(write_pool(pool), self.as_test(test, place)[1])
            self.ambiguous("!=", found, place)
        if name in ("!", "ace") and self.character not in ("=", "<", ">"):
            return Operation(name, "=", span(pool.sides)[1])
        return Operation(name, *self.test(write_pool(pool) + name))

    def ambiguous_operation(self, name: str, digits: str, dice: str, place: int) -> NoReturn:
        """Refuse `k`, `r`, `!!` and `c5`, with the dice before them in the readings."""
        if name == "k":
            self.ambiguous(f"k{digits}", readings.bare_keep(dice, digits), place)
        if name == "c":
            self.ambiguous(f"c{digits}", readings.bare_count(dice, digits), place)
        tests = readings.tests("=", int(digits)) if digits else ()
        if test := self.take(_TEST):
            tests = readings.tests(*self.as_test(test, place))
        found = readings.bare_reroll(dice, tests) if name == "r" else readings.twice_exploding(dice, tests)
        self.ambiguous(name, found, place)

    def test(self, before: str) -> tuple[str, int]:
        """test: ("=" | ">=" | "<=") ["-"] number. `before` is what a reading of `>` begins with."""
        place = self.at
        found = self.take(_TEST)
        if not found:
            self.expected("a test such as >=5")
        test, number = self.as_test(found, place)
        if test in "<>":
            self.ambiguous(f"{test}{number}", readings.strict(before, test, number), place)
        return test, number

    def as_test(self, found: re.Match[str], place: int) -> tuple[str, int]:
        """What a test is made of: its sign and its number."""
        number = self.number(found[3], place)
        return found[1], -number if found[2] else number

    def count_dice(self, count: int, place: int) -> None:
        """Add to the dice of the whole expression, or refuse."""
        self.dice += count
        if not count or self.dice > MOST_DICE:
            self.fail(f"an expression throws 1 to {MOST_DICE:,} dice", place)

    def ambiguous(self, what: str, found: readings.Readings, place: int) -> NoReturn:
        """Refuse the expression because what stands at this place can be read in different ways."""
        readable = tuple(reading for reading in found if _readable(reading[0]))
        if not readable:
            self.fail(f"{what} means nothing here", place)
        raise Ambiguous(what, readable, self.written, place + 1)

    def check_comparison(self, before: Node) -> None:
        """Refuse a test that nothing calls for: after `before`, it must be written with `is`."""
        place = self.at
        if self.character in ("=", "<", ">"):
            test, number = self.test(f"{write(before)} is ")
            self.fail(f"a comparison is written {write(before)} is {test}{number}", place)


def _readable(text: str) -> bool:
    """Whether this text, offered instead of an ambiguous one, can itself be read."""
    try:
        read(text)
    except ExpressionError:
        return False
    return True
