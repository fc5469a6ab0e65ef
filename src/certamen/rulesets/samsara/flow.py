"""How a SAMSARA contest goes on: start, rounds, turns, late comers, and what follows an overrule."""

from msgspec.structs import replace

from certamen.kernel import budget
from certamen.kernel.action import Value
from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.encounter import Encounter
from certamen.kernel.event import Event
from certamen.kernel.order import Slot, fill, insert
from certamen.kernel.state import Step, ask, put
from certamen.kernel.turns import arrivals, end_turn, next_turn, start_round
from certamen.kernel.window import Answer, Resume
from certamen.rulesets.samsara import mechanics
from certamen.rulesets.samsara.acts import ACT, ask_turn
from certamen.rulesets.samsara.endings import decided, judge
from certamen.rulesets.samsara.mechanics import ONGOING, Turns
from certamen.rulesets.samsara.reckon import starting_modifier
from certamen.rulesets.samsara.state import SamsaraState, Told, with_spheres

LAST = 1_000_000  # behind every place in a round


def start(encounter: Encounter, state: SamsaraState, draws: Draws) -> Step:
    """All come in; who could never deliver a check has lost before the first turn (SAM-14)."""
    state = replace(state, scene=encounter.scene)
    state = put(state, *(with_spheres(one, state.scene) for one in state.participants.values()))
    state = put(state, *(replace(one, starting=starting_modifier(state, one)) for one in state.participants.values()))
    return _then_round(*judge(state))


def _then_round(state: SamsaraState, before: tuple[Event, ...]) -> Step:
    if decided(state) != ONGOING:
        return Step(state, before)
    step = new_round(state)
    return Step(step.state, (*before, *step.events))


def new_round(state: SamsaraState) -> Step:
    """The round's turns, in order, and the first of them (SAM-18)."""
    state, events = start_round(state)
    for who in arrivals(state):
        state, entered = _come_in(state, who)
        events = (*events, *entered)
    if decided(state) != ONGOING:
        return Step(state, events)
    step = go_next(replace(state, order=fill(state.order, slots(state))), Resume("next"), None)
    return Step(step.state, (*events, *step.events))


def slots(state: SamsaraState) -> tuple[Slot, ...]:
    """One turn for each actor still in, by the ruling on turns; the challenger's side comes first.

    The hidden take their turns among those seen, and move none of them: that would tell of them.
    """
    people = tuple(one for one in state.participants.values() if one.status == "in")
    seen = tuple(one for one in people if not one.hidden) or people
    sides = list(dict.fromkeys(one.side for one in seen))
    sides.sort(key=lambda side: side != state.scene.challenger)
    met = dict.fromkeys((one.side for one in people), 0)
    found = []
    for one in (*seen, *(one for one in people if one not in seen)):
        declared = sum(1 for other in people[: people.index(one)] if other in seen)
        side = sides.index(one.side) if one.side in sides else len(sides)
        place = mechanics.place_in_round(turns_rule(state), declared, met[one.side], side, len(sides))
        met[one.side] += 1
        found.append((place, one in seen, Slot(one.id, place)))
    return tuple(slot for _, _, slot in sorted(found, key=lambda each: each[:2]))


def turns_rule(state: SamsaraState) -> Turns:
    """The ruling on who acts when."""
    return Turns[str(state.rulings["turns"]).upper()]


def enter(state: SamsaraState, who: str, draws: Draws) -> Step:
    """One who waited comes in, last in this round."""
    return Step(*_come_in(state, who))


def _come_in(state: SamsaraState, who: str) -> Told:
    one = state.participants[who]
    one = replace(one if one.checks else with_spheres(one, state.scene), status="in")
    state = put(state, one)
    state = put(state, replace(one, starting=starting_modifier(state, one)))
    told = Event("enters", actor=who, to=aware_of(state, who))
    state, events = judge(replace(state, order=insert(state.order, Slot(who, LAST))))
    return state, (told, *events)


def go_next(state: SamsaraState, then: Resume, draws: Draws | None) -> Step:
    """The turn going on ends and the next begins, or a new round does."""
    if decided(state) != ONGOING:
        return Step(state)
    if turns_rule(state) == Turns.FREE:
        return _ask_who(state)
    state, events = next_turn(state)
    if state.acting:
        return Step(ask_turn(with_budget(state)), events)
    return _then_round(state, events)


def _ask_who(state: SamsaraState) -> Step:
    state, events = end_turn(state)
    pending = tuple(slot for slot in state.order.pending if state.participants[slot.who].status == "in")
    state = replace(state, order=replace(state.order, pending=pending))
    if not pending:
        return _then_round(state, events)
    verbs, then, cause = ("in-turn", "name", "next-round"), Resume("turn"), "who acts next?"
    about: dict[str, Value] = {"next": tuple(slot.who for slot in pending)}
    return Step(ask(state, "gm", "adjudicate", verbs, Answer("in-turn"), then, cause=cause, about=about), events)


def with_budget(state: SamsaraState) -> SamsaraState:
    """The one whose turn begins may act once; a turn put off goes on with what it has left."""
    current = state.order.current
    if current is None or current.kept:
        return state
    one = state.participants[state.acting]
    return put(state, replace(one, budget=budget.renew(one.budget, {ACT: 1})))


def turn(state: SamsaraState, then: Resume, draws: Draws) -> Step:
    """The same actor goes on while he may still act; else the next."""
    one = state.participants.get(state.acting)
    if one is not None and one.status == "in" and budget.left(one.budget, ACT) and decided(state) == ONGOING:
        return Step(ask_turn(state))
    return go_next(state, then, draws)


def go_on(state: SamsaraState, then: Resume, draws: Draws) -> Step:
    """The game master has answered; what was going on goes on."""
    return Step(state)


def settle(state: SamsaraState, draws: Draws) -> Step:
    """After an overrule: checks are never fewer than none, one put back in stays in (SAM-14), all are judged again.

    What the game master left of checks at the end of a contest he has reopened counts no more (SAM-20).
    """
    going_on = state.ending is None and state.outcome is None
    for one in tuple(state.participants.values()):
        if min(one.checks.values(), default=0) < 0:
            one = replace(one, checks={sphere: max(0, taken) for sphere, taken in one.checks.items()})
        if one.lost and one.status == "in":
            one = replace(one, lost=False, kept_in=True)
        state = put(state, replace(one, judged=None) if going_on else one)
    return Step(*judge(state)) if going_on else Step(state)


STEPS = {"next": go_next, "turn": turn, "go-on": go_on}
