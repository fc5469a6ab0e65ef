"""Encounter files: from YAML to an `Encounter`, or every error at its place."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from certamen.files import typed
from certamen.files.merge import expand, title
from certamen.files.models import EncounterFile, IncludedFile, ParticipantFile
from certamen.files.problems import FileErrors, FileProblem
from certamen.files.text import decode, read_text
from certamen.files.tree import Node, Tree, parse, place, plain, problem
from certamen.kernel.encounter import ID, RESERVED, Encounter, Entry, Objective
from certamen.kernel.rule import resolve_rulings
from certamen.rulesets import UnknownRuleset, find, names

if TYPE_CHECKING:
    from certamen.kernel.ruleset import Ruleset

LONGEST_NAME = 100
SHEETS = ("sheet", "seems")
ENOUGH = 100
"""So many faults tell what is the matter: the rest of the file is not looked at."""


def load(path: Path) -> Encounter:
    """The encounter in a file. Raises FileErrors with everything that is wrong with it."""
    return read(read_text(path), str(path), path.parent)


def loads(data: str | bytes, name: str = "encounter") -> Encounter:
    """The encounter in a text. Raises FileErrors with everything that is wrong with it."""
    return read(decode(data, name) if isinstance(data, bytes) else data, name, None)


def read(text: str, name: str, folder: Path | None) -> Encounter:
    """As `load`, with the name for messages and the folder for what is included."""
    tree, found = open_tree(text, name, folder)
    shape, faults = check_shape(EncounterFile, tree.root)
    encounter, problems = build(tree.root, shape) if shape is not None else (None, ())
    raise_any((*found, *faults, *problems))
    assert encounter is not None  # no problems, so it was built
    return encounter


def check_included(path: Path) -> None:
    """Looks at a file that is to be included, as far as that can be done without the encounter: not at its sheets.

    Raises FileErrors with everything that is wrong.
    """
    tree, found = open_tree(read_text(path), str(path), path.parent)
    raise_any((*found, *check_shape(IncludedFile, tree.root)[1]))


def open_tree(text: str, name: str, folder: Path | None) -> tuple[Tree, tuple[FileProblem, ...]]:
    """The tree of a file with its conveniences written out, and what was wrong so far."""
    tree = parse(text, name)
    if not isinstance(tree.root.value, dict):
        raise FileErrors((problem(tree.root, (), "this is no encounter", "certamen: 1, ruleset, participants"),))
    if len(tree.problems) > ENOUGH:
        raise FileErrors(tree.problems)
    root, problems = expand(tree.root, folder)
    if len(problems) > ENOUGH:
        raise FileErrors(problems)
    return Tree(root, ()), (*tree.problems, *problems)


def check_shape(kind: type[typed.T], root: Node) -> tuple[typed.T | None, tuple[FileProblem, ...]]:
    """The file as its shape; or what does not fit it, with what is wrong in its sheets, scene and rulings."""
    data = plain(root)
    shape, faults = typed.check(kind, data)
    problems = [problem(root, f.path, f.message, f.expected, key=f.key) for f in faults]
    if shape is None and len(faults) < ENOUGH and isinstance(data, dict) and data.get("ruleset") in names():
        _check_within(root, data, find(data["ruleset"]), problems)
    return shape, tuple(problems)


def _check_within(root: Node, data: dict[str, Any], ruleset: Ruleset, problems: list[FileProblem]) -> None:
    people = data.get("participants")
    for index, one in enumerate(people if isinstance(people, list) else ()):
        for key in SHEETS if isinstance(one, dict) else ():
            if isinstance(sheet := one.get(key, {} if key == "sheet" else None), dict):
                _typed(root, ruleset.sheet, ("participants", index, key), sheet, problems)
    if isinstance(scene := data.get("scene", {}), dict):
        _typed(root, ruleset.scene, ("scene",), scene, problems)
    if isinstance(rulings := data.get("rulings", {}), dict):
        problems += _check_rulings(root, ruleset, rulings)


def raise_any(problems: Sequence[FileProblem]) -> None:
    """Raises FileErrors when there are any. Of one who is like nobody it is not said that something is missing."""
    lost = tuple(one.path.removesuffix(".like") for one in problems if one.path.endswith("].like"))
    told = [one for one in problems if not (one.path.startswith(lost) and one.message.endswith(" is missing"))]
    if told:
        raise FileErrors(tuple(dict.fromkeys(told)))


def build(root: Node, shape: EncounterFile) -> tuple[Encounter | None, tuple[FileProblem, ...]]:
    """The encounter of a file of the right shape, or what else is wrong with it."""
    problems = [*_check_ids(root, shape), *_check_names(root, shape), *_check_references(root, shape)]
    try:
        ruleset = find(shape.ruleset)
    except UnknownRuleset:
        problems.append(problem(root, ("ruleset",), f"there is no ruleset {shape.ruleset!r}", ", ".join(names())))
        return None, tuple(problems)
    sheets = [
        _typed(root, ruleset.sheet, ("participants", i, "sheet"), one.sheet, problems)
        for i, one in enumerate(shape.participants)
    ]
    seeming = [
        None if one.seems is None else _typed(root, ruleset.sheet, ("participants", i, "seems"), one.seems, problems)
        for i, one in enumerate(shape.participants)
    ]
    scene = _typed(root, ruleset.scene, ("scene",), shape.scene, problems)
    problems += _check_policies(root, shape, ruleset)
    problems += _check_rulings(root, ruleset, shape.rulings)
    if problems:
        return None, tuple(problems)
    encounter = _encounter(shape, sheets, seeming, scene)
    rulings, _ = resolve_rulings(ruleset.rulings, shape.rulings)
    found = tuple(problem(root, p.path, p.message, p.expected) for p in ruleset.check(encounter, rulings))
    return (None if found else encounter), found


def _check_rulings(root: Node, ruleset: Ruleset, rulings: dict[str, Any]) -> list[FileProblem]:
    _, wrong = resolve_rulings(ruleset.rulings, rulings)
    return [problem(root, one.path, one.message, one.expected, key="unknown" in one.message) for one in wrong]


def _typed(root: Node, kind: type, path: tuple[str | int, ...], data: object, problems: list[FileProblem]) -> object:
    if len(problems) > ENOUGH:
        return None
    value, faults = typed.check(kind, data)
    problems += [problem(root, (*path, *f.path), f.message, f.expected, key=f.key) for f in faults]
    return value


def _encounter(shape: EncounterFile, sheets: list[object], seeming: list[object], scene: object) -> Encounter:
    return Encounter(
        ruleset=shape.ruleset,
        title=shape.title,
        participants=tuple(map(_entry, shape.participants, sheets, seeming)),
        scene=scene,
        rulings=_flat(shape.rulings),
        objectives=tuple(Objective(o.id, o.side, o.title, o.needs, o.by_round) for o in shape.objectives),
        shown=shape.shown,
        gm_dice=shape.gm_dice,
        review=shape.review,
    )


def _flat(rulings: dict[str, object]) -> dict[str, str | int]:
    """Rulings given apart as `name.key`."""
    flat: dict[str, str | int] = {}
    for name, value in rulings.items():
        parts = {f"{name}.{key}": part for key, part in value.items()} if isinstance(value, dict) else {name: value}
        flat |= {key: part for key, part in parts.items() if isinstance(part, str | int)}
    return flat


def _entry(one: ParticipantFile, sheet: object, seems: object) -> Entry:
    return Entry(
        id=one.id,
        name=one.name or title(one.id),
        side=one.side,
        sheet=sheet,
        player=one.player,
        at=one.at,
        hidden=one.hidden,
        known_to=one.known_to,
        arrives=one.arrives.round if one.arrives else 0,
        policy=one.policy,
        seems=seems,
    )


def _check_ids(root: Node, shape: EncounterFile) -> list[FileProblem]:
    problems: list[FileProblem] = []
    seen: dict[str, int] = {}
    wanted = "small letters, digits and hyphens, a letter first, at most 64"
    for index, one in enumerate(shape.participants):
        path = ("participants", index)
        for key, value in (("id", one.id), ("side", one.side)):
            if not ID.match(value):
                problems.append(problem(root, (*path, key), f"{typed.shown(value)} is no {key}", wanted))
        if one.id in RESERVED:
            problems.append(problem(root, (*path, "id"), f"{one.id} has a meaning of its own", "another id"))
        if one.id in seen:
            line = place(root, ("participants", seen[one.id], "id"))[1]
            problems.append(
                problem(root, (*path, "id"), f"there is another {one.id} in line {line}", "an id of its own")
            )
        seen.setdefault(one.id, index)
    return problems


def _check_names(root: Node, shape: EncounterFile) -> list[FileProblem]:
    problems = []
    texts: dict[tuple[str | int, ...], str] = {("title",): shape.title}
    for index, one in enumerate(shape.participants):
        texts["participants", index, "name"] = one.name
        texts["participants", index, "player"] = one.player
    for path, text in texts.items():
        if reason := bad_name(text):
            problems.append(problem(root, path, f"{typed.shown(text)} {reason}", "plain text of one line"))
    return problems


def bad_name(text: str) -> str:
    """Why a text will not do as a name, or ""."""
    if len(text) > LONGEST_NAME:
        return f"is longer than {LONGEST_NAME} characters"
    if not unicodedata.is_normalized("NFC", text):
        return "is not in the composed form of Unicode (NFC)"
    for letter in text:
        if unicodedata.category(letter) in ("Cc", "Cs", "Co", "Zl", "Zp") or letter in _BIDIRECTIONAL:
            return f"holds the character U+{ord(letter):04X}"
    return ""


_BIDIRECTIONAL = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _check_references(root: Node, shape: EncounterFile) -> list[FileProblem]:
    ids = [one.id for one in shape.participants]
    sides = list(dict.fromkeys(one.side for one in shape.participants))
    problems = [
        problem(root, ("participants", index, "known_to", k), f"there is no participant {other}", ", ".join(ids))
        for index, one in enumerate(shape.participants)
        for k, other in enumerate(one.known_to)
        if other not in ids
    ]
    problems += [
        problem(root, ("objectives", index, "side"), f"nobody is on the side {one.side}", ", ".join(sides))
        for index, one in enumerate(shape.objectives)
        if one.side not in sides
    ]
    if len(sides) < 2 and not shape.objectives:
        message = f"all are on the side {sides[0]}"
        problems.append(problem(root, ("participants",), message, "two sides, or an objective"))
    return problems


def _check_policies(root: Node, shape: EncounterFile, ruleset: Ruleset) -> list[FileProblem]:
    return [
        problem(
            root, ("participants", index, "policy"), f"there is no policy {one.policy}", ", ".join(ruleset.policies)
        )
        for index, one in enumerate(shape.participants)
        if one.policy and one.policy not in ruleset.policies
    ]
