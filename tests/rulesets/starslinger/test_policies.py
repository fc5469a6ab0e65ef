"""The policies: what they see, what they choose, and that the clever one wins more often."""

import pytest

from certamen.dice import Faces, Seeded
from certamen.files.encounter import load
from certamen.files.examples import examples
from certamen.kernel.contest import Contest
from certamen.kernel.run import policy_action, run
from certamen.rulesets.starslinger.options import (
    CLEAR,
    DRAW,
    ENTER,
    ERRANDS,
    ESCAPE,
    GO,
    HEAL,
    MOVE,
    REACT,
    STAND,
    TASK,
)
from certamen.rulesets.starslinger.policies import (
    BLOW,
    DEFAULT,
    ERRAND,
    REROLL,
    Blow,
    Sight,
    clever,
    gain,
    plain,
    weight,
    worth,
    worth_trying,
)
from certamen.rulesets.starslinger.ruleset import RULESET
from certamen.rulesets.starslinger.scene import Challenge, Scene, Way
from certamen.rulesets.starslinger.sheet import Healing, Reaction, Weapon
from tests.conftest import SOAK
from tests.rulesets.starslinger.scenes import (
    PISTOL,
    SWORD,
    TOGETHER,
    next_post,
    one,
    play,
)

BLOW_AT_13 = Blow(5, 0, 0, 13, 20, 1, 6, 2, 0, 1, 0, 0)


def sight(*blows: Blow, can: tuple[int, ...] = (), **more: object) -> Sight:
    """What a policy sees in a turn."""
    errands = tuple(int(errand in can) for errand in range(ERRANDS))
    fields: dict[str, object] = {"acting": 1, "actions": 3, "checks": 0, "naturals": 0, "reroll": 0, "task": (5, 13)}
    return Sight(**{**fields, **more}, errands=errands, blows=blows)  # type: ignore[arg-type]  # Sight's own fields


def chosen(contest: Contest, who: str, name: str) -> tuple[str, dict[str, object]]:
    """The act a policy chooses for `who`."""
    request = next(request for request in contest.requests if request.who == who)
    action, _ = policy_action(contest, request, name)
    assert contest.refusal(action) is None, action
    return action.verb, dict(action.values)


def test_weights_come_to_400() -> None:
    """SLG-9: what advantage does to each face of the d20."""
    for advantage in (-1, 0, 1):
        assert sum(weight(face, advantage) for face in range(1, 21)) == 400
    assert (weight(20, 1), weight(20, 0), weight(20, -1)) == (39, 20, 1)


def test_gain_of_a_blow() -> None:
    """SLG-7: each further check makes an attack worth less, until it would do more harm than good."""
    gains = [gain(BLOW_AT_13, later, 0) for later in range(4)]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > gains[1] > 0 > gains[3]
    assert gain(BLOW_AT_13._replace(edges=3), 0, 0) > gains[0] > gain(BLOW_AT_13._replace(edges=-3), 0, 0)
    assert gain(BLOW_AT_13._replace(armed=0), 3, 0) > gains[3]
    assert worth(BLOW_AT_13._replace(looks=3), 0) > worth(BLOW_AT_13, 0) > worth(BLOW_AT_13._replace(twice=1), 0) // 2


def test_the_clever_one_stops_in_time() -> None:
    """SLG-7, SLG-14: a third attack at -10 jams more often than it hits: clever ends the turn, plain goes on."""
    third = sight(BLOW_AT_13._replace(modifier=-5), checks=2, actions=1)
    assert plain(third, Faces()) == (BLOW, 0)
    assert clever(third, Faces()) == (DEFAULT, 0)
    assert clever(sight(BLOW_AT_13), Faces()) == (BLOW, 0)


def test_the_clever_one_picks_the_weakest() -> None:
    """SLG-29: of two alike it attacks the one who looks closest to falling."""
    assert clever(sight(BLOW_AT_13, BLOW_AT_13._replace(looks=3)), Faces()) == (BLOW, 1)
    assert plain(sight(BLOW_AT_13, BLOW_AT_13._replace(looks=3)), Faces()) == (BLOW, 0)


