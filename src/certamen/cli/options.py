"""Options that several commands take."""

from pathlib import Path

import click


class Seed(click.ParamType[int]):
    """A whole number of at most 18 digits, so that it can be written into a journal and read back."""

    name = "N"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, or the command is refused."""
        text = str(value)
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= 18):
            self.fail(f"{text[:40]!r} is not a whole number of at most 18 digits.", param, ctx)
        return int(text)


seed_option = click.option("--seed", type=Seed(), help="The seed of the dice: the same dice each time.")
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object.")
policy_option = click.option(
    "--policy", "policies", multiple=True, metavar="SIDE=NAME", help="Who decides for a side or a participant."
)
data_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder that keeps the tables; if left out, $CERTAMEN_DATA, else ~/.local/share/certamen.",
)


def policies_of(pairs: tuple[str, ...]) -> dict[str, str]:
    """SIDE=NAME pairs as a mapping. Raises click.BadParameter for anything else."""
    return pairs_of(pairs, "SIDE=NAME", "--policy")


def pairs_of(pairs: tuple[str, ...], shape: str, option: str) -> dict[str, str]:
    """KEY=VALUE pairs as a mapping; `shape` is what they look like. Raises click.BadParameter for anything else."""
    found: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not (equals and key and value):
            raise click.BadParameter(f"{pair[:60]!r} is not {shape}", param_hint=option)
        if key in found:
            raise click.BadParameter(f"{key[:60]} is given twice", param_hint=option)
        found[key] = value
    return found
