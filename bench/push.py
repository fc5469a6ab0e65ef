"""One weapon attack through push, with legality, events and the new state, against loom-engine-rpg's evaluate_action."""

from loom_engine import build_weapon_attack_check, evaluate_action, make_context

from bench import Row, at_least, times_as_fast
from certamen.dice import Seeded
from certamen.files.encounter import loads
from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.rulesets import find

FIGHT = """
certamen: 1
ruleset: starcluster
scene: {lighting: -5}
participants:
  - id: jack
    side: crew
    sheet: {constitution: 400, skills: {gun: 5}, weapons: [{name: revolver, skill: gun, quality: 15}]}
  - id: thug
    side: gang
    sheet: {constitution: 360, skills: {gun: 5}, weapons: [{name: revolver, skill: gun, quality: 15}]}
"""


def attack_ready() -> tuple[Contest, Action]:
    """A fight at the moment of a first attack, and that attack."""
    contest = Contest(find("starcluster"), loads(FIGHT), Seeded(1))
    while contest.requests[0].kind == "shift":
        contest.take_default(contest.requests[0])
    request = contest.requests[0]
    target = "thug" if request.who == "jack" else "jack"
    return contest, Action(request.who, "attack", {"target": target, "weapon": "revolver"}, request.id)


def ours() -> None:
    """Push the attack and take it back."""
    CONTEST.push(ATTACK)
    CONTEST.pop()


def theirs() -> None:
    """Evaluate the like in loom-engine-rpg: one attack with one modifier on a state of two."""
    evaluate_action(STATE, CHECK, CONTEXT)


CONTEST, ATTACK = attack_ready()
CHECK = build_weapon_attack_check({"modProp": "str_mod", "damageDice": "1d8", "addModToDamage": True})
STATE = {
    "entities": {
        "jack": {"properties": {"str_mod": 3, "ac": 14, "hp": 40}, "tags": []},
        "thug": {"properties": {"str_mod": 3, "ac": 14, "hp": 36}, "tags": []},
    }
}
CONTEXT = make_context(STATE, "jack", 1, "thug")


def rows() -> list[Row]:
    """The attack, and the memory of many."""
    return [at_least("attack through push, against loom-engine evaluate_action", times_as_fast(ours, theirs), 1)]
