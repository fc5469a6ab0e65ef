"""The acts with things: draw, sheathe, drop, pick up, clear a jam, heal (SLG-14, SLG-26)."""

from msgspec.structs import replace

from certamen.kernel.action import Action, Offer, Refusal
from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.state import Step
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.checks import told_first
from certamen.rulesets.starslinger.modifiers import Row, terms
from certamen.rulesets.starslinger.places import feet, too_far
from certamen.rulesets.starslinger.state import (
    Carried,
    Check,
    SceneState,
    Slinger,
    carry,
    find_carried,
    hands_used,
    healing_of,
    put_down,
    skills_of,
)
from certamen.rulesets.starslinger.turnacts import COST, choice, no_action, people, spend, turn_act, word

# --- what one carries: SLG-26 ----------------------------------------------------------------------------------


def no_hands(one: Slinger, item: Carried) -> Refusal | None:
    """Why he cannot hold one thing more, or None."""
    free = m.hands_free(hands_used(one))
    if item.weapon.hands <= free:
        return None
    return Refusal(f"{item.weapon.name} needs {item.weapon.hands} hands, {free} free", "SLG-26")


def draw_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """What is sheathed."""
    me = state.participants[who]
    return tuple(
        Offer(
            "draw",
            (choice("item", (item.weapon.name,)),),
            COST,
            ("SLG-26",),
            closed=no_action(me) or no_hands(me, item),
        )
        for item in me.carried
        if not item.held and item.weapon.hands
    )


def held_offers(verb: str, state: SceneState, who: str) -> tuple[Offer, ...]:
    """What is in hand."""
    me = state.participants[who]
    names = tuple(item.weapon.name for item in me.carried if item.held and item.weapon.hands)
    if not names:
        return ()
    free = verb == "drop"
    closed = None if free else no_action(me)
    return (Offer(verb, (choice("item", names),), () if free else COST, ("SLG-26",), closed=closed),)


def sheathe_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """What can be sheathed."""
    return held_offers("sheathe", state, who)


def drop_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """What can be dropped, for free."""
    return held_offers("drop", state, who)


def pick_up_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """What lies where one is."""
    me = state.participants[who]
    offers: list[Offer] = []
    for dropped in state.ground:
        name = dropped.carried.weapon.name
        if dropped.at != me.at or any(o.fields == (choice("item", (name,)),) for o in offers):
            continue
        twice = Refusal(f"you carry a {name} already", "SLG-26") if find_carried(me, name) else None
        closed = no_action(me) or no_hands(me, dropped.carried) or twice
        offers.append(Offer("pick-up", (choice("item", (name,)),), COST, ("SLG-26",), closed=closed))
    return tuple(offers)


def handle(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """Something drawn, sheathed, dropped or picked up."""
    name = word(action, "item")
    if action.verb != "drop":
        state = spend(state, who, action.verb)
    if action.verb == "drop":
        state = put_down(state, who, name)
    elif action.verb == "pick-up":
        at = state.participants[who].at
        found = next(one for one in state.ground if one.at == at and one.carried.weapon.name == name)
        state = replace(state, ground=tuple(one for one in state.ground if one is not found))
        state = carry(state, who, replace(found.carried, held=True))
    else:
        item = find_carried(state.participants[who], name)
        assert item is not None  # the offer named it
        state = carry(state, who, replace(item, held=action.verb == "draw"))
    values = {"item": name, "does": action.verb}
    return Step(state, (Event("handled", who, rules=("SLG-26",), values=dict(values), to=aware_of(state, who)),))


def clear_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """What is jammed (SLG-14)."""
    me = state.participants[who]
    names = tuple(item.weapon.name for item in me.carried if item.jammed)
    if not names:
        return ()
    fields = (choice("item", names), choice("skill", skills_of(me)))
    return (Offer("clear", fields, COST, ("SLG-14",), closed=no_action(me)),)


def clear(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """An attempt to get a jammed item working, easier each time."""
    state = spend(state, who, "clear")
    item = find_carried(state.participants[who], word(action, "item"))
    assert item is not None  # the offer named it
    earlier = m.clearing_bonus(item.attempts)
    bonuses: tuple[Row, ...] = (("earlier attempts", earlier, "SLG-14"),) if earlier else ()
    state = carry(state, who, replace(item, attempts=item.attempts + 1))
    skill = word(action, "skill")
    check = Check(
        kind="clear",
        actor=who,
        subject=item.weapon.name,
        skill=skill,
        dc=m.clearing_dc(item.weapon.tier),
        dc_public=True,
        dc_source="SLG-14",
        terms=terms(state, who, skill, bonuses=bonuses),
    )
    return told_first(state, check, draws)


# --- healing ---------------------------------------------------------------------------------------------------


def heal_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """One offer a healing power, with the hurt of one's side in its range; a closed one for those who are not."""
    me = state.participants[who]
    offers = []
    for power in me.sheet.healing:
        hurt = tuple(
            one
            for one in state.participants.values()
            if one.side == me.side and one.status in ("in", "out") and one.hp < one.sheet.hp
        )
        near = tuple(one for one in hurt if feet(state, who, one.id) <= power.range)
        far = tuple(one for one in hurt if one not in near)
        spent = no_action(me)
        for those, closed in ((near, spent), (far, spent or too_far(state, who, power.name, power.range, far))):
            if those:
                fields = (choice("power", (power.name,)), people("target", those))
                offers.append(Offer("heal", fields, COST, ("SLG-14",), closed=closed))
    return tuple(offers)


def heal(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """A healing power used."""
    state = spend(state, who, "heal")
    power = healing_of(state.participants[who], word(action, "power"))
    check = Check(
        kind="heal",
        actor=who,
        target=word(action, "target"),
        subject=power.name,
        skill=power.skill,
        dc=power.dc,
        dc_public=True,
        dc_source=power.name,
        terms=terms(state, who, power.skill),
    )
    return told_first(state, check, draws)


THING_ACTS = (
    turn_act("draw", draw_offers, handle),
    turn_act("sheathe", sheathe_offers, handle),
    turn_act("drop", drop_offers, handle),
    turn_act("pick-up", pick_up_offers, handle),
    turn_act("clear", clear_offers, clear),
    turn_act("heal", heal_offers, heal),
)
