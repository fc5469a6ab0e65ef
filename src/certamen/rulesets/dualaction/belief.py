"""What one takes a stranger for in dualaction."""

from collections.abc import Mapping
from dataclasses import replace as with_changes

from msgspec.structs import replace

from certamen.kernel import budget as budgets
from certamen.kernel.belief import Belief, alike
from certamen.kernel.budget import Budget
from certamen.rulesets.dualaction.narration import words
from certamen.rulesets.dualaction.scene import Scene
from certamen.rulesets.dualaction.sheet import Sheet, Weapon
from certamen.rulesets.dualaction.state import Combat, Fighter, limits

ORDINARY = Sheet(
    hp=25,
    skills={"infantry": 3, "melee": 3},
    weapons=(
        Weapon(name="pistol", skill="infantry", damage="5-11", optimal=20, magazine=8),
        Weapon(name="knife", skill="melee", damage="3-8"),
    ),
)


def _figures(state: Combat) -> Mapping[str, tuple[int, ...]]:
    return {} if state.shown == "exact" else {"hp": (15, 25, 35), "dr": (0, 1, 3)}


def _given(sheet: Sheet, figure: str, value: int) -> Sheet:
    return with_changes(sheet, hp=value) if figure == "hp" else with_changes(sheet, dr=value)


def _looking(state: Combat, supposed: Fighter, true: Fighter, looks: str) -> Fighter:
    """Give him the most HP that would look as hurt as he does; what he has done of his turn was seen."""
    supposed = replace(supposed, budget=_budget(state, supposed, true))
    if not looks:
        return supposed
    like_him: Fighter = alike(supposed, "hp", supposed.sheet.hp, lambda one: words(state, one) == looks)
    return like_him


def _budget(state: Combat, supposed: Fighter, true: Fighter) -> Budget:
    """What he can do by his supposed sheet, less what he has spent of it: a reaction he has would tell an ability."""
    if not true.budget.limits:
        return true.budget
    fresh = budgets.renew(Budget(), limits(state, supposed))
    return replace(fresh, spent=tuple(one for one in true.budget.spent if one.kind in fresh.limits))


def _scene(state: Combat, who: str, figures: Mapping[str, int]) -> Combat:
    """Take away the hazards he does not know of, the tasks of others, and how others have answered."""
    del figures
    scene = _known(state, who)
    names = [hazard.name for hazard in scene.hazards]
    sprung = tuple(name for name in state.sprung if name in names)
    halt = state.halt if state.halt is not None and state.halt.by == who else None
    return replace(state, scene=scene, sprung=sprung, halt=halt)


def _known(state: Combat, who: str) -> Scene:
    """The scene with the hazards that his side steps over, and the tasks that it may do or sees in hand."""
    mine = state.participants[who].side
    in_hand = {one.task.name for one in state.participants.values() if one.task is not None}
    return with_changes(
        state.scene,
        hazards=tuple(hazard for hazard in state.scene.hazards if hazard.spares == mine),
        tasks=tuple(task for task in state.scene.tasks if task.side in ("", mine) or task.id in in_hand),
    )


BELIEF = Belief(ordinary=lambda state: ORDINARY, figures=_figures, given=_given, looking=_looking, scene=_scene)
