"""dualaction's policies: what they see, what they choose, and that the clever one is clever."""

from pathlib import Path

import pytest

from certamen.dice import Faces, Seeded
from certamen.files.encounter import load
from certamen.kernel.contest import Contest
from certamen.kernel.ruleset import Policy
from certamen.kernel.run import policy_action, run
from certamen.kernel.space.drawn import Cover
from certamen.rulesets.dualaction import policies as p
from certamen.rulesets.dualaction.mechanics import BOTH, FREE, PRIMARY, SECONDARY
from certamen.rulesets.dualaction.ruleset import RULESET
from certamen.rulesets.dualaction.scene import Scene, Task
from certamen.rulesets.dualaction.sheet import Item, Weapon
from certamen.rulesets.dualaction.sight import ACT, CONFIRM, NO_GOAL, REACT, Attack, Rows, Spot
from certamen.rulesets.dualaction.state import Combat
from tests.conftest import SOAK
from tests.rulesets.dualaction.ring import PISTOL, combat, one

EXAMPLES = Path(__file__).parents[3] / "examples" / "dualaction"
HERE = Spot(0, 0, FREE, 100, 900, 0, NO_GOAL)
NEAR, FAR = Attack(1, 0, 2, 5, 17, 1, 100, 400, 0), Attack(2, 0, 2, 5, 17, 1, 25, 900, 0)


def seen(**more: object) -> Rows:
    known = {
        "kind": ACT, "hp": 100, "spent": FREE, "in_cover": 0, "may_get_up": 0, "may_cover": 0, "may_stride": 0,
        "reload": -1, "item": -1, "task": -1, "stops": 0, "here": HERE, "attacks": (), "spots": (),
    }  # fmt: skip
    return Rows(**{**known, **more})  # type: ignore[arg-type]  # the tests name its fields


BOTH_POLICIES = pytest.mark.parametrize("policy", [p.plain, p.clever])


@BOTH_POLICIES
def test_what_both_do(policy: Policy) -> None:
    """DUA-2, DUA-5, DUA-7, DUA-18: get up, see to the task, close in, reload what is empty, confirm."""
    dice = Faces()
    assert policy(seen(kind=CONFIRM), dice) == p.NO_CODES
    assert policy(seen(may_get_up=1, attacks=(NEAR,)), dice)[0] == p.GET_UP
    assert policy(seen(task=1, attacks=(NEAR,)), dice) == (p.TASK, 1, 0, 0)
    goal = HERE._replace(goal=500)
    spots = (
        Spot(1, 1, SECONDARY, 0, 900, 0, 600),
        Spot(2, 2, SECONDARY, 0, 900, 0, 400),
        Spot(3, 3, BOTH, 0, 900, 0, 450),
    )
    assert policy(seen(here=goal, spots=spots, attacks=(NEAR,)), dice) == (p.MOVE, 2, 2, 0)
    assert policy(seen(here=goal, spots=spots[:1], attacks=(NEAR,)), dice)[0] == p.ATTACK
    assert policy(seen(reload=2), dice) == (p.RELOAD, 2, 0, 0)
    closer = (
        Spot(4, 4, BOTH, 0, 950, 0, NO_GOAL),
        Spot(5, 5, BOTH, 0, 300, 0, NO_GOAL),
        Spot(6, 6, BOTH, 0, 400, 0, NO_GOAL),
    )
    assert policy(seen(spots=closer), dice) == (p.MOVE, 5, 5, 0)
    assert policy(seen(spots=closer, spent=PRIMARY), dice) == p.NO_CODES
    assert policy(seen(spots=closer[:1]), dice) == p.NO_CODES
    assert policy(seen(may_stride=1), dice)[0] == p.STRIDE


def test_plain_attacks_the_nearest_with_what_does_most() -> None:
    """DUA-10."""
    strong = NEAR._replace(weapon=1, damage=30)
    hopeless = NEAR._replace(faces=0, distance=100)
    assert p.plain(seen(attacks=(FAR, NEAR, strong, hopeless)), Faces()) == (p.ATTACK, 1, 1, 2)
    assert p.plain(seen(kind=REACT, stops=1), Faces()) == p.NO_CODES
    assert p.plain(seen(hp=10, item=0, attacks=(NEAR,)), Faces())[0] == p.ATTACK


