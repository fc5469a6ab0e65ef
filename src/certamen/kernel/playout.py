"""A contest played and not kept: one state, no entries, nothing to undo. For those who play thousands."""

from collections.abc import Sequence

from certamen.dice import Source
from certamen.kernel import engine
from certamen.kernel.action import Action
from certamen.kernel.draws import Draws
from certamen.kernel.encounter import Encounter
from certamen.kernel.event import Event
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.state import Outcome, State, open_requests
from certamen.kernel.window import Request


class Playout:
    """A contest as `kernel.run.run` plays it, with the same dice and the same states as a `Contest` of this source.

    Nothing is recorded, and what is pushed is not asked whether it is legal: defaults are, and so is what a policy
    chooses (the conformance tests hold them to it). A result that the game master would review takes effect at once.

    state: where it begins, with no die fallen yet; the encounter's own start when left out;
    gone: who takes part no more, with the round in which he ceased to; acts: how many were pushed;
    last: the last of them, and what happened.
    Raises EncounterError when the encounter cannot be started.
    """

    started = True

    def __init__(self, ruleset: Ruleset, encounter: Encounter, source: Source, *, state: State | None = None) -> None:
        self.ruleset = ruleset
        self.encounter = encounter
        self.source = source
        self.draws = Draws(source, {})
        self.counts = self.draws.counts
        self.acts = 0
        self.last: tuple[Action, tuple[Event, ...]] | None = None
        self.gone: dict[str, int] = {}
        self.state: State = state if state is not None else engine.start(ruleset, encounter, self.draws).state
        self._statuses: Sequence[str] = ()
        self._look(self.state.round)

    @property
    def requests(self) -> tuple[Request, ...]:
        """The requests open now."""
        return open_requests(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return self.state.outcome

    def push(self, action: Action, by: str = "", policy_dice: int = 0) -> None:
        """Do a legal action."""
        del by
        now = self.state.round
        step = engine.apply(self.ruleset, self.state, action, self.draws)
        self.state, self.last = step.state, (action, step.events)
        self.acts += 1
        if policy_dice:
            self.counts[action.actor, "policy"] = policy_dice
        self._look(now)

    def take_default(self, request: Request) -> None:
        """Answer a request with its default."""
        default = request.default
        self.push(Action(request.who, default.verb, default.values, request.id))

    def _look(self, now: int) -> None:
        people = self.state.participants
        statuses = [one.status for one in people.values()]
        if statuses == self._statuses:
            return
        self._statuses = statuses
        for who, one in people.items():
            if one.status in ("in", "waiting"):
                self.gone.pop(who, None)
            else:
                self.gone.setdefault(who, now)
