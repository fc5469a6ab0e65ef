"""The conveniences of the files: include, like and copies, worked out on trees so that every value keeps its place."""

from functools import reduce
from pathlib import Path

from msgspec.structs import replace

from certamen.files.problems import FileErrors, FileProblem, refuse
from certamen.files.text import read_text
from certamen.files.tree import Node, Pair, parse, place, problem

MOST_PARTICIPANTS = 500
MOST_COPIES = 100
MOST_NAMED = 12
LONGEST_CHAIN = 20  # of participants each like the next
MOST_WRITTEN_OUT = 20_000  # values, once everything is repeated and copied


def expand(root: Node, folder: Path | None) -> tuple[Node, tuple[FileProblem, ...]]:
    """The tree with what it includes, repeats and copies written out; and what is wrong with that.

    Raises FileErrors where that would be too much, before it is done.
    """
    problems: list[FileProblem] = []
    root = _include(root, folder, problems)
    scene = _get(root, "scene")
    if scene is not None:
        root = _put(root, "scene", _with_texts(scene, root, ("scene",), folder, problems))
    people = _get(root, "participants")
    if people is None or not isinstance(people.value, list):
        return root, tuple(problems)
    chains = _chains(people.value, root, problems)
    _check_size(root, chains)
    alike = [reduce(_over, chain) for chain in chains]
    copied = [copy for one in alike for copy in _copies(one)]
    return _put(root, "participants", replace(people, value=copied)), tuple(problems)


def _check_size(root: Node, chains: list[list[Node]]) -> None:
    copies = [_copy_count(chain[0]) for chain in chains]
    name, line, column = place(root, ("participants",))
    if sum(copies) > MOST_PARTICIPANTS:
        raise refuse(name, f"{sum(copies):,} participants", line, column, f"at most {MOST_PARTICIPANTS}")
    sizes = {id(chain[0]): _size(chain[0]) for chain in chains}
    written = sum(
        count * sum(sizes.get(id(one), 0) for one in chain) for count, chain in zip(copies, chains, strict=True)
    )
    if written > MOST_WRITTEN_OUT:
        message = f"with like and copies written out these hold {written:,} values"
        raise refuse(name, message, line, column, f"at most {MOST_WRITTEN_OUT:,}")


def _size(node: Node) -> int:
    """How many values a node holds, itself among them."""
    below = node.value
    if isinstance(below, dict):
        return 1 + sum(_size(pair.node) for pair in below.values())
    return 1 + sum(map(_size, below)) if isinstance(below, list) else 1


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
    wrong = _not_beside(name, folder)
    if wrong or folder is None:
        problems.append(problem(root, ("include",), *wrong))
        return root
    try:
        tree = parse(read_text(folder / name), str(folder / name))
    except FileErrors as errors:
        problems.append(problem(root, ("include",), f"{name} cannot be included", "a right file of participants"))
        problems += errors.problems
        return root
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


def _not_beside(name: str, folder: Path | None) -> tuple[str, ...]:
    """Why this names no file of the same folder, and what would; nothing where it does."""
    if folder is None:
        return ("a text without a folder cannot include a file",)
    if Path(name).name != name or name.startswith("."):
        return f"{name!r} is not a file of the same folder", "a plain file name"
    return ()


def _with_texts(
    node: Node, root: Node, path: tuple[str | int, ...], folder: Path | None, problems: list[FileProblem]
) -> Node:
    """The node with `{file: NAME}` anywhere in it replaced by the text of that file of the same folder."""
    if not isinstance(node.value, dict):
        return node
    name = _text(_get(node, "file"))
    if name and len(node.value) == 1:
        wrong = _not_beside(name, folder)
        try:
            text = "" if wrong or folder is None else read_text(folder / name)
        except FileErrors as errors:
            wrong, text = (f"{name} cannot be read: {errors.problems[0].message}",), ""
        if wrong:
            problems.append(problem(root, (*path, "file"), *wrong))
        return replace(node, value=text)
    for key, pair in node.value.items():
        node = _put(node, key, _with_texts(pair.node, root, (*path, key), folder, problems))
    return node


def _chains(people: list[Node], root: Node, problems: list[FileProblem]) -> list[list[Node]]:
    """Each participant, followed by the one he is like, by the one that is like, and so on."""
    by_id = {_text(_get(one, "id")): one for one in reversed(people)}
    by_id.pop("", None)
    ids = list(by_id)[::-1]
    known = ", ".join(ids[:MOST_NAMED]) + (", ..." if len(ids) > MOST_NAMED else "")
    chains = []
    for index, one in enumerate(people):
        chain = [one]
        while base_id := _text(_get(chain[-1], "like")):
            base = by_id.get(base_id)
            fault = ""
            if base is None:
                fault = f"like {base_id}: there is no participant {base_id}"
            elif any(base is other for other in chain):
                fault = "is like itself"
            elif len(chain) == LONGEST_CHAIN:
                fault = f"is like another that is like another, more than {LONGEST_CHAIN} times"
            if base is None or fault:
                problems.append(problem(root, ("participants", index, "like"), fault, known))
                chain = [one]
                break
            chain.append(base)
        chains.append(chain)
    return chains


def _over(top: Node, base: Node) -> Node:
    """A participant with all that he does not say himself from the one he is like."""
    if not isinstance(top.value, dict) or not isinstance(base.value, dict):
        return top
    pairs = {key: pair for key, pair in base.value.items() if key not in ("id", "name", "copies", "like")}
    return _merged(replace(base, value=pairs), top)


def _merged(base: Node, top: Node) -> Node:
    """The mapping `top` over `base`, mappings within merged likewise, all else replaced."""
    if not isinstance(base.value, dict) or not isinstance(top.value, dict):
        return top
    pairs = dict(base.value)
    for key, pair in top.value.items():
        pairs[key] = replace(pair, node=_merged(pairs[key].node, pair.node)) if key in pairs else pair
    return replace(top, value=pairs)


def _copy_count(one: Node) -> int:
    count = _get(one, "copies")
    return count.value if count is not None and type(count.value) is int and 1 < count.value <= MOST_COPIES else 1


def _copies(one: Node) -> list[Node]:
    base = _get(one, "id")
    if _copy_count(one) == 1 or base is None or not isinstance(base.value, str):
        return [one]
    name = _text(_get(one, "name")) or title(base.value)
    return [
        _put(_put(one, "id", replace(base, value=f"{base.value}-{k}")), "name", replace(base, value=f"{name} {k}"))
        for k in range(1, _copy_count(one) + 1)
    ]


def title(name: str) -> str:
    """A name for people from an id: bad-guy -> Bad guy."""
    return name.replace("-", " ").capitalize()
