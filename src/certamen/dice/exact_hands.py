"""The exact distribution of a pool whose dice must be seen together: hands of dice, merged when they are the same.

Needed where dice explode before some are kept, and where some are kept, change, and some are kept once more.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from certamen.dice.exact_die import rerolls
from certamen.dice.tree import EXPLOSIONS, KEEPS, REROLLS, Operation, Pool, span, window
from certamen.dice.weights import Chances, Work

Hand = tuple[int, ...]
"""What the dice show that count, from the lowest."""


Outcome = TypeVar("Outcome", Hand, int)


class _Hands(NamedTuple):
    """Hands and their weights out of `whole`."""

    weights: dict[Hand, int]
    whole: int


def hand_chances(pool: Pool, work: Work, cut: bool) -> Chances:
    """The value of a pool in which some dice are kept, from the chance of each hand; see `pool_chances`."""
    low, high = span(pool.sides)
    faces = range(low, high + 1)
    first = next(place for place, operation in enumerate(pool.operations) if operation.name in KEEPS)
    one = _Hands({(face,): 1 for face in faces}, len(faces))
    for operation in pool.operations[:first]:
        one = _changed(one, operation, faces, work, cut)
    hands = _Hands({(): 1}, 1)
    for _ in range(pool.count):
        joined = _together(hands.weights, one.weights, work, pool.operations[first])
        hands = _Hands(joined, hands.whole * one.whole)
    for operation in pool.operations[first:]:
        if operation.name in KEEPS:
            hands = _Hands(_merged((_keep(hand, operation), w) for hand, w in hands.weights.items()), hands.whole)
        elif operation.name != "c":
            hands = _changed(hands, operation, faces, work, cut)
    return Chances(_merged((_value(hand, pool.operations[-1]), w) for hand, w in hands.weights.items()), hands.whole)


def _value(hand: Hand, last: Operation) -> int:
    if last.name != "c":
        return sum(hand)
    low, high = window(last.test, last.number)
    return sum(low <= shown <= high for shown in hand)


def _keep(hand: Hand, operation: Operation) -> Hand:
    going = len(hand) - operation.number if operation.name[0] == "k" else operation.number
    if going <= 0:
        return hand
    return hand[going:] if operation.name in ("kh", "dl") else hand[: max(0, len(hand) - going)]


def _changed(hands: _Hands, operation: Operation, faces: range, work: Work, cut: bool) -> _Hands:
    """The hands when each die in them has gone through an operation that looks at no other die."""
    most = max(map(len, hands.weights))
    shown = {shown for hand in hands.weights for shown in hand}
    whole = len(faces) ** _most_thrown(operation.name)
    becomes = {value: _turned(value, operation, faces, work, cut) for value in shown}
    found: dict[Hand, int] = {}
    for hand, weight in hands.weights.items():
        changed: dict[Hand, int] = {(): weight * whole ** (most - len(hand))}
        for value in hand:
            changed = _together(changed, becomes[value], work)
        for now, part in changed.items():
            found[now] = found.get(now, 0) + part
        work.outcomes(len(found))
    return _Hands(found, hands.whole * whole**most)


def _most_thrown(name: str) -> int:
    """How many dice an operation may throw for one die: the weights in `_turned` are out of the faces to this power."""
    return {"ro": 1, "rr": REROLLS, "!": EXPLOSIONS, "ace": EXPLOSIONS}.get(name, 0)


def _turned(value: int, operation: Operation, faces: range, work: Work, cut: bool) -> dict[Hand, int]:
    """The dice that stand in the place of one that shows this value, after the operation."""
    name, number = operation.name, operation.number
    if name == "min":
        return {(max(value, number),): 1}
    if name == "max":
        return {(min(value, number),): 1}
    low, high = window(operation.test, number)
    if not low <= value <= high:
        return {(value,): len(faces) ** _most_thrown(name)}
    passing = range(max(low, faces[0]), min(high, faces[-1]) + 1)
    if name == "ro":
        return {(face,): 1 for face in faces}
    if name == "rr":
        return {(face,): weight for face, weight in rerolls(faces, passing, cut).items()}
    added = _added(faces, passing, work, cut).items()
    if name == "!":
        return {tuple(sorted((value, *hand))): weight for hand, weight in added}
    return _merged(((value + sum(hand),), weight) for hand, weight in added)


def _added(faces: range, passing: range, work: Work, cut: bool) -> dict[Hand, int]:
    """The dice that one die adds by exploding."""
    loud: dict[Hand, int] = {(face,): 1 for face in passing}
    chain: dict[Hand, int] = {(face,): 1 for face in faces if cut or face not in passing}
    for thrown in range(1, EXPLOSIONS):
        chain = _together(loud, chain, work)
        chain |= {(face,): len(faces) ** thrown for face in faces if face not in passing}
    return chain


def _together(
    left: dict[Hand, int], right: dict[Hand, int], work: Work, keep: Operation | None = None
) -> dict[Hand, int]:
    """Each hand with each; what `kh` or `kl` would drop in the end can be dropped at once."""
    work.steps(3 * len(left) * len(right))
    early = keep if keep is not None and keep.name[0] == "k" else None
    found: dict[Hand, int] = {}
    for hand, weight in left.items():
        for more, factor in right.items():
            joined = tuple(sorted(hand + more))
            if early is not None:
                joined = _keep(joined, early)
            found[joined] = found.get(joined, 0) + weight * factor
        work.outcomes(len(found))
    return found


def _merged(weighed: Iterable[tuple[Outcome, int]]) -> dict[Outcome, int]:
    """The weights of the same outcomes added up."""
    found: dict[Outcome, int] = {}
    for outcome, weight in weighed:
        found[outcome] = found.get(outcome, 0) + weight
    return found
