"""Exact duels held against sampled ones: each within 4 standard errors, and all together as near as chance allows."""

import os
from collections.abc import Iterable, Mapping
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from certamen.files.encounter import load
from certamen.kernel.encounter import Encounter
from certamen.odds.duels import duel
from certamen.sim.simulate import simulate

TRIALS = 10_000_000 if os.environ.get("CERTAMEN_SOAK") else 1_000_000
TOO_FAR = 4.0
TOO_FAR_TOGETHER = 3.9  # of squares, on average, for ten duels: once in 100,000 seeds

Given = tuple[Encounter | Path, Mapping[str, str]]


class Sample(NamedTuple):
    """What was sampled of a duel, and what is exact: the chance that the first side wins, and the rounds."""

    name: str
    wins: int
    trials: int
    chance: float
    rounds: float
    rounds_error: float
    rounds_exact: float


def samples(duels: Iterable[Given], trials: int = TRIALS, seed: int = 1) -> list[Sample]:
    """Sample and solve each."""
    found = []
    for given, policies in duels:
        encounter = load(given) if isinstance(given, Path) else given
        exact = duel(encounter, policies, lengths=False)
        told = simulate(encounter, trials, policies=policies, seed=seed, workers=2, max_rounds=10_000)
        side = encounter.participants[0].side
        wins = next((one.count for one in told.winners if one.name == side), 0)
        error = (told.rounds.high - told.rounds.low) / 2 / 1.96
        name = f"{encounter.title} {dict(policies)}"
        found.append(
            Sample(name, wins, told.trials, exact.win[0], told.rounds.mean, error, exact.rounds or float("inf"))
        )
    return found


def faults(found: Iterable[Sample], planted: float = 0.0) -> list[str]:
    """What is wrong with them; `planted`: so much is put on every exact chance, to see that it is found."""
    wrong, together, many = [], 0.0, 0
    for one in found:
        chance = min(1.0, max(0.0, one.chance + planted))
        error = max(sqrt(chance * (1 - chance) / one.trials), 1e-12)
        off = (one.wins / one.trials - chance) / error
        together, many = together + off * off, many + 1
        if abs(off) > TOO_FAR:
            wrong.append(f"{one.name}: {one.wins / one.trials:.5f} sampled, {chance:.5f} exact")
        if abs(one.rounds - one.rounds_exact) > TOO_FAR * max(one.rounds_error, 1e-9):
            wrong.append(f"{one.name}: {one.rounds:.4f} rounds sampled, {one.rounds_exact:.4f} exact")
    if many and together / many > TOO_FAR_TOGETHER:
        wrong.append(f"all together: squares of {together / many:.1f} on average")
    return wrong
