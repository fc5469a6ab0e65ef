"""The acts that move: between spots, into and out of melees and holds, through doors, to one's feet (SLG-3, SLG-30)."""

from msgspec.structs import replace

from certamen.kernel.action import Action, Offer, Option, Places, Refusal
from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.space import melees
from certamen.kernel.state import Step, drop_effects, effects_on, has_effect, mark, put
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.acts_fight import told_first
from certamen.rulesets.starslinger.modifiers import terms
from certamen.rulesets.starslinger.outcomes import enter_melee, leave_melee, moved
from certamen.rulesets.starslinger.scene import Door
from certamen.rulesets.starslinger.state import (
    Check,
    SceneState,
    Slinger,
    groups,
    hostiles_in_melee,
    hostiles_of_melee,
    ruling,
    save_dc,
)
from certamen.rulesets.starslinger.turnacts import COST, choice, no_action, people, spend, turn_act, word

MELEE_SKILLS = ("acrobatics", "athletics")
ESCAPE_SKILLS = ("acrobatics", "athletics", "brawn")


def fixed(state: SceneState, who: str) -> Refusal | None:
    """Why he cannot go anywhere: on the ground, or held."""
    if has_effect(state, who, "prone"):
        return Refusal("you lie on the ground: stand up first", "SLG-3")
    if has_effect(state, who, "grappled"):
        return Refusal("you are held: escape first", "SLG-27")
    return None


# --- spots -----------------------------------------------------------------------------------------------------


def move_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """The other spots, and those behind closed doors as a closed offer."""
    me, spots = state.participants[who], state.scene.spots
    others = tuple(spot for spot in spots if spot != me.at)
    closed = no_action(me) or fixed(state, who)
    if melees.melee_of(groups(state), who):
        closed = closed or Refusal("you are in a melee: leave it first", "SLG-30")
    shut = {spot: door for spot in others for door in state.scene.doors if door_shut(state, door, me.at, spot)}
    free = tuple(Option(spot, spots[spot]) for spot in others if spot not in shut)
    offers = [Offer("move", (Places("to", free),), COST, ("SLG-3",), closed=closed)] if free else []
    for spot, door in shut.items():
        reason = closed or Refusal(f"{door.id} is shut", "SLG-27")
        offers.append(Offer("move", (Places("to", (Option(spot, spots[spot]),)),), COST, ("SLG-3",), closed=reason))
    return tuple(offers)


def door_shut(state: SceneState, door: Door, a: str, b: str) -> bool:
    """Whether a door stands shut between two spots."""
    return not state.doors.get(door.id, door.open) and door.between in (f"{a}/{b}", f"{b}/{a}")


