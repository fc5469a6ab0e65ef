"""certamen roll: a dice expression rolled, with the record of every die."""

import json
import os

import click

from certamen.cli.options import json_option, seed_option
from certamen.dice import Roll, Seeded, describe, explain, parse, roll
from certamen.dice.throwing import ADDED, CLAMPED, COUNTED, CUT, DROPPED, EXPLODED, MERGED, OUT, REROLLED
from certamen.dice.tree import write_pool

MARKS = {
    DROPPED: "dropped",
    REROLLED: "rerolled",
    EXPLODED: "exploded",
    ADDED: "added",
    MERGED: "merged",
    CLAMPED: "clamped",
    COUNTED: "counted",
    CUT: "cut",
}
LEGEND = (
    (OUT, "(1) does not count"),
    (EXPLODED, "6! exploded"),
    (COUNTED, "6* counted"),
    (CLAMPED | MERGED, "1 as 2: changed to that"),
    (CUT, "6... would have gone on"),
)


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("expression", nargs=-1, required=True)
@seed_option
@click.option("--times", type=click.IntRange(1, 10_000), default=1, metavar="N", help="Roll N times.")
@click.option("--odds", is_flag=True, help="How likely each result is, exactly, instead of rolling.")
@json_option
def roll_command(expression: tuple[str, ...], seed: int | None, times: int, odds: bool, as_json: bool) -> None:
    """Roll EXPRESSION, such as 3d6+2, 4d6kh3, 2d20kl1 or d%: its total, and each die.

    \b
    4d6kh3   keep the 3 highest          adv, dis   2d20kh1, 2d20kl1
    3d6!     a 6 brings another die      8d6c>=5    count the 5s and 6s
    4d6ro1   roll 1s again, once         4dF        Fate dice

    Quote what your shell would read itself: certamen roll '2*(1d6+1)'
    """  # noqa: D301  # \b is click's mark for lines to be kept as they are
    read = parse(" ".join(expression))
    if odds:
        from certamen.cli.roll_odds import show_odds

        show_odds(read, as_json=as_json)
        return
    seed = int.from_bytes(os.urandom(4)) if seed is None else seed
    rolls = (roll(read, Seeded(seed, trial)) for trial in range(times))
    if as_json:
        data = {"expression": str(read), "means": describe(read), "seed": seed, "rolls": [_data(one) for one in rolls]}
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    for one in rolls:
        click.echo(f"{click.style(str(one.total), bold=True)}  {explain(one)}")
    if times == 1:
        _legend(one)


def _legend(rolled: Roll) -> None:
    """What the signs in the record mean, those that occur."""
    found = 0
    for pool in rolled.pools:
        for mark in pool.marks:
            found |= mark
    meanings = [meaning for mark, meaning in LEGEND if found & mark]
    if meanings:
        click.echo(click.style("; ".join(meanings), dim=True))


def _data(rolled: Roll) -> dict[str, object]:
    return {
        "total": rolled.total,
        "text": explain(rolled),
        "pools": [
            {
                "pool": write_pool(pool.pool),
                "value": pool.value,
                "dice": [
                    {
                        "sides": die.sides or "F",
                        "face": die.face,
                        "value": die.value,
                        "marks": [name for mark, name in MARKS.items() if die.marks & mark],
                    }
                    for die in pool.dice
                ],
            }
            for pool in rolled.pools
        ],
    }
