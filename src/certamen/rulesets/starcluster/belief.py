"""What one takes a stranger for in StarCluster."""

from collections.abc import Mapping
from dataclasses import replace as with_changes

from msgspec.structs import replace

from certamen.kernel.belief import Belief, alike
from certamen.rulesets.starcluster.narration import words
from certamen.rulesets.starcluster.sheet import Sheet
from certamen.rulesets.starcluster.state import Combatant, StarState

SKILL = 5


def _figures(state: StarState) -> Mapping[str, tuple[int, ...]]:
    fight = {"constitution": (200, 300, 400)} if state.combat and state.shown != "exact" else {}
    return fight | ({"task modifier": (-20, 0, 20)} if state.tasks else {})


def _given(sheet: Sheet, figure: str, value: int) -> Sheet:
    return with_changes(sheet, constitution=value) if figure == "constitution" else sheet


def _looking(state: StarState, supposed: Combatant, true: Combatant, looks: str) -> Combatant:
    """Give him an ordinary plus in what he holds, and the most Constitution that would look as hurt as he does.

    His budget is told: chances to come stand in the order, those spent were seen.
    """
    supposed = replace(supposed, budget=true.budget)
    if state.shown == "exact":
        return supposed
    ordinary = {weapon.skill: SKILL for weapon in supposed.sheet.weapons}
    supposed = replace(supposed, sheet=with_changes(supposed.sheet, skills=ordinary | supposed.sheet.skills))
    if not looks:
        return supposed
    full = supposed.sheet.constitution
    like_him: Combatant = alike(supposed, "constitution", full, lambda one: words(state, one) == looks)
    return like_him


def _scene(state: StarState, who: str, figures: Mapping[str, int]) -> StarState:
    """Give every task an ordinary difficulty: what its circumstances add is the game master's."""
    del who
    return replace(state, tasks=tuple(with_changes(task, modifier=figures["task modifier"]) for task in state.tasks))


BELIEF = Belief(
    ordinary=lambda state: Sheet(constitution=300),
    figures=_figures,
    given=_given,
    looking=_looking,
    scene=_scene,
)
