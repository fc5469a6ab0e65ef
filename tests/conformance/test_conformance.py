"""What every ruleset must keep, shown on every example: offers are the law, replay, undo, views and text forms hold."""

import random
from pathlib import Path

import msgspec
import pytest

from certamen.dice import Seeded
from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.errors import IllegalAction
from certamen.kernel.event import Event
from certamen.kernel.journal import JournalWriter, read, replay
from certamen.kernel.run import decide, run
from certamen.kernel.state import state_hash
from certamen.kernel.view import GM_SEAT, SPECTATOR, Seat, View, knows_of, view
from certamen.rulesets import find
from tests.conformance.drawing import draw_action
from tests.conformance.examples import ENCOUNTERS, RULESETS, encounter, name
from tests.conftest import SOAK

SEEDS = range(6) if SOAK else range(2)
ACTS = 120 if SOAK else 40

every_example = pytest.mark.parametrize("path", ENCOUNTERS, ids=name)


def begin(path: Path, seed: int) -> Contest:
    one = encounter(path)
    return Contest(find(one.ruleset), one, Seeded(seed))


def wander(contest: Contest, rng: random.Random, acts: int = ACTS) -> None:
    """Do what anyone might: an open offer at random, with values drawn."""
    for _ in range(acts):
        if contest.outcome is not None:
            return
        request = rng.choice(contest.requests)
        offers = [offer for offer in contest.offers(request) if offer.closed is None]
        if rng.random() < 0.3 or not offers:
            decide(contest, request, {})
        else:
            contest.push(draw_action(rng.choice(offers), request, rng))


@every_example
@pytest.mark.parametrize("seed", SEEDS)
def test_open_offers_are_accepted_and_closed_ones_refused(path: Path, seed: int) -> None:
    rng = random.Random(f"{path}{seed}")
    contest = begin(path, seed)
    for _ in range(ACTS):
        if contest.outcome is not None:
            break
        for request in contest.requests:
            default = Action(request.who, request.default.verb, request.default.values, request.id)
            assert contest.refusal(default) is None, f"the default {request.default} of {request.kind} is refused"
            for offer in contest.offers(request):
                action = draw_action(offer, request, rng)
                if offer.closed is None:
                    assert contest.refusal(action) is None, action
                    contest.fork().push(action)
                else:
                    before = state_hash(contest.state)
                    with pytest.raises(IllegalAction):
                        contest.push(action)
                    assert state_hash(contest.state) == before
        wander(contest, rng, 1)


@every_example
@pytest.mark.parametrize("seed", SEEDS)
def test_replay_equals_play(path: Path, seed: int, tmp_path: Path) -> None:
    one = encounter(path)
    ruleset, source = find(one.ruleset), Seeded(seed)
    file = tmp_path / "kept.journal"
    writer = JournalWriter.create(file, ruleset, one, source, sync=False)
    contest = Contest(ruleset, one, source, recorder=writer)
    rng = random.Random(seed)
    for _ in range(4):
        wander(contest, rng, ACTS // 4)
        if len(contest.entries) > 3:
            contest.pop()
            contest.pop()
            contest.redo()
    writer.close()
    again = replay(read(file), ruleset)
    assert again.why == ""
    assert again.contest.events == contest.events
    assert state_hash(again.contest.state) == state_hash(contest.state)


@every_example
def test_undo_restores_every_state(path: Path) -> None:
    contest = begin(path, 7)
    rng = random.Random(7)
    hashes = [state_hash(contest.state)]
    while contest.outcome is None and len(hashes) < ACTS:
        wander(contest, rng, 1)
        hashes.append(state_hash(contest.state))
    for expected in reversed(hashes[:-1]):
        contest.pop()
        assert state_hash(contest.state) == expected
    for expected in hashes[1:]:
        contest.redo()
        assert state_hash(contest.state) == expected


@every_example
def test_text_forms_read_back(path: Path) -> None:
    contest = begin(path, 3)
    wander(contest, random.Random(3))
    state, ruleset = contest.state, contest.ruleset
    text = msgspec.json.encode(state, order="deterministic")
    assert b"." not in b"".join(part for part in text.split(b'"')[::2]), "a number with a decimal point in the state"
    assert msgspec.json.encode(msgspec.json.decode(text, type=ruleset.state), order="deterministic") == text
    for event in contest.events:
        assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event


@every_example
@pytest.mark.parametrize("seed", SEEDS)
def test_views_do_not_leak(path: Path, seed: int) -> None:
    contest = begin(path, seed)
    rng = random.Random(seed)
    players = tuple(entry.id for entry in contest.encounter.participants if entry.player)
    seats = [SPECTATOR, *(Seat("player", (who,)) for who in players)]
    for _ in range(ACTS // 2):
        if contest.outcome is not None:
            break
        wander(contest, rng, 1)
        for seat in seats:
            seen = view(contest, seat)
            text = msgspec.json.encode(seen).decode()
            unknown = [one for one in contest.state.participants.values() if not knows_of(contest.state, seat, one)]
            for one in unknown:
                assert not any(
                    one.id in (event.actor, event.target) for event in seen.events if event.type != "left"
                ), one.id
                assert f'"{one.id}"' not in msgspec.json.encode(seen.participants).decode()
                assert one.id not in seen.order
            assert '"to":["' not in text.replace('"to":["*"]', ""), "an audience went out"
            assert [event.n for event in seen.events] == list(range(1, len(seen.events) + 1))
            narrated(contest, seen)
    narrated(contest, view(contest, GM_SEAT))


def narrated(contest: Contest, seen: View) -> None:
    names = {one.id: one.name for one in seen.participants}
    for event in seen.events:
        assert isinstance(contest.ruleset.narrate(event, names), str)


@every_example
@pytest.mark.parametrize("seed", SEEDS)
def test_contests_end_and_cite_known_rules(path: Path, seed: int) -> None:
    contest = begin(path, seed)
    outcome = run(contest)
    assert outcome.ended, outcome.reason
    ruleset = contest.ruleset
    ids, rulings = {rule.id for rule in ruleset.rules}, {ruling.name for ruling in ruleset.rulings}
    for event in contest.events:
        assert set(event.rules) <= ids, event
        assert {name.partition(".")[0] for name, _ in event.rulings} <= rulings, event
        assert all(1 <= die.face <= die.sides for die in event.dice)
    told = sum(len(event.dice) for event in contest.events)
    assert told == sum(len(entry.dice) for entry in contest.entries), "every die is told in some event"


@pytest.mark.parametrize("ruleset_name", RULESETS)
def test_each_ruleset_has_examples_and_both_policies(ruleset_name: str) -> None:
    ruleset = find(ruleset_name)
    assert {"plain", "clever"} <= set(ruleset.policies)
    assert "next" in ruleset.steps
    assert len([path for path in ENCOUNTERS if path.parent.name == ruleset_name]) >= 3
    assert len({rule.id for rule in ruleset.rules}) == len(ruleset.rules)
    assert {ruling.rule for ruling in ruleset.rulings} <= {rule.id for rule in ruleset.rules}
    for ruling in ruleset.rulings:
        assert ruling.allows(ruling.default), ruling.name
        assert ruling.why
