"""The compiled loop's look around: what a check is made with, what one may choose, and what his policy does."""

from certamen.dice import Dice
from certamen.kernel.loop import Record, World
from certamen.kernel.ruleset import Codes
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.loop_places import (
    WAYS,
    ally_beside,
    feet,
    hands_used,
    hostile_close,
    is_foe,
    is_held,
    may_go,
    means_of,
    reaches,
    sees,
    works,
)
from certamen.rulesets.starslinger.loop_tables import IN, NOBODY, OUT
from certamen.rulesets.starslinger.policies import GUESSED_DC, Sight, clever, plain

PLAIN = 0  # its place in `Ruleset.policies`


# --- what a check is made with ---------------------------------------------------------------------------------


def modifiers_of(world: World, who: int, use: Record, reaction: bool) -> m.Modifiers:
    """Give the modifiers of a check, with the penalty for those before it (SLG-7, SLG-13)."""
    scene, me = world.scene[0], world.people[who]
    found = m.Modifiers(use.base, use.bonuses, use.best, use.penalties, use.worst)
    if reaction:
        return found
    penalty = m.check_penalty(me.checks, max(0, me.spent - 1), scene.counts)
    return m.counted(found, penalty, m.stacks(False, scene.scope))


def advantage_of(me: Record, use: Record, helped: bool, hindered: bool) -> int:
    """Give 1, 0 or -1 for advantage (SLG-9)."""
    return m.net_advantage(helped or use.up > 0 or me.steady > 0, hindered or use.down > 0)


def edges_of(me: Record, use: Record) -> int:
    """Give the net edges, one for each thing (SLG-10)."""
    edges: int = use.edges + (use.gains if me.edge > 0 else 0) - (use.loses if me.shaken > 0 else 0)
    return edges


def dc_edges(world: World, who: int) -> int:
    """Give the edges on his DCs (SLG-12)."""
    return 1 if world.people[who].guard > 0 else 0


def save_dc(world: World, who: int, save: int) -> int:
    """Give a DC of his with the edges on it (SLG-12)."""
    return m.edged_dc(base_dc(world.people[who], save), dc_edges(world, who))


def base_dc(one: Record, save: int) -> int:
    """Give a DC of his sheet."""
    dcs: tuple[int, ...] = (one.str_dc, one.dex_dc, one.con_dc, one.int_dc, one.wis_dc, one.cha_dc)
    return dcs[save]


def attack_dc(world: World, whom: int, weapon: Record) -> int:
    """Give the DC an attack on `whom` must reach (SLG-15)."""
    one = world.people[whom]
    dc = m.targeted_dc(base_dc(one, weapon.versus), base_dc(one, weapon.other), one.flat > 0 or one.prone > 0)
    return m.edged_dc(dc, dc_edges(world, whom))


def attack_advantage(world: World, who: int, whom: int, arm: int) -> int:
    """Give 1, 0 or -1 for advantage on an attack (SLG-9, SLG-22, SLG-23)."""
    hindered, weapon = not sees(world, who, whom), means_of(world, who, arm)
    if weapon.range > 0:
        hindered = hindered or m.ranged_hindered(True, ally_beside(world, who, whom), hostile_close(world, who))
    return advantage_of(world.people[who], weapon, not sees(world, whom, who), hindered)


# --- what he may choose ----------------------------------------------------------------------------------------


def choose(world: World, dice: Dice, who: int, mind: int) -> Codes:
    """Ask the policy of him whose turn it is."""
    me, desk = world.people[who], world.desk_act[0]
    desk.clear, desk.draw, desk.enter = NOBODY, NOBODY, NOBODY
    desk.move, desk.power, desk.heal = NOBODY, NOBODY, NOBODY
    actions, blows = 0, 0
    react = 1 if me.provoked > 0 else 0
    if me.status == IN and me.limit > me.spent:
        actions = me.limit - me.spent
        blows = _blows(world, who)
        _errands(world, who)
    held = 1 if actions > 0 and is_held(world, who) else 0
    errands = (
        react,
        0,
        1 if desk.clear >= 0 else 0,
        1 if desk.draw >= 0 else 0,
        me.prone,
        held,
        1 if desk.enter >= 0 else 0,
        1 if desk.move >= 0 else 0,
        1 if desk.heal >= 0 else 0,
        0,
    )
    sight = Sight(1, actions, me.checks, world.scene[0].naturals, 0, (0, 0), errands, world.desk_blows[:blows])
    return plain(sight, dice) if mind == PLAIN else clever(sight, dice)


def answer(world: World, dice: Dice, mind: int, reroll: int) -> Codes:
    """Ask the policy of one who is asked outside his turn; reroll: the d20 that counts, or 0."""
    errands = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    sight = Sight(0, 0, 0, world.scene[0].naturals, reroll, (0, 0), errands, world.desk_blows[:0])
    return plain(sight, dice) if mind == PLAIN else clever(sight, dice)


