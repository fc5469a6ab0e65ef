"""The brute force that the exact distributions are held against: every face of every die through the very same roll."""

from collections.abc import Callable
from fractions import Fraction

from certamen.dice.rolling import evaluate
from certamen.dice.throwing import CUT, Thrown
from certamen.dice.tree import Expression


class TooManyPaths(Exception):
    """The dice have more ways to fall than the test wants to walk."""


class Path:
    """Dice that fall as a path says, and then show 1."""

    def __init__(self, faces: list[int]) -> None:
        self.faces = faces
        self.sides: list[int] = []

    def draw(self, count: int, sides: int) -> list[int]:
        first = len(self.sides)
        self.sides += [sides] * count
        self.faces += [1] * (len(self.sides) - len(self.faces))
        return self.faces[first : first + count]

    def next(self) -> list[int] | None:
        """The faces up to the last die that can show one more, which does; None after the last path."""
        while self.faces and self.faces[-1] == self.sides[len(self.faces) - 1]:
            self.faces.pop()
        return [*self.faces[:-1], self.faces[-1] + 1] if self.faces else None


def walk(play: Callable[[Path], tuple[int, bool]], most: int) -> tuple[dict[int, Fraction], Fraction]:
    """The chance of each result, and that of being cut, over all paths."""
    chances: dict[int, Fraction] = {}
    cut = Fraction(0)
    path = Path([])
    for _ in range(most):
        result, stopped = play(path)
        chance = Fraction(1)
        for sides in path.sides:
            chance /= sides
        chances[result] = chances.get(result, 0) + chance
        cut += chance * stopped
        faces = path.next()
        if faces is None:
            return chances, cut
        path = Path(faces)
    raise TooManyPaths


def brute_force(expression: Expression, most: int = 5_000) -> tuple[dict[int, Fraction], Fraction]:
    """The chance of each total of an expression, and that of a die being stopped by a limit."""

    def play(path: Path) -> tuple[int, bool]:
        pools: list[Thrown] = []
        total = evaluate(expression.root, path.draw, pools)
        return total, any(mark & CUT for thrown in pools for mark in thrown.marks)

    return walk(play, most)
