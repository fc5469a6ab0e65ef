"""The places one could stand at, as a policy sees them: how near, who can be attacked from there, what covers."""

from typing import NamedTuple

from certamen.kernel import space as spaces
from certamen.kernel.space import Metres, Place, Reach
from certamen.rulesets.striker import moving
from certamen.rulesets.striker.spending import turn_of
from certamen.rulesets.striker.state import CM, Combatant, Contest, at_hand, metres

FAR = 1_000_000
LOOK = 40 * CM


class Spot(NamedTuple):
    """A place one could stand at.

    cost: cm to it; near: cm to the nearest enemy; reached: enemies one could attack from it; odds: the best of their
    odds; cover: what it gives against those who see it; threats: enemies who would be adjacent;
    goal: cm to what one is after.
    """

    x: int
    y: int
    z: int
    cost: int
    near: int
    reached: int
    cover: int
    threats: int
    goal: int


NOWHERE = Spot(0, 0, 0, 0, FAR, 0, 0, 0, FAR)


# --- places --------------------------------------------------------------------------------------------------------


def here(state: Contest, one: Combatant, enemies: tuple[Combatant, ...], goals: tuple[Place, ...]) -> Spot:
    """The place one stands at."""
    space = metres(state)
    if space is None or one.id not in space.places:
        return NOWHERE
    return _spot(space, one, space.places[one.id], 0, enemies, goals)


def spots(
    state: Contest, one: Combatant, enemies: tuple[Combatant, ...], goals: tuple[Place, ...], armed: bool
) -> tuple[Spot, ...]:
    """The places in reach by the mode one moves by; none looked at where nothing speaks for moving."""
    space = metres(state)
    if space is None or one.id not in space.places or not turn_of(one).move:
        return ()
    if armed and not goals and not space.ground.cover and not any(w.range for w in at_hand(one)):
        return ()
    modes, mode = moving.modes(state, one.id), mode_of(state, one.id)
    if not mode or not (enemies or goals):
        return ()
    found = moving.reach(state, one.id, mode, modes[mode])
    return tuple(_spot(space, one, place, reach.cost, enemies, goals) for place, reach in found.items())


def _spot(
    space: Metres, one: Combatant, here: Place, cost: int, enemies: tuple[Combatant, ...], goals: tuple[Place, ...]
) -> Spot:
    weapons = at_hand(one)
    longest = max((weapon.range for weapon in weapons), default=0) * CM
    widest = max((weapon.reach for weapon in weapons if not weapon.range), default=0) * CM
    near, reached, cover, threats = FAR, 0, 0, 0
    for enemy in enemies:
        there = space.places.get(enemy.id)
        if there is None:
            continue
        far = spaces.distance(space, here, there)
        near = min(near, far)
        seen = spaces.sees(space, here, there)
        close = beside(far, space.ground.cell)
        threats += close
        reached += could_attack(seen, close, far, longest, widest)
        behind = spaces.cover_between(space, there, here) if space.ground.cover else None
        cover += 0 if behind is None or not seen else behind.modifier
    goal = min((spaces.distance(space, here, place) for place in goals), default=FAR)
    return Spot(here.x, here.y, here.z, cost, near, reached, cover, threats, goal)


def beside(far: int, cell: int) -> bool:
    """Whether an enemy so many cm away would be adjacent."""
    return far <= max(cell, CM)


def could_attack(seen: bool, close: bool, far: int, longest: int, widest: int) -> bool:
    """Whether one could attack an enemy so many cm away.

    longest: how far a weapon at hand carries; widest: how far a melee weapon reaches; 0 for no such weapon.
    """
    return seen and (far <= longest or (widest > 0 and (close or far <= widest)))


def mode_of(state: Contest, who: str) -> str:
    """The mode he moves by when nothing speaks for another."""
    modes, stock = moving.modes(state, who), state.participants[who].sheet.stock
    return stock if stock in modes else next(iter(modes), "")


def advance(
    state: Contest, one: Combatant, enemies: tuple[Combatant, ...], goals: tuple[Place, ...], seen: tuple[Spot, ...]
) -> int:
    """Which of the places in reach lies farthest on the way to what one is after, or to where one can attack; -1 none.

    The way around walls is looked for within 40 m.
    """
    space, mode = metres(state), mode_of(state, one.id)
    if space is None or one.id not in space.places or not seen:
        return -1
    nth = {(spot.x, spot.y, spot.z): index for index, spot in enumerate(seen)}
    ignoring = moving.in_nobodys_way(state, one.id)
    found = spaces.reachable(space, one.id, LOOK, mode, ignoring=ignoring)
    for place, reach in found.items():
        spot = _spot(space, one, place, reach.cost, enemies, goals)
        if (spot.goal <= space.ground.cell) if goals else spot.reached:
            return _on_the_way(reach, nth)
    return -1


def _on_the_way(reach: Reach, nth: dict[tuple[int, int, int], int]) -> int:
    step: Reach | None = reach
    while step is not None:
        if tuple(step.to) in nth:
            return nth[step.to.x, step.to.y, step.to.z]
        step = step.before
    return -1
