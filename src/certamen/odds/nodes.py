"""A duel's model as an absorbing Markov chain: every node that can come about, and where it leads with which chance."""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from certamen.kernel.duel import Model
from certamen.kernel.errors import CertamenError
from certamen.odds.situations import ASK, LOST, OVER, ROUND, Edge, Number, Sees, Situation, Situations

MOST_STATES = 5_000_000


class TooLarge(CertamenError):
    """There are more states than are followed."""


class Asked(NamedTuple):
    """Who chooses at a node, what he sees, and the names of his ways."""

    side: int
    sees: Sees
    labels: tuple[str, ...]


class Chain(NamedTuple):
    """Nodes by number, the first 0, and for each its edges (chance, node); negative nodes are ends.

    WON[side] and NOBODY_WON are how it ends, LOST is what was cut from endless dice. rounds: the nodes at which a round
    begins; asks: the nodes at which someone chooses: their edges are the ways, chances all 1.
    """

    edges: list[tuple[Edge, ...]]
    rounds: set[int]
    asks: dict[int, Asked]


def explore(model: Model, exact: bool = False, most: int = MOST_STATES) -> Chain:
    """Find every node. `exact`: chances are fractions. Raises TooLarge where there are more than `most`."""
    known = Situations(model)
    wide = (model.left[0] + 1, model.left[1] + 1)
    bands = known.bands
    numbers: dict[int, int] = {}
    waiting: list[tuple[Situation, int, int]] = []
    chain = Chain([], set(), {})

    def number(phase: int, x: int, y: int) -> int:
        key = (phase * wide[0] + x) * wide[1] + y
        found = numbers.get(key)
        if found is None:
            situation = known.at(phase, bands[0][x], bands[1][y])
            if situation.kind == OVER:
                found = situation.end
            elif situation.phase != phase:
                found = number(situation.phase, x, y)
            else:
                found = len(waiting)
                if found >= most:
                    raise TooLarge(f"it has more than {most:,} states")
                waiting.append((situation, x, y))
            numbers[key] = found
        return found

    if number(known.first, *model.left) < 0:
        raise CertamenError("the duel is over before it begins")
    for situation, x, y in waiting:  # grows while it is read
        node = len(chain.edges)
        if situation.kind == ASK:
            chain.asks[node] = Asked(situation.side, situation.sees, situation.labels)
            chain.edges.append(tuple([(1, number(phase, x, y)) for phase in situation.to]))
        elif situation.kind == ROUND:
            chain.rounds.add(node)
            chain.edges.append(((1, number(situation.to[0], x, y)),))
        else:
            chain.edges.append(_rolled(situation, x, y, number, exact))
    return chain


def _rolled(
    situation: Situation, x: int, y: int, number: Callable[[int, int, int], int], exact: bool
) -> tuple[Edge, ...]:
    weights: dict[int, int] = {}
    for (side, losses), phase in zip(situation.losses, situation.to, strict=True):
        for loss, weight in losses:
            node = number(phase, max(0, x - loss), y) if side == 0 else number(phase, x, max(0, y - loss))
            weights[node] = weights.get(node, 0) + weight
    whole = situation.whole
    chance: Callable[[int], Number] = (lambda weight: Fraction(weight, whole)) if exact else whole.__rtruediv__
    edges = [(chance(weight), node) for node, weight in weights.items()]
    return tuple(edges + ([(chance(situation.cut), LOST)] if situation.cut else []))
