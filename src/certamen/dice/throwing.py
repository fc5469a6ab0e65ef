"""Throwing a pool: what each operation does with its dice, and the record of every die."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from msgspec import Struct

from certamen.dice.drawing import Draw
from certamen.dice.tree import EXPLOSIONS, KEEPS, REROLLS, Operation, Pool, window

DROPPED: Final = 1  # by kh, kl, dh or dl
REROLLED: Final = 2  # its face was given up for that of a later die
EXPLODED: Final = 4  # a later die was added because of its face
ADDED: Final = 8  # thrown because another die exploded
MERGED: Final = 16  # its face counts in the die that it was added to
CLAMPED: Final = 32  # its value is not its face, because of min or max
COUNTED: Final = 64  # passed the test of c
CUT: Final = 128  # would have gone on, but for `EXPLOSIONS` or `REROLLS`

OUT: Final = DROPPED | REROLLED | MERGED
"""A die with any of these marks does not count by itself."""


class Die(NamedTuple):
    """One die as it fell: its face, the value it has now, and `marks`, a sum of `DROPPED` and its like."""

    sides: int
    face: int
    value: int
    marks: int


class Thrown(Struct, frozen=True, gc=False):
    """What became of one pool: faces, values and marks of its dice, in the order thrown, and the pool's value."""

    pool: Pool
    faces: tuple[int, ...]
    values: tuple[int, ...]
    marks: bytes
    value: int

    @property
    def dice(self) -> tuple[Die, ...]:
        """Each die, in the order thrown."""
        sides = self.pool.sides
        return tuple(Die(sides, *die) for die in zip(self.faces, self.values, self.marks, strict=True))


def throw(pool: Pool, draw: Draw) -> Thrown:
    """Throw the dice of a pool and do with them what it says."""
    operations = pool.operations
    if pool.sides and len(operations) < 2:
        if not operations:
            faces = tuple(draw(pool.count, pool.sides))
            return Thrown(pool, faces, faces, bytes(pool.count), sum(faces))
        if operations[0].name in KEEPS:
            return _keep_at_once(pool, operations[0], draw)
    table = _Table(pool, draw)
    for operation in pool.operations:
        _DOES[operation.name](table, operation)
    return Thrown(pool, tuple(table.faces), tuple(table.values), bytes(table.marks), table.value())


def _keep_at_once(pool: Pool, operation: Operation, draw: Draw) -> Thrown:
    """What `_keep` does, for the commonest pools: nothing else is done with their dice."""
    count, name = pool.count, operation.name
    faces = draw(count, pool.sides)
    going = count - operation.number if name in ("kh", "kl") else operation.number
    lowest = name in ("kh", "dl")
    if going == 1:
        face = min(faces) if lowest else max(faces)
        marks = (DROPPED << 8 * faces.index(face)).to_bytes(count, "little")
        value = sum(faces) - face
    else:
        order = sorted(range(count), key=faces.__getitem__, reverse=not lowest)
        marked = bytearray(count)
        for place in order[:going]:
            marked[place] = DROPPED
        marks = bytes(marked)
        value = sum([faces[place] for place in order[going:]])
    seen = tuple(faces)
    return Thrown(pool, seen, seen, marks, value)


class _Table:
    """The dice of one pool while its operations are done."""

    __slots__ = ("draw", "faces", "marks", "pool", "values")

    def __init__(self, pool: Pool, draw: Draw) -> None:
        self.pool = pool
        self.draw = draw
        self.faces: list[int] = []
        self.values: list[int] = []
        self.marks = bytearray()
        self.add(pool.count, 0)

    def add(self, count: int, mark: int) -> range:
        """Throw more dice, with this mark on them; gives their places."""
        sides, first = self.pool.sides, len(self.faces)
        faces = self.draw(count, sides) if sides else [face - 2 for face in self.draw(count, 3)]
        self.faces += faces
        self.values += faces
        self.marks += bytes((mark,)) * count
        return range(first, first + count)

    def live(self) -> list[int]:
        """The places of the dice that count."""
        return [place for place, mark in enumerate(self.marks) if not mark & OUT]

    def passing(self, operation: Operation, places: Iterable[int]) -> list[int]:
        """Those of these places whose dice pass the operation's test."""
        low, high = window(operation.test, operation.number)
        return [place for place in places if low <= self.values[place] <= high]

    def mark(self, places: Iterable[int], mark: int) -> None:
        """Put a mark on the dice at these places."""
        for place in places:
            self.marks[place] |= mark

    def value(self) -> int:
        """The sum of the dice that count, or how many were counted."""
        operations = self.pool.operations
        if not operations:
            return sum(self.values)
        if operations[-1].name == "c":
            return sum(1 for mark in self.marks if mark & COUNTED)
        return sum([value for value, mark in zip(self.values, self.marks, strict=True) if not mark & OUT])


def _keep(table: _Table, operation: Operation) -> None:
    """kh, kl, dh, dl: drop the others; of equal dice the one thrown first goes."""
    name, number = operation.name, operation.number
    live = table.live()
    going = len(live) - number if name[0] == "k" else number
    if going > 0:
        live.sort(key=table.values.__getitem__, reverse=name in ("kl", "dh"))
        table.mark(live[:going], DROPPED)


def _clamp(table: _Table, operation: Operation) -> None:
    """min, max: a lower (or higher) die has this value."""
    low, high = window(">=" if operation.name == "min" else "<=", operation.number)
    for place in table.live():
        if not low <= table.values[place] <= high:
            table.values[place] = operation.number
            table.marks[place] |= CLAMPED


def _reroll(table: _Table, operation: Operation) -> None:
    """ro, rr: another die in the place of each that passes the test, once or until none does."""
    again = table.passing(operation, table.live())
    if operation.name == "ro":
        table.mark(again, REROLLED)
        table.add(len(again), 0)
        return
    for _ in range(REROLLS):
        if not again:
            return
        table.mark(again, REROLLED)
        again = table.passing(operation, table.add(len(again), 0))
    table.mark(again, CUT)


def _explode(table: _Table, operation: Operation) -> None:
    """!: one die more for each that passes the test, and for each of those."""
    going = table.passing(operation, table.live())
    for _ in range(EXPLOSIONS):
        if not going:
            return
        table.mark(going, EXPLODED)
        going = table.passing(operation, table.add(len(going), ADDED))
    table.mark(going, CUT)


def _ace(table: _Table, operation: Operation) -> None:
    """ace: as !, and what is added counts in the first die."""
    going = table.passing(operation, table.live())
    firsts = going
    for _ in range(EXPLOSIONS):
        if not going:
            return
        table.mark(going, EXPLODED)
        added = table.add(len(going), ADDED | MERGED)
        for first, place in zip(firsts, added, strict=True):
            table.values[first] += table.faces[place]
        going = table.passing(operation, added)
        firsts = [firsts[place - added.start] for place in going]
    table.mark(going, CUT)


def _count(table: _Table, operation: Operation) -> None:
    """c: how many dice pass the test."""
    table.mark(table.passing(operation, table.live()), COUNTED)


_DOES: Final = {
    "kh": _keep,
    "kl": _keep,
    "dh": _keep,
    "dl": _keep,
    "min": _clamp,
    "max": _clamp,
    "ro": _reroll,
    "rr": _reroll,
    "!": _explode,
    "ace": _ace,
    "c": _count,
}
