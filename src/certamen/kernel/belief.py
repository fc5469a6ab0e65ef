"""What one may suppose of those he does not know: the state as he can imagine it, with no hidden figure left in it.

Odds and advice for a player are reckoned from such a state alone: reckoned from the true one, they would tell it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from certamen.kernel import audience
from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.ruleset import Ruleset, loaded
from certamen.kernel.state import Participant, State, leave, put
from certamen.kernel.view import Seat, fields_seen, knows_of, levels_of


class Belief(Struct, frozen=True, kw_only=True):
    """What a ruleset's strangers are taken for.

    ordinary: the sheet one of whom nothing is known is taken to have;
    figures(state): what strangers hide that matters here, with plausible values, the likeliest in the middle: a table
    is made over them;
    given(sheet, figure, value): the sheet with that figure (unchanged for a figure of the scene);
    looking(state, supposed, true): the supposed participant of another side made to look as the true one does: as hurt
    as `Ruleset.words` tells (where `shown` is "exact" his figures are there already), with what his visible fields
    name in his hands, and what is known of his budget, for that is not there yet;
    scene(state, who, figures): the state without what of the scene is kept from `who` (target numbers of tasks, a check
    going on against an unknown number), the figures in their place.
    """

    ordinary: Any
    figures: Callable[[Any], Mapping[str, tuple[int, ...]]]
    given: Callable[[Any, str, int], Any]
    looking: Callable[[Any, Any, Any], Participant]
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
    entries = {entry.id: entry for entry in encounter.participants}
    state = true
    for one in true.participants.values():
        if one.id == who:
            continue
        sheet = _sheet(belief, entries.get(one.id), figures)
        if knows_of(true, _seat(who), one):
            state = put(state, _imagined(ruleset, belief, true, one, who, sheet))
        else:
            gone = leave(state, one.id)
            blank = ruleset.recruit(Entry(id=one.id, name=one.id, side=one.side, sheet=sheet), state.rulings)
            state = put(gone, replace(blank, status="left", hidden=True))
    side = state.participants[who].side
    known = replace(
        state,
        effects=tuple(effect for effect in state.effects if audience.may_know(effect.to, (who,))),
        objectives=tuple(one for one in state.objectives if one.side == side),
        held=None,
        held_events=(),
    )
    return belief.scene(known, who, figures)


def _seat(who: str) -> Seat:
    return Seat("player", (who,))


def _sheet(belief: Belief, entry: Entry | None, figures: Mapping[str, int]) -> Any:  # noqa: ANN401 - each ruleset has its own sheet
    if entry is not None and entry.seems is not None:
        return entry.seems
    sheet = belief.ordinary
    for name, value in figures.items():
        sheet = belief.given(sheet, name, value)
    return sheet


def _imagined(ruleset: Ruleset, belief: Belief, state: State, one: Any, who: str, sheet: Any) -> Participant:  # noqa: ANN401 - each ruleset has its own
    """The participant with what `who` sees of him, all else as the sheet has it."""
    levels = frozenset(levels_of(state, _seat(who), one))
    sheet = mixed(sheet, one.sheet, levels)
    entry = Entry(id=one.id, name=one.name, side=one.side, player=one.player, sheet=sheet)
    fresh: Any = ruleset.recruit(entry, state.rulings)
    plain = {name: getattr(one, name) for name in ("status", "hidden", "known_to", "turns", "serial", "arrives")}
    seen = {
        name: getattr(one, name) for name in fields_seen(type(one), levels) if name not in Participant.__struct_fields__
    }
    if "side" in levels:
        plain["budget"] = one.budget
    made = replace(fresh, **plain, **{name: value for name, value in seen.items() if name != "sheet"})
    return made if "side" in levels else belief.looking(state, made, one)


def mixed(sheet: Any, true: Any, levels: frozenset[str]) -> Any:  # noqa: ANN401 - each ruleset has its own sheet
    """The sheet with what is seen of the true one."""
    return dataclasses.replace(sheet, **{name: getattr(true, name) for name in fields_seen(type(true), levels)})
