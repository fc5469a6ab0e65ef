"""Rounds and turns: begun and ended by whose they are, with the effects that end at those moments."""

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from certamen.kernel.audience import EVERYONE, aware_of, common
from certamen.kernel.effect import Effect, When, due, end_where
from certamen.kernel.event import Event
from certamen.kernel.order import Slot, advance, finish
from certamen.kernel.state import Participant, State, put

S = TypeVar("S", bound=State)


def ended(state: State, effects: tuple[Effect, ...]) -> tuple[Event, ...]:
    """The events that tell of ended effects, those who know of the bearer."""
    return tuple(
        Event(
            "effect_ended",
            actor=effect.bearer,
            rules=(effect.rule,) if effect.rule else (),
            values={"effect": effect.name},
            to=common(effect.to, aware_of(state, effect.bearer)),
        )
        for effect in effects
    )


def end_due(state: S, when: When, who: str, nth: int) -> tuple[S, tuple[Event, ...]]:
    """The state without the effects that end at this moment, and the events that tell of it."""
    if not state.effects:
        return state, ()
    stay, over = end_where(state.effects, lambda effect: due(effect, when, who, nth))
    return (replace(state, effects=stay), ended(state, over)) if over else (state, ())


def start_round(state: S) -> tuple[S, tuple[Event, ...]]:
    """The round ends and the next begins; filling the order is the ruleset's."""
    state, before = end_due(state, "round_end", "", state.round)
    state = replace(state, round=state.round + 1)
    state, after = end_due(state, "round_start", "", state.round)
    return state, (*before, Event("round", values={"round": state.round}, to=EVERYONE), *after)


def start_turn(state: S) -> tuple[S, tuple[Event, ...]]:
    """The turn in `order.current` begins; one that was put off (`kept`) goes on without beginning again."""
    slot = state.order.current
    if slot is None:
        raise ValueError("there is no current slot whose turn could start")
    if slot.kept:
        return replace(state, acting=slot.who), ()
    one = state.participants[slot.who]
    state = replace(put(state, replace(one, turns=one.turns + 1)), acting=slot.who)
    state, over = end_due(state, "turn_start", slot.who, one.turns + 1)
    return state, (*over, Event("turn", actor=slot.who, to=aware_of(state, slot.who)))


def end_turn(state: S) -> tuple[S, tuple[Event, ...]]:
    """The turn going on ends."""
    who = state.acting
    state = replace(state, acting="", order=finish(state.order))
    if who not in state.participants:
        return state, ()
    return end_due(state, "turn_end", who, state.participants[who].turns)


def is_in(one: Participant) -> bool:
    """Whether he is still in the contest."""
    return one.status == "in"


def next_turn(state: S, able: Callable[[Participant], bool] = is_in) -> tuple[S, tuple[Event, ...]]:
    """The turn going on ends, and the next one in the order begins; `acting` is "" when the round has none left.

    Those not `able` are passed over: they do not act, and what ends at their turn ends. Windows that are answered
    and wait only to go on with the turn now over are gone.
    """
    events: tuple[Event, ...] = ()
    windows = tuple([window for window in state.windows if window.requests])
    if state.acting or state.order.current is not None:
        state, events = end_turn(state)
    while True:
        state = replace(state, windows=windows, order=advance(state.order))
        slot = state.order.current
        if slot is None:
            return state, events
        if able(state.participants[slot.who]):
            state, begun = start_turn(state)
            return state, (*events, *begun)
        state, over = _pass_over(state, slot)
        events = (*events, *over)


def _pass_over(state: S, slot: Slot) -> tuple[S, tuple[Event, ...]]:
    one = state.participants[slot.who]
    begun: tuple[Event, ...] = ()
    if not slot.kept:
        one = replace(one, turns=one.turns + 1)
        state, begun = end_due(put(state, one), "turn_start", one.id, one.turns)
    state, over = end_due(state, "turn_end", one.id, one.turns)
    return state, (*begun, *over)


def arrivals(state: State) -> tuple[str, ...]:
    """Those waiting whose round has come."""
    people = state.participants.values()
    return tuple(one.id for one in people if one.status == "waiting" and 0 < one.arrives <= state.round)
