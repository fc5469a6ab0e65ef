"""certamen odds: how likely what is, exactly, by the rules themselves."""

from pathlib import Path

import click

from certamen.cli.options import Seed, json_option


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("what")
@click.argument("rest", nargs=-1)
@click.option("--action", metavar="WORDS", help='An act of FILE: "jack attack thug with revolver".')
@click.option(
    "--reactions", metavar="none|POLICY|each", help="How others answer it: by default, as a policy would, or each way."
)
@click.option("--estimate", type=click.IntRange(1, 1_000_000), metavar="N", help="Sample the act N times instead.")
@click.option("--seed", type=Seed(), metavar="N", help="The seed of an estimate, and of the dice before the act; 0.")
@click.option("--svg", "svg", type=click.Path(path_type=Path), metavar="OUT", help="Draw it into this SVG file.")
@json_option
def odds_command(
    what: str,
    rest: tuple[str, ...],
    action: str | None,
    reactions: str | None,
    estimate: int | None,
    seed: int | None,
    svg: Path | None,
    as_json: bool,
) -> None:
    """How likely each result is, exactly.

    \b
    certamen odds dice 4d6kh3             a dice expression
    certamen odds starcluster             what a ruleset can be asked
    certamen odds starcluster check target=65
    certamen odds FILE --action "jack attack thug with revolver"
    """  # noqa: D301  # \b is click's mark for lines to be kept as they are
    if svg is not None:
        from certamen.cli.sampling import check_place

        check_place(svg, "the name of an SVG file")
    if action is not None:
        if rest:
            raise click.UsageError(f"an act stands in --action, whole and in quotes; what is {rest[0][:40]!r}?")
        from certamen.cli.odds_action import show_action
        from certamen.rulesets import names

        if what in ("dice", *names()):
            raise click.UsageError(f"--action is an act in an encounter file; {what} is no file")

        show_action(Path(what), action, reactions or "none", estimate, seed or 0, as_json=as_json, svg=svg)
        return
    if (reactions, estimate, seed) != (None, None, None):
        raise click.UsageError("--reactions, --estimate and --seed go with --action")
    if what == "dice":
        if not rest:
            raise click.UsageError("say which dice: certamen odds dice 4d6kh3")
        from certamen.cli.roll_odds import show_odds
        from certamen.dice import parse

        show_odds(parse(" ".join(rest)), as_json=as_json, svg=svg)
        return
    from certamen.cli.odds_asked import show_asked

    show_asked(what, rest, as_json=as_json, svg=svg)
