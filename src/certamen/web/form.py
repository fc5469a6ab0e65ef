"""An encounter file written from the plain data of a form: readable YAML, with a comment at each ruling changed."""

import textwrap
from collections.abc import Mapping
from typing import Any

import yaml

from certamen.files import encounter
from certamen.files.problems import FileErrors, FileProblem
from certamen.files.tree import parse, plain
from certamen.kernel.rule import Ruling
from certamen.kernel.ruleset import Ruleset
from certamen.rulesets import find, names

EMPTY: tuple[object, ...] = ("", None, {}, [])
USUAL = {"shown": "words", "gm_dice": "open", "review": False}
ABOUT = {
    "shown": "how much others see of an enemy's figures: exact, words or nothing",
    "gm_dice": "whether the game master's dice are seen: open or secret",
    "review": "the game master holds each result before it takes effect",
}
BREAKS = set("\x85\u2028\u2029\ufeff")
WIDTH = 110
NAME = "encounter"


class _Dumper(yaml.SafeDumper):
    """Writes what is repeated again instead of pointing to it: encounter files know no anchors."""

    def ignore_aliases(self, data: object) -> bool:
        """Never point."""
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    """In double quotes where a break that is no line's end would be read as one."""
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, '"' if BREAKS & set(text) else None)


_Dumper.add_representer(str, _text)


def build(form: Mapping[str, Any]) -> tuple[str, tuple[FileProblem, ...]]:
    """The YAML of an encounter given as plain data in the shape of the file, and what is wrong with it.

    Of participants, what is empty is left out. Raises RecursionError for what is nested too deep.
    """
    text = written(form)
    try:
        encounter.loads(text, NAME)
    except FileErrors as errors:
        return text, errors.problems
    return text, ()


def opened(text: str) -> tuple[Mapping[str, Any] | None, tuple[FileProblem, ...]]:
    """The plain data of an encounter's file, for a form to show; None, and what is wrong, where it is none at all."""
    try:
        tree = parse(text, NAME)
    except FileErrors as errors:
        return None, errors.problems
    data = plain(tree.root)
    return (None if tree.problems or not isinstance(data, dict) else data), tree.problems


def written(form: Mapping[str, Any]) -> str:
    """The file alone, unchecked: what the form does not know stands at its end, for the check to tell of it."""
    rest = dict(form)
    ruleset = rest.pop("ruleset", "")
    head = {"certamen": rest.pop("certamen", 1), "ruleset": ruleset, "title": rest.pop("title", "")}
    parts = [_dumped({key: value for key, value in head.items() if value not in ("", None)})]
    parts += [_setting(key, rest.pop(key)) for key in USUAL if key in rest]
    rulings = rest.pop("rulings", {})
    parts.append(_rulings(rulings, find(ruleset)) if _known(ruleset, rulings) else _section("rulings", rulings))
    participants = rest.pop("participants", [])
    if isinstance(participants, list):
        participants = [_without_empty(one) if isinstance(one, dict) else one for one in participants]
    last = {"scene": rest.pop("scene", {}), "objectives": rest.pop("objectives", []), "participants": participants}
    parts += [_section(key, value) for key, value in last.items()]
    parts += [_section(str(key), value) for key, value in rest.items()]
    return "".join(part for part in parts if part)


def _known(ruleset: object, rulings: object) -> bool:
    return ruleset in names() and isinstance(rulings, dict)


def _setting(key: str, value: object) -> str:
    return "" if value in (USUAL[key], "", None) else f"{_dumped({key: value}).rstrip()}  # {ABOUT[key]}\n"


def _rulings(given: dict[str, Any], ruleset: Ruleset) -> str:
    """Those that differ from the default, each with what it means."""
    known = {ruling.name: ruling for ruling in ruleset.rulings}
    lines = []
    for name, value in given.items():
        ruling = known.get(str(name).partition(".")[0])
        if ruling is None or value != ruling.default or "." in str(name):
            about = _comment(ruling, value) if ruling else ""
            lines.append(about + textwrap.indent(_dumped({name: value}), "  "))
    return "\nrulings:\n" + "".join(lines) if lines else ""


def _comment(ruling: Ruling, value: object) -> str:
    meaning = next((meaning for choice, meaning in ruling.choices if choice == value), ruling.why)
    text = f"{meaning.rstrip('.')}. By default {ruling.default}. [{ruling.rule}]"
    return textwrap.fill(text, WIDTH, initial_indent="  # ", subsequent_indent="  # ") + "\n"


def _section(key: str, value: object) -> str:
    return "" if value in ({}, [], "", None) else f"\n{_dumped({key: value})}"


def _without_empty(one: dict[str, Any]) -> dict[str, Any]:
    """A participant without what the form left empty; of one like another that stays, for it overrules the other's."""
    if one.get("like"):
        return {key: value for key, value in one.items() if value is not None}
    return {key: value for key, value in one.items() if value not in EMPTY and (key, value) != ("copies", 1)}


def _dumped(data: Mapping[str, Any]) -> str:
    flow = None if any(isinstance(value, dict | list) for value in data.values()) else False
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=WIDTH, default_flow_style=flow)
