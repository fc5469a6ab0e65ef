"""An encounter with some of its values changed: what `--set` and `--vary` do."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from math import isfinite
from typing import Any

import msgspec
from msgspec.structs import replace

from certamen.files import typed
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import CertamenError
from certamen.kernel.rule import resolve_rulings
from certamen.kernel.ruleset import Ruleset
from certamen.rulesets import find

Scalar = bool | int | float | str | None


class CannotVary(CertamenError):
    """A value that is not there to be changed, or that the ruleset does not allow."""


def read_value(text: str) -> Scalar:
    """The value a text stands for, as in an encounter file: a number, true, false, null, else the text itself.

    >>> read_value("300"), read_value("at_or_under"), read_value("true")
    (300, 'at_or_under', True)
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if isinstance(value, float) and not isfinite(value):
        return text
    return value if isinstance(value, bool | int | float) or value is None else text


def vary(encounter: Encounter, changes: Mapping[str, Scalar]) -> Encounter:
    """The encounter with these values in place of its own, by path.

    `thug.constitution`: in the sheet of a participant; with a side's id, or the id that copies were made of, in the
    sheets of all of them; `jack.weapons.revolver.quality`: in the thing of this name; `scene.lighting`;
    `rulings.success`. Only what stands there can be changed, a sheet's fields left out among it.
    Raises CannotVary, naming the path, and what comes close to it or what was expected.
    """
    ruleset = find(encounter.ruleset)
    for path, value in changes.items():
        head, *steps = path.split(".")
        if not (head and steps and all(steps)):
            raise CannotVary(f"{path[:80]!r} is no path such as thug.constitution, scene.NAME or rulings.NAME")
        if head == "rulings":
            encounter = _rule(ruleset, encounter, path, ".".join(steps), value)
        elif head == "scene":
            scene = _changed(ruleset.scene, encounter.scene, path, steps, value)
            encounter = replace(encounter, scene=scene)
        else:
            encounter = _resheet(ruleset, encounter, path, head, steps, value)
    rulings, _ = resolve_rulings(ruleset.rulings, encounter.rulings)
    for problem in ruleset.check(encounter, rulings):
        raise CannotVary(
            f"{_shown(changes)}: {_at(encounter, problem.path)}{_wrong(problem.message, problem.expected)}"
        )
    return encounter


def _resheet(
    ruleset: Ruleset, encounter: Encounter, path: str, head: str, steps: list[str], value: Scalar
) -> Encounter:
    whom = _whom(encounter, head)
    if not whom:
        known = [
            *(one.id for one in encounter.participants),
            *(one.side for one in encounter.participants),
            "scene",
            "rulings",
        ]
        raise CannotVary(f"{path[:80]}: {_absent(head, known)}")
    people = [
        replace(one, sheet=_changed(ruleset.sheet, one.sheet, path, steps, value)) if one.id in whom else one
        for one in encounter.participants
    ]
    return replace(encounter, participants=tuple(people))


def _whom(encounter: Encounter, head: str) -> set[str]:
    """The participant of this id; else those of this side; else the copies of this one."""
    people = encounter.participants
    copies = {one.id for one in people if one.id.startswith(f"{head}-") and one.id[len(head) + 1 :].isdecimal()}
    return {one.id for one in people if one.id == head} or {one.id for one in people if one.side == head} or copies


def _rule(ruleset: Ruleset, encounter: Encounter, path: str, name: str, value: Scalar) -> Encounter:
    rulings: dict[str, Any] = {**encounter.rulings, name: value}
    _, problems = resolve_rulings(ruleset.rulings, {name: value})
    if problems and name.partition(".")[0] not in {ruling.name for ruling in ruleset.rulings}:
        raise CannotVary(f"{path[:80]}: {_absent(name, [ruling.name for ruling in ruleset.rulings])}")
    for problem in problems:
        raise CannotVary(f"{path[:80]}={value}: {_wrong(problem.message, problem.expected)}")
    return replace(encounter, rulings=rulings)


def _changed(kind: type, sheet: Any, path: str, steps: list[str], value: Scalar) -> object:  # noqa: ANN401 - any sheet
    data = _plain(sheet)
    _put(data, path, steps, value)
    made, faults = typed.check(kind, data)
    if faults:
        raise CannotVary(f"{path}={value}: {_wrong(faults[0].message, faults[0].expected)}")
    return made


def _put(data: Any, path: str, steps: list[str], value: Scalar) -> None:  # noqa: ANN401 - plain data of any shape
    *way, last = steps
    for step in way:
        data = data[_key(data, path, step)]
    key = _key(data, path, last)
    if isinstance(data[key], dict | list):
        inside = f", such as {path}.{next(iter(_names(data[key])), '...')}" if data[key] else ""
        raise CannotVary(f"{path[:80]} holds more than one value{inside}")
    data[key] = str(value) if isinstance(data[key], str) and not isinstance(value, str | bool) else value


def _key(data: object, path: str, step: str) -> str | int:
    if isinstance(data, dict) and step in data:
        return step
    if isinstance(data, list):
        for index, item in enumerate(data):
            if isinstance(item, dict) and item.get("name") == step:
                return index
        if step.isascii() and step.isdecimal() and int(step[:9]) < len(data):
            return int(step[:9])
    raise CannotVary(f"{path[:80]}: {_absent(step, _names(data))}")


def _names(data: object) -> list[str]:
    if isinstance(data, dict):
        return [str(key) for key in data]
    if isinstance(data, list):
        return [
            str(item["name"]) if isinstance(item, dict) and "name" in item else str(k) for k, item in enumerate(data)
        ]
    return []


def _absent(step: str, known: Iterable[str]) -> str:
    fault = typed.unknown_key((step,), tuple(dict.fromkeys(known)))
    expected = fault.expected if len(fault.expected) <= 300 else fault.expected[:300] + " ..."
    return fault.message + (f": there is {expected}" if expected else "")


def _wrong(message: str, expected: str) -> str:
    return message + (f"; expected {expected}" if expected else "")


def _shown(changes: Mapping[str, Scalar]) -> str:
    return ", ".join(f"{path}={value}" for path, value in changes.items())


def _at(encounter: Encounter, path: tuple[str | int, ...]) -> str:
    """Whose fault it is, where it is a participant's."""
    if path[:1] == ("participants",) and len(path) > 1 and isinstance(path[1], int):
        return f"{encounter.participants[path[1]].id}: "
    return ""


def _plain(value: object) -> Any:  # noqa: ANN401 - plain data of any shape
    """A sheet as plain values, each field among them."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Decimal):
        return int(value) if value == int(value) else float(value)
    return msgspec.to_builtins(value)
