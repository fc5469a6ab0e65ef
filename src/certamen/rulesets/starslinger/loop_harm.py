"""What befalls participants in the compiled loop: damage, falling, melees, afflictions, harms and boons."""

from certamen.dice import Dice
from certamen.kernel.loop import Record, Tray, World
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.loop_places import WAYS, means_of, reaches, together, wielded, works
from certamen.rulesets.starslinger.loop_tables import DEAD, IN, NOBODY, OUT, Befalls

# --- melees ----------------------------------------------------------------------------------------------------


def engage(world: World, who: int, whom: int) -> None:
    """Put `who`, who is in none, into the melee of `whom`, or both into a new one."""
    people = world.people
    if people[whom].melee == 0:
        people[whom].melee = _free_melee(world)
    people[who].melee = people[whom].melee


def _free_melee(world: World) -> int:
    """Find the lowest number no melee has."""
    number = 1
    while True:
        taken = False
        for one in range(len(world.people)):
            if world.people[one].melee == number:
                taken = True
        if not taken:
            return number
        number += 1


def apart(world: World, who: int) -> None:
    """Take him out of his melee; he holds nobody and nobody holds him any more."""
    people, melee, there, many = world.people, world.people[who].melee, 0, len(world.people)
    if melee > 0:
        for one in range(many):
            if people[one].melee == melee:
                there += 1
        for one in range(many):
            if one == who or (there <= 2 and people[one].melee == melee):
                people[one].melee = 0
    for other in range(many):
        let_go(world, who, other)
        let_go(world, other, who)


def let_go(world: World, who: int, by: int) -> None:
    """End the hold of `by` on `who`; those that came later move up."""
    many = len(world.people)
    rank = world.holds[who * many + by].rank
    if rank > 0:
        world.holds[who * many + by].rank = 0
        for other in range(many):
            if world.holds[who * many + other].rank > rank:
                world.holds[who * many + other].rank -= 1


def _hold(world: World, who: int, by: int) -> None:
    many, last = len(world.people), 0
    for other in range(many):
        last = max(last, world.holds[who * many + other].rank)
    if world.holds[who * many + by].rank == 0:
        world.holds[who * many + by].rank = last + 1


# --- hit points ------------------------------------------------------------------------------------------------


def hurt(world: World, who: int, amount: int) -> None:
    """Take hit points off; at 0 or less he falls (SLG-29)."""
    one = world.people[who]
    one.hp -= amount
    if one.status == IN and not m.in_action(one.hp):
        one.status = DEAD if world.scene[0].dead > 0 else OUT
        apart(world, who)


def regain(one: Record, after: int) -> None:
    """Heal one to so many hit points; who had none is back in action, unless dead (SLG-14, SLG-29)."""
    if one.status == OUT and m.back_in_action(one.hp, after, one.petrified > 0):
        one.status = IN
    one.hp = after


# --- afflictions -----------------------------------------------------------------------------------------------


def afflict(world: World, dice: Dice, who: int, what: int, by: int, value: int) -> None:
    """Let something lasting befall him; dice pick the item where one of several is struck."""
    one = world.people[who]
    if what in (Befalls.DROPS_ITEM, Befalls.JAMS_ITEM):
        _strike_item(world, dice, who, what)
    elif what == Befalls.SHOVED:
        apart(world, who)
    elif what == Befalls.GRAPPLED:
        _hold(world, who, by)
    elif what == Befalls.BLEEDING:
        one.bleeding += 1 if value > 0 else 0
    elif what == Befalls.SHAKEN:
        one.shaken = 1
    elif what == Befalls.PRONE:
        one.prone = 1
    elif what == Befalls.PETRIFIED:
        one.petrified, one.status = 1, OUT
        apart(world, who)
    elif what == Befalls.NO_REACTION:
        one.provoked, one.by, one.muted = 0, NOBODY, one.turns + 1
    else:
        _for_a_turn(world, who, what)


def _for_a_turn(world: World, who: int, what: int) -> None:
    """Let it last to the end of the next turn he begins."""
    one = world.people[who]
    if what == Befalls.FLAT_FOOTED:
        one.flat = one.turns + 1
    elif what == Befalls.STUNNED:
        one.stunned = one.turns + 1
    elif what == Befalls.BLINDED:
        one.blinded = one.turns + 1