def test_clever_shoots_who_is_worst_off() -> None:
    """DUA-10, DUA-11, DUA-14: and counts shots and penetration."""
    assert p.clever(seen(attacks=(NEAR, FAR)), Faces()) == (p.ATTACK, 2, 0, 2)
    burst = NEAR._replace(enemy=3, shots=3, left=50)
    assert p.clever(seen(attacks=(burst, FAR)), Faces())[1] == 3
    assert p.clever(seen(attacks=(NEAR, NEAR._replace(enemy=4, penetration=2))), Faces())[1] == 4


def test_clever_heals_takes_cover_and_stops_moves() -> None:
    """DUA-6, DUA-16."""
    assert p.clever(seen(hp=50, item=1, attacks=(NEAR,)), Faces()) == (p.USE, 1, 0, 0)
    assert p.clever(seen(hp=51, item=1, attacks=(NEAR,)), Faces())[0] == p.ATTACK
    assert p.clever(seen(kind=REACT, stops=1), Faces())[0] == p.STOP
    assert p.clever(seen(kind=REACT), Faces()) == p.NO_CODES
    assert p.clever(seen(may_cover=1, attacks=(NEAR,)), Faces())[0] == p.COVER
    assert p.clever(seen(may_cover=1, in_cover=1, attacks=(NEAR,)), Faces())[0] == p.ATTACK
    assert p.clever(seen(may_cover=1, here=HERE._replace(value=0), attacks=(NEAR,)), Faces())[0] == p.ATTACK


def test_clever_moves_first_where_it_pays() -> None:
    """DUA-6, DUA-7: for the secondary action alone, to a better shot, or cover; never out of it."""
    better, covered = Spot(1, 1, SECONDARY, 120, 900, 0, NO_GOAL), Spot(2, 2, SECONDARY, 100, 900, 4, NO_GOAL)
    worse, dear = Spot(3, 3, SECONDARY, 90, 900, 9, NO_GOAL), Spot(4, 4, BOTH, 900, 900, 0, NO_GOAL)
    assert p.clever(seen(attacks=(NEAR,), spots=(better, worse, dear)), Faces()) == (p.MOVE, 1, 1, 0)
    assert p.clever(seen(attacks=(NEAR,), spots=(better, covered, dear)), Faces()) == (p.MOVE, 2, 2, 0)
    assert p.clever(seen(attacks=(NEAR,), spots=(worse, dear)), Faces())[0] == p.ATTACK
    assert p.clever(seen(attacks=(NEAR,), spots=(better,), in_cover=1), Faces())[0] == p.ATTACK
    assert p.clever(seen(attacks=(NEAR,), spots=(better,), spent=PRIMARY), Faces())[0] == p.ATTACK


def test_clever_reloads_rather_than_box() -> None:
    """DUA-6, DUA-13."""
    fists = NEAR._replace(weapon=-1)
    assert p.clever(seen(attacks=(fists,), reload=0), Faces()) == (p.RELOAD, 0, 0, 0)
    assert p.clever(seen(attacks=(fists,)), Faces()) == (p.ATTACK, 1, -1, 2)


def test_what_is_seen_is_what_may_be_known() -> None:
    """DUA-12: what is left of an opponent in quarters as he looks, exactly where the encounter shows it."""
    people = (one("ann", "5,5", wounds=6), one("bo", "9,5", wounds=10), one("bsly", "9,7", hidden=True))
    for shown, left in (("words", 75), ("exact", 66)):
        contest = combat(*people, dice="20 10 5", shown=shown)
        rows = RULESET.pack(contest.state, contest.requests[0])
        assert {attack.enemy for attack in rows.attacks} == {1}
        assert {attack.left for attack in rows.attacks} == {left}
        assert rows.hp == 80


def test_the_rows_hold_what_the_rules_say() -> None:
    """DUA-10, DUA-11: a pistol 5-12 at 4 m with skill 2 hits on 7 faces for 8.5; a knife out of reach is not there."""
    contest = combat(one("ann", "5,5", skills={"infantry": 2}), one("bo", "9,5"), dice="20 10")
    rows = RULESET.pack(contest.state, contest.requests[0])
    assert [(a.weapon, a.faces, a.damage, a.shots, a.distance) for a in rows.attacks] == [(0, 7, 17, 1, 400)] * 2
    assert rows.here.value == 7 * 17
    assert rows.here.near == 400


