"""Dice: expressions rolled against d20, exact distributions against icepool. `python -m bench dice` prints the rows."""

import random
import subprocess
import sys
from collections.abc import Iterator

import d20

from bench import Row, at_least, times_as_fast
from certamen.dice import Seeded, roll
from certamen.dice.parser import read

TEXT = "4d6kh3+2"

EXACT = {
    "4d6kh3": "icepool.d6.highest(4, 3)",
    "100d6": "100 @ icepool.d6",
    "20d10kh10": "icepool.d10.highest(20, 10)",
}

_COLD = """
import time
{imports}
start = time.perf_counter()
answer = {call}
print(time.perf_counter() - start)
"""


def rows() -> Iterator[Row]:
    """Measure all rows: d20 keeps what it has parsed, and sums a roll up only when its total is asked for."""
    random.seed(1)
    seeded = Seeded(1)

    def theirs() -> int:
        return int(d20.roll(TEXT).total)

    name = f"dice: {TEXT} against d20 with its cache"
    yield at_least(f"{name}, ours without", times_as_fast(lambda: roll(read(TEXT)).total, theirs), 5)
    yield at_least(f"{name}, ours with", times_as_fast(lambda: roll(TEXT).total, theirs), 12)
    yield at_least(f"{name}, ours seeded", times_as_fast(lambda: roll(TEXT, seeded).total, theirs), 5)
    for text, call in EXACT.items():
        yield at_least(f"dice: exact {text} against icepool, both cold", times_as_fast_cold(text, call), 10)


def times_as_fast_cold(text: str, theirs: str, turns: int = 5) -> float:
    """Say how many times as fast the first exact answer of a new process is; importing is not counted."""
    ours = {"imports": "from certamen.dice.distribution import exact", "call": f"exact({text!r})"}
    other = {"imports": "import icepool", "call": theirs}
    timed = [(_seconds(ours), _seconds(other)) for _ in range(turns)]
    return min(theirs for _, theirs in timed) / min(ours for ours, _ in timed)


def _seconds(fields: dict[str, str]) -> float:
    """Time one call in a process of its own."""
    command = [sys.executable, "-c", _COLD.format(**fields)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
