"""The compiled SAMSARA contest: from the first judgement to the last check, on tables, with the mechanics' figures."""

from typing import Any

from certamen.kernel.loop import Did
from certamen.rulesets.samsara import mechanics, policies
from certamen.rulesets.samsara.loop_tables import IN, OUT, WAITING, YIELDED, Asked
from certamen.rulesets.samsara.mechanics import (
    NOBODY,
    ONGOING,
    Bones,
    Die,
    NpcQuits,
    Severe,
    Size,
    Standing,
    Tactic,
    Terms,
    Turns,
)
from certamen.rulesets.samsara.policies import STRIVE, Rows

# `Any` stands for tables and their records: arrays when compiled, lists of records in plain Python.
World = Any
Record = Any

WAIT, STRIVES, IN_TURN, FIGHT_ON, SEVERE = range(5)  # verbs, as `Did` has them
PLAIN = 0  # the policy of this number; the other one is `clever`
NO_NET = -1_000_000  # below every modifier: there is nobody to strive against


# --- modifiers ---------------------------------------------------------------------------------------------------


def rolled(scene: Record) -> Bones:
    """The dice and the shift."""
    return Bones(scene.number, scene.sides, scene.shift)


def acting_terms(world: World, i: int, g: int) -> Terms:
    """The terms of an actor's modifier when he pursues a goal."""
    scene = world.scene[0]
    stance, held = world.stances[i * scene.goals + g], world.held[i * scene.spheres + world.aims[g].sphere]
    checks = world.people[i].checks
    return Terms(stance.attributes, stance.abilities, stance.motives, checks, held.severe, stance.situation)


def resisting_terms(world: World, i: int, g: int) -> Terms:
    """The terms of his modifier when it is pursued against him."""
    scene = world.scene[0]
    stance, held = world.stances[i * scene.goals + g], world.held[i * scene.spheres + world.aims[g].sphere]
    return Terms(
        stance.resisting_attributes,
        stance.resisting_abilities,
        stance.resisting_motives,
        world.people[i].checks,
        held.severe,
        stance.resisting_situation,
    )


def net_against(world: World, i: int, j: int, g: int) -> int:
    """The net of i's modifier against j in a goal; for one who only ever resists, in j's; `NO_NET` if in neither."""
    scene = world.scene[0]
    mine, his = world.stances[i * scene.goals + g], world.stances[j * scene.goals + g]
    if world.people[i].fights:
        if mine.pursues and his.faces:
            return mechanics.net_modifier(mine.own, his.opposing)
    elif his.pursues and mine.faces:
        modifier = mechanics.own_modifier(resisting_terms(world, i, g))
        against = mechanics.opposing_modifier(acting_terms(world, j, g), scene.checks_apply)
        return mechanics.net_modifier(modifier, against)
    return NO_NET


def opposed(world: World, i: int, j: int) -> bool:
    """Whether j is an opponent of i who is in."""
    other = world.people[j]
    return bool(other.status == IN and other.side != world.people[i].side)


def best_net(world: World, i: int) -> int:
    """An actor's net against the easiest opponent, in the goal that suits him best."""
    best = NO_NET
    for j in range(len(world.people)):
        if opposed(world, i, j):
            for g in range(world.scene[0].goals):
                best = max(best, net_against(world, i, j, g))
    return best


def standing(world: World, i: int) -> int:
    """How an actor stands."""
    net = best_net(world, i)
    return mechanics.standing(0 if net == NO_NET else net, rolled(world.scene[0])) + 0


# --- losing and quitting -----------------------------------------------------------------------------------------


def decided(world: World) -> int:
    """The place of the side that has won, or `ONGOING` or `NOBODY`."""
    winner = NOBODY
    if world.scene[0].active == 0:
        return winner
    for side in range(len(world.sides)):
        winner = mechanics.with_side(winner, side, world.sides[side].left)
    return winner


def drop_out(world: World, i: int, status: int) -> None:
    """An actor is no longer in the contest."""
    one = world.people[i]
    one.status = status
    world.sides[one.side].left -= 1
    world.scene[0].active -= 1


def has_lost(world: World, i: int) -> bool:
    """Whether an actor still in can deliver no check whatever he rolls."""
    one = world.people[i]
    if one.status != IN or one.kept_in:
        return False
    net = best_net(world, i)
    return bool(net != NO_NET and mechanics.cannot_deliver(net, rolled(world.scene[0])))


def judge(world: World) -> None:
    """Everyone who can no longer deliver a check is out, at once; and again for those whom that leaves so."""
    while decided(world) == ONGOING:
        beaten = 0
        for i in range(len(world.people)):
            lost = has_lost(world, i)
            world.desk_losses[i].beaten = lost
            beaten += lost
        if beaten == 0:
            return
        for i in range(len(world.people)):
            if world.desk_losses[i].beaten:
                drop_out(world, i, OUT)


