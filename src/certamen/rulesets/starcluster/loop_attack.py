"""The compiled loop's attacks: what one may attack, the attack itself, and what a hit does."""

from certamen.kernel.loop import Record, Tray, World
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster.loop_tables import DEAD, IN, NEVER, OUT, OVER
from certamen.rulesets.starcluster.policies import attack_way


def look_around(world: World, who: int) -> int:
    """Write on the desk each attack open to him, by weapons and then opponents; give how many."""
    me, ways = world.people[who], 0
    for arm in range(me.first_arm, me.first_arm + me.arms):
        if m.may_use(world.arms[arm].plus, me.nth - 1):
            ways = _aim(world, who, arm, ways)
    return ways


def _aim(world: World, who: int, arm: int, ways: int) -> int:
    """Write on the desk the attacks with one weapon, behind those that stand there."""
    scene, me, weapon, people = world.scene[0], world.people[who], world.arms[arm], len(world.people)
    traded = m.trade(me.trade + me.round_trade)
    penalty = m.quality_penalty(me.wound, scene.hindered_quality > 0)
    bonus = m.quality_bonus(weapon.quality, me.shift_quality, traded.quality, penalty)
    for foe in range(people):
        other, at = world.people[foe], world.pairs[who * people + foe].band
        if other.status == IN and other.side != me.side and m.reaches(at, weapon.farthest):
            target = m.target_number(
                weapon.target,
                world.reaches[5 * arm + at].modifier,
                other.armour,
                other.cover,
                scene.lighting,
                me.shift_chance,
                traded.chance,
                m.wound_penalty(me.wound),
            )
            way = attack_way(target, bonus, other.wound if scene.shown else 0)
            row = world.desk_attacks[ways]
            row.target, row.bonus, row.tries, row.worth = way.target, way.bonus, way.tries, way.worth
            row.arm, row.foe = arm, foe
            ways += 1
    return ways


def attack(world: World, dice: Tray, who: int, way: Record) -> int:
    """Roll an attack that stands on the desk: 0 for a miss, else 1 and its quality (SC2-8, SC2-10)."""
    mine, success = dice.of(who), world.scene[0].at_or_under > 0
    if m.chance_of_success(mine, way.target, 1, success, m.Die.CHANCE) == 0:
        return 0
    return 1 + m.quality_of_success(mine, way.bonus)


def hit(world: World, dice: Tray, who: int, quality: int) -> None:
    """Take a hit's quality off Constitution, with all that follows (SC2-10 to SC2-14)."""
    scene, one = world.scene[0], world.people[who]
    one.constitution = m.constitution_left(one.constitution, quality)
    hurt = m.wound(one.constitution, one.full, scene.round_up > 0)
    late = m.wound_delay(one.wound, hurt, one.delayed > 0)
    one.wound = hurt + 0
    if late:
        one.delayed = 1
        one.initiative += late
        put_behind(world, who)
    up = True
    if m.must_overdo(hurt, quality):
        up = m.stays_up(dice.of(who), one.overdo, one.overdo_target, scene.retry > 0, scene.at_or_under > 0)
    status = m.status_after(hurt, up, scene.zero_is_dead > 0)
    if status != m.Status.STANDING:
        _fall(world, who, status)


def put_behind(world: World, who: int) -> None:
    """Put his chances to come where they now fall, behind all equal ones."""
    one, last = world.people[who], world.desk_places[len(world.people)]
    if one.coming:
        one.at = m.chance_at(one.initiative, one.nth - 1)
        last.since += 1
        world.desk_places[who].since = last.since


def lose_chances(one: Record) -> None:
    """Leave him without a chance to come."""
    one.coming, one.nth, one.at = 0, 0, NEVER


def _fall(world: World, who: int, status: m.Status) -> None:
    """Put him out of action; with at most one side left it is over (SC2-16, SC2-18)."""
    scene, one = world.scene[0], world.people[who]
    one.status = DEAD if status == m.Status.DEAD else OUT
    lose_chances(one)
    world.sides[one.side].standing -= 1
    sides, winner = 0, -1
    for side in range(len(world.sides)):
        if world.sides[side].standing > 0:
            sides += 1
            winner = side
    if m.is_over(sides):
        scene.ended, scene.winner, scene.phase, scene.asked = 1, winner, OVER, -1
