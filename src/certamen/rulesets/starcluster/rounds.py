"""A StarCluster round up to its first chance: arrivals, base initiatives, shifts of initiative."""

from functools import cmp_to_key

from msgspec.structs import replace

from certamen.kernel.audience import aware_of
from certamen.kernel.budget import Budget
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.order import Order, Slot
from certamen.kernel.state import Step, ask, open_window, put, request
from certamen.kernel.turns import arrivals, start_round
from certamen.kernel.window import Answer, Request, Resume
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster.state import Combatant, StarState, line_up, ruled, wound_of

SHIFTS = ("sooner", "later", "keep")
FRESH = Budget({"chance": 1, "move": 1, "trade": 1})
UNMOVED = m.Shift(0, 0, 0)


def enter(state: StarState, who: str, draws: Draws) -> Step:
    """Let someone in; his first initiative is rolled when the next round begins."""
    return Step(*_enter(state, who))


def _enter(state: StarState, who: str) -> tuple[StarState, tuple[Event, ...]]:
    state = put(state, replace(state.participants[who], status="in"))
    return state, (Event("enters", actor=who, to=aware_of(state, who)),)


def new_round(state: StarState, then: Resume, draws: Draws) -> Step:
    """Begin a round: arrivals, base initiatives (SC2-2), then the shifts (SC2-19)."""
    state, events = start_round(state)
    for who in arrivals(state):
        state, entered = _enter(state, who)
        events = (*events, *entered)
    people = [one for one in state.participants.values() if one.status == "in"]
    if not state.combat:
        state = put(state, *(replace(one, budget=FRESH, trade=0, round_trade=0) for one in people))
        state = replace(state, order=Order(pending=tuple(Slot(one.id) for one in people)))
        return Step(open_window(state, (), Resume("next")), events)
    for one in people:
        state, rolled = _initiative(state, one, draws)
        events = (*events, rolled)
    state = line_up(state, [one.id for one in people])
    if ruled(state, "shift_declared", "in_order"):
        last_first = sorted((state.participants[one.id] for one in people), key=cmp_to_key(_declares_before))
        return Step(open_window(state, (), Resume("shift", {"left": tuple(one.id for one in last_first)})), events)
    requests: tuple[Request, ...] = ()
    for one in people:
        state, asked = request(state, one.id, "shift", SHIFTS, Answer("keep"), cause="your initiative may be moved")
        requests = (*requests, asked)
    return Step(open_window(state, requests, Resume("begin"), sealed=True), events)


def _declares_before(one: Combatant, other: Combatant) -> int:
    return int(m.declares_before(other.base, one.base)) - int(m.declares_before(one.base, other.base))


def _initiative(state: StarState, one: Combatant, draws: Draws) -> tuple[StarState, Event]:
    base = m.base_initiative(draws.of(state, one.id))
    delay = m.opening_delay(wound_of(state, one), ruled(state, "hindered_next", "yes"))
    parts = [Part("base initiative", base, "SC2-2", "die")]
    if delay:
        parts += [Part("hindered", delay, "SC2-12"), Part("initiative", base + delay, kind="total")]
    fresh = replace(
        one,
        budget=FRESH,
        base=base,
        initiative=base + delay,
        delayed=delay > 0,
        tie=0,
        declared=UNMOVED,
        shift_chance=0,
        shift_quality=0,
        trade=0,
        round_trade=0,
    )
    event = Event(
        "initiative",
        actor=one.id,
        rules=("SC2-2", "SC2-12") if delay else ("SC2-2",),
        rulings=(("hindered_next", state.rulings["hindered_next"]),) if delay else (),
        dice=draws.take(),
        parts=tuple(parts),
        values={"base": base, "initiative": base + delay},
        to=aware_of(state, one.id),
    )
    return put(state, fresh), event


def shift(state: StarState, then: Resume, draws: Draws) -> Step:
    """Ask for shifts one by one, openly, where the ruling says so (SC2-19)."""
    state, events = _reveal(state)
    left = then.args["left"]
    assert isinstance(left, tuple | list)  # new_round put them there; a list after a way through JSON
    if not left:
        return Step(open_window(state, (), Resume("begin")), events)
    who, *rest = left
    resume = Resume("shift", {"left": tuple(rest)})
    if state.participants[who].status != "in":
        return Step(open_window(state, (), resume), events)
    cause = "your initiative may be moved"
    return Step(ask(state, who, "shift", SHIFTS, Answer("keep"), resume, cause=cause), events)


def begin(state: StarState, then: Resume, draws: Draws) -> Step:
    """Open the declared shifts, and begin with the first chance."""
    state, events = _reveal(state)
    state = line_up(state, {slot.who for slot in state.order.pending})
    return Step(open_window(state, (), Resume("next")), events)


def _reveal(state: StarState) -> tuple[StarState, tuple[Event, ...]]:
    events: tuple[Event, ...] = ()
    for one in state.participants.values():
        moved = one.declared
        if moved.initiative == 0:
            continue
        to = m.shifted(one.initiative, moved)
        state = put(
            state,
            replace(
                one,
                initiative=to,
                shift_chance=moved.chance,
                shift_quality=moved.quality,
                declared=UNMOVED,
            ),
        )
        parts = (
            Part("initiative", one.initiative, kind="total"),
            Part("shift", moved.initiative, "SC2-3" if moved.initiative < 0 else "SC2-4"),
            Part("initiative", to, kind="total"),
            Part("chance of success", moved.chance, "initiative shift", "note"),
            Part("quality of success", moved.quality, "initiative shift", "note"),
        )
        event = Event(
            "shift",
            actor=one.id,
            rules=("SC2-3" if moved.initiative < 0 else "SC2-4", "SC2-6", "SC2-19"),
            rulings=(("shift_declared", state.rulings["shift_declared"]),),
            parts=parts,
            values={"before": one.initiative, "initiative": to, "chance": moved.chance, "quality": moved.quality},
            to=aware_of(state, one.id),
        )
        events = (*events, event)
    return state, events
