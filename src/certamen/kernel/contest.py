"""A contest, as a library: the mutable holder of immutable states. Push, pop, look, ask what may be done."""

from collections.abc import Sequence

from certamen.dice import Ask, MissingDie, Source
from certamen.kernel import byhand, computing, engine, review
from certamen.kernel.action import GM, Action, Offer, Refusal
from certamen.kernel.draws import Draws
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import IllegalAction, JournalError, NothingToUndo
from certamen.kernel.event import Die, Event
from certamen.kernel.record import Entry, Kept, Recorder, counts_before, numbered
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.state import Outcome, State
from certamen.kernel.window import Request, Resume, Window


class Contest:
    """A contest going on.

    `given` are faces already fallen in the start. `kept`: it goes on as it was kept; only what was done since the
    newest of its states is done again, and older states are made again when an undo wants them.
    Raises EncounterError when the encounter cannot be started, JournalError when what was kept cannot be done again.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        encounter: Encounter,
        source: Source,
        *,
        recorder: Recorder | None = None,
        given: Sequence[Die] = (),
        kept: Kept | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.encounter = encounter
        self.source = source
        self.recorder = recorder
        self.counts: dict[tuple[str, str], int] = {}
        self.index = 0
        self._states: list[State | None] = []
        self._entries: list[Entry] = []
        self._undone: list[tuple[Entry, State | None]] = []
        self._pending: byhand.Waiting | None = None
        if kept is None:
            self._attempt(None, "", 0, list(given))
        else:
            self._restore(kept)

    # --- looking ---------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state now. Before the first dice by hand are in, there is none yet: look at `window`."""
        state = self._states[-1]
        assert state is not None  # the last is always there
        return state

    @property
    def started(self) -> bool:
        """Whether there is a state: false only while dice by hand are missing for the start."""
        return bool(self._states)

    @property
    def window(self) -> Window | None:
        """The requests that may be answered now, or None when it is over."""
        if self._pending is not None:
            return Window((byhand.die_request(self._pending.ask),), Resume("die"))
        return self.state.windows[-1] if self.state.windows else None

    @property
    def requests(self) -> tuple[Request, ...]:
        """The requests open now."""
        window = self.window
        return window.requests if window else ()

    @property
    def missing_die(self) -> Ask | None:
        """The die that must be rolled by hand before anything else, if one must."""
        return self._pending.ask if self._pending else None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All acts that stand, the start first."""
        return tuple(self._entries)

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, in order, numbered from 1."""
        return tuple(event for entry in self._entries for event in entry.events)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return self.state.outcome if self._states else None

    def offers(self, request: Request | None = None) -> tuple[Offer, ...]:
        """All that may be answered to a request (the first open one), closed offers with their reasons."""
        request = request or next(iter(self.requests), None)
        if request is None:
            return ()
        if self._pending is not None:
            return (byhand.die_offer(self._pending.ask),)
        if request.kind == "review":
            return review.OFFERS
        return engine.offers(self.ruleset, self.state, request)

    def unasked(self, who: str) -> tuple[Offer, ...]:
        """What `who` may do without being asked: what his ruleset lets him do at any time, and free text."""
        return engine.unasked(self.ruleset, self.state, who) if self.started else ()

    def refusal(self, action: Action) -> Refusal | None:
        """Why the action may not be done now, or None."""
        if self._pending is not None:
            return byhand.die_refusal(self._pending.ask, action)
        if review.answers(self.state, action):
            return review.refusal(self.state, action)
        return engine.refusal(self.ruleset, self.state, action)

    def legal(self, action: Action) -> bool:
        """Whether the action may be done now."""
        return self.refusal(action) is None

    # --- doing -----------------------------------------------------------------------------------------------

    def push(self, action: Action, by: str = "", policy_dice: int = 0) -> tuple[Event, ...]:
        """Do it. Gives what happened; nothing yet while a die by hand is missing (`missing_die`).

        Raises IllegalAction with the reason, and changes nothing.
        """
        reason = self.refusal(action)
        if reason is not None:
            raise IllegalAction(reason)
        pending = self._pending
        if pending is None:
            return self._attempt(action, by, policy_dice, [])
        face = action.values["face"]
        ask = pending.ask
        assert isinstance(face, int)  # the refusal looked
        faces = [*pending.faces, Die(ask.roller, ask.kind, ask.n, ask.sides, face, ask.purpose)]
        return self._attempt(pending.action, pending.by, pending.policy_dice, faces)

    def answer(
        self, verb: str, /, *, who: str = "", text: str = "", **values: str | int | tuple[str, ...]
    ) -> tuple[Event, ...]:
        """Answer the first open request (of `who`): `contest.answer("attack", target="thug", weapon="revolver")`."""
        for request in self.requests:
            if who in ("", request.who):
                return self.push(Action(request.who, verb, values, request.id, text))
        raise IllegalAction(Refusal(f"nothing is asked of {who or 'anybody'} now"))

    def take_default(self, request: Request) -> tuple[Event, ...]:
        """Answer a request with its default; the events say so."""
        default = request.default
        return self.push(Action(request.who, default.verb, default.values, request.id), by="default")

    def overrule(self, verb: str, /, **values: str | int | tuple[str, ...]) -> tuple[Event, ...]:
        """The game master does what nobody asked for: `overrule("set", path="thug.constitution", value=200)`."""
        return self.push(Action(GM, verb, values))

    def pop(self, by: str = "") -> Action:
        """Take back the last act; its dice stay fallen. Gives the act. Raises NothingToUndo at the start.

        An act that still waits for a die by hand is taken back with the faces typed so far.
        """
        if self._pending is not None and self._pending.action is not None:
            action = self._pending.action
            if self.recorder:
                self.recorder.undo(by)
            self._pending = None
            return action
        if len(self._entries) < 2:
            raise NothingToUndo("there is nothing to undo")
        self._make_again(len(self._states) - 2)
        if self.recorder:
            self.recorder.undo(by)
        entry, state = self._entries.pop(), self._states.pop()
        self._undone.append((entry, state))
        assert entry.action is not None  # only the first has none
        return entry.action

    def redo(self, by: str = "") -> tuple[Event, ...]:
        """Do again the act last taken back, with the faces that fell. Raises NothingToUndo when there is none."""
        if not self._undone or self._pending is not None:
            raise NothingToUndo("there is nothing to do again")
        entry, state = self._undone[-1]
        state = state or self._again(entry, self.state)
        if self.recorder:
            self.recorder.redo(by)
        self._undone.pop()
        self._entries.append(entry)
        self._states.append(state)
        return entry.events

    @property
    def undoable(self) -> Action | None:
        """The act that `pop` would take back."""
        if self._pending is not None:
            return self._pending.action
        return self._entries[-1].action if self._entries else None

    @property
    def redoable(self) -> Action | None:
        """The act that `redo` would do again."""
        return self._undone[-1][0].action if self._undone and self._pending is None else None

    def fork(self, source: Source | None = None) -> "Contest":
        """A contest of its own from this state, with other dice if given, recorded nowhere."""
        other = object.__new__(Contest)
        other.__dict__.update(self.__dict__)
        other.source, other.recorder = source or self.source, None
        other.counts = dict(self.counts)
        other._states, other._entries, other._undone = list(self._states), list(self._entries), list(self._undone)
        return other

    def past(self, acts: int) -> "Contest":
        """A contest of its own as it stood after so many of the acts that stand, 1 (the start alone) or more."""
        other = self.fork()
        other._pending, other._undone = None, []
        del other._entries[acts:], other._states[acts:]
        other._make_again(acts - 1)
        return other

    def replay_entry(self, entry: Entry) -> Entry:
        """Do a recorded act with the faces that fell then; gives what came of it now.

        Raises JournalError when the rules ask for other dice, IllegalAction when they refuse it.
        """
        self._check_again(entry.action)
        self._attempt(entry.action, entry.by, entry.policy_dice, list(entry.dice))
        if self._pending is not None:
            raise JournalError("fewer dice are recorded than the rules ask for")
        return self._entries[-1]

    def wait(self, action: Action | None, faces: Sequence[Die], by: str = "") -> None:
        """Begin an act again that waited for a die by hand, with the faces typed so far."""
        self._check_again(action)
        self._attempt(action, by, 0, list(faces))

    def _check_again(self, action: Action | None) -> None:
        self._pending = None
        if (action is None) == self.started:
            raise JournalError("the contest starts a second time" if self.started else "an act before the start")
        if action is not None and (reason := self.refusal(action)) is not None:
            raise IllegalAction(reason)

    def _attempt(self, action: Action | None, by: str, policy_dice: int, faces: list[Die]) -> tuple[Event, ...]:
        draws = Draws(self.source, self.counts, self.index, faces)
        try:
            before = self.state if self._states else None
            step = computing.step(self.ruleset, self.encounter, before, action, by, draws)
        except MissingDie as missing:
            if self.recorder:
                self.recorder.pending(action, faces, by)
            self._pending = byhand.Waiting(action, by, policy_dice, missing.ask, faces)
            return ()
        if draws.leftover():
            raise JournalError(f"{len(draws.leftover())} dice are recorded that the rules do not ask for")
        last = next((entry.events[-1].n for entry in reversed(self._entries) if entry.events), 0)
        events = numbered(step.events, last, self.state.round if self._states else 0)
        entry = Entry(action, tuple(draws.drawn), events, by, policy_dice)
        if self.recorder:
            self.recorder.entry(entry, step.state)
        self._pending = None
        self._commit(entry, step.state, draws.counts)
        return events

    def _restore(self, kept: Kept) -> None:
        self.counts, self.index = dict(kept.counts), kept.index
        self._entries = list(kept.entries)
        self._states = [kept.states.get(place) for place in range(len(kept.entries))]
        self._undone = [(entry, None) for entry in kept.undone]
        self._make_again(len(kept.entries) - 1)

    def _make_again(self, place: int) -> None:
        """See to it that the state after the entry at this place is there."""
        nearest = place
        while nearest >= 0 and self._states[nearest] is None:
            nearest -= 1
        for n in range(nearest + 1, place + 1):
            self._states[n] = self._again(self._entries[n], self._states[n - 1] if n else None)

    def _again(self, entry: Entry, before: State | None) -> State:
        """The state that an entry led to."""
        draws = Draws(self.source, counts_before(entry), 0, entry.dice)
        state = computing.step(self.ruleset, self.encounter, before, entry.action, entry.by, draws).state
        if len(draws.drawn) != len(entry.dice):
            raise JournalError(f"{len(entry.dice)} dice are recorded, the rules ask for {len(draws.drawn)}")
        return state

    def _commit(self, entry: Entry, state: State, counts: dict[tuple[str, str], int]) -> None:
        self.counts = counts
        if entry.policy_dice and entry.action:
            self.counts[entry.action.actor, "policy"] = entry.policy_dice
        self.index += len(entry.dice)
        self._entries.append(entry)
        self._states.append(state)
        self._undone.clear()
