"""A Striker fight on a map, ten against ten: acts a second, against the rate of two against two."""

import time
from collections.abc import Iterator

from bench import Row, at_least
from certamen.dice import Seeded
from certamen.files.encounter import loads
from certamen.kernel.contest import Contest
from certamen.kernel.run import policy_action
from certamen.rulesets import find

HEAD = """
certamen: 1
ruleset: striker
scene:
  map:
    width: 30
    height: 30
    walls: [{line: "15,0 15,12"}, {line: "15,18 15,30"}]
    rough: [{name: scree, box: "10,10 14,20", slows: [walk]}]
participants:
"""
FIGHTER = """
  - id: {id}
    side: {side}
    at: "{x},{y}"
    sheet:
      hp: 60
      skills: {{Resolve: {{m: 3}}, Perception: {{m: 2}}, Cbt-Ranged: {{m: 4, ranks: 1}}}}
      weapons: [{{name: rifle, skill: Cbt-Ranged, effect: "2d6(hp,frc)", range: 40}}]
"""
ACTS = 300


def fight(each: int) -> str:
    """An encounter of so many against so many, facing each other over the map."""
    people = [
        FIGHTER.format(id=f"{side}-{k}", side=side, x=x, y=2 + 2 * k)
        for side, x in (("reds", 5), ("blues", 24))
        for k in range(each)
    ]
    return HEAD + "".join(people)


def seconds_a_push(each: int) -> float:
    """Processor time of a push, the choosing left out, averaged over a fight's acts."""
    encounter, ruleset = loads(fight(each)), find("striker")
    pushes, spent, seed = 0, 0.0, 0
    while pushes < ACTS:
        seed += 1
        contest = Contest(ruleset, encounter, Seeded(seed))
        while contest.outcome is None and pushes < ACTS:
            action, _ = policy_action(contest, contest.requests[0], "plain")
            start = time.process_time()
            contest.push(action)
            spent += time.process_time() - start
            pushes += 1
    return spent / pushes


def rows() -> Iterator[Row]:
    """The rate of ten against ten as a share of that of two against two."""
    seconds_a_push(2)
    few, many = min(seconds_a_push(2) for _ in range(3)), min(seconds_a_push(10) for _ in range(3))
    yield at_least("Striker, 10 against 10 on a map: acts a second, against 2 against 2", few / many, 0.5)
