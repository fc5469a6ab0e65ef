"""What an act leads to, from the state before it: the start, an answer to a review, or what the rules make of it."""

from msgspec.structs import replace

from certamen.kernel import engine, review
from certamen.kernel.action import GM, Action
from certamen.kernel.draws import Draws
from certamen.kernel.encounter import Encounter
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.state import State, Step


def step(
    ruleset: Ruleset, encounter: Encounter, before: State | None, action: Action | None, by: str, draws: Draws
) -> Step:
    """The state after a legal act, and what happened; the start where there is no state yet.

    by: who decided, for the events that name nobody yet. Where the encounter asks for review the result is held.
    """
    if action is None or before is None:
        return engine.start(ruleset, encounter, draws)
    if review.answers(before, action):
        return review.apply(before, action)
    done = engine.apply(ruleset, before, action, draws)
    if by:
        done = Step(done.state, tuple(replace(event, by=event.by or by) for event in done.events))
    held = encounter.review and action.actor != GM and draws.drawn
    return review.hold(before, done) if held else done
