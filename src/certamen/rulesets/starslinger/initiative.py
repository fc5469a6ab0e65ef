"""The order by initiative: rolled, tied, rolled again, and joined later (SLG-1)."""

from functools import cmp_to_key
from itertools import groupby

from msgspec.structs import replace

from certamen.kernel.audience import NOBODY, Audience, aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.order import Slot, fill_from_sequence
from certamen.kernel.state import put
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.state import SceneState, cite

Rolled = tuple[SceneState, tuple[Event, ...]]
Score = tuple[int, int]


def roll_initiative(state: SceneState, draws: Draws) -> Rolled:
    """All who are there roll, and are put in order."""
    events: tuple[Event, ...] = ()
    there = tuple(who for who, one in state.participants.items() if one.status == "in")
    for who in there:
        state, told = _roll(state, who, draws)
        events = (*events, told)
    sequence, again = _ranked(state, {who: _score(state, who) for who in there}, draws)
    return replace(state, order=replace(state.order, sequence=sequence)), (*events, *again)


def join_order(state: SceneState, who: str, draws: Draws) -> Rolled:
    """`who` rolls and takes his place, behind those he ties with; he has a turn this round if it is still to come."""
    state, told = _roll(state, who, draws)
    mine, order = _score(state, who), state.order
    place = sum(1 for one in order.sequence if m.goes_before(*mine, *_score(state, one)) <= 0)
    sequence = (*order.sequence[:place], who, *order.sequence[place:])
    order = replace(order, sequence=sequence)
    if order.current is None and not order.taken:
        return replace(state, order=fill_from_sequence(order)), (told,)
    acting = order.current.who if order.current else ""
    if acting not in sequence or sequence.index(who) > sequence.index(acting):
        late = sum(1 for slot in order.pending if slot.who in sequence[:place])
        pending = (*order.pending[:late], Slot(who, place), *order.pending[late:])
        order = replace(order, pending=pending)
    return replace(state, order=order), (told,)


def _roll(state: SceneState, who: str, draws: Draws) -> tuple[SceneState, Event]:
    one = state.participants[who]
    bonus = one.sheet.initiative
    total = m.initiative(draws.of(state, who), bonus)
    parts = (
        Part("d20", total - bonus, "SLG-1", "die"),
        Part("initiative", bonus, "sheet"),
        Part("total", total, "SLG-1", "total"),
    )
    event = Event("initiative", who, "", ("SLG-1",), cite(state, "order"), draws.take(), parts, {"total": total})
    return put(state, replace(one, initiative=total)), replace(event, to=aware_of(state, who))


def _score(state: SceneState, who: str) -> Score:
    one = state.participants[who]
    return one.initiative, one.sheet.initiative


def _ranked(state: SceneState, scores: dict[str, Score], draws: Draws) -> tuple[tuple[str, ...], tuple[Event, ...]]:
    """These in order, high to low; those who tie roll again among themselves."""

    def compare(a: str, b: str) -> int:
        return -m.goes_before(*scores[a], *scores[b])

    by_score = sorted(scores, key=cmp_to_key(compare))
    sequence: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    for _, group in groupby(by_score, key=lambda who: scores[who]):
        tied = tuple(group)
        if len(tied) > 1:
            rolled = [_roll_again(state, who, tied, draws) for who in tied]
            tied, more = _ranked(state, {who: score for who, score, _ in rolled}, draws)
            events = (*events, *(told for _, _, told in rolled), *more)
        sequence = (*sequence, *tied)
    return sequence, events


def _roll_again(state: SceneState, who: str, tied: tuple[str, ...], draws: Draws) -> tuple[str, Score, Event]:
    """One of those who tie rolls again.

    In secret who is hidden, and who ties with hidden ones alone: else his roll would tell of them and shift his dice.
    """
    openly = any(not state.participants[other].hidden for other in tied if other != who)
    face = m.initiative(draws.of(state, who, secret=not openly), 0)
    fell = draws.take()
    private: dict[str, Audience] = {} if fell[0].kind == "open" else {"roll": (who,)}
    parts = (Part("d20", face, "SLG-1", "die"),)
    told = Event("tie", who, "", ("SLG-1",), cite(state, "order"), fell, parts, {"roll": face}, private=private)
    return who, (face, 0), replace(told, to=aware_of(state, who) if openly else NOBODY)
