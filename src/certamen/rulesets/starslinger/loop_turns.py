"""The compiled loop's rounds and turns: by initiative or in a thread, begun and ended, and the end of the scene."""

from certamen.kernel.loop import Record, Tray, World
from certamen.rulesets.starslinger import loop_tables as t
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.loop_checks import finish, judge, make, push, second_attack, take_effect
from certamen.rulesets.starslinger.loop_harm import hurt


def go_on(world: World, dice: Tray) -> None:
    """Go on until something is asked, or it is over."""
    scene = world.scene[0]
    while scene.ended == 0 and world.windows[scene.depth - 1].request == t.NOTHING:
        scene.depth -= 1
        row = world.windows[scene.depth]
        step, who, target, arm, degree = row.step, row.who, row.target, row.arm, row.degree
        wipe(row)
        if step == t.GO_TURN:
            _turn(world)
        elif step == t.GO_NEXT:
            next_turn(world)
        elif step == t.GO_MAKE:
            make(world, dice)
        elif step == t.GO_JUDGE:
            judge(world, dice)
        elif step == t.GO_EFFECT:
            take_effect(world, dice)
        elif step == t.GO_FINISH:
            finish(world, dice)
        elif step == t.GO_SECOND:
            second_attack(world, who, target, arm, degree)
        elif step == t.GO_ROUND:
            new_round(world)


def wipe(window: Record) -> None:
    """Clear a window that is gone."""
    window.request, window.step, window.who = 0, 0, 0
    window.target, window.arm, window.degree = 0, 0, 0


# --- the start -------------------------------------------------------------------------------------------------


def open_scene(world: World, dice: Tray) -> None:
    """Begin the first round: by initiative, everyone rolls (SLG-1)."""
    if world.scene[0].by_initiative > 0:
        _roll_initiative(world, dice)
    new_round(world)


def _roll_initiative(world: World, dice: Tray) -> None:
    many = len(world.people)
    for who in range(many):
        one = world.people[who]
        one.total = m.initiative(dice.of(who), one.bonus)
        one.score, one.plus = one.total, one.bonus
        world.people[who].comes = who
    _sort(world, 0, many)
    first, group = 0, 0
    while first < many:
        last = first + 1
        while last < many and _tied(world, world.people[first].comes, world.people[last].comes):
            last += 1
        if last == first + 1:
            first = last
        else:
            group += 1
            _roll_again(world, dice, first, last, group)
    for who in range(many):
        one = world.people[who]
        one.score, one.plus, one.group = 0, 0, 0


def _tied(world: World, a: int, b: int) -> bool:
    """Tell whether two must roll again: of those who rolled together, with the same result."""
    one, other = world.people[a], world.people[b]
    tied: bool = one.group == other.group and m.goes_before(one.score, one.plus, other.score, other.plus) == 0
    return tied


def _roll_again(world: World, dice: Tray, first: int, last: int, group: int) -> None:
    for place in range(first, last):
        who = world.people[place].comes
        one = world.people[who]
        one.score, one.plus, one.group = m.initiative(dice.of(who), 0), 0, group
    _sort(world, first, last)


def _sort(world: World, first: int, last: int) -> None:
    """Put these places in order, high to low; those who tie keep theirs."""
    for place in range(first + 1, last):
        who, at = world.people[place].comes, place
        one = world.people[who]
        while at > first:
            other = world.people[world.people[at - 1].comes]
            if m.goes_before(one.score, one.plus, other.score, other.plus) <= 0:
                break
            world.people[at].comes = world.people[at - 1].comes
            at -= 1
        world.people[at].comes = who


# --- rounds ----------------------------------------------------------------------------------------------------


def new_round(world: World) -> None:
    """Begin the next round, with its first turn."""
    _fill_round(world)
    next_turn(world)


def _fill_round(world: World) -> None:
    scene = world.scene[0]
    scene.round += 1
    scene.asked = 0
    if scene.by_initiative > 0:
        scene.phase = t.GM_POSTING
        for who in range(len(world.people)):
            world.people[who].pending = 1
    else:
        _fill_phase(world, True)


def _fill_phase(world: World, gm_posting: bool) -> None:
    """Let those have a turn whose turns come with the GM's post, or after it (SLG-2)."""
    scene = world.scene[0]
    scene.phase = t.GM_POSTING if gm_posting else t.PLAYERS
    for who in range(len(world.people)):
        one = world.people[who]
        due = m.turn_due(one.player == 0, gm_posting, 0, scene.round == 1)
        one.pending = 1 if due and may_act(world, who) else 0


def may_act(world: World, who: int) -> bool:
    """Tell whether a turn is his to take: in action, or with a reaction provoked before he fell (SLG-25)."""
    may: bool = world.people[who].status == t.IN or world.people[who].provoked > 0
    return may


# --- turns -----------------------------------------------------------------------------------------------------


def _turn(world: World) -> None:
    """Go on with the turn, or with the next one when it is over."""
    if turn_over(world):
        _end_of_turn(world)
        push(world, t.NOTHING, t.GO_NEXT, t.NOBODY, t.NOBODY)
    else:
        ask_turn(world)