def _blows(world: World, who: int) -> int:
    """Write on the desk each attack possible now, with one weapon, then with two; give how many."""
    count, arms, many = 0, world.scene[0].arms, len(world.people)
    world.people[who].spent += 1
    for arm in range(arms):
        if works(world, who, arm) and _counts(world, who, arm):
            for foe in range(many):
                if is_foe(world, who, foe) and reaches(world, who, foe, arm):
                    _blow(world, who, arm, NOBODY, foe, count)
                    count += 1
    for first in range(arms):
        if is_paired(world, who, first):
            count = _pairs(world, who, first, count)
    world.people[who].spent -= 1
    return count


def _counts(world: World, who: int, arm: int) -> bool:
    """Tell whether a policy attacks with it: of what everyone has, with the unarmed strike alone."""
    bare = means_of(world, who, arm).bare > 0
    counts: bool = not bare or arm == 0 or means_of(world, who, arm - 1).bare == 0
    return counts


def is_paired(world: World, who: int, arm: int) -> bool:
    """Tell whether an arm of his can be one of two: in one hand, or a double one in both (SLG-24)."""
    weapon = means_of(world, who, arm)
    fit = weapon.hands == 1 or (weapon.hands == 2 and weapon.double > 0)
    paired: bool = fit and weapon.carried > 0 and weapon.held > 0 and weapon.jammed == 0
    return paired


def _pairs(world: World, who: int, first: int, count: int) -> int:
    """Write on the desk the attacks with two weapons that begin with this one."""
    arms, many = world.scene[0].arms, len(world.people)
    double = means_of(world, who, first).hands == 2
    for second in range(arms):
        single = second != first and is_paired(world, who, second) and means_of(world, who, second).hands == 1
        if (double and second == first) or (not double and single):
            for foe in range(many):
                both = reaches(world, who, foe, first) and reaches(world, who, foe, second)
                if is_foe(world, who, foe) and both:
                    _blow(world, who, first, second, foe, count)
                    count += 1
    return count


def _blow(world: World, who: int, arm: int, second: int, foe: int, count: int) -> None:
    """Write an attack on the desk."""
    scene, me, other, row = world.scene[0], world.people[who], world.people[foe], world.desk_blows[count]
    weapon = means_of(world, who, arm)
    row.modifier = m.modifier(modifiers_of(world, who, weapon, False))
    row.advantage = attack_advantage(world, who, foe, arm)
    row.edges = edges_of(me, weapon)
    row.dc = attack_dc(world, foe, weapon) if scene.shown == 0 else GUESSED_DC
    row.threat, row.number, row.sides, row.share = weapon.threat, weapon.number, weapon.sides, weapon.share
    row.twice = 1 if second >= 0 else 0
    row.armed = 1 if weapon.hands > 0 else 0
    row.penalty = m.check_penalty(me.checks, me.checks, m.Counts.CHECKS)
    row.looks = m.looks(other.hp, other.most) if scene.shown < 2 else 0
    row.arm, row.second, row.target = arm, second, foe


def _errands(world: World, who: int) -> None:
    """Write on the desk with what or whom each errand could be done."""
    desk, arms = world.desk_act[0], world.scene[0].arms
    free = m.hands_free(hands_used(world, who))
    for arm in range(arms):
        item = means_of(world, who, arm)
        if item.carried > 0 and item.jammed > 0 and desk.clear < 0:
            desk.clear = arm
        if item.carried > 0 and item.jammed == 0 and item.held == 0 and 0 < item.hands <= free and desk.draw < 0:
            desk.draw = arm
    if may_go(world, who):
        _ways(world, who)
    _hurt(world, who)


def _ways(world: World, who: int) -> None:
    """Write on the desk whom he could close in with, and the spot of the nearest opponent he can get to."""
    desk, me, spots, near = world.desk_act[0], world.people[who], world.scene[0].spots, -1
    for foe in range(len(world.people)):
        if is_foe(world, who, foe):
            at = world.people[foe].at
            path = world.paths[me.at * spots + at]
            if at == me.at:
                if desk.enter < 0:
                    desk.enter = foe
            elif path.shut == 0 and (desk.move < 0 or path.feet < near):
                desk.move, near = at, path.feet


def _hurt(world: World, who: int) -> None:
    """Write on the desk the first power of his that reaches one of his side who is badly hurt, and whom."""
    desk, scene = world.desk_act[0], world.scene[0]
    for index in range(scene.powers):
        power = means_of(world, who, scene.arms + WAYS + index)
        for other in range(len(world.people)):
            one = world.people[other]
            hurt = one.side == world.people[who].side and one.status in (IN, OUT) and m.looks(one.hp, one.most) >= 2
            if power.number > 0 and hurt and feet(world, who, other) <= power.range and desk.heal < 0:
                desk.power, desk.heal = index, other
