"""Every example encounter and scenario of every ruleset."""

from functools import cache
from pathlib import Path

from certamen.files.encounter import load
from certamen.files.examples import examples
from certamen.kernel.encounter import Encounter
from certamen.rulesets import names

ENCOUNTERS = sorted(
    path for path in examples().glob("*/*.yaml") if not path.name.endswith((".scenario.yaml", ".include.yaml"))
)
SCENARIOS = sorted(
    [*examples().glob("*/*.scenario.yaml"), *Path(__file__).parent.parent.glob("rulesets/*/**/*.scenario.yaml")]
)
RULESETS = names()


def name(path: Path) -> str:
    """A short name for test ids."""
    return f"{path.parent.name}/{path.name.removesuffix('.yaml')}"


@cache
def encounter(path: Path) -> Encounter:
    """The encounter in a file, read once."""
    return load(path)
