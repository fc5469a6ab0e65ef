"""Whom a move may provoke, as far as the mover can know: opponents he sees, whose weapons he does not (STR-24)."""

from collections.abc import Iterator, Mapping

from certamen.kernel import space as spaces
from certamen.kernel.space import Metres, Place, Reach
from certamen.kernel.state import has_effect
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.state import DISENGAGED, Combatant, Contest, foes, metres


def provoked(state: Contest, who: str, found: Mapping[Place, Reach]) -> dict[Place, str]:
    """Of each place whose way leaves opponents standing beside it, their names; none once disengaged (STR-29)."""
    space = metres(state)
    if space is None or has_effect(state, who, DISENGAGED):
        return {}
    trigger = m.AooTrigger[str(state.rulings["aoo_trigger"]).upper()]
    names: dict[Place, list[str]] = {}
    for foe in foes(state, who):
        if foe.id in space.places:
            for to in _leaving(space, who, foe, found, trigger):
                names.setdefault(to, []).append(foe.name)
    return {to: " and ".join(left) for to, left in names.items()}


def _leaving(
    space: Metres, who: str, foe: Combatant, found: Mapping[Place, Reach], trigger: m.AooTrigger
) -> Iterator[Place]:
    start = space.places[who]
    near = {to: _near(space, foe.id, to) for to in (start, *found)}
    if not any(near.values()):
        return
    for to, reach in found.items():
        path = (start, *spaces.way(reach))
        close = [near[one] if one in near else _near(space, foe.id, one) for one in path]
        if any(m.leaves(close[at], close[at + 1], trigger) for at in range(len(path) - 1)):
            yield to


def _near(space: Metres, foe: str, to: Place) -> bool:
    here, far = space.places[foe], spaces.body(space, foe) + space.ground.cell + m.METRE
    return abs(here.x - to.x) <= far and abs(here.y - to.y) <= far and spaces.adjacent(space, foe, to)
