"""certamen check, test, schema and new: the files people write."""

import json
from pathlib import Path

import click

from certamen.cli.show import show_event
from certamen.files import encounter, scenario
from certamen.files.encounter import open_tree
from certamen.files.problems import FileErrors, FileProblem
from certamen.files.schema import schema
from certamen.files.starter import starter
from certamen.files.text import read_text
from certamen.kernel.contest import Contest
from certamen.kernel.event import Event
from certamen.kernel.explain import lines
from certamen.kernel.report import names_of
from certamen.rulesets import find


@click.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def check_command(files: tuple[Path, ...], as_json: bool) -> None:
    """Look for errors in encounter and scenario FILES: all at once, each with its line and column."""
    found: list[FileProblem] = []
    for file in files:
        try:
            if is_scenario(file):
                scenario.load(file)
            else:
                encounter.load(file)
        except FileErrors as errors:
            found += errors.problems
        else:
            if not as_json:
                click.echo(f"{file}: fine")
    if as_json:
        rows = [{name: getattr(one, name) for name in one.__struct_fields__} for one in found]
        click.echo(json.dumps({"problems": rows}, ensure_ascii=False, indent=2))
    elif found:
        click.echo(str(FileErrors(tuple(found))), err=True)
    if found:
        raise click.exceptions.Exit(2)


def is_scenario(file: Path) -> bool:
    """Whether a file holds steps or a start. Raises FileErrors when it cannot be read."""
    tree, _ = open_tree(read_text(file), str(file), file.parent)
    return isinstance(tree.root.value, dict) and bool({"steps", "start"} & tree.root.value.keys())


@click.command()
@click.argument("scenarios", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("--verbose", "-v", is_flag=True, help="Show every event.")
def test_command(scenarios: tuple[Path, ...], verbose: bool) -> None:
    """Run SCENARIOS: does everything come out as they say? Folders are searched for *.scenario.yaml."""
    files = [
        file for path in scenarios for file in (sorted(path.rglob("*.scenario.yaml")) if path.is_dir() else [path])
    ]
    failed = 0
    for file in files:
        done = scenario.run(scenario.load(file), _show if verbose else None)
        if done.failure is None:
            click.echo(f"{file}: {click.style('passed', fg='green')}")
            continue
        failed += 1
        click.echo(f"{done.failure}\n{file}: {click.style('failed', fg='red')}", err=True)
        if done.contest is not None:
            names = names_of(done.contest)
            for event in done.failure.events:
                text = done.contest.ruleset.narrate(event, names)
                click.echo("\n".join(lines(event, text, names)), err=True)
    click.echo(f"{len(files) - failed} passed, {failed} failed")
    if failed or not files:
        raise click.exceptions.Exit(1 if files else 2)


def _show(contest: Contest, events: tuple[Event, ...]) -> None:
    names = names_of(contest)
    for event in events:
        show_event(contest, event, names)


@click.command()
@click.argument("ruleset", required=False)
def schema_command(ruleset: str | None) -> None:
    """The JSON Schema of encounter files (for RULESET, its sheets and scene too), for editors."""
    click.echo(json.dumps(schema(find(ruleset) if ruleset else None), ensure_ascii=False, indent=2))


@click.command()
@click.argument("ruleset")
def new_command(ruleset: str) -> None:
    """A commented encounter file for RULESET to start from: certamen new striker > fight.yaml"""  # noqa: D415  # a command
    click.echo(starter(find(ruleset)), nl=False)