def _strike_item(world: World, dice: Dice, who: int, what: int) -> None:
    count = 0
    while wielded(world, who, count + 1) != NOBODY:
        count += 1
    if count == 0:
        return
    item = means_of(world, who, wielded(world, who, m.random_item(dice, count)))
    if what == Befalls.JAMS_ITEM:
        item.jammed, item.attempts = 1, 0
    else:
        item.carried, item.held, item.jammed, item.attempts = 0, 0, 0, 0


def critical_effect(world: World, dice: Dice, by: int, who: int, petrifies: bool) -> None:
    """Roll on the critical effect table until a row stands (SLG-20)."""
    wields = wielded(world, who, 1) != NOBODY
    while True:
        row = _row_of(world, m.roll_critical_effect(dice))
        what = world.criticals[row].befalls
        item = what in (Befalls.DROPS_ITEM, Befalls.JAMS_ITEM)
        if m.effect_applies(item, wields, what == Befalls.PETRIFIED, petrifies):
            afflict(world, dice, who, what, by, world.criticals[row].value)
            return


def _row_of(world: World, face: int) -> int:
    row = 0
    while world.criticals[row].upto < face:
        row += 1
    return row


# --- reactions: SLG-25 -----------------------------------------------------------------------------------------


def provoke(world: World, who: int, by: int, one: int, other: int) -> None:
    """Provoke the first reaction of his to either of two triggers that could be made there and then."""
    me, scene = world.people[who], world.scene[0]
    if me.status != IN or me.provoked > 0 or me.muted > 0:
        return
    for index in range(scene.reactions):
        reaction = means_of(world, who, scene.arms + WAYS + scene.powers + index)
        fits = reaction.trigger == one or reaction.trigger == other
        if fits and works(world, who, reaction.arm) and reaches(world, who, by, reaction.arm):
            me.provoked, me.by = reaction.first + 1, by
            return


def provoke_melee(world: World, who: int, trigger: int) -> None:
    """Provoke the hostiles in his melee."""
    for foe in range(len(world.people)):
        hostile = world.people[foe].status == IN and world.people[foe].side != world.people[who].side
        if hostile and together(world, who, foe):
            provoke(world, foe, who, trigger, trigger)


# --- the tables of harms and boons: SLG-6 ----------------------------------------------------------------------


def harm(world: World, dice: Tray, who: int) -> int:
    """Let the table's harmful effect befall him; give which."""
    table = dice.table()
    came = m.roll_on_table(table, m.HARMS, m.Die.HARM) - 1
    if came == m.Harm.DROPS_ITEM and wielded(world, who, 1) == NOBODY:
        came = m.Harm.PRONE + 0
    if came == m.Harm.SNIPED:
        hurt(world, who, m.after_armour(m.roll_sniped(table), world.people[who].armour))
    elif came == m.Harm.DROPS_ITEM:
        afflict(world, table, who, Befalls.DROPS_ITEM + 0, NOBODY, 0)
    elif came == m.Harm.PRONE:
        afflict(world, table, who, Befalls.PRONE + 0, NOBODY, 0)
    elif came == m.Harm.NO_REACTION:
        afflict(world, table, who, Befalls.NO_REACTION + 0, NOBODY, 0)
    elif came == m.Harm.FLAT_FOOTED:
        afflict(world, table, who, Befalls.FLAT_FOOTED + 0, NOBODY, 0)
    elif came == m.Harm.SHAKEN:
        afflict(world, table, who, Befalls.SHAKEN + 0, NOBODY, 0)
    return came


def boon(world: World, dice: Tray, who: int, target: int) -> int:
    """Let the table's helpful effect come to him; give which."""
    me, acting, table = world.people[who], world.scene[0].acting, dice.table()
    came = m.roll_on_table(table, m.BOONS, m.Die.BOON) - 1
    open_foe = target >= 0 and world.people[target].status == IN
    if (came == m.Boon.OPENING and not open_foe) or (came == m.Boon.MOMENTUM and acting != who):
        came = m.Boon.EDGE + 0
    if came == m.Boon.EDGE:
        me.edge = 1
    elif came == m.Boon.STEADY:
        me.steady = 1
    elif came == m.Boon.GUARD:
        me.guard = me.turns + 1
    elif came == m.Boon.MOMENTUM:
        me.limit += 1
    elif came == m.Boon.SECOND_WIND:
        regain(me, m.healed(me.hp, m.roll_second_wind(table), me.most))
    elif came == m.Boon.OPENING:
        foe = world.people[target]
        foe.flat = max(foe.flat, foe.turns + (0 if acting == target else 1))
    return came
