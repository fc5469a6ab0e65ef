"""Options that several commands take."""

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
