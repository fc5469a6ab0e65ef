"""What an actor may do on his turn: strive for a goal, try a simple contest, wait, give up."""

from collections.abc import Mapping

from msgspec.structs import replace

from certamen.kernel import budget
from certamen.kernel.action import Action, Choice, Field, Offer, Option, Refusal, Value
from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.ruleset import Act
from certamen.kernel.state import Step, ask, mark, put
from certamen.kernel.window import Answer, Request, Resume
from certamen.rulesets.samsara import mechanics
from certamen.rulesets.samsara.endings import after_delivery, judge, quits
from certamen.rulesets.samsara.events import simple_event, strive_events
from certamen.rulesets.samsara.mechanics import Chart, Die, RatingFrom, Roll, Size
from certamen.rulesets.samsara.reckon import (
    TACTICS,
    bones,
    chart,
    find_goal,
    instruments,
    opposing,
    own,
    pursued,
    rating_from,
    reached_mark,
    shut,
    sphere_of,
    targets,
)
from certamen.rulesets.samsara.sheet import Goal
from certamen.rulesets.samsara.state import Actor, SamsaraState

ACT = "act"
TURN_VERBS = ("strive", "try", "wait", "yield")


def ask_turn(state: SamsaraState) -> SamsaraState:
    """The one whose turn it is is asked what he does."""
    return ask(state, state.acting, "act", TURN_VERBS, Answer("wait"), Resume("turn"), cause="your turn")


# --- striving: a contest roll that delivers checks (SAM-1 to SAM-12) ---------------------------------------------


def closed_to(state: SamsaraState, actor: Actor, goal: Goal) -> Refusal | None:
    """Why the actor may not pursue a goal of his now, or None."""
    if not goal.free and not budget.left(actor.budget, ACT):
        return Refusal("you have acted this turn", "SAM-18")
    if goal.power is None and not targets(state, actor, goal):
        return Refusal("there is nobody to pursue it against", "SAM-19")
    return shut(state, actor, goal)


def tactics_open(state: SamsaraState, goal: Goal) -> tuple[str, ...]:
    """The tactics to choose from; none where they change nothing (SAM-7, SAM-8, SAM-10)."""
    rating = rating_from(state, goal)
    if chart(state) == Chart.WHOLE or rating == RatingFrom.WEAPON:
        return ()
    return tuple(TACTICS)


def instruments_open(state: SamsaraState, actor: Actor, goal: Goal) -> dict[str, Size]:
    """The instruments to choose from; none where they change nothing (SAM-8, SAM-10)."""
    if chart(state) == Chart.WHOLE or rating_from(state, goal) == RatingFrom.TACTIC:
        return {}
    return instruments(actor)


def _fields(state: SamsaraState, actor: Actor, goal: Goal) -> tuple[Field, ...]:
    fields = [Choice("goal", (Option(goal.id, goal.title),))]
    if goal.power is None:
        others = targets(state, actor, goal)
        fields.append(Choice("target", tuple(Option(other.id, other.name) for other in others)))
    if goal.form == "simple":
        return tuple(fields)
    if tactics := tactics_open(state, goal):
        notes = {name: f"rated {mechanics.tactic_rating(TACTICS[name])}" for name in tactics}
        fields.append(Choice("tactic", tuple(Option(name, note=notes[name]) for name in tactics)))
    if sizes := instruments_open(state, actor, goal):
        options = tuple(Option(name, note=size.name.lower()) for name, size in sizes.items())
        fields.append(Choice("instrument", options))
    return tuple(fields)


def _offers(verb: str, form: str, state: SamsaraState, request: Request) -> tuple[Offer, ...]:
    actor = state.participants[request.who]
    rules = ("SAM-13",) if form == "simple" else ("SAM-1", "SAM-6", "SAM-7", "SAM-19")
    return tuple(
        Offer(
            verb,
            _fields(state, actor, goal),
            () if goal.free else ((ACT, 1),),
            rules,
            goal.title or goal.id,
            closed_to(state, actor, goal),
        )
        for goal in pursued(state, actor, form)
    )


def strive_offers(state: SamsaraState, request: Request) -> tuple[Offer, ...]:
    """One offer a goal: against whom, and where it matters with what tactic and instrument."""
    return _offers("strive", "full", state, request)


def try_offers(state: SamsaraState, request: Request) -> tuple[Offer, ...]:
    """One offer a simple goal."""
    return _offers("try", "simple", state, request)


def free_try_offers(state: SamsaraState, request: Request) -> tuple[Offer, ...]:
    """Those that take no turn may be tried by anyone at any moment, but not while another try is being decided."""
    pending = any("allow" in one.verbs for window in state.windows for one in window.requests)
    wait = Refusal("the game master is asked first whether another try is allowed", "SAM-13") if pending else None
    return tuple(replace(offer, closed=offer.closed or wait) for offer in try_offers(state, request) if not offer.cost)


def _spent(actor: Actor, goal: Goal, verb: str) -> Actor:
    return actor if goal.free else replace(actor, budget=budget.spend(actor.budget, ACT, verb))


