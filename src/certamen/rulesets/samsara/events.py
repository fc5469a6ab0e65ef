"""What a contest roll tells: one event with the whole reckoning, and who may know which figure of it."""

from collections.abc import Sequence

from msgspec.structs import replace

from certamen.kernel.action import Action, Value
from certamen.kernel.audience import EVERYONE, NOBODY, Audience, aware_of, both, common, vital
from certamen.kernel.event import Die, Event, Part
from certamen.kernel.rule import RulingValue
from certamen.rulesets.samsara import mechanics
from certamen.rulesets.samsara.mechanics import Chart, RatingFrom, Roll
from certamen.rulesets.samsara.reckon import (
    bones,
    chart,
    find_goal,
    fraction,
    rating_from,
    rows,
    sphere_of,
)
from certamen.rulesets.samsara.sheet import Goal
from certamen.rulesets.samsara.state import Actor, SamsaraState

RATING_RULES = {
    RatingFrom.TACTIC: ("SAM-7",),
    RatingFrom.WEAPON: ("SAM-10",),
    RatingFrom.TACTIC_THEN_WEAPON: ("SAM-7", "SAM-10", "SAM-11"),
    RatingFrom.WEAPON_THEN_TACTIC: ("SAM-7", "SAM-10", "SAM-11"),
}


def degree_words(total: int) -> str:
    """The descriptor of a contest roll, in words.

    >>> degree_words(8)
    'simple success'
    """
    return mechanics.degree(total).name.lower().replace("_", " ")


def aim(goal: Goal) -> str:
    """What the actor wants to do, to be read after "to"."""
    return goal.title or goal.id.replace("-", " ")


def strive_events(
    state: SamsaraState, actor: Actor, target: Actor, action: Action, rating: int, roll: Roll, dice: Sequence[Die]
) -> tuple[Event, ...]:
    """What an attempt tells, `state` being the one before it. Who is struck by someone unseen learns only that."""
    goal = find_goal(state, str(action.values["goal"]))
    delivered = mechanics.checks_delivered(roll.total, rating, chart(state))
    receiver = target if delivered > 0 else actor
    knows = vital(state, receiver.id)
    checks, held = abs(delivered), sum(receiver.checks.values()) + abs(delivered)
    values: dict[str, Value] = {name: value for name, value in action.values.items() if name != "target"}
    values |= {
        "aim": aim(goal),
        "degree": degree_words(roll.total),
        "receiver": receiver.id,
        "delivered": checks,
        "checks": held,
    }
    whole = chart(state) == Chart.WHOLE
    parts = (
        *_roll_parts(state, actor, target, goal, roll),
        *(() if whole else _rating_parts(state, actor, target, goal, rating, roll)),
        Part("checks", checks, f"to {receiver.name}, {'SAM-8' if whole else 'SAM-6'}", "total", to=knows),
    )
    event = Event(
        "strive",
        actor.id,
        target.id,
        rules=_strive_rules(state, goal, roll),
        rulings=_rulings(state, goal),
        dice=tuple(dice),
        parts=parts,
        values=values,
        to=both(state, actor.id, target.id),
        private={"delivered": knows, "checks": knows},
    )
    return (event, *_unseen(state, event, receiver, checks))


def _unseen(state: SamsaraState, event: Event, receiver: Actor, checks: int) -> tuple[Event, ...]:
    if event.to == EVERYONE or receiver.id in event.to:
        return ()
    told: dict[str, Value] = {"delivered": checks}
    knows = vital(state, receiver.id)
    to = aware_of(state, receiver.id)
    return (Event("struck", receiver.id, rules=("SAM-12",), values=told, to=to, private={"delivered": knows}),)


def simple_event(
    state: SamsaraState, actor: Actor, target: Actor | None, goal: Goal, roll: Roll, dice: Sequence[Die]
) -> Event:
    """What a simple contest tells (SAM-13)."""
    values: dict[str, Value] = {"goal": goal.id, "aim": aim(goal), "degree": degree_words(roll.total)}
    return Event(
        "simple_contest",
        actor.id,
        target.id if target else "",
        rules=("SAM-13", "SAM-1", "SAM-2", "SAM-5", *_dice_rule(state)),
        rulings=tuple((name, state.rulings[name]) for name in ("dice", "chart_shift", "checks_apply")),
        dice=tuple(dice),
        parts=_roll_parts(state, actor, target, goal, roll),
        values=values,
        to=both(state, actor.id, target.id) if target else aware_of(state, actor.id),
    )


def _roll_parts(state: SamsaraState, actor: Actor, target: Actor | None, goal: Goal, roll: Roll) -> tuple[Part, ...]:
    rolled = bones(state.rulings)
    mine = rows(state, actor, goal, False, vital(state, actor.id))
    if target is not None:
        theirs = rows(state, target, goal, True, vital(state, target.id))
    else:
        theirs = (Part("power level", -(goal.power or 0), "SAM-13", "total", to=NOBODY),)
    shift = (Part("chart shift", -rolled.shift, "SAM-9"),) if rolled.shift else ()
    return (
        *mine,
        *theirs,
        Part(str(state.rulings["dice"]), roll.shown, "the dice", "die"),
        *(replace(part[-1], label=label, kind="modifier") for part, label in ((mine, "own"), (theirs, "against it"))),
        *shift,
        Part("contest roll", roll.total, "SAM-1", "total", to=_knows_both(state, actor, target)),
        Part("descriptor", degree_words(roll.total), "SAM-5", "degree"),
    )


def _rating_parts(
    state: SamsaraState, actor: Actor, target: Actor, goal: Goal, rating: int, roll: Roll
) -> tuple[Part, ...]:
    thirds = mechanics.chart_thirds(roll.total)
    source = rating_from(state, goal).name.lower().replace("_", " ")
    to = _knows_both(state, actor, target)
    return (
        Part("the chart's checks", fraction(thirds), "SAM-3", "note", to=to),
        Part("effect rating", rating, source, "note"),
        Part("times the rating", fraction(thirds * rating), "SAM-6", "note", to=to),
    )


def _knows_both(state: SamsaraState, actor: Actor, target: Actor | None) -> Audience:
    if target is None:
        return vital(state, actor.id) if state.shown == "exact" else NOBODY
    return common(vital(state, actor.id), vital(state, target.id))


def _dice_rule(state: SamsaraState) -> tuple[str, ...]:
    return () if state.rulings["dice"] == "1d12" and state.rulings["chart_shift"] == "usual" else ("SAM-9",)


def _strive_rules(state: SamsaraState, goal: Goal, roll: Roll) -> tuple[str, ...]:
    if chart(state) == Chart.WHOLE:
        read: tuple[str, ...] = ("SAM-5", "SAM-8")
    else:
        beyond = () if -2 <= roll.total <= 15 else ("SAM-4",)
        read = ("SAM-3", *beyond, "SAM-5", "SAM-6", *RATING_RULES[rating_from(state, goal)])
    return ("SAM-1", "SAM-2", *read, *_dice_rule(state), "SAM-12", "SAM-19")


def _rulings(state: SamsaraState, goal: Goal) -> tuple[tuple[str, RulingValue], ...]:
    apart = f"rating_from.{sphere_of(state, goal)}"
    rating = apart if apart in state.rulings else "rating_from"
    return tuple((name, state.rulings[name]) for name in ("checks_apply", "chart", "dice", "chart_shift", rating))
