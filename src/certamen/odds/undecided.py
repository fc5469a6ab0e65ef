"""Whole numbers that hang on dice not yet decided: a way for the dice to fall is told apart only where rules look.

A d100 rolled under 65 has a hundred faces, and to the rules two: they compare it with 65, and ask no more. So a die
gives an `Undecided` here. Arithmetic with it gives another one; comparing it parts the faces into those for which
the answer is yes and those for which it is no, and the way goes on with one part (another way takes the other). What
needs the number itself (a place in a table, text, a hash) decides it. The same steps are run once for each way, so
what they ask, and in which order, must depend on nothing else.
"""

import operator
from collections.abc import Callable, Sequence
from itertools import repeat
from math import prod
from typing import Any

from certamen.odds.fork import Cut, Face, Limit

LEAST = 1e-15
"""A way less likely than this is cut where further dice fall on it: what repeats without end."""

Operator = Callable[[Any, Any], Any]
"""From `operator`: what two whole numbers come to."""


class Fallen:
    """One draw on the way that is followed, and which of its values are still possible there."""

    __slots__ = ("face", "live", "name", "way")

    def __init__(self, way: "Way", face: Face, name: str) -> None:
        self.way = way
        self.face = face
        self.name = name
        self.live: Sequence[int] = range(len(face.values))

    def weight(self) -> int:
        """The weight of the values still possible."""
        weights = self.face.weights
        return sum(weights[at] for at in self.live)


