"""Where those who take part stand at first: at the place written for them, or facing each other."""

from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel.space import Place
from certamen.rulesets.striker.ground import Unreadable, read_place
from certamen.rulesets.striker.moving import in_nobodys_way
from certamen.rulesets.striker.state import CM, Contest, metres

APART = 10


def stand(state: Contest, who: str) -> Contest:
    """The state with `who` at the place written for him, or at the nearest free one (STR-23)."""
    space, one = metres(state), state.participants[who]
    assert space is not None  # there is a map
    if one.sheet.size * CM != space.ground.cell:
        space = replace(space, sizes={**space.sizes, who: one.sheet.size * CM})
    try:
        wanted = read_place(space.ground, one.at)
    except Unreadable:
        wanted = facing(state, who)
    space = spaces.place(space, who, wanted)
    free = spaces.nearest_free(space, who, wanted, ignoring=in_nobodys_way(state, who))
    free = None if free is None else free._replace(z=wanted.z)
    return replace(state, space=space if free is None else spaces.place(space, who, free))


def facing(state: Contest, who: str) -> Place:
    """A place of the row of his side; the rows stand 10 m apart, the first as far left as keeps all on the map."""
    space = metres(state)
    assert space is not None  # there is a map
    ground, people = space.ground, state.participants.values()
    sides = list(dict.fromkeys(one.side for one in people))
    side = state.participants[who].side
    row = [one.id for one in people if one.side == side]
    across = ground.width // 2 + (2 * sides.index(side) - len(sides) + 1) * APART * CM // 2
    down = ground.height // 2 + (2 * row.index(who) - len(row) + 1) * CM
    cell = ground.cell
    return Place(max(cell, min(across, ground.width - cell)), max(cell, min(down, ground.height - cell)))
