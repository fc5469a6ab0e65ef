"""From a state to the numbers the mechanics take: goals, terms, modifiers, ratings, and how an actor stands."""

from collections.abc import Mapping
from functools import lru_cache

from certamen.kernel.action import Refusal
from certamen.kernel.audience import Audience
from certamen.kernel.event import Part
from certamen.kernel.rule import RulingValue
from certamen.kernel.state import opponents
from certamen.rulesets.samsara import mechanics
from certamen.rulesets.samsara.mechanics import (
    Bones,
    Chart,
    ChecksApply,
    NpcQuits,
    Pool,
    RatingFrom,
    Size,
    Standing,
    Tactic,
    Terms,
)
from certamen.rulesets.samsara.sheet import STRIVE, USUAL_SIZES, Goal, Sheet, Traits
from certamen.rulesets.samsara.state import Actor, SamsaraState

POOLS = {"1d12": Pool.ONE_D12, "2d6": Pool.TWO_D6, "2d8": Pool.TWO_D8, "3d6": Pool.THREE_D6}
TACTICS = {tactic.name.lower().replace("_", "-"): tactic for tactic in Tactic}
SIZES = {size.name.lower(): size for size in Size}
BARE_HANDS = "bare-hands"


# --- goals -------------------------------------------------------------------------------------------------------


def goals(state: SamsaraState) -> tuple[Goal, ...]:
    """All goals of the scene."""
    return state.scene.goals or (STRIVE,)


def find_goal(state: SamsaraState, goal_id: str) -> Goal:
    """The goal with this id."""
    return next(goal for goal in goals(state) if goal.id == goal_id)


def _named(actor: Actor, names: tuple[str, ...]) -> bool:
    return not names or actor.id in names or actor.side in names


def pursued(state: SamsaraState, actor: Actor, form: str) -> tuple[Goal, ...]:
    """The goals of this form that are the actor's to pursue, open now or not."""
    return tuple(goal for goal in goals(state) if goal.form == form and _named(actor, goal.pursued_by))


def targeted(actor: Actor, goal: Goal) -> bool:
    """Whether the goal may be pursued against the actor by his opponents."""
    return _named(actor, goal.against)


def targets(state: SamsaraState, actor: Actor, goal: Goal) -> tuple[Actor, ...]:
    """The opponents he knows of against whom the goal may be pursued."""
    others = opponents(state, actor.id)
    return tuple(one for one in others if isinstance(one, Actor) and targeted(one, goal))


def sphere_of(state: SamsaraState, goal: Goal) -> str:
    """The goal's sphere of action."""
    return goal.sphere or state.scene.sphere


def reached_mark(side: str, goal_id: str) -> str:
    """The mark set when a side has reached a simple goal; objectives name it."""
    return f"{side}:{goal_id}"


def shut(state: SamsaraState, actor: Actor, goal: Goal) -> Refusal | None:
    """Why a goal of his is closed to the actor for the time being, whoever may be there; None when it is open."""
    for needed in goal.after:
        if reached_mark(actor.side, needed) not in state.marks:
            return Refusal(f"first your side must reach {needed}", "SAM-13")
    if goal.form == "simple" and reached_mark(actor.side, goal.id) in state.marks:
        return Refusal("your side has reached it", "SAM-13")
    if goal.id in actor.tried:
        return Refusal("you have tried it and failed", "SAM-13")
    return None


# --- modifiers ---------------------------------------------------------------------------------------------------


def counts_for(goal: Goal, resisting: bool) -> Traits:
    """What of a sheet counts in this goal's attempts, for him who acts or for him who resists."""
    if resisting and goal.resist is not None:
        return goal.resist
    return Traits(attributes=goal.attributes, abilities=goal.abilities, motives=goal.motives)


def chosen_attributes(sheet: Sheet, traits: Traits) -> tuple[tuple[str, int], ...]:
    """The two attributes that count, by name (SAM-2). What a sheet does not have counts 0."""
    names = tuple(dict.fromkeys(traits.attributes or tuple(sheet.attributes)))
    values = tuple(sheet.attributes.get(name, 0) for name in names)
    if len(values) < 2:
        return tuple(zip(names, values, strict=True))
    return tuple((names[place], values[place]) for place in mechanics.two_highest(values))


