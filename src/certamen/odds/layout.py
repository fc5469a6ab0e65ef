"""The blocks of a duel as numpy takes them: what comes of each entry, and where losses lead."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from certamen.odds.blocks import Blocks, Place, Span, Vertex
from certamen.odds.situations import NOBODY_WON, ROLL, ROUND, WON

Floats = NDArray[np.float64]
Chances = tuple[tuple[int, float], ...]
Rows = list[int] | slice
ENDS = (*WON, NOBODY_WON)


class Move(NamedTuple):
    """Losses of a side that lead to a block: from which entries here, to which there, in which shares (there by here).

    `table`: the chance by value before and value after.
    """

    side: int
    to: Place
    leaving: Rows
    entries: Rows
    shares: Floats
    table: Floats


class Fall(NamedTuple):
    """Losses of a side that end it: which end, the share of each entry, and the chance by value before."""

    side: int
    end: int
    shares: Floats
    chances: Floats


class Inside(NamedTuple):
    """The moves that stay in a block, one under the other: which rows are whose, and what their losses come to.

    first: by what enters (row by entry); again: by what a loss before led to (row by row).
    """

    rows: list[tuple[Move, slice]]
    first: Floats
    again: Floats


class Block(NamedTuple):
    """A block: its entries by vertex, and what comes of each, nothing lost.

    met: how often each watched vertex (one at which a round begins or someone is asked) is met; ended: how it ends.
    """

    place: Place
    shape: tuple[int, int]
    entries: dict[int, int]
    watched: list[int]
    met: Floats
    ended: Floats
    moves: list[Move]
    falls: list[Fall]
    inside: Inside | None = None


def lay_out(blocks: Blocks, closed: bool, also: Iterable[int] = ()) -> list[Block]:
    """The blocks, highest values first. `closed`: rounds follow on one another; else a sweep ends where one begins.

    also: vertices that are to be entries besides those that losses lead to.
    """
    local: dict[Place, list[int]] = {}
    entries: dict[Place, dict[int, int]] = {}
    for number, vertex in enumerate(blocks.vertices):
        local.setdefault(vertex.place, []).append(number)
        entries.setdefault(vertex.place, {})
    lost = [(loss.side, to) for vertex in blocks.vertices for loss in vertex.loses for _, to in loss.to if to >= 0]
    begun = [to for vertex in blocks.vertices if vertex.kind == ROUND for _, to in vertex.stays if to >= 0]
    for number in (*[to for _, to in sorted(set(lost))], *begun, blocks.start, *also):
        some = entries[blocks.vertices[number].place]
        some.setdefault(number, len(some))
    tables: dict[object, Floats] = {}
    return [_block(blocks, place, local[place], entries, closed, tables) for place in sorted(local, reverse=True)]


def _block(
    blocks: Blocks,
    place: Place,
    local: list[int],
    entries: Mapping[Place, dict[int, int]],
    closed: bool,
    tables: dict[object, Floats],
) -> Block:
    vertices = [blocks.vertices[number] for number in local]
    here = {number: i for i, number in enumerate(local)}
    met = _met(vertices, here, list(entries[place]), closed)
    ended = np.zeros((len(local), len(ENDS)))
    for i, vertex in enumerate(vertices):
        for chance, to in vertex.stays:
            if to in ENDS:
                ended[i, ENDS.index(to)] += chance
    watched = [number for number in local if blocks.vertices[number].kind != ROLL]
    spans = [blocks.spans[side][place[side]] for side in (0, 1)]
    made = Block(
        place,
        (spans[0].high - spans[0].low + 1, spans[1].high - spans[1].low + 1),
        entries[place],
        watched,
        met[:, [here[number] for number in watched]],
        met @ ended,
        [],
        [],
    )
    for (side, there, losses), pairs in _lost(vertices).items():
        table = _table(losses, spans[side], blocks.spans[side][there[side]], tables)
        _add(made, side, there, table, {to: met[:, at].sum(axis=1) for to, at in pairs.items()}, entries)
    return made._replace(inside=_inside(made))


def _inside(block: Block) -> Inside | None:
    moves = [move for move in block.moves if move.to == block.place]
    if not moves:
        return None
    numbers = np.arange(len(block.entries))
    first = np.zeros((sum(len(move.shares) for move in moves), len(numbers)))
    rows, at = [], 0
    for move in moves:
        rows.append((move, slice(at, at + len(move.shares))))
        first[rows[-1][1], move.leaving] = move.shares
        at += len(move.shares)
    return Inside(rows, first, first[:, np.concatenate([numbers[move.entries] for move in moves])])


def _lost(vertices: list[Vertex]) -> dict[tuple[int, Place, Chances], dict[int, list[int]]]:
    """The losses by side, the place they lead to and their chances: from which vertices (local) to which."""
    found: dict[tuple[int, Place, Chances], dict[int, list[int]]] = {}
    for i, vertex in enumerate(vertices):
        for loss in vertex.loses:
            for span, to in loss.to:
                there = (span, vertex.place[1]) if loss.side == 0 else (vertex.place[0], span)
                found.setdefault((loss.side, there, loss.losses), {}).setdefault(to, []).append(i)
    return found


def _add(
    block: Block,
    side: int,
    there: Place,
    table: Floats,
    shares: dict[int, Floats],
    entries: Mapping[Place, dict[int, int]],
) -> None:
    for to, share in shares.items():
        if to in ENDS:
            block.falls.append(Fall(side, ENDS.index(to), share, table.sum(axis=1)))
    if kept := [to for to in shares if to >= 0]:
        kept.sort(key=entries[there].__getitem__)
        mixed = np.array([shares[to] for to in kept])
        leaving = np.flatnonzero(mixed.any(axis=0)).tolist()
        reached = [entries[there][to] for to in kept]
        block.moves.append(Move(side, there, _together(leaving), _together(reached), mixed[:, leaving], table))


def _together(numbers: list[int]) -> Rows:
    """Numbers in order as a slice where they follow on one another: far quicker to read and write."""
    whole = numbers == list(range(numbers[0], numbers[-1] + 1))
    return slice(numbers[0], numbers[-1] + 1) if whole else numbers


def _met(vertices: list[Vertex], here: Mapping[int, int], coming: list[int], closed: bool) -> Floats:
    """How often each vertex is met, nothing being lost, by what comes in at each entry: loops as linear equations."""
    size = len(vertices)
    stays = np.zeros((size, size))
    for i, vertex in enumerate(vertices):
        if closed or vertex.kind != ROUND:
            for chance, to in vertex.stays:
                if to >= 0:
                    stays[i, here[to]] += chance
    stays[_endless(stays, vertices, closed)] = 0
    units = np.eye(size)[:, [here[number] for number in coming]]
    return np.asarray(np.linalg.solve((np.eye(size) - stays).T, units).T, np.float64)


def _endless(stays: Floats, vertices: list[Vertex], closed: bool) -> NDArray[np.bool_]:
    """The vertices from which nothing leads out of the block's loops."""
    out = np.array(
        [bool(v.loses) or any(to < 0 for _, to in v.stays) or (v.kind == ROUND and not closed) for v in vertices]
    )
    while True:
        more = out | (stays @ out > 0)
        if (more == out).all():
            return ~out
        out = more


def _table(losses: Chances, one: Span, other: Span, tables: dict[object, Floats]) -> Floats:
    """The chance by value before and after; values stop at 0."""
    key = (losses, one, other)
    if key not in tables:
        chances = np.zeros(max(one.high, losses[-1][0]) + 1)
        for loss, chance in losses:
            chances[loss] = chance
        lost = np.arange(one.low, one.high + 1)[:, None] - np.arange(other.low, other.high + 1)
        table = chances[np.maximum(lost, 0)]
        if other.low == 0:
            table[:, 0] = [chances[max(1, value) :].sum() for value in range(one.low, one.high + 1)]
        tables[key] = table
    return tables[key]
