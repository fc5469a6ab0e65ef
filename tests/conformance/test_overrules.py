"""The game master may do anything at any moment, in every ruleset: the contest goes on, replays, and can be undone."""

import random
from pathlib import Path

import msgspec
import pytest

from certamen.dice import Seeded
from certamen.kernel.action import GM, Action, Value
from certamen.kernel.contest import Contest
from certamen.kernel.journal import JournalWriter, read, replay
from certamen.kernel.overrule import overrules
from certamen.kernel.run import decide, run
from certamen.kernel.state import state_hash
from certamen.kernel.view import SPECTATOR, Seat, view
from certamen.rulesets import find
from tests.conformance.drawing import draw_action
from tests.conformance.examples import ENCOUNTERS, encounter, name
from tests.conformance.test_conformance import SEEDS, wander
from tests.conftest import SOAK

OVERRULES = 40 if SOAK else 15
MAY_BE_REFUSED = ("set", "join", "place", "swap", "skip", "turn", "status", "enter", "side", "player")


def draw_overrule(contest: Contest, rng: random.Random) -> Action:
    """Something the game master may do now, with values drawn."""
    offers = [offer for offer in overrules(contest.state) if offer.closed is None and offer.verb not in ("end", "say")]
    offer = rng.choice(offers)
    request = contest.requests[0]
    action = draw_action(offer, request, rng)
    values: dict[str, Value] = dict(action.values)
    who = rng.choice(list(contest.state.participants))
    one = contest.state.participants[who]
    if offer.verb == "set":
        figures = [key for key, value in contest.ruleset.values(contest.state, one).items() if isinstance(value, int)]
        values = {"path": f"{who}.{rng.choice(figures or ['name'])}", "value": rng.choice([0, 1, 5, 50])}
    elif offer.verb == "join":
        sheet = msgspec.json.encode(contest.ruleset.export(contest.state, one)).decode()
        values = {"id": f"new-{rng.randint(1, 999)}", "name": "New", "side": one.side, "sheet": sheet}
    elif offer.verb == "side":
        values["side"] = rng.choice([other.side for other in contest.state.participants.values()])
    elif offer.verb == "mark":
        values["name"] = "a:mark"
    elif offer.verb == "reveal" and "to" in values:
        values["to"] = who
    return Action(GM, offer.verb, values)


@pytest.mark.parametrize("path", ENCOUNTERS, ids=name)
@pytest.mark.parametrize("seed", SEEDS)
def test_overrules_in_mid_contest(path: Path, seed: int, tmp_path: Path) -> None:
    one = encounter(path)
    ruleset, source = find(one.ruleset), Seeded(seed)
    file = tmp_path / "kept.journal"
    writer = JournalWriter.create(file, ruleset, one, source, sync=False)
    contest = Contest(ruleset, one, source, recorder=writer)
    try:
        hashes = overruled(contest, random.Random(f"{path.name}{seed}"))
    finally:
        writer.close()
        contest.recorder = None
    again = replay(read(file), ruleset)
    assert again.why == ""
    assert state_hash(again.contest.state) == state_hash(contest.state)
    for length, expected in reversed(hashes):
        while len(contest.entries) > length:
            contest.pop()
        assert state_hash(contest.state) == expected


def overruled(contest: Contest, rng: random.Random) -> list[tuple[int, str]]:
    """Overrule and play on, by turns; the number of entries and the hash before each overrule."""
    hashes: list[tuple[int, str]] = []
    seats = [SPECTATOR, *(Seat("player", (entry.id,)) for entry in contest.encounter.participants if entry.player)]
    for _ in range(OVERRULES):
        if contest.outcome is not None:
            break
        hashes.append((len(contest.entries), state_hash(contest.state)))
        action = draw_overrule(contest, rng)
        if contest.refusal(action) is None:
            contest.push(action)
        else:
            assert action.verb in MAY_BE_REFUSED, f"{action}: {contest.refusal(action)}"
        wander(contest, rng, 3)
        for seat in seats:
            view(contest, seat)
    return hashes


@pytest.mark.parametrize("path", ENCOUNTERS, ids=name)
def test_removed_one_by_one(path: Path) -> None:
    """Whoever is acting is removed, again and again, until it is over: nobody hangs, nobody is asked who is gone."""
    contest = Contest(find(encounter(path).ruleset), encounter(path), Seeded(5))
    for _ in range(len(contest.state.participants) + 1):
        for _ in range(20):
            if contest.outcome is not None or contest.state.acting:
                break
            decide(contest, contest.requests[0], {})
        if contest.outcome is not None:
            break
        who = contest.state.acting or next(iter(contest.state.participants))
        contest.overrule("remove", who=who)
        assert all(request.who != who for request in contest.requests)
    if contest.outcome is None:
        run(contest)
    assert contest.outcome is not None
