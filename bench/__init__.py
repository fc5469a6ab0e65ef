"""Speed, as ratios to a rival measured in the same run: each module here gives `rows()`, `python -m bench` prints."""

import time
from collections.abc import Callable
from typing import NamedTuple


class Row(NamedTuple):
    """One line of the table."""

    name: str
    ratio: float
    target: str
    ok: bool


def at_least(name: str, ratio: float, target: float) -> Row:
    """Make a row whose ratio should be `target` or more."""
    return Row(name, ratio, f">= {target:g}", ratio >= target)


def at_most(name: str, ratio: float, target: float) -> Row:
    """Make a row whose ratio should be `target` or less."""
    return Row(name, ratio, f"<= {target:g}", ratio <= target)


def seconds(call: Callable[[], object], at_least_for: float = 0.1) -> float:
    """Time one call, in seconds of this process: as many calls as fill `at_least_for` seconds, divided."""
    calls, spent = 1, 0.0
    while True:
        start = time.process_time()
        for _ in range(calls):
            call()
        spent = time.process_time() - start
        if spent >= at_least_for:
            return spent / calls
        calls *= 2


def times_as_fast(ours: Callable[[], object], theirs: Callable[[], object], turns: int = 5) -> float:
    """Say how many times as fast `ours` is: timed in turn, the best of each kept: a busy moment hurts neither."""
    timed = [(seconds(ours), seconds(theirs)) for _ in range(turns)]
    return min(theirs for _, theirs in timed) / min(ours for ours, _ in timed)
