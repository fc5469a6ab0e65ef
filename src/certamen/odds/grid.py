"""A duel solved by blocks with numpy: within a block phases are a small matrix, a loss is a product along one axis.

What enters a block (at its *entries*: the vertices that losses lead to) is an array: entry by value by value. As losses
only take away, blocks are gone through from the highest values down, and tiles within a block likewise.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from certamen.odds.blocks import Blocks, Place, Span, Vertex
from certamen.odds.situations import NOBODY_WON, ROLL, ROUND, WON

Floats = NDArray[np.float64]
Masses = dict[Place, Floats]
Chances = tuple[tuple[int, float], ...]
NOTHING = 1e-15
LITTLE = 1e-6  # of the tail at which a distribution is cut off
TILE = 52
SMALL = 250_000  # multiplications: larger products are shared out among threads, which costs more than it saves
ENDS = (*WON, NOBODY_WON)


class Move(NamedTuple):
    """Losses of a side that lead to a block: from which entries here, to which there, in which shares (there by here).

    `table`: the chance by value before and value after.
    """

    side: int
    to: Place
    leaving: list[int]
    entries: list[int]
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


class Swept(NamedTuple):
    """What a sweep came to: how it ended (side 0, side 1, nobody), how often watched vertices were met, by values."""

    ended: Floats
    met: dict[int, Floats]


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
    begun = [mass.sum() for number, mass in swept.met.items() if blocks.vertices[number].kind == ROUND]
    return Totals(first, second, nobody, float(sum(begun)))


def lengths(blocks: Blocks, most: int, tail: float) -> list[float]:
    """The chances that it ends in round 0, 1, 2 ...: at most `most` of them, or until less than `tail` is left."""
    laid = lay_out(blocks, closed=False)
    begun = {blocks.start: np.ones((1, 1))}
    found: list[float] = []
    while len(found) <= most and sum(found) < 1 - tail and begun:
        swept = sweep(laid, begun, blocks, tail * LITTLE)
        found.append(float(swept.ended.sum()))
        begun = {}
        for number, mass in swept.met.items():
            if blocks.vertices[number].kind == ROUND:
                to = blocks.vertices[number].stays[0][1]
                begun[to] = begun[to] + mass if to in begun else mass
    return found


def lay_out(blocks: Blocks, closed: bool, also: Iterable[int] = ()) -> list[Block]:
    """The blocks, highest values first. `closed`: rounds follow on one another; else a sweep ends where one begins.

    also: vertices that are to be entries besides those that losses lead to.
    """
    local: dict[Place, list[int]] = {}
    entries: dict[Place, dict[int, int]] = {}
    for number, vertex in enumerate(blocks.vertices):
        local.setdefault(vertex.place, []).append(number)
        entries.setdefault(vertex.place, {})
    for vertex in blocks.vertices:
        coming = [to for loss in vertex.loses for _, to in loss.to]
        for to in (*coming, *([to for _, to in vertex.stays] if vertex.kind == ROUND else [])):
            if to >= 0:
                some = entries[blocks.vertices[to].place]
                some.setdefault(to, len(some))
    for number in (blocks.start, *also):
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
    rows, at = [], 0
    first = np.zeros((sum(len(move.entries) for move in moves), len(block.entries)))
    for move in moves:
        rows.append((move, slice(at, at + len(move.entries))))
        first[rows[-1][1], move.leaving] = move.shares
        at += len(move.entries)
    return Inside(rows, first, first[:, [entry for move in moves for entry in move.entries]])


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
        leaving = np.flatnonzero(mixed.any(axis=0))
        block.moves.append(
            Move(side, there, leaving.tolist(), [entries[there][to] for to in kept], mixed[:, leaving], table)
        )


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


def sweep(laid: list[Block], entering: Mapping[int, Floats], blocks: Blocks, nothing: float = NOTHING) -> Swept:
    """Let what enters at vertices go on, loss by loss, until nothing is left.

    entering: by vertex the mass by values; an array of 1 by 1 is that of the highest values;
    nothing: so little of it in a tile is let go.
    """
    by_place = {block.place: block for block in laid}
    masses: Masses = {}
    for number, mass in entering.items():
        if number >= 0:
            block = by_place[blocks.vertices[number].place]
            into = masses.setdefault(block.place, np.zeros((len(block.entries), *block.shape)))
            into[block.entries[number], -mass.shape[0] :, -mass.shape[1] :] += mass
    ended = np.array([float(entering[end].sum()) if end in entering else 0.0 for end in ENDS])
    met: dict[int, Floats] = {}
    for block in laid:
        here = masses.get(block.place)
        if here is None:
            continue
        for where in _tiles(block.shape):
            _settle(block, here, where, masses, by_place, nothing)
        ended += here.sum(axis=(1, 2)) @ block.ended
        for i, number in enumerate(block.watched):
            met[number] = (block.met[:, i] @ here.reshape(len(here), -1)).reshape(block.shape)
        for fall in block.falls:
            ended[fall.end] += fall.shares @ here.sum(axis=1 if fall.side else 2) @ fall.chances
    return Swept(ended, met)


def _tiles(shape: tuple[int, int]) -> Iterator[tuple[slice, slice]]:
    """Tiles of about equal size, the highest values first."""
    rows, columns = (list(map(int, np.linspace(size, 0, -(-size // TILE) + 1))) for size in shape)
    for top, bottom in pairwise(rows):
        for right, left in pairwise(columns):
            yield slice(bottom, top), slice(left, right)


def _settle(
    block: Block,
    mass: Floats,
    where: tuple[slice, slice],
    masses: Masses,
    by_place: Mapping[Place, Block],
    nothing: float,
) -> None:
    """Bring a tile to what enters it in all, and hand on what leaves it."""
    rows, columns = where
    tile = mass[:, rows, columns]
    if tile.sum() < nothing:
        return
    if block.inside:
        _within(block.inside, tile, where, nothing)
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


def _within(inside: Inside, tile: Floats, where: tuple[slice, slice], nothing: float) -> None:
    """Add to a tile what enters it by losses within it, one after the other until next to nothing is left."""
    tables = [(rows, move.side, move.table[where[move.side], where[move.side]]) for move, rows in inside.rows]
    _, high, wide = tile.shape
    now = tile.reshape(-1, high * wide)
    shares, total = inside.first, np.zeros((len(inside.first), high, wide))
    while True:
        mixed = _product(shares, now).reshape(-1, high, wide)
        later = np.empty_like(mixed)
        for rows, side, table in tables:
            later[rows] = mixed[rows] @ table if side else table.T @ mixed[rows]
        total += later
        if later.sum() < nothing:
            break
        now, shares = later.reshape(-1, high * wide), inside.again
    for move, rows in inside.rows:
        tile[move.entries] += total[rows]


def _moved(move: Move, mass: Floats, table: Floats) -> Floats:
    """What comes of a mass by a move, `table` giving the chances by value before and after."""
    _, high, wide = mass.shape
    mixed = _product(move.shares, mass[move.leaving].reshape(-1, high * wide)).reshape(-1, high, wide)
    moved: Floats = mixed @ table if move.side else table.T @ mixed
    return moved


def _product(shares: Floats, masses: Floats) -> Floats:
    """The product of matrices, in pieces small enough."""
    size = max(1, SMALL // shares.size)
    if masses.shape[1] <= size:
        return np.asarray(shares @ masses)
    found = np.empty((shares.shape[0], masses.shape[1]))
    for at in range(0, masses.shape[1], size):
        found[:, at : at + size] = shares @ masses[:, at : at + size]
    return found


# --- backward --------------------------------------------------------------------------------------------------


def worths(laid: list[Block], ends: Floats, at_round: Mapping[int, Floats]) -> dict[int, Floats]:
    """What each entry is worth, by values: `ends` gives the worth of the ends, `at_round` that where rounds begin."""
    found: Masses = {}
    for block in reversed(laid):
        here = np.zeros((len(block.entries), *block.shape)) + (block.ended @ ends)[:, None, None]
        for i, number in enumerate(block.watched):
            if number in at_round:
                here += block.met[:, i, None, None] * at_round[number]
        for fall in block.falls:
            by_value = fall.chances[None, None, :] if fall.side else fall.chances[None, :, None]
            here += ends[fall.end] * fall.shares[:, None, None] * by_value
        for move in block.moves:
            if move.to != block.place:
                here[move.leaving] += _worth(move, found[move.to][move.entries], move.table)
        for where in reversed(list(_tiles(block.shape))):
            _unsettle(block, here, where)
        found[block.place] = here
    return {number: found[block.place][i] for block in laid for number, i in block.entries.items()}


def _unsettle(block: Block, worth: Floats, where: tuple[slice, slice]) -> None:
    """Bring a tile to its worth, from those of lower values on."""
    inside = [move for move in block.moves if move.to == block.place]
    tile = worth[(slice(None), *where)]
    for move in inside:
        start = where[move.side].start
        if start:
            lower = (move.entries, where[0], slice(start)) if move.side else (move.entries, slice(start), where[1])
            tile[move.leaving] += _worth(move, worth[lower], move.table[where[move.side], :start])
    more = tile
    while inside:
        later = np.zeros_like(tile)
        for move in inside:
            later[move.leaving] += _worth(move, more[move.entries], move.table[where[move.side], where[move.side]])
        if later.max() < NOTHING:
            break
        tile += later
        more = later


def _worth(move: Move, worth: Floats, table: Floats) -> Floats:
    """What losses add to the worth of entries, from that of those they lead to."""
    before = worth @ table.T if move.side else table @ worth
    many, high, wide = before.shape
    return _product(move.shares.T, before.reshape(many, high * wide)).reshape(-1, high, wide)
