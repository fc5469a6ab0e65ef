"""The compiled loop's checks: made, perhaps rerolled, judged, and what their degree brings."""

from certamen.kernel.loop import Record, Tray, World
from certamen.rulesets.starslinger import loop_tables as t
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.loop_harm import (
    afflict,
    boon,
    critical_effect,
    engage,
    harm,
    hurt,
    let_go,
    provoke,
    provoke_melee,
    regain,
)
from certamen.rulesets.starslinger.loop_places import (
    CLEAR_WAY,
    ENTER_WAY,
    ESCAPE_WAY,
    WAYS,
    is_foe,
    means_of,
    together,
)
from certamen.rulesets.starslinger.loop_sight import (
    advantage_of,
    attack_advantage,
    attack_dc,
    edges_of,
    modifiers_of,
    save_dc,
)

STR, DEX = m.Save.STR + 0, m.Save.DEX + 0


def push(world: World, request: int, step: int, who: int, target: int) -> None:
    """Open a window."""
    scene = world.scene[0]
    row = world.windows[scene.depth]
    row.request, row.step, row.who, row.target = request, step, who, target
    scene.depth += 1


# --- made ------------------------------------------------------------------------------------------------------


def _write(world: World, kind: int, who: int, target: int, use: Record, dc: int) -> Record:
    """Write a check on the desk, to be rolled next; an attack says more."""
    push(world, t.NOTHING, t.GO_MAKE, t.NOBODY, t.NOBODY)
    me, check = world.people[who], world.desk_act[0]
    check.kind, check.actor, check.target, check.dc = kind, who, target, dc
    check.arm, check.reaction, check.halved, check.then_arm, check.then_target = 0, 0, 0, t.NOBODY, t.NOBODY
    _modify(check, modifiers_of(world, who, use, False))
    check.advantage, check.edges = advantage_of(me, use, False, False), edges_of(me, use)
    return check


def _modify(check: Record, found: m.Modifiers) -> None:
    check.base, check.bonuses, check.best, check.penalties, check.worst = found


def attack(world: World, who: int, whom: int, arm: int, second: int, reaction: bool, halved: bool) -> None:
    """Attack; second: the arm of the other weapon's attack that follows, or `NOBODY` (SLG-15, SLG-24)."""
    weapon = means_of(world, who, arm)
    check = _write(world, t.ATTACK, who, whom, weapon, attack_dc(world, whom, weapon))
    _modify(check, modifiers_of(world, who, weapon, reaction))
    check.advantage = attack_advantage(world, who, whom, arm)
    check.arm, check.reaction, check.halved = arm, 1 if reaction else 0, 1 if halved else 0
    check.then_arm, check.then_target = second, whom


def second_attack(world: World, who: int, whom: int, arm: int, first: int) -> None:
    """Attack with the other weapon, unless that is lost (SLG-24)."""
    both_in = world.people[who].status == t.IN and world.people[whom].status == t.IN
    if both_in and m.second_attack(first):
        attack(world, who, whom, arm, t.NOBODY, False, True)


def enter(world: World, who: int, whom: int) -> None:
    """Close in, with a check against the lowest Dex DC of the hostiles met there (SLG-30)."""
    scene, low = world.scene[0], save_dc(world, whom, DEX)
    if scene.free_entry > 0:
        _entered(world, who, whom)
        return
    for foe in range(len(world.people)):
        if is_foe(world, who, foe) and together(world, foe, whom):
            low = min(low, save_dc(world, foe, DEX))
    dc = scene.default_dc if scene.entry_by_default > 0 else m.entry_dc(low)
    _write(world, t.ENTER, who, whom, means_of(world, who, scene.arms + ENTER_WAY), dc)


def escape(world: World, who: int) -> None:
    """Get out of a hold, against the first holder's Dex or Str DC (SLG-30)."""
    many, holder = len(world.people), 0
    while world.holds[who * many + holder].rank != 1:
        holder += 1
    dc = m.leaving_dc(save_dc(world, holder, DEX), save_dc(world, holder, STR))
    _write(world, t.ESCAPE, who, holder, means_of(world, who, world.scene[0].arms + ESCAPE_WAY), dc)


