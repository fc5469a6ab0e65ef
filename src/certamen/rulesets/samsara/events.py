"""What a contest roll tells: one event with the whole reckoning, and who may know which figure of it."""

from collections.abc import Sequence

from msgspec.structs import replace

from certamen.kernel.action import Action, Value
from certamen.kernel.audience import EVERYONE, NOBODY, Audience, aware_of, both, common, vital
from certamen.kernel.event import Die, Event, Part
from certamen.kernel.rule import RulingValue
from certamen.rulesets.samsara import mechanics
from certamen.rulesets.samsara.mechanics import Chart, Degree, RatingFrom, Roll, Size, Tactic
from certamen.rulesets.samsara.reckon import (
    TACTICS,
    bones,
    chart,
    find_goal,
    fraction,
    instruments,
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
        *(() if whole else _rating_parts(state, actor, target, action, rating, roll)),
        Part(f"checks to {receiver.name}", checks, "SAM-8" if whole else "SAM-6", "total", to=knows),
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
        rules=("SAM-13", "SAM-1", "SAM-2", "SAM-5", *dice_rule(state)),
        rulings=roll_rulings(state),
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
    state: SamsaraState, actor: Actor, target: Actor, action: Action, rating: int, roll: Roll
) -> tuple[Part, ...]:
    thirds = mechanics.chart_thirds(roll.total)
    source = rating_from(state, find_goal(state, str(action.values["goal"])))
    to = _knows_both(state, actor, target)
    return (
        Part("the chart's checks", fraction(thirds), "SAM-3", "note", to=to),
        *_rating_terms(actor, source, action),
        Part("effect rating", rating, source.name.lower().replace("_", " "), "total"),
        Part("times the rating", fraction(thirds * rating), "SAM-6", "note", to=to),
    )


def _rating_terms(actor: Actor, source: RatingFrom, action: Action) -> tuple[Part, ...]:
    """What the effect rating comes from, and by what the second of tactic and weapon moves it (SAM-11)."""
    tactic, instrument = str(action.values.get("tactic", "")), str(action.values.get("instrument", ""))
    manner, size = TACTICS.get(tactic, Tactic.STANDARD), instruments(actor).get(instrument, Size.MEDIUM)
    named = (tactic.replace("-", " "), f"{size.name.lower()} {instrument.replace('-', ' ')}")
    match source:
        case RatingFrom.TACTIC:
            return (Part(named[0], mechanics.tactic_rating(manner), "SAM-7"),)
        case RatingFrom.WEAPON:
            return (Part(named[1], mechanics.weapon_rating(size), "SAM-10"),)
        case RatingFrom.TACTIC_THEN_WEAPON:
            first = Part(named[0], mechanics.tactic_rating(manner), "SAM-7")
            return (first, Part(named[1], mechanics.weapon_step(size), "SAM-11"))
    first = Part(named[1], mechanics.weapon_rating(size), "SAM-10")
    return (first, Part(named[0], mechanics.tactic_step(manner), "SAM-11"))


def _knows_both(state: SamsaraState, actor: Actor, target: Actor | None) -> Audience:
    if target is None:
        return vital(state, actor.id) if state.shown == "exact" else NOBODY
    return common(vital(state, actor.id), vital(state, target.id))


def dice_rule(state: SamsaraState) -> tuple[str, ...]:
    """SAM-9 where other dice than the plain ones are rolled, or with a shift of the table's own."""
    return () if state.rulings["dice"] == "1d12" and state.rulings["chart_shift"] == "usual" else ("SAM-9",)


def roll_rulings(state: SamsaraState) -> tuple[tuple[str, RulingValue], ...]:
    """The rulings that count in every roll."""
    return tuple((name, state.rulings[name]) for name in ("checks_apply", "dice", "chart_shift"))


def _strive_rules(state: SamsaraState, goal: Goal, roll: Roll) -> tuple[str, ...]:
    if chart(state) == Chart.WHOLE:
        read: tuple[str, ...] = ("SAM-5", "SAM-8")
    else:
        beyond = ("SAM-4",) if abs(mechanics.degree(roll.total)) == Degree.SPECTACULAR_SUCCESS else ()
        read = ("SAM-3", *beyond, "SAM-5", "SAM-6", *RATING_RULES[rating_from(state, goal)])
    return ("SAM-1", "SAM-2", *read, *dice_rule(state), "SAM-12", "SAM-19")


def _rulings(state: SamsaraState, goal: Goal) -> tuple[tuple[str, RulingValue], ...]:
    apart = f"rating_from.{sphere_of(state, goal)}"
    rating = apart if apart in state.rulings else "rating_from"
    return (*roll_rulings(state), *((name, state.rulings[name]) for name in ("chart", rating)))
