"""Any play at all: random acts, overrules, undo and redo; what must hold of every state, and of its journal."""

import tempfile
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from certamen.dice import Seeded
from certamen.kernel import budget
from certamen.kernel.action import GM, Action, Offer
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import CertamenError, RulesetError
from certamen.kernel.event import Event
from certamen.kernel.journal import JournalWriter, read, replay
from certamen.kernel.overrule import overrules
from certamen.kernel.state import State, state_hash
from certamen.kernel.view import Seat, knows_of, view
from certamen.kernel.window import Request
from tests.kernel.drawn import drawn_values, encounters
from tests.kernel.journals import close, keep
from tests.kernel.toy import RULESET


class Play(RuleBasedStateMachine):
    """A contest kept in a real file, and the hashes of its states as they were."""

    @initialize(encounter=encounters(), seed=st.integers(0, 99))
    def start(self, encounter: Encounter, seed: int) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.file = Path(self.folder.name, "kept.journal")
        self.contest = keep(self.file, encounter, Seeded(seed))
        self.past = [state_hash(self.contest.state)]
        self.undone: list[str] = []

    def push(self, action: Action) -> None:
        """Legal acts are done and lengthen the journal; others are refused and change nothing."""
        legal, size = self.contest.legal(action), self.file.stat().st_size
        error = self.attempt(action)
        if error is None:
            assert legal
            assert self.file.stat().st_size > size
            self.past.append(state_hash(self.contest.state))
            self.undone.clear()
        else:
            assert not legal or (isinstance(error, RulesetError) and "without asking anyone" in str(error))
            assert (state_hash(self.contest.state), self.file.stat().st_size) == (self.past[-1], size)

    def attempt(self, action: Action) -> CertamenError | None:
        try:
            self.contest.push(action)
        except CertamenError as error:
            return error
        return None

    def asked(self, data: st.DataObject) -> tuple[Request, Offer]:
        request = data.draw(st.sampled_from(self.contest.requests))
        return request, data.draw(st.sampled_from(self.contest.offers(request)))

    @precondition(lambda self: self.contest.requests)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        request, offer = self.asked(data)
        values = drawn_values(data.draw, offer)
        action = Action(request.who, offer.verb, values or {}, request.id, data.draw(st.sampled_from(["", "", "So!"])))
        if offer.closed is None and values is not None:
            assert self.contest.refusal(action) is None
        elif values is not None and not any(
            one.verb == offer.verb for one in self.contest.offers(request) if not one.closed
        ):
            assert self.contest.refusal(action) == offer.closed
        self.push(action)

    @precondition(lambda self: self.contest.requests)
    @rule(data=st.data())
    def default(self, data: st.DataObject) -> None:
        request = data.draw(st.sampled_from(self.contest.requests))
        self.push(Action(request.who, request.default.verb, request.default.values, request.id))

    @rule(data=st.data())
    def overrule(self, data: st.DataObject) -> None:
        offer = data.draw(st.sampled_from(overrules(self.contest.state)))
        values = drawn_values(data.draw, offer)
        if values is not None:
            self.push(Action(GM, offer.verb, values))

    @rule(data=st.data())
    def unasked(self, data: st.DataObject) -> None:
        who = data.draw(st.sampled_from([*self.contest.state.participants]))
        offer = data.draw(st.sampled_from(self.contest.unasked(who)))
        self.push(Action(who, offer.verb, drawn_values(data.draw, offer) or {}))

    @rule(data=st.data())
    def nonsense(self, data: st.DataObject) -> None:
        who = data.draw(st.sampled_from([*self.contest.state.participants, GM, "zed"]))
        verb = data.draw(st.sampled_from(["hit", "guard", "end", "accept", "plan", "set", "fly"]))
        request = data.draw(st.sampled_from([f"{who}-1", f"{who}-2", "", "gm-1"]))
        self.push(Action(who, verb, {"target": who} if verb == "hit" else {}, request))

    @precondition(lambda self: len(self.past) > 1)
    @rule(times=st.integers(1, 3))
    def undo(self, times: int) -> None:
        for _ in range(min(times, len(self.past) - 1)):
            self.contest.pop()
            self.undone.append(self.past.pop())
        assert state_hash(self.contest.state) == self.past[-1]

    @precondition(lambda self: self.undone)
    @rule()
    def redo(self) -> None:
        self.contest.redo()
        self.past.append(self.undone.pop())
        assert state_hash(self.contest.state) == self.past[-1]

    @rule()
    def another_day(self) -> None:
        close(self.contest)
        kept = read(self.file)
        going = replay(kept, RULESET).contest
        assert state_hash(going.state) == state_hash(self.contest.state)
        going.recorder = JournalWriter.resume(kept, self.file, RULESET)
        self.contest = going

    @invariant()
    def every_question_has_a_default_that_is_legal(self) -> None:
        for request in self.contest.requests:
            default = request.default
            assert self.contest.legal(Action(request.who, default.verb, default.values, request.id))
        assert bool(self.contest.requests) == (self.contest.outcome is None)
        assert len(self.contest.state.windows) <= 4

    @invariant()
    def nobody_spends_what_he_has_not(self) -> None:
        for one in self.contest.state.participants.values():
            assert all(budget.left(one.budget, kind) >= 0 for kind in one.budget.limits)

    @invariant()
    def effects_end_at_their_owners_moment(self) -> None:
        state = self.contest.state
        for effect in state.effects:
            if effect.until is not None:
                assert not overdue(state, effect.until.when, effect.until.who, effect.until.nth), effect

    @invariant()
    def everyone_in_it_has_one_turn_a_round(self) -> None:
        check_turns(self.contest)

    @invariant()
    def no_seat_learns_of_the_hidden(self) -> None:
        for who in self.contest.state.participants:
            check_view(self.contest, Seat("player", (who,)))
        check_view(self.contest, Seat("spectator"))

    @invariant()
    def what_happened_reads_back(self) -> None:
        events = self.contest.events
        assert msgspec.json.decode(msgspec.json.encode(events), type=tuple[Event, ...]) == events
        assert [event.n for event in events] == list(range(1, len(events) + 1))
        assert (
            msgspec.json.decode(msgspec.json.encode(self.contest.requests), type=tuple[Request, ...])
            == self.contest.requests
        )

    def teardown(self) -> None:
        if not hasattr(self, "contest"):
            return
        close(self.contest)
        played = replay(read(self.file), RULESET)
        assert played.why == ""
        assert state_hash(played.contest.state) == self.past[-1]
        assert played.contest.events == self.contest.events
        assert played.contest.entries == self.contest.entries
        while len(self.past) > 1:
            self.contest.recorder = None
            self.contest.pop()
            self.past.pop()
            assert state_hash(self.contest.state) == self.past[-1]
        self.folder.cleanup()


