"""YAML as a tree of values that know their place; what is unsafe or too large is refused while it streams in."""

import re
from typing import Any

import yaml
from msgspec import Struct

from certamen.files.broken import in_words
from certamen.files.problems import FileProblem, refuse

MOST_NODES = 20_000
DEEPEST = 32
LONGEST_TEXT = 300  # of a message

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
    """The tree of a YAML text. Raises FileErrors for what is no YAML, unsafe or too large.

    It is built from the stream of events, so that nothing is read behind the first thing that is refused.
    """
    builder = _Builder(name)
    try:
        for event in yaml.parse(text, _LOADER):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        raise refuse(name, *in_words(error, text)) from None
    except yaml.YAMLError as error:
        raise refuse(name, f"this is not YAML: {' '.join(str(error).split())[:200]}") from None
    if builder.root is None:
        raise refuse(name, "the file is empty", 1, 1, "an encounter: certamen new RULESET writes one to start from")
    return Tree(builder.root, tuple(builder.problems))


class _Open(Struct):
    """A list or mapping still being read; `key` waits for its value."""

    node: Node
    key: Node | None = None


class _Builder:
    """Makes the tree of the events it takes, one after the other."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.root: Node | None = None
        self.problems: list[FileProblem] = []
        self.nodes = 0
        self.open: list[_Open] = []

    def take(self, event: yaml.Event) -> None:
        """The next event. Raises FileErrors where it is refused."""
        at = _at(event)
        if isinstance(event, yaml.NodeEvent):
            self.nodes += 1
            _check_node(event, self.nodes, self.name)
        if isinstance(event, yaml.ScalarEvent):
            key = bool(self.open) and isinstance(self.open[-1].node.value, dict) and self.open[-1].key is None
            self.put(Node(str(event.value) if key else _scalar(event), self.name, *at))
        elif isinstance(event, yaml.CollectionStartEvent):
            if len(self.open) == DEEPEST:
                raise refuse(self.name, f"nested more than {DEEPEST} deep", *at)
            self.open.append(_Open(Node({} if isinstance(event, yaml.MappingStartEvent) else [], self.name, *at)))
        elif isinstance(event, yaml.CollectionEndEvent):
            self.put(self.open.pop().node)
        elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
            raise refuse(self.name, "a second document begins here (---)", *at, "one document a file")

    def put(self, node: Node) -> None:
        """A value is whole: it goes where it belongs."""
        if not self.open:
            self.root = node
            return
        holder = self.open[-1]
        value, key = holder.node.value, holder.key
        if isinstance(value, list):
            value.append(node)
        elif key is None:
            holder.key = node
        elif isinstance(value, dict):
            holder.key = None
            self.pair(value, key, node)

    def pair(self, pairs: dict[str, Pair], key: Node, node: Node) -> None:
        """A key and its value go into their mapping; a key that will not do is noted."""
        where = (self.name, key.line, key.column, "")
        if not isinstance(key.value, str):
            self.problems.append(FileProblem(*where, "a key that is a list or a mapping", "plain text as a key"))
        elif key.value in pairs:
            line = pairs[key.value].line
            self.problems.append(FileProblem(*where, f"the key {key.value!r} stands here again, after line {line}"))
        else:
            pairs[key.value] = Pair(key.line, key.column, node)


def _check_node(event: yaml.NodeEvent, nodes: int, name: str) -> None:
    if nodes > MOST_NODES:
        raise refuse(name, f"more than {MOST_NODES:,} values", *_at(event))
    if isinstance(event, yaml.AliasEvent):
        raise refuse(name, "an alias (*)", *_at(event), "values written out; `like: ID` repeats a participant")
    if event.anchor is not None:
        raise refuse(name, "an anchor (&)", *_at(event), "values written out; `like: ID` repeats a participant")
    if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent) and event.tag is not None:
        tag = str(event.tag).replace("tag:yaml.org,2002:", "!!")[:40]
        raise refuse(name, f"a tag ({tag})", *_at(event), "plain values without tags")


def _at(event: yaml.Event) -> tuple[int, int]:
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark else (0, 0)


def _scalar(event: yaml.ScalarEvent) -> Scalar:
    text = str(event.value)
    if event.style:
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
    return FileProblem(*place(root, path, key=key), _cut(dotted(path)), _cut(message), _cut(expected))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 3]}..."
