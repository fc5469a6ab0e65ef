"""certamen check, test, schema and new: the files people write."""

import json
from pathlib import Path

import click

from certamen.cli.options import json_option
from certamen.cli.show import show_event
from certamen.files import encounter, scenario
from certamen.files.encounter import open_tree
from certamen.files.problems import FileErrors, FileProblem, refuse
from certamen.files.schema import schema
from certamen.files.starter import starter
from certamen.files.text import read_text
from certamen.kernel.contest import Contest
from certamen.kernel.event import Event
from certamen.kernel.explain import lines
from certamen.kernel.report import names_of
from certamen.rulesets import find

INCLUDED = ".include.yaml"


@click.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True)
@json_option
def check_command(files: tuple[Path, ...], as_json: bool) -> None:
    """Look for errors in encounter and scenario FILES: all at once, each with its line and column.

    Folders are searched for *.yaml.
    """
    found: list[FileProblem] = []
    paths = _below(files, "*.yaml")
    for file in paths:
        try:
            _check(file)
        except FileErrors as errors:
            found += errors.problems
        else:
            if not as_json:
                without = " as far as can be told without an encounter" if file.name.endswith(INCLUDED) else ""
                click.echo(f"{file}: fine{without}")
    if as_json:
        rows = [{name: getattr(one, name) for name in one.__struct_fields__} for one in found]
        click.echo(json.dumps({"files": [str(file) for file in paths], "problems": rows}, ensure_ascii=False, indent=2))
    elif found:
        click.echo(str(FileErrors(tuple(found))), err=True)
    if found:
        raise click.exceptions.Exit(2)


def _below(paths: tuple[Path, ...], pattern: str) -> list[Path]:
    """The files, with what is in folders. Raises FileErrors for a folder without any."""
    files = []
    for path in paths:
        below = sorted(path.rglob(pattern)) if path.is_dir() else [path]
        if not below:
            raise refuse(str(path), f"there is no {pattern} in this folder")
        files += below
    return files


def _check(file: Path) -> None:
    if file.name.endswith(INCLUDED):
        encounter.check_included(file)
        return
    tree, _ = open_tree(read_text(file), str(file), file.parent)
    is_scenario = isinstance(tree.root.value, dict) and bool({"steps", "start"} & tree.root.value.keys())
    scenario.load(file) if is_scenario else encounter.load(file)


@click.command()
@click.argument("scenarios", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("--verbose", "-v", is_flag=True, help="Show every event.")
@json_option
def test_command(scenarios: tuple[Path, ...], verbose: bool, as_json: bool) -> None:
    """Run SCENARIOS: does everything come out as they say? Folders are searched for *.scenario.yaml."""
    wrong: list[FileProblem] = []
    results: list[dict[str, object]] = []
    for file in _below(scenarios, "*.scenario.yaml"):
        try:
            read = scenario.load(file)
        except FileErrors as errors:
            wrong += errors.problems
            continue
        done = scenario.run(read, _show if verbose and not as_json else None)
        failure = done.failure
        results.append(
            {
                "file": str(file),
                "passed": failure is None,
                "line": failure.line if failure else 0,
                "message": failure.message if failure else "",
            }
        )
        if not as_json:
            _tell(file, done)
    failed = sum(not one["passed"] for one in results)
    if as_json:
        data = {"passed": len(results) - failed, "failed": failed, "scenarios": results}
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        click.echo(f"{len(results) - failed} passed, {failed} failed")
    if wrong:
        raise FileErrors(tuple(wrong))
    if failed:
        raise click.exceptions.Exit(1)


def _tell(file: Path, done: scenario.Run) -> None:
    if done.failure is None:
        click.echo(f"{file}: {click.style('passed', fg='green')}")
        return
    click.echo(f"{done.failure}\n{file}: {click.style('failed', fg='red')}", err=True)
    if done.contest is not None:
        names = names_of(done.contest) if done.contest.started else {}
        for event in done.failure.events:
            text = done.contest.ruleset.narrate(event, names)
            click.echo("\n".join(lines(event, text, names)), err=True)


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
