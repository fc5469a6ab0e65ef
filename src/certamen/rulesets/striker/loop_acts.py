"""The compiled fight's acts: who is asked, what he chooses, what comes of it (see `kernel.loop`)."""

from collections.abc import Sequence
from typing import NamedTuple

from certamen.dice import Dice
from certamen.kernel.loop import Did, Record, Tray, World
from certamen.kernel.ruleset import Codes
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker import policies as p
from certamen.rulesets.striker.loop_area import fill, middle_of
from certamen.rulesets.striker.loop_hands import attack_spend, edge_of, switch_spend, thing_spend
from certamen.rulesets.striker.loop_land import cover, land_of
from certamen.rulesets.striker.loop_move import go, set_out, striking
from certamen.rulesets.striker.loop_order import lose, next_turn, pay
from certamen.rulesets.striker.loop_sight import look
from certamen.rulesets.striker.loop_tables import NOBODY
from certamen.rulesets.striker.policies import clever, plain

CLEVER = 1  # the place among the policies
DECLINE = p.READIED + 1  # the numbers of verbs are the policies' codes, and this


class Shot(NamedTuple):
    """An attack as it is rolled (STR-26)."""

    m: int
    challenge: int
    edge: int
    dice: int
    sides: int
    bonus: int
    resistance: int


def act(world: World, dice: Tray, minds: Sequence[int]) -> Did:
    """The next decision and all that follows until someone is asked again."""
    who = asked(world)
    codes = decide(world, who, minds[who], dice.policy(who))
    world.people[who].asked = 0
    verb, target, result = verb_of(world, codes), aimed_at(world, codes), 0
    if target >= 0:
        nth = declare(world, who, codes)
        shot = shot_of(world, who, target, nth)
        if hits(shot, dice.of(who)):
            result = 1 + lose(world, target, harm(shot, dice.of(who)))
            knock(world.people[target], world.desk_arms[world.desk_traits[who].arms + nth])
    elif verb == p.ACROBATICS:
        result = int(gets_up(world.desk_traits[who].acrobatics, dice.of(who)))
        tried(world.people[who], result == 1)
    elif verb == p.AREA:
        strike_once(world.people[who])
        result = fill(world, dice, who, codes[2], middle_of(world, codes[1], codes[2]))
    elif verb == p.USE:
        result = use(world, dice.of(who), who, codes[1])
    else:
        result = carry_out(world, who, codes)
    go_on(world, verb)
    return Did(who, verb, target, result)


def asked(world: World) -> int:
    """The first of those who are asked now, -1 for nobody."""
    for i in range(len(world.people)):
        if world.people[i].asked:
            return i
    return NOBODY


def decide(world: World, who: int, mind: int, dice: Dice) -> Codes:
    """What the policy of the one who is asked chooses."""
    rows = look(world, who)
    return clever(rows, dice) if mind == CLEVER else plain(rows, dice)


def verb_of(world: World, codes: Codes) -> int:
    """The number of the verb that was chosen: asked whether one re-acts, all but a blow declines (STR-18)."""
    if world.scene[0].mover >= 0 and codes[0] != p.OPPORTUNITY:
        return DECLINE
    return codes[0]


def aimed_at(world: World, codes: Codes) -> int:
    """Whom an attack that was chosen is made on, -1 where it is none."""
    mover: int = world.scene[0].mover
    if mover >= 0:
        return mover if codes[0] == p.OPPORTUNITY else NOBODY
    return codes[1] if codes[0] == p.ATTACK else NOBODY


def go_on(world: World, verb: int) -> None:
    """After an act: a move that was stopped goes on; the same one goes on, or if his turn is over the next (STR-15)."""
    scene = world.scene[0]
    if scene.ended or asked(world) >= 0:
        return
    if scene.mover >= 0:
        go(world)
        if scene.mover >= 0:
            return
    if verb == p.DEFAULT or world.people[scene.acting].status != m.Status.IN:
        next_turn(world)
    else:
        world.people[scene.acting].asked = 1


# --- attacks -------------------------------------------------------------------------------------------------------


