"""The one way from state to state: is it legal, what does it do, and what follows until someone is asked again."""

import msgspec
from msgspec.structs import replace

from certamen.kernel import overrule
from certamen.kernel.action import GM, Action, Offer, Refusal, refusal_by
from certamen.kernel.audience import EVERYONE, NOBODY, aware_of, common, may_know
from certamen.kernel.draws import Draws
from certamen.kernel.encounter import Encounter, id_problems
from certamen.kernel.errors import EncounterError, RulesetError
from certamen.kernel.event import Event
from certamen.kernel.rule import resolve_rulings
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.state import CONCLUDE, Outcome, Participant, State, Step, end_with, open_requests
from certamen.kernel.window import Request, Resume, answer

MOST_STEPS = 10_000
MOST_TEXT = 10_000
MOST_WINDOWS = 64


def start(ruleset: Ruleset, encounter: Encounter, draws: Draws) -> Step:
    """The first state of a contest, with the first request open, and what happened on the way.

    Raises EncounterError with all that is wrong with the encounter's rulings.
    """
    rulings, problems = resolve_rulings(ruleset.rulings, encounter.rulings)
    problems = problems or id_problems(encounter) or ruleset.check(encounter, rulings)
    if problems:
        raise EncounterError("; ".join(problem.message for problem in problems))
    people = {
        entry.id: replace(
            ruleset.recruit(entry, rulings), arrives=entry.arrives, status="waiting" if entry.arrives else "in"
        )
        for entry in encounter.participants
    }
    state = ruleset.state(
        participants=people,
        rulings=rulings,
        objectives=encounter.objectives,
        shown=encounter.shown,
        gm_dice=encounter.gm_dice,
    )
    return _told(state, _go_on(ruleset, ruleset.start(encounter, state, draws), draws))


def find_request(state: State, action: Action) -> Request | None:
    """The open request that the action answers: the one with its id, asked of its actor."""
    for request in open_requests(state):
        if request.id == action.request and request.who == action.actor:
            return request
    return None


def offers(ruleset: Ruleset, state: State, request: Request) -> tuple[Offer, ...]:
    """All that may be answered to a request, closed offers with their reasons."""
    acts = (ruleset.act(verb) for verb in request.verbs)
    return tuple(offer for act in acts if act is not None for offer in act.offers(state, request))


def unasked(ruleset: Ruleset, state: State, who: str) -> tuple[Offer, ...]:
    """All that `who` may do unasked."""
    if who not in state.participants:
        return overrule.overrules(state) if who == GM else ()
    return (*overrule.unasked(ruleset, state, who), *overrule.say_offers(state, who))


def refusal(ruleset: Ruleset, state: State, action: Action) -> Refusal | None:
    """Why the action may not be done now, or None."""
    if len(action.text) > MOST_TEXT:
        return Refusal(f"a text has at most {MOST_TEXT} characters, this one has {len(action.text)}")
    if not _can_be_kept(action):
        return Refusal("this holds half a character, or what is no value at all, and cannot be kept")
    if not action.request:
        return overrule.refusal(ruleset, state, action)
    if state.outcome is not None:
        return Refusal("the contest is over")
    request = find_request(state, action)
    if request is None:
        return Refusal(f"nothing that is asked of {action.actor} now has the id {action.request}")
    act = ruleset.act(action.verb) if action.verb in request.verbs else None
    if act is None:
        return Refusal(f"{action.verb} does not answer this: {', '.join(request.verbs)}")
    return refusal_by(act.offers(state, request), action)


