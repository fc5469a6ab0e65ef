"""A duel solved by blocks with numpy: within a block phases are a small matrix, a loss is a product along one axis.

What enters a block (at its *entries*: the vertices that losses lead to) is an array: entry by value by value. As losses
only take away, blocks are gone through from the highest values down, and tiles within a block likewise.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from certamen.odds.blocks import Blocks, Place, Span, Vertex
from certamen.odds.situations import NOBODY_WON, ROUND, WON

Floats = NDArray[np.float64]
Masses = dict[Place, Floats]
Chances = tuple[tuple[int, float], ...]
NOTHING = 1e-17
TILE = 34  # products of such tiles are too small for numpy to share them out among threads, which would cost more
ENDS = (*WON, NOBODY_WON)


class Move(NamedTuple):
    """Losses of a side that lead to a block: to which of its entries, in which shares (entry here by entry there).

    `table`: the chance by value before and value after.
    """

    side: int
    to: Place
    entries: list[int]
    shares: Floats
    table: Floats


class Fall(NamedTuple):
    """Losses of a side that end it: which end, the share of each entry, and the chance by value before."""

    side: int
    end: int
    shares: Floats
    chances: Floats


class Block(NamedTuple):
    """A block: its entries by vertex, and for each: how often each round is begun, and how it ends, nothing lost."""

    place: Place
    shape: tuple[int, int]
    entries: dict[int, int]
    rounds: list[int]
    begun: Floats
    ended: Floats
    moves: list[Move]
    falls: list[Fall]


class Swept(NamedTuple):
    """What a sweep came to: how it ended (side 0, side 1, nobody), and how often each round was begun, by values."""

    ended: Floats
    rounds: dict[int, Floats]


class Totals(NamedTuple):
    """The chances that side 0, side 1 and nobody wins, and the rounds expected."""

    first: float
    second: float
    nobody: float
    rounds: float


def totals(blocks: Blocks) -> Totals:
    """How it ends, loops solved as equations. Where it may go on for ever the chances do not add up to 1."""
    swept = sweep(lay_out(blocks, closed=True), {blocks.start: np.ones((1, 1))}, blocks)
    first, second, nobody = map(float, swept.ended)
    return Totals(first, second, nobody, float(sum(mass.sum() for mass in swept.rounds.values())))


def lengths(blocks: Blocks, most: int, tail: float) -> list[float]:
    """The chances that it ends in round 0, 1, 2 ...: at most `most` of them, or until less than `tail` is left."""
    laid = lay_out(blocks, closed=False)
    begun = {blocks.start: np.ones((1, 1))}
    found: list[float] = []
    while len(found) <= most and sum(found) < 1 - tail and begun:
        swept = sweep(laid, begun, blocks)
        found.append(float(swept.ended.sum()))
        begun = {}
        for number, mass in swept.rounds.items():
            to = blocks.vertices[number].stays[0][1]
            begun[to] = begun[to] + mass if to in begun else mass
    return found


def lay_out(blocks: Blocks, closed: bool) -> list[Block]:
    """The blocks, highest values first. `closed`: rounds follow on one another; else a sweep ends where one begins."""
    local: dict[Place, list[int]] = {}
    entries: dict[Place, dict[int, int]] = {}
    for number, vertex in enumerate(blocks.vertices):
        local.setdefault(vertex.place, []).append(number)
        entries.setdefault(vertex.place, {})
    for vertex in blocks.vertices:
        coming = [to for loss in vertex.loses for _, to in loss.to]
        for to in (*coming, *([vertex.stays[0][1]] if vertex.kind == ROUND else [])):
            if to >= 0:
                some = entries[blocks.vertices[to].place]
                some.setdefault(to, len(some))
    some = entries[blocks.vertices[blocks.start].place]
    some.setdefault(blocks.start, len(some))
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
    rounds = [number for number in local if blocks.vertices[number].kind == ROUND]
    spans = [blocks.spans[side][place[side]] for side in (0, 1)]
    made = Block(
        place,
        (spans[0].high - spans[0].low + 1, spans[1].high - spans[1].low + 1),
        entries[place],
        rounds,
        met[:, [here[number] for number in rounds]],
        met @ ended,
        [],
        [],
    )
    for (side, there, losses), pairs in _lost(vertices).items():
        table = _table(losses, spans[side], blocks.spans[side][there[side]], tables)
        _add(made, side, there, table, {to: met[:, at].sum(axis=1) for to, at in pairs.items()}, entries)
    return made


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
    kept = [to for to in shares if to >= 0]
    if kept:
        mixed = np.array([shares[to] for to in kept])
        block.moves.append(Move(side, there, [entries[there][to] for to in kept], mixed, table))


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


# --- a sweep ---------------------------------------------------------------------------------------------------


def sweep(laid: list[Block], entering: Mapping[int, Floats], blocks: Blocks) -> Swept:
    """Let what enters at vertices go on, loss by loss, until nothing is left.

    entering: by vertex the mass by values; an array of 1 by 1 is that of the highest values.
    """
    by_place = {block.place: block for block in laid}
    masses: Masses = {}
    for number, mass in entering.items():
        if number >= 0:
            block = by_place[blocks.vertices[number].place]
            into = masses.setdefault(block.place, np.zeros((len(block.entries), *block.shape)))
            into[block.entries[number], -mass.shape[0] :, -mass.shape[1] :] += mass
    ended = np.array([float(entering[end].sum()) if end in entering else 0.0 for end in ENDS])
    rounds: dict[int, Floats] = {}
    for block in laid:
        here = masses.get(block.place)
        if here is None:
            continue
        for where in _tiles(block.shape):
            _settle(block, here, where, masses, by_place)
        ended += here.sum(axis=(1, 2)) @ block.ended
        for i, number in enumerate(block.rounds):
            rounds[number] = (block.begun[:, i] @ here.reshape(len(here), -1)).reshape(block.shape)
        for fall in block.falls:
            ended[fall.end] += fall.shares @ here.sum(axis=1 if fall.side else 2) @ fall.chances
    return Swept(ended, rounds)


def _tiles(shape: tuple[int, int]) -> Iterator[tuple[slice, slice]]:
    for top in range(shape[0], 0, -TILE):
        for end in range(shape[1], 0, -TILE):
            yield slice(max(0, top - TILE), top), slice(max(0, end - TILE), end)


def _settle(
    block: Block, mass: Floats, where: tuple[slice, slice], masses: Masses, by_place: Mapping[Place, Block]
) -> None:
    """Bring a tile to what enters it in all, and hand on what leaves it."""
    rows, columns = where
    tile = mass[:, rows, columns]
    if tile.sum() < NOTHING:
        return
    _within(block, tile, where)
    for move in block.moves:
        start = where[move.side].start if move.to == block.place else move.table.shape[1]
        if not start:
            continue
        lost = _moved(move, tile, move.table[where[move.side], :start])
        other = by_place[move.to]
        into = masses.setdefault(move.to, np.zeros((len(other.entries), *other.shape)))
        if move.side:
            into[move.entries, rows, :start] += lost
        else:
            into[move.entries, :start, columns] += lost


def _within(block: Block, tile: Floats, where: tuple[slice, slice]) -> None:
    """Add to a tile what enters it by losses within it, one after the other until next to nothing is left."""
    inside = [(move, move.table[where[move.side], where[move.side]]) for move in block.moves if move.to == block.place]
    now = tile
    while inside:
        later = np.zeros_like(tile)
        for move, table in inside:
            later[move.entries] += _moved(move, now, table)
        if later.sum() < NOTHING:
            break
        tile += later
        now = later


def _moved(move: Move, mass: Floats, table: Floats) -> Floats:
    """What comes of a mass by a move, `table` giving the chances by value before and after."""
    entries, high, wide = mass.shape
    mixed = (move.shares @ mass.reshape(entries, high * wide)).reshape(-1, high, wide)
    moved: Floats = mixed @ table if move.side else table.T @ mixed
    return moved
