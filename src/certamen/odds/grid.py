"""A duel solved by blocks with numpy: within a block phases are a small matrix, a loss is a product along one axis.

What enters a block (at its *entries*: the vertices that losses lead to) is an array: entry by value by value. As losses
only take away, blocks are gone through from the highest values down, and tiles within a block likewise.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from certamen.odds.blocks import Blocks, Place
from certamen.odds.layout import ENDS, Block, Floats, Inside, Move, lay_out
from certamen.odds.situations import ROUND

Masses = dict[Place, Floats]
NOTHING = 1e-14
LITTLE = 1e-6  # of the tail at which a distribution is cut off
TILE = 35
SMALL = 250_000  # multiplications: larger products are shared out among threads, which costs more than it saves


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
            into = _masses(masses, block)
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


def _masses(masses: Masses, block: Block) -> Floats:
    if block.place not in masses:
        masses[block.place] = np.zeros((len(block.entries), *block.shape))
    return masses[block.place]


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
        into = _masses(masses, by_place[move.to])
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
