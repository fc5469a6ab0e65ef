"""The compiled SAMSARA contest: its rounds, who arrives in them, and whose turn comes next (SAM-18)."""

from typing import Any

from certamen.rulesets.samsara import mechanics
from certamen.rulesets.samsara.loop_losing import conclude, decided, judge
from certamen.rulesets.samsara.loop_tables import IN, WAITING, Asked
from certamen.rulesets.samsara.mechanics import ONGOING, Turns

World = Any  # tables: arrays when compiled, lists of records in plain Python


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
