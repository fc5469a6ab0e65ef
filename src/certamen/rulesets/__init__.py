"""The rule systems, found by name through entry points: nothing below knows their names."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from certamen.kernel.errors import CertamenError
from certamen.kernel.rule import Rule, Ruling

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from certamen.kernel.ruleset import Ruleset

GROUP = "certamen.rulesets"


class UnknownRuleset(CertamenError):
    """No ruleset of this name is installed."""


@cache
def _found() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def names() -> tuple[str, ...]:
    """The names of all rulesets installed, in alphabetical order."""
    return tuple(_found())


def find(name: str) -> Ruleset:
    """The ruleset of this name. Raises UnknownRuleset, naming those there are."""
    from certamen.kernel.ruleset import Ruleset

    ruleset = _point(name).load()
    if not isinstance(ruleset, Ruleset):
        raise UnknownRuleset(f"the entry point {name!r} does not give a ruleset")
    return ruleset


def _point(name: str) -> EntryPoint:
    point = _found().get(name)
    if point is None:
        import difflib

        close = difflib.get_close_matches(name.lower(), names(), 1)
        hint = f"; did you mean {close[0]}?" if close else f": {', '.join(names())}"
        raise UnknownRuleset(f"there is no ruleset {name!r}{hint}")
    return point


def package_of(name: str) -> str:
    """The package a ruleset lives in: its folder. Raises UnknownRuleset."""
    return _point(name).module.rpartition(".")[0]


def rules_of(name: str) -> tuple[tuple[Rule, ...], tuple[Ruling, ...]]:
    """A ruleset's rules and rulings, from its `rules` module alone, which is quick. Raises UnknownRuleset."""
    module = import_module(f"{package_of(name)}.rules")
    return module.RULES, module.RULINGS


def about(name: str) -> str:
    """What a ruleset is, in one line: the first of its package's docstring. Raises UnknownRuleset."""
    return (import_module(package_of(name)).__doc__ or "").partition("\n")[0]