def turn_over(world: World) -> bool:
    """Tell whether the turn going on is over."""
    me = world.people[world.scene[0].acting]
    over: bool = me.done > 0 or me.status != t.IN or me.limit <= me.spent
    return over


def ask_turn(world: World) -> None:
    """Ask the one whose turn it is."""
    push(world, t.TURN, t.GO_TURN, world.scene[0].acting, t.NOBODY)
    with_end(world)


def _end_of_turn(world: World) -> None:
    """Take persistent damage off him whose turn ends, past armour (SLG-29)."""
    who = world.scene[0].acting
    for _ in range(world.people[who].bleeding):
        if world.people[who].status == t.IN:
            hurt(world, who, world.scene[0].bleeding)


def next_turn(world: World) -> None:
    """Ask whoever comes next."""
    if world.scene[0].acting >= 0:
        _end_turn(world)
    if world.scene[0].by_initiative > 0:
        _next_in_order(world)
    else:
        _next_in_thread(world)


def _next_in_order(world: World) -> None:
    while True:
        for place in range(len(world.people)):
            who = world.people[place].comes
            if world.people[who].pending > 0:
                if may_act(world, who):
                    begin_turn(world, who)
                    ask_turn(world)
                    return
                _pass_over(world, who)
        if not _anybody(world):
            push(world, t.NOTHING, t.GO_ROUND, t.NOBODY, t.NOBODY)
            if world.scene[0].asked == 0:
                ask_to_end(world)
            return
        _fill_round(world)


def _anybody(world: World) -> bool:
    able = 0
    for who in range(len(world.people)):
        able += 1 if may_act(world, who) else 0
    return able > 0


def _next_in_thread(world: World) -> None:
    """Ask the first whose turn is to come, or the GM for his next post (SLG-2)."""
    who = _due(world)
    if who < 0 and world.scene[0].phase == t.GM_POSTING:
        _fill_phase(world, False)
        who = _due(world)
    push(world, t.TURN if who >= 0 else t.POST, t.GO_POSTED, who, t.NOBODY)
    with_end(world)


def _due(world: World) -> int:
    for who in range(len(world.people)):
        if world.people[who].pending > 0 and may_act(world, who):
            return who
    return t.NOBODY


def begin_turn(world: World, who: int) -> None:
    """Begin a turn: what lasts to its start is over, its actions are fresh (SLG-3)."""
    scene, me = world.scene[0], world.people[who]
    if scene.by_initiative == 0:
        world.windows[0].step = t.GO_TURN
    scene.acting = who
    _count_turn(me)
    me.limit, me.spent = m.turn_actions(scene.actions, me.stunned > 0), 0
    me.checks, me.done = 0, 0


def _count_turn(me: Record) -> None:
    me.pending = 0
    me.turns += 1
    me.muted, me.guard = _lasts(me.muted, me.turns), _lasts(me.guard, me.turns)


def _end_turn(world: World) -> None:
    scene = world.scene[0]
    _end_lasting(world.people[scene.acting])
    scene.acting = t.NOBODY


def _pass_over(world: World, who: int) -> None:
    """Let the turn of one who cannot act go by: what ends with it ends."""
    _count_turn(world.people[who])
    _end_lasting(world.people[who])


def _end_lasting(me: Record) -> None:
    me.flat, me.stunned = _lasts(me.flat, me.turns), _lasts(me.stunned, me.turns)
    me.blinded = _lasts(me.blinded, me.turns)


def _lasts(nth: int, now: int) -> int:
    """Give the turn with which it is over, or 0 if it is over now."""
    return nth if nth > now else 0


# --- the end: SLG-29 -------------------------------------------------------------------------------------------


def with_end(world: World) -> None:
    """Ask the GM to end the scene when at most one side is left in action."""
    first, sides = t.NOBODY, 0
    for who in range(len(world.people)):
        one = world.people[who]
        if one.status == t.IN and (sides == 0 or one.side != first):
            first, sides = one.side, sides + 1
    if world.scene[0].asked == 0 and m.scene_may_end(sides):
        ask_to_end(world)


def ask_to_end(world: World) -> None:
    """Ask the GM to end the scene; without one it ends."""
    if world.scene[0].gm > 0:
        world.scene[0].asked = 1
        push(world, t.END, t.GO_ON, t.NOBODY, t.NOBODY)
    else:
        end_scene(world)


def end_scene(world: World) -> None:
    """End it: the only side in action wins."""
    scene, winner, sides = world.scene[0], t.NOBODY, 0
    for who in range(len(world.people)):
        one = world.people[who]
        if one.status == t.IN and (sides == 0 or one.side != winner):
            winner, sides = one.side, sides + 1
    scene.ended, scene.winner = 1, winner if sides == 1 else t.NOBODY
    for depth in range(t.DEPTH):
        wipe(world.windows[depth])
    scene.depth = 0
