"""The exact distribution of a pool: die by die where dice do not meet, by ranks where some are kept."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, lcm

from certamen.dice.exact_die import OneDie, plain_die
from certamen.dice.exact_hands import hand_chances
from certamen.dice.tree import ENDLESS, KEEPS, Operation, Pool, span
from certamen.dice.weights import Chances, Work, pack, power, slot_width, stride, unpack


def pool_chances(pool: Pool, work: Work, uncut: list[Fraction] | None = None) -> Chances:
    """The value of a pool. If it might never end, `uncut` gains the chance that no die was stopped by a limit."""
    operations = pool.operations
    if not operations:
        one = plain_die(pool.sides)
        return one if pool.count == 1 else power(one, pool.count, work)
    keep = operations[0]
    if keep.number == 1 and keep.name in ("kh", "kl") and len(operations) == 1:
        return _one_kept(pool, work)
    if uncut is not None and not ENDLESS.isdisjoint([operation.name for operation in operations]):
        complete = _operated(pool, work, cut=False)
        uncut.append(Fraction(sum(complete.weights.values()), complete.whole))
    return _operated(pool, work, cut=True)


def _operated(pool: Pool, work: Work, cut: bool) -> Chances:
    """`pool_chances`; without `cut` the outcomes are left out in which a die was stopped by a limit."""
    operations = pool.operations
    names = [operation.name for operation in operations]
    first = min((names.index(name) for name in KEEPS.intersection(names)), default=len(names))
    after = first
    while after < len(names) and names[after] in KEEPS:
        after += 1
    before, rest = operations[:first], operations[after:]
    if first == after:
        return power(OneDie(pool.sides, before, work, cut).thrown(), pool.count, work)
    if "!" in names[:first] or not KEEPS.isdisjoint(names[after:]):
        return hand_chances(pool, work, cut)
    value = OneDie(pool.sides, before, work, cut).thrown() if before else plain_die(pool.sides)
    kept = ranks(pool.count, operations[first:after])
    counts = {shown: Chances({shown: 1}, 1) for shown in sorted(value.weights)}
    if rest:
        later = OneDie(pool.sides, rest, work, cut)
        counts = {shown: later.showing(shown, 0) for shown in counts}
    return _kept(pool.count, kept, value, counts, work)


def ranks(count: int, keeps: Sequence[Operation]) -> range:
    """Which dice are kept, as places in their order from the lowest.

    >>> ranks(4, (Operation("dl", "", 1), Operation("dh", "", 1)))
    range(1, 3)
    """
    kept = range(count)
    for operation in keeps:
        going = len(kept) - operation.number if operation.name[0] == "k" else operation.number
        kept = kept[going:] if operation.name in ("kh", "dl") else kept[: len(kept) - going]
    return kept


def _one_kept(pool: Pool, work: Work) -> Chances:
    """The lowest or the highest of the dice: none is beyond it, and not all fall short of it."""
    low, high = span(pool.sides)
    count, size = pool.count, high - low + 1
    work.steps(size, 1_000 + 14 * count)
    faces = range(low, high + 1) if pool.operations[0].name == "kh" else range(high, low - 1, -1)
    found, before = {}, 0
    for place, face in enumerate(faces, 1):
        here = place**count
        found[face] = here - before
        before = here
    return Chances(found, before)


def _kept(count: int, kept: range, value: Chances, counts: dict[int, Chances], work: Work) -> Chances:
    """The sum over the dice at the kept places, counted from the lowest.

    `value` is what a die shows; `counts` what a die that shows this counts with if it is kept, lowest first.
    """
    inner = lcm(*(chances.whole for chances in counts.values()))
    whole = value.whole**count * inner ** len(kept)
    outcomes = {outcome for chances in counts.values() for outcome in chances.weights}
    low, high = min(outcomes), max(outcomes)
    step, width = stride(outcomes, low), slot_width(whole)
    slots = (high - low) // step * len(kept) + 1
    at_end = kept.stop == count or kept.start == 0
    work.outcomes(slots)
    work.steps(len(counts) * (len(kept) if at_end else count * count // 2), 2_000 + 4 * slots * width)
    faces = []
    for shown, chances in counts.items():
        packed = pack(chances.weights, low, step, width) * (inner // chances.whole)
        faces.append((value.weights[shown], packed))
    if at_end:
        sums = kept_at_end(faces if kept.start == 0 else faces[::-1], count, len(kept))
    else:
        sums = kept_between(faces, count, kept)
    return Chances(unpack(sums, low * len(kept), step, width), whole)


def kept_at_end(faces: Sequence[tuple[int, int]], count: int, kept: int) -> int:
    """The packed sum of the first `kept` of `count` dice, the faces in the order in which their dice are kept.

    A face is its weight and, packed, what a die that shows it counts with. Each face in turn is that of the last die
    kept: `before` dice show earlier faces, the others this one or later ones, and enough of them this one.
    """
    ways_before = [(comb(count, before), comb(count - before, kept - before)) for before in range(kept)][::-1]
    spare = count - kept + 1
    total, earlier, here = 0, 0, sum(weight for weight, _ in faces)
    here_spare = here**spare
    for weight, counted in faces:
        later = here - weight
        later_spare = later**spare
        ways = here_spare - later_spare  # for the dice not before, with enough of them at this face
        sums, at_this, weights = 0, counted, weight
        for choose, enough in ways_before:
            sums = sums * earlier + choose * ways * at_this
            ways = here * ways - enough * weights * later_spare
            at_this *= counted
            weights *= weight
        total += sums
        earlier += weight * counted
        here, here_spare = later, later_spare
    return total


def kept_between(faces: Sequence[tuple[int, int]], count: int, kept: range) -> int:
    """The packed sum of the dice at the kept places of `count`, the faces from the lowest; see `kept_at_end`.

    Face by face, by how many dice have been placed and how many more show this face.
    """
    sums = [1] + [0] * count
    for weight, counted in faces:
        found = [0] * (count + 1)
        for placed, packed in enumerate(sums):
            for more in range(count - placed + 1) if packed else ():
                inside = max(0, min(placed + more, kept.stop) - max(placed, kept.start))
                found[placed + more] += packed * comb(count - placed, more) * weight**more * counted**inside
        sums = found
    return sums[count]
