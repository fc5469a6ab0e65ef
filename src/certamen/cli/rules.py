"""certamen rules: what the rules are, how each lives here, and what a table may rule otherwise."""

import json
import textwrap

import click

from certamen.kernel.errors import CertamenError
from certamen.kernel.rule import Rule, Ruling
from certamen.kernel.ruleset import Ruleset
from certamen.rulesets import find, names


@click.command()
@click.argument("ruleset", required=False)
@click.argument("rule_id", required=False, metavar="[ID]")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def rules_command(ruleset: str | None, rule_id: str | None, as_json: bool) -> None:
    """The rulesets; the rules of RULESET; or its rule ID with its rulings and errata."""
    if ruleset is None:
        every = [find(name) for name in names()]
        if as_json:
            click.echo(
                json.dumps({"rulesets": [{"name": r.name, "title": r.title, "version": r.version} for r in every]})
            )
        for one in () if as_json else every:
            click.echo(
                f"{click.style(one.name, bold=True)}: {one.title}, {len(one.rules)} rules, {len(one.rulings)} rulings"
            )
        return
    found = find(ruleset)
    rules = found.rules
    if rule_id is not None:
        rules = tuple(rule for rule in found.rules if rule.id == rule_id.upper())
        if not rules:
            raise CertamenError(f"{found.name} has no rule {rule_id}: {found.rules[0].id} to {found.rules[-1].id}")
    if as_json:
        click.echo(
            json.dumps(
                {"ruleset": found.name, "rules": [_data(found, rule) for rule in rules]}, ensure_ascii=False, indent=2
            )
        )
        return
    for rule in rules:
        _show(found, rule, whole=rule_id is not None)


def _rulings(ruleset: Ruleset, rule: Rule) -> list[Ruling]:
    return [ruling for ruling in ruleset.rulings if ruling.rule == rule.id]


def _data(ruleset: Ruleset, rule: Rule) -> dict[str, object]:
    return {
        "id": rule.id,
        "text": rule.text,
        "kind": rule.kind,
        "errata": rule.errata,
        "rulings": [
            {
                "name": ruling.name,
                "default": ruling.default,
                "choices": [{"value": value, "meaning": meaning} for value, meaning in ruling.choices],
                "bounds": ruling.bounds,
                "per": ruling.per,
                "why": ruling.why,
            }
            for ruling in _rulings(ruleset, rule)
        ],
    }


def _show(ruleset: Ruleset, rule: Rule, *, whole: bool) -> None:
    click.echo(_fill(f"{rule.id} ({rule.kind}) {rule.text}", 0).replace(rule.id, click.style(rule.id, bold=True), 1))
    for ruling in _rulings(ruleset, rule):
        click.echo(_fill(f"ruling {ruling.name}: {ruling.default} by default; {ruling.expected()}", 4))
        if whole:
            click.echo(_fill(f"why: {ruling.why}", 8))
            for value, meaning in ruling.choices:
                click.echo(_fill(f"{value}: {meaning}", 8))
    if rule.errata:
        click.echo(_fill(f"erratum: {rule.errata}", 4))


def _fill(text: str, indent: int) -> str:
    return textwrap.fill(text, 110, initial_indent=" " * indent, subsequent_indent=" " * (indent + 4))
