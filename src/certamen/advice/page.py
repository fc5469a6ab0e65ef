"""The balance of an encounter as one HTML page that needs nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from html import escape
from importlib.resources import files
from string import Template

from certamen.advice.balance import Balance
from certamen.advice.levers import Lever
from certamen.charts import Bar, Bars, Chart, svg, text
from certamen.sim.estimate import Estimate
from certamen.sim.picture import difference_words, rounds_chart, share_words, standing_charts, winners_chart


def page(one: Balance, command: str) -> str:
    """The page. `command`: what makes it again."""
    found = one.estimate
    return Template(files("certamen.advice").joinpath("balance.html").read_text(encoding="utf-8")).substitute(
        title=escape(found.title),
        ruleset=escape(found.ruleset),
        verdict=escape(one.verdict),
        who=_figure(winners_chart(found)),
        length=_figure(rounds_chart(found)),
        falls="".join(_figure(chart) for chart in standing_charts(found)),
        people=_table(*_people(found)),
        levers=_figure(lever_chart(one)) + _table(*_lever_table(one)) if one.levers else f"<p>{_no_levers(one)}</p>",
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
                share_words(one.standing),
                f"round {falls[0]}" if falls else "never",
                *(f"{spread.mean:,.0f} ({spread.p5:,} to {spread.p95:,})" for spread in one.left),
            ]
        )
    return heads, rows


def lever_chart(one: Balance) -> Bars:
    """The figures that matter most, by how much they move the chance to win."""
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
            cells += [f"{value:,}", f"{difference_words(moved, points=True)} points"]
    return cells


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
