"""The brute force that the odds of acts are held against: every face of every die, through the engine's own `apply`."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from certamen.dice import Ask
from certamen.kernel import engine
from certamen.kernel.action import Action
from certamen.kernel.draws import Draws
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.state import State
from certamen.odds.action import figures

MOST_PATHS = 100_000


class TooManyPaths(Exception):
    """The dice have more ways to fall than the test wants to walk."""


class Path:
    """A source of dice that fall as a path says, and then show 1."""

    name = "path"

    def __init__(self) -> None:
        self.faces: list[int] = []
        self.sides: list[int] = []
        self.at = 0

    def face(self, ask: Ask) -> int:
        if self.at == len(self.faces):
            self.faces.append(1)
            self.sides.append(ask.sides)
        face = self.faces[self.at]
        self.at += 1
        return face

    def next(self) -> bool:
        """Turn to the next path."""
        self.at = 0
        while self.faces and self.faces[-1] == self.sides[-1]:
            self.faces.pop()
            self.sides.pop()
        if not self.faces:
            return False
        self.faces[-1] += 1
        return True

    def chance(self) -> Fraction:
        chance = Fraction(1)
        for sides in self.sides:
            chance /= sides
        return chance


def walk(play: Callable[[Path], Any], most: int = MOST_PATHS) -> tuple[dict[Any, Fraction], int]:
    """The chance of each result over all paths, and how many paths there are."""
    chances: dict[Any, Fraction] = {}
    path = Path()
    for count in range(1, most + 1):
        result = play(path)
        chances[result] = chances.get(result, Fraction(0)) + path.chance()
        if not path.next():
            return chances, count
    raise TooManyPaths


def applied(ruleset: Ruleset, state: State, act: Action) -> tuple[dict[tuple[str, str], dict[Any, Fraction]], int]:
    """The chance of each value of each figure after an act, and the number of paths."""

    def play(path: Path) -> tuple[tuple[tuple[str, str], Any], ...]:
        after = engine.apply(ruleset, state, act, Draws(path, {})).state
        return tuple(figures(ruleset, after).items())

    results, count = walk(play)
    spreads: dict[tuple[str, str], dict[Any, Fraction]] = {}
    for found, chance in results.items():
        for key, value in found:
            spread = spreads.setdefault(key, {})
            spread[value] = spread.get(value, Fraction(0)) + chance
    return spreads, count
