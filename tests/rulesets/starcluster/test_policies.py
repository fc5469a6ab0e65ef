"""StarCluster's policies: what they choose, that they always choose legally, and that the clever one is clever."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certamen.dice import Faces, Seeded
from certamen.files.encounter import load
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.run import policy_action, run
from certamen.rulesets.starcluster import policies as p
from certamen.rulesets.starcluster.mechanics import NO_LIMIT
from certamen.rulesets.starcluster.policies import Sight, Way
from certamen.rulesets.starcluster.ruleset import RULESET
from certamen.rulesets.starcluster.sheet import Scene, Sheet, Task, Weapon

EXAMPLES = Path(__file__).parents[3] / "examples" / "starcluster"
HARD, EASY = Way(40, 25, 1, 10), Way(65, 15, 1, 10)


def sight(**more: object) -> Sight:
    known = {"shifting": 0, "later": 100, "may_trade": 1, "may_close": 0, "at_or_under": False}
    return Sight(**{**known, "attacks": (), "tasks": (), **more})  # type: ignore[arg-type]  # the tests name its fields


def test_plain_attacks_what_is_easiest_and_never_shifts() -> None:
    """SC2-3, SC2-4: the plain policy leaves the initiative where it fell."""
    dice = Faces()
    assert p.plain(sight(shifting=1, attacks=(HARD,)), dice) == (p.DEFAULT, 0, 0)
    assert p.plain(sight(attacks=(HARD, EASY, HARD)), dice) == (p.ATTACK, 1, 0)
    assert p.plain(sight(attacks=(HARD,), tasks=(EASY,)), dice) == (p.TASK, 0, 0)
    assert p.plain(sight(may_close=1), dice) == (p.CLOSER, 0, 0)
    assert p.plain(sight(), dice) == (p.DEFAULT, 0, 0)


def test_clever_waits_and_splits_the_points() -> None:
    """SC2-4: 100 points on 65 and +15: as many on chance as make it certain, the rest on quality."""
    assert p.clever(sight(shifting=1, attacks=(EASY,)), Faces()) == (p.LATER, 100, 64)
    assert p.clever(sight(shifting=1, attacks=(EASY,), later=NO_LIMIT), Faces())[1] == p.LONGEST_WAIT
    assert p.clever(sight(shifting=1, attacks=(EASY,), later=0), Faces()) == (p.DEFAULT, 0, 0)
    assert p.clever(sight(shifting=1), Faces()) == (p.DEFAULT, 0, 0)
    assert p.clever(sight(may_close=1), Faces()) == (p.CLOSER, 0, 0)


def test_clever_trades_to_where_a_roll_is_worth_most() -> None:
    """SC2-5: chance for quality when sure, quality for chance when any success will do."""
    sure, any_success = Way(130, 0, 1, 10), Way(60, 0, 1, 0)
    assert p.best_trade(sure, False) == 39
    assert p.best_trade(any_success, False) == -41
    assert p.best_trade(any_success, True) == -40
    assert p.clever(sight(attacks=(sure,)), Faces()) == (p.TRADE, 39, 0)
    assert p.clever(sight(attacks=(sure,), may_trade=0), Faces()) == (p.ATTACK, 0, 0)
    # with further rolls after a failure a bolder trade pays
    assert p.best_trade(Way(80, 0, 3, 10), False) > p.best_trade(Way(80, 0, 1, 10), False)


@given(
    st.integers(-300, 700), st.integers(-400, 400), st.integers(1, 4), st.sampled_from((0, 10, 16, 22)), st.booleans()
)
def test_a_trade_found_by_climbing_is_the_best_of_all(
    target: int, bonus: int, tries: int, worth: int, at_or_under: bool
) -> None:
    """SC2-5: the search finds what trying each of the 201 trades finds."""
    way = Way(target, bonus, tries, worth)
    assert p.best_trade(way, at_or_under) == p.best_of_all_trades(way, at_or_under)


def test_clever_finishes_the_wounded() -> None:
    """SC2-13: of two equal targets the one that looks worse."""
    assert p.best_way((EASY, Way(65, 15, 1, 16), EASY), False) == 1


def test_what_a_policy_sees() -> None:
    """SC2-7, SC2-15: target numbers and bonuses of what is possible, wounds as they look, nothing of the hidden."""
    knife = Weapon(name="knife", skill="knife", farthest="close")
    people = (
        Entry(id="ann", name="Ann", side="a", sheet=Sheet(constitution=400, skills={"knife": 5}, weapons=(knife,))),
        Entry(id="bob", name="Bob", side="b", sheet=Sheet(constitution=400, wounds=250, armour=-5)),
        Entry(id="eve", name="Eve", side="b", hidden=True, sheet=Sheet(constitution=400)),
    )
    scene = Scene(
        range="short", tasks=(Task(id="run", name="run", skill="legs"), Task(id="cut", name="cut", skill="knife"))
    )
    encounter = Encounter(ruleset="starcluster", title="A test", participants=people, scene=scene)
    contest = Contest(RULESET, encounter, Seeded(2))
    rows = RULESET.pack(contest.state, contest.requests[0])
    assert (rows.shifting, rows.attacks, rows.tasks, rows.later) == (1, (), (Way(65, 0, 1, 0),), 100)
    for request in contest.requests:
        contest.take_default(request)
    while contest.requests[0].who != "ann":
        contest.take_default(contest.requests[0])
    contest.answer("move", who="ann", way="closer", opponents=("bob",))
    rows = RULESET.pack(contest.state, contest.requests[0])
    assert (rows.shifting, rows.may_close, rows.attacks) == (0, 0, (Way(60, 0, 1, 16),))
    action, fallen = policy_action(contest, contest.requests[0], "clever")
    assert (action.verb, fallen) == ("trade", 0)
    action, _ = policy_action(contest, contest.requests[0], "plain")
    assert (action.verb, action.values) == ("task", {"task": "cut"})


@pytest.mark.parametrize("example", ["duel", "depot"])
def test_clever_beats_plain(example: str) -> None:
    """Each seed played twice with sides changed: the clever side wins 55% or more of what is decided."""
    encounter = load(EXAMPLES / f"{example}.yaml")
    sides = sorted({entry.side for entry in encounter.participants})
    wins = trials = 0
    for seed in range(15):
        for side in sides:
            contest = Contest(RULESET, encounter, Seeded(11, seed))
            wins += run(contest, {side: "clever"}).winner == side
            trials += 1
    assert wins * 100 >= 55 * trials


@pytest.mark.parametrize("policy", ["plain", "clever"])
def test_policies_come_closer_when_nothing_reaches(policy: str) -> None:
    """SC2-15: with knives at long range both close in, one band a round, and fight it out."""
    knife = Weapon(name="knife", skill="knife", quality=10, farthest="close")
    people = tuple(
        Entry(id=who, name=who, side=who, sheet=Sheet(constitution=200, skills={"knife": 5}, weapons=(knife,)))
        for who in ("ann", "bob")
    )
    encounter = Encounter(ruleset="starcluster", title="Knives", participants=people, scene=Scene(range="long"))
    contest = Contest(RULESET, encounter, Seeded(3))
    assert run(contest, {"ann": policy, "bob": policy}).ended
    moved = [event.values["range to bob"] for event in contest.events if event.type == "move" and event.actor == "ann"]
    assert moved[:1] == ["medium"]
    assert {"attack", "move"} <= {event.type for event in contest.events}
