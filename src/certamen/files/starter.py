"""The encounter file a newcomer starts from: the ruleset's own, with all its rulings as comments."""

import re
import textwrap
from importlib.resources import files

from certamen.kernel.rule import Ruling
from certamen.kernel.ruleset import Ruleset
from certamen.rulesets import package_of

RULINGS = re.compile(r"^rulings:.*\n(?:[ #].*\n)*", re.MULTILINE)
HEAD = "# What your table may rule otherwise, as in: rulings: {name: choice}\n"


def starter(ruleset: Ruleset) -> str:
    """The ruleset's starter.yaml with all its rulings as comments behind those it gives."""
    text = files(package_of(ruleset.name)).joinpath("starter.yaml").read_text(encoding="utf-8")
    comments = HEAD + "".join(_comment(ruling) for ruling in ruleset.rulings)
    return RULINGS.sub(lambda found: found[0] + comments, text, count=1)


def _comment(ruling: Ruling) -> str:
    text = f"{ruling.name}: {ruling.default} ({ruling.expected()}). {ruling.why} [{ruling.rule}]"
    return textwrap.fill(text, 110, initial_indent="#   ", subsequent_indent="#       ") + "\n"
