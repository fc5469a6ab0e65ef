"""The JSON Schema for editors: it takes what the program takes."""

from pathlib import Path

import jsonschema
import pytest

from certamen.dice import Seeded
from certamen.files import encounter
from certamen.files.examples import examples
from certamen.files.schema import schema
from certamen.files.starter import starter
from certamen.files.text import read_text
from certamen.files.tree import parse, plain
from certamen.kernel.contest import Contest
from certamen.kernel.run import run
from certamen.rulesets import find, names
from tests.files.common import GOOD

FILES = [path for path in sorted(examples().glob("*/*.yaml")) if not path.name.endswith(".include.yaml")]


def faults(ruleset: str | None, text: str) -> list[str]:
    validator = jsonschema.Draft202012Validator(schema(find(ruleset) if ruleset else None))
    return [error.message for error in validator.iter_errors(plain(parse(text, "f").root))]


@pytest.mark.parametrize("ruleset", [*names(), None])
def test_it_is_a_schema(ruleset: str | None) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(find(ruleset) if ruleset else None))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_example_fits(path: Path) -> None:
    text = read_text(path)
    assert faults(path.parent.name, text) == []
    assert faults(None, text) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("constitution: 400", "constitution: much"),
        ("certamen: 1", "certamen: 2"),
        ("side: gang", "site: gang"),
        ("    side: gang\n", ""),
        ("title:", "rulings: {success: sometimes}\ntitle:"),
        ("title:", "rulings: {luck: 1}\ntitle:"),
        ("title:", "steps: [{as: jack}]\ntitle:"),
        ("constitution: 400, ", ""),
        ("ruleset: starcluster", "ruleset: striker"),
    ],
)
def test_what_does_not_fit(old: str, new: str) -> None:
    assert faults("starcluster", GOOD) == []
    assert faults("starcluster", GOOD.replace(old, new, 1)) != []


def test_one_who_is_like_another_needs_no_whole_sheet() -> None:
    assert faults("starcluster", GOOD + "  - {id: twin, like: thug, sheet: {skills: {gun: 3}}}\n") == []


@pytest.mark.parametrize("ruleset", names())
def test_the_starter_plays(ruleset: str) -> None:
    """What `certamen new` writes is right, fits the schema, lists every ruling, and plays to an end."""
    text = starter(find(ruleset))
    assert faults(ruleset, text) == []
    one = encounter.loads(text)
    assert run(Contest(find(ruleset), one, Seeded(1))).ended
    for ruling in find(ruleset).rulings:
        assert f"#   {ruling.name}: " in text
