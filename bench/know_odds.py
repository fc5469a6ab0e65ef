"""Odds: a question asked again against a bare call, cold answers against icepool, an act against all its faces."""

import subprocess
import sys
import time
from collections.abc import Iterator

from bench import Row, at_least, at_most, seconds
from bench.dice import EXACT, times_as_fast_cold
from certamen.dice import Ask
from certamen.kernel import engine
from certamen.kernel.action import Action
from certamen.kernel.draws import Draws
from certamen.odds import act_odds, ask

CHECK = """
import time
{imports}
start = time.perf_counter()
{call}
print(time.perf_counter() - start)
"""

# Advantage with one edge against DC 15, natural 20 and 1 moving the degree by one: through Starslinger's own mechanics.
OURS = {
    "imports": "from certamen.odds.fork import outcomes\nfrom certamen.rulesets.starslinger import mechanics as m",
    "call": """
def check(dice):
    roll = m.roll_check(dice, 1, 1, 0)
    return m.degree(m.check_total(roll, m.Modifiers(5, 0, 0, 0, 0), 0), roll.natural, 15, 0)
answer = outcomes(check)
""",
}
THEIRS = {
    "imports": "import icepool",
    "call": """
def check(d20, edge):
    natural, total = max(d20, edge), d20 + edge + 5
    tier = 3 if total >= 25 else 2 if total >= 15 else 0 if total <= 5 else 1
    return min(tier + 1, 3) if natural == 20 else max(tier - 1, 0) if natural == 1 else tier
answer = icepool.map(check, icepool.d20.highest(2, 1), icepool.d4)
""",
}
ROLL = ("2d20kh1+1d4", "icepool.d20.highest(2, 1) + icepool.d4")


def rows() -> Iterator[Row]:
    """Measure all rows; importing is not counted."""
    yield at_most("odds: a question asked again, in bare function calls", repeated(), 40)
    yield at_least(
        "odds: advantage with an edge, as dice, against icepool, both cold", times_as_fast_cold(*ROLL, 15), 10
    )
    yield at_least("odds: ... its degrees through the game's mechanics, both cold", cold_check(), 10)
    for text, call in EXACT.items():
        yield at_least(f"odds: {text} against icepool, both cold", times_as_fast_cold(text, call), 10)
    yield at_least("odds: an attack, against every face through apply", act_against_faces(), 100)


def repeated() -> float:
    """Say how many bare calls a repeated question costs."""

    def bare() -> None:
        pass

    ask("starslinger", "check", dc=15, advantage=1, edges=1)
    calls = [
        (seconds(lambda: ask("starslinger", "check", dc=15, advantage=1, edges=1)), seconds(bare)) for _ in range(5)
    ]
    return min(one for one, _ in calls) / min(one for _, one in calls)


def cold_check(turns: int = 7) -> float:
    """Say how many times as fast as icepool the degrees of a check are, each in a process of its own."""
    timed = [(_seconds(OURS), _seconds(THEIRS)) for _ in range(turns)]
    return min(theirs for _, theirs in timed) / min(ours for ours, _ in timed)


def _seconds(fields: dict[str, str]) -> float:
    command = [sys.executable, "-c", CHECK.format(**fields)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


class Faces:
    """A source of dice that fall in every way, one after the other."""

    name = "faces"

    def __init__(self) -> None:
        self.path: list[list[int]] = []
        self.at = 0

    def face(self, ask: Ask) -> int:
        """The next face of this way."""
        if self.at == len(self.path):
            self.path.append([1, ask.sides])
        self.at += 1
        return self.path[self.at - 1][0]

    def next(self) -> bool:
        """Turn to the next way."""
        self.at = 0
        while self.path and self.path[-1][0] == self.path[-1][1]:
            self.path.pop()
        if self.path:
            self.path[-1][0] += 1
        return bool(self.path)


def act_against_faces() -> float:
    """Say how many times as fast an attack's odds are as running it once for every face of every die."""
    import certamen

    contest = certamen.load(certamen.examples() / "starcluster" / "alley.yaml", seed=3)
    while contest.requests[0].kind != "act":
        contest.take_default(contest.requests[0])
    request = contest.requests[0]
    offer = next(one for one in contest.offers(request) if one.verb == "attack" and one.closed is None)
    values = {field.name: field.options[0].id for field in offer.fields if hasattr(field, "options")}
    act = Action(request.who, "attack", values, request.id)
    ours = seconds(lambda: act_odds(contest.ruleset, contest.state, act))
    faces, start = Faces(), time.process_time()
    going = True
    while going:
        engine.apply(contest.ruleset, contest.state, act, Draws(faces, {}))
        going = faces.next()
    return (time.process_time() - start) / ours
