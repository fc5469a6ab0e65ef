"""What one may suppose of those he does not know: the state as he can imagine it, with no hidden figure left in it.

Odds and advice for a player are reckoned from such a state alone: reckoned from the true one, they would tell it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from certamen.kernel import audience
from certamen.kernel.action import GM
from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.marks import fields_seen
from certamen.kernel.order import Order
from certamen.kernel.ruleset import Ruleset, loaded
from certamen.kernel.state import Participant, State, leave, put
from certamen.kernel.view import Seat, knows_of, levels_of
from certamen.kernel.window import Request


class Belief(Struct, frozen=True, kw_only=True):
    """What a ruleset's strangers are taken for.

    ordinary(state): the sheet one of whom nothing is known is taken to have in this contest;
    figures(state): what strangers hide that matters here, with plausible values, the likeliest in the middle: a table
    is made over them;
    given(sheet, figure, value): the sheet with that figure (unchanged for a figure of the scene);
    looking(state, supposed, true, looks): the supposed participant of another side made to look as the true one does:
    as `looks` tells, which are his `Ruleset.words` where `shown` is "words" and else "", with what his visible fields
    name in his hands, and what is known of his budget, for that is not there yet; in `state` all others are supposed;
    scene(state, who, figures): the state without what of the scene is kept from `who` (target numbers of tasks, a check
    going on against an unknown number), the figures in their place.
    """

    ordinary: Callable[[Any], Any]
    figures: Callable[[Any], Mapping[str, tuple[int, ...]]]
    given: Callable[[Any, str, int], Any]
    looking: Callable[[Any, Any, Any, str], Participant]
    scene: Callable[[Any, str, Mapping[str, int]], State] = lambda state, _, __: state


def usual(figures: Mapping[str, tuple[int, ...]]) -> dict[str, int]:
    """The likeliest value of each figure."""
    return {name: values[len(values) // 2] for name, values in figures.items()}


def strangers(encounter: Encounter, state: State, who: str) -> tuple[str, ...]:
    """Those he knows of whose figures he does not know and for whom no sheet is declared (`Entry.seems`)."""
    declared = {entry.id for entry in encounter.participants if entry.seems is not None}
    return tuple(
        one.id
        for one in state.participants.values()
        if knows_of(state, _seat(who), one)
        and "side" not in levels_of(state, _seat(who), one)
        and one.id not in declared
    )


def supposed(
    ruleset: Ruleset, encounter: Encounter, true: State, who: str, figures: Mapping[str, int] | None = None
) -> State:
    """The state as `who` may suppose it, strangers having these figures (those left out: the likeliest).

    Whoever he does not know of takes no part. What he may see of the others is as it is; all else of them is as their
    declared sheet, or an ordinary one, has it. Effects and objectives he may not know of are not there.
    Raises ValueError where the ruleset says nothing of strangers.
    """
    belief: Belief | None = loaded(ruleset.belief)
    if belief is None:
        raise ValueError(f"{ruleset.name} does not say what strangers are taken for")
    figures = {**usual(belief.figures(true)), **(figures or {})}
    sheets = {entry.id: _sheet(belief, true, entry, figures) for entry in encounter.participants}
    state = true
    for one in true.participants.values():
        sheet = sheets[one.id] if one.id in sheets else _sheet(belief, true, None, figures)
        if not knows_of(true, _seat(who), one):
            state = _gone(ruleset, state, one, sheet)
        elif one.id != who:
            state = put(state, _imagined(ruleset, true, one, who, sheet))
    for one in true.participants.values():
        if "side" not in levels_of(true, _seat(who), one) and knows_of(true, _seat(who), one):
            looks = ruleset.words(true, one) if true.shown == "words" else ""
            state = put(state, belief.looking(state, state.participants[one.id], one, looks))
    return belief.scene(_told(state, true, who), who, figures)


def _told(state: State, true: State, who: str) -> State:
    """The state without effects, objectives and answers that `who` may not know of, nor re-acts asked of strangers."""
    me = state.participants[who]
    people = state.participants.values()
    allies = {GM, *(one.id for one in people if one.side == me.side)}
    known = [one.id for one in people if knows_of(true, _seat(who), one)]
    return replace(
        put(state, replace(me, known_to=_known_to(true, me, who))),
        effects=tuple(effect for effect in state.effects if audience.may_know(effect.to, (who,))),
        objectives=tuple(one for one in state.objectives if one.side == me.side),
        windows=tuple(
            replace(window, answered=(), requests=_asked(window.requests, allies)) for window in state.windows
        ),
        order=_without_gaps(state.order, known),
        held=None,
        held_events=(),
    )


def _without_gaps(order: Order, known: Collection[str]) -> Order:
    """The order as it would be if those alone had ever been in it."""
    order = replace(order, taken=tuple(slot for slot in order.taken if slot.who in known))
    if not order.sequence:
        return order
    slots = (*order.pending, *order.taken, *((order.current,) if order.current is not None else ()))
    place = {at: number for number, at in enumerate(sorted({slot.at for slot in slots}))}
    return replace(
        order,
        pending=tuple(replace(slot, at=place[slot.at]) for slot in order.pending),
        taken=tuple(replace(slot, at=place[slot.at]) for slot in order.taken),
        current=None if order.current is None else replace(order.current, at=place[order.current.at]),
    )


def _asked(requests: tuple[Request, ...], allies: Collection[str]) -> tuple[Request, ...]:
    """What is asked, but no stranger whether he re-acts: that he may would tell of what he can."""
    return tuple(one for one in requests if one.kind != "react" or one.who in allies)


def _seat(who: str) -> Seat:
    return Seat("player", (who,))


def _gone(ruleset: Ruleset, state: State, one: Participant, sheet: Any) -> State:  # noqa: ANN401 - each ruleset has its own sheet
    """The state without him: what stays of him tells nothing."""
    state = leave(state, one.id)
    blank = ruleset.recruit(Entry(id=one.id, name=one.id, side=one.side, sheet=sheet), state.rulings)
    return put(state, replace(blank, status="left", hidden=True))


def _known_to(state: State, one: Participant, who: str) -> tuple[str, ...]:
    """Those who know of one who hides, as far as `who` may know them: of one of another side, his own side alone."""
    mine = state.participants[who].side
    people = [state.participants[other] for other in one.known_to if other in state.participants]
    return tuple(
        other.id for other in people if (knows_of(state, _seat(who), other) if one.side == mine else other.side == mine)
    )


def _sheet(belief: Belief, state: State, entry: Entry | None, figures: Mapping[str, int]) -> Any:  # noqa: ANN401 - each ruleset has its own sheet
    if entry is not None and entry.seems is not None:
        return entry.seems
    sheet = belief.ordinary(state)
    for name, value in figures.items():
        sheet = belief.given(sheet, name, value)
    return sheet


def _imagined(ruleset: Ruleset, state: State, one: Any, who: str, sheet: Any) -> Participant:  # noqa: ANN401 - each ruleset has its own
    """The participant with what `who` sees of him, all else as the sheet has it."""
    levels = frozenset(levels_of(state, _seat(who), one))
    sheet = mixed(sheet, one.sheet, levels)
    entry = Entry(id=one.id, name=one.name, side=one.side, player=one.player, sheet=sheet)
    fresh: Any = ruleset.recruit(entry, state.rulings)
    plain = {name: getattr(one, name) for name in ("status", "hidden", "turns", "serial", "arrives")}
    plain["known_to"] = _known_to(state, one, who)
    seen = {
        name: getattr(one, name) for name in fields_seen(type(one), levels) if name not in Participant.__struct_fields__
    }
    if "side" in levels:
        plain["budget"] = one.budget
    made: Participant = replace(fresh, **plain, **{name: value for name, value in seen.items() if name != "sheet"})
    return made


def alike(one: Any, figure: str, most: int, is_alike: Callable[[Any], bool]) -> Any:  # noqa: ANN401 - each ruleset has its own
    """The participant with the most of a figure, `most` or less, with which he looks so; with 0 where none will do."""
    tried = (replace(one, **{figure: left}) for left in range(most, -1, -1))
    return next((other for other in tried if is_alike(other)), replace(one, **{figure: 0}))


def mixed(sheet: Any, true: Any, levels: frozenset[str]) -> Any:  # noqa: ANN401 - each ruleset has its own sheet
    """The sheet with what is seen of the true one."""
    return dataclasses.replace(sheet, **{name: getattr(true, name) for name in fields_seen(type(true), levels)})