@lru_cache(maxsize=4_096)
def counted(sheet: Sheet, goal: Goal, resisting: bool) -> tuple[int, int, int]:
    """What a sheet gives to a modifier, whatever happens: attributes, abilities, motives (SAM-2)."""
    traits = counts_for(goal, resisting)
    return (
        sum(value for _, value in chosen_attributes(sheet, traits)),
        sum(sheet.abilities.get(name, 0) for name in dict.fromkeys(traits.abilities)),
        sum(sheet.motives.get(name, 0) for name in dict.fromkeys(traits.motives)),
    )


def situation_of(actor: Actor, goal: Goal, resisting: bool) -> tuple[tuple[str, int], ...]:
    """The situation modifiers that count, each with where it comes from."""
    rows = [("the game master", actor.situation)]
    rows.append(("the scene", goal.situation.get(actor.id, goal.situation.get(actor.side, 0))))
    if not resisting:
        rows.append(("what was won before", actor.gained.get(goal.id, 0)))
    return tuple(row for row in rows if row[1])


def terms(state: SamsaraState, actor: Actor, goal: Goal, resisting: bool = False) -> Terms:
    """The terms of the actor's modifier in this goal's attempts (SAM-2)."""
    return Terms(
        *counted(actor.sheet, goal, resisting),
        temporary=sum(actor.checks.values()),
        severe=actor.severe.get(sphere_of(state, goal), 0),
        situation=sum([value for _, value in situation_of(actor, goal, resisting)]),
    )


def own(state: SamsaraState, actor: Actor, goal: Goal) -> int:
    """The actor's modifier when he pursues the goal."""
    return mechanics.own_modifier(terms(state, actor, goal))


def checks_apply(state: SamsaraState) -> ChecksApply:
    """The ruling on whose rolls checks weigh."""
    return ChecksApply.OWN_ROLLS if state.rulings["checks_apply"] == "own_rolls" else ChecksApply.BOTH


def opposing(state: SamsaraState, actor: Actor, goal: Goal) -> int:
    """The actor's modifier when the goal is pursued against him."""
    return mechanics.opposing_modifier(terms(state, actor, goal, resisting=True), checks_apply(state))


def starting_modifier(state: SamsaraState, actor: Actor) -> int:
    """The highest modifier among the contests he may fight, or resist where he fights none (SAM-16)."""
    mine = [own(state, actor, goal) for goal in pursued(state, actor, "full")]
    return max(mine or [opposing(state, actor, goal) for goal in goals(state) if targeted(actor, goal)] or [0])


Met = dict[tuple[str, str], int]
"""Opposing modifiers of one state by actor and goal, so that each is reckoned once for all who meet them."""


def best_net(state: SamsaraState, actor: Actor, hidden_too: bool = True, met: Met | None = None) -> int | None:
    """His modifier less that of the easiest opponent, in the goal that suits him best (SAM-14, SAM-19).

    None where he knows of nobody to strive against. Without `hidden_too`, opponents who are hidden from anyone are left
    out: so the number may be told to all.
    """
    mine, met = pursued(state, actor, "full"), {} if met is None else met
    nets = []
    for goal in mine:
        modifier = own(state, actor, goal)
        for other in targets(state, actor, goal):
            if hidden_too or not other.hidden:
                if (against := met.get((other.id, goal.id))) is None:
                    against = met[other.id, goal.id] = opposing(state, other, goal)
                nets.append(mechanics.net_modifier(modifier, against))
    return max(nets or ([] if mine else _resisting_nets(state, actor, hidden_too)), default=None)


