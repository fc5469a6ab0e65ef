"""What a dice expression is: its nodes, its limits, and its canonical text, which reads back as the same tree."""

from __future__ import annotations

from typing import Final, final

from msgspec import Struct

from certamen.dice.errors import DividedByZero

LONGEST: Final = 256  # characters of an expression
LONGEST_LABEL: Final = 60  # characters of a label
DEEPEST: Final = 32  # parentheses within parentheses
MOST_DICE: Final = 1_000  # dice written in one expression
MOST_SIDES: Final = 10_000
LARGEST: Final = 1_000_000  # any number written
EXPLOSIONS: Final = 10  # dice that one die can add by exploding; the last of them no longer explodes
REROLLS: Final = 100  # times that one die is rolled again by `rr`

FATE: Final = 0  # the `sides` of a Fate die, which shows -1, 0 or 1


class Operation(Struct, frozen=True, gc=False):
    """One operation on a pool, such as `kh3` ("kh", "", 3) or `ro<=2` ("ro", "<=", 2).

    `test` is "=", ">=" or "<=" where `number` is compared with what a die shows, else empty.
    """

    name: str
    test: str
    number: int


@final
class Pool(Struct, frozen=True, gc=False):
    """Dice of one size, and what is done with them, in order. Its value is the sum of the dice left, or a count."""

    count: int
    sides: int
    operations: tuple[Operation, ...] = ()


class Number(Struct, frozen=True, gc=False):
    """A whole number, 0 to `LARGEST`."""

    value: int


class Negative(Struct, frozen=True):
    """The value of `of`, negated."""

    of: Node


@final
class Binary(Struct, frozen=True):
    """Two values joined by `sign`: + - * or / (which rounds down)."""

    sign: str
    left: Node
    right: Node


class Is(Struct, frozen=True):
    """1 if `of` passes the test, else 0."""

    of: Node
    test: str
    number: int


class Labelled(Struct, frozen=True):
    """A value with a name for people, such as `2[strength]`."""

    of: Node
    label: str


Node = Pool | Number | Binary | Negative | Is | Labelled


class Expression(Struct, frozen=True):
    """A dice expression that has been read; `str` gives its canonical text."""

    root: Node

    def __str__(self) -> str:
        return write(self.root)


KEEPS: Final = frozenset({"kh", "kl", "dh", "dl"})

ENDLESS: Final = frozenset({"!", "ace", "rr"})
"""The operations that go on while a die passes their test."""

MAY_FOLLOW: Final = {
    "ro": KEEPS | {"c"},
    "rr": KEEPS | {"c"},
    "min": KEEPS | {"c", "max"},
    "max": KEEPS | {"c", "min"},
    "dl": frozenset({"c", "dh"}),
    "dh": frozenset({"c", "dl"}),
    "kh": frozenset({"c"}),
    "kl": frozenset({"c"}),
    "!": frozenset({"c"}),
    "ace": frozenset({"c"}),
}
"""After each operation those that every tool applies next, so that no parentheses are needed; nothing follows `c`."""


def span(sides: int) -> tuple[int, int]:
    """The lowest and the highest face of a die.

    >>> span(6), span(FATE)
    ((1, 6), (-1, 1))
    """
    return (1, sides) if sides else (-1, 1)


def window(test: str, number: int) -> tuple[int, int]:
    """The values that pass a test, as (lowest, highest); the open end is far beyond every value of a die.

    >>> window("=", 5), window(">=", 5)[0]
    ((5, 5), 5)
    """
    return (number if test != "<=" else -_FAR, number if test != ">=" else _FAR)


def change(node: Negative | Is | Labelled, value: int) -> int:
    """What a node makes of the value it holds."""
    if isinstance(node, Negative):
        return -value
    if isinstance(node, Is):
        low, high = window(node.test, node.number)
        return int(low <= value <= high)
    return value


def compute(sign: str, left: int, right: int) -> int:
    """One step of arithmetic; `/` rounds down, so that -3/2 is -2. Raises `DividedByZero`."""
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    if sign == "*":
        return left * right
    if right == 0:
        raise DividedByZero(f"{left} cannot be divided by 0, which the dice gave here")
    return left // right


def problem(operation: Operation, pool: Pool) -> str | None:
    """Why an operation can mean nothing sensible on these dice, or None."""
    name, number = operation.name, operation.number
    done = [earlier.name for earlier in pool.operations]
    if "c" in done:
        return "counting comes last: it gives a number, and operations work on dice"
    low, high = span(pool.sides)
    die = f"d{pool.sides or 'F'}"
    if name in KEEPS:
        left = _dice_left(pool)
        return None if 1 <= number < left + (name[0] == "k") else f"{name}{number} cannot be done with {left} dice"
    if name in ("min", "max"):
        return None if low <= number <= high else f"a {die} shows {low} to {high}, never {number}"
    lowest, highest = window(operation.test, number)
    if not (lowest <= high and low <= highest) and not (name == "c" and "ace" in done):
        return f"no face of a {die} passes this test: it shows {low} to {high}"
    if name in ENDLESS and lowest <= low and high <= highest:
        return f"every face of a {die} passes this test, so there would be no end"
    if name in ENDLESS and not ENDLESS.isdisjoint(done):
        return "the same dice can go through only one of !, ace and rr"
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


_FAR: Final = 1 << 62
STRENGTH: Final = {"+": 1, "-": 1, "*": 2, "/": 2}


def write(node: Node) -> str:
    """The canonical text of a node: no spaces but around `is`, parentheses only where they are needed."""
    return _write(node, 0)


def write_pool(pool: Pool) -> str:
    """The canonical text of a pool: parentheses around the operations that must be seen to come first."""
    text = f"{pool.count}d{pool.sides or 'F'}"
    before = None
    for operation in pool.operations:
        if before is not None and operation.name not in MAY_FOLLOW[before.name]:
            text = f"({text})"
        text += write_operation(operation, pool.sides)
        before = operation
    return text


def write_operation(operation: Operation, sides: int) -> str:
    """The canonical text of one operation on dice with this many sides."""
    name, test, number = operation.name, operation.test, operation.number
    if name in ("!", "ace") and (test, number) == ("=", span(sides)[1]):
        return name
    if test == "=" and name != "c" and number >= 0:
        test = ""
    return f"{name}{test}{number}"


def _write(node: Node, strength: int) -> str:
    """The text of a node within something that binds this strongly: 0 nothing, 1 a sum, 2 a product, 3 a sign."""
    if isinstance(node, Pool):
        return write_pool(node)
    if isinstance(node, Number):
        return str(node.value)
    if isinstance(node, Labelled):
        inner = f"({write(node.of)})" if isinstance(node.of, Labelled) else _write(node.of, 4)
        return f"{inner}[{node.label}]"
    if isinstance(node, Negative):
        own, text = 3, "-" + (f"({write(node.of)})" if _starts_with_count(node.of) else _write(node.of, 4))
    elif isinstance(node, Is):
        own, text = 0, f"{_write(node.of, 1)} is {node.test}{node.number}"
    else:
        own = STRENGTH[node.sign]
        text = f"{_write(node.left, own)}{node.sign}{_write(node.right, own + 1)}"
    return text if own >= strength else f"({text})"


def _starts_with_count(node: Node) -> bool:
    """Whether a sign before this node could be taken for the sign of its number of dice."""
    return isinstance(node.of if isinstance(node, Labelled) else node, Pool)
