"""Where those stand at first for whom no place is written: in rows that face each other, telling of nobody unseen."""

from certamen.kernel.space import Ground, Place
from certamen.kernel.state import State

APART = 1_000
ABREAST = 200


def facing(state: State, ground: Ground, who: str) -> Place:
    """A place in the row of his side: rows are 10 m apart, those in one 2 m, all kept on the map.

    Who hides, or comes later, is put behind the last of his row: where the others stand tells nothing of him.
    """
    people = state.participants.values()
    seen = [one for one in people if not one.hidden and not one.arrives]
    side = state.participants[who].side
    sides = list(dict.fromkeys(one.side for one in (*seen, *people)))
    row = list(dict.fromkeys(one.id for one in (*seen, *people) if one.side == side))
    rows = len({one.side for one in seen})
    abreast = sum(one.side == side for one in seen)
    across = ground.width // 2 + (2 * sides.index(side) - rows + 1) * APART // 2
    down = ground.height // 2 + (2 * row.index(who) - abreast + 1) * ABREAST // 2
    return Place(_within(ground.cell, across, ground.width), _within(ground.cell, down, ground.height))


def _within(cell: int, at: int, size: int) -> int:
    return max(cell, min(at, size - cell))
