"""Expressions and rolls in words: what an expression asks for, what became of it, and step by step."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from certamen.dice.drawing import Draw
from certamen.dice.rolling import Roll
from certamen.dice.throwing import COUNTED, CUT, EXPLODED, OUT, Die, Thrown, throw
from certamen.dice.tree import (
    EXPLOSIONS,
    FATE,
    KEEPS,
    REROLLS,
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
    change,
    compute,
    write,
    write_pool,
)


class Step(NamedTuple):
    """One step of a roll: the part of the expression done so far, in canonical text, and its value."""

    text: str
    value: int


_SIDES: Final = {4: "four", 6: "six", 8: "eight", 10: "ten", 12: "twelve", 20: "twenty"}
_SIGNS: Final = {"+": "plus", "-": "minus", "*": "times", "/": "divided and rounded down by"}
_WORDS: Final = {
    "kh": "keep the {1}highest",
    "kl": "keep the {1}lowest",
    "dh": "drop the {1}highest",
    "dl": "drop the {1}lowest",
    "min": "count less than {1}as {1}",
    "max": "count more than {1}as {1}",
    "ro": "roll each {} again, once",
    "rr": f"roll each {{}} again until it is something else, at most {REROLLS} times",
    "!": f"throw one die more for each {{}}, and for each of those in turn, at most {EXPLOSIONS} times",
    "ace": f"roll each {{}} again and add it up, and so on, at most {EXPLOSIONS} times",
    "c": "count each {}",
}


def describe(expression: Expression) -> str:
    """What an expression asks for, in plain words.

    >>> from certamen.dice.parser import parse
    >>> describe(parse("4d6kh3+2[strength]"))
    '(4 six-sided dice: keep the 3 highest) plus 2 for strength'
    """
    return _describe(expression.root)


def _describe(node: Node) -> str:
    if isinstance(node, Pool):
        return _describe_pool(node)
    if isinstance(node, Number):
        return str(node.value)
    if isinstance(node, Labelled):
        return f"{_part(node.of)} for {node.label}"
    if isinstance(node, Negative):
        return f"the negative of {_part(node.of)}"
    if isinstance(node, Is):
        return f"1 if {_part(node.of)} is {_passing(node.test, node.number)}, else 0"
    return f"{_part(node.left, node.sign)} {_SIGNS[node.sign]} {_part(node.right)}"


def _part(node: Node, sign: str | None = None) -> str:
    """A part of something larger: in parentheses where its end could be mistaken. `sign`: what follows it."""
    text = _describe(node)
    leads = isinstance(node, Binary) and sign is not None and STRENGTH[node.sign] >= STRENGTH[sign]
    clear = isinstance(node, Number | Labelled) or leads or (isinstance(node, Pool) and not node.operations)
    return text if clear else f"({text})"


def _describe_pool(pool: Pool) -> str:
    kind = "Fate" if pool.sides == FATE else f"{_SIDES.get(pool.sides, pool.sides)}-sided"
    dice = f"{pool.count} {kind} {'die' if pool.count == 1 else 'dice'}"
    return f"{dice}: {', then '.join(map(_describe_operation, pool.operations))}" if pool.operations else dice


def _describe_operation(operation: Operation) -> str:
    number = "" if operation.number == 1 and operation.name in KEEPS else f"{operation.number} "
    return _WORDS[operation.name].format(_passing(operation.test, operation.number), number).rstrip()


def _passing(test: str, number: int) -> str:
    return f"{number}" + {">=": " or more", "<=": " or less"}.get(test, "")


def explain(roll: Roll) -> str:
    """A roll on one line: each die, and the total.

    Dice that do not count stand in parentheses; `!` follows one that exploded, `*` one that was counted, `...` one
    that was stopped by the limit; `1 as 2` was changed by min, max or ace.

    >>> from certamen.dice import Faces, roll
    >>> explain(roll("4d6kh3+2", Faces((6, 1), (6, 5), (6, 2), (6, 6))))
    '4d6kh3 [(1), 5, 2, 6] + 2 = 15'
    """
    return f"{_explain(roll.expression.root, iter(roll.pools), 0)} = {roll.total}"


def _explain(node: Node, pools: Iterator[Thrown], strength: int) -> str:
    """The text of a node with its dice, within something that binds this strongly."""
    if isinstance(node, Pool):
        return f"{write_pool(node)} [{', '.join(map(_explain_die, next(pools).dice))}]"
    if isinstance(node, Number):
        return str(node.value)
    if isinstance(node, Labelled):
        return f"{_explain(node.of, pools, 4)} ({node.label})"
    if isinstance(node, Negative):
        return f"-({_explain(node.of, pools, 0)})"
    if isinstance(node, Is):
        own, text = 0, f"{_explain(node.of, pools, 1)} is {node.test}{node.number}"
    else:
        own = STRENGTH[node.sign]
        text = f"{_explain(node.left, pools, own)} {node.sign} {_explain(node.right, pools, own + 1)}"
    return text if own >= strength else f"({text})"


def _explain_die(die: Die) -> str:
    signs = ((EXPLODED, "!"), (COUNTED, "*"), (CUT, "..."))
    text = f"{die.face}" + "".join(sign for mark, sign in signs if die.marks & mark)
    if die.value != die.face:
        text += f" as {die.value}"
    return f"({text})" if die.marks & OUT else text


def steps(roll: Roll) -> tuple[Step, ...]:
    """A roll step by step: each operation on each pool, then the arithmetic; the last value is the total.

    >>> from certamen.dice import Faces, roll
    >>> [tuple(step) for step in steps(roll("2d20kh1+2", Faces((20, 4), (20, 15))))]
    [('2d20', 19), ('2d20kh1', 15), ('2d20kh1+2', 17)]
    """
    found: list[Step] = []
    _step(roll.expression.root, iter(roll.pools), found)
    return tuple(found)


def _step(node: Node, pools: Iterator[Thrown], found: list[Step]) -> int:
    """The value of a node; what leads to it is added to `found`."""
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Labelled):
        return _step(node.of, pools, found)
    if isinstance(node, Pool):
        thrown = next(pools)
        for done in range(len(node.operations) + 1):
            part = Pool(node.count, node.sides, node.operations[:done])
            found.append(Step(write_pool(part), throw(part, _again(thrown)).value))
        return thrown.value
    if isinstance(node, Binary):
        value = compute(node.sign, _step(node.left, pools, found), _step(node.right, pools, found))
    else:
        value = change(node, _step(node.of, pools, found))
    found.append(Step(write(node), value))
    return value


def _again(thrown: Thrown) -> Draw:
    """The faces of a pool once more, as they fell."""
    faces = iter(thrown.faces if thrown.pool.sides else [face + 2 for face in thrown.faces])
    return lambda count, sides: list(islice(faces, count))