def clear(world: World, who: int, arm: int) -> None:
    """Try to get a jammed weapon working, easier each time (SLG-14)."""
    scene, item = world.scene[0], means_of(world, who, arm)
    use = means_of(world, who, scene.arms + CLEAR_WAY)
    check = _write(world, t.CLEAR, who, t.NOBODY, use, m.clearing_dc(item.tier))
    check.arm = arm
    earlier = m.clearing_bonus(item.attempts)
    _modify(check, m.counted(modifiers_of(world, who, use, False), earlier, m.stacks(True, scene.scope)))
    item.attempts += 1


def heal(world: World, who: int, power: int, whom: int) -> None:
    """Use a healing power."""
    scene = world.scene[0]
    use = means_of(world, who, scene.arms + WAYS + power)
    check = _write(world, t.HEAL, who, whom, use, use.dc)
    check.arm = power


def make(world: World, dice: Tray) -> None:
    """Roll the check on the desk; who has rerolls left is asked, then it is judged."""
    check = world.desk_act[0]
    me, mine = world.people[check.actor], dice.of(check.actor)
    begin(world)
    check.first, check.second = m.roll_two(mine, check.advantage)
    check.edge = m.roll_edge(mine, check.edges)
    push(world, t.REROLL if me.rerolls > 0 else t.NOTHING, t.GO_JUDGE, check.actor, t.NOBODY)


def begin(world: World) -> None:
    """Count the check on the desk, and end what lasts for one alone."""
    check = world.desk_act[0]
    me = world.people[check.actor]
    me.shaken, me.edge, me.steady = 0, 0, 0
    if check.reaction == 0:
        me.checks += 1


def reroll(world: World, dice: Tray, which: int) -> None:
    """Roll one of the two dice again (SLG-9)."""
    check = world.desk_act[0]
    face = dice.of(check.actor).roll(20, m.Die.REROLL)
    if which == 1:
        check.first = face
    else:
        check.second = face
    world.people[check.actor].rerolls -= 1


def d20(world: World) -> int:
    """Give the d20 that counts of the check on the desk."""
    check = world.desk_act[0]
    return m.kept(check.first, check.second, check.advantage)


# --- judged ----------------------------------------------------------------------------------------------------


def judge(world: World, dice: Tray) -> None:
    """Hold the check on the desk against its DC; a hit does its damage (SLG-16, SLG-17, SLG-24)."""
    scene, check, shown = world.scene[0], world.desk_act[0], d20(world)
    natural = m.natural_roll(shown, check.edge, scene.lost_edge)
    modifiers = m.Modifiers(check.base, check.bonuses, check.best, check.penalties, check.worst)
    total = m.check_total(m.Roll(shown, check.edge, natural), modifiers, scene.scope)
    if check.kind != t.ATTACK:
        degree = m.degree(total, natural, check.dc, scene.naturals)
        come_out(world, degree, degree == m.Degree.CRITICAL_SUCCESS)
        return
    weapon = means_of(world, check.actor, check.arm)
    degree = m.attack_degree(total, natural, check.dc, scene.naturals)
    critical = m.critical_hit(degree, natural, weapon.threat)
    come_out(world, degree, critical)
    if degree >= m.Degree.SUCCESS and weapon.number > 0:
        rolled = m.roll_damage(dice.of(check.actor), weapon.number, weapon.sides, critical, m.Die.DAMAGE)
        amount = m.damage(rolled, weapon.bonus, check.halved > 0, scene.halves)
        hurt(world, check.target, m.after_armour(amount, world.people[check.target].armour))


