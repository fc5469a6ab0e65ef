"""The compiled SAMSARA contest: what is decided on a turn, and what comes of it, with the mechanics' figures."""

from typing import Any

from certamen.kernel.loop import Did
from certamen.rulesets.samsara import mechanics, policies
from certamen.rulesets.samsara.loop_losing import (
    acting_terms,
    conclude,
    judge,
    opposed,
    resisting_terms,
    rolled,
    standing,
    wavers,
)
from certamen.rulesets.samsara.loop_rounds import ask_turn, begin_turn, go_next
from certamen.rulesets.samsara.loop_tables import Asked
from certamen.rulesets.samsara.mechanics import Die, Size, Standing, Tactic
from certamen.rulesets.samsara.policies import STRIVE, Rows

World = Any  # tables: arrays when compiled, lists of records in plain Python

WAIT, STRIVES, IN_TURN, FIGHT_ON, SEVERE = range(5)  # verbs, as `Did` has them
PLAIN = 0  # the policy of this number; the other one is `clever`


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