def apply(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    """What a legal action does, and all that follows until someone is asked or it is over."""
    return _told(state, _go_on(ruleset, done(ruleset, state, action, draws), draws))


def done(ruleset: Ruleset, state: State, action: Action, draws: Draws) -> Step:
    """What a legal action itself does; what follows from it is not begun."""
    if not action.request:
        return _with_text(state, action, overrule.apply(ruleset, state, action, draws))
    request = find_request(state, action)
    act = ruleset.act(action.verb)
    if request is None or act is None:
        raise RulesetError(f"{action.verb} was applied without being legal")
    window = state.windows[-1]
    state = replace(state, windows=(*state.windows[:-1], answer(window, action.request)))
    step = _with_text(state, action, act.apply(state, action, request, draws))
    if window.sealed:
        step = Step(step.state, tuple(_sealed(event, action.actor) for event in step.events))
    return step


def _told(before: State, step: Step) -> Step:
    """No event tells of one who was unseen and still is, but to those who knew or know of him."""
    after = step.state
    unseen = [who for who, one in after.participants.items() if _unseen(one)]
    if not unseen:
        return step
    events = list(step.events)
    for index, event in enumerate(events):
        for who in (event.actor, event.target):
            was = before.participants.get(who)
            if who in unseen and (was is None or _unseen(was)):
                knew = aware_of(before, who) if was is not None else NOBODY
                event = replace(event, to=common(event.to, tuple(sorted({*knew, *aware_of(after, who)}))))
                events[index] = event
    return Step(after, tuple(events))


def _unseen(one: Participant) -> bool:
    return one.hidden or one.status == "waiting"


def _with_text(state: State, action: Action, step: Step) -> Step:
    """What the player says stands on the first event of his own, or on one made for it."""
    if not action.text:
        return step
    events = list(step.events)
    for index, event in enumerate(events):
        if event.actor == action.actor and not event.text and event.type not in ("turn", "effect_ended"):
            events[index] = replace(event, text=action.text)
            return Step(step.state, tuple(events))
    to = aware_of(state, action.actor) if action.actor in state.participants else NOBODY
    return Step(step.state, (Event("say", actor=action.actor, text=action.text, to=to), *events))


def _sealed(event: Event, who: str) -> Event:
    """The event as an answer in a sealed window is told: to who gave it alone."""
    return replace(event, to=(who,) if may_know(event.to, (who,)) else NOBODY)


def _can_be_kept(action: Action) -> bool:
    """Whether a journal can hold it."""
    try:
        msgspec.json.encode(action)
    except (UnicodeEncodeError, TypeError):
        return False
    return True


def _go_on(ruleset: Ruleset, step: Step, draws: Draws) -> Step:
    """Resume until a request is open or there is an outcome."""
    state, events = step.state, list(step.events)
    for _ in range(MOST_STEPS):
        state, then, told = standing(ruleset, state)
        events += told
        if then is None:
            return Step(state, tuple(events))
        step = resume(ruleset, state, then, draws)
        state = step.state
        events += step.events
    raise RulesetError(f"{ruleset.name} goes on for {MOST_STEPS} steps without asking anyone")


def standing(ruleset: Ruleset, state: State) -> tuple[State, Resume | None, tuple[Event, ...]]:
    """The state as it stands between two steps, the step that follows by itself, and what is told of the end.

    No step follows where somebody is asked or it is over.
    """
    state = _decided(ruleset, state)
    if state.outcome is not None:
        return replace(state, windows=()), None, ()
    if state.ending is not None and not state.windows:
        return replace(state, outcome=state.ending, ending=None), None, (outcome_event(state.ending),)
    if not state.windows:
        raise RulesetError(f"{ruleset.name} asks nobody anything and names no outcome")
    top = state.windows[-1]
    if len(state.windows) > MOST_WINDOWS:
        raise RulesetError(f"{ruleset.name} opens windows without closing them: {top.then.step}")
    if top.requests:
        return state, None, ()
    return replace(state, windows=state.windows[:-1]), top.then, ()


def _decided(ruleset: Ruleset, state: State) -> State:
    """The state; where it is now decided and was not before, ending."""
    if state.ending is not None or state.outcome is not None:
        return state
    outcome = _by_objective(state) or ruleset.outcome(state)
    return state if outcome is None else end_with(state, outcome)


def resume(ruleset: Ruleset, state: State, then: Resume, draws: Draws) -> Step:
    """One step of the ruleset, by name."""
    if then.step == CONCLUDE:
        return ruleset.conclude(state, draws) if ruleset.conclude else Step(state)
    step = ruleset.steps.get(then.step)
    if step is None:
        raise RulesetError(f"{ruleset.name} has no step {then.step}")
    return step(state, then, draws)


def outcome_event(outcome: Outcome) -> Event:
    """The event that tells how it ended."""
    values = {"winner": outcome.winner, "reason": outcome.reason}
    return Event("outcome", actor="", values=dict(values), to=EVERYONE)


def _by_objective(state: State) -> Outcome | None:
    for one in state.objectives:
        if one.needs and all(name in state.marks for name in one.needs):
            return Outcome(True, one.side, f"{one.side} reached its objective: {one.title}")
        if one.by_round and state.round > one.by_round:
            others = sorted({p.side for p in state.participants.values() if p.side != one.side})
            winner = others[0] if len(others) == 1 else ""
            return Outcome(True, winner, f"{one.side} did not reach its objective by round {one.by_round}: {one.title}")
    return None


__all__ = ["GM", "apply", "done", "find_request", "offers", "outcome_event", "refusal", "resume", "standing", "start"]