def _resisting_nets(state: SamsaraState, actor: Actor, hidden_too: bool) -> list[int]:
    """The same for one who only ever resists, a riddle or a rock face: by the contests that are fought against him."""
    return [
        mechanics.net_modifier(
            mechanics.own_modifier(terms(state, actor, goal, resisting=True)),
            mechanics.opposing_modifier(terms(state, other, goal), checks_apply(state)),
        )
        for other in opponents(state, actor.id)
        if isinstance(other, Actor) and (hidden_too or not other.hidden)
        for goal in pursued(state, other, "full")
        if targeted(actor, goal)
    ]


def standing(state: SamsaraState, actor: Actor, met: Met | None = None) -> Standing:
    """How he stands, in as much detail as words tell; level where there is nobody to strive against."""
    return mechanics.standing(best_net(state, actor, hidden_too=False, met=met) or 0, bones(state.rulings))


# --- dice and ratings --------------------------------------------------------------------------------------------


def bones(rulings: Mapping[str, RulingValue]) -> Bones:
    """The dice and the shift the table rules (SAM-9)."""
    pool = POOLS[str(rulings["dice"])]
    shift = rulings["chart_shift"]
    return mechanics.bones(pool, shift if isinstance(shift, int) else mechanics.usual_shift(pool))


def chart(state: SamsaraState) -> Chart:
    """The chart the table reads (SAM-8)."""
    return Chart.WHOLE if state.rulings["chart"] == "whole" else Chart.THIRDS


def rating_from(state: SamsaraState, goal: Goal) -> RatingFrom:
    """Where ratings come from in the goal's sphere (SAM-10)."""
    name = state.rulings.get(f"rating_from.{sphere_of(state, goal)}", state.rulings["rating_from"])
    return RatingFrom[str(name).upper()]


def npc_quits(state: SamsaraState) -> NpcQuits:
    """The ruling on the game master's characters who think of quitting (SAM-16)."""
    return NpcQuits[str(state.rulings["npc_quits"]).upper()]


def instruments(actor: Actor) -> dict[str, Size]:
    """The weapons, or the like, that he may use, with their sizes; bare hands where he has none."""
    given = actor.sheet.instruments or {BARE_HANDS: "usual"}
    return {name: SIZES[USUAL_SIZES.get(name, "small") if size == "usual" else size] for name, size in given.items()}


# --- the reckoning, row by row -----------------------------------------------------------------------------------


def rows(state: SamsaraState, actor: Actor, goal: Goal, resisting: bool, to: Audience) -> tuple[Part, ...]:
    """The rows of an actor's modifier, term by term (SAM-2); those of one who resists count against the roll."""
    sign = -1 if resisting else 1
    traits = counts_for(goal, resisting)
    chosen = chosen_attributes(actor.sheet, traits)
    found = [Part(name, sign * value, "attribute", to=to) for name, value in chosen]
    for name in dict.fromkeys(traits.attributes):
        if name not in dict(chosen):
            value = actor.sheet.attributes.get(name, 0)
            found.append(Part(name, sign * value, "attribute", counted=False, why="the two highest count", to=to))
    for kind, listed, named in (
        ("ability", actor.sheet.abilities, traits.abilities),
        ("motive", actor.sheet.motives, traits.motives),
    ):
        found += [Part(name, sign * listed[name], kind, to=to) for name in dict.fromkeys(named) if name in listed]
    waived = "checks weigh on own rolls only" if resisting and checks_apply(state) == ChecksApply.OWN_ROLLS else ""
    reckoned = terms(state, actor, goal, resisting)
    for label, held in (("temporary checks", reckoned.temporary), ("severe checks", reckoned.severe)):
        if held:
            found.append(Part(label, -sign * held, "SAM-2", counted=not waived, why=waived, to=to))
    found += [Part("situation", sign * value, source, to=to) for source, value in situation_of(actor, goal, resisting)]
    total = opposing(state, actor, goal) if resisting else own(state, actor, goal)
    return (*found, Part(f"modifier of {actor.name}", sign * total, "SAM-2", "total", to=to))


def fraction(thirds: int) -> str:
    """Thirds as people write them.

    >>> fraction(5), fraction(-6), fraction(-1)
    ('5/3', '-2', '-1/3')
    """
    return f"{thirds}/3" if thirds % 3 else str(thirds // 3)
