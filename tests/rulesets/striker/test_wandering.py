"""Whatever is done under whatever rulings, with the game master meddling, goes on, replays and can be undone."""

import dataclasses
import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from certamen.dice import Seeded
from certamen.files.encounter import load
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.run import run
from certamen.kernel.state import state_hash
from certamen.rulesets.striker.ruleset import RULESET
from tests.conformance.drawing import draw_action
from tests.conformance.test_overrules import overruled
from tests.conftest import SOAK

EXAMPLES = sorted((Path(__file__).parents[3] / "examples" / "striker").glob("*[a-z].yaml"))


def drawn(encounter: Encounter, rng: random.Random) -> Encounter:
    """The encounter under other rulings, some of its people hidden, some late, the dice open or secret."""
    rulings: dict[str, str | int] = {}
    for ruling in RULESET.rulings:
        if ruling.choices and ruling.name != "derived_tc" and rng.random() < 0.4:
            rulings[ruling.name] = rng.choice(ruling.choices)[0]
    people = tuple(
        replace(one, hidden=one.hidden or rng.random() < 0.15, arrives=one.arrives or rng.choice([0, 0, 0, 0, 2]))
        for one in encounter.participants
    )
    sides = {one.side for one in people if not one.arrives}
    if len(sides) < len({one.side for one in people}):
        people = encounter.participants
    scene = encounter.scene
    if scene.map is not None and rng.random() < 0.3:
        scene = dataclasses.replace(scene, map=dataclasses.replace(scene.map, grid="free"))
    shown, dice = rng.choice(["exact", "words", "nothing"]), rng.choice(["open", "secret"])
    return replace(encounter, scene=scene, rulings=rulings, participants=people, shown=shown, gm_dice=dice)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", range(40 if SOAK else 5))
def test_anything_may_happen(path: Path, seed: int) -> None:
    rng = random.Random(f"{path.stem}{seed}")
    contest = Contest(RULESET, drawn(load(path), rng), Seeded(seed))
    hashes = overruled(contest, rng)
    for length, expected in reversed(hashes):
        while len(contest.entries) > length:
            contest.pop()
        assert state_hash(contest.state) == expected


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", range(40 if SOAK else 5))
def test_policies_play_on_under_any_rulings(path: Path, seed: int) -> None:
    rng = random.Random(f"{path.stem}{seed}")
    encounter = drawn(load(path), rng)
    contest = Contest(RULESET, encounter, Seeded(seed))
    run(contest, {one.side: rng.choice(["plain", "clever"]) for one in encounter.participants}, 40)
    assert contest.state.round > 0


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", range(60 if SOAK else 12))
def test_people_vanish_in_the_middle_of_things(path: Path, seed: int) -> None:
    """STR-18, STR-33, STR-37: what was begun by, or aimed at, one who is gone comes to nothing and goes on."""
    rng = random.Random(f"{path.stem}{seed}")
    contest = Contest(RULESET, drawn(load(path), rng), Seeded(seed))
    for _ in range(120):
        if contest.outcome is not None:
            break
        request = contest.requests[0]
        offers = [one for one in contest.offers(request) if one.closed is None]
        eager = [
            one for one in offers if one.verb in ("ready", "attack", "act", "task", "readied", "use", "door", "move")
        ]
        if request.kind in ("react", "adjudicate") and rng.random() < 0.4:
            gone = rng.choice([one.id for one in contest.state.participants.values() if one.status == "in"])
            if rng.random() < 0.3:
                contest.overrule("remove", who=gone)
            else:
                contest.overrule("status", who=gone, status=rng.choice(["out", "fled"]))
        elif eager and rng.random() < 0.8:
            contest.push(draw_action(rng.choice(eager), request, rng))
        elif offers:
            contest.push(draw_action(rng.choice(offers), request, rng))
        else:
            contest.take_default(request)


def test_when_all_have_gone_the_next_to_arrive_go_on() -> None:
    """STR-9, STR-14: rounds in which nobody is there go by."""
    path = next(path for path in EXAMPLES if path.stem == "dinner")
    encounter = load(path)
    late = {"corin": 3, "rival": 5}
    people = tuple(replace(one, arrives=late.get(one.id, 0), hidden=False) for one in encounter.participants)
    contest = Contest(RULESET, replace(encounter, participants=people), Seeded(1))
    for _ in range(2):
        contest.answer("yield", who=contest.state.acting)
    assert (contest.state.round, contest.state.acting) == (3, "corin")
    contest.answer("yield", who="corin")
    assert contest.outcome is not None
