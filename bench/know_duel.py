"""An exact StarCluster duel, 400 against 360 Constitution: warm against compiled trials, cold against import numpy."""

import time
from collections.abc import Callable, Iterator

from bench import Row, at_most
from bench._process import cost
from certamen.files.encounter import load
from certamen.files.examples import examples
from certamen.files.vary import vary
from certamen.kernel.action import Refusal
from certamen.odds.duels import duel
from certamen.rulesets import find
from certamen.sim.loops import fight

TRIALS = 400_000
RUNS = 3
COLD = """
import sys
sys.modules["numba"] = None
from certamen.files.encounter import load
from certamen.files.examples import examples
from certamen.files.vary import vary
from certamen.odds.duels import duel
one = vary(load(examples() / "starcluster" / "duel.yaml"), {"bertrand.constitution": 360})
assert 0.5 < duel(one, lengths=False).win[0] < 0.6
"""


def rows() -> Iterator[Row]:
    """Warm: within the time of so many compiled trials; cold: within 10 times `import numpy`."""
    one = vary(load(examples() / "starcluster" / "duel.yaml"), {"bertrand.constitution": 360})
    ruleset = find(one.ruleset)

    compiled = fight(ruleset, one)
    assert not isinstance(compiled, Refusal)
    compiled.play(1, 0, 100)
    duel(one)
    trials = _least(lambda: compiled.play(1, 0, TRIALS))
    name = "exact duel, warm, over 400,000 compiled trials"
    yield at_most(f"{name}: who wins, rounds", _least(lambda: duel(one, lengths=False)) / trials, 1)
    yield at_most(f"{name}: and each round's chance", _least(lambda: duel(one)) / trials, 8)
    cold = cost(["-c", COLD], starts=RUNS).seconds / cost(["-c", "import numpy"]).seconds
    yield at_most("exact duel, cold, no numba, over import numpy", cold, 10)


def _least(do: Callable[[], object]) -> float:
    spent = []
    for _ in range(RUNS):
        started = time.process_time()
        do()
        spent.append(time.process_time() - started)
    return min(spent)
