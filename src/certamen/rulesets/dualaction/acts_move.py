"""Moving and all that the body does: move, throw for the way, leap, get up, take cover, crouch, doors, leave."""

from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel.action import Action, Choice, Offer, Option, Places, Refusal, Value
from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.ruleset import Act
from certamen.kernel.space import Door, Place
from certamen.kernel.space.drawn import LOW_WALL, metres_text, place_text, read_place
from certamen.kernel.space.index import index_of
from certamen.kernel.space.lines import stopped
from certamen.kernel.state import Step, add_effect, go_on_with, has_effect, put
from certamen.kernel.window import Request, Resume
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction import moving
from certamen.rulesets.dualaction.aim import cover_of
from certamen.rulesets.dualaction.harm import leave_posture
from certamen.rulesets.dualaction.reacting import ask_who_may_stop
from certamen.rulesets.dualaction.state import (
    CROUCHED,
    IN_COVER,
    Combat,
    cite,
    cost_of,
    in_nobodys_way,
    known_enemies,
    pay,
    placed,
    ruled,
    single,
    spent,
)

LEAP = 200
DOOR_REACH = 150


def unpaid(state: Combat, who: str, cost: int) -> Refusal | None:
    """Why an act of this cost cannot be paid for any more this turn, or None (DUA-5, DUA-6, DUA-8)."""
    if m.can_pay(spent(state, state.participants[who]), m.price(cost, single(state))):
        return None
    if single(state):
        return Refusal("the turn's one move or action is spent", "DUA-8")
    kind, rule = ("secondary", "DUA-6") if cost == m.SECONDARY else ("primary", "DUA-5")
    return Refusal(f"the {kind} action is spent" if cost != m.BOTH else "it takes both actions", rule)


def stuck(state: Combat, who: str) -> Refusal | None:
    """Why he cannot move at all, or None (DUA-5)."""
    one = state.participants[who]
    if not m.may_move(one.knocked_down, ruled(state, "down_moves", "yes")):
        return Refusal("knocked down: get up first", "DUA-5")
    return None


def body_offer(state: Combat, who: str, verb: str, cost: int, rule: str, closed: Refusal | None) -> tuple[Offer, ...]:
    """The offer of a deed without fields; closed when it cannot be paid for."""
    price = cost_of(state, m.price(cost, single(state)))
    return (Offer(verb, (), price, (rule,), closed=closed or unpaid(state, who, cost)),)


# --- move ------------------------------------------------------------------------------------------------------


def move_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """The places within reach, those for the secondary action apart from those for both (DUA-6, DUA-7)."""
    who = request.who
    one = state.participants[who]
    if not placed(state, who):
        return ()
    closed = stuck(state, who) or _no_way_left(state, who)
    if closed is not None:
        return (Offer("move", (Places("to", ()),), (), ("DUA-6", "DUA-7"), closed=closed),)
    rules = ("DUA-6", "DUA-7")
    by_cost: dict[int, list[Option]] = {}
    for place, reach in moving.within_reach(state, who).items():
        cost = moving.cost(state, one, reach.cost)
        by_cost.setdefault(cost, []).append(Option(place_text(state.space.ground, place), note=metres_text(reach.cost)))
    offers = tuple(
        Offer("move", (Places("to", tuple(options)),), cost_of(state, cost), rules)
        for cost, options in sorted(by_cost.items())
    )
    beyond = Refusal(f"{metres_text(moving.left(state, who))} of moving reach no such place, or it is taken", "DUA-7")
    return (*offers, Offer("move", (Places("to", (), free=True),), (), rules, "further", beyond))


def _no_way_left(state: Combat, who: str) -> Refusal | None:
    if moving.left(state, who) > 0:
        return None
    one = state.participants[who]
    if ruled(state, "movement", "dice"):
        return Refusal("throw for the way first" if not one.allowance else "the way thrown is spent", "DUA-7")
    if one.moved == 0:
        return unpaid(state, who, m.SECONDARY) or Refusal("AG 0 carries one nowhere", "DUA-6")
    return Refusal(f"{metres_text(one.moved)} are moved already", "DUA-7")