def rating_of(state: SamsaraState, actor: Actor, goal: Goal, chosen: Mapping[str, Value]) -> int:
    """The effect rating of an attempt with the tactic and the instrument chosen, as far as they count (SAM-10)."""
    tactic = TACTICS[str(chosen.get("tactic", "standard"))]
    size = instruments(actor).get(str(chosen.get("instrument", "")), Size.MEDIUM)
    return mechanics.effect_rating(rating_from(state, goal), tactic, size)


def strive(state: SamsaraState, action: Action, request: Request, draws: Draws) -> Step:
    """One contest roll: checks go to the antagonist or to the actor himself, and what follows from them follows."""
    actor, goal = state.participants[request.who], find_goal(state, str(action.values["goal"]))
    target = state.participants[str(action.values["target"])]
    rating = rating_of(state, actor, goal, action.values)
    net = mechanics.net_modifier(own(state, actor, goal), opposing(state, target, goal))
    roll = mechanics.contest_roll(draws.of(state, actor.id), bones(state.rulings), net, Die.CONTEST)
    delivered = mechanics.checks_delivered(roll.total, rating, chart(state))
    events = strive_events(state, actor, target, action, rating, roll, draws.take())
    state = put(state, _spent(actor, goal, "strive"))
    receiver = target.id if delivered > 0 else actor.id
    state = deliver(state, receiver, sphere_of(state, goal), abs(delivered))
    state, lost = judge(state)
    state, wavering = after_delivery(state, receiver)
    return Step(state, (*events, *lost, *wavering))


def deliver(state: SamsaraState, who: str, sphere: str, checks: int) -> SamsaraState:
    """`who` takes so many temporary checks; one the game master kept in is judged again."""
    one = state.participants[who]
    held = {**one.checks, sphere: one.checks.get(sphere, 0) + checks}
    return put(state, replace(one, checks=held, kept_in=False))


# --- simple contests (SAM-13) ------------------------------------------------------------------------------------


def try_goal(state: SamsaraState, action: Action, request: Request, draws: Draws) -> Step:
    """One roll that succeeds or fails; after a simple failure the game master says whether another try is open."""
    actor, goal = state.participants[request.who], find_goal(state, str(action.values["goal"]))
    target = state.participants[str(action.values["target"])] if goal.power is None else None
    against = goal.power if target is None else opposing(state, target, goal)
    net = mechanics.net_modifier(own(state, actor, goal), against or 0)
    roll = mechanics.contest_roll(draws.of(state, actor.id), bones(state.rulings), net, Die.SIMPLE_CONTEST)
    event = simple_event(state, actor, target, goal, roll, draws.take())
    state = put(state, _spent(actor, goal, "try"))
    if not mechanics.is_success(roll.total):
        return Step(_after_failure(state, actor.id, goal, roll), (event,))
    allies = (one for one in state.participants.values() if one.side == actor.side)
    state = put(state, *(_helped(one, goal) for one in allies))
    state, lost = judge(mark(state, reached_mark(actor.side, goal.id)))
    return Step(state, (event, *lost))


def _after_failure(state: SamsaraState, who: str, goal: Goal, roll: Roll) -> SamsaraState:
    actor = state.participants[who]
    if not mechanics.may_try_again(roll.total):
        return put(state, replace(actor, tried=(*actor.tried, goal.id)))
    cause = f"{actor.name} has failed at {goal.title or goal.id}, but only just: may he try again?"
    about: dict[str, str | int | tuple[str, ...]] = {"who": who, "goal": goal.id}
    return ask(state, "gm", "adjudicate", ("allow", "deny"), Answer("deny"), Resume("go-on"), cause=cause, about=about)


def _helped(one: Actor, goal: Goal) -> Actor:
    gained = {**one.gained, **{name: one.gained.get(name, 0) + more for name, more in goal.helps.items()}}
    return replace(one, gained=gained)


# --- waiting and giving up ---------------------------------------------------------------------------------------


def wait(state: SamsaraState, action: Action, request: Request, draws: Draws) -> Step:
    """The turn goes by."""
    actor = state.participants[request.who]
    left = budget.left(actor.budget, ACT)
    state = put(state, replace(actor, budget=budget.spend(actor.budget, ACT, "wait", left)))
    return Step(state, (Event("wait", actor=actor.id, rules=("SAM-18",), to=aware_of(state, actor.id)),))


def give_up(state: SamsaraState, action: Action, request: Request, draws: Draws) -> Step:
    """The contest is over for the actor (SAM-15)."""
    return Step(*quits(state, request.who))


YIELD = Act("yield", lambda state, request: (Offer("yield", label="give up", rules=("SAM-15",)),), give_up)
FREE_TRY = Act("try", free_try_offers, try_goal)

ACTS = (
    Act("strive", strive_offers, strive),
    Act("try", try_offers, try_goal),
    Act("wait", lambda state, request: (Offer("wait", label="let the turn go by", rules=("SAM-18",)),), wait),
    YIELD,
)
