"""The acts with things and words: draw, sheathe, drop, pick up, clear a jam, heal, meet a challenge, any other deed."""

from msgspec.structs import replace

from certamen.kernel.action import Action, Choice, Offer, Option, Refusal, Words
from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.state import Step, put
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.acts_fight import told_first
from certamen.rulesets.starslinger.acts_move import fixed
from certamen.rulesets.starslinger.modifiers import Row, terms
from certamen.rulesets.starslinger.scene import Challenge, Way
from certamen.rulesets.starslinger.state import (
    Carried,
    Check,
    SceneState,
    Slinger,
    between_spots,
    carry,
    challenge_of,
    feet,
    find_carried,
    hands_used,
    healing_of,
    hostiles_in_melee,
    put_down,
)
from certamen.rulesets.starslinger.turnacts import COST, choice, no_action, people, spend, turn_act, word

REASONS = {
    "asked": "the GM asked for a roll",
    "harm": "it harms or manipulates somebody or something",
    "pass": "it gets past, into or out of something",
    "gain": "it gains information, assets or influence",
}


def check_of(
    state: SceneState, kind: str, who: str, skill: str, subject: str, dc: int | None, bonuses: tuple[Row, ...] = ()
) -> Check:
    """A check that is no attack, about to be rolled."""
    found = terms(state, who, skill, bonuses=bonuses)
    return Check(
        kind=kind,
        actor=who,
        subject=subject,
        skill=skill,
        dc=dc,
        modifiers=found.modifiers,
        advantage=found.advantage,
        edges=found.edges,
        parts=found.parts,
    )


def skills_of(one: Slinger) -> tuple[str, ...]:
    """All skills and abilities he has a figure for."""
    return tuple(dict.fromkeys((*one.sheet.skills, *one.sheet.abilities))) or ("untrained",)


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
    dc = m.clearing_dc(item.weapon.tier)
    check = check_of(state, "clear", who, word(action, "skill"), item.weapon.name, dc, bonuses)
    return told_first(state, replace(check, dc_public=True), draws)


# --- healing ---------------------------------------------------------------------------------------------------


def heal_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """One offer a healing power, with the hurt of one's side in its range."""
    me = state.participants[who]
    offers = []
    for power in me.sheet.healing:
        hurt = tuple(
            one
            for one in state.participants.values()
            if one.side == me.side and one.status in ("in", "out") and one.hp < one.sheet.hp
        )
        near = tuple(one for one in hurt if feet(state, who, one.id) <= power.range)
        closed = no_action(me)
        if not near and hurt:
            far = ", ".join(f"{one.name} is {feet(state, who, one.id)} feet away" for one in hurt)
            closed = closed or Refusal(f"{far}; {power.name} reaches {power.range} feet", "SLG-30")
        if hurt:
            fields = (choice("power", (power.name,)), people("target", near or hurt))
            offers.append(Offer("heal", fields, COST, ("SLG-14",), closed=closed))
    return tuple(offers)


def heal(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """A healing power used."""
    state = spend(state, who, "heal")
    power = healing_of(state.participants[who], word(action, "power"))
    check = check_of(state, "heal", who, power.skill, power.name, power.dc)
    return told_first(state, replace(check, target=word(action, "target"), dc_public=True), draws)


# --- challenges and other deeds: SLG-3, SLG-8, SLG-27 ----------------------------------------------------------


def challenge_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """One offer for each way to meet each challenge that is not met yet."""
    me = state.participants[who]
    offers = []
    for one in state.scene.challenges:
        if one.gives and one.gives in state.marks:
            continue
        closed = no_action(me) or out_of_place(state, me, one)
        for way in one.ways:
            fields = (
                Choice("challenge", (Option(one.id, one.name),)),
                Choice("way", (Option(way.id, note=dc_note(way)),)),
                choice("skill", way.skills or skills_of(me)),
            )
            offers.append(Offer("challenge", fields, COST, ("SLG-27", "SLG-4"), closed=closed))
    return tuple(offers)


def dc_note(way: Way) -> str:
    """What a player is told of a DC."""
    if way.dc is None:
        return "no DC: the turn ends at the attempt"
    return "" if way.hidden else f"DC {way.dc}"


def out_of_place(state: SceneState, me: Slinger, one: Challenge) -> Refusal | None:
    """Why a challenge cannot be tried now, or None."""
    missing = tuple(name for name in one.needs if name not in state.marks)
    if missing:
        return Refusal(f"{one.name} cannot be tried yet: {', '.join(missing)} is missing", "SLG-27")
    if one.moves_to or one.leaves:
        held = fixed(state, me.id)
        if held is None and hostiles_in_melee(state, me.id):
            held = Refusal("you are in a melee: leave it first", "SLG-30")
        if held is not None:
            return held
    if not one.at or me.at == one.at:
        return None
    away = between_spots(state, me.at, one.at)
    if away <= one.reach:
        return None
    where = f"it can be tried from {one.reach} feet" if one.reach else "move there first"
    return Refusal(f"{one.name} is {away} feet away: {where}", "SLG-30")


def challenge(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """A way tried to meet a challenge."""
    state = spend(state, who, "challenge")
    one = challenge_of(state, word(action, "challenge"))
    way = next(way for way in one.ways if way.id == word(action, "way"))
    check = check_of(state, "challenge", who, word(action, "skill"), one.id, way.dc)
    return told_first(state, replace(check, way=way.id, dc_public=not way.hidden and way.dc is not None), draws)


def deed_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """A deed on no list: without a roll, or with one for one of four reasons and the skill the player thinks fits."""
    me = state.participants[who]
    reasons = Choice("reason", tuple(Option(one, text) for one, text in REASONS.items()))
    rolled = (Words("what"), reasons, choice("skill", skills_of(me)))
    closed = no_action(me)
    return (
        Offer("deed", (Words("what"),), COST, ("SLG-3", "SLG-27"), "do something that needs no roll", closed),
        Offer("deed", rolled, COST, ("SLG-3", "SLG-8", "SLG-27"), "do something that needs a roll", closed),
    )


def deed(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """A deed on no list. With a roll, the GM gives its DC, and may correct skill and cost."""
    state = spend(state, who, "deed")
    reason = word(action, "reason")
    if not m.needs_roll(reason == "asked", reason == "harm", reason == "pass", reason == "gain"):
        values = {"what": word(action, "what")}
        return Step(state, (Event("deed", who, rules=("SLG-27",), values=dict(values), to=aware_of(state, who)),))
    check = check_of(state, "deed", who, word(action, "skill"), word(action, "what"), None)
    return told_first(state, replace(check, way=reason), draws)


def end_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """One may always end one's turn."""
    return (Offer("end", rules=("SLG-3",)),)


def end(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """The turn is over, with whatever is left of it."""
    state = put(state, replace(state.participants[who], done=True))
    return Step(state, (Event("ended_turn", who, to=aware_of(state, who)),))


THING_ACTS = (
    turn_act("draw", draw_offers, handle),
    turn_act("sheathe", sheathe_offers, handle),
    turn_act("drop", drop_offers, handle),
    turn_act("pick-up", pick_up_offers, handle),
    turn_act("clear", clear_offers, clear),
    turn_act("heal", heal_offers, heal),
    turn_act("challenge", challenge_offers, challenge),
    turn_act("deed", deed_offers, deed),
    turn_act("end", end_offers, end),
)
