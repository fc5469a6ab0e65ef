"""The conveniences of the files: include, like and copies, worked out on trees so that every value keeps its place."""

from pathlib import Path

from msgspec.structs import replace

from certamen.files.problems import FileProblem
from certamen.files.text import read_text
from certamen.files.tree import Node, Pair, parse, problem

MOST_PARTICIPANTS = 500
MOST_COPIES = 100


def expand(root: Node, folder: Path | None) -> tuple[Node, tuple[FileProblem, ...]]:
    """The tree with what it includes, repeats and copies written out; and what is wrong with that."""
    problems: list[FileProblem] = []
    root = _include(root, folder, problems)
    people = _get(root, "participants")
    if people is None or not isinstance(people.value, list):
        return root, tuple(problems)
    alike = [_alike(one, people.value, root, index, problems) for index, one in enumerate(people.value)]
    copied = [copy for one in alike for copy in _copies(one)]
    if len(copied) > MOST_PARTICIPANTS:
        return root, (problem(root, ("participants",), f"{len(copied)} participants", f"at most {MOST_PARTICIPANTS}"),)
    return _put(root, "participants", replace(people, value=copied)), tuple(problems)


def _get(node: Node, key: str) -> Node | None:
    pair = node.value.get(key) if isinstance(node.value, dict) else None
    return pair.node if pair else None


def _text(node: Node | None) -> str:
    return node.value if node is not None and isinstance(node.value, str) else ""


def _put(node: Node, key: str, value: Node) -> Node:
    pairs = dict(node.value) if isinstance(node.value, dict) else {}
    old = pairs.get(key)
    pairs[key] = replace(old, node=value) if old else Pair(value.line, value.column, value)
    return replace(node, value=pairs)


def _include(root: Node, folder: Path | None, problems: list[FileProblem]) -> Node:
    name = _text(_get(root, "include"))
    if not name:
        return root
    if folder is None:
        problems.append(problem(root, ("include",), "a text without a folder cannot include a file"))
        return root
    if Path(name).name != name or name.startswith("."):
        problems.append(problem(root, ("include",), f"{name!r} is not a file of the same folder", "a plain file name"))
        return root
    tree = parse(read_text(folder / name), str(folder / name))
    problems += tree.problems
    pairs = tree.root.value
    theirs = _get(tree.root, "participants")
    if not isinstance(pairs, dict) or theirs is None or not isinstance(theirs.value, list):
        problems.append(
            problem(tree.root, (), "an included file without a list of participants", "participants: [...]")
        )
        return root
    problems += [
        problem(tree.root, (key,), f"an included file holds participants only, not {key}", key=True)
        for key in pairs.keys() - {"participants", "certamen"}
    ]
    mine = _get(root, "participants")
    own = mine.value if mine is not None and isinstance(mine.value, list) else []
    return _put(root, "participants", replace(mine or theirs, value=[*theirs.value, *own]))


def _alike(one: Node, people: list[Node], root: Node, index: int, problems: list[FileProblem]) -> Node:
    seen = [one]
    while base_id := _text(_get(seen[-1], "like")):
        base = next((other for other in people if _text(_get(other, "id")) == base_id), None)
        if base is None or any(base is other for other in seen):
            why = "is like itself" if base is not None else f"like {base_id}: there is no participant {base_id}"
            problems.append(problem(root, ("participants", index, "like"), why, ", ".join(_ids(people))))
            return one
        seen.append(base)
    for base in seen[1:]:
        one = _merged(_without(base, "id", "name", "copies", "like"), one)
    return one


def _ids(people: list[Node]) -> list[str]:
    return [text for text in (_text(_get(one, "id")) for one in people) if text]


def _without(node: Node, *keys: str) -> Node:
    pairs = node.value if isinstance(node.value, dict) else {}
    return replace(node, value={key: pair for key, pair in pairs.items() if key not in keys})


def _merged(base: Node, top: Node) -> Node:
    """The mapping `top` over `base`, mappings within merged likewise, all else replaced."""
    if not isinstance(base.value, dict) or not isinstance(top.value, dict):
        return top
    pairs = dict(base.value)
    for key, pair in top.value.items():
        pairs[key] = replace(pair, node=_merged(pairs[key].node, pair.node)) if key in pairs else pair
    return replace(top, value=pairs)


def _copies(one: Node) -> list[Node]:
    count = _get(one, "copies")
    if count is None or type(count.value) is not int or not 1 < count.value <= MOST_COPIES:
        return [one]
    base = _get(one, "id")
    name = _text(_get(one, "name")) or title(_text(base))
    if base is None or not isinstance(base.value, str):
        return [one]
    return [
        _put(_put(one, "id", replace(base, value=f"{base.value}-{k}")), "name", replace(base, value=f"{name} {k}"))
        for k in range(1, count.value + 1)
    ]


def title(name: str) -> str:
    """A name for people from an id: bad-guy -> Bad guy."""
    return name.replace("-", " ").capitalize()