def overdue(state: State, when: str, who: str, nth: int) -> bool:
    """Whether the moment has passed."""
    if who:
        begun = state.participants[who].turns
        going_on = state.acting == who or any(slot.who == who and slot.kept for slot in state.order.pending)
        return begun >= nth if when == "turn_start" else begun > nth or (begun == nth and not going_on)
    return state.round >= nth if when == "round_start" else state.round > nth


def check_turns(contest: Contest) -> None:
    """In a round that is over, each who was in it from its first state to its last began one turn."""
    states: dict[int, list[State]] = {}
    for state in filter(None, contest._states):
        states.setdefault(state.round, []).append(state)
    begun = Counter((event.round, event.actor) for event in contest.events if event.type == "turn")
    for number, seen in states.items():
        for who in seen[0].participants:
            throughout = all(state.participants[who].status == "in" for state in seen)
            if throughout and number < contest.state.round and who in seen[0].order.sequence:
                assert begun[number, who] == 1, (number, who)
            assert begun[number, who] <= 1 or not throughout


def check_view(contest: Contest, seat: Seat) -> None:
    """Nothing in it names who is hidden from the seat now and always was; numbers have no gap."""
    seen = view(contest, seat)
    assert [event.n for event in seen.events] == list(range(1, len(seen.events) + 1))
    assert all(event.to == () and not event.private and not event.by for event in seen.events)
    text = msgspec.json.encode(seen).lower()
    for who in contest.state.participants:
        if not any(known(state, seat, who) for state in filter(None, contest._states)):
            assert f'"{who}'.encode() not in text, who


def known(state: State, seat: Seat, who: str) -> bool:
    """Whether the seat may know of him, or may have before he left."""
    one = state.participants.get(who)
    return one is not None and knows_of(state, seat, replace(one, status="in") if one.status == "left" else one)


pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")  # a broken-off example leaves its journal open
TestPlay = Play.TestCase
