"""Straight moves on free metres: what they cost through difficult ground and other bodies, metre by metre."""

from math import isqrt

from certamen.kernel.space.ground import Circle, Ground, Place
from certamen.kernel.space.index import CLOSED, Index, factor
from certamen.kernel.space.lines import borders, contains

Bodies = list[tuple[Circle, int]]
"""The bodies in the way: the space of each, and the height it stands at."""
Stretch = tuple[int, int]
"""A part of a straight move: up to how many centimetres along, and how many times each of them costs."""


def length_of(a: Place, b: Place) -> int:
    """The straight way between two points in centimetres, rounded down."""
    return isqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2)


def stretches(index: Index, a: Place, b: Place, mode: str, bodies: Bodies) -> list[Stretch]:
    """A straight move cut where its cost per centimetre changes; a factor CLOSED says that it cannot be made."""
    length = length_of(a, b)
    cuts = {length}
    for area in index.ground.areas:
        cuts.update(borders(index.ground, area.shape, a, b, length))
    for circle, _ in bodies:
        cuts.update(borders(index.ground, circle, a, b, length))
    found: list[Stretch] = []
    before = 0
    for cut in sorted(cut for cut in cuts if 0 < cut <= length):
        found.append((cut, _factor(index, along(a, b, before + cut, 2 * length), mode, bodies)))
        before = cut
    return found


def _factor(index: Index, here: Place, mode: str, bodies: Bodies) -> int:
    ground = factor(index, here.x, here.y, mode)
    return max(ground, 2) if ground != CLOSED and in_the_way(index.ground, here, bodies) else ground


def in_the_way(ground: Ground, here: Place, bodies: Bodies) -> bool:
    """Whether a point lies in the space of a body, which is as high as it is wide."""
    return any(
        abs(here.z - height) <= circle.radius and contains(ground, circle, here.x, here.y) for circle, height in bodies
    )


def along(a: Place, b: Place, part: int, whole: int) -> Place:
    """The point part/whole of the way from a to b."""
    return Place(*(start + (end - start) * part // whole for start, end in zip(a, b, strict=True)))


def cost_to(found: list[Stretch], centimetres: int) -> int:
    """What a straight move costs up to so many centimetres along."""
    cost = before = 0
    for cut, times in found:
        cost += max(0, min(cut, centimetres) - before) * times
        before = cut
    return cost
