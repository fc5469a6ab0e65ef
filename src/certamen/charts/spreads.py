"""A distribution as bars: one to a value, or neighbouring values together where there are many."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

from certamen.charts.data import SELDOM, Bar, Bars, percent

MOST_BARS = 40
ALONE = Fraction(1, 20)
"""A value as likely as this is a bar by itself."""
HEADS = ("exactly", "at least")


Chances = Mapping[int, Fraction] | Mapping[str, Fraction] | Mapping[int | str, Fraction]


def spread(title: str, chances: Chances, note: str = "") -> Bars:
    """The chance of each value: whole numbers from the lowest, each with the chance of that or more; words as they are.

    Where there are more than 40 numbers a bar stands for several neighbours, and both ends that hardly ever come up
    are one bar each. Of words the 39 likeliest are shown, and the rest as one.
    """
    if not all(isinstance(value, int) for value in chances):
        return Bars(title, _words({str(value): chance for value, chance in chances.items()}), note, most=1)
    numbers = {int(value): chance for value, chance in chances.items()}
    left = sum(numbers.values(), Fraction(0))
    bars = []
    for group in neighbours(numbers):
        here = sum((numbers[value] for value in group), Fraction(0))
        bars.append(Bar(span(group), here, more=(percent(left),)))
        left -= here
    return Bars(title, tuple(bars), note, heads=HEADS)


def _words(chances: Mapping[str, Fraction]) -> tuple[Bar, ...]:
    if len(chances) <= MOST_BARS:
        return tuple(Bar(word, chance) for word, chance in chances.items())
    likely = sorted(chances, key=lambda word: -chances[word])[: MOST_BARS - 1]
    rest = sum((chance for word, chance in chances.items() if word not in likely), Fraction(0))
    return (*(Bar(word, chances[word]) for word in likely), Bar(f"{len(chances) - len(likely)} others", rest))


def neighbours(chances: Mapping[int, Fraction]) -> list[list[int]]:
    """The values, one to a bar; where they are many, both ends that hardly ever come up are a bar each."""
    values = sorted(chances)
    if len(values) <= MOST_BARS:
        return [[value] for value in values]
    first = _rare(chances, values)
    last = len(values) - _rare(chances, values[::-1])
    step = -(-(last - first) // (MOST_BARS - 2))
    groups: list[list[int]] = [values[:first], []]
    for value in values[first:last]:
        alone = chances[value] >= ALONE
        if alone or len(groups[-1]) == step or (len(groups[-1]) == 1 and chances[groups[-1][0]] >= ALONE):
            groups.append([])
        groups[-1].append(value)
    return [group for group in (*groups, values[last:]) if group]


def span(group: Sequence[int]) -> str:
    """The label of a bar."""
    return str(group[0]) if len(group) == 1 else f"{group[0]} to {group[-1]}"


def _rare(chances: Mapping[int, Fraction], values: Sequence[int]) -> int:
    """How many values, from the first on, come up too seldom all together to show."""
    for count, so_far in enumerate(accumulate(chances[value] for value in values)):
        if so_far * SELDOM > 1:
            return count
    return 0
