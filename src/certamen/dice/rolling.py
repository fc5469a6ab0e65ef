"""Rolling an expression: its value, and the record of all its pools."""

from __future__ import annotations

import random

from msgspec import Struct

from certamen.dice.drawing import Draw, drawing, from_python
from certamen.dice.faces import Dice
from certamen.dice.parser import parse
from certamen.dice.source import Source
from certamen.dice.throwing import Thrown, throw
from certamen.dice.tree import Binary, Expression, Node, Number, Pool, change, compute


class Roll(Struct, frozen=True, gc=False):
    """An expression rolled: its total and what became of each of its pools, from left to right."""

    expression: Expression
    total: int
    pools: tuple[Thrown, ...]


def roll(expression: Expression | str, dice: random.Random | Dice | Source | None = None) -> Roll:
    """Roll an expression with Python's `random`, a `Random` of your own, `Dice` bound to a roller, or a source.

    From a source come the first open dice of "table": the same each time. Raises `ExpressionError` if the expression
    cannot be read, `DividedByZero`, and whatever the dice raise.

    >>> from certamen.dice import Faces
    >>> roll("4d6kh3+2", Faces((6, 1), (6, 5), (6, 2), (6, 6))).total
    15
    """
    if isinstance(expression, str):
        expression = parse(expression)
    pools: list[Thrown] = []
    total = evaluate(expression.root, from_python if dice is None else drawing(dice), pools)
    return Roll(expression, total, tuple(pools))


def evaluate(node: Node, draw: Draw, pools: list[Thrown]) -> int:
    """The value of a node with these dice; what becomes of each of its pools is added to `pools`."""
    if isinstance(node, Pool):
        thrown = throw(node, draw)
        pools.append(thrown)
        return thrown.value
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Binary):
        left, right = evaluate(node.left, draw, pools), node.right
        other = right.value if isinstance(right, Number) else evaluate(right, draw, pools)
        return left + other if node.sign == "+" else compute(node.sign, left, other)
    return change(node, evaluate(node.of, draw, pools))
