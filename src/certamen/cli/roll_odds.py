"""How likely each result of a dice expression is: exact, with bars."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import click

from certamen.charts import Bars, Chart, number, percent, spread, text
from certamen.cli.text import width
from certamen.dice import Expression, describe
from certamen.dice.distribution import Distribution, exact


def show_odds(expression: Expression, *, as_json: bool, svg: Path | None = None) -> None:
    """The distribution of an expression. Raises DiceError where it cannot be had, or would take too much work."""
    odds = exact(expression)
    if svg:
        from certamen.cli.charting import write_svg

        write_svg(svg, _chart(expression, odds))
    if as_json:
        with _any_length():
            click.echo(json.dumps(_data(expression, odds), ensure_ascii=False, indent=2))
        return
    show_chart(_chart(expression, odds))


@contextmanager
def _any_length() -> Iterator[None]:
    """Numbers of any length are written: a weight of thousands of dice has more digits than Python writes by itself."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def show_chart(chart: Chart) -> None:
    """A chart as text, its title in bold, its bars in colour."""
    title, *lines = text(chart, width(), lambda bar: click.style(bar, fg="cyan") if bar else bar)
    click.echo(click.style(title, bold=True))
    for line in lines:
        click.echo(line)


def left_out(cut: Fraction) -> str:
    """What is said of the ways for the dice that were not followed to their end; nothing where there are none."""
    return f"; left out are {percent(cut)} of all rolls, where dice go on being rolled again" if cut else ""


def _chart(expression: Expression, odds: Distribution) -> Bars:
    title = f"{expression}: {min(odds.weights)} to {max(odds.weights)}, mean {number(odds.mean())}"
    chances = {total: Fraction(weight, odds.denominator) for total, weight in odds.weights.items()}
    stopped = percent(Fraction(odds.cut, odds.denominator))
    note = f"{stopped} of these rolls would have gone on, and were stopped" if odds.cut else ""
    return spread(title, chances, note)


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
