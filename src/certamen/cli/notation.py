"""certamen notation: Striker skill blocks read, printed back, and the acts they give."""

import json
from pathlib import Path

import click

from certamen.files.problems import refuse
from certamen.files.text import read_text
from certamen.rulesets.striker.notation import (
    ActListing,
    NotationError,
    Skill,
    acts,
    parse_block,
    parse_skills,
    print_block,
    spelled,
)

BLOCK = ("Category:", "Usage", "◊", "Description:")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def notation_command(file: Path, as_json: bool) -> None:
    """Read the Striker skill blocks in FILE, print them back, and list the acts they give.

    A file of several skills has each skill's name on a line above its block; a file of one block needs no name.
    """
    skills = read_skills(read_text(file), file)
    if as_json:
        data = [
            {"skill": skill.name, "block": print_block(skill), "acts": [_data(one) for one in acts(skill)]}
            for skill in skills
        ]
        click.echo(json.dumps({"skills": data}, ensure_ascii=False, indent=2))
        return
    for skill in skills:
        click.echo(click.style(skill.name, bold=True))
        click.echo(print_block(skill))
        click.echo()
        for one in acts(skill):
            click.echo(_line(one))
        click.echo()


def read_skills(text: str, file: Path) -> tuple[Skill, ...]:
    """The skills of a file. Raises FileErrors with the place of what does not parse."""
    try:
        if text.lstrip().startswith(BLOCK):
            return (parse_block(text.strip("\n"), file.stem),)
        return parse_skills(text)
    except NotationError as error:
        name = f"{error.skill}: " if error.skill else ""
        missing = error.found.startswith(("no ", "nothing"))
        message = f"{name}{error.found}" if missing else f"{name}{error.found} will not do here"
        raise refuse(str(file), message, error.line, error.column, error.expected) from None


def _line(one: ActListing) -> str:
    timing = spelled(one.timing) if one.timing is not None else "no timing"
    needs = f"; needs {', '.join(one.requires)}" if one.requires else ""
    aspect = f"; {one.aspect}" if one.aspect else ""
    usage = "; the usual use" if one.usage else ""
    return f"  {click.style(one.name, bold=True)} ({timing}{needs}{aspect}{usage}): {one.does}"


def _data(one: ActListing) -> dict[str, object]:
    return {
        "name": one.name,
        "timing": spelled(one.timing) if one.timing is not None else None,
        "requires": list(one.requires),
        "aspect": one.aspect,
        "usage": one.usage,
        "does": one.does,
    }
