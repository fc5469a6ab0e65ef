"""Straight moves on free metres: what they cost through difficult ground and other bodies, metre by metre."""

from math import isqrt
from typing import NamedTuple

from certamen.kernel.space.ground import Circle, Ground, Place
from certamen.kernel.space.index import CLOSED, Index, factor
from certamen.kernel.space.lines import Box, borders, contains

Stretch = tuple[int, int]
"""A part of a straight move: up to how many centimetres along, and how many times each of them costs."""


class Body(NamedTuple):
    """A body in the way: its space, the height it stands at, and its limits in the plane."""

    circle: Circle
    z: int
    limits: Box


def length_of(a: Place, b: Place) -> int:
    """The straight way between two points in centimetres, rounded down."""
    return isqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2)


def stretches(index: Index, a: Place, b: Place, mode: str, bodies: list[Body]) -> list[Stretch]:
    """A straight move cut where its cost per centimetre changes; a factor CLOSED says that it cannot be made."""
    length, limits = length_of(a, b), _limits(a, b)
    areas = [area for area, around in index.areas if _meet(limits, around)]
    bodies = [body for body in bodies if _meet(limits, body.limits)]
    if not areas and not bodies:
        return [(length, 1)]
    cuts = {length}
    for shape in (*(area.shape for area in areas), *(body.circle for body in bodies)):
        cuts.update(borders(index.ground, shape, a, b, length))
    found: list[Stretch] = []
    before = 0
    for cut in sorted(cut for cut in cuts if 0 < cut <= length):
        found.append((cut, _factor(index, along(a, b, before + cut, 2 * length), mode, bodies)))
        before = cut
    return found


def _limits(a: Place, b: Place) -> Box:
    return min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y)


def _meet(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _factor(index: Index, here: Place, mode: str, bodies: list[Body]) -> int:
    ground = factor(index, here.x, here.y, mode)
    return max(ground, 2) if ground != CLOSED and in_the_way(index.ground, here, bodies) else ground


def in_the_way(ground: Ground, here: Place, bodies: list[Body]) -> bool:
    """Whether a point lies in the space of a body, which is as high as it is wide."""
    return any(
        abs(here.z - body.z) <= body.circle.radius and contains(ground, body.circle, here.x, here.y) for body in bodies
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