@pytest.mark.parametrize("policy", [plain, clever])
def test_errands_in_turn(policy) -> None:  # type: ignore[no-untyped-def]  # either policy
    """SLG-25: reactions first; then what leads to the objective; without a target whatever brings one closer."""
    assert policy(sight(BLOW_AT_13, can=(REACT, TASK)), Faces()) == (ERRAND, REACT)
    assert policy(sight(BLOW_AT_13, can=(TASK, GO)), Faces()) == (ERRAND, TASK)
    assert policy(sight(BLOW_AT_13, can=(GO,)), Faces()) == (ERRAND, GO)
    for errand in (ESCAPE, STAND, DRAW, ENTER, MOVE):
        assert policy(sight(can=(errand,)), Faces()) == (ERRAND, errand)
    assert policy(sight(can=(REACT, MOVE), actions=0), Faces()) == (ERRAND, REACT)
    assert policy(sight(can=(MOVE,), actions=0), Faces()) == (DEFAULT, 0)
    assert policy(sight(), Faces()) == (DEFAULT, 0)
    assert policy(sight(BLOW_AT_13, acting=0), Faces()) == (DEFAULT, 0)


def test_what_only_the_clever_one_does() -> None:
    """SLG-9, SLG-14, SLG-29: it rerolls low dice, heals first, clears a jam before it uses its fists."""
    assert clever(sight(acting=0, reroll=6), Faces()) == (REROLL, 0)
    assert clever(sight(acting=0, reroll=7), Faces()) == (DEFAULT, 0)
    assert clever(sight(BLOW_AT_13, can=(HEAL,)), Faces()) == (ERRAND, HEAL)
    assert clever(sight(BLOW_AT_13, can=(HEAL,), checks=1), Faces()) == (BLOW, 0)
    assert clever(sight(BLOW_AT_13._replace(armed=0), can=(CLEAR,)), Faces()) == (ERRAND, CLEAR)
    assert clever(sight(BLOW_AT_13, can=(CLEAR,)), Faces()) == (BLOW, 0)
    assert plain(sight(BLOW_AT_13._replace(armed=0), can=(CLEAR,)), Faces()) == (BLOW, 0)
    assert clever(sight(BLOW_AT_13, can=(TASK,), task=(-8, 13)), Faces()) == (BLOW, 0)


def test_worth_trying() -> None:
    """SLG-4: 5 faces meet DC 16 with 0; with -14 only the natural 20 is no failure, and 17 faces fail critically."""
    assert worth_trying((0, 16), 0)
    assert not worth_trying((-14, 13), 0)


def test_acts_in_a_scene() -> None:
    """SLG-15, SLG-24, SLG-18: what the codes stand for: two weapons, bare hands, entering, drawing, clearing."""
    two = play(
        one("ann", weapons=(SWORD, Weapon(name="knife", skill="melee", damage="1d4"))), one("bo"), scene=TOGETHER
    )
    assert chosen(two, "ann", "plain") == ("attack", {"weapon": "sword", "target": "bo"})
    fists = play(one("ann"), one("bo"), scene=TOGETHER)
    assert chosen(fists, "ann", "plain") == ("attack", {"weapon": "unarmed", "target": "bo", "skill": "melee"})
    sheathed = play(one("ann", weapons=(Weapon(name="bow", skill="shoot", held=False),)), one("bo"))
    assert chosen(sheathed, "ann", "plain") == ("draw", {"item": "bow"})
    jammed = play(one("ann", weapons=(Weapon(name="gun", skill="shoot", jammed=True),)), one("bo"))
    assert chosen(jammed, "ann", "clever") == ("clear", {"item": "gun", "skill": "shoot"})
    far = play(one("ann", skills={"athletics": 2}), one("bo"))
    assert chosen(far, "ann", "plain") == ("enter", {"target": "bo", "skill": "athletics"})
    free = play(one("ann"), one("bo"), rulings={"melee_dc": "none"})
    assert chosen(free, "ann", "plain") == ("enter", {"target": "bo"})


