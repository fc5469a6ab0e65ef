"""certamen test: scenarios, run and compared with what they say."""

import json
from pathlib import Path

import click

from certamen.cli.files import files_below
from certamen.cli.options import json_option
from certamen.cli.show import show_event, show_reckoning
from certamen.files import scenario
from certamen.files.problems import FileErrors, FileProblem
from certamen.kernel.contest import Contest
from certamen.kernel.event import Event
from certamen.kernel.report import names_of


@click.command()
@click.argument("scenarios", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("--verbose", "-v", is_flag=True, help="Show every event.")
@json_option
def test_command(scenarios: tuple[Path, ...], verbose: bool, as_json: bool) -> None:
    """Run SCENARIOS: does everything come out as they say? Folders are searched for *.scenario.yaml."""
    wrong: list[FileProblem] = []
    results: list[dict[str, object]] = []
    for file in files_below(scenarios, "*.scenario.yaml"):
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
        for event in done.failure.events:
            show_reckoning(done.contest, event, err=True)


def _show(contest: Contest, events: tuple[Event, ...]) -> None:
    names = names_of(contest)
    for event in events:
        show_event(contest, event, names)
