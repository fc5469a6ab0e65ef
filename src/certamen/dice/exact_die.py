"""The exact distribution of one die under operations that look at no other die."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from certamen.dice.tree import EXPLOSIONS, REROLLS, Operation, span, window
from certamen.dice.weights import Chances, Work, add, mix


def rerolls(faces: range, passing: range, cut: bool) -> dict[int, int]:
    """What a die shows at last that is rolled again while it shows a passing face: weights out of faces**`REROLLS`.

    Without `cut` the outcomes are left out in which it never stopped showing one.
    """
    sides, again = len(faces), len(passing)
    good = (sides**REROLLS - again**REROLLS) // (sides - again)
    bad = again ** (REROLLS - 1)
    return {face: bad if face in passing else good for face in faces if cut or face not in passing}


def plain_die(sides: int) -> Chances:
    """A die to which nothing is done."""
    low, high = span(sides)
    return Chances(dict.fromkeys(range(low, high + 1), 1), high - low + 1)


class OneDie:
    """What one die comes to under operations that look at no other die."""

    def __init__(self, sides: int, operations: Sequence[Operation], work: Work, cut: bool) -> None:
        low, high = span(sides)
        self.sides = sides
        self.faces: Final = range(low, high + 1)
        self.operations = operations
        self.work = work
        self.cut = cut
        self.known: dict[tuple[int, int], Chances] = {}
        self.again: dict[int, Chances] = {}

    def thrown(self, done: int = 0) -> Chances:
        """A die thrown when `done` of the operations are over."""
        if done == len(self.operations):
            self.work.steps(len(self.faces))
            return Chances(dict.fromkeys(self.faces, 1), len(self.faces))
        return self.mixed([self.showing(face, done) for face in self.faces])

    def mixed(self, shown: Sequence[Chances]) -> Chances:
        """One of these, each as likely as a face."""
        return mix([(1, chances) for chances in shown], len(self.faces), self.work)

    def showing(self, value: int, done: int) -> Chances:
        """A die that shows this value when `done` of the operations are over."""
        if done == len(self.operations):
            return Chances({value: 1}, 1)
        key = value, done
        if key not in self.known:
            self.known[key] = self.next(value, self.operations[done], done + 1)
        return self.known[key]

    def next(self, value: int, operation: Operation, done: int) -> Chances:
        """What `operation`, and then those after the first `done`, make of a die that shows this value."""
        name, number = operation.name, operation.number
        if name == "min":
            return self.showing(max(value, number), done)
        if name == "max":
            return self.showing(min(value, number), done)
        low, high = window(operation.test, number)
        if name == "c":
            return Chances({int(low <= value <= high): 1}, 1)
        if not low <= value <= high:
            return self.showing(value, done)
        passing = range(max(low, self.faces[0]), min(high, self.faces[-1]) + 1)
        if done not in self.again:
            self.again[done] = self.thrown_again(name, passing, done)
        again = self.again[done]
        if name in ("ro", "rr"):
            return again
        if name == "!":
            return add(self.showing(value, done), again, self.work)
        parts = [(weight, self.showing(value + gained, done)) for gained, weight in again.weights.items()]
        return mix(parts, again.whole, self.work)

    def thrown_again(self, name: str, passing: range, done: int) -> Chances:
        """What a die that passes is given up for (ro, rr), or what is added to it: the same whatever it shows."""
        if name == "ro":
            return self.thrown(done)
        if name == "rr":
            weights = rerolls(self.faces, passing, self.cut)
            parts = [(weight, self.showing(face, done)) for face, weight in weights.items()]
            return mix(parts, len(self.faces) ** REROLLS, self.work)
        if name == "!":
            return self.added(passing, done)
        return OneDie(self.sides, (), self.work, self.cut).added(passing, 0)

    def added(self, passing: range, done: int) -> Chances:
        """All the dice that one die adds by exploding; each goes through the rest of the operations by itself."""
        shown = {face: self.showing(face, done) for face in self.faces}
        quiet = self.mixed([chances for face, chances in shown.items() if face not in passing])
        loud = self.mixed([shown[face] for face in passing])
        chain = self.mixed(list(shown.values())) if self.cut else quiet
        for _ in range(EXPLOSIONS - 1):
            chain = mix([(1, quiet), (1, add(loud, chain, self.work))], 1, self.work)
        return chain
