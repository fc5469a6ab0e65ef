"""What a successful check brings, for each kind of check; and who is provoked by what (SLG-25)."""

from collections.abc import Callable

from msgspec.structs import replace

from certamen.kernel.audience import aware_of, both, vital
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.space import melees
from certamen.kernel.state import add_effect, leave, mark, put
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.conditions import rid, suffers
from certamen.rulesets.starslinger.fights import at_hand, is_jammed
from certamen.rulesets.starslinger.harm import Happened, afflict, armoured, critical_effect, regain
from certamen.rulesets.starslinger.modifiers import Row, add_up, damage_bonuses
from certamen.rulesets.starslinger.places import apart, groups, hostiles_in_melee, reaches
from certamen.rulesets.starslinger.sheet import Weapon, read_dice
from certamen.rulesets.starslinger.state import (
    Check,
    Provoked,
    SceneState,
    Slinger,
    carry,
    challenge_of,
    chosen,
    cite,
    find_carried,
    healing_of,
    skill_of,
    weapon_of,
)


def provoke(state: SceneState, who: str, triggers: tuple[str, ...], by: str) -> SceneState:
    """The state with the reaction of `who` to this provoked; one a round, to be resolved before his next turn.

    Only a reaction that could be made there and then is provoked: its weapon is at hand, works and reaches.
    """
    one = state.participants[who]
    if not one.sheet.reactions or one.status != "in" or one.provoked or suffers(state, who, "no-reaction"):
        return state
    for reaction in one.sheet.reactions:
        weapon = weapon_of(one, reaction.weapon)
        able = weapon in at_hand(one) and not is_jammed(one, weapon) and reaches(state, who, by, weapon)
        if reaction.trigger in triggers and able:
            return put(state, replace(one, provoked=(Provoked(reaction.name, by),)))
    return state


# --- attacks ---------------------------------------------------------------------------------------------------


def strike(state: SceneState, check: Check, draws: Draws) -> Happened:
    """A hit: damage, what the weapon brings beyond it, and the critical effect (SLG-16, SLG-17, SLG-20, SLG-24)."""
    weapon, whom = weapon_of(state.participants[check.actor], check.subject), check.target
    state = provoke(state, whom, ("attacked", "hit"), check.actor)
    events: tuple[Event, ...] = ()
    if weapon.damage:
        state, events = _damage(state, check, weapon, draws)
    if state.participants[whom].status != "in":
        return state, events
    if weapon.effect:
        dice = draws.of(state, check.actor)
        state, more = afflict(state, whom, weapon.effect, check.actor, draws, dice, "SLG-15")
        events = (*events, *more)
    if weapon.persistent:
        figure = {"n": weapon.persistent}
        to = aware_of(state, whom)
        source = check.actor if state.participants[check.actor].hidden else weapon.name
        state = add_effect(state, "persistent", whom, source=source, rule="SLG-29", values=figure, to=to)
    if check.critical:
        state, more = critical_effect(state, check.actor, whom, weapon.petrifies, draws)
        events = (*events, *more)
    return state, events


def _damage(state: SceneState, check: Check, weapon: Weapon, draws: Draws) -> Happened:
    actor = state.participants[check.actor]
    halves = chosen(state, "half_round")
    count, sides = read_dice(weapon.damage) or (0, 0)
    count = m.damage_dice(count, actor.sheet.level)
    rolled = m.roll_damage(draws.of(state, check.actor), count, sides, check.critical, m.Die.DAMAGE)
    modifiers, rows = damage_terms(state, actor, weapon, check.skill, halves)
    bonus = m.modifier(modifiers)
    whole, amount = m.damage(rolled, bonus, False, halves), m.damage(rolled, bonus, check.halved, halves)
    why = "at its highest" if check.critical else ""
    parts = [Part(f"{count}d{sides}", rolled, weapon.name, "die", why=why), *rows]
    if whole != rolled + bonus:
        parts.append(Part("at least 1", whole - rolled - bonus, "SLG-17"))
    if check.halved:
        parts.append(Part("half, with two weapons", amount - whole, "SLG-24"))
    parts.append(Part("damage", amount, "SLG-17", "total"))
    rules = ("SLG-17", "SLG-16", *(("SLG-14",) if check.critical else ()), *(("SLG-24",) if check.halved else ()))
    capped = ("stacking_scope",) if any(part.source == "SLG-13" for part in rows) else ()
    applied = cite(state, "attack_modifier", "half_round", *capped)
    to = both(state, check.actor, check.target)
    event = Event("damage", actor.id, check.target, rules, applied, draws.take(), tuple(parts), to=to)
    return armoured(state, check.target, amount, replace(event, values={"weapon": weapon.name}))


def damage_terms(
    state: SceneState, actor: Slinger, weapon: Weapon, skill: str, halves: int
) -> tuple[m.Modifiers, tuple[Part, ...]]:
    """What is added to the damage of his attacks with a weapon: the attack modifier's share, traits and effects."""
    kind = chosen(state, "attack_modifier")
    share = m.damage_modifier(skill_of(actor, skill), weapon.accuracy, weapon.hands == 2, kind, halves)
    own: Row = ("attack modifier", share, "SLG-17")
    rows = [(own, False), *((row, True) for row in damage_bonuses(state, actor, skill))]
    return add_up(rows, chosen(state, "stacking_scope"))


# --- everything else -------------------------------------------------------------------------------------------


def meet_challenge(state: SceneState, check: Check, draws: Draws) -> Happened:
    """A challenge is met: its mark is set, and the actor comes to where it leads."""
    challenge, who = challenge_of(state, check.subject), check.actor
    to = aware_of(state, who)
    if challenge.gives:
        state = mark(state, challenge.gives)
    event = Event("met", who, rules=("SLG-6",), values={"challenge": challenge.id, "name": challenge.name}, to=to)
    if challenge.leaves:
        return leave(state, who, "fled"), (event,)
    if challenge.moves_to:
        state = apart(put(state, replace(state.participants[who], at=challenge.moves_to)), who)
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
    state = apart(state, who)
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
    """Hit points are given back (SLG-14)."""
    power = healing_of(state.participants[check.actor], check.subject)
    one = state.participants[check.target]
    count, sides = read_dice(power.healing) or (0, 0)
    amount = m.roll_damage(draws.of(state, check.actor), count, sides, check.critical, m.Die.HEALING)
    after = m.healed(one.hp, amount, one.sheet.hp)
    state = regain(state, one.id, after)
    parts = (Part(power.healing, amount, power.name, "die", why="at its highest" if check.critical else ""),)
    event = Event("healed", check.actor, one.id, ("SLG-14",), dice=draws.take(), parts=parts)
    values = {"amount": after - one.hp, "left": after}
    secret, to = vital(state, one.id), both(state, check.actor, one.id)
    return state, (replace(event, values=dict(values), to=to, private={"amount": secret, "left": secret}),)


def escape(state: SceneState, check: Check, draws: Draws) -> Happened:
    """The actor is held no longer (SLG-27)."""
    state = rid(state, check.actor, "grappled")
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
