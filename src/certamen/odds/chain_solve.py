"""Chances and expectations of an absorbing chain: loops are solved as linear equations, never unrolled."""

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import NamedTuple

from certamen.odds.situations import LOST, NOBODY_WON, WON, Edge, Number

Edges = Sequence[Sequence[Edge]]
NEARLY_NOTHING = 1e-13


class Loop(NamedTuple):
    """Nodes that lead to one another: all but `cut` in an order in which each stands after those it leads to."""

    order: tuple[int, ...]
    cut: tuple[int, ...]


class Values(NamedTuple):
    """For each node the chances that side 0, side 1 and nobody wins, and the rounds still expected to begin."""

    first: list[Number]
    second: list[Number]
    nobody: list[Number]
    rounds: list[Number]


def values(edges: Edges, rounds: Iterable[int]) -> Values:
    """What comes of each node. Where it may go on for ever, the chances do not add up to 1 and rounds are infinite."""
    plan = loops(edges)
    begins = [0] * len(edges)
    for node in rounds:
        begins[node] = 1
    ends = [dict.fromkeys((*WON, NOBODY_WON, LOST), 0) | {end: 1} for end in (*WON, NOBODY_WON)]
    first, second, nobody = (evaluate(edges, plan, one) for one in ends)
    none = dict.fromkeys((*WON, NOBODY_WON, LOST), 0)
    return Values(first, second, nobody, evaluate(edges, plan, none, begins, inf))


def visits(edges: Edges) -> list[Number]:
    """How often each node is expected to be met on the way from node 0."""
    back: list[list[Edge]] = [[] for _ in edges]
    for node, leading in enumerate(edges):
        for chance, to in leading:
            if to >= 0:
                back[to].append((chance, node))
    return evaluate(back, loops(back), {}, [1] + [0] * (len(edges) - 1), inf)


def lengths(edges: Edges, rounds: set[int], most: int, tail: float) -> list[Number]:
    """The chances that it ends in round 0, 1, 2 ...: at most `most` of them, or until less than `tail` is left."""
    cut = [() if node in rounds else leading for node, leading in enumerate(edges)]
    plan = loops(cut)
    ends = {**dict.fromkeys((*WON, NOBODY_WON), 1), LOST: 0}
    gone: list[Number] = [0] * len(edges)
    found: list[Number] = []
    before: Number = 0
    for count in range(most + 1):
        begun: list[Number] = [0] * len(edges)
        if count:
            for node in rounds:
                to = edges[node][0][1]
                begun[node] = gone[to] if to >= 0 else ends[to]
        gone = evaluate(cut, plan, ends, begun)
        found.append(gone[0] - before)
        before = gone[0]
        if 1 - before < tail:
            break
    return found


def evaluate(
    edges: Edges,
    plan: Iterable[Loop],
    ends: Mapping[int, Number],
    gain: Sequence[Number] | None = None,
    endless: Number = 0,
) -> list[Number]:
    """Solve v = gain + sum of chance * v over the edges; `ends` gives v of the ends, `endless` of what has no way out.

    >>> edges = [((0.5, 0), (0.5, -1))]  # a coin until it shows heads
    >>> evaluate(edges, loops(edges), {-1: 0}, [1])
    [2.0]
    """
    found: list[Number] = [0] * len(edges)
    for order, cut in plan:
        if cut:
            _close(edges, order, cut, found, ends, gain, endless)
            continue
        for node in order:
            total: Number = gain[node] if gain else 0
            for chance, to in edges[node]:
                total += chance * (found[to] if to >= 0 else ends[to])
            found[node] = total
    return found


def _close(
    edges: Edges,
    order: tuple[int, ...],
    cut: tuple[int, ...],
    found: list[Number],
    ends: Mapping[int, Number],
    gain: Sequence[Number] | None,
    endless: Number,
) -> None:
    """Solve one loop: each node as a sum over the cut ones, then these as linear equations."""
    size = len(cut)
    rows: dict[int, list[Number]] = {node: [int(i == j) for j in range(size)] + [0] for i, node in enumerate(cut)}

    def row(node: int) -> list[Number]:
        total: list[Number] = [0] * size + [gain[node] if gain else 0]
        for chance, to in edges[node]:
            inner = rows.get(to)
            if inner is None:
                total[size] += chance * (found[to] if to >= 0 else ends[to])
            else:
                for at, share in enumerate(inner):
                    if share:
                        total[at] += chance * share
        return total

    for node in order:
        rows[node] = row(node)
    equations = [row(node) for node in cut]
    solved = _solved([[int(i == j) - one[j] for j in range(size)] + [one[size]] for i, one in enumerate(equations)])
    for node, value in zip(cut, solved, strict=True):
        found[node] = endless if value is None else value
    for node in order:
        *shares, rest = rows[node]
        found[node] = rest + sum(share * found[at] for share, at in zip(shares, cut, strict=True) if share)


def _solved(matrix: list[list[Number]]) -> list[Number | None]:
    """Solve linear equations, the right side last in each row; all None where they have no single answer."""
    size = len(matrix)
    for at in range(size):
        best = max(range(at, size), key=[abs(row[at]) for row in matrix].__getitem__)
        matrix[at], matrix[best] = matrix[best], matrix[at]
        pivot = matrix[at][at]
        if abs(pivot) < NEARLY_NOTHING:
            return [None] * size
        for i in range(size):
            factor = matrix[i][at] / pivot
            if i != at and factor:
                matrix[i] = [one - factor * other for one, other in zip(matrix[i], matrix[at], strict=True)]
    return [matrix[at][size] / matrix[at][at] for at in range(size)]


def loops(edges: Edges) -> list[Loop]:
    """The nodes in an order in which all that a node leads to stands before it, loops together (Tarjan)."""
    index = [-1] * len(edges)
    low = [0] * len(edges)
    stack: list[int] = []
    waits = [False] * len(edges)
    found: list[Loop] = []
    count = 0
    for start in range(len(edges)):
        if index[start] >= 0:
            continue
        work = [(start, 0)]
        while work:
            node, at = work.pop()
            if at == 0:
                index[node] = low[node] = count
                count += 1
                stack.append(node)
                waits[node] = True
            leading = edges[node]
            while at < len(leading):
                to = leading[at][1]
                at += 1
                if to < 0:
                    continue
                if index[to] < 0:
                    work.append((node, at))
                    work.append((to, 0))
                    break
                if waits[to]:
                    low[node] = min(low[node], index[to])
            else:
                if low[node] == index[node]:
                    found.append(_component(edges, stack, waits, node))
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
    return found


def _component(edges: Edges, stack: list[int], waits: list[bool], root: int) -> Loop:
    members: list[int] = []
    while not members or members[-1] != root:
        members.append(stack.pop())
        waits[members[-1]] = False
    if len(members) == 1:
        alone = any(to == root for _, to in edges[root])
        return Loop((), (root,)) if alone else Loop((root,), ())
    return _cut(edges, root, set(members))


def _cut(edges: Edges, root: int, members: set[int]) -> Loop:
    """Find nodes without which the loop has no circle (where a walk through it comes back to its own path)."""
    on_path, done = {root}, set()
    order: list[int] = []
    cut: dict[int, None] = {}
    work = [(root, iter(edges[root]))]
    while work:
        node, leading = work[-1]
        for _, to in leading:
            if to in on_path:
                cut[to] = None
            elif to in members and to not in done:
                on_path.add(to)
                work.append((to, iter(edges[to])))
                break
        else:
            work.pop()
            on_path.discard(node)
            done.add(node)
            order.append(node)
    return Loop(tuple(node for node in order if node not in cut), tuple(cut))
