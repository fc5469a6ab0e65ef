"""certamen rules: what the rules are, how each lives here, and what a table may rule otherwise."""

import json

import click

from certamen.cli.options import json_option
from certamen.cli.text import width, wrap
from certamen.kernel.errors import CertamenError
from certamen.kernel.rule import Rule, Ruling
from certamen.rulesets import about, names, rules_of


@click.command()
@click.argument("ruleset", required=False)
@click.argument("rule_id", required=False, metavar="[ID]")
@json_option
def rules_command(ruleset: str | None, rule_id: str | None, as_json: bool) -> None:
    """The rulesets; the rules of RULESET; or its rule ID with its rulings and errata."""
    if ruleset is None:
        _show_rulesets(as_json)
        return
    rules, rulings = rules_of(ruleset)
    if rule_id is not None:
        rules = (_rule(ruleset, rules, rule_id),)
    if as_json:
        data = {"ruleset": ruleset, "rules": [_data(rule, rulings) for rule in rules]}
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    for rule in rules:
        _show(rule, rulings, whole=rule_id is not None)


def _show_rulesets(as_json: bool) -> None:
    every = [(name, about(name), *rules_of(name)) for name in names()]
    if as_json:
        rows = [{"name": n, "about": text, "rules": len(rules), "rulings": len(ones)} for n, text, rules, ones in every]
        click.echo(json.dumps({"rulesets": rows}, ensure_ascii=False, indent=2))
        return
    for name, text, rules, rulings in every:
        counts = f"{len(rules)} rules, {len(rulings)} rulings"
        click.echo(_fill(f"{name}: {text} {counts}.", 0).replace(name, click.style(name, bold=True), 1))


def _rule(ruleset: str, rules: tuple[Rule, ...], wanted: str) -> Rule:
    for rule in rules:
        if rule.id == wanted.upper() or rule.id.rpartition("-")[2] == wanted:
            return rule
    raise CertamenError(f"{ruleset} has no rule {wanted}: {rules[0].id} to {rules[-1].id}")


def _of(rule: Rule, rulings: tuple[Ruling, ...]) -> list[Ruling]:
    return [ruling for ruling in rulings if ruling.rule == rule.id]


def _data(rule: Rule, rulings: tuple[Ruling, ...]) -> dict[str, object]:
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
            for ruling in _of(rule, rulings)
        ],
    }


def _show(rule: Rule, rulings: tuple[Ruling, ...], *, whole: bool) -> None:
    click.echo(_fill(f"{rule.id} ({rule.kind}) {rule.text}", 0).replace(rule.id, click.style(rule.id, bold=True), 1))
    for ruling in _of(rule, rulings):
        click.echo(_fill(f"ruling {ruling.name}: {ruling.default} by default; {ruling.expected()}", 4))
        if whole:
            click.echo(_fill(f"why: {ruling.why}", 8))
            for value, meaning in ruling.choices:
                click.echo(_fill(f"{value}: {meaning}", 8))
            if ruling.per:
                click.echo(_fill(f"may be given by {ruling.per}: {{{ruling.name}: {{KEY: {ruling.default}}}}}", 8))
    if rule.errata:
        click.echo(_fill(f"erratum: {rule.errata}", 4))


def _fill(text: str, indent: int) -> str:
    return "\n".join(wrap(text, width(), " " * indent, " " * (indent + 4)))
