"""Who is where in the compiled loop, whom he sees, and what he has at hand."""

from certamen.kernel.loop import Record, World
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.loop_tables import IN, NOBODY

ENTER_WAY, ESCAPE_WAY, CLEAR_WAY = range(3)  # behind the arms
WAYS = 3

# --- who is where ----------------------------------------------------------------------------------------------


def together(world: World, a: int, b: int) -> bool:
    """Tell whether both are in one and the same melee."""
    same: bool = world.people[a].melee > 0 and world.people[a].melee == world.people[b].melee
    return same


def feet(world: World, a: int, b: int) -> int:
    """Give how far apart two are; 0 within a melee."""
    if a == b or together(world, a, b):
        return 0
    apart: int = world.paths[world.people[a].at * world.scene[0].spots + world.people[b].at].feet
    return apart


def is_foe(world: World, who: int, other: int) -> bool:
    """Tell whether the other is of another side, and in action."""
    foe: bool = world.people[other].status == IN and world.people[other].side != world.people[who].side
    return foe


def sees(world: World, who: int, whom: int) -> bool:
    """Tell whether `who` sees `whom` (SLG-22)."""
    seen: bool = world.people[who].side == world.people[whom].side or world.people[who].blinded == 0
    return seen


def hostile_close(world: World, who: int) -> bool:
    """Tell whether a hostile hinders his shots (SLG-23)."""
    for foe in range(len(world.people)):
        near = together(world, who, foe)
        if is_foe(world, who, foe) and m.hinders(near, feet(world, who, foe), sees(world, foe, who)):
            return True
    return False


def ally_beside(world: World, who: int, whom: int) -> bool:
    """Tell whether an ally of `who` is in the melee of `whom` (SLG-23)."""
    for one in range(len(world.people)):
        if one != who and world.people[one].side == world.people[who].side and together(world, one, whom):
            return True
    return False


def is_held(world: World, who: int) -> bool:
    """Tell whether anybody holds him."""
    many, held = len(world.people), 0
    for other in range(many):
        held += world.holds[who * many + other].rank
    return held > 0


def may_go(world: World, who: int) -> bool:
    """Tell whether he can go anywhere: in no melee, on his feet, not held."""
    me = world.people[who]
    free: bool = me.melee == 0 and me.prone == 0 and not is_held(world, who)
    return free


# --- means ------------------------------------------------------------------------------------------------------


def means_of(world: World, who: int, index: int) -> Record:
    """Give what he acts with: an arm, a way (behind the arms), a power (behind the ways), a reaction (behind these)."""
    scene = world.scene[0]
    return world.means[who * (scene.arms + WAYS + scene.powers + scene.reactions) + index]


def at_hand(arm: Record) -> bool:
    """Tell whether it can be attacked with now: held, a power, or bare hands."""
    ready: bool = arm.bare > 0 or (arm.carried > 0 and (arm.held > 0 or arm.hands == 0))
    return ready


def works(world: World, who: int, arm: int) -> bool:
    """Tell whether an arm of his is at hand and not jammed."""
    weapon = means_of(world, who, arm)
    return at_hand(weapon) and weapon.jammed == 0


def reaches(world: World, who: int, whom: int, arm: int) -> bool:
    """Tell whether an arm of his reaches (SLG-23, SLG-30)."""
    weapon = means_of(world, who, arm)
    return m.in_reach(weapon.range > 0, together(world, who, whom), feet(world, who, whom), weapon.range)


def hands_used(world: World, who: int) -> int:
    """Count the hands of his that hold something (SLG-26)."""
    used = 0
    for arm in range(world.scene[0].arms):
        item = means_of(world, who, arm)
        if item.carried > 0 and item.held > 0:
            used += item.hands
    return used


def wielded(world: World, who: int, nth: int) -> int:
    """Give the nth arm in his hands, from 1; `NOBODY` where he wields fewer."""
    found = 0
    for arm in range(world.scene[0].arms):
        item = means_of(world, who, arm)
        if item.carried > 0 and item.held > 0 and item.hands > 0:
            found += 1
            if found == nth:
                return arm
    return NOBODY
