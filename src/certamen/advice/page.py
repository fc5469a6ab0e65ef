"""The balance of an encounter as one HTML page that needs nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from html import escape
from importlib.resources import files
from string import Template

from certamen.advice.balance import Balance, share
from certamen.advice.levers import Lever
from certamen.charts import Bar, Bars, Chart, Lines, Series, number, svg, text
from certamen.sim.estimate import Estimate, PersonEstimate
from certamen.sim.intervals import Interval

MOST_LINES = 8  # of people in one chart


def page(one: Balance, command: str) -> str:
    """The page. `command`: what makes it again."""
    found = one.estimate
    return Template(files("certamen.advice").joinpath("balance.html").read_text(encoding="utf-8")).substitute(
        title=escape(found.title),
        ruleset=escape(found.ruleset),
        verdict=escape(one.verdict),
        who=_figure(_winners(found)),
        length=_figure(_lengths(found)),
        falls="".join(_figure(chart) for chart in _standing(found)),
        people=_table(*_people(found)),
        levers=_figure(_lever_chart(one)) + _table(*_lever_table(one)) if one.levers else f"<p>{_no_levers(one)}</p>",
        repeat=_table(("what", "which"), _repeat(one, command)),
    )


def _figure(chart: Chart) -> str:
    """A chart with its text equivalent."""
    told = escape("\n".join(text(chart, 76)))
    return f"<figure>{svg(chart)}<details><summary>As text</summary><pre>{told}</pre></details></figure>\n"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    body = "".join(
        "<tr>"
        + f'<th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(one)}</td>" for one in row[1:])
        + "</tr>\n"
        for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table></div>\n'


def _winners(found: Estimate) -> Bars:
    bars = tuple(Bar(one.name, one.share, one.low, one.high) for one in found.winners)
    return Bars("Who wins", bars, f"in {found.trials:,} trials; the thin line is the 95% interval", most=1)


def _lengths(found: Estimate) -> Bars:
    bars = tuple(
        Bar(number(low) if low == high else f"{low:,} to {high:,}", times / found.trials)
        for low, high, times in found.rounds.bins
    )
    middle = f"half are over within {found.rounds.median:,} rounds"
    return Bars("How many rounds it takes", bars, f"{middle}; {found.rounds.mean:.1f} on average")


def _standing(found: Estimate) -> Iterable[Lines]:
    """The share still standing after each round, a chart a side."""
    for side in found.sides:
        people = [one for one in found.people if one.side == side.name]
        shown = tuple(_still(one, found) for one in people[:MOST_LINES])
        more = f"; the first {MOST_LINES} of {len(people)}" if len(people) > MOST_LINES else ""
        yield Lines(
            f"Who of {side.name} still stands",
            shown,
            "round",
            "share standing",
            f"after each round{more}",
            low=0,
            high=1,
            steps=True,
        )


def _still(one: PersonEstimate, found: Estimate) -> Series:
    points, standing = [(0.0, 1.0)], found.trials
    for at, times in sorted(one.falls):
        standing -= times
        points.append((float(at), standing / found.trials))
    last = float(max(found.rounds.p95, points[-1][0]))
    return Series(one.name, tuple(points) if points[-1][0] == last else (*points, (last, points[-1][1])))


def _people(found: Estimate) -> tuple[Sequence[str], list[list[str]]]:
    heads = ["who", "side", "stands at the end", "falls most often in"]
    heads += [f"{spread.name} left (9 of 10 times)" for spread in found.people[0].left]
    rows = []
    for one in found.people:
        falls = max(one.falls, key=lambda fall: fall[1], default=None)
        rows.append(
            [
                one.name,
                one.side,
                _share(Interval(one.standing.share, one.standing.low, one.standing.high)),
                f"round {falls[0]}" if falls else "never",
                *(f"{spread.mean:,.0f} ({spread.p5:,} to {spread.p95:,})" for spread in one.left),
            ]
        )
    return heads, rows


def _share(one: Interval) -> str:
    return f"{share(one.value)} ({share(one.low)} to {share(one.high)})"


def _lever_chart(one: Balance) -> Bars:
    bars = tuple(Bar(f"{lever.path} {lever.value:,}", lever.weight) for lever in one.levers)
    note = (
        f"by how much {one.favourite} wins oftener or less often when the figure is a tenth (at least 1) less or more"
    )
    return Bars("The figures that matter most", bars, note)


def _lever_table(one: Balance) -> tuple[Sequence[str], list[list[str]]]:
    heads = ["figure", "now", "less", f"{one.favourite} then", "more", f"{one.favourite} then"]
    return heads, [_lever_row(lever) for lever in one.levers]


def _lever_row(lever: Lever) -> list[str]:
    cells = [lever.path, f"{lever.value:,}"]
    for value, moved in ((lever.less, lever.lower), (lever.more, lever.higher)):
        if moved is None:
            cells += ["-", "the rules do not allow it"]
        else:
            cells += [f"{value:,}", f"{_points(moved.difference)} ({_points(moved.low)} to {_points(moved.high)})"]
    return cells


def _points(difference: float) -> str:
    return f"{100 * difference:+.1f}".replace("-", "−") + " points"


def _no_levers(one: Balance) -> str:
    return f"None of the {one.looked_at} figures looked at moves the chance to win when it is a tenth less or more."


def _repeat(one: Balance, command: str) -> list[tuple[str, str]]:
    found = one.estimate
    why = f", for {found.why}" if found.why else ""
    decided = ", ".join(f"{who}: {name}" for who, name in found.policies.items())
    return [
        ("command", command),
        ("seed", str(found.seed)),
        ("trials", f"{found.trials:,}, played by the {found.way}{why}"),
        ("who decided", decided),
        ("versions", f"Certamen {found.version}, {found.ruleset} {found.ruleset_version}"),
        ("made", f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"),
    ]
