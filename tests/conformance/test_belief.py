"""What one may suppose holds nothing that he does not know, and a contest can go on from it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from certamen.dice import Seeded
from certamen.files.encounter import load
from certamen.kernel import belief, run
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.errors import EncounterError
from certamen.kernel.marks import fields_seen
from certamen.kernel.playout import Playout
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.state import State, put
from certamen.kernel.view import Seat, levels_of
from certamen.kernel.window import Request
from certamen.rulesets import find
from tests.conformance.examples import ENCOUNTERS

SHOWN = ("exact", "words", "nothing")
MOST_REQUESTS = 60


def asked(encounter: Encounter, seed: int) -> Iterator[tuple[Ruleset, State, Request]]:
    """Every third request of a participant, in a run under the clever policies."""
    ruleset = find(encounter.ruleset)
    played = Playout(ruleset, encounter, Seeded(seed))
    names = {entry.id: "clever" for entry in encounter.participants}
    for n in range(MOST_REQUESTS):
        if played.outcome is not None:
            return
        request = played.requests[0]
        if n % 3 == 0 and request.who in played.state.participants and request.kind not in ("review", "dice"):
            yield ruleset, played.state, request
        run.decide(played, request, names)


WITH_BELIEF = [path for path in ENCOUNTERS if find(path.parent.name).belief]


def shown_as(path: Path, shown: str) -> Encounter:
    return replace(load(path), shown=shown)


@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize("path", WITH_BELIEF, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_hidden_figure_is_left(path: Path, shown: str) -> None:
    """With other figures where he cannot see them, he supposes the same."""
    encounter, compared = shown_as(path, shown), 0
    for ruleset, state, request in asked(encounter, 3):
        known = belief.supposed(ruleset, encounter, state, request.who)
        for other in belief.strangers(encounter, state, request.who):
            changed = with_other_figures(ruleset, encounter, state, request.who, other)
            one, was = changed.participants[other], state.participants[other]
            if was.status != "in" or (shown != "nothing" and ruleset.words(changed, one) != ruleset.words(state, was)):
                continue
            again = belief.supposed(ruleset, encounter, changed, request.who)
            assert again == known, f"{request.who} knows {other} too well at {request.id}"
            compared += 1
    assert compared or not any(belief.strangers(encounter, s, r.who) for _, s, r in asked(encounter, 3))


def with_other_figures(ruleset: Ruleset, encounter: Encounter, state: State, who: str, other: str) -> State:
    """The state in which `other` has the hidden figures of somebody else; what `who` sees of him is as it was."""
    donor = next(one for one in state.participants.values() if one.id != other)
    true = state.participants[other]
    levels = frozenset(levels_of(state, Seat("player", (who,)), true))
    kept = {n: getattr(true, n) for n in type(true).__struct_fields__ if n in fields_seen(type(true), levels)}
    sheet = belief.mixed(donor.sheet, true.sheet, levels)  # type: ignore[attr-defined]  # every ruleset's people have sheets
    fresh = ruleset.recruit(Entry(id=other, name=true.name, side=true.side, sheet=sheet), state.rulings)
    base = {
        n: getattr(true, n) for n in ("status", "hidden", "known_to", "turns", "serial", "arrives", "player", "budget")
    }
    return put(state, replace(fresh, **{**base, **kept}))


@pytest.mark.parametrize("path", WITH_BELIEF, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_one_unknown_is_not_supposed(path: Path) -> None:
    """A hidden foe that he does not know of changes nothing of what he supposes but for an empty name."""
    encounter = load(path)
    for entry in encounter.participants:
        ghost = replace(entry, id="ghost", name="Ghost", hidden=True, known_to=(), player="")
        haunted = replace(encounter, participants=(*encounter.participants, ghost))
        ruleset = find(encounter.ruleset)
        try:
            one, other = Contest(ruleset, encounter, Seeded(5)), Contest(ruleset, haunted, Seeded(5))
        except EncounterError:
            continue
        for request in one.requests:
            if request.who not in one.state.participants or one.state.participants[request.who].side == entry.side:
                continue
            if request.who not in [r.who for r in other.requests]:
                continue
            plain = belief.supposed(ruleset, encounter, one.state, request.who)
            spooky = belief.supposed(ruleset, haunted, other.state, request.who)
            people = {who: p for who, p in spooky.participants.items() if who != "ghost"}
            assert replace(spooky, participants=people) == plain, request.who


@pytest.mark.parametrize("policy", ["plain", "clever"])
@pytest.mark.parametrize("path", WITH_BELIEF, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_it_goes_on_from_what_is_supposed(path: Path, policy: str) -> None:
    encounter = load(path)
    names = {entry.id: policy for entry in encounter.participants}
    for ruleset, state, _ in asked(encounter, 4):
        supposed = belief.supposed(ruleset, encounter, state, _.who)
        played = Playout(ruleset, encounter, Seeded(9), state=supposed)
        assert played.requests, "who is asked is still asked"
        for _step in range(25):
            if played.outcome is not None:
                break
            run.decide(played, played.requests[0], names)
        assert played.acts == 25 or played.outcome is not None
