"""The compiled SAMSARA contest: modifiers on its tables, and who has lost by them, quits, or has won."""

from typing import Any

from certamen.rulesets.samsara import mechanics
from certamen.rulesets.samsara.loop_tables import IN, OUT, YIELDED, Asked
from certamen.rulesets.samsara.mechanics import NOBODY, ONGOING, Bones, NpcQuits, Severe, Terms

# `Any` stands for tables and their records: arrays when compiled, lists of records in plain Python.
World = Any
Record = Any

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
