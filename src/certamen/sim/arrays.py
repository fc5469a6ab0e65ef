"""Counting rows that stand in arrays, as compiled loops give them; imported only when there are any."""

from __future__ import annotations

import numpy as np

from certamen.sim.tally import UNDECIDED, Layout
from certamen.sim.world import Numbers

WIDEST = 1 << 20  # from the least to the greatest value: so many boxes are counted into, else the values are sorted


def columns_of(rows: Numbers, of: Layout) -> list[Numbers]:
    """The figures of all rows, one array each, as `tally.figures` gives them for one."""
    rows = np.ascontiguousarray(rows.T).T  # each column in one piece: read twice as fast
    winner, rounds, stopped, dice = (rows[:, k] for k in range(4))
    found = [np.where(stopped != 0, UNDECIDED, winner), rounds, dice]
    found += [sum((rows[:, at] == 0 for at in side), np.zeros(len(rows), np.int64)) for side in of.sides]
    for at in of.people:
        standing = rows[:, at] == 0
        found += [standing.astype(np.int64), np.where(standing, 0, rows[:, at + 1])]
        found += [rows[:, k] for k in range(at + 2, at + of.each)]
    return found


def often_of(column: Numbers) -> dict[int, int]:
    """How often each value comes up."""
    if len(column) == 0:
        return {}
    low, high = int(column.min()), int(column.max())
    if high - low >= WIDEST:
        values, times = np.unique(column, return_counts=True)
        return dict(zip(values.tolist(), times.tolist(), strict=True))
    boxes = np.bincount(column - low)
    filled = np.flatnonzero(boxes)
    return dict(zip((filled + low).tolist(), boxes[filled].tolist(), strict=True))
