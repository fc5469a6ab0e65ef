"""certamen map: maps of other programs as scenes of a ruleset."""

from pathlib import Path

import click

from certamen.files import maps
from certamen.kernel.mapping import PictureAt
from certamen.rulesets import find

INTO = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--ruleset", required=True, metavar="NAME", help="Whose scene it becomes: striker or dualaction.")
@click.option("-o", "--output", type=INTO, help="Where the scene is written; absent: to the terminal.")
@click.option("--picture", type=INTO, help="Where the map's picture is written.")
@click.option("--metres", type=click.IntRange(1, 100), default=1, show_default=True, help="How wide a square is.")
@click.option("--free", is_flag=True, help="Play it on free metres, whatever squares it has.")
def map_command(file: Path, ruleset: str, output: Path | None, picture: Path | None, metres: int, free: bool) -> None:
    """Make a scene of a map: a Universal VTT FILE (.dd2vtt, .uvtt), or a map of Tiled saved as JSON.

    The scene is YAML for an encounter file. What a scene cannot hold is told apart from it.
    """
    chosen = find(ruleset)
    plan = maps.load(file, metres, free)
    scene, notes = maps.mapped(plan, chosen)
    text = f"# From {file.name}: {maps.summary(plan)}\n{maps.scene_yaml(scene)}"
    click.echo(f"{file.name}: {maps.summary(plan)}", err=True)
    for note in notes:
        click.echo(f"  {note}", err=True)
    if picture:
        _write_picture(plan.picture, picture)
    if output:
        output.write_text(text, encoding="utf-8")
    else:
        click.echo(text, nl=False)


def _write_picture(found: PictureAt | None, path: Path) -> None:
    if found is None:
        raise click.BadParameter("there is no picture in the file", param_hint="--picture")
    path.write_bytes(found.data)
    size = f"{found.width / 100:g} by {found.height / 100:g} m"
    click.echo(f"  {path}: the picture ({found.kind}), which covers {size} from the upper left corner", err=True)
