"""The best tactic of one who chooses, against one who does not or against one who chooses as well as he can."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from certamen.kernel.errors import CertamenError
from certamen.odds.chain_solve import evaluate, loops, visits
from certamen.odds.nodes import Chain
from certamen.odds.situations import LOST, NOBODY_WON, WON, Edge, Number, Sees

MOST_TURNS = 60
ENOUGH = 1e-12
DRAW = Fraction(1, 2)


class Tactic(NamedTuple):
    """What to choose by what one sees, as the label of a way; met: how often that choice is expected to be made."""

    choices: dict[Sees, str]
    met: dict[Sees, float]


def fixed(chain: Chain, chosen: Mapping[int, int]) -> list[tuple[Edge, ...]]:
    """The edges where each who is asked has chosen the way of that number."""
    return [(edges[chosen.get(node, 0)],) if node in chain.asks else edges for node, edges in enumerate(chain.edges)]


def score(edges: list[tuple[Edge, ...]], side: int) -> list[Number]:
    """The worth of each node to a side: its chance to win, and half of that nobody does."""
    ends: dict[int, Number] = {WON[side]: 1, WON[1 - side]: 0, NOBODY_WON: DRAW, LOST: DRAW}
    return evaluate(edges, loops(edges), ends)


def best_reply(chain: Chain, side: int, start: Mapping[int, int] | None = None) -> dict[int, int]:
    """The ways this side does best to choose, knowing at each choice no more than it sees.

    Found by changing for the better until nothing is better; those of the other side stay as in `start`.
    """
    sets = _sets(chain, side)
    chosen = dict(start or {})
    edges = fixed(chain, chosen)
    most, best = score(edges, side)[0], chosen
    for _ in range(MOST_TURNS):
        worth, met = score(edges, side), visits(edges)
        changed = dict(chosen)
        for nodes in sets.values():
            changed.update(dict.fromkeys(nodes, _better(chain, nodes, chosen.get(nodes[0], 0), worth, met)))
        if changed == chosen:
            break
        chosen, edges = changed, fixed(chain, changed)
        now = score(edges, side)[0]
        if now > most + ENOUGH:
            most, best = now, chosen
        elif now < most - ENOUGH:
            break
    return best


def game(chain: Chain) -> dict[int, int]:
    """The ways both sides do best to choose, each against the other's best: everything seen by both.

    Raises CertamenError where one is asked who does not see all.
    """
    if any(len(nodes) > 1 for side in (0, 1) for nodes in _sets(chain, side).values()):
        raise CertamenError("this is no game that can be solved: one chooses without seeing everything")
    chosen: dict[int, int] = {}
    for _ in range(MOST_TURNS):
        answered = best_reply(chain, 1, chosen)
        worth = score(fixed(chain, answered), 0)
        changed = dict(answered)
        for node, ask in chain.asks.items():
            if ask.side == 0:
                changed[node] = _better(chain, [node], answered.get(node, 0), worth, None)
        if changed == answered:
            return answered
        chosen = changed
    return chosen


def tactic(chain: Chain, side: int, chosen: Mapping[int, int]) -> Tactic:
    """A side's choices by what it sees."""
    met = visits(fixed(chain, chosen))
    choices: dict[Sees, str] = {}
    often: dict[Sees, float] = {}
    for node, ask in chain.asks.items():
        if ask.side == side:
            choices[ask.sees] = ask.labels[chosen.get(node, 0)]
            often[ask.sees] = often.get(ask.sees, 0.0) + float(met[node])
    return Tactic(choices, often)


def _sets(chain: Chain, side: int) -> dict[Sees, list[int]]:
    sets: dict[Sees, list[int]] = {}
    for node, ask in chain.asks.items():
        if ask.side == side:
            sets.setdefault(ask.sees, []).append(node)
    return sets


def _better(chain: Chain, nodes: list[int], now: int, worth: list[Number], met: list[Number] | None) -> int:
    """The way worth most over the nodes that look alike, weighed by how often each is met; the old one if as good."""
    weights: list[Number] = [met[node] for node in nodes] if met else [1] * len(nodes)
    if not any(weights):
        weights = [1] * len(nodes)
    ends = {WON[chain.asks[nodes[0]].side]: 1, WON[1 - chain.asks[nodes[0]].side]: 0, NOBODY_WON: DRAW, LOST: DRAW}
    totals: list[Number] = []
    for way in range(len(chain.edges[nodes[0]])):
        to = [chain.edges[node][way][1] for node in nodes]
        totals.append(sum(w * (worth[one] if one >= 0 else ends[one]) for w, one in zip(weights, to, strict=True)))
    best = max(range(len(totals)), key=totals.__getitem__)
    return best if totals[best] > totals[now] + ENOUGH * sum(weights) else now
