"""Moving and all that the body does: move, drop, stand, get up by skill, doors, and leaving the contest."""

from collections.abc import Callable

from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel.action import Action, Choice, Offer, Option, Places, Refusal
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.ruleset import Act
from certamen.kernel.space.drawn import box_holds, metres_text, place_text, read_pair
from certamen.kernel.state import Status, Step, add_effect, drop_effects, go_on_with, put
from certamen.kernel.window import Request, Resume
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker import moving, reacting
from certamen.rulesets.striker.checks import CHECK, assistance_used, bonuses, counted
from certamen.rulesets.striker.ground import read_place
from certamen.rulesets.striker.harm import fall
from certamen.rulesets.striker.leaving import provoked
from certamen.rulesets.striker.lines import ACROBATICS
from certamen.rulesets.striker.scene import Door
from certamen.rulesets.striker.spending import once, pay, turn_of
from certamen.rulesets.striker.state import CM, PRONE, Contest, metres, modifier, placed, prone
from certamen.rulesets.striker.turnacts import barred, choice, plain_offer, simple_event

DOOR_REACH = 150
LEAVING = {"yield": "have no more to do with it", "surrender": "give oneself up", "flee": "get away"}
NO_MAP = Refusal("places do not matter here: nobody moves", "STR-8")


# --- move ----------------------------------------------------------------------------------------------------------


def move_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """By each mode the places within what is left of the move (STR-20)."""
    who = request.who
    barring = barred(state, who, m.Spend.MOVE) or (None if placed(state, who) else NO_MAP)
    if barring is not None:
        return (Offer("move", (Choice("mode", ()), Places("to", ())), closed=barring, rules=("STR-20",)),)
    modes = moving.modes(state, who)
    return tuple(_by_mode(state, who, mode, speed, len(modes) > 1) for mode, speed in modes.items())


def _by_mode(state: Contest, who: str, mode: str, speed: int, several: bool) -> Offer:
    space = metres(state)
    assert space is not None  # move_offers looked
    rest = moving.left(state, who, mode, speed)
    found = moving.reach(state, who, mode, speed) if rest else {}
    leaving, by = provoked(state, who, found), f"{mode} " if several else ""
    options = tuple(
        Option(place_text(space.ground, to), note=f"{by}{metres_text(one.cost)}{_risk(leaving.get(to))}")
        for to, one in found.items()
    )
    closed = None
    if not options:
        going = state.participants[who].going
        stood = f" and {metres_text(going.stood)} to stand up" if going.stood else ""
        spent = f"{metres_text(going.moved)} moved{stood} of {metres_text(speed * (1 + going.dashes))}"
        closed = Refusal(f"{mode}: {metres_text(rest)} left ({spent}), no free place so near", "STR-20")
    fields = (Choice("mode", (Option(mode, note=f"{metres_text(rest)} left"),)), Places("to", options))
    return Offer(
        "move", fields, rules=("STR-20", "STR-21", "STR-23"), label=f"{mode}, {metres_text(rest)} left", closed=closed
    )


def _risk(names: str | None) -> str:
    return f"; may provoke {names}" if names else ""


