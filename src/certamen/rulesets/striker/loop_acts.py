"""The compiled fight's acts: who is asked, what he chooses, what comes of it (see `kernel.loop`)."""

from collections.abc import Sequence

from certamen.kernel.loop import Did, Tray, World
from certamen.kernel.ruleset import Codes
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker import policies as p
from certamen.rulesets.striker.loop_land import cover, land_of
from certamen.rulesets.striker.loop_move import go, set_out, striking
from certamen.rulesets.striker.loop_order import fall_if_spent, next_turn, pay
from certamen.rulesets.striker.loop_sight import attack_spend, edge_of, look, switch_spend
from certamen.rulesets.striker.loop_tables import NOBODY
from certamen.rulesets.striker.policies import clever, plain

CLEVER = 1  # the place among the policies
DECLINE = p.READIED + 1  # the numbers of verbs are the policies' codes, and this


def act(world: World, dice: Tray, minds: Sequence[int]) -> Did:
    """The next decision and all that follows until someone is asked again."""
    who = _asked(world)
    rows, own = look(world, who), dice.policy(who)
    codes = clever(rows, own) if minds[who] == CLEVER else plain(rows, own)
    world.people[who].asked = 0
    if world.scene[0].mover >= 0:
        return _answer(world, dice, who, codes)
    return _turn(world, dice, who, codes)


def _asked(world: World) -> int:
    for i in range(len(world.people)):
        if world.people[i].asked:
            return i
    return NOBODY


# --- in one's turn -------------------------------------------------------------------------------------------------


def _turn(world: World, dice: Tray, who: int, codes: Codes) -> Did:
    """An act of the turn; then the same one goes on, unless it was the last (STR-15)."""
    verb, target, result = codes[0], NOBODY, 0
    if verb == p.ATTACK:
        target = codes[1]
        pay(world.people[who], attack_spend(world.people[who]))
        world.people[who].strikes += 1
        result = _strike(world, dice, who, target, codes[2])
    elif verb == p.MOVE:
        result = set_out(world, who, _node_at(world, codes[1], codes[2]))
    elif verb == p.STAND:
        _stand(world, who)
    elif verb == p.ACROBATICS:
        result = _acrobatics(world, dice, who)
    elif verb == p.EVADE:
        pay(world.people[who], m.Spend.MAIN)
        world.people[who].evading = 1
    elif verb == p.DASH:
        pay(world.people[who], m.Spend.MAIN)
        world.people[who].dashes += 1
    elif verb == p.DRAW or verb == p.SWITCH:
        _take(world, who, codes[1], verb == p.SWITCH)
    _go_on(world, verb == p.DEFAULT)
    return Did(who, verb, target, result)


def _go_on(world: World, over: bool) -> None:
    """After an act: the same one goes on, or if his turn is over the next (STR-15)."""
    scene = world.scene[0]
    if scene.ended or scene.mover >= 0:
        return
    if over or world.people[scene.acting].status != m.Status.IN:
        next_turn(world)
    else:
        world.people[scene.acting].asked = 1


def _node_at(world: World, x: int, y: int) -> int:
    """Of a place that was seen in reach: where the search has it."""
    for nth in range(len(world.desk_spots)):
        spot = world.desk_spots[nth]
        if spot.x == x and spot.y == y:
            node: int = world.desk_reached[nth].node
            return node
    return 0


def _stand(world: World, who: int) -> None:
    """Up again, for half the stock speed (STR-22)."""
    one = world.people[who]
    one.stood += m.stand_cost(world.desk_traits[who].stock)
    one.prone = 0


def _acrobatics(world: World, dice: Tray, who: int) -> int:
    """chk(Acrobatics,10): up at no cost, or nothing changes (STR-22)."""
    one, own = world.people[who], world.desk_traits[who].acrobatics
    fine = m.check(own, m.ACROBATICS_CHALLENGE, 0, m.Die.CHECK, dice.of(who))
    one.tried = 1
    if fine:
        one.prone = 0
    return int(fine)


def _take(world: World, who: int, weapon: int, switching: bool) -> None:
    """A weapon comes into the hand (STR-17, STR-34)."""
    one, arm = world.people[who], world.desk_arms[world.desk_traits[who].arms + weapon]
    pay(one, switch_spend(one, arm) if switching else m.interaction(True, one.free))
    one.held = weapon


# --- attacks -------------------------------------------------------------------------------------------------------


def _strike(world: World, dice: Tray, who: int, on: int, nth: int) -> int:
    """An attack: 0 for a miss, else 1 and what it took off the hp (STR-26)."""
    facts, traits, other = world.desk_facts[0], world.desk_traits[who], world.people[on]
    weapon = traits.arms + nth
    arm = world.desk_arms[weapon]
    land, one = land_of(world), world.people[who]
    challenge = m.challenge_behind(world.desk_traits[on].tc, cover(land, one.at, other.at))
    if not m.check(arm.m, challenge, edge_of(land, one, other), m.Die.ATTACK, dice.of(who)):
        return 0
    bonus = m.effect_bonus(arm.m, traits.strength, arm.range == 0, facts.adds_strength == 1)
    thrown = m.effect(arm.dice, arm.sides, bonus, dice.of(who))
    through = m.reduced(thrown, world.desk_resists[weapon * facts.people + on].amount)
    other.hp = m.pool_after(other.hp, through)
    fall_if_spent(world, on)
    if arm.knocks and other.status == m.Status.IN:
        other.prone = 1
    return 1 + through


# --- re-acts -------------------------------------------------------------------------------------------------------


def _answer(world: World, dice: Tray, who: int, codes: Codes) -> Did:
    """A blow at who leaves, or none; when all have answered, the move goes on (STR-18, STR-24)."""
    mover = world.scene[0].mover
    verb, target, result = DECLINE + 0, NOBODY, 0
    if codes[0] == p.OPPORTUNITY:
        nth = striking(world, who, mover)
        pay(world.people[who], m.Spend.RE)
        verb, target, result = codes[0], mover, _strike(world, dice, who, mover, nth)
    if not world.scene[0].ended and _asked(world) < 0:
        go(world)
        _go_on(world, False)
    return Did(who, verb, target, result)
