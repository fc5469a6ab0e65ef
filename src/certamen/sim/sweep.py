"""certamen.sweep: an encounter over a grid of values, every cell on the same dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from msgspec import Struct

from certamen.files import vary as varying
from certamen.files.vary import Scalar, read_value
from certamen.kernel.encounter import Encounter
from certamen.kernel.run import MAX_ROUNDS
from certamen.sim.crew import Crew
from certamen.sim.estimate import Share, Spread, plain, spread_of, winners_of
from certamen.sim.player import CannotEstimate, Part, Way, packed
from certamen.sim.simulate import USUAL, Progress, Running, check_trials, check_workers, encounter_of, job_of
from certamen.sim.tally import Tally, merged

MOST_CELLS = 10_000
MOST_AXES = 4


class Axis(Struct, frozen=True):
    """One value that is varied: its path, and the values it takes."""

    path: str
    values: tuple[Scalar, ...]


class Cell(Struct, frozen=True):
    """One combination of values: how often each side won, how many rounds it took."""

    values: dict[str, Scalar]
    trials: int
    winners: tuple[Share, ...]
    rounds: Spread


class Sweep(Struct, frozen=True, kw_only=True):
    """An encounter over a grid. cells: the last axis runs fastest; `trials` of each, fewer where it was interrupted."""

    title: str
    ruleset: str
    seed: int
    trials: int
    complete: bool
    way: str
    why: str
    axes: tuple[Axis, ...]
    cells: tuple[Cell, ...]

    @property
    def size(self) -> int:
        """How many cells the grid has."""
        return prod(len(axis.values) for axis in self.axes)

    def rows(self) -> list[dict[str, Any]]:
        """One flat dict a cell and winner: {PATH: value ..., winner, share, low, high, trials}."""
        return [
            {
                **cell.values,
                "winner": one.name,
                "share": one.share,
                "low": one.low,
                "high": one.high,
                "trials": cell.trials,
            }
            for cell in self.cells
            for one in cell.winners
        ]

    def data(self) -> dict[str, Any]:
        """The whole as plain dicts, lists, texts and numbers: what `--json` prints."""
        return plain(self)


def sweep(
    encounter: Encounter | Path | str,
    vary: Mapping[str, Sequence[Scalar] | range | str],
    n: int = USUAL,
    *,
    policies: Mapping[str, str] | None = None,
    seed: int | None = None,
    workers: int = 1,
    cluster: str | None = None,
    max_rounds: int = MAX_ROUNDS,
    progress: Progress | None = None,
) -> Sweep:
    """Play an encounter with each combination of values, every one `n` times on the same dice.

    vary: the values by path (as in `certamen.files.vary.vary`): a list, a range, or a text such as "100:500:20";
    at most 4 paths and 10,000 combinations, all of them looked at before the first die falls.
    Raises FileErrors, CannotVary, EncounterError, CannotEstimate.
    """
    check_trials(n)
    check_workers(workers)
    axes = axes_of(vary)
    one = encounter_of(encounter)
    cells = [
        dict(zip((axis.path for axis in axes), values, strict=True)) for values in product(*(a.values for a in axes))
    ]
    encounters = [varying.vary(one, values) for values in cells]
    seed = job_of((one,), policies, seed, max_rounds).seed
    jobs = [packed(job_of((cell,), policies, seed, max_rounds, n * len(cells))) for cell in encounters]
    found, complete, ways = _played(jobs, n, workers, cluster, progress)
    return Sweep(
        title=one.title,
        ruleset=one.ruleset,
        seed=seed,
        trials=n,
        complete=complete,
        way=" and ".join(sorted({way for way, _ in ways})),
        why="; ".join(sorted({why for _, why in ways if why})),
        axes=axes,
        cells=tuple(_cell(*told) for told in zip(cells, encounters, found, strict=False)),
    )


def axes_of(given: Mapping[str, Sequence[Scalar] | range | str]) -> tuple[Axis, ...]:
    """What is varied. Raises CannotEstimate for nothing, or for more than can be played."""
    if not given:
        raise CannotEstimate("nothing is varied: say what and between which values")
    if len(given) > MOST_AXES:
        raise CannotEstimate(f"at most {MOST_AXES} values are varied at a time")
    ranges = {path: values_of(path, values) if isinstance(values, str) else values for path, values in given.items()}
    cells = prod(map(len, ranges.values()))
    if cells > MOST_CELLS:
        raise CannotEstimate(f"this grid has {cells:,} cells; at most {MOST_CELLS:,} are played")
    if cells == 0:
        raise CannotEstimate("there is no value to take")
    return tuple(Axis(path, tuple(values)) for path, values in ranges.items())


def values_of(path: str, text: str) -> Sequence[Scalar] | range:
    """The values a text names: "100:500:20" (from, to, step; 1 when left out), or "low,dim,dark".

    >>> list(values_of("jack.skills.gun", "1:8:3")), values_of("rulings.success", "under,at_or_under")
    ([1, 4, 7], ['under', 'at_or_under'])
    """
    if ":" not in text:
        return [read_value(value) for value in text.split(",")]
    numbers = [int(part) for part in text.split(":") if part.removeprefix("-").isdecimal() and len(part) <= 12]
    if len(numbers) != text.count(":") + 1 or not 2 <= len(numbers) <= 3:
        raise CannotEstimate(
            f"{path}={text[:60]}: expected FROM:TO or FROM:TO:STEP, whole numbers, or values with commas"
        )
    low, high, step = (*numbers, 1)[:3]
    if step == 0 or (high - low) * step < 0:
        raise CannotEstimate(f"{path}={text[:60]}: no step of {step} leads from {low} to {high}")
    return range(low, high + (1 if step > 0 else -1), step)


def _played(
    jobs: Sequence[bytes], n: int, workers: int, cluster: str | None, progress: Progress | None
) -> tuple[list[Tally], bool, set[tuple[Way, str]]]:
    """What each cell came to, as far as they were played, whether they all were, and in which ways."""
    found: list[Tally] = []
    with Crew(workers, cluster) as crew:
        try:
            for part, more in crew.play([Part(job, 0, n) for job in jobs]):
                if part.first == 0:
                    found.append(more)
                else:
                    found[-1] = merged((found[-1], more))
                if progress is not None:
                    progress(Running((len(found) - 1) * n + found[-1].trials, n * len(jobs), ()))
        except KeyboardInterrupt:
            return found, False, crew.ways
    return found, True, crew.ways


def _cell(values: dict[str, Scalar], encounter: Encounter, found: Tally) -> Cell:
    rounds = spread_of("rounds", found.counts["rounds"], found.trials)
    return Cell(values, found.trials, winners_of(encounter, found), rounds)
