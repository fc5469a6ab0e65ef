"""The acts that move: between spots, into and out of melees and holds, through doors, to one's feet (SLG-3, SLG-30)."""

from msgspec.structs import replace

from certamen.kernel.action import Action, Offer, Option, Places, Refusal
from certamen.kernel.audience import aware_of, both, vital
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.state import Step, mark, put
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.checks import reveal, told_first
from certamen.rulesets.starslinger.conditions import kind_of, of_kind, rid, save_dc, suffers
from certamen.rulesets.starslinger.modifiers import terms
from certamen.rulesets.starslinger.outcomes import enter_melee, leave_melee, moved
from certamen.rulesets.starslinger.places import hostiles_in_melee, hostiles_of_melee, melee_of, together
from certamen.rulesets.starslinger.scene import Door
from certamen.rulesets.starslinger.sheet import SaveName
from certamen.rulesets.starslinger.state import Check, SceneState, Slinger, cite, ruling
from certamen.rulesets.starslinger.turnacts import COST, choice, no_action, people, spend, turn_act, word

MELEE_SKILLS = ("acrobatics", "athletics")
ESCAPE_SKILLS = ("acrobatics", "athletics", "brawn")

Events = tuple[Event, ...]


def fixed(state: SceneState, who: str) -> Refusal | None:
    """Why he cannot go anywhere: on the ground, or held."""
    if suffers(state, who, "prone"):
        return Refusal("you lie on the ground: stand up first", "SLG-3")
    if suffers(state, who, "grappled"):
        return Refusal("you are held: escape first", "SLG-27")
    return None


# --- spots -----------------------------------------------------------------------------------------------------


def move_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """The other spots, and those behind closed doors as a closed offer."""
    me, spots = state.participants[who], state.scene.spots
    others = tuple(spot for spot in spots if spot != me.at)
    closed = no_action(me) or fixed(state, who)
    if melee_of(state, who):
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
    if melee_of(state, who):
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
    if other.id == me.id or other.status != "in" or together(state, me.id, other.id):
        return False
    if other.side != me.side:
        return not other.hidden or me.id in other.known_to
    return melee_of(state, other.id) is not None


def in_the_way(state: SceneState, who: str, target: Slinger) -> tuple[Slinger, ...]:
    """The hostiles whom one meets on entering the melee of `target`."""
    melee = melee_of(state, target.id)
    if melee is not None:
        return hostiles_of_melee(state, who, melee)
    return (target,) if target.side != state.participants[who].side else ()


def needs_entry_check(state: SceneState, who: str, target: Slinger) -> bool:
    """Whether entering the melee of `target` takes a check."""
    return bool(in_the_way(state, who, target)) and ruling(state, "melee_dc") != "none"


