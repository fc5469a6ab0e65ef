"""How a toy contest goes on: rounds, turns, who comes in, what follows from an overrule, how it ends."""

from msgspec.structs import replace

from certamen.kernel import budget
from certamen.kernel import order as orders
from certamen.kernel.audience import aware_of, both, vital
from certamen.kernel.draws import Draws
from certamen.kernel.encounter import Encounter
from certamen.kernel.event import Event, Part
from certamen.kernel.state import (
    Outcome,
    State,
    Step,
    active,
    ask,
    effects_on,
    open_window,
    put,
    request,
    sides_left,
)
from certamen.kernel.turns import arrivals, next_turn, start_round
from certamen.kernel.window import Answer, Request, Resume, withdraw
from tests.kernel.toy_state import SomeState, ToyDie, ToyState, toy

TURN = ("hit", "effect", "walk", "pick", "mark", "sap", "plead", "throw", "end")


def start(encounter: Encounter, state: ToyState, draws: Draws) -> Step:
    rolls, events = {}, []
    for who, one in state.participants.items():
        if one.status == "in":
            given = toy(state, who).sheet.initiative
            rolls[who] = given or draws.of(state, who).roll(20, ToyDie.INITIATIVE)
            values = {"roll": rolls[who]}
            events.append(
                Event("initiative", actor=who, dice=draws.take(), values=dict(values), to=aware_of(state, who))
            )
    order = replace(state.order, sequence=tuple(sorted(rolls, key=lambda who: -rolls[who])))
    state = replace(state, order=order, distance=encounter.scene.distance)
    return Step(open_window(state, (), Resume("round")), tuple(events))


def new_round(state: State, then: Resume, draws: Draws) -> Step:
    state, events = start_round(state)
    state = replace(state, order=orders.fill_from_sequence(state.order))
    for who in arrivals(state):
        entered = enter(state, who, draws)
        state, events = entered.state, (*events, *entered.events)
    if state.rulings["mood"] == "wild" and active(state):
        return Step(_ask_plans(state), events)
    return Step(open_window(state, (), Resume("next")), events)


def _ask_plans(state: SomeState) -> SomeState:
    asked: tuple[Request, ...] = ()
    for one in active(state):
        state, question = request(state, one.id, "choose", ("plan",), Answer("plan", {"what": "rest"}))
        asked = (*asked, question)
    return open_window(state, asked, Resume("plans"), sealed=True)


def plans(state: State, then: Resume, draws: Draws) -> Step:
    events = tuple(
        Event("planned", actor=one.id, values={"what": toy(state, one.id).plan}, to=aware_of(state, one.id))
        for one in active(state)
        if toy(state, one.id).plan
    )
    state = put(state, *(replace(toy(state, one.id), plan="") for one in active(state)))
    return Step(open_window(state, (), Resume("next")), events)


def enter(state: State, who: str, draws: Draws) -> Step:
    state = put(state, replace(state.participants[who], status="in"))
    order = replace(state.order, sequence=(*state.order.sequence, who))
    order = orders.insert(order, orders.Slot(who, 1000))
    return Step(replace(state, order=order), (Event("enters", actor=who, to=aware_of(state, who)),))


def go_next(state: State, then: Resume, draws: Draws) -> Step:
    state, events = next_turn(state)
    if not state.acting:
        return Step(open_window(state, (), Resume("round")), events)
    one = state.participants[state.acting]
    current = state.order.current
    if current is not None and not current.kept:
        state = put(state, replace(one, budget=budget.renew(one.budget, {"main": 2, "re": 1})))
    return Step(ask_turn(state), events)


def ask_turn(state: SomeState) -> SomeState:
    return ask(state, state.acting, "act", TURN, Answer("end"), Resume("turn"), cause="your turn")


def turn(state: State, then: Resume, draws: Draws) -> Step:
    if not state.acting or state.participants[state.acting].status != "in":
        return go_next(state, then, draws)
    return Step(ask_turn(state))


def damage(state: State, then: Resume, draws: Draws) -> Step:
    by, target = str(then.args["by"]), str(then.args["target"])
    if "left" in (state.participants[by].status, state.participants[target].status):
        return Step(state)
    victim = toy(state, target)
    rolled = draws.of(state, by).roll(6, ToyDie.DAMAGE)
    guarded = any(effect.name == "guarding" for effect in effects_on(state, target))
    dealt = max(0, rolled - 2) if guarded else rolled
    left = max(0, victim.hp - dealt)
    parts = (
        Part("damage", rolled, "d6", "die"),
        Part("guard", -2, "TOY-2", counted=guarded, why="" if guarded else "no guard is up"),
        Part("damage", dealt, kind="total"),
        Part("left", left, "hp", "total", to=vital(state, target)),
    )
    status = victim.status if left else "out"
    state = put(state, replace(victim, hp=left, status=status))
    event = Event(
        "hit",
        by,
        target,
        ("TOY-1",),
        dice=draws.take(),
        parts=parts,
        values={"damage": dealt, "left": left},
        to=both(state, by, target),
        private={"left": vital(state, target)},
    )
    return Step(state, (event,))


def place(state: State, then: Resume, draws: Draws) -> Step:
    return Step(put(state, replace(toy(state, str(then.args["who"])), at=str(then.args["at"]))))


def settle(state: ToyState, draws: Draws) -> Step:
    """Whoever has nothing left is out; of those out nothing is asked."""
    fallen = [replace(one, status="out") for one in active(state) if not toy(state, one.id).hp]
    state = put(state, *fallen)
    for one in fallen:
        state = replace(state, windows=tuple(withdraw(window, one.id) for window in state.windows))
    return Step(state)


def outcome(state: State) -> Outcome | None:
    sides = sides_left(state)
    if len(sides) > 1:
        return None
    return Outcome(True, sides[0], "the others are out") if sides else Outcome(True, "", "nobody is left")
