"""The rule systems, found by name through entry points: nothing below knows their names."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from certamen.kernel.errors import CertamenError
from certamen.kernel.ruleset import Ruleset

GROUP = "certamen.rulesets"


class UnknownRuleset(CertamenError):
    """No ruleset of this name is installed."""


@cache
def _found() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def names() -> tuple[str, ...]:
    """The names of all rulesets installed, in alphabetical order."""
    return tuple(_found())


def find(name: str) -> Ruleset:
    """The ruleset of this name. Raises UnknownRuleset, naming those there are."""
    point = _found().get(name)
    if point is None:
        raise UnknownRuleset(f"there is no ruleset {name!r}: {', '.join(names())}")
    ruleset = point.load()
    if not isinstance(ruleset, Ruleset):
        raise UnknownRuleset(f"the entry point {name!r} does not give a ruleset")
    return ruleset


def package_of(name: str) -> str:
    """The package a ruleset lives in: its folder."""
    find(name)
    return _found()[name].module.rpartition(".")[0]
