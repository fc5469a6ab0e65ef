"""Who goes when: the throws for initiative, the new throws of those who tie, and who comes late."""

from msgspec.structs import replace

from certamen.kernel.audience import EVERYONE, NOBODY, aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.state import Step, put
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.state import Combat, cite, fights, ruled


def die_sides(state: Combat) -> int:
    """The sides of the initiative die, by the ruling (DUA-3)."""
    return m.initiative_sides(ruled(state, "initiative_die", "d10"))


def throw_initiative(state: Combat, draws: Draws) -> Step:
    """Everyone in the combat throws, ties throw again, and the standing order is made (DUA-3, DUA-4)."""
    people = tuple(one.id for one in state.participants.values() if fights(one))
    events: tuple[Event, ...] = ()
    rolls = []
    for who in people:
        state, event = throw_one(state, who, draws)
        rolls.append(state.participants[who].initiative)
        events = (*events, event)
    places = tuple(m.place(tuple(rolls), index) for index in range(len(people)))
    while any(m.tied(places, index) for index in range(len(people))):
        places, again = _throw_again(state, people, places, draws)
        events = (*events, *again)
    sequence = tuple(people[places.index(place)] for place in sorted(places))
    return Step(replace(state, order=replace(state.order, sequence=sequence)), (*events, _order_event(state, sequence)))


def throw_one(state: Combat, who: str, draws: Draws) -> tuple[Combat, Event]:
    """One participant throws for initiative (DUA-3)."""
    rolled = m.initiative(die_sides(state), draws.of(state, who))
    event = Event(
        "initiative",
        actor=who,
        rules=("DUA-3",),
        rulings=cite(state, "initiative_die"),
        dice=draws.take(),
        values={"initiative": rolled},
        to=aware_of(state, who),
    )
    return put(state, replace(state.participants[who], initiative=rolled)), event


def _throw_again(
    state: Combat, people: tuple[str, ...], places: tuple[int, ...], draws: Draws
) -> tuple[tuple[int, ...], tuple[Event, ...]]:
    """Those who share a place throw again.

    In secret who is hidden, and who ties with hidden ones alone: else his throw would tell of them and shift his dice.
    """
    rolls, events = [], []
    for index, who in enumerate(people):
        rolled = 0
        if m.tied(places, index):
            others = (people[i] for i in range(len(people)) if places[i] == places[index] and i != index)
            openly = any(not state.participants[other].hidden for other in others)
            rolled = m.tie_break(die_sides(state), draws.of(state, who, secret=not openly))
            to = aware_of(state, who) if openly else NOBODY
            events.append(
                Event(
                    "tie",
                    actor=who,
                    rules=("DUA-4",),
                    rulings=cite(state, "initiative_die", "tie_order"),
                    dice=draws.take(),
                    values={"roll": rolled},
                    to=to,
                )
            )
        rolls.append(rolled)
    ascending = ruled(state, "tie_order", "ascending")
    again = tuple(m.place_after_tie(places, tuple(rolls), index, ascending) for index in range(len(people)))
    return again, tuple(events)


def _order_event(state: Combat, sequence: tuple[str, ...]) -> Event:
    """The order, for all: those who hide are left out."""
    shown = tuple(who for who in sequence if not state.participants[who].hidden)
    return Event("order", rules=("DUA-3",), values={"order": shown}, to=EVERYONE)


def line_up(state: Combat, who: str) -> Combat:
    """The state with a latecomer in the standing order by his throw, behind those he ties with (DUA-3)."""
    mine = state.participants[who].initiative
    sequence = state.order.sequence
    at = sum(1 for other in sequence if state.participants[other].initiative >= mine)
    return replace(state, order=replace(state.order, sequence=(*sequence[:at], who, *sequence[at:])))
