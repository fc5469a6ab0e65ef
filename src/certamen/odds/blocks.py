"""A duel's chain by blocks: all values that lie in one pair of bands share their situations, and need no nodes."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from certamen.kernel.duel import Model
from certamen.kernel.errors import CertamenError
from certamen.odds.situations import ASK, LOST, OVER, ROLL, ROUND, Edge, Losses, Situation, Situations

MOST_SITUATIONS = 100_000
Place = tuple[int, int]


class Span(NamedTuple):
    """Neighbouring values of one band: from `low` to `high`."""

    low: int
    high: int
    band: int


class Loss(NamedTuple):
    """At a vertex, losses of a side (each above 0, with its chance), and by the span that is reached: the vertex there.

    The spans are those of that side by number; a negative vertex is an end.
    """

    side: int
    losses: tuple[tuple[int, float], ...]
    to: tuple[tuple[int, int], ...]


class Vertex(NamedTuple):
    """What can happen to all values of a block alike. stays: edges that leave the values as they are."""

    place: Place
    kind: int
    stays: tuple[Edge, ...]
    loses: tuple[Loss, ...]
    asked: Situation | None = None


class Blocks(NamedTuple):
    """The spans of either side, from the lowest up, and the vertices, with the one it starts at."""

    spans: tuple[tuple[Span, ...], tuple[Span, ...]]
    vertices: list[Vertex]
    start: int

    def states(self) -> int:
        """How many nodes the vertices stand for."""
        return sum(_cells(self.spans, vertex.place) for vertex in self.vertices)


def spans_of(bands: list[int]) -> tuple[Span, ...]:
    """Neighbouring values with the same band.

    >>> spans_of([4, 1, 1, 0])
    (Span(low=0, high=0, band=4), Span(low=1, high=2, band=1), Span(low=3, high=3, band=0))
    """
    starts = [value for value in range(len(bands)) if value == 0 or bands[value] != bands[value - 1]]
    return tuple(Span(low, high - 1, bands[low]) for low, high in zip(starts, [*starts[1:], len(bands)], strict=True))


def blocks_of(model: Model) -> Blocks | None:
    """The blocks of a model, alike situations merged; None where there are too many of them."""
    known = Situations(model)
    first, second = spans_of(known.bands[0]), spans_of(known.bands[1])
    walk = _Walk(known, (first, second))
    start = walk.number(known.first, (len(first) - 1, len(second) - 1))
    for vertex in walk.waiting:  # grows while it is read
        walk.edges.append(walk.look(*vertex))
        if len(walk.waiting) > MOST_SITUATIONS:
            return None
    if start < 0:
        raise CertamenError("the duel is over before it begins")
    vertices, names = merged(walk.edges)
    return Blocks((first, second), vertices, names[start])


def _cells(spans: tuple[tuple[Span, ...], tuple[Span, ...]], place: Place) -> int:
    one, other = spans[0][place[0]], spans[1][place[1]]
    return (one.high - one.low + 1) * (other.high - other.low + 1)


class _Walk:
    """The situations found so far, by number, and what each leads to."""

    def __init__(self, known: Situations, spans: tuple[tuple[Span, ...], tuple[Span, ...]]) -> None:
        self.known = known
        self.spans = spans
        self.waiting: list[tuple[Situation, Place]] = []
        self.edges: list[Vertex] = []
        self._numbers: dict[tuple[int, Place], int] = {}
        self._chances: dict[tuple[Losses, int], tuple[tuple[int, float], ...]] = {}
        self._reach: dict[tuple[Losses, int, int], tuple[int, ...]] = {}

    def number(self, phase: int, place: Place) -> int:
        key = (phase, place)
        found = self._numbers.get(key)
        if found is None:
            situation = self.known.at(phase, self.spans[0][place[0]].band, self.spans[1][place[1]].band)
            if situation.kind == OVER:
                found = situation.end
            elif situation.phase != phase:
                found = self.number(situation.phase, place)
            else:
                found = len(self.waiting)
                self.waiting.append((situation, place))
            self._numbers[key] = found
        return found

    def look(self, situation: Situation, place: Place) -> Vertex:
        if situation.kind in (ASK, ROUND):
            stays = tuple([(1.0, self.number(phase, place)) for phase in situation.to])
            return Vertex(place, situation.kind, stays, (), situation if situation.kind == ASK else None)
        stays_at: dict[int, int] = {LOST: situation.cut} if situation.cut else {}
        loses = []
        for (side, losses), phase in zip(situation.losses, situation.to, strict=True):
            if losses[0][0] == 0:
                node = self.number(phase, place)
                stays_at[node] = stays_at.get(node, 0) + losses[0][1]
                losses = losses[1:]
            if losses:
                loses.append(self._loss(side, losses, situation.whole, phase, place))
        stays = tuple([(weight / situation.whole, node) for node, weight in stays_at.items()])
        return Vertex(place, ROLL, stays, tuple(loses))

    def _loss(self, side: int, losses: Losses, whole: int, phase: int, place: Place) -> Loss:
        chances = self._chances.get((losses, whole))
        if chances is None:
            chances = self._chances[losses, whole] = tuple([(loss, weight / whole) for loss, weight in losses])
        to = []
        for span in self._reached(side, losses, place[side]):
            there = (span, place[1]) if side == 0 else (place[0], span)
            to.append((span, self.number(phase, there)))
        return Loss(side, chances, tuple(to))

    def _reached(self, side: int, losses: Losses, span: int) -> tuple[int, ...]:
        key = (losses, side, span)
        found = self._reach.get(key)
        if found is None:
            one, sizes = self.spans[side][span], [loss for loss, _ in losses]
            reached = []
            for number, other in enumerate(self.spans[side][: span + 1]):
                at = bisect_left(sizes, one.low - other.high)
                if at < len(sizes) and (other.low == 0 or sizes[at] <= one.high - other.low):
                    reached.append(number)
            found = self._reach[key] = tuple(reached)
        return found


def merged(raw: list[Vertex]) -> tuple[list[Vertex], list[int]]:
    """Merge vertices that lead to the same with the same chances; where a round begins or one is asked, none is.

    Gives the vertices that are left, and the number each has now.
    """
    order, apart = _ordered(raw)
    kept = list(apart)
    names = [-1] * len(raw)
    for i, node in enumerate(kept):
        names[node] = i
    found: dict[Vertex, int] = {}
    for node in order:
        if names[node] < 0:
            one = _renamed(raw[node], names)
            if one not in found:
                found[one] = len(kept)
                kept.append(node)
            names[node] = found[one]
    return [_renamed(raw[node], names) for node in kept], names


def _ordered(raw: list[Vertex]) -> tuple[list[int], dict[int, None]]:
    """The vertices in an order in which each stands after those it leads to, and those that stay apart.

    Apart: where a round begins or one is asked, and where a circle without such closes.
    """
    order: list[int] = []
    apart = dict.fromkeys(node for node, vertex in enumerate(raw) if vertex.kind != ROLL)
    seen, path = [False] * len(raw), [False] * len(raw)
    for start in range(len(raw)):
        work = [(start, _leads(raw[start]))] if not seen[start] and start not in apart else []
        while work:
            node, leads = work[-1]
            seen[node] = path[node] = True
            for to in leads:
                if path[to]:
                    apart[to] = None
                elif not seen[to] and to not in apart:
                    work.append((to, _leads(raw[to])))
                    break
            else:
                work.pop()
                path[node] = False
                order.append(node)
    return order, apart


def _leads(vertex: Vertex) -> Iterator[int]:
    yield from [to for _, to in vertex.stays if to >= 0]
    for loss in vertex.loses:
        yield from [to for _, to in loss.to if to >= 0]


def _renamed(vertex: Vertex, names: list[int]) -> Vertex:
    if vertex.kind == ASK:  # ways keep their order
        return vertex._replace(stays=tuple([(1.0, _name(to, names)) for _, to in vertex.stays]))
    stays: dict[int, float] = {}
    for chance, to in vertex.stays:
        name = _name(to, names)
        stays[name] = stays.get(name, 0.0) + chance
    loses = tuple(
        [loss._replace(to=tuple([(span, _name(to, names)) for span, to in loss.to])) for loss in vertex.loses]
    )
    return vertex._replace(stays=tuple([(chance, to) for to, chance in sorted(stays.items())]), loses=loses)


def _name(node: int, names: list[int]) -> int:
    return names[node] if node >= 0 else node
