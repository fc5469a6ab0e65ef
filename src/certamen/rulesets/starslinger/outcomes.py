"""What a successful check brings, for each kind of check; and who is provoked by what (SLG-25)."""

from collections.abc import Callable

from msgspec.structs import replace

from certamen.kernel.audience import aware_of, both, vital
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.space import melees
from certamen.kernel.state import add_effect, drop_effects, has_effect, leave, mark, put
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.harm import Happened, afflict, critical_effect, hurt
from certamen.rulesets.starslinger.modifiers import Row, add_up, damage_bonuses
from certamen.rulesets.starslinger.sheet import Weapon, read_dice
from certamen.rulesets.starslinger.state import (
    Check,
    Provoked,
    SceneState,
    Slinger,
    carry,
    challenge_of,
    cite,
    find_carried,
    groups,
    healing_of,
    hostiles_in_melee,
    ruling,
    skill_of,
    weapon_of,
)


def provoke(state: SceneState, who: str, triggers: tuple[str, ...], by: str) -> SceneState:
    """The state with the reaction of `who` to this provoked; one a round, to be resolved before his next turn."""
    one = state.participants[who]
    if one.status != "in" or one.provoked or has_effect(state, who, "no-reaction"):
        return state
    for reaction in one.sheet.reactions:
        if reaction.trigger in triggers:
            return put(state, replace(one, provoked=(Provoked(reaction.name, by),)))
    return state


# --- attacks ---------------------------------------------------------------------------------------------------


def strike(state: SceneState, check: Check, draws: Draws) -> Happened:
    """A hit: damage, what the weapon brings beyond it, and the critical effect (SLG-16, SLG-17, SLG-20, SLG-24)."""
    weapon = weapon_of(state.participants[check.actor], check.subject)
    state = provoke(state, check.target, ("attacked", "hit"), check.actor)
    events: tuple[Event, ...] = ()
    if read_dice(weapon.damage) not in (None, (0, 0)):
        state, events = _damage(state, check, weapon, draws)
    dice = draws.of(state, check.actor)
    if weapon.effect:
        state, more = afflict(state, check.target, weapon.effect, check.actor, draws, dice, "SLG-15")
        events = (*events, *more)
    if weapon.persistent:
        to = aware_of(state, check.target)
        figure = {"n": weapon.persistent}
        state = add_effect(state, "persistent", check.target, source=weapon.name, rule="SLG-29", values=figure, to=to)
    if check.critical and state.participants[check.target].status == "in":
        state, more = critical_effect(state, check.actor, check.target, weapon.petrifies, draws)
        events = (*events, *more)
    return state, events


def _damage(state: SceneState, check: Check, weapon: Weapon, draws: Draws) -> Happened:
    actor, target = state.participants[check.actor], state.participants[check.target]
    halves = m.Halves[ruling(state, "half_round").upper()]
    count, sides = read_dice(weapon.damage) or (0, 0)
    count = m.damage_dice(count, actor.sheet.level)
    rolled = m.roll_damage(draws.of(state, check.actor), count, sides, check.critical, m.Die.DAMAGE)
    modifiers, rows = _damage_modifiers(state, actor, weapon, check.skill, halves)
    amount = m.damage(rolled, m.modifier(modifiers), check.halved, halves)
    dealt = m.after_armour(amount, target.sheet.armour)
    why = "at its highest" if check.critical else ""
    secret = vital(state, check.target)
    parts = (
        Part(f"{count}d{sides}", rolled, weapon.name, "die", why=why),
        *rows,
        *((Part("two weapons", "half", "SLG-24", "note"),) if check.halved else ()),
        Part("damage", amount, "SLG-17", "total"),
        *((Part("armour", -target.sheet.armour, "SLG-16", to=secret),) if target.sheet.armour else ()),
        Part("hit points lost", dealt, "SLG-16", "total"),
    )
    to = both(state, check.actor, check.target)
    event = Event("damage", actor.id, target.id, ("SLG-17", "SLG-16"), dice=draws.take(), parts=parts, to=to)
    applied = cite(state, "attack_modifier", "half_round")
    return hurt(state, target.id, dealt, replace(event, values={"weapon": weapon.name}, rulings=applied))


def _damage_modifiers(
    state: SceneState, actor: Slinger, weapon: Weapon, skill: str, halves: m.Halves
) -> tuple[m.Modifiers, tuple[Part, ...]]:
    kind = m.AttackModifier[ruling(state, "attack_modifier").upper()]
    share = m.damage_modifier(skill_of(actor, skill), weapon.accuracy, weapon.hands == 2, kind, halves)
    own: Row = ("attack modifier", share, "SLG-17")
    rows = ((own, False), *((row, True) for row in damage_bonuses(state, actor, skill)))
    return add_up(rows, m.Scope[ruling(state, "stacking_scope").upper()])


