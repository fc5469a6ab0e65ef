"""Equal initiatives in StarCluster: who comes first, by base roll and skill, by a re-roll, or by the GM's word."""

from msgspec.structs import replace

from certamen.kernel.action import GM
from certamen.kernel.audience import EVERYONE, NOBODY
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.state import ask, put
from certamen.kernel.window import Answer, Resume
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster.state import StarState, compare, ruled


def break_tie(state: StarState, draws: Draws) -> tuple[StarState, tuple[Event, ...], bool]:
    """Bring the right one of those who come first to the head (SC2-16); true when the GM is asked."""
    pending = state.order.pending
    first = pending[: sum(1 for slot in pending if slot.at == pending[0].at)] if pending and state.combat else ()
    if len(first) < 2:
        return state, (), False
    best = [slot for slot in first if all(compare(state, slot, other) <= 0 for other in first)]
    events: tuple[Event, ...] = ()
    people = tuple(dict.fromkeys(slot.who for slot in best))
    if _undecided(state, people):
        if ruled(state, "tie", "gm"):
            return _ask_gm(state, people), (), True
        state, events = _reroll(state, people, draws)
    head = min(best, key=lambda slot: state.participants[slot.who].tie)
    rest = tuple(slot for slot in pending if slot is not head)
    return replace(state, order=replace(state.order, pending=(head, *rest))), events, False


def _ask_gm(state: StarState, people: tuple[str, ...]) -> StarState:
    cause, default = "equal initiatives: who goes first?", Answer("first", {"who": people[0]})
    return ask(state, GM, "adjudicate", ("first",), default, Resume("next"), cause=cause, about={"who": people})


def _undecided(state: StarState, people: tuple[str, ...]) -> bool:
    ties = sorted(state.participants[who].tie for who in people)
    return len(ties) > 1 and m.undecided(ties[0], ties[1])


def _reroll(state: StarState, people: tuple[str, ...], draws: Draws) -> tuple[StarState, tuple[Event, ...]]:
    """Roll between equals until one is lowest; where one of them is hidden, secretly, for all of them."""
    secret = any(state.participants[who].hidden for who in people)
    while _undecided(state, people):
        lowest = min(state.participants[who].tie for who in people)
        for who in people:
            one = state.participants[who]
            if m.rolls_again(one.tie, lowest):
                dice = draws.gm() if secret else draws.of(state, who)
                state = put(state, replace(one, tie=m.tie_roll(dice)))
    rolls = {who: state.participants[who].tie for who in people}
    event = Event(
        "tie",
        rules=("SC2-16",),
        rulings=(("tie", state.rulings["tie"]),),
        dice=draws.take(),
        parts=tuple(Part(state.participants[who].name, roll, "re-roll", "die") for who, roll in rolls.items()),
        values={"who": people, "first": min(people, key=lambda who: rolls[who])},
        to=NOBODY if secret else EVERYONE,
    )
    return state, (event,)
