"""How the faces of an expression are drawn: from Python's `random`, from a source, or from dice that are passed in."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from certamen.dice.faces import Dice
from certamen.dice.source import Ask, Seeded, Source, seeded_face

Draw = Callable[[int, int], list[int]]
"""Gives the faces, 1 to the second argument, of as many dice as the first says."""

_MOST_WAYS: Final = 1 << 21  # in which dice drawn from one number may fall


def drawing(dice: random.Random | Dice | Source) -> Draw:
    """How faces are drawn from these dice, in the order of the record."""
    if isinstance(dice, random.Random):
        return _from_random(dice.random)
    if hasattr(dice, "roll"):
        one = dice.roll
        return lambda count, sides: [one(sides) for _ in range(count)]
    return _from_seed(dice) if isinstance(dice, Seeded) else _from_source(dice)


def _from_random(random: Callable[[], float]) -> Draw:
    """Faces from numbers of 53 bits, and few dice at once from one number: no chance is off by more than 1 in 2**32."""

    def draw(count: int, sides: int) -> list[int]:
        if count > 8 or (ways := sides**count) > _MOST_WAYS:
            return [int(random() * sides) + 1 for _ in range(count)]
        rest = int(random() * ways)
        faces = []
        while count:
            faces.append(rest % sides + 1)
            rest //= sides
            count -= 1
        return faces

    return draw


def _from_source(source: Source) -> Draw:
    """The open dice of "table", from the first on."""
    thrown = 0

    def draw(count: int, sides: int) -> list[int]:
        nonlocal thrown
        first, thrown = thrown, thrown + count
        return [source.face(Ask("table", "open", n, sides, "", n)) for n in range(first, thrown)]

    return draw


def _from_seed(seeded: Seeded) -> Draw:
    """What `_from_source` draws, without an `Ask` for each die."""
    key = seeded.key("table", "open")
    thrown = 0

    def draw(count: int, sides: int) -> list[int]:
        nonlocal thrown
        first, thrown = thrown, thrown + count
        return [seeded_face(key, n, sides) for n in range(first, thrown)]

    return draw


from_python: Final = _from_random(random.random)