def declare(world: World, who: int, codes: Codes) -> int:
    """An attack is declared and paid for: with which weapon, by its place in the sheet (STR-18, STR-26)."""
    one, mover = world.people[who], world.scene[0].mover
    if mover >= 0:
        nth = striking(world, who, mover)
        pay(one, m.Spend.RE)
        return nth
    strike_once(one)
    return codes[2]


def strike_once(one: Record) -> None:
    """An attack of the main-act is paid for (STR-26)."""
    pay(one, attack_spend(one))
    one.strikes += 1


def shot_of(world: World, who: int, on: int, nth: int) -> Shot:
    """An attack with a weapon as it is rolled (STR-26)."""
    facts, traits, land = world.desk_facts[0], world.desk_traits[who], land_of(world)
    weapon, one, other = traits.arms + nth, world.people[who], world.people[on]
    arm = world.desk_arms[weapon]
    return Shot(
        arm.m,
        m.challenge_behind(world.desk_traits[on].tc, cover(land, one.at, other.at)),
        edge_of(land, one, other),
        arm.dice,
        arm.sides,
        m.effect_bonus(arm.m, traits.strength, arm.range == 0, facts.adds_strength == 1),
        world.desk_resists[weapon * facts.people + on].amount,
    )


def hits(shot: Shot, dice: Dice) -> bool:
    """Roll the attack (STR-26)."""
    return m.check(shot.m, shot.challenge, shot.edge, m.Die.ATTACK, dice)


def harm(shot: Shot, dice: Dice) -> int:
    """Roll the effect: what it takes off hp (STR-26)."""
    return m.reduced(m.effect(shot.dice, shot.sides, shot.bonus, dice), shot.resistance)


def knock(other: Record, arm: Record) -> None:
    """A hit puts its condition on who is still in the contest (STR-26, STR-36)."""
    if arm.knocks and other.status == m.Status.IN:
        other.prone = 1


# --- all else ------------------------------------------------------------------------------------------------------


def gets_up(own: int, dice: Dice) -> bool:
    """Roll chk(Acrobatics,10) (STR-22)."""
    return m.check(own, m.ACROBATICS_CHALLENGE, 0, m.Die.CHECK, dice)


def tried(one: Record, fine: bool) -> None:
    """Up at no cost, or nothing changes; once a turn (STR-22)."""
    one.tried = 1
    if fine:
        one.prone = 0


def use(world: World, dice: Dice, who: int, nth: int) -> int:
    """A remedy is used on oneself: what it gives back (STR-34)."""
    one, traits = world.people[who], world.desk_traits[who]
    thing, goods = world.desk_things[traits.goods + nth], world.goods[traits.goods + nth]
    pay(one, thing_spend(one, thing))
    goods.left -= thing.limited
    before: int = one.hp
    after = m.restored(before, m.effect(thing.dice, thing.sides, 0, dice), traits.full)
    one.hp = after
    return after - before


def carry_out(world: World, who: int, codes: Codes) -> int:
    """Do what takes no dice: a move's cost, else 0."""
    verb, one, traits = codes[0], world.people[who], world.desk_traits[who]
    if world.scene[0].mover >= 0:
        return 0
    if verb == p.MOVE:
        return set_out(world, who, _node_at(world, codes[1], codes[2]))
    if verb == p.STAND:
        one.stood += m.stand_cost(traits.stock)
        one.prone = 0
    elif verb == p.EVADE:
        pay(one, m.Spend.MAIN)
        one.evading = 1
    elif verb == p.DASH:
        pay(one, m.Spend.MAIN)
        one.dashes += 1
    elif verb == p.DRAW:
        pay(one, m.interaction(True, one.free))
        one.held = codes[1]
    elif verb == p.SWITCH:
        pay(one, switch_spend(one, world.desk_arms[traits.arms + codes[1]]))
        one.held = codes[1]
    return 0


def _node_at(world: World, x: int, y: int) -> int:
    """Of a place that was seen in reach: where the search has it."""
    for nth in range(len(world.desk_spots)):
        spot = world.desk_spots[nth]
        if spot.x == x and spot.y == y:
            node: int = world.desk_reached[nth].node
            return node
    return 0