def wavers(world: World, i: int) -> bool:
    """Whether one to whom checks were delivered thinks of quitting; where he does so of himself, he has quit."""
    scene, one = world.scene[0], world.people[i]
    if one.status != IN or one.player or scene.npc_quits == NpcQuits.NEVER or decided(world) != ONGOING:
        return False
    if not mechanics.considers_quitting(one.starting, one.checks):
        return False
    if scene.npc_quits == NpcQuits.ASK:
        return True
    drop_out(world, i, YIELDED)
    judge(world)
    return False


def conclude(world: World, winner: int) -> None:
    """It is decided; the game master may be asked what severe checks stay."""
    scene = world.scene[0]
    scene.winner = winner if winner >= 0 else -1
    scene.asked, scene.about = Asked.NOTHING + 0, -1
    if scene.severe == Severe.GM:
        for i in range(len(world.people)):
            if world.people[i].checks > 0 and not world.people[i].judged:
                scene.asked, scene.about = Asked.SEVERE + 0, i
                return
    scene.ended = 1


# --- rounds and turns --------------------------------------------------------------------------------------------


def go_next(world: World) -> None:
    """The turn going on ends and the next begins, in this round or a new one, until someone is asked or it is over."""
    while True:
        winner = decided(world)
        if winner != ONGOING:
            conclude(world, winner)
            return
        if next_in_round(world):
            return
        start_round(world)


def next_in_round(world: World) -> bool:
    """The next turn of the round begins, or the game master is asked whose; whether there was one."""
    scene = world.scene[0]
    scene.acting = -1
    if scene.turns == Turns.FREE:
        leave_out_the_fallen(world)
        scene.asked, scene.about = Asked.WHO_ACTS + 0, -1
        return bool(scene.turn < scene.slots)
    while scene.turn < scene.slots:
        if begin_turn(world):
            ask_turn(world)
            return True
    return False


def begin_turn(world: World) -> bool:
    """The turn of whoever is next begins; not if he is no longer in."""
    scene = world.scene[0]
    who = world.order[scene.turn].who
    scene.turn += 1
    one = world.people[who]
    if one.status != IN:
        return False
    scene.acting = who
    one.acts = 1
    return True


def ask_turn(world: World) -> None:
    """The one whose turn it is is asked what he does."""
    scene = world.scene[0]
    scene.asked, scene.about = Asked.TURN + 0, scene.acting


def leave_out_the_fallen(world: World) -> None:
    """The turns to come of those no longer in are gone."""
    scene = world.scene[0]
    kept = scene.turn
    for k in range(scene.turn, scene.slots):
        who = world.order[k].who
        if world.people[who].status == IN:
            world.order[kept].who = who
            kept += 1
    for k in range(kept, scene.slots):
        world.order[k].who = -1
    scene.slots = kept


def start_round(world: World) -> None:
    """A round begins: who arrives comes in, and all in get their turns."""
    scene = world.scene[0]
    scene.round += 1
    for i in range(len(world.people)):
        one = world.people[i]
        if one.status == WAITING and 0 < one.arrives <= scene.round:
            one.status = IN
            scene.active += 1
            world.order[scene.slots].who = i
            scene.slots += 1
            judge(world)
    if decided(world) == ONGOING:
        fill_order(world)


def fill_order(world: World) -> None:
    """One turn for each actor in, by the ruling on turns."""
    scene, count = world.scene[0], count_sides(world)
    declared = 0
    for i in range(len(world.people)):
        one = world.people[i]
        if one.status == IN:
            side = world.desk_sides[one.side]
            at = mechanics.place_in_round(scene.turns, declared, side.ranked, side.place, count)
            side.ranked += 1
            put_in_order(world, declared, i, at)
            declared += 1
    for k in range(declared, scene.slots):
        world.order[k].who = -1
    scene.slots = declared
    scene.turn = 0


def count_sides(world: World) -> int:
    """How many sides have anyone in; their places in the order are noted, the challenger's first."""
    for side in range(len(world.desk_sides)):
        world.desk_sides[side].place = -1
        world.desk_sides[side].ranked = 0
    count = 0
    for first in range(2):
        for i in range(len(world.people)):
            one = world.people[i]
            met = world.desk_sides[one.side]
            challenging = one.side == world.scene[0].challenger
            if one.status == IN and met.place < 0 and (challenging or first == 1):
                met.place = count
                count += 1
    return count


def put_in_order(world: World, filled: int, who: int, at: int) -> None:
    """A turn takes its place among those filled in, behind all that come as early."""
    k = filled
    while k > 0 and world.desk_ranks[k - 1].at > at:
        world.desk_ranks[k].at = world.desk_ranks[k - 1].at
        world.order[k].who = world.order[k - 1].who
        k -= 1
    world.desk_ranks[k].at = at
    world.order[k].who = who


# --- an actor's turn ---------------------------------------------------------------------------------------------


def sight(world: World, i: int) -> Rows:
    """What the one whose turn it is may know."""
    scene, filled, number = world.scene[0], 0, 0
    for g in range(scene.goals):
        mine = world.stances[i * scene.goals + g]
        if mine.pursues:
            filled = see_goal(world, i, g, number, filled)
            number += 1
    return Rows(standing(world, i), world.desk_attempts[:filled], world.desk_tries[:0])


