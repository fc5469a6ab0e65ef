"""A Starslinger fight as it is compiled: what is asked of whom, what his policy chooses, what comes of it."""

from certamen.kernel.loop import Did, Loop, Tray, World
from certamen.rulesets.starslinger import (
    loop_checks,
    loop_harm,
    loop_places,
    loop_rows,
    loop_sight,
    loop_turns,
    policies,
)
from certamen.rulesets.starslinger import loop_tables as t
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.loop_checks import attack, clear, d20, enter, escape, heal, push, reroll
from certamen.rulesets.starslinger.loop_harm import boon, harm
from certamen.rulesets.starslinger.loop_places import WAYS, means_of
from certamen.rulesets.starslinger.loop_sight import answer, choose
from certamen.rulesets.starslinger.loop_turns import begin_turn, end_scene, go_on, new_round, open_scene, wipe
from certamen.rulesets.starslinger.options import CLEAR, DRAW, ENTER, ESCAPE, HEAL, MOVE, REACT, STAND
from certamen.rulesets.starslinger.policies import BLOW, ERRAND, REROLL, worse_die


def begin(world: World, dice: Tray) -> None:
    """Ask for the GM's first post, or roll initiative at once where there is no GM."""
    if world.scene[0].gm > 0:
        push(world, t.POST, t.GO_ON, t.NOBODY, t.NOBODY)
    else:
        open_scene(world, dice)


def act(world: World, dice: Tray, minds: tuple[int, ...]) -> Did:
    """Answer what is asked, and go on until something is asked again."""
    scene = world.scene[0]
    top = world.windows[scene.depth - 1]
    request, who, target = top.request, top.who, top.target
    top.request, top.who, top.target = t.NOTHING, t.NOBODY, t.NOBODY
    world.desk_act[0].told = 0
    verb, result = t.DID_END + 0, 0
    if request == t.TURN:
        verb, target = take_turn(world, dice, who, minds[who])
    elif request == t.REROLL:
        verb, target = _rerolled(world, dice, who, minds[who]), t.NOBODY
    elif request == t.BE_HIT:
        answer(world, dice.policy(who), minds[who], 0)
        verb = t.DID_EVADE
    else:
        verb, who, target, result = _of_gm(world, dice, request, who, target)
    go_on(world, dice)
    return Did(who, verb, target, result + world.desk_act[0].told)


def _of_gm(world: World, dice: Tray, request: int, who: int, target: int) -> tuple[int, int, int, int]:
    """Let the GM's default happen: verb, whom it concerns, nobody as its target, what came of it."""
    if request == t.HARM:
        return t.DID_HARM, who, t.NOBODY, harm(world, dice, who)
    if request == t.BOON:
        return t.DID_BOON, who, t.NOBODY, boon(world, dice, who, target)
    acting = max(0, world.scene[0].acting)
    if request == t.POST:
        _post(world, dice)
        return t.DID_POST, acting, t.NOBODY, 0
    end_scene(world)
    return t.DID_END_SCENE, acting, t.NOBODY, 0


def _post(world: World, dice: Tray) -> None:
    world.scene[0].depth = 0
    wipe(world.windows[0])
    if world.scene[0].round == 0:
        open_scene(world, dice)
    else:
        new_round(world)


def _rerolled(world: World, dice: Tray, who: int, mind: int) -> int:
    """Roll again, or keep what fell; the verb."""
    kind, _ = answer(world, dice.policy(who), mind, d20(world))
    if kind != REROLL:
        return t.DID_KEEP
    check = world.desk_act[0]
    reroll(world, dice, worse_die(check.first, check.second))
    return t.DID_REROLL


def take_turn(world: World, dice: Tray, who: int, mind: int) -> tuple[int, int]:
    """Do what his policy chooses: the verb, and at whom."""
    me = world.people[who]
    if world.scene[0].acting != who:
        begin_turn(world, who)
    kind, index = choose(world, dice.policy(who), who, mind)
    provoked, by = me.provoked - 1, me.by
    me.provoked, me.by = 0, t.NOBODY
    if kind == BLOW:
        return _blow(world, who, index)
    if kind == ERRAND and index == REACT:
        scene = world.scene[0]
        reaction = means_of(world, who, scene.arms + WAYS + scene.powers + provoked)
        attack(world, who, by, reaction.arm, t.NOBODY, True, False)
        return t.DID_REACT, by
    if kind == ERRAND:
        me.spent += 1
        return _errand(world, who, index)
    me.done = 1
    return t.DID_END, t.NOBODY


def _blow(world: World, who: int, index: int) -> tuple[int, int]:
    option = world.desk_blows[index]
    arm, second, target = option.arm, option.second, option.target
    world.people[who].spent += 1
    attack(world, who, target, arm, second, False, second >= 0)
    return t.DID_TWO if second >= 0 else t.DID_ATTACK, target


def _errand(world: World, who: int, errand: int) -> tuple[int, int]:
    me, desk = world.people[who], world.desk_act[0]
    if errand == ENTER:
        enter(world, who, desk.enter)
        return t.DID_ENTER, desk.enter
    if errand == HEAL:
        heal(world, who, desk.power, desk.heal)
        return t.DID_HEAL, desk.heal
    if errand == CLEAR:
        clear(world, who, desk.clear)
        return t.DID_CLEAR, t.NOBODY
    if errand == ESCAPE:
        escape(world, who)
        return t.DID_ESCAPE, t.NOBODY
    if errand == MOVE:
        me.at = desk.move
        return t.DID_MOVE, t.NOBODY
    if errand == DRAW:
        means_of(world, who, desk.draw).held = 1
        return t.DID_DRAW, t.NOBODY
    assert errand == STAND
    me.prone = 0
    return t.DID_STAND, t.NOBODY


LOOP = Loop(
    refusal=loop_rows.refusal,
    opening=loop_rows.opening,
    rows=loop_rows.rows,
    begin=begin,
    act=act,
    did=loop_rows.did,
    modules=(
        m.__name__,
        policies.__name__,
        __name__,
        loop_places.__name__,
        loop_sight.__name__,
        loop_harm.__name__,
        loop_checks.__name__,
        loop_turns.__name__,
    ),
)
