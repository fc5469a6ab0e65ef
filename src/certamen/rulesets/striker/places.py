"""Where those who take part stand at first: at the place written for them, or facing each other."""

from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel.facing import facing
from certamen.kernel.space.drawn import Unreadable
from certamen.rulesets.striker.ground import read_place
from certamen.rulesets.striker.moving import in_nobodys_way
from certamen.rulesets.striker.state import CM, Contest, metres


def stand(state: Contest, who: str) -> Contest:
    """The state with `who` at the place written for him, or at the nearest free one (STR-23)."""
    space, one = metres(state), state.participants[who]
    assert space is not None  # there is a map
    if one.sheet.size * CM != space.ground.cell:
        space = replace(space, sizes={**space.sizes, who: one.sheet.size * CM})
    try:
        wanted = read_place(space.ground, one.at)
    except Unreadable:
        wanted = facing(state, space.ground, who)
    space = spaces.place(space, who, wanted)
    free = spaces.nearest_free(space, who, wanted, ignoring=in_nobodys_way(state, who))
    free = None if free is None else free._replace(z=wanted.z)
    return replace(state, space=space if free is None else spaces.place(space, who, free))
