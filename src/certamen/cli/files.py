"""certamen check, schema and new: the files people write."""

import json
from pathlib import Path

import click

from certamen.cli.options import json_option
from certamen.files import encounter
from certamen.files.encounter import open_tree
from certamen.files.problems import FileErrors, FileProblem, refuse
from certamen.files.text import read_text
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
    paths = files_below(files, "*.yaml")
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


def files_below(paths: tuple[Path, ...], pattern: str) -> list[Path]:
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
    if is_scenario:
        from certamen.files import scenario

        scenario.load(file)
    else:
        encounter.load(file)


@click.command()
@click.argument("ruleset", required=False)
def schema_command(ruleset: str | None) -> None:
    """The JSON Schema of encounter files (for RULESET, its sheets and scene too), for editors."""
    from certamen.files.schema import schema

    click.echo(json.dumps(schema(find(ruleset) if ruleset else None), ensure_ascii=False, indent=2))


@click.command()
@click.argument("ruleset")
def new_command(ruleset: str) -> None:
    """A commented encounter file for RULESET to start from: certamen new striker > fight.yaml"""  # noqa: D415  # a command
    from certamen.files.starter import starter

    click.echo(starter(find(ruleset)), nl=False)
