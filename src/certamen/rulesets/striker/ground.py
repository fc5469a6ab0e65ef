"""From what a scene's author writes to the kernel's ground, and places from text."""

from functools import lru_cache

from certamen.kernel import space as kernel
from certamen.kernel.space import Ground, Place, drawn
from certamen.rulesets.striker.mechanics import METRE
from certamen.rulesets.striker.scene import Map, Rough

USUAL_COVER = 0
CRAWL = "crawl"
FLY = "fly"


def read_place(ground: Ground, text: str) -> Place:
    """The place that a text names, heights included. Raises Unreadable."""
    return drawn.read_place(ground, text, heights=True)


@lru_cache(maxsize=64)
def empty_ground(plan: Map, diagonal: str = "one") -> Ground:
    """The map's grid with nothing on it; `diagonal` is the ruling."""
    return Ground(plan.width * METRE, plan.height * METRE, plan.grid, plan.cell * METRE, diagonal)  # type: ignore[arg-type]  # the ruling has these three


def ground_of(plan: Map, diagonal: str = "one") -> Ground:
    """The kernel's ground of a map. Raises Unreadable or ValueError for what cannot be."""
    bare = empty_ground(plan, diagonal)
    return Ground(
        bare.width,
        bare.height,
        bare.grid,
        bare.cell,
        bare.diagonal,
        areas=tuple(_area(one) for one in plan.rough),
        walls=drawn.walls_of(plan.walls),
        doors=tuple(kernel.Door(one.id, *drawn.read_pair(one.line), one.open) for one in plan.doors),
        cover=drawn.covers_of(plan.walls, plan.covers, USUAL_COVER),
    )


def _area(rough: Rough) -> kernel.Area:
    """Ground that slows or closes modes; what it does to walking it does to crawling."""
    slows = (*rough.slows, CRAWL) if "walk" in rough.slows else rough.slows
    closes = (*rough.closes, CRAWL) if "walk" in rough.closes else rough.closes
    only_closes = rough.closes and not rough.slows
    return kernel.Area(rough.name, drawn.rectangle(rough.box), () if only_closes else slows or None, closes)
