"""What one takes a stranger for in SAMSARA."""

from collections.abc import Iterator, Mapping
from dataclasses import replace as with_changes
from itertools import count, islice

from msgspec.structs import replace

from certamen.kernel.belief import Belief
from certamen.rulesets.samsara.narration import words
from certamen.rulesets.samsara.reckon import starting_modifier
from certamen.rulesets.samsara.sheet import Goal, Sheet
from certamen.rulesets.samsara.state import Actor, SamsaraState, with_spheres

MODIFIER = "modifier"
POWER = "power level"
MOST_TRIED = 60


def _figures(state: SamsaraState) -> Mapping[str, tuple[int, ...]]:
    modifier = {} if state.shown == "exact" else {MODIFIER: (6, 8, 10)}
    power = {POWER: (4, 6, 8)} if any(goal.power is not None for goal in state.scene.goals) else {}
    return modifier | power


def _ordinary(state: SamsaraState) -> Sheet:
    """Equally good at all that anybody's goals ask for."""
    traits = [one for goal in state.scene.goals for one in (goal, goal.resist) if one is not None]
    named = dict.fromkeys(name for one in traits for name in one.attributes)
    return Sheet(attributes=dict.fromkeys((*named, "body", "mind"), 4))


def _given(sheet: Sheet, figure: str, value: int) -> Sheet:
    """The two attributes that count make the modifier (SAM-2), whichever they are."""
    return with_changes(sheet, attributes=dict.fromkeys(sheet.attributes, value // 2)) if figure == MODIFIER else sheet


def _looking(state: SamsaraState, supposed: Actor, true: Actor, looks: str) -> Actor:
    """Give him as few checks, or else as small a situation modifier, as make him stand as he is seen to stand.

    His budget is told: acts were seen.
    """
    supposed = replace(supposed, budget=true.budget)
    if state.shown == "exact":
        return supposed
    supposed = with_spheres(supposed, state.scene)
    supposed = replace(supposed, starting=starting_modifier(state, supposed))
    if supposed.status != "in" or not looks:
        return supposed
    alike = (
        one for one in islice(_better_and_worse(supposed, state.scene.sphere), MOST_TRIED) if _looks(state, one, looks)
    )
    return next(alike, supposed)


def _looks(state: SamsaraState, one: Actor, looks: str) -> bool:
    return words(replace(state, participants={**state.participants, one.id: one}), one) == looks


def _better_and_worse(one: Actor, sphere: str) -> Iterator[Actor]:
    """Himself, then with ever more checks and ever more in his favour, in turn."""
    yield one
    for much in count(1):
        yield replace(one, checks={**one.checks, sphere: much})
        yield replace(one, situation=much)


def _scene(state: SamsaraState, who: str, figures: Mapping[str, int]) -> SamsaraState:
    """Give simple contests an ordinary power level, and strangers nothing by the situation."""
    me = state.participants[who]
    allies = {one.id for one in state.participants.values() if one.side == me.side} | {me.side}
    goals = tuple(_known(goal, allies, figures, exact=state.shown == "exact") for goal in state.scene.goals)
    return replace(state, scene=with_changes(state.scene, goals=goals))


def _known(goal: Goal, allies: set[str], figures: Mapping[str, int], *, exact: bool) -> Goal:
    situation = goal.situation if exact else {name: value for name, value in goal.situation.items() if name in allies}
    power = None if goal.power is None else figures[POWER]
    return with_changes(goal, power=power, situation=situation)


BELIEF = Belief(ordinary=_ordinary, figures=_figures, given=_given, looking=_looking, scene=_scene)
