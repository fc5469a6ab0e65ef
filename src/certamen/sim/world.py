"""A World in memory: one flat run of whole numbers, seen as a table of records for each of its fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from certamen.kernel.loop import World, compared

Numbers = NDArray[np.int64]


class Desk(NamedTuple):
    """A World as a loop works on it: the flat numbers, the same as records, and where each table begins in them.

    live: how many of the numbers a new trial starts from; scratch paper comes behind them and is never reset.
    """

    flat: Numbers
    world: World
    starts: dict[str, int]
    live: int


def lay_out(world: World) -> Desk:
    """Lay a World of tuples out in memory, once for all trials."""
    given = sorted(zip(world._fields, world, strict=True), key=lambda named: named[0].startswith("desk_"))
    flat = np.array([int(number) for _, table in given for row in table for number in row], np.int64)
    starts, tables, at, live = {}, {}, 0, 0
    for name, table in given:
        size = len(table) * len(table[0])
        kind = np.dtype([(field, np.int64) for field in table[0]._fields])
        tables[name] = flat[at : at + size].view(kind).view(np.recarray)
        starts[name] = at
        at += size
        live = live if name.startswith("desk_") else at
    return Desk(flat, type(world)(**tables), starts, live)


class PlainRow(SimpleNamespace):
    """A record in plain Python."""

    def __iter__(self) -> Iterator[int]:
        return iter(vars(self).values())


def plain(world: World) -> World:
    """A World a loop can be run on in plain Python, to look into it: lists of records."""
    return type(world)(*([PlainRow(**row._asdict()) for row in table] for table in world))


def differences(ours: World, theirs: World) -> list[str]:
    """Where two Worlds differ, scratch paper aside, in words; [] where they agree."""
    if _numbers(ours) == _numbers(theirs):
        return []
    one, other = compared(ours), compared(theirs)
    found = []
    for name, rows in one.items():
        for i, (row, expected) in enumerate(zip(rows, other[name], strict=True)):
            if row != expected:
                fields = getattr(theirs, name)[0]._fields
                wrong = [f"{f} {a} for {b}" for f, a, b in zip(fields, row, expected, strict=True) if a != b]
                found.append(f"{name}[{i}]: {', '.join(wrong)}")
    return found


def _numbers(world: World) -> list[int]:
    """All that is compared, one number after another."""
    tables = [table for name, table in zip(world._fields, world, strict=True) if not name.startswith("desk_")]
    return [number for table in tables for number in _flat(table)]


def _flat(table: Any) -> Iterable[int]:  # noqa: ANN401 - a table of a World, as tuples or as records
    if isinstance(table, np.ndarray):
        numbers: list[int] = np.asarray(table).view(np.int64).tolist()
        return numbers
    return chain.from_iterable(table)
