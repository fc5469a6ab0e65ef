"""A StarCluster fight as it is compiled: who is asked, what his policy chooses, what comes of it (`kernel.loop`)."""

from certamen.kernel.loop import Did, Loop, Tray, World
from certamen.kernel.ruleset import Codes
from certamen.rulesets.starcluster import loop_attack, loop_round, loop_rows, loop_tables, policies
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster.loop_attack import attack, hit, look_around
from certamen.rulesets.starcluster.loop_round import declare, new_round, next_chance, take_word, use_chance
from certamen.rulesets.starcluster.loop_tables import FIRST, IN, KEEP, MOVE, PASS, SHIFT, SHOOT, SWAP, TIE, WAIT
from certamen.rulesets.starcluster.policies import ATTACK, CLOSER, LATER, TRADE, Sight, clever, plain

PLAIN = 0  # its place in `Ruleset.policies`


def begin(world: World, dice: Tray) -> None:
    """Roll the first base initiatives."""
    new_round(world, dice)


def act(world: World, dice: Tray, minds: tuple[int, ...]) -> Did:
    """Answer what is asked, and go on until something is asked again."""
    did = _decide(world, dice, minds)
    if world.scene[0].asked < 0 and not world.scene[0].ended:
        next_chance(world, dice)
    return did


def _decide(world: World, dice: Tray, minds: tuple[int, ...]) -> Did:
    scene = world.scene[0]
    who = scene.asked
    if scene.phase == TIE:
        take_word(world, who)
        return Did(who, FIRST, -1, 0)
    ways = look_around(world, who)
    kind, first, second = _choice(world, dice, who, minds[who], ways)
    if scene.phase == SHIFT:
        return _shift(world, who, kind, first, second)
    return _chance(world, dice, who, kind, first)


def _choice(world: World, dice: Tray, who: int, mind: int, ways: int) -> Codes:
    """Ask his policy."""
    scene, me = world.scene[0], world.people[who]
    sight = Sight(
        1 if scene.phase == SHIFT else 0,
        scene.latest_shift,
        1 - me.traded,
        1 if m.may_move(me.nth - 1, me.moved > 0, scene.move_free > 0) and _any_farther(world, who) else 0,
        scene.at_or_under > 0,
        world.desk_attacks[:ways],
        world.desk_attacks[:0],
    )
    return plain(sight, dice.policy(who)) if mind == PLAIN else clever(sight, dice.policy(who))


def _shift(world: World, who: int, kind: int, points: int, quality: int) -> Did:
    waits = kind == LATER
    declare(world, who, m.later(points, quality) if waits else m.Shift(0, 0, 0))
    return Did(who, WAIT if waits else KEEP, -1, points)


def _chance(world: World, dice: Tray, who: int, kind: int, first: int) -> Did:
    me = world.people[who]
    if kind == TRADE:
        me.trade, me.traded = first, 1
        return Did(who, SWAP, -1, first)
    if kind == ATTACK:
        way = world.desk_attacks[first]
        foe, result = way.foe, attack(world, dice, who, way)
        use_chance(world, who, world.arms[way.arm].plus)
        if result > 1:
            hit(world, dice, foe, result - 1)
        return Did(who, SHOOT, foe, result)
    if kind == CLOSER:
        _come_closer(world, who)
    if kind != CLOSER or not world.scene[0].move_free:
        use_chance(world, who, me.plus)
    return Did(who, MOVE if kind == CLOSER else PASS, -1, 0)


def _any_farther(world: World, who: int) -> bool:
    """Tell whether there is an opponent one can come closer to."""
    foe = 0
    while foe < len(world.people) and not _is_farther(world, who, foe):
        foe += 1
    return foe < len(world.people)


def _is_farther(world: World, who: int, foe: int) -> bool:
    """Tell whether this is an opponent whom one can come closer to."""
    me, other = world.people[who], world.people[foe]
    farther: bool = other.status == IN and other.side != me.side and world.pairs[who * len(world.people) + foe].band > 0
    return farther


def _come_closer(world: World, who: int) -> None:
    """Come one band closer to all opponents who are farther than close (SC2-15)."""
    me, people = world.people[who], len(world.people)
    for foe in range(people):
        if _is_farther(world, who, foe):
            band = world.pairs[who * people + foe].band + m.CLOSER
            world.pairs[who * people + foe].band = band
            world.pairs[foe * people + who].band = band
    me.moved = 1


LOOP = Loop(
    refusal=loop_rows.refusal,
    opening=loop_rows.opening,
    rows=loop_rows.rows,
    begin=begin,
    act=act,
    did=loop_rows.did,
    modules=(__name__, *(one.__name__ for one in (m, policies, loop_tables, loop_attack, loop_round))),
)