def come_out(world: World, degree: int, critical: bool) -> None:
    """Note the outcome of the check on the desk, whom it provokes, and what comes next of it."""
    check, asked = world.desk_act[0], t.NOTHING
    check.degree, check.critical = degree, 1 if critical else 0
    check.told = 5 * check.told + 1 + degree
    hit = degree >= m.Degree.SUCCESS
    if check.kind == t.ATTACK:
        provoke(world, check.target, check.actor, t.ATTACKED, t.HIT if hit else t.MISSED)
        asked = t.BE_HIT if world.people[check.target].takes_hits > 0 and not hit else t.NOTHING
    push(world, asked, t.GO_FINISH, check.target, t.NOBODY)
    if hit:
        push(world, t.NOTHING, t.GO_EFFECT, t.NOBODY, t.NOBODY)


def take_effect(world: World, dice: Tray) -> None:
    """Let a success have its effect; a hit has done its damage by then."""
    check = world.desk_act[0]
    who, kind = check.actor, check.kind
    if kind == t.ATTACK:
        _struck(world, dice)
    elif kind == t.ENTER:
        _entered(world, who, check.target)
    elif kind == t.HEAL:
        _healed(world, dice)
    elif kind == t.CLEAR:
        item = means_of(world, who, check.arm)
        item.jammed, item.attempts = 0, 0
    else:
        for by in range(len(world.people)):
            let_go(world, who, by)


def _struck(world: World, dice: Tray) -> None:
    """Let a hit bring what it does beyond damage, to one who is still in action (SLG-15, SLG-20)."""
    check = world.desk_act[0]
    who, whom, mine = check.actor, check.target, dice.of(check.actor)
    weapon, foe = means_of(world, who, check.arm), world.people[whom]
    if foe.status != t.IN:
        return
    if weapon.befalls > 0:
        afflict(world, mine, whom, weapon.befalls, who, 0)
    if weapon.persistent > 0:
        foe.bleeding += 1
    if check.critical > 0:
        critical_effect(world, mine, who, whom, weapon.petrifies > 0)


def _entered(world: World, who: int, whom: int) -> None:
    engage(world, who, whom)
    provoke_melee(world, who, t.ENTERS)


def _healed(world: World, dice: Tray) -> None:
    """Give hit points back (SLG-14)."""
    check = world.desk_act[0]
    power = means_of(world, check.actor, world.scene[0].arms + WAYS + check.arm)
    one, mine = world.people[check.target], dice.of(check.actor)
    amount = m.roll_damage(mine, power.number, power.sides, check.critical > 0, m.Die.HEALING)
    regain(one, m.healed(one.hp, amount, one.most))


# --- what a degree brings beyond its effect: SLG-6, SLG-14, SLG-24 ------------------------------------------------


def finish(world: World, dice: Tray) -> None:
    """Bring turn's end, jam, harm or boon; then a second weapon."""
    scene, check = world.scene[0], world.desk_act[0]
    if check.then_arm >= 0:
        push(world, t.NOTHING, t.GO_SECOND, check.actor, check.then_target)
        row = world.windows[scene.depth - 1]
        row.arm, row.degree = check.then_arm, check.degree
    if check.degree == m.Degree.CRITICAL_FAILURE:
        _fumble(world, dice)
    elif check.degree == m.Degree.CRITICAL_SUCCESS and (check.kind != t.ATTACK or scene.both > 0):
        if scene.gm > 0:
            push(world, t.BOON, t.GO_ON, check.actor, check.target)
        else:
            boon(world, dice, check.actor, check.target)


def _fumble(world: World, dice: Tray) -> None:
    scene, check = world.scene[0], world.desk_act[0]
    me, item = world.people[check.actor], means_of(world, check.actor, check.arm)
    late = check.reaction > 0
    ends = m.reaction_ends_turn(check.degree, scene.fumble) if late else m.ends_turn(check.degree, True)
    if ends:
        me.done = 1
    armed = check.kind == t.ATTACK and item.carried > 0 and item.hands > 0
    if m.jams(check.degree, armed):
        item.jammed, item.attempts = 1, 0
    if m.harms(check.degree, armed, scene.jam):
        if scene.gm > 0:
            push(world, t.HARM, t.GO_ON, check.actor, check.target)
        else:
            harm(world, dice, check.actor)