def see_goal(world: World, i: int, g: int, number: int, filled: int) -> int:
    """The attempts of one goal, written behind those that are filled in; how many there are now."""
    scene = world.scene[0]
    mine, place = world.stances[i * scene.goals + g], 0
    for j in range(len(world.people)):
        if opposed(world, i, j) and world.stances[j * scene.goals + g].faces:
            row = world.desk_attempts[filled]
            row.goal, row.target, row.own = number, place, mine.own
            row.standing = Standing.LEVEL + 0 if scene.nothing_shown else standing(world, j)
            row.calm_tactic, row.calm_instrument = mine.calm_tactic, mine.calm_instrument
            row.plain_tactic = mine.plain_tactic
            row.bold_tactic, row.bold_instrument = mine.bold_tactic, mine.bold_instrument
            filled += 1
            place += 1
    return filled


def nth_goal(world: World, i: int, number: int) -> int:
    """The goal of this number among those an actor pursues."""
    goals, found = world.scene[0].goals, -1
    for g in range(goals):
        if world.stances[i * goals + g].pursues:
            found += 1
            if found == number:
                return g
    return -1


def nth_target(world: World, i: int, g: int, place: int) -> int:
    """The opponent in this place among those against whom the goal may be pursued."""
    goals, found = world.scene[0].goals, -1
    for j in range(len(world.people)):
        if opposed(world, i, j) and world.stances[j * goals + g].faces:
            found += 1
            if found == place:
                return j
    return -1


def take_turn(world: World, dice: Any, minds: Any) -> Did:  # noqa: ANN401 - the tray, and an array of numbers
    """The one whose turn it is does what his policy says."""
    i = world.scene[0].acting
    seen = sight(world, i)
    codes = policies.plain(seen, dice.policy(i)) if minds[i] == PLAIN else policies.clever(seen, dice.policy(i))
    world.people[i].acts = 0
    if codes[0] != STRIVE:
        return Did(i, WAIT, -1, 0)
    g = nth_goal(world, i, codes[1])
    target = nth_target(world, i, g, codes[2])
    delivered = strive(world, dice, i, g, target, rating(world, i, g, codes[3], codes[4]))
    return Did(i, STRIVES, target, delivered)


def rating(world: World, i: int, g: int, tactic: int, instrument: int) -> int:
    """The effect rating of an attempt."""
    stance = world.stances[i * world.scene[0].goals + g]
    manner = tactic if stance.tactics else Tactic.STANDARD + 0
    size = world.instruments[world.people[i].instruments + instrument].size if stance.instruments else Size.MEDIUM + 0
    return mechanics.effect_rating(world.aims[g].rating_from, manner, size)


def strive(world: World, dice: Any, i: int, g: int, target: int, rating: int) -> int:  # noqa: ANN401 - the tray
    """One contest roll, and who loses by it; the checks, below 0 where the actor takes them himself."""
    scene = world.scene[0]
    mine, his = world.stances[i * scene.goals + g], world.stances[target * scene.goals + g]
    net = mechanics.net_modifier(mine.own, his.opposing)
    roll = mechanics.contest_roll(dice.of(i), rolled(scene), net, Die.CONTEST)
    delivered = mechanics.checks_delivered(roll.total, rating, scene.chart)
    deliver(world, target if delivered > 0 else i, g, abs(delivered))
    judge(world)
    return delivered


def deliver(world: World, i: int, g: int, checks: int) -> None:
    """An actor takes checks, and his modifiers change."""
    scene, one = world.scene[0], world.people[i]
    world.held[i * scene.spheres + world.aims[g].sphere].checks += checks
    one.checks += checks
    one.kept_in = 0
    for k in range(scene.goals):
        stance = world.stances[i * scene.goals + k]
        stance.own = mechanics.own_modifier(acting_terms(world, i, k))
        stance.opposing = mechanics.opposing_modifier(resisting_terms(world, i, k), scene.checks_apply)


# --- the contest -------------------------------------------------------------------------------------------------


def begin(world: World, dice: Any) -> None:  # noqa: ANN401 - the tray
    """The contest starts: who could never deliver a check has lost, then the first turn."""
    judge(world)
    go_next(world)


def act(world: World, dice: Any, minds: Any) -> Did:  # noqa: ANN401 - the tray, and an array of numbers
    """The next decision: an actor's on his turn, or what the game master says by default."""
    scene = world.scene[0]
    asked, about = scene.asked, scene.about
    if asked == Asked.SEVERE:
        world.people[about].judged = 1
        conclude(world, scene.winner)
        return Did(about, SEVERE, -1, 0)
    if asked == Asked.WHO_ACTS:
        begin_turn(world)
        ask_turn(world)
        return Did(scene.acting, IN_TURN, -1, 0)
    if asked == Asked.WAVERING:
        go_next(world)
        return Did(about, FIGHT_ON, -1, 0)
    did = take_turn(world, dice, minds)
    if did.verb == STRIVES:
        receiver = did.target if did.result > 0 else did.actor
        if wavers(world, receiver):
            scene.asked, scene.about = Asked.WAVERING + 0, receiver
            return did
    go_next(world)
    return did
