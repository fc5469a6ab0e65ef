"""What becomes of those who are hurt, knocked down or out of the combat, and how events tell of it."""

from msgspec.structs import replace

from certamen.kernel.audience import EVERYONE, Audience, aware_of, vital
from certamen.kernel.event import Event
from certamen.kernel.state import drop_effects, put
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.state import CROUCHED, IN_COVER, Combat, fights


def hurt(state: Combat, target: str, through: int) -> tuple[Combat, tuple[Event, ...]]:
    """The state after so much damage got through to the target; at 0 HP or less he is down (DUA-12)."""
    one = state.participants[target]
    state = put(state, replace(one, hp=m.wounded(one.hp, through)))
    return fall_if_spent(state, target)


def fall_if_spent(state: Combat, who: str) -> tuple[Combat, tuple[Event, ...]]:
    """The state with `who` out of the combat if he has no HP left, and the event that tells of it (DUA-12)."""
    one = state.participants[who]
    if one.status != "in" or fights(one):
        return state, ()
    state = put(state, replace(one, status="out", task=None))
    return leave_posture(state, who), (Event("down", actor=who, rules=("DUA-12",), to=aware_of(state, who)),)


def knock_down(state: Combat, who: str) -> tuple[Combat, tuple[Event, ...]]:
    """The state with `who` knocked down: until he gets up he does not move (DUA-5)."""
    one = state.participants[who]
    if one.knocked_down or not fights(one):
        return state, ()
    state = leave_posture(put(state, replace(one, knocked_down=True)), who)
    return state, (Event("knocked_down", actor=who, rules=("DUA-5",), to=aware_of(state, who)),)


def leave_posture(state: Combat, who: str) -> Combat:
    """The state with `who` neither in cover nor crouched any more."""
    return drop_effects(drop_effects(state, who, IN_COVER), who, CROUCHED)


def exact(state: Combat, who: str, *names: str) -> dict[str, Audience]:
    """These values of an event, narrowed to those who may know the exact figures of `who`."""
    audience = vital(state, who)
    return {} if audience == EVERYONE else dict.fromkeys(names, audience)


def unless_hidden(state: Combat, who: str) -> str:
    """The id, or nothing for one who hides: for events that all may see."""
    one = state.participants.get(who)
    return "" if one is not None and one.hidden else who
