"""One weapon attack through push, with legality, events and the new state, against loom-engine-rpg; long contests."""

import tracemalloc
from collections.abc import Iterator

from bench import Row, _loom, at_least, at_most, times_as_fast
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
ENDLESS = FIGHT.replace("quality: 15", "quality: -80").replace("400", "100000").replace("360", "100000")
SHORT, LONG = 10, 10_000
TURNS = 15


def attack_on(contest: Contest) -> Action:
    """The attack that the request now open allows."""
    request = contest.requests[0]
    target = "thug" if request.who == "jack" else "jack"
    return Action(request.who, "attack", {"target": target, "weapon": "revolver"}, request.id)


def play(contest: Contest, pushes: int) -> Contest:
    """So many pushes more: whoever may attack does, initiatives stay as they fell."""
    for _ in range(pushes):
        request = contest.requests[0]
        if request.kind == "act":
            contest.push(attack_on(contest))
        else:
            contest.take_default(request)
    return contest


def begin(fight: str) -> Contest:
    """A fight at the moment of its first attack."""
    return play(Contest(find("starcluster"), loads(fight), Seeded(1)), 2)


def memory(pushes: int) -> int:
    """Bytes that a contest takes after so many pushes, each state and event kept."""
    tracemalloc.start()
    kept = play(begin(ENDLESS), pushes)
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del kept
    return size


def rows() -> Iterator[Row]:
    """The attack against the same one in loom, and for scale against a far plainer one; 10,000 pushes."""
    contest = begin(FIGHT)
    attack = attack_on(contest)

    def ours() -> None:
        contest.push(attack)
        contest.pop()

    yield at_least(
        "attack through push, against the same one in loom-engine", times_as_fast(ours, _loom.same_attack, TURNS), 1
    )
    yield at_least(
        "attack through push, against loom-engine's ready-made d20 one",
        times_as_fast(ours, _loom.own_attack, TURNS),
        0.5,
    )
    yield at_most("memory of 10,000 pushes with all events, against 100 MB", memory(LONG) / 100_000_000, 1)
    short = begin(ENDLESS)
    long = play(short.fork(), LONG)
    play(short, SHORT)
    speed = times_as_fast(lambda: play(long.fork(), 1_000), lambda: play(short.fork(), 1_000), TURNS)
    yield at_least("pushes a second after 10,000, against after 10", speed, 0.8)