def move(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """A move declared: made once all who may stop it have answered (DUA-16)."""
    to = read_place(state.space.ground, str(action.values["to"]))
    reach = moving.within_reach(state, request.who)[to]
    path = tuple(place_text(state.space.ground, place) for place in moving.path(state, request.who, reach))
    go = Resume("go", {"who": request.who, "path": path})
    asked = ask_who_may_stop(state, request.who, path, go)
    return moving.go(state, go, draws) if asked is None else Step(asked)


def stride_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Throwing for the way, where the table moves by dice (DUA-7)."""
    if not ruled(state, "movement", "dice"):
        return ()
    return body_offer(state, request.who, "stride", m.SECONDARY, "DUA-7", stuck(state, request.who))


def stride(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """1d10 x 5 metres: so far one may move this turn (DUA-7, DUA-20)."""
    del action
    who = request.who
    way = m.thrown_move(draws.of(state, who))
    state = pay(state, who, m.price(m.SECONDARY, single(state)), "stride")
    state = put(state, replace(state.participants[who], allowance=way))
    dice = draws.take()
    rows = (
        Part("die", dice[0].face, "DUA-7", "die"),
        Part("metres for each point", m.MOVEMENT_STEP // m.CM, "DUA-7", "note"),
        Part("metres", way // m.CM, "DUA-7", "total"),
    )
    rulings, to = cite(state, "movement", "economy"), aware_of(state, who)
    told = Event("stride", who, "", ("DUA-7", "DUA-20"), rulings, dice, rows, values={"way": way}, to=to)
    return Step(state, (told,))


# --- athletic acts ---------------------------------------------------------------------------------------------


def leap_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Places within 2 m across a low wall or ground that cannot be walked (DUA-6)."""
    who = request.who
    ground = state.space.ground
    low = any(wall.top is not None for wall in ground.walls)
    if not placed(state, who) or not (low or any(area.closes for area in ground.areas)):
        return ()
    options = tuple(Option(place_text(ground, place)) for place in landings(state, who))
    closed = stuck(state, who) or (None if options else Refusal("nothing here to leap across", "DUA-6"))
    price = cost_of(state, m.price(m.SECONDARY, single(state)))
    closed = closed or unpaid(state, who, m.SECONDARY)
    return (Offer("leap", (Places("to", options),), price, ("DUA-6",), "vault or jump", closed),)


def landings(state: Combat, who: str) -> tuple[Place, ...]:
    """Where he lands who leaps across what stops walking, 2 m at most."""
    space, here = state.space, state.space.places[who]
    ignoring = in_nobodys_way(state, who)
    found = []
    for place in _around(space, here):
        walls = index_of(space.ground).moving
        over = stopped(walls, here, place) or _over_closed_ground(space, here, place)
        lifted = stopped(walls, here._replace(z=LOW_WALL), place._replace(z=LOW_WALL))
        if over and not lifted and not _closed_ground(space, place) and spaces.is_free(space, who, place, ignoring):
            found.append(place)
    return tuple(found)


def _around(space: spaces.Metres, here: Place) -> tuple[Place, ...]:
    cell = space.ground.cell
    steps = range(-LEAP, LEAP + 1, min(cell, LEAP))
    places = (spaces.snap(space.ground, Place(here.x + x, here.y + y), cell) for x in steps for y in steps)
    near = (place for place in dict.fromkeys(places) if spaces.distance(space, here, place) <= max(LEAP, cell))
    return tuple(place for place in near if place != here)


def _closed_ground(space: spaces.Metres, place: Place) -> bool:
    return any("walk" in area.closes for area in spaces.terrain(space, place))


def _over_closed_ground(space: spaces.Metres, here: Place, there: Place) -> bool:
    return _closed_ground(space, Place((here.x + there.x) // 2, (here.y + there.y) // 2))


def leap(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """Across, for the secondary action, and into whatever hazard is there (DUA-6, DUA-16)."""
    who = request.who
    here, to = state.space.places[who], read_place(state.space.ground, str(action.values["to"]))
    state = pay(state, who, m.price(m.SECONDARY, single(state)), "leap")
    state = leave_posture(replace(state, space=spaces.place(state.space, who, to)), who)
    values: dict[str, Value] = {"to": str(action.values["to"])}
    told = Event("leap", who, rules=("DUA-6",), values=values, to=aware_of(state, who))
    hazard = moving.entered(state, who, here, to)
    if hazard is None:
        return Step(state, (told,))
    state, events = moving.sprung(state, who, hazard, draws)
    return Step(state, (told, *events))


def get_up_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Getting up, for who is knocked down (DUA-5)."""
    if not state.participants[request.who].knocked_down:
        return ()
    return body_offer(state, request.who, "get-up", m.PRIMARY, "DUA-5", None)


def get_up(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """On one's feet again, for the primary action (DUA-5)."""
    del action, draws
    who = request.who
    state = pay(state, who, m.price(m.PRIMARY, single(state)), "get-up")
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
    state = pay(state, who, m.price(m.SECONDARY, single(state)), action.verb)
    state = add_effect(state, name, who, source=who, rule="DUA-6", to=aware_of(state, who))
    return Step(state, (Event("posture", who, rules=("DUA-6",), values={"posture": name}, to=aware_of(state, who)),))


# --- doors and leaving -----------------------------------------------------------------------------------------


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
        price = cost_of(state, m.price(m.PRIMARY, single(state)))
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
    state = pay(state, who, m.price(m.PRIMARY, single(state)), "door")
    state = replace(state, space=spaces.set_door(state.space, name, open=opened))
    values = {"door": name, "open": "open" if opened else "shut"}
    return Step(state, (Event("door", who, rules=("DUA-5",), values=dict(values), to=aware_of(state, who)),))


def flee_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Leaving the combat for good (DUA-1)."""
    if not placed(state, request.who):
        return ()
    return (Offer("flee", (), (), ("DUA-1",), "leave the combat", moving.flee_refusal(state, request.who)),)


def flee(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """Beyond everyone's reach, he is out of the combat (DUA-1)."""
    del action, draws
    who = request.who
    told = Event("fled", actor=who, rules=("DUA-1",), to=aware_of(state, who))
    state = put(state, replace(state.participants[who], status="fled", task=None))
    state = replace(state, space=spaces.remove(state.space, who))
    return Step(go_on_with(state, "next"), (told,))


ACTS = (
    Act("move", move_offers, move),
    Act("stride", stride_offers, stride),
    Act("leap", leap_offers, leap),
    Act("get-up", get_up_offers, get_up),
    Act("take-cover", cover_offers, posture),
    Act("crouch", crouch_offers, posture),
    Act("door", door_offers, turn_door),
    Act("flee", flee_offers, flee),
)
