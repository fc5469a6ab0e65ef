"""What the body does besides moving: get up, take cover, crouch, turn a door."""

from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel.action import Action, Choice, Offer, Option, Refusal
from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.ruleset import Act
from certamen.kernel.space import Door, Place
from certamen.kernel.state import Step, add_effect, has_effect, put
from certamen.kernel.window import Request
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.aim import cover_of
from certamen.rulesets.dualaction.state import (
    CROUCHED,
    IN_COVER,
    Combat,
    body_offer,
    cost_of,
    known_enemies,
    pay,
    placed,
    unpaid,
)

DOOR_REACH = 150


def get_up_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Getting up, for who is knocked down (DUA-5)."""
    if not state.participants[request.who].knocked_down:
        return ()
    return body_offer(state, request.who, "get-up", m.PRIMARY, "DUA-5", None)


def get_up(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """On one's feet again, for the primary action (DUA-5)."""
    del action, draws
    who = request.who
    state = pay(state, who, m.PRIMARY, "get-up")
    state = put(state, replace(state.participants[who], knocked_down=False))
    return Step(state, (Event("get_up", actor=who, rules=("DUA-5",), to=aware_of(state, who)),))


def cover_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Taking cover, where something stands between him and an opponent (DUA-6)."""
    who = request.who
    if not placed(state, who) or not state.space.ground.cover:
        return ()
    closed = None
    if has_effect(state, who, IN_COVER):
        closed = Refusal("in cover already", "DUA-6")
    elif not any(cover_of(state, enemy.id, who) for enemy in known_enemies(state, who)):
        closed = Refusal("nothing here gives cover from anyone", "DUA-6")
    return body_offer(state, who, "take-cover", m.SECONDARY, "DUA-6", closed)


def crouch_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Crouching; the source gives it no figures: what it is good for is the game master's (DUA-6)."""
    crouched = has_effect(state, request.who, CROUCHED)
    return body_offer(
        state, request.who, "crouch", m.SECONDARY, "DUA-6", Refusal("crouched already", "DUA-6") if crouched else None
    )


def posture(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """In cover, or crouched, until he moves (DUA-6)."""
    del draws
    who = request.who
    name = IN_COVER if action.verb == "take-cover" else CROUCHED
    state = pay(state, who, m.SECONDARY, action.verb)
    state = add_effect(state, name, who, source=who, rule="DUA-6", to=aware_of(state, who))
    return Step(state, (Event("posture", who, rules=("DUA-6",), values={"posture": name}, to=aware_of(state, who)),))


def door_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Opening or shutting a door near by: a deed like any other, for the primary action (DUA-5)."""
    if not placed(state, request.who):
        return ()
    here = state.space.places[request.who]
    offers = []
    for door in state.space.ground.doors:
        if _far(here, door):
            continue
        closed = Refusal(f"{door.id} is locked", "DUA-2") if door.locked and not door.open else None
        closed = closed or unpaid(state, request.who, m.PRIMARY)
        label = f"{'shut' if door.open else 'open'} {door.id}"
        price = cost_of(state, m.PRIMARY)
        offers.append(Offer("door", (Choice("door", (Option(door.id),)),), price, ("DUA-5",), label, closed))
    return tuple(offers)


def _far(here: Place, door: Door) -> bool:
    x, y = (door.a[0] + door.b[0]) // 2 - here.x, (door.a[1] + door.b[1]) // 2 - here.y
    return x * x + y * y > DOOR_REACH * DOOR_REACH


def turn_door(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """A door opened or shut (DUA-5)."""
    del draws
    who, name = request.who, str(action.values["door"])
    opened = not next(door.open for door in state.space.ground.doors if door.id == name)
    state = pay(state, who, m.PRIMARY, "door")
    state = replace(state, space=spaces.set_door(state.space, name, open=opened))
    values = {"door": name, "open": "open" if opened else "shut"}
    return Step(state, (Event("door", who, rules=("DUA-5",), values=dict(values), to=aware_of(state, who)),))


ACTS = (
    Act("get-up", get_up_offers, get_up),
    Act("take-cover", cover_offers, posture),
    Act("crouch", crouch_offers, posture),
    Act("door", door_offers, turn_door),
)