def enter(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """Into a melee, with a check against the lowest Dex DC of the hostiles there; who closes in with them is seen."""
    target = state.participants[word(action, "target")]
    hostiles = in_the_way(state, who, target)
    state = spend(state, who, "enter")
    state, shown = reveal(state, who) if hostiles else (state, ())
    check = Check(kind="enter", actor=who, target=target.id)
    if not needs_entry_check(state, who, target):
        return _unchecked(state, hostiles, shown, *enter_melee(state, check, draws))
    low = min(hostiles, key=lambda one: save_dc(state, one.id, "dex"))
    check = replace(check, dc=m.entry_dc(save_dc(state, low.id, "dex")), dc_parts=(_dc_of(state, low, "dex"),))
    step = melee_check(state, check, word(action, "skill"), draws)
    return Step(step.state, (*shown, *step.events))


def _unchecked(
    state: SceneState, hostiles: tuple[Slinger, ...], shown: tuple[Event, ...], after: SceneState, happened: Events
) -> Step:
    """A way in or out without a check; where that is so by the ruling alone, the event says so."""
    ruled = cite(state, "melee_dc") if hostiles else ()
    return Step(after, (*shown, *(replace(event, rulings=ruled) for event in happened)))


def _dc_of(state: SceneState, one: Slinger, save: SaveName) -> Part:
    return Part(f"{save} DC of {one.name}", save_dc(state, one.id, save), "sheet", "note", to=vital(state, one.id))


def melee_check(state: SceneState, check: Check, skill: str, draws: Draws) -> Step:
    """The check to get into or out of a melee; under `melee_dc: gm` its DC is the game master's to give."""
    check = replace(check, skill=skill, terms=terms(state, check.actor, skill), dc_source="SLG-30")
    if ruling(state, "melee_dc") == "gm":
        check = replace(check, dc=None, dc_parts=())
    return told_first(state, check, draws)


def leave_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """Out of the melee one is in."""
    if not melee_of(state, who):
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
        return _unchecked(state, hostiles, (), *leave_melee(state, check, draws))
    dc, rows = _way_out(state, hostiles)
    return melee_check(state, replace(check, dc=dc, dc_parts=rows), word(action, "skill"), draws)


def _way_out(state: SceneState, hostiles: tuple[Slinger, ...]) -> tuple[int, tuple[Part, ...]]:
    """The highest Dex or Str DC among these, and its rows, the one that counts last."""
    quick = max(hostiles, key=lambda one: save_dc(state, one.id, "dex"))
    strong = max(hostiles, key=lambda one: save_dc(state, one.id, "str"))
    dex, strength = save_dc(state, quick.id, "dex"), save_dc(state, strong.id, "str")
    rows = (_dc_of(state, strong, "str"), _dc_of(state, quick, "dex"))
    return m.leaving_dc(dex, strength), rows if dex >= strength else rows[::-1]


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
    if not suffers(state, who, "prone"):
        return ()
    return (Offer("stand", cost=COST, rules=("SLG-3",), closed=no_action(state.participants[who])),)


def stand(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """On one's feet again."""
    state = rid(spend(state, who, "stand"), who, "prone")
    return Step(state, (Event("stood", who, rules=("SLG-3",), to=aware_of(state, who)),))


def escape_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """Out of a hold."""
    if not suffers(state, who, "grappled"):
        return ()
    fields = (choice("skill", ESCAPE_SKILLS),)
    return (Offer("escape", fields, COST, ("SLG-27", "SLG-30"), closed=no_action(state.participants[who])),)


def escape(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """Out of a hold, against the holder's Dex or Str DC, whichever is higher."""
    state = spend(state, who, "escape")
    skill, found = word(action, "skill"), terms(state, who, word(action, "skill"))
    check = Check(kind="escape", actor=who, skill=skill, terms=found, dc=state.scene.default_dc, dc_source="the scene")
    holder = state.participants.get(of_kind(state, who, "grappled")[0].source)
    if holder is not None:
        dc, rows = _way_out(state, (holder,))
        check = replace(check, target=holder.id, dc=dc, dc_parts=rows, dc_source="SLG-30")
    return told_first(state, check, draws)


def held_by(state: SceneState, who: str) -> tuple[Slinger, ...]:
    """Those whom `who` holds."""
    people = state.participants
    return tuple(people[one.bearer] for one in state.effects if one.source == who and kind_of(one) == "grappled")


def let_go_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """To let go of whom one holds, for free: something ceases."""
    held = held_by(state, who)
    return (Offer("let-go", (people("target", held),), (), ("SLG-3",)),) if held else ()


def let_go(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """A hold given up."""
    whom = word(action, "target")
    state = rid(state, whom, "grappled", source=who)
    return Step(state, (Event("let_go", who, whom, ("SLG-3",), to=both(state, who, whom)),))


MOVE_ACTS = (
    turn_act("move", move_offers, move),
    turn_act("enter", enter_offers, enter),
    turn_act("leave", leave_offers, leave),
    turn_act("escape", escape_offers, escape),
    turn_act("let-go", let_go_offers, let_go),
    turn_act("stand", stand_offers, stand),
    turn_act("open", open_offers, turn_door),
    turn_act("close", close_offers, turn_door),
)