def test_moves_heals_and_reacts() -> None:
    """SLG-3, SLG-25: moving to an opponent, standing up, escaping, healing, reacting, rerolling."""
    spots = Scene(spots={"a": "A", "b": "B"})
    assert chosen(play(one("ann", at="a"), one("bo", at="b"), scene=spots), "ann", "plain") == ("move", {"to": "b"})
    fallen = play(one("ann"), one("bo"))
    fallen.overrule("effect", who="ann", name="prone", rounds=0)
    assert chosen(fallen, "ann", "plain") == ("stand", {})
    held = play(one("ann", skills={"brawn": 1}), one("bo"))
    held.overrule("effect", who="ann", name="grappled", rounds=0)
    assert chosen(held, "ann", "plain") == ("escape", {"skill": "brawn"})
    kit = Healing(name="kit", skill="shoot")
    nurse = play(one("ann", "a", healing=(kit,)), one("al", "a", hurt=10), one("bo"), scene=Scene(distance=5))
    assert chosen(nurse, "ann", "clever") == ("heal", {"power": "kit", "target": "al"})
    parry = Reaction(name="riposte", trigger="missed", weapon="sword")
    people = one("ann", weapons=(SWORD,)), one("bo", weapons=(SWORD,), reactions=(parry,))
    provoked = play(*people, dice="20:2", scene=TOGETHER)
    provoked.answer("attack", who="ann", weapon="sword", target="bo")
    provoked.answer("end", who="ann")
    assert chosen(provoked, "bo", "plain") == ("react", {"reaction": "riposte"})
    again = play(one("ann", weapons=(PISTOL,), rerolls=1), one("bo"), dice="20:3")
    again.answer("attack", who="ann", weapon="pistol", target="bo")
    assert chosen(again, "ann", "clever") == ("reroll", {"which": "first"})
    assert chosen(again, "ann", "plain") == ("keep", {})


def test_objectives_draw_the_policies() -> None:
    """SLG-8: a challenge that leads to the objective is tried, by a way that has a DC, with the best skill."""
    from certamen.kernel.encounter import Objective

    ways = (Way(id="kick"), Way(id="pick", dc=12))
    gate = Challenge(id="gate", name="the gate", ways=ways, gives="open", at="b")
    scene = Scene(spots={"a": "A", "b": "B"}, challenges=(gate,))
    away = (Objective("away", "ann", "away", ("open",)),)
    there = play(one("ann", at="b"), one("bo", at="a"), scene=scene, objectives=away)
    assert chosen(there, "ann", "plain") == ("challenge", {"challenge": "gate", "way": "pick", "skill": "shoot"})
    far = play(one("ann", at="a"), one("bo", at="a"), scene=scene, objectives=away)
    assert chosen(far, "ann", "clever") == ("move", {"to": "b"})


def test_what_a_policy_may_know() -> None:
    """Only where figures are shown is a DC known; otherwise 13 is guessed. Nothing is told of the hidden."""
    for shown, dc in (("exact", 17), ("words", 13)):
        contest = play(one("ann", weapons=(PISTOL,)), one("bo", saves={"dex": 17}), shown=shown)
        assert RULESET.pack(contest.state, contest.requests[0]).blows[0].dc == dc
    unseen = play(one("ann", weapons=(PISTOL,)), one("bo", hidden=True))
    assert RULESET.pack(unseen.state, unseen.requests[0]).blows == ()
    gm = play(one("ann"), one("bo"))
    next_post(gm)
    assert RULESET.pack(gm.state, gm.requests[-1]).acting == 0


@pytest.mark.parametrize("example", ["duel", "cantina"])
def test_the_clever_one_wins_more_often(example: str) -> None:
    """At least 55% of mirrored trials; in the quick tests a few trials, with a bound they meet."""
    encounter = load(examples() / "starslinger" / f"{example}.yaml")
    sides = list(dict.fromkeys(entry.side for entry in encounter.participants))
    trials, wins = (400 if SOAK else 30), 0
    for trial in range(trials):
        for mine, other in (sides, sides[::-1]):
            contest = Contest(RULESET, encounter, Seeded(5, trial))
            wins += run(contest, {mine: "clever", other: "plain"}).winner == mine
    assert wins >= 2 * trials * (55 if SOAK else 50) // 100