def test_the_places_worth_a_thought() -> None:
    """DUA-6, DUA-7: within AG metres for who can attack, none from cover; covered ones only where a shot is left."""
    scene = Scene(covers=(Cover(name="x", box="4,4 7,7"), Cover(name="far", box="12,5 13,6")))
    contest = combat(one("ann", "5,5"), one("bo", "25,5"), dice="20 10", scene=scene)
    rows = RULESET.pack(contest.state, contest.requests[0])
    assert rows.spots[0][:3] == (1150, 550, SECONDARY)
    assert {one.cost for one in rows.spots} == {SECONDARY}
    assert [one.cover for one in rows.spots] == [0] + [2] * 6
    contest.answer("take-cover")
    assert RULESET.pack(contest.state, contest.requests[0]).spots == ()
    blunt = combat(one("ann", "5,5", weapons=()), one("bo", "25,5"), dice="20 10", scene=scene)
    rows = RULESET.pack(blunt.state, blunt.requests[0])
    assert rows.spots[0][:3] == (1750, 550, BOTH)
    assert {one.cost for one in rows.spots[1:]} == {SECONDARY}


def test_one_of_a_side_sees_to_the_task() -> None:
    """DUA-2: the first of the side, as long as he is up and has none in hand."""
    scene = Scene(
        tasks=(Task(id="press", seconds=9, at="5,6", side="a"), Task(id="pull", seconds=9, at="5,7", side="b"))
    )
    contest = combat(one("ann", "5,5"), one("al", "5,4"), one("bo", "30,5"), dice="20 15 10", scene=scene)
    action, _ = policy_action(contest, contest.requests[0], "clever")
    assert (action.verb, action.values) == ("task", {"task": "press"})
    contest.push(action)
    contest.answer("end")
    rows = RULESET.pack(contest.state, contest.requests[0])
    assert (rows.task, rows.here.goal) == (-1, NO_GOAL)


def test_every_choice_is_said_in_an_act() -> None:
    """DUA-6, DUA-7, DUA-15: codes and the acts they stand for."""
    axe = Weapon(name="axe", skill="melee", damage="3-8", thrown=5)
    smg = Weapon(name="smg", skill="assault", damage="2-5", optimal=9, shots=3)
    ann = one("ann", "5,5", weapons=(PISTOL, axe, smg), items=(Item(name="kit", heals=3),))
    contest = combat(ann, one("bo", "9,5"), dice="20 10", scene=Scene(covers=(Cover(name="x", box="4,4 7,7"),)))
    state = contest.state
    assert isinstance(state, Combat)
    said = {
        (p.ATTACK, 1, 0, 2): ("attack", {"target": "bo", "weapon": "pistol"}),
        (p.ATTACK, 1, 1, 0): ("attack", {"target": "bo", "weapon": "axe"}),
        (p.ATTACK, 1, 1, 1): ("throw", {"target": "bo", "weapon": "axe"}),
        (p.ATTACK, 1, -1, 0): ("attack", {"target": "bo", "weapon": "unarmed"}),
        (p.ATTACK, 1, 0, 3): ("aim", {"target": "bo", "weapon": "pistol"}),
        (p.ATTACK, 1, 2, 2): ("single", {"target": "bo", "weapon": "smg"}),
        (p.ATTACK, 1, 2, 4): ("attack", {"target": "bo", "weapon": "smg"}),
        (p.MOVE, 750, 550, 0): ("move", {"to": "7,5"}),
        (p.RELOAD, 0, 0, 0): ("reload", {"weapon": "pistol"}),
        (p.USE, 0, 0, 0): ("use", {"item": "kit", "target": "ann"}),
        (p.COVER, 0, 0, 0): ("take-cover", {}),
        (p.GET_UP, 0, 0, 0): ("get-up", {}),
        (p.STRIDE, 0, 0, 0): ("stride", {}),
        p.NO_CODES: ("end", {}),
    }
    for codes, (verb, values) in said.items():
        action = p.unpack(codes, state, contest.requests[0])
        assert (action.verb, action.values) == (verb, values)


@pytest.mark.parametrize("name", ["ambush", "depot", "pit", "skirmish"])
def test_clever_against_plain(name: str) -> None:
    """DUA-1: mirrored trials: the clever policy on either side wins more than the plain one does there."""
    encounter = load(EXAMPLES / f"{name}.yaml")
    sides = list(dict.fromkeys(entry.side for entry in encounter.participants))
    won, trials = 0, 50 if SOAK else 6
    for seed in range(trials):
        for clever, plain in (sides, sides[::-1]):
            outcome = run(Contest(RULESET, encounter, Seeded(seed)), {clever: "clever", plain: "plain"})
            won += outcome.winner == clever
    assert won >= (1.1 * trials if SOAK else 0.75 * trials)
