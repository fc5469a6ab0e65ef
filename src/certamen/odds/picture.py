"""Exact answers as charts: a ruleset's question, a duel, a table of duels."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from certamen.charts import Bar, Bars, Chart, Heat, Lines, Series, number, percent, spread
from certamen.odds.asking import Odds, Spread
from certamen.odds.duel_told import Cell, DuelOdds

SELDOM = 0.00005


def charts(odds: Odds) -> list[Bars]:
    """A chart for each answer; of numbers with their mean."""
    return [spread(_titled(name, chances), chances) for name, chances in odds.answers.items()]


def _titled(name: str, chances: Spread) -> str:
    numbers = [(value, chance) for value, chance in chances.items() if isinstance(value, int)]
    if len(numbers) < max(3, len(chances)):
        return name
    return f"{name}, mean {number(sum((value * chance for value, chance in numbers), Fraction(0)))}"


def winners(odds: DuelOdds) -> Bars:
    """Who wins how likely."""
    bars = [
        Bar(f"{side} ({policy or 'as well as possible'})", chance)
        for side, policy, chance in zip(odds.sides, odds.policies, odds.win, strict=True)
    ]
    if odds.nobody:
        bars.append(Bar("nobody", odds.nobody))
    if odds.endless:
        bars.append(Bar("goes on for ever", odds.endless))
    return Bars("who wins", tuple(bars), most=1)


def rounds(odds: DuelOdds) -> Bars:
    """How long it takes."""
    bars = tuple(Bar(str(i), chance) for i, chance in enumerate(odds.lengths, 1) if chance >= SELDOM)
    long = f"{number(odds.rounds)} expected" if odds.rounds is not None else "without end, perhaps"
    note = f"longer than {len(odds.lengths)} rounds: {percent(max(0.0, odds.longer))}"
    return Bars(f"in which round it ends: {long}", bars, note=note)


def over(cells: Sequence[Cell]) -> list[Chart]:
    """The first side's chance to win over the values of a table: a line, or a heat map."""
    if not cells:
        return []
    names = list(cells[0].values)
    first = cells[0].odds.sides[0]
    title = f"how likely {first} wins"
    if len(names) == 1:
        points = tuple(
            (float(value), cell.odds.win[0])
            for cell in cells
            if isinstance(value := cell.values[names[0]], int | float)
        )
        return [Lines(title, (Series(first, points),), x=names[0], y="chance", low=0, high=1)] if points else []
    if len(names) == 2:
        columns, rows = (tuple(dict.fromkeys(cell.values[name] for cell in cells)) for name in (names[1], names[0]))
        by_values = {tuple(cell.values.values()): cell.odds.win[0] for cell in cells}
        grid = tuple(tuple(by_values[row, column] for column in columns) for row in rows)
        named = tuple(map(str, columns)), tuple(map(str, rows))
        return [Heat(title, *named, grid, x=names[1], y=names[0], low=0, high=1)]
    return []