def move(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """A move declared, gone step by step (STR-20, STR-24)."""
    who, mode = request.who, str(action.values["mode"])
    space = metres(state)
    assert space is not None  # it was offered
    to = read_place(space.ground, str(action.values["to"]))
    found = moving.reach(state, who, mode, moving.modes(state, who)[mode])[to]
    path = tuple(place_text(space.ground, place) for place in spaces.way(found))
    return moving.begin(state, who, mode, path, draws)


# --- prone ---------------------------------------------------------------------------------------------------------


def drop_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """Dropping prone takes nothing (STR-22)."""
    down = Refusal("prone already", "STR-22") if prone(state, request.who) else None
    return (plain_offer(state, request.who, "drop", m.Spend.NOTHING, ("STR-22",), "drop prone", down),)


def drop(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """Down one goes; a flyer falls (STR-22, STR-25)."""
    del action
    state = add_effect(state, PRONE, request.who, rule="STR-22")
    told = simple_event(state, "drops", request.who, "STR-22")
    state, fell = fall(state, request.who, draws)
    return Step(state, (told, *fell))


def stand_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """Standing up, for half the stock speed (STR-22)."""
    who = request.who
    if not prone(state, who):
        return (plain_offer(state, who, "stand", m.Spend.NOTHING, ("STR-22",), closed=Refusal("not prone", "STR-22")),)
    one = state.participants[who]
    stock = moving.stock_speed(one)
    rest = moving.left(state, who, one.sheet.stock, stock) if turn_of(one).move else 0
    cost, closed = m.stand_cost(stock), None
    if not m.can_stand(stock, rest):
        closed = Refusal(f"standing takes {metres_text(cost)}, {metres_text(rest)} left", "STR-22")
    label = f"stand up for {metres_text(cost)}"
    return (plain_offer(state, who, "stand", m.Spend.NOTHING, ("STR-22",), label, closed),)


def stand(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """Up again; half the stock speed is gone from every mode (STR-22)."""
    del action, draws
    one = state.participants[request.who]
    cost = m.stand_cost(moving.stock_speed(one))
    state = put(state, replace(one, going=replace(one.going, stood=one.going.stood + cost)))
    state = drop_effects(state, one.id, PRONE)
    return Step(state, (simple_event(state, "stands", one.id, "STR-22", cost=cost),))


def acrobatics_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """Getting up by a check, once a turn (STR-22)."""
    who = request.who
    closed = None
    if not prone(state, who):
        closed = Refusal("not prone", "STR-22")
    elif "acrobatics" in state.participants[who].done:
        closed = Refusal("tried this turn already", "STR-22")
    label = f"chk(Acrobatics,{m.ACROBATICS_CHALLENGE}) to be up at no cost"
    return (plain_offer(state, who, "acrobatics", m.Spend.NOTHING, ("STR-22",), label, closed),)


def acrobatics(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """chk(Acrobatics,10): up at no cost, or nothing changes (STR-22)."""
    del action
    who = request.who
    one = state.participants[who]
    rows = (Part("M(Acrobatics)", modifier(one, ACROBATICS), "sheet"), *bonuses(state, who, (ACROBATICS,), "", CHECK))
    total = m.total(counted(rows), 0, m.Die.CHECK, draws.of(state, who))
    fine = m.succeeds(total, m.ACROBATICS_CHALLENGE)
    state = assistance_used(once(state, who, "acrobatics"), who, (ACROBATICS,))
    if fine:
        state = drop_effects(state, who, PRONE)
    dice = draws.take()
    event = Event(
        "acrobatics",
        who,
        rules=("STR-22", "STR-4"),
        dice=dice,
        parts=(
            *(Part("d20", die.face, "STR-4", "die") for die in dice),
            *rows,
            Part("total", total, "STR-4", "total"),
            Part("to reach", m.ACROBATICS_CHALLENGE, "STR-22", "target"),
        ),
        values={"total": total, "success": "yes" if fine else "no"},
        to=simple_event(state, "", who).to,
    )
    return Step(state, (event,))


# --- doors ---------------------------------------------------------------------------------------------------------


def near_door(state: Contest, who: str, door: Door) -> bool:
    """Whether a door can be handled: one stands next to it."""
    space = metres(state)
    if space is None or who not in space.places:
        return False
    (ax, ay), (bx, by) = read_pair(door.line)
    here = space.places[who]
    x, y = max(min(here.x, max(ax, bx)), min(ax, bx)), max(min(here.y, max(ay, by)), min(ay, by))
    return max(abs(here.x - x), abs(here.y - y)) <= DOOR_REACH


def door_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """Each door: free if simple and the first thing in the turn, else a main-act (STR-17)."""
    who, plan = request.who, state.scene.map
    if plan is None:
        return ()
    offers = []
    for door in plan.doors:
        spend = m.interaction(not door.stuck, turn_of(state.participants[who]).free)
        closed = None if near_door(state, who, door) else Refusal(f"the {door.id} is out of reach", "STR-17")
        if door.needs and door.needs not in state.marks:
            closed = closed or Refusal(f"the {door.id} does not open before {door.needs}", "STR-17")
        offers.append(
            plain_offer(
                state, who, "door", spend, ("STR-17",), f"open or close {door.id}", closed, (choice("door", door.id),)
            )
        )
    return tuple(offers)


def door(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """The door is opened or closed (STR-17)."""
    who, name, plan = request.who, str(action.values["door"]), state.scene.map
    assert plan is not None  # it was offered
    stuck = next(one.stuck for one in plan.doors if one.id == name)
    state = pay(state, who, m.interaction(not stuck, turn_of(state.participants[who]).free), f"door {name}")
    return turn_door(state, who, name, draws)


def turn_door(state: Contest, who: str, name: str, draws: Draws) -> Step:
    """A door is about to be turned: by ruling, what was made ready for its opening comes first (STR-33)."""
    then = Resume("door", {"who": who, "door": name})
    asked = None if _is_open(state, name) else reacting.before(state, who, reacting.OPENS, then)
    return turned(state, then, draws) if asked is None else Step(asked)


def _is_open(state: Contest, name: str) -> bool:
    space = metres(state)
    return space is not None and next(one.open for one in space.ground.doors if one.id == name)


def turned(state: Contest, then: Resume, draws: Draws) -> Step:
    """The door is turned, if who was about to still can; its opening may be a trigger."""
    del draws
    who, name, space = str(then.args["who"]), str(then.args["door"]), metres(state)
    if space is None or not reacting.able(state, who):
        return Step(state)
    opened = not _is_open(state, name)
    state = replace(state, space=spaces.set_door(space, name, open=opened))
    told = simple_event(state, "door", who, "STR-17", door=name, how="open" if opened else "closed")
    return Step(reacting.after(state, who, "", reacting.OPENS) if opened else state, (told,))


# --- leaving -------------------------------------------------------------------------------------------------------


def flee_refusal(state: Contest, who: str) -> Refusal | None:
    """Why he cannot get away, or None: at an exit or at the edge of the map (STR-14)."""
    space, plan = metres(state), state.scene.map
    if space is None or plan is None or who not in space.places:
        return None
    here = space.places[who]
    if any(box_holds(one.box, here) for one in plan.exits):
        return None
    ground = space.ground
    if min(here.x, here.y, ground.width - here.x, ground.height - here.y) <= max(ground.cell, CM):
        return None
    return Refusal("no way out here: at an exit or the edge of the map", "STR-14")


def leave_offers(verb: str) -> Callable[[Contest, Request], tuple[Offer, ...]]:
    """The offers of a way to leave: yield and surrender always, flee where there is a way out."""

    def offers(state: Contest, request: Request) -> tuple[Offer, ...]:
        closed = flee_refusal(state, request.who) if verb == "flee" else None
        return (plain_offer(state, request.who, verb, m.Spend.NOTHING, ("STR-14",), LEAVING[verb], closed),)

    return offers


def leave(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """Out of the contest by one's own will; the turn is over (STR-14)."""
    del draws
    status: Status = "fled" if action.verb == "flee" else "yielded"
    one = state.participants[request.who]
    told = simple_event(state, action.verb, one.id, "STR-14")
    state = put(state, replace(one, status=status, readied=None, task=None))
    if status == "fled" and placed(state, one.id):
        state = replace(state, space=spaces.remove(state.space, one.id))
    return Step(go_on_with(state, "next"), (told,))


ACTS = (
    Act("move", move_offers, move),
    Act("drop", drop_offers, drop),
    Act("stand", stand_offers, stand),
    Act("acrobatics", acrobatics_offers, acrobatics),
    Act("door", door_offers, door),
    Act("yield", leave_offers("yield"), leave),
    Act("surrender", leave_offers("surrender"), leave),
    Act("flee", leave_offers("flee"), leave),
)
