"""A ruleset's questions at the command line: listed, or answered with bars."""

import json
from pathlib import Path

import click

from certamen.cli.roll_odds import left_out, show_chart
from certamen.cli.text import width, wrap
from certamen.kernel.errors import CertamenError
from certamen.kernel.query import Query
from certamen.odds.asking import Given, Odds, QuestionError, ask, expected, find_question, questions, read_value
from certamen.odds.picture import charts
from certamen.rulesets import names


def show_asked(ruleset: str, words: tuple[str, ...], *, as_json: bool, svg: Path | None) -> None:
    """The answers to a question, or without words what can be asked. Raises CertamenError for what cannot be."""
    if ruleset not in names() and Path(ruleset).suffix:
        raise CertamenError(f'of a file the odds of an act can be had: certamen odds {ruleset} --action "..."')
    name, *pairs = ("", *words) if not words or "=" in words[0] else words
    if not words and not as_json and not svg:
        _list(ruleset, questions(ruleset))
        return
    query = find_question(ruleset, name)
    odds = ask(ruleset, query.name, **read_pairs(query, pairs))
    if svg:
        from certamen.cli.charting import write_svg

        write_svg(svg, *charts(odds), title=f"{odds.ruleset}: {odds.title}")
    if as_json:
        click.echo(json.dumps(plain(odds), ensure_ascii=False, indent=2))
        return
    _show(odds)


def read_pairs(query: Query, pairs: list[str]) -> dict[str, Given]:
    """What a person wrote as key=value. Raises QuestionError for what is no such pair, or a key given twice."""
    keys = {key.name: key for key in query.keys}
    given: dict[str, Given] = {}
    for pair in pairs:
        written, equals, text = pair.partition("=")
        name = written if written in keys else written.replace("-", "_")
        if not equals:
            raise QuestionError(f"{pair[:60]!r} is not key=value; the keys are {', '.join(keys)}")
        if name in given:
            raise QuestionError(f"{name} is given twice")
        given[name] = read_value(keys[name], text) if name in keys else text
    return given


def plain(odds: Odds) -> dict[str, object]:
    """The answer as JSON: each chance as numerator and denominator."""
    return {
        "ruleset": odds.ruleset,
        "question": odds.question,
        "values": dict(odds.values),
        "assumed": list(odds.assumed),
        "notes": list(odds.notes),
        "rules": list(odds.rules),
        "cut": [odds.cut.numerator, odds.cut.denominator],
        "answers": {
            name: [{"value": value, "chance": [one.numerator, one.denominator]} for value, one in chances.items()]
            for name, chances in odds.answers.items()
        },
    }


def _show(odds: Odds) -> None:
    given = [f"{name} {_said(value)}" for name, value in odds.values.items() if name not in odds.assumed]
    assumed = [f"{name} {_said(odds.values[name])}" for name in odds.assumed]
    click.echo(click.style(f"{odds.ruleset}: {odds.title}", bold=True))
    for label, items in (("given", given), ("assumed", assumed), ("so", odds.notes)):
        for line in wrap(", ".join(items), width(), f"{label}: ", "  ") if items else ():
            click.echo(line)
    for chart in charts(odds):
        click.echo()
        show_chart(chart)
    click.echo()
    for line in wrap(", ".join(odds.rules), width(), "rules: ", "  ") if odds.rules else ():
        click.echo(click.style(line, dim=True))
    if odds.cut:
        click.echo(f"exact{left_out(odds.cut)}")


def _list(ruleset: str, asked: tuple[Query, ...]) -> None:
    """What can be asked, with every key."""
    for query in asked:
        click.echo(click.style(f"{ruleset} {query.name}", bold=True) + f"  {query.title}")
        for key in query.keys:
            default = "needed" if key.default is None else f"{_said(key.default, flag=key.kind == 'flag')} if left out"
            for line in wrap(f"{key.meaning}: {expected(key)}; {default}", width(), f"  {key.name}=  ", "      "):
                click.echo(line)
        answers = ", ".join(answer.name for answer in query.answers)
        for line in wrap(answers, width(), "  gives ", "      "):
            click.echo(line)
    if not asked:
        raise QuestionError(f"{ruleset} cannot be asked anything yet")


def _said(value: Given, *, flag: bool = False) -> str:
    return ("yes" if value else "no") if flag or isinstance(value, bool) else str(value) or "none"
