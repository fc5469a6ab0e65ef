"""What pairs of trials on the same dice come to: each figure before, after, and by how much it differs."""

from __future__ import annotations

from collections.abc import Sequence

from certamen.sim.tally import UNDECIDED, Column, Layout, Rows, Tally, columns, counted


def tally_pairs(before: Rows, after: Rows, of: tuple[Layout, Layout]) -> Tally:
    """The figures of the first as `before.NAME`, of the second as `after.NAME`, how one both have differs as `NAME`.

    `winner` is the pair of winners as one number, for `winners` to part again.
    """
    if isinstance(before, Sequence) != isinstance(after, Sequence):  # one of them came from a compiled loop
        before, after = (rows if isinstance(rows, Sequence) else rows.tolist() for rows in (before, after))
    one, other = (
        dict(zip(o.names, columns(rows, o), strict=True)) for rows, o in zip((before, after), of, strict=True)
    )
    found: dict[str, Column] = {f"before.{name}": column for name, column in one.items()}
    found |= {f"after.{name}": column for name, column in other.items()}
    found |= {name: _differences(one[name], other[name]) for name in one if name in other and name != "winner"}
    found["winner"] = _pairs(one["winner"], other["winner"])
    return counted(tuple(found), list(found.values()), len(before))


def winners(pair: int) -> tuple[int, int]:
    """The winners, before and after, that a pair stands for."""
    before, after = divmod(pair, _MOST)
    return before + UNDECIDED, after + UNDECIDED


_MOST = 1_000  # more than there can be sides


def _differences(before: Column, after: Column) -> Column:
    if isinstance(before, Sequence):
        return [b - a for a, b in zip(before, after, strict=True)]
    return after - before


def _pairs(before: Column, after: Column) -> Column:
    if isinstance(before, Sequence):
        return [(a - UNDECIDED) * _MOST + b - UNDECIDED for a, b in zip(before, after, strict=True)]
    return (before - UNDECIDED) * _MOST + after - UNDECIDED