def move(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """To another spot."""
    state = spend(state, who, "move")
    state = put(state, replace(state.participants[who], at=word(action, "to")))
    return Step(state, (moved(state, who),))


# --- melees ----------------------------------------------------------------------------------------------------


def enter_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """Melees, and lone hostiles to begin one with: with a check where hostiles are, else without (SLG-30)."""
    me = state.participants[who]
    seen = tuple(one for one in state.participants.values() if enterable(state, me, one))
    if not seen:
        return ()
    closed = no_action(me) or fixed(state, who)
    if melees.melee_of(groups(state), who):
        closed = closed or Refusal("you are in a melee already: leave it first", "SLG-30")
    far = tuple(one for one in seen if one.at != me.at)
    near = tuple(one for one in seen if one.at == me.at)
    checked = tuple(one for one in near if needs_entry_check(state, who, one))
    free = tuple(one for one in near if one not in checked)
    offers = []
    if checked:
        fields = (people("target", checked), choice("skill", MELEE_SKILLS))
        offers.append(Offer("enter", fields, COST, ("SLG-30",), closed=closed))
    if free:
        offers.append(Offer("enter", (people("target", free),), COST, ("SLG-30",), closed=closed))
    for one in far:
        reason = closed or Refusal(
            f"{one.name} is at {state.scene.spots.get(one.at, one.at)}: move there first", "SLG-30"
        )
        fields = (people("target", (one,)), choice("skill", MELEE_SKILLS))
        offers.append(Offer("enter", fields, COST, ("SLG-30",), closed=reason))
    return tuple(offers)


def enterable(state: SceneState, me: Slinger, other: Slinger) -> bool:
    """Whether `me` could join `other` in a melee: a known hostile in action, or an ally in a melee."""
    if other.id == me.id or other.status != "in" or melees.same_melee(groups(state), me.id, other.id):
        return False
    if other.side != me.side:
        return not other.hidden or me.id in other.known_to
    return melees.melee_of(groups(state), other.id) is not None


def in_the_way(state: SceneState, who: str, target: Slinger) -> tuple[Slinger, ...]:
    """The hostiles whom one meets on entering the melee of `target`."""
    melee = melees.melee_of(groups(state), target.id)
    if melee is not None:
        return hostiles_of_melee(state, who, melee)
    return (target,) if target.side != state.participants[who].side else ()


def needs_entry_check(state: SceneState, who: str, target: Slinger) -> bool:
    """Whether entering the melee of `target` takes a check."""
    return bool(in_the_way(state, who, target)) and ruling(state, "melee_dc") != "none"


def enter(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """Into a melee, with a check against the lowest Dex DC of the hostiles there."""
    target = state.participants[word(action, "target")]
    state = spend(state, who, "enter")
    check = Check(kind="enter", actor=who, target=target.id)
    if not needs_entry_check(state, who, target):
        return Step(*enter_melee(state, check, draws))
    dc = m.entry_dc(min(save_dc(state, one.id, "dex") for one in in_the_way(state, who, target)))
    return melee_check(state, check, word(action, "skill"), dc, draws)


def melee_check(state: SceneState, check: Check, skill: str, dc: int, draws: Draws) -> Step:
    """The check to get into or out of a melee; under `melee_dc: gm` its DC is the game master's to give."""
    found = terms(state, check.actor, skill)
    check = replace(
        check,
        skill=skill,
        dc=None if ruling(state, "melee_dc") == "gm" else dc,
        modifiers=found.modifiers,
        advantage=found.advantage,
        edges=found.edges,
        parts=found.parts,
    )
    return told_first(state, check, draws)


def leave_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """Out of the melee one is in."""
    if not melees.melee_of(groups(state), who):
        return ()
    closed = no_action(state.participants[who]) or fixed(state, who)
    checked = hostiles_in_melee(state, who) and ruling(state, "melee_dc") != "none"
    fields = (choice("skill", MELEE_SKILLS),) if checked else ()
    return (Offer("leave", fields, COST, ("SLG-30",), closed=closed),)


def leave(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """Out of a melee, with a check against the highest Dex or Str DC of the hostiles in it."""
    state = spend(state, who, "leave")
    hostiles = hostiles_in_melee(state, who)
    check = Check(kind="leave", actor=who, target=hostiles[0].id if hostiles else "")
    if "skill" not in action.values:
        return Step(*leave_melee(state, check, draws))
    dc = m.leaving_dc(
        max(save_dc(state, one.id, "dex") for one in hostiles), max(save_dc(state, one.id, "str") for one in hostiles)
    )
    return melee_check(state, check, word(action, "skill"), dc, draws)


# --- doors, feet, holds ----------------------------------------------------------------------------------------


def door_offers(verb: str, state: SceneState, who: str) -> tuple[Offer, ...]:
    """The doors at one's spot that stand shut, or open."""
    me = state.participants[who]
    offers = []
    for door in state.scene.doors:
        stands_open = state.doors.get(door.id, door.open)
        if me.at not in door.between.split("/") or stands_open == (verb == "open"):
            continue
        missing = tuple(name for name in door.needs if name not in state.marks) if verb == "open" else ()
        locked = Refusal(f"{door.id} does not open: {', '.join(missing)} is missing", "SLG-27") if missing else None
        fields = (choice("door", (door.id,)),)
        offers.append(Offer(verb, fields, COST, ("SLG-3",), closed=no_action(me) or locked))
    return tuple(offers)


def open_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """The doors one can open."""
    return door_offers("open", state, who)


def close_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """The doors one can close."""
    return door_offers("close", state, who)


def turn_door(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """A door opened or closed."""
    state = spend(state, who, action.verb)
    door = word(action, "door")
    state = replace(state, doors={**state.doors, door: action.verb == "open"})
    if action.verb == "open":
        state = mark(state, f"{door}:open")
    values = {"door": door, "does": action.verb}
    return Step(state, (Event("door", who, rules=("SLG-3",), values=dict(values), to=aware_of(state, who)),))


def stand_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """Up from the ground."""
    if not has_effect(state, who, "prone"):
        return ()
    return (Offer("stand", cost=COST, rules=("SLG-3",), closed=no_action(state.participants[who])),)


def stand(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """On one's feet again."""
    state = drop_effects(spend(state, who, "stand"), who, "prone")
    return Step(state, (Event("stood", who, rules=("SLG-3",), to=aware_of(state, who)),))


def escape_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """Out of a hold."""
    if not has_effect(state, who, "grappled"):
        return ()
    fields = (choice("skill", ESCAPE_SKILLS),)
    return (Offer("escape", fields, COST, ("SLG-27", "SLG-30"), closed=no_action(state.participants[who])),)


def escape(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """Out of a hold, against the holder's Dex or Str DC, whichever is higher."""
    state = spend(state, who, "escape")
    holder = effects_on(state, who, "grappled")[0].source
    known = holder in state.participants
    dc = m.leaving_dc(save_dc(state, holder, "dex"), save_dc(state, holder, "str")) if known else state.scene.default_dc
    found = terms(state, who, word(action, "skill"))
    check = Check(
        kind="escape", actor=who, target=holder if known else "", skill=word(action, "skill"), dc=dc,
        modifiers=found.modifiers, advantage=found.advantage, edges=found.edges, parts=found.parts,
    )  # fmt: skip
    return told_first(state, check, draws)


MOVE_ACTS = (
    turn_act("move", move_offers, move),
    turn_act("enter", enter_offers, enter),
    turn_act("leave", leave_offers, leave),
    turn_act("escape", escape_offers, escape),
    turn_act("stand", stand_offers, stand),
    turn_act("open", open_offers, turn_door),
    turn_act("close", close_offers, turn_door),
)
