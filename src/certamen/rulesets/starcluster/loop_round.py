"""The compiled loop's rounds: base initiatives, declared shifts, whose chance comes next, ties."""

from certamen.kernel.loop import Record, Tray, World
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster.loop_attack import lose_chances, put_behind
from certamen.rulesets.starcluster.loop_tables import CHANCE, IN, SHIFT, TIE


def new_round(world: World, dice: Tray) -> None:
    """Begin a round: base initiatives, then the first shift is asked for (SC2-2, SC2-19)."""
    scene = world.scene[0]
    scene.round += 1
    for who in range(len(world.people)):
        if world.people[who].status == IN:
            _roll_initiative(world, dice, who)
    scene.phase, scene.asked = SHIFT, _next_to_declare(world, -1)


def _roll_initiative(world: World, dice: Tray, who: int) -> None:
    one = world.people[who]
    delay = m.opening_delay(one.wound, world.scene[0].hindered_next > 0)
    one.base = m.base_initiative(dice.of(who))
    one.initiative = one.base + delay
    one.delayed = 1 if delay > 0 else 0
    one.tie, one.shift_chance, one.shift_quality = 0, 0, 0
    one.trade, one.round_trade, one.moved, one.traded = 0, 0, 0, 0
    one.coming, one.nth, one.at = 1, 1, one.initiative


def _next_to_declare(world: World, last: int) -> int:
    """Find who declares after `last` (-1: who is first); -1 when all have."""
    if world.scene[0].in_order == 0:
        for who in range(last + 1, len(world.people)):
            if world.people[who].status == IN:
                return who
        return -1
    found = -1
    for who in range(len(world.people)):
        left = world.people[who].status == IN and (last < 0 or _declares_before(world, last, who))
        if left and (found < 0 or _declares_before(world, who, found)):
            found = who
    return found


def _declares_before(world: World, one: int, other: int) -> bool:
    """Tell who declares first where it is done in order; among equals whoever stands first."""
    first, second = world.people[one].base, world.people[other].base
    return m.declares_before(first, second) or (not m.declares_before(second, first) and one < other)


def declare(world: World, who: int, moved: m.Shift) -> None:
    """Take a declared shift; after the last one all are open, and nobody is asked (SC2-19)."""
    scene, one = world.scene[0], world.people[who]
    one.declared_initiative, one.declared_chance, one.declared_quality = moved.initiative, moved.chance, moved.quality
    if scene.in_order:
        _reveal(one)
    scene.asked = _next_to_declare(world, who)
    if scene.asked < 0:
        for other in range(len(world.people)):
            if world.people[other].status == IN:
                _reveal(world.people[other])
                world.people[other].at = m.chance_at(world.people[other].initiative, 0)
                world.desk_places[other].since = other
        world.desk_places[len(world.people)].since = len(world.people)


def _reveal(one: Record) -> None:
    moved = m.Shift(one.declared_initiative, one.declared_chance, one.declared_quality)
    if moved.initiative != 0:
        one.initiative = m.shifted(one.initiative, moved)
        one.shift_chance, one.shift_quality = moved.chance, moved.quality
        one.declared_initiative, one.declared_chance, one.declared_quality = 0, 0, 0


def use_chance(world: World, who: int, plus: int) -> None:
    """Spend the chance going on; the round's first brings the extra ones of the skill it was used with (SC2-9)."""
    one, world.scene[0].asked = world.people[who], -1
    extras = m.extra_chances(plus, one.nth)
    one.trade, one.traded = 0, 0
    one.coming += extras - 1
    one.nth += 1
    if one.coming == 0:
        lose_chances(one)
    elif extras:
        put_behind(world, who)
    else:
        one.at = m.chance_at(one.initiative, one.nth - 1)


# --- whose chance is next --------------------------------------------------------------------------------------


def next_chance(world: World, dice: Tray) -> None:
    """Come to the next chance, or to a new round when none is left (SC2-16, SC2-18)."""
    scene = world.scene[0]
    head, equal, soonest = 0, 1, _turn(world.people[0])
    for who in range(1, len(world.people)):
        turn = _turn(world.people[who])
        first = m.order(turn, soonest, scene.by_base > 0)
        equal = 1 if first < 0 else equal + (1 if first == 0 else 0)
        head = who if first < 0 else head
        soonest = turn if first < 0 else soonest
    if world.people[head].coming == 0:
        new_round(world, dice)
        return
    scene.phase = CHANCE
    if equal > 1:
        head = _break_tie(world, dice, head)
    scene.asked = head


def _order(world: World, one: int, other: int) -> int:
    """Say whose next chance comes first, as mechanics do."""
    return m.order(_turn(world.people[one]), _turn(world.people[other]), world.scene[0].by_base > 0)


def _turn(one: Record) -> m.Turn:
    return m.Turn(one.at, one.base, one.plus)


def _break_tie(world: World, dice: Tray, first: int) -> int:
    """Decide between those whose chances are equal, or ask the game master (SC2-16)."""
    equal = gather_equals(world, first)
    if _undecided(world, equal):
        if world.scene[0].ask_gm:
            world.scene[0].phase = TIE
            return _equal(world, 0)
        while _undecided(world, equal):
            _reroll(world, dice, equal)
    head = _equal(world, 0)
    for i in range(1, equal):
        if world.people[_equal(world, i)].tie < world.people[head].tie:
            head = _equal(world, i)
    return head


def gather_equals(world: World, first: int) -> int:
    """Write on the desk whose next chances are equal to that of `first`, in their places; give how many."""
    equal = 0
    for who in range(len(world.people)):
        if world.people[who].coming and _order(world, who, first) == 0:
            at = equal
            while at > 0 and world.desk_places[_equal(world, at - 1)].since > world.desk_places[who].since:
                world.desk_equals[at].who = _equal(world, at - 1)
                at -= 1
            world.desk_equals[at].who = who
            equal += 1
    return equal


def _equal(world: World, i: int) -> int:
    who: int = world.desk_equals[i].who
    return who


def _undecided(world: World, equal: int) -> bool:
    lowest, second = world.people[_equal(world, 0)].tie, world.people[_equal(world, 1)].tie
    lowest, second = min(lowest, second), max(lowest, second)
    for i in range(2, equal):
        tie = world.people[_equal(world, i)].tie
        if tie < lowest:
            lowest, second = tie, lowest
        elif tie < second:
            second = tie
    return m.undecided(lowest, second)


def _reroll(world: World, dice: Tray, equal: int) -> None:
    lowest = world.people[_equal(world, 0)].tie
    for i in range(1, equal):
        lowest = min(lowest, world.people[_equal(world, i)].tie)
    for i in range(equal):
        one = world.people[_equal(world, i)]
        if m.rolls_again(one.tie, lowest):
            one.tie = m.tie_roll(dice.of(_equal(world, i)))


def take_word(world: World, first: int) -> None:
    """Take the game master's word on who of the equals goes first, for the rest of the round (SC2-16)."""
    for i in range(gather_equals(world, first)):
        world.people[_equal(world, i)].tie = m.word_on_tie(_equal(world, i) == first)
    world.scene[0].asked = -1
