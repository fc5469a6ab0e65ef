"""The best tactic where a duel is too large to be looked at node by node: sought by blocks, with numpy.

What one sees tells the bands, never the values: so a choice is weighed over all values at which it is made, each by how
often it is met. Where there are too many states, they are looked at in coarser steps; what a tactic is worth is
reckoned without.
"""

from collections.abc import Iterable, Mapping
from math import ceil, isqrt
from typing import NamedTuple

import numpy as np

from certamen.odds import grid
from certamen.odds.blocks import Blocks, Loss, Span, Vertex, merged
from certamen.odds.layout import ENDS, Block, Floats, lay_out
from certamen.odds.situations import ROUND, WON, Sees

MOST_STATES = 2_000_000
MOST_TURNS = 20
ENOUGH = 1e-9
Choices = dict[Sees, str]


class Found(NamedTuple):
    """The best tactic: what to choose by what one sees, how often that comes up, and the duel played so."""

    choices: Choices
    met: dict[Sees, float]
    blocks: Blocks
    step: int


class Trial(NamedTuple):
    """One way by its label: a round that begins with it, laid out; where it leads to from each ask; where that ends.

    rounds: by vertices as they are numbered in all, those at which the next round begins.
    """

    label: str
    laid: list[Block]
    leads: dict[int, int]
    rounds: dict[int, int]


def seek(blocks: Blocks, side: int) -> Found:
    """Find the tactic that does best for a side, changing for the better until nothing is better."""
    step = step_of(blocks)
    coarse = coarser(blocks, step) if step > 1 else blocks
    trials = _trials(coarse)
    choices = {one.asked.sees: one.asked.labels[0] for one in coarse.vertices if one.asked}
    best, most = choices, -1.0
    for _ in range(MOST_TURNS):
        played = _play(coarse, choices, side)
        if played.worth > most + ENOUGH:
            best, most = choices, played.worth
        elif played.worth < most - ENOUGH:
            break
        changed = _improved(coarse, played, trials, choices, side)
        if changed == choices:
            break
        choices = changed
    narrow, names = narrowed(blocks, best)
    swept = grid.sweep(lay_out(narrow, closed=True), {narrow.start: np.ones((1, 1))}, narrow)
    often = dict.fromkeys(best, 0.0)
    for number, vertex in enumerate(blocks.vertices):
        if vertex.asked and names.get(number) in swept.met:
            often[vertex.asked.sees] += float(swept.met[names[number]].sum())
    return Found(best, often, narrow, step)


class Played(NamedTuple):
    """A tactic played: its worth, how often each ask is met by values, what the beginning of each round is worth."""

    worth: float
    met: dict[int, Floats]
    rounds: dict[int, Floats | float]


def _play(blocks: Blocks, choices: Choices, side: int) -> Played:
    ends = _ends(side)
    narrow, names = narrowed(blocks, choices)
    laid = lay_out(narrow, closed=True)
    swept = grid.sweep(laid, {narrow.start: np.ones((1, 1))}, narrow)
    worth = grid.worths(laid, ends, {})
    rounds: dict[int, Floats | float] = {}
    met: dict[int, Floats] = {}
    for number, vertex in enumerate(blocks.vertices):
        now = names.get(number)
        if now is None:
            continue
        if vertex.kind == ROUND:
            to = narrow.vertices[now].stays[0][1]
            rounds[number] = worth[to] if to >= 0 else _end(ends, to)
        elif now in swept.met:
            met[number] = swept.met[now]
    return Played(float(swept.ended @ ends), met, rounds)


def _improved(blocks: Blocks, played: Played, trials: list[Trial], choices: Choices, side: int) -> Choices:
    """For each thing one may see, the way that is worth most, all values weighed at which it is seen."""
    ends = _ends(side)
    weights = _weights(blocks, played)
    totals: dict[Sees, dict[str, float]] = {sees: {} for sees in choices}
    for trial in trials:
        at_round = {there: np.asarray(played.rounds[number]) for number, there in trial.rounds.items()}
        worth = grid.worths(trial.laid, ends, at_round)
        for ask, to in trial.leads.items():
            asked = blocks.vertices[ask].asked
            assert asked is not None  # they are asks
            weighed = float((weights[ask] * (worth[to] if to >= 0 else _end(ends, to))).sum())
            some = totals[asked.sees]
            some[trial.label] = some.get(trial.label, 0.0) + weighed
    changed = {}
    for sees, some in totals.items():
        best = max(some, key=some.__getitem__)
        changed[sees] = best if some[best] > some[choices[sees]] * (1 + ENOUGH) else choices[sees]
    return changed


def _weights(blocks: Blocks, played: Played) -> dict[int, Floats]:
    """How often each ask is met, by values; what is never seen is weighed evenly."""
    asks = {number: vertex for number, vertex in enumerate(blocks.vertices) if vertex.asked}
    seen: dict[Sees, float] = {}
    for number, vertex in asks.items():
        assert vertex.asked is not None  # they are asks
        seen[vertex.asked.sees] = seen.get(vertex.asked.sees, 0.0) + float(played.met.get(number, np.zeros(1)).sum())
    return {
        number: played.met[number]
        if number in played.met and vertex.asked and seen[vertex.asked.sees] > 0
        else np.ones(1)
        for number, vertex in asks.items()
    }


