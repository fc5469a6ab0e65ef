"""The compiled fight's order: initiative and ties, rounds and turns, who falls and the end (see `kernel.loop`)."""

from certamen.kernel.loop import Record, Tray, World
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.loop_tables import NOBODY, NOWHERE


def begin(world: World, dice: Tray) -> None:
    """Initiative, ties, the order, the first round and turn (STR-9, STR-12, STR-13)."""
    _roll(world, dice)
    _break_ties(world, dice)
    _line_up(world)
    begin_rounds(world)


# --- initiative ----------------------------------------------------------------------------------------------------


def _roll(world: World, dice: Tray) -> None:
    """Players roll their own die, the GM one for all he plays, or one each (STR-12)."""
    ruling = world.desk_facts[0].gm_initiative
    shared = ruling != m.GmInitiative.INDIVIDUAL
    die, highest = 0, -1_000
    for i in range(len(world.people)):
        one = world.desk_traits[i]
        if shared and not one.played:
            highest = max(highest, one.resolve)
            if die == 0:
                die = m.initiative_die(dice.gm())
    for i in range(len(world.people)):
        one = world.desk_traits[i]
        if shared and not one.played:
            total = m.initiative(die, one.resolve, highest, ruling)
        else:
            total = m.initiative(m.initiative_die(dice.of(i)), one.resolve, one.resolve, m.GmInitiative.INDIVIDUAL)
        world.people[i].initiative = total


def _key(world: World, i: int) -> m.Initiative:
    one = world.desk_traits[i]
    return m.Initiative(world.people[i].initiative, one.resolve, one.perception, world.desk_lots[i].tie)


def _break_ties(world: World, dice: Tray) -> None:
    """Those who tie roll a d20 each until it differs; ties broken before weigh more (STR-13)."""
    for i in range(len(world.people)):
        world.desk_lots[i].tie = 0
    first = _first_tied(world)
    while first >= 0:
        _keep_small(world)
        mine = _key(world, first)
        for i in range(len(world.people)):
            world.desk_lots[i].tied = 1 if m.tied(mine, _key(world, i)) else 0
        for i in range(len(world.people)):
            lot, entry = world.desk_lots[i], _key(world, i)
            lot.tie = m.roll_tie(entry, dice.of(i)).tie if lot.tied else m.broken_tie(entry, 0).tie
        first = _first_tied(world)


def _first_tied(world: World) -> int:
    for i in range(len(world.people)):
        for k in range(i + 1, len(world.people)):
            if m.tied(_key(world, i), _key(world, k)):
                return i
    return NOBODY


def _keep_small(world: World) -> None:
    """Put small numbers in place of what ties have come to, in the same order: it need not fit 64 bits else."""
    lots = world.desk_lots
    for i in range(len(lots)):
        lots[i].tied = 0
        for k in range(len(lots)):
            if lots[k].tie < lots[i].tie:
                lots[i].tied += 1
    for i in range(len(lots)):
        lots[i].tie = lots[i].tied


def _line_up(world: World) -> None:
    """From high to low (STR-12)."""
    order = world.order
    for i in range(len(order)):
        at = i
        while at > 0 and m.goes_before(_key(world, i), _key(world, order[at - 1].who)):
            order[at].who = order[at - 1].who
            at -= 1
        order[at].who = i


# --- rounds and turns ----------------------------------------------------------------------------------------------


def begin_rounds(world: World) -> None:
    """The first round and turn; all have their re-act (STR-9, STR-18)."""
    for i in range(len(world.people)):
        world.people[i].react = 1
    _begin_round(world)
    next_turn(world)


def _begin_round(world: World) -> None:
    """A round: re-acts are back by ruling (STR-9, STR-18)."""
    scene = world.scene[0]
    scene.round += 1
    scene.nth = -1
    for i in range(len(world.people)):
        one = world.people[i]
        turn = m.Turn(one.main, one.bonus, one.free, one.move, one.react)
        one.react = m.new_round(turn, world.desk_facts[0].reaction_reset).react


def next_turn(world: World) -> None:
    """The next one still in the contest has his turn; after the last comes the next round (STR-9)."""
    scene = world.scene[0]
    while True:
        if scene.nth + 1 == len(world.order):
            _begin_round(world)
        scene.nth += 1
        who = world.order[scene.nth].who
        if world.people[who].status == m.Status.IN:
            scene.acting = who
            _fresh_turn(world.people[who], world.desk_facts[0])
            return


def _fresh_turn(one: Record, facts: Record) -> None:
    """The turn's acts are unspent and nothing is moved; an Evade is over (STR-15, STR-30)."""
    turn = m.new_turn(m.Turn(one.main, one.bonus, one.free, one.move, one.react), facts.reaction_reset)
    one.main, one.bonus, one.free, one.move, one.react = turn.main, turn.bonus, turn.free, turn.move, turn.react
    one.strikes, one.moved, one.extra, one.crawled = 0, 0, 0, 0
    one.stood, one.dashes, one.odd, one.tried = 0, 0, 0, 0
    one.evading = 0
    one.asked = 1


def pay(one: Record, spend: m.Spend) -> None:
    """So much of the budget is spent (STR-15 to STR-18)."""
    turn = m.spent(m.Turn(one.main, one.bonus, one.free, one.move, one.react), spend)
    one.main, one.bonus, one.free, one.move, one.react = turn.main, turn.bonus, turn.free, turn.move, turn.react


def can_pay(one: Record, spend: m.Spend) -> bool:
    """Whether so much is left."""
    return m.left(m.Turn(one.main, one.bonus, one.free, one.move, one.react), spend) > 0


# --- the end -------------------------------------------------------------------------------------------------------


def lose(world: World, who: int, through: int) -> int:
    """So much comes off somebody's hp; it is given back (STR-26)."""
    world.people[who].hp = m.pool_after(world.people[who].hp, through)
    fall_if_spent(world, who)
    return through


def fall_if_spent(world: World, who: int) -> None:
    """Out, or dead by ruling, at hp 0; and the contest may be over (STR-14, STR-26)."""
    one = world.people[who]
    status = m.status_at(one.hp, world.desk_facts[0].dead == 1)
    if status == m.Status.IN:
        return
    one.status = status + 0
    one.evading = 0
    facts, inside, winner = world.desk_facts[0], 0, -1
    for side in range(facts.sides):
        if _stays(world, side):
            inside += 1
            winner = side
    if m.ended(facts.sides, inside, facts.end):
        _end(world, winner if inside == 1 else -1)


def _stays(world: World, side: int) -> bool:
    for i in range(len(world.people)):
        if world.desk_traits[i].side == side and world.people[i].status == m.Status.IN:
            return True
    return False


def _end(world: World, winner: int) -> None:
    scene = world.scene[0]
    scene.ended = 1
    scene.winner = winner
    for i in range(len(world.people)):
        world.people[i].asked = 0
    stop_moving(scene)


def stop_moving(scene: Record) -> None:
    """No move is on any more."""
    scene.mover, scene.to = NOBODY, NOWHERE
    scene.step, scene.steps, scene.crawling, scene.answered = 0, 0, 0, 0
