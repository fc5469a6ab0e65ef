"""The ground of a combat from its scene, and ranges of damage from text."""

import re
from functools import lru_cache

from certamen.kernel import space as spaces
from certamen.kernel.space import Ground
from certamen.kernel.space.drawn import METRE, Unreadable, covers_of, read_pair, rectangle, walls_of
from certamen.rulesets.dualaction.scene import Rough, Scene

USUAL_COVER = 2
_RANGE = re.compile(r"([0-9]{1,4})-([0-9]{1,4})")


@lru_cache(maxsize=1024)
def read_range(text: str) -> tuple[int, int]:
    """The lowest and the highest damage.

    >>> read_range("5-12")
    (5, 12)

    Raises Unreadable.
    """
    found = _RANGE.fullmatch(text)
    if found is None or int(found[1]) > int(found[2]):
        raise Unreadable("two whole numbers, the lower first, as 5-12")
    return int(found[1]), int(found[2])


def empty_ground(scene: Scene) -> Ground:
    """The scene's grid with nothing on it. Raises ValueError for what cannot be."""
    return Ground(scene.width * METRE, scene.height * METRE, scene.grid, scene.cell * METRE, scene.diagonal)


def ground_of(scene: Scene) -> Ground:
    """The ground of a scene. Raises Unreadable or ValueError for what cannot be."""
    bare = empty_ground(scene)
    return Ground(
        bare.width,
        bare.height,
        bare.grid,
        bare.cell,
        bare.diagonal,
        areas=tuple(_area(one) for one in scene.rough),
        walls=walls_of(scene.walls),
        doors=tuple(spaces.Door(one.id, *read_pair(one.line), one.open, one.locked) for one in scene.doors),
        cover=covers_of(scene.walls, scene.covers, USUAL_COVER),
    )


def _area(rough: Rough) -> spaces.Area:
    """Ground that costs a multiple of each metre, or, with factor 0, cannot be walked."""
    shape = rectangle(rough.box)
    if rough.factor:
        return spaces.Area(rough.name, shape, factor=rough.factor)
    return spaces.Area(rough.name, shape, slows=(), closes=("walk",))