def _ends(side: int) -> Floats:
    ends = np.full(len(ENDS), 0.5)
    ends[ENDS.index(WON[side])], ends[ENDS.index(WON[1 - side])] = 1, 0
    return ends


def _end(ends: Floats, end: int) -> float:
    return float(ends[ENDS.index(end)])


def narrowed(blocks: Blocks, choices: Mapping[Sees, str]) -> tuple[Blocks, dict[int, int]]:
    """The blocks where each who is asked has chosen, and their vertices' new numbers."""
    vertices = [
        one._replace(stays=(one.stays[one.asked.labels.index(choices[one.asked.sees])],)) if one.asked else one
        for one in blocks.vertices
    ]
    rounds = [number for number, one in enumerate(vertices) if one.kind == ROUND]
    return _reached(blocks, vertices, [blocks.start, *rounds])


def coarser(blocks: Blocks, step: int) -> Blocks:
    """The blocks with values in steps: a loss between two is one or the other, so that it is the same on average."""
    return in_steps(blocks, step)._replace(vertices=[_coarse(one, step) for one in blocks.vertices])


def in_steps(blocks: Blocks, step: int) -> Blocks:
    """The blocks with the values alone in steps."""
    first, second = (
        tuple([Span(-(-one.low // step), one.high // step, one.band) for one in some]) for some in blocks.spans
    )
    return blocks._replace(spans=(first, second))


def step_of(blocks: Blocks) -> int:
    """In steps of how much the values are looked at."""
    step = isqrt(ceil(blocks.states() / MOST_STATES) - 1) + 1
    widths = [one.high - one.low + 1 for some in blocks.spans for one in some if one.high]
    return max(1, min(step, *widths))


def _coarse(vertex: Vertex, step: int) -> Vertex:
    stays = list(vertex.stays)
    loses = []
    for loss in vertex.loses:
        chances: dict[int, float] = {}
        for size, chance in loss.losses:
            whole, rest = divmod(size, step)
            chances[whole] = chances.get(whole, 0.0) + chance * (step - rest) / step
            chances[whole + 1] = chances.get(whole + 1, 0.0) + chance * rest / step
        own = dict(loss.to).get(vertex.place[loss.side])
        none = chances.pop(0, 0.0)
        if own is None:
            chances[1] = chances.get(1, 0.0) + none
        elif none:
            stays.append((none, own))
        loses.append(
            Loss(loss.side, tuple(sorted((size, chance) for size, chance in chances.items() if chance)), loss.to)
        )
    return vertex._replace(stays=tuple(stays), loses=tuple(loses))


def _reached(blocks: Blocks, vertices: list[Vertex], roots: Iterable[int]) -> tuple[Blocks, dict[int, int]]:
    """The vertices that are met from the roots on, alike ones merged; rounds are gone into unless they lead nowhere."""
    order = {number: i for i, number in enumerate(dict.fromkeys(roots))}
    for number in (waiting := list(order)):
        vertex = vertices[number]
        for to in [to for _, to in vertex.stays] + [to for loss in vertex.loses for _, to in loss.to]:
            if to >= 0 and to not in order:
                order[to] = len(order)
                waiting.append(to)

    def name(to: int) -> int:
        return order[to] if to >= 0 else to

    kept = [
        vertices[number]._replace(
            stays=tuple([(chance, name(to)) for chance, to in vertices[number].stays]),
            loses=tuple(
                [loss._replace(to=tuple([(span, name(to)) for span, to in loss.to])) for loss in vertices[number].loses]
            ),
        )
        for number in waiting
    ]
    alike, names = merged(kept)
    numbers = {number: names[i] for number, i in order.items()}
    return blocks._replace(vertices=alike, start=numbers.get(blocks.start, 0)), numbers


def _trials(blocks: Blocks) -> list[Trial]:
    """For each label the round that begins with it."""
    offered: dict[str, dict[int, int]] = {}
    for number, vertex in enumerate(blocks.vertices):
        if vertex.asked:
            for label, (_, to) in zip(vertex.asked.labels, vertex.stays, strict=True):
                offered.setdefault(label, {})[number] = to
    cut = [one._replace(stays=()) if one.kind == ROUND else one for one in blocks.vertices]
    trials = []
    for label, roots in offered.items():
        part, names = _reached(blocks, cut, [to for to in roots.values() if to >= 0])
        leads = {ask: names[to] if to >= 0 else to for ask, to in roots.items()}
        laid = lay_out(part, closed=False, also=[to for to in leads.values() if to >= 0])
        rounds = {number: now for number, now in names.items() if blocks.vertices[number].kind == ROUND}
        trials.append(Trial(label, laid, leads, rounds))
    return trials