# --- everything else -------------------------------------------------------------------------------------------


def meet_challenge(state: SceneState, check: Check, draws: Draws) -> Happened:
    """A challenge is met: its mark is set, and the actor comes to where it leads."""
    challenge, who = challenge_of(state, check.subject), check.actor
    to = aware_of(state, who)
    if challenge.gives:
        state = mark(state, challenge.gives)
    event = Event("met", who, values={"challenge": challenge.id, "name": challenge.name}, to=to)
    if challenge.leaves:
        return leave(state, who, "fled"), (event,)
    if challenge.moves_to:
        state = replace(state, space=melees.leave(groups(state), who))
        state = put(state, replace(state.participants[who], at=challenge.moves_to))
        return state, (event, moved(state, who))
    return state, (event,)


def moved(state: SceneState, who: str) -> Event:
    """`who` has come to where he is now."""
    spot = state.participants[who].at
    values = {"at": spot, "name": state.scene.spots.get(spot, spot)}
    return Event("moved", who, rules=("SLG-3",), values=dict(values), to=aware_of(state, who))


def enter_melee(state: SceneState, check: Check, draws: Draws) -> Happened:
    """The actor is in the melee of the target, where reactions may be provoked (SLG-30)."""
    who, whom = check.actor, check.target
    state = replace(state, space=melees.engage(groups(state), who, whom))
    for hostile in hostiles_in_melee(state, who):
        state = provoke(state, hostile.id, ("enters",), who)
    return state, (Event("entered", who, whom, ("SLG-30",), to=both(state, who, whom)),)


def leave_melee(state: SceneState, check: Check, draws: Draws) -> Happened:
    """The actor is out of his melee (SLG-30)."""
    who = check.actor
    for hostile in hostiles_in_melee(state, who):
        state = provoke(state, hostile.id, ("leaves",), who)
    state = replace(state, space=melees.leave(groups(state), who))
    return state, (Event("left_melee", who, rules=("SLG-30",), to=aware_of(state, who)),)


def clear_jam(state: SceneState, check: Check, draws: Draws) -> Happened:
    """The weapon works again (SLG-14)."""
    who = check.actor
    item = find_carried(state.participants[who], check.subject)
    if item is not None:
        state = carry(state, who, replace(item, jammed=False, attempts=0))
    values = {"weapon": check.subject}
    return state, (Event("cleared", who, rules=("SLG-14",), values=dict(values), to=aware_of(state, who)),)


def heal(state: SceneState, check: Check, draws: Draws) -> Happened:
    """Hit points are given back; who has some again is back in action, unless dead (SLG-14, SLG-29)."""
    power = healing_of(state.participants[check.actor], check.subject)
    one = state.participants[check.target]
    count, sides = read_dice(power.healing) or (0, 0)
    amount = m.roll_damage(draws.of(state, check.actor), count, sides, check.critical, m.Die.HEALING)
    after = m.healed(one.hp, amount, one.sheet.hp)
    status = "in" if one.status == "out" and m.in_action(after) else one.status
    state = put(state, replace(one, hp=after, status=status))
    parts = (Part(power.healing, amount, power.name, "die", why="at its highest" if check.critical else ""),)
    event = Event("healed", check.actor, one.id, ("SLG-14",), dice=draws.take(), parts=parts)
    values = {"amount": after - one.hp, "left": after}
    to = both(state, check.actor, one.id)
    return state, (replace(event, values=dict(values), to=to, private={"left": vital(state, one.id)}),)


def escape(state: SceneState, check: Check, draws: Draws) -> Happened:
    """The actor is held no longer (SLG-27)."""
    state = drop_effects(state, check.actor, "grappled")
    return state, (Event("escaped", check.actor, rules=("SLG-27",), to=aware_of(state, check.actor)),)


def nothing_more(state: SceneState, check: Check, draws: Draws) -> Happened:
    """A deed on no list: what it brings is the game master's to say and to set (SLG-3)."""
    return state, ()


SUCCEED: dict[str, Callable[[SceneState, Check, Draws], Happened]] = {
    "attack": strike,
    "challenge": meet_challenge,
    "enter": enter_melee,
    "leave": leave_melee,
    "clear": clear_jam,
    "heal": heal,
    "escape": escape,
    "deed": nothing_more,
}
