"""Where those who take part come to stand at first: at the place written for them, or facing each other."""

from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel.space import Place
from certamen.rulesets.dualaction.ground import CM, Unreadable, read_place
from certamen.rulesets.dualaction.state import Combat, bystanders

APART = 10


def stand(state: Combat, who: str) -> Combat:
    """The state with `who` at the place written for him, or at the nearest free one; facing the others without one."""
    one = state.participants[who]
    try:
        wanted = read_place(state.scene, one.at)
    except Unreadable:
        wanted = facing(state, who)
    space = spaces.place(state.space, who, wanted)
    free = spaces.nearest_free(space, who, wanted, ignoring=bystanders(state))
    return replace(state, space=space if free is None else spaces.place(space, who, free))


def facing(state: Combat, who: str) -> Place:
    """A place of the row of his side; the rows stand 10 m apart, the first as far left as keeps all on the map."""
    people = state.participants.values()
    sides = list(dict.fromkeys(one.side for one in people))
    row = [one.id for one in people if one.side == state.participants[who].side]
    middle = state.scene.width * CM // 2
    across = middle + (2 * sides.index(state.participants[who].side) - len(sides) + 1) * APART * CM // 2
    down = state.scene.height * CM // 2 + (2 * row.index(who) - len(row) + 1) * CM
    cell = state.space.ground.cell
    return Place(
        max(cell, min(across, state.scene.width * CM - cell)), max(cell, min(down, state.scene.height * CM - cell))
    )
