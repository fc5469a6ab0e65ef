"""How likely each result of a dice expression is: exact, with bars."""

import json
import sys
from fractions import Fraction
from itertools import accumulate

import click

from certamen.cli.text import width
from certamen.dice import Expression, describe
from certamen.dice.distribution import Distribution, exact

MOST_ROWS = 40
LONGEST_BAR = 40
SELDOM = 20_000
EIGHTHS = "▏▎▍▌▋▊▉█"


def show_odds(expression: Expression, *, as_json: bool) -> None:
    """The distribution of an expression. Raises DiceError where it cannot be had, or would take too much work."""
    odds = exact(expression)
    if as_json:
        sys.set_int_max_str_digits(0)  # a weight of thousands of dice has more digits than Python writes by itself
        click.echo(json.dumps(_data(expression, odds), ensure_ascii=False, indent=2))
        return
    lowest, highest = min(odds.weights), max(odds.weights)
    click.echo(f"{click.style(str(expression), bold=True)}: {lowest} to {highest}, mean {_number(odds.mean())}")
    rows = _rows(odds)
    left = max(len(label) for label, *_ in rows)
    room = max(1, min(LONGEST_BAR, width() - left - 22))
    most = max(chance for _, chance, _ in rows)
    click.echo(click.style(f"{'':>{left}}   exactly  at least", dim=True))
    for label, chance, at_least in rows:
        bar = click.style(_bar(chance / most, room), fg="cyan")
        click.echo(f"{label:>{left}}  {_percent(chance)}  {_percent(at_least)}  {bar}")
    if odds.cut:
        share = _percent(Fraction(odds.cut, odds.denominator)).strip()
        click.echo(f"{share} of these rolls would have gone on, and were stopped")


def _rows(odds: Distribution) -> list[tuple[str, Fraction, Fraction]]:
    """(results, the chance of one of them, the chance of that or more): neighbours together where there are many."""
    rows = []
    left = odds.denominator
    for group in _groups(odds):
        weight = sum(odds.weights[total] for total in group)
        label = str(group[0]) if len(group) == 1 else f"{group[0]} to {group[-1]}"
        rows.append((label, Fraction(weight, odds.denominator), Fraction(left, odds.denominator)))
        left -= weight
    return rows


def _groups(odds: Distribution) -> list[list[int]]:
    """The results, one to a row; where they are many, both ends that hardly ever come up are a row each."""
    totals = list(odds.weights)
    if len(totals) <= MOST_ROWS:
        return [[total] for total in totals]
    first = _rare(odds, totals)
    last = len(totals) - _rare(odds, totals[::-1])
    step = -(-(last - first) // (MOST_ROWS - 2))
    groups = [totals[:first], *(totals[at : min(at + step, last)] for at in range(first, last, step)), totals[last:]]
    return [group for group in groups if group]


def _rare(odds: Distribution, totals: list[int]) -> int:
    """How many results, from the first on, come up too seldom all together to show."""
    limit = odds.denominator // SELDOM
    for count, sum_so_far in enumerate(accumulate(odds.weights[total] for total in totals)):
        if sum_so_far > limit:
            return count
    return 0


def _bar(share: Fraction, room: int) -> str:
    eighths = int(share * room * 8)
    whole, rest = divmod(eighths, 8)
    return "█" * whole + (EIGHTHS[rest - 1] if rest else "")


def _percent(chance: Fraction) -> str:
    if 0 < chance < Fraction(1, SELDOM):
        return "< 0.01%"
    return f"{float(chance):7.2%}"


def _number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):.4f}".rstrip("0")


def _data(expression: Expression, odds: Distribution) -> dict[str, object]:
    mean = odds.mean()
    return {
        "expression": str(expression),
        "means": describe(expression),
        "denominator": odds.denominator,
        "mean": [mean.numerator, mean.denominator],
        "cut": odds.cut,
        "weights": [[total, weight] for total, weight in odds.weights.items()],
    }
