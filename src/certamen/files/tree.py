"""YAML as a tree of values that know their place; what is unsafe or too large is refused while it streams in."""

import re
from collections.abc import Iterator
from typing import Any

import yaml
from msgspec import Struct

from certamen.files.problems import FileErrors, FileProblem, refuse

MOST_NODES = 50_000
DEEPEST = 32

_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})\Z", re.ASCII)
_DECIMAL = re.compile(r"[-+]?[0-9]{1,18}\.[0-9]{1,18}\Z", re.ASCII)

Scalar = str | int | float | bool | None
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Node(Struct, frozen=True):
    """A value with its place: text, number, true, false or nothing; a list of nodes; or a mapping."""

    value: "Scalar | list[Node] | dict[str, Pair]"
    file: str
    line: int
    column: int


class Pair(Struct, frozen=True):
    """A key with its place, and its value."""

    line: int
    column: int
    node: Node


class Tree(Struct, frozen=True):
    """A file as read, and the faults found on the way that need not stop the reading."""

    root: Node
    problems: tuple[FileProblem, ...]


def parse(text: str, name: str) -> Tree:
    """The tree of a YAML text. Raises FileErrors for what is no YAML, unsafe or too large."""
    try:
        _check_events(text, name)
        root = yaml.compose(text, _LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        raise refuse(name, f"this is not YAML: {error.problem or error.context}", line, column) from None
    except yaml.YAMLError as error:
        raise refuse(name, f"this is not YAML: {_reason(error)}") from None
    if root is None:
        raise refuse(name, "the file is empty", 1, 1, "an encounter: certamen new RULESET writes one to start from")
    problems: list[FileProblem] = []
    return Tree(_node(root, name, problems), tuple(problems))


def _reason(error: yaml.YAMLError) -> str:
    return " ".join(str(error).split())[:200]


def _check_events(text: str, name: str) -> None:
    nodes = depth = 0
    for event in yaml.parse(text, _LOADER):
        kind = type(event)
        if kind in (yaml.ScalarEvent, yaml.SequenceStartEvent, yaml.MappingStartEvent, yaml.AliasEvent):
            nodes += 1
            _check_node(event, nodes, name)
        if kind in (yaml.SequenceStartEvent, yaml.MappingStartEvent):
            depth += 1
            if depth > DEEPEST:
                raise refuse(name, f"nested more than {DEEPEST} deep", *_at(event))
        elif kind in (yaml.SequenceEndEvent, yaml.MappingEndEvent):
            depth -= 1


def _check_node(event: yaml.Event, nodes: int, name: str) -> None:
    if nodes > MOST_NODES:
        raise refuse(name, f"more than {MOST_NODES:,} values", *_at(event))
    if isinstance(event, yaml.AliasEvent):
        raise refuse(name, "an alias (*)", *_at(event), "values written out; `like: ID` repeats a participant")
    if not isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent):
        return
    if event.anchor is not None:
        raise refuse(name, "an anchor (&)", *_at(event), "values written out; `like: ID` repeats a participant")
    if event.tag is not None:
        raise refuse(name, f"a tag ({event.tag})", *_at(event), "plain values without tags")


def _at(event: yaml.Event | yaml.Node) -> tuple[int, int]:
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark else (0, 0)


def _node(node: yaml.Node, name: str, problems: list[FileProblem]) -> Node:
    line, column = _at(node)
    if isinstance(node, yaml.ScalarNode):
        return Node(_scalar(node), name, line, column)
    if isinstance(node, yaml.SequenceNode):
        return Node([_node(one, name, problems) for one in node.value], name, line, column)
    pairs: dict[str, Pair] = {}
    for key, value in node.value:
        at = _at(key)
        if not isinstance(key, yaml.ScalarNode):
            problems.append(FileProblem(name, *at, "", "a key that is a list or a mapping", "plain text as a key"))
            continue
        if key.value in pairs:
            problems.append(FileProblem(name, *at, "", f"the key {key.value!r} stands here a second time"))
        pairs[key.value] = Pair(*at, _node(value, name, problems))
    return Node(pairs, name, line, column)


def _scalar(node: yaml.ScalarNode) -> Scalar:
    text = str(node.value)
    if node.style:
        return text
    if text in ("", "~", "null"):
        return None
    if text in ("true", "false"):
        return text == "true"
    if _WHOLE.match(text):
        return int(text)
    return float(text) if _DECIMAL.match(text) else text


def plain(node: Node) -> object:
    """The node as plain Python values."""
    value = node.value
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {key: plain(pair.node) for key, pair in value.items()}
    return value


def children(node: Node) -> Iterator[tuple[str | int, Node]]:
    """The values directly below."""
    if isinstance(node.value, list):
        yield from enumerate(node.value)
    elif isinstance(node.value, dict):
        for key, pair in node.value.items():
            yield key, pair.node


def place(root: Node, path: tuple[str | int, ...], *, key: bool = False) -> tuple[str, int, int]:
    """(file, line, column) of the deepest part of the path that is there; of its last key with `key`."""
    node = root
    where = (root.file, root.line, root.column)
    for step in path:
        value = node.value
        if isinstance(value, dict) and isinstance(step, str) and step in value:
            pair = value[step]
            node = pair.node
            where = (node.file, pair.line, pair.column) if key else (node.file, node.line, node.column)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            node = value[step]
            where = (node.file, node.line, node.column)
        else:
            break
    return where


def dotted(path: tuple[str | int, ...]) -> str:
    """A path as people read it: `participants[2].sheet.weapons[0]`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def problem(
    root: Node, path: tuple[str | int, ...], message: str, expected: str = "", *, key: bool = False
) -> FileProblem:
    """A fault at a path of the tree."""
    return FileProblem(*place(root, path, key=key), dotted(path), message, expected)


__all__ = ["FileErrors", "Node", "Pair", "Tree", "children", "dotted", "parse", "place", "plain", "problem"]
