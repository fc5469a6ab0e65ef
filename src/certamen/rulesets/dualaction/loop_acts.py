"""What a choice does in the loop: attacks, moves, reloading, items, cover, getting up."""

from certamen.dice import Dice
from certamen.kernel.loop import Did, Record, World
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.loop_sight import BLOW, BURST, THROWN, match_of, need_of
from certamen.rulesets.dualaction.loop_tables import NOBODY
from certamen.rulesets.dualaction.loop_ways import stir, way_cost
from certamen.rulesets.dualaction.policies import ATTACK, COVER, GET_UP, MOVE, RELOAD, STRIDE, USE
from certamen.rulesets.dualaction.sight import ACT, CONFIRM

CONFIRMED = 10
DECLARED = -1
HIT = 10_000  # a result counts hits in these, and adds the damage


def pay(world: World, one: Record, cost: int) -> None:
    """Spend what an act costs."""
    one.spent |= m.price(cost, world.desk_rules[0].single == 1)


def attack(world: World, who: int, target: int, arm: int, mode: int, dice: Dice) -> Did:
    """An attack declared: at once, or after what changes its damage was confirmed (DUA-18)."""
    scene = world.scene[0]
    if match_of(world, arm, target).shown:
        scene.kind, scene.target, scene.weapon, scene.mode = CONFIRM, target, arm - world.people[who].arms_from, mode
        return Did(who, ATTACK, target, DECLARED)
    return Did(who, ATTACK, target, strike(world, who, target, arm, mode, dice))


def confirm(world: World, who: int, dice: Dice) -> Did:
    """The attack goes ahead as declared (DUA-18)."""
    scene = world.scene[0]
    target, arm, mode = scene.target, world.people[who].arms_from + scene.weapon, scene.mode
    scene.kind, scene.target, scene.weapon, scene.mode = ACT, NOBODY, NOBODY, NOBODY
    return Did(who, CONFIRMED, target, strike(world, who, target, arm, mode, dice))


def strike(world: World, who: int, target: int, number: int, mode: int, dice: Dice) -> int:
    """Each shot's throw to hit, then the damage of those that hit (DUA-10, DUA-11)."""
    rules, shots = world.desk_rules[0], fire(world, who, number, mode)
    if mode == BLOW and rules.automatic:
        hit = 1
    else:
        hit = m.throw_to_hit(shots, need_of(world, who, target, number, mode), rules.extremes == 1, dice)
    if hit == 0:
        return 0
    return hit * HIT + harm(world, who, target, number, hit, dice)


def fire(world: World, who: int, number: int, mode: int) -> int:
    """Spend what an attack takes, of the turn and of what is loaded; gives how many throws to hit there are."""
    arm = world.arms[number]
    shots = m.shots_fired(arm.shots if mode == BURST else 1, arm.loaded, arm.magazine)
    pay(world, world.people[who], cost_of(world, world.people[who], number, mode))
    if mode == THROWN:
        arm.loaded -= 1
    elif arm.magazine > 0:
        arm.loaded -= shots
    return shots


def cost_of(world: World, one: Record, arm: int, mode: int) -> int:
    """What attacking so costs (DUA-5, DUA-19)."""
    for i in range(one.modes_from, one.modes_to):
        if world.desk_modes[i].arm == arm and world.desk_modes[i].mode == mode:
            return int(world.desk_modes[i].cost)
    return m.PRIMARY


def harm(world: World, who: int, target: int, number: int, hit: int, dice: Dice) -> int:
    """The damage of so many hits and what becomes of the target; gives what got through."""
    arm, other = world.arms[number], world.people[target]
    done = damage(world, who, target, number, hit, dice)
    hurt(world, other, done.through)
    other.dr = m.worn(other.dr, arm.wear, done.pierced)
    if arm.knocks_down and done.through > 0 and other.status == 0 and not other.knocked_down:
        other.knocked_down = 1
        other.in_cover = 0
    return done.through


def damage(world: World, who: int, target: int, number: int, hit: int, dice: Dice) -> m.Damage:
    """The damage thrown (DUA-11 to DUA-14)."""
    arm, match, dr = world.arms[number], match_of(world, number, target), dr_against(world, number, target)
    if arm.bare:
        return m.throw_unarmed(world.people[who].strength, match.damage, dr, dice)
    return m.throw_damage(hit, arm.low, arm.high, match.damage, dr, world.desk_rules[0].per_hit == 1, dice)


def dr_against(world: World, number: int, target: int) -> int:
    """The DR that counts against an arm (DUA-12, DUA-14)."""
    return m.resistance(m.protection(world.people[target].dr, 0), match_of(world, number, target).pierces)


def hurt(world: World, other: Record, through: int) -> None:
    """So much damage got through; at 0 HP or less he is down (DUA-12)."""
    other.hp = m.wounded(other.hp, through)
    if other.status == 0 and not m.fights_on(other.hp, False, False):
        other.status = 1
        other.in_cover = 0
        stir(world)


def move(world: World, who: int, x: int, y: int) -> Did:
    """A move to a place in reach (DUA-6, DUA-7)."""
    for i in range(len(world.desk_spots)):
        spot = world.desk_spots[i]
        if spot.x == x and spot.y == y:
            go(world, who, spot.cell, spot.way)
            return Did(who, MOVE, who, spot.way)
    return Did(who, MOVE, who, 0)


def go(world: World, who: int, cell: int, way: int) -> None:
    """He goes so many cm, to a cell, and leaves his cover (DUA-6, DUA-7)."""
    one = world.people[who]
    one.spent |= way_cost(world, who, way)
    one.moved += way
    one.cell = cell
    one.in_cover = 0
    stir(world)


def other_deed(world: World, who: int, code: int, a: int, dice: Dice) -> Did:
    """Anything but attacking, moving and ending the turn; gives what came of it."""
    one, result = world.people[who], 0
    if code == RELOAD:
        pay(world, one, m.SECONDARY)
        arm = world.arms[one.arms_from + a]
        arm.loaded = arm.magazine
    elif code == USE:
        pay(world, one, m.SECONDARY)
        item, hp = world.items[one.items_from + a], one.hp
        item.stock -= 1
        one.hp = m.healed(hp, one.full, item.heals)
        result = one.hp - hp
    elif code == COVER:
        pay(world, one, m.SECONDARY)
        one.in_cover = 1
    elif code == GET_UP:
        pay(world, one, m.PRIMARY)
        one.knocked_down = 0
    elif code == STRIDE:
        one.allowance = m.thrown_move(dice)
        pay(world, one, m.SECONDARY)
        result = one.allowance
    return Did(who, code, who, result)
