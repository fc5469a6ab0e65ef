"""Moving: go, throw for the way, leap, leave the combat."""

from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel.action import Action, Offer, Option, Places, Refusal, Value
from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.ruleset import Act
from certamen.kernel.space import Place
from certamen.kernel.space.drawn import LOW_WALL, metres_text, place_text, read_place
from certamen.kernel.space.index import index_of
from certamen.kernel.space.lines import stopped
from certamen.kernel.state import Step, go_on_with, put
from certamen.kernel.window import Request, Resume
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction import moving
from certamen.rulesets.dualaction.harm import leave_posture
from certamen.rulesets.dualaction.reacting import ask_who_may_stop
from certamen.rulesets.dualaction.state import (
    Combat,
    body_offer,
    cite,
    cost_of,
    in_nobodys_way,
    pay,
    placed,
    ruled,
    unpaid,
)

LEAP = 200
DOOR_REACH = 150


def stuck(state: Combat, who: str) -> Refusal | None:
    """Why he cannot move at all, or None (DUA-5)."""
    one = state.participants[who]
    if not m.may_move(one.knocked_down, ruled(state, "down_moves", "yes")):
        return Refusal("knocked down: get up first", "DUA-5")
    return None


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
    found = moving.within_reach(state, who)
    costs = {way: moving.cost(state, one, way) for way in {reach.cost for reach in found.values()}}
    notes = {way: metres_text(way) for way in costs}
    by_cost: dict[int, list[Option]] = {}
    for place, reach in found.items():
        option = Option(place_text(state.space.ground, place), note=notes[reach.cost])
        by_cost.setdefault(costs[reach.cost], []).append(option)
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
    state = pay(state, who, m.SECONDARY, "stride")
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
    price = cost_of(state, m.SECONDARY)
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
    state = pay(state, who, m.SECONDARY, "leap")
    state = leave_posture(replace(state, space=spaces.place(state.space, who, to)), who)
    values: dict[str, Value] = {"to": str(action.values["to"])}
    told = Event("leap", who, rules=("DUA-6",), values=values, to=aware_of(state, who))
    hazard = moving.entered(state, who, here, to)
    if hazard is None:
        return Step(state, (told,))
    state, events = moving.sprung(state, who, hazard, draws)
    return Step(state, (told, *events))


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
    Act("flee", flee_offers, flee),
)
