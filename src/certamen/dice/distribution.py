"""The exact distribution of an expression, in whole numbers."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import gcd, lcm, prod

from msgspec import Struct

from certamen.dice.errors import DividedByZero
from certamen.dice.exact_pools import pool_chances
from certamen.dice.parser import parse
from certamen.dice.tree import Binary, Expression, Node, Number, Pool, change, compute
from certamen.dice.weights import WORK_LIMIT, Chances, Work, add, combine, transform


class Distribution(Struct, frozen=True):
    """How often each total comes up: `weights[total]` times out of `denominator`, in lowest terms, lowest total first.

    `cut` times out of `denominator` a die was stopped by `EXPLOSIONS` or `REROLLS` and would have gone on: those
    rolls are among the weights, with the total that `roll` gives them.
    """

    weights: dict[int, int]
    denominator: int
    cut: int = 0

    def chance(self, total: int) -> Fraction:
        """The chance of exactly this total."""
        return Fraction(self.weights.get(total, 0), self.denominator)

    def at_least(self, total: int) -> Fraction:
        """The chance of this total or more."""
        return Fraction(sum(weight for value, weight in self.weights.items() if value >= total), self.denominator)

    def at_most(self, total: int) -> Fraction:
        """The chance of this total or less."""
        return Fraction(sum(weight for value, weight in self.weights.items() if value <= total), self.denominator)

    def mean(self) -> Fraction:
        """The average total."""
        return Fraction(sum(value * weight for value, weight in self.weights.items()), self.denominator)

    def variance(self) -> Fraction:
        """The average of the squared distance from the mean."""
        squares = sum(value * value * weight for value, weight in self.weights.items())
        return Fraction(squares, self.denominator) - self.mean() ** 2


def exact(expression: Expression | str, work_limit: int = WORK_LIMIT) -> Distribution:
    """The exact distribution of an expression.

    The work is reckoned beforehand, from sizes alone, in steps of about a nanosecond. Raises `TooMuchWork` if it would
    pass the limit, `DividedByZero` if what is divided by can come out as 0, and `ExpressionError`.

    >>> exact("2d6").weights[7], exact("2d6").denominator, exact("4d6kh3").mean()
    (6, 36, Fraction(15869, 1296))
    """
    if isinstance(expression, str):
        expression = parse(expression)
    uncut: list[Fraction] = []
    chances, lost = _chances(expression.root, Work(work_limit), uncut), 0
    if uncut:
        chances, lost = _with_cut(chances, 1 - prod(uncut, start=Fraction(1)))
    weights, whole = chances.weights, chances.whole
    if (ordered := sorted(weights)) != list(weights):
        weights = {value: weights[value] for value in ordered}
    common = gcd(whole, lost)
    for weight in weights.values():
        if common == 1:
            return Distribution(weights, whole, lost)
        common = gcd(common, weight)
    return Distribution({value: weight // common for value, weight in weights.items()}, whole // common, lost // common)


def _with_cut(chances: Chances, cut: Fraction) -> tuple[Chances, int]:
    """The weights, and that of a die being stopped, out of one denominator."""
    whole = lcm(chances.whole, cut.denominator)
    factor = whole // chances.whole
    weights = {value: weight * factor for value, weight in chances.weights.items()}
    return Chances(weights, whole), cut.numerator * (whole // cut.denominator)


def _chances(node: Node, work: Work, uncut: list[Fraction]) -> Chances:
    """The value of a node. For each pool that might never end `uncut` gains the chance that no die was stopped."""
    if type(node) is Pool:  # on a Struct, isinstance is slow where the answer is no
        return pool_chances(node, work, uncut)
    if type(node) is Binary:
        left, right = _chances(node.left, work, uncut), _chances(node.right, work, uncut)
        if node.sign == "+":
            return add(left, right, work)
        if node.sign == "-":
            return add(left, transform(int.__neg__, right), work)
        if node.sign == "/" and 0 in right.weights:
            raise DividedByZero("what this expression divides by can come out as 0")
        return combine(partial(compute, node.sign), left, right, work)
    if isinstance(node, Number):
        return Chances({node.value: 1}, 1)
    return transform(partial(change, node), _chances(node.of, work, uncut))
