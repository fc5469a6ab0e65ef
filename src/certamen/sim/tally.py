"""What many trials come to: whole-number counts that add up to the same whatever the order and the pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from certamen.kernel.encounter import Encounter
from certamen.sim.trial import HEADS, Row, sides_of

# Rows of contests are tuples, those of compiled loops one array; so are columns.
Rows = Any
Column = Any
UNDECIDED = -2  # in place of the winner, where a limit stopped it
MOST_VALUES = 4_096  # that one count keeps apart


class Count(NamedTuple):
    """How often each value of one figure came up.

    `often` counts values shifted right by `coarse` bits: by none, unless more than `MOST_VALUES` differ, and then by as
    few as will do. total and squares: the exact sums of the values and of their squares.
    """

    often: dict[int, int]
    total: int
    squares: int
    coarse: int = 0


class Tally(NamedTuple):
    """So many trials, and the count of each figure by name."""

    trials: int
    counts: dict[str, Count]


class Layout(NamedTuple):
    """Which figures are counted, by name, and where in a row they are read.

    people: where each participant's numbers begin; each: how many he has; sides: where those of each side begin.
    """

    names: tuple[str, ...]
    people: tuple[int, ...]
    each: int
    sides: tuple[tuple[int, ...], ...]


def layout(encounter: Encounter, left: Sequence[str]) -> Layout:
    """What is counted of rows of this encounter.

    `winner` (or `UNDECIDED`), `rounds`, `dice`; `standing.SIDE`: how many of it at the end; for each participant
    `ID.standing`, `ID.fell` (the round; 0 where he stands at the end) and each of `left`, as `ID.FIGURE`.
    """
    people, each = encounter.participants, 2 + len(left)
    at = {entry.id: len(HEADS) + each * k for k, entry in enumerate(people)}
    sides = sides_of(encounter)
    names = [f"standing.{side}" for side in sides]
    names += [f"{entry.id}.{name}" for entry in people for name in ("standing", "fell", *left)]
    members = tuple(tuple(at[entry.id] for entry in people if entry.side == side) for side in sides)
    return Layout(("winner", "rounds", "dice", *names), tuple(at.values()), each, members)


def figures(row: Row, of: Layout) -> tuple[int, ...]:
    """The figures of one row, in the order of `Layout.names`."""
    winner, rounds, stopped, dice = row[: len(HEADS)]
    found = [UNDECIDED if stopped else winner, rounds, dice]
    found += [sum([row[at] == 0 for at in side]) for side in of.sides]
    for at in of.people:
        standing = row[at] == 0
        found += [int(standing), 0 if standing else row[at + 1], *row[at + 2 : at + of.each]]
    return tuple(found)


def tally(rows: Rows, of: Layout) -> Tally:
    """What these rows come to."""
    return counted(of.names, columns(rows, of), len(rows))


def columns(rows: Rows, of: Layout) -> list[Column]:
    """The figures of all rows, one column each."""
    if isinstance(rows, Sequence):
        return list(zip(*[figures(row, of) for row in rows], strict=True)) or [()] * len(of.names)
    from certamen.sim.arrays import columns_of

    return columns_of(rows, of)


def counted(names: Sequence[str], found: Sequence[Column], trials: int) -> Tally:
    """The tally of these columns."""
    return Tally(trials, {name: count(column) for name, column in zip(names, found, strict=True)})


def count(column: Column) -> Count:
    """How often each value comes up."""
    if isinstance(column, Sequence):
        often = dict(Counter(column))
    else:
        from certamen.sim.arrays import often_of

        often = often_of(column)
    total = sum([value * times for value, times in often.items()])
    squares = sum([value * value * times for value, times in often.items()])
    return _kept(Count(often, total, squares))


def merged(tallies: Iterable[Tally]) -> Tally:
    """All of them together. Raises ValueError for none."""
    all_of_them = list(tallies)
    first = all_of_them[0]
    counts = {name: _together([one.counts[name] for one in all_of_them]) for name in first.counts}
    return Tally(sum([one.trials for one in all_of_them]), counts)


def _together(counts: Sequence[Count]) -> Count:
    coarse = max(one.coarse for one in counts)
    often: Counter[int] = Counter()
    for one in counts:
        for value, times in one.often.items():
            often[value >> coarse - one.coarse] += times
    return _kept(Count(dict(often), sum(one.total for one in counts), sum(one.squares for one in counts), coarse))


def _kept(one: Count) -> Count:
    """The count in the one form that its values have, whatever it was put together from."""
    often, coarse = one.often, one.coarse
    while len(often) > MOST_VALUES:
        coarse += 1
        halved: Counter[int] = Counter()
        for value, times in often.items():
            halved[value >> 1] += times
        often = halved
    return Count({value: often[value] for value in sorted(often)}, one.total, one.squares, coarse)


def quantile(one: Count, trials: int, share: float) -> int:
    """The least value that at least this share of trials does not pass (to the nearest `2**coarse`)."""
    wanted, seen, last = share * trials, 0, 0
    for value, times in one.often.items():
        seen, last = seen + times, value
        if seen >= wanted:
            break
    return (last << one.coarse) + ((1 << one.coarse) >> 1)