class Way:
    """The way that is followed; `next` turns to another one, until all have been."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.fallen: list[Fallen] = []
        self._taken: list[int] = []
        self._counts: list[int] = []
        self._at = 0
        limit.take()

    def draw(self, face: Face, name: str = "") -> "Undecided":
        """Dice that fall: a number of which nothing is known yet. Raises Cut where this way hardly ever comes up."""
        if prod(one.weight() / one.face.whole for one in self.fallen) < LEAST:
            raise Cut
        fallen = Fallen(self, face, name)
        self.fallen.append(fallen)
        return Undecided(fallen, face.values)

    def part(self, count: int) -> int:
        """Which of so many parts is followed here."""
        at, self._at = self._at, self._at + 1
        if at == len(self._taken):
            self._taken.append(0)
            self._counts.append(count)
        return self._taken[at]

    def weight(self) -> tuple[int, int]:
        """The weight of this way, and what it is out of."""
        return prod(one.weight() for one in self.fallen), prod(one.face.whole for one in self.fallen)

    def next(self) -> bool:
        """Turn to the next way; false after the last. Raises TooMuchWork where there are too many."""
        while self._taken and self._taken[-1] + 1 == self._counts[-1]:
            self._taken.pop()
            self._counts.pop()
        if not self._taken:
            return False
        self.limit.take()
        self._taken[-1] += 1
        self.fallen, self._at = [], 0
        return True

    def names(self) -> str:
        """What fell on this way, the dice that part it the most first."""
        parted = sorted(self.fallen, key=lambda one: len(one.live) - len(one.face.values))
        return ", ".join(dict.fromkeys(one.name for one in parted))


def _comparison(how: Operator) -> Callable[["Undecided", object], bool]:
    def compare(self: "Undecided", other: object) -> bool:
        return _compared(how, self, other)

    return compare


def _operation(how: Operator) -> Callable[["Undecided", object], "Undecided"]:
    def reckon(self: "Undecided", other: object) -> "Undecided":
        return _reckoned(how, self, other)

    return reckon


class Undecided:
    """A whole number that hangs on one draw: `of[n]` where the draw comes to its n-th value.

    It is no `int` to the interpreter, so that nothing can read a number out of it unasked; `isinstance` takes it for
    one, since rules and states do.
    """

    __slots__ = ("fallen", "of")

    def __init__(self, fallen: Fallen, of: tuple[int, ...]) -> None:
        self.fallen = fallen
        self.of = of

    __class__ = property(lambda self: int)  # it passes for a whole number

    # --- decided by what needs the number itself

    def __index__(self) -> int:
        return decided(self)

    def __int__(self) -> int:
        return decided(self)

    def __float__(self) -> float:
        return float(decided(self))

    def __hash__(self) -> int:
        return hash(decided(self))

    def __str__(self) -> str:
        return str(decided(self))

    def __repr__(self) -> str:
        return repr(decided(self))

    def __format__(self, how: str) -> str:
        return format(decided(self), how)

    # --- compared: the faces part

    def __bool__(self) -> bool:
        return _compared(operator.ne, self, 0)

    __lt__ = _comparison(operator.lt)
    __le__ = _comparison(operator.le)
    __gt__ = _comparison(operator.gt)
    __ge__ = _comparison(operator.ge)
    __eq__ = _comparison(operator.eq)
    __ne__ = _comparison(operator.ne)

    # --- reckoned with: another number on the same draw

    __add__ = __radd__ = _operation(operator.add)
    __mul__ = __rmul__ = _operation(operator.mul)
    __sub__ = _operation(operator.sub)
    __rsub__ = _operation(lambda one, other: other - one)
    __floordiv__ = _operation(operator.floordiv)
    __rfloordiv__ = _operation(lambda one, other: other // one)
    __mod__ = _operation(operator.mod)
    __rmod__ = _operation(lambda one, other: other % one)

    def __neg__(self) -> "Undecided":
        return self * -1

    def __pos__(self) -> "Undecided":
        return self

    def __abs__(self) -> "Undecided":
        return Undecided(self.fallen, tuple(map(abs, self.of)))

    def __divmod__(self, other: object) -> "tuple[Undecided, Undecided]":
        return self // other, self % other


def decided(number: Undecided) -> int:
    """The number itself: this way goes on with one of its values."""
    fallen, of = number.fallen, number.of
    parts: dict[int, list[int]] = {}
    for at in fallen.live:
        parts.setdefault(of[at], []).append(at)
    if len(parts) == 1:
        return next(iter(parts))
    value, live = list(parts.items())[fallen.way.part(len(parts))]
    fallen.live = live
    return value


def _values(number: Undecided) -> int:
    """How many values it may still have."""
    return len({number.of[at] for at in number.fallen.live})


def _apart(one: Undecided, other: object) -> tuple[Undecided, object, bool]:
    """Two numbers as one that hangs on a draw and one that is known or hangs on the same; whether they are swapped.

    Of two that hang on different draws the one with fewer values is decided.
    """
    if type(other) is not Undecided or other.fallen is one.fallen:
        return one, other, False
    if _values(other) <= _values(one):
        return one, decided(other), False
    return other, decided(one), True


def _both(how: Operator, one: Undecided, other: object) -> tuple[Fallen, list[Any]] | None:
    """What an operation makes of two numbers, for each value of the draw they hang on; None where it makes nothing."""
    if not isinstance(other, int):
        return None
    number, known, swapped = _apart(one, other)
    others = known.of if type(known) is Undecided else repeat(int(known))  # type: ignore[call-overload]  # a number
    pairs = (others, number.of) if swapped else (number.of, others)
    return number.fallen, list(map(how, *pairs))


def _reckoned(how: Operator, one: Undecided, other: object) -> Undecided:
    """What an operation makes of two numbers."""
    made = _both(how, one, other)
    return NotImplemented if made is None else Undecided(made[0], tuple(made[1]))


def _compared(how: Operator, one: Undecided, other: object) -> bool:
    """Whether it is so: where that hangs on the draw, the way goes on with the faces for which it is, or is not."""
    made = _both(how, one, other)
    if made is None:
        return NotImplemented  # type: ignore[no-any-return]  # as Python wants it
    fallen, so = made
    yes = [at for at in fallen.live if so[at]]
    if not yes or len(yes) == len(fallen.live):
        return bool(yes)
    if fallen.way.part(2):
        fallen.live = [at for at in fallen.live if not so[at]]
        return False
    fallen.live = yes
    return True
