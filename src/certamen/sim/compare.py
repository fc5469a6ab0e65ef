"""certamen.compare: two encounters, or one and the same with a value changed, played on the same dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from certamen.files.vary import Scalar, vary
from certamen.kernel.encounter import Encounter
from certamen.kernel.run import MAX_ROUNDS
from certamen.rulesets import find
from certamen.sim import intervals
from certamen.sim.crew import Crew
from certamen.sim.estimate import NO_DECISION, NO_WINNER, Estimate, estimate_of, plain
from certamen.sim.pairs import winners
from certamen.sim.player import CannotEstimate, Job, Part, packed, players_of
from certamen.sim.simulate import USUAL, Progress, Running, check_trials, check_workers, encounter_of, job_of
from certamen.sim.tally import UNDECIDED, Count, Tally, merged
from certamen.sim.trial import NOBODY, sides_of


class Difference(Struct, frozen=True):
    """By how much a figure differs: before, after, after less before, and its 95% interval from paired trials."""

    of: str
    figure: str
    before: float
    after: float
    difference: float
    low: float
    high: float


class Comparison(Struct, frozen=True, kw_only=True):
    """Two encounters on the same dice: each estimate, and by how much the figures differ.

    changes: what was set in the second; trials: the pairs counted; complete: whether they are all that were asked for.
    """

    before: Estimate
    after: Estimate
    changes: dict[str, Any]
    trials: int
    complete: bool
    differences: tuple[Difference, ...]

    def rows(self) -> list[dict[str, Any]]:
        """One flat dict a difference: what a data-frame library takes as it is."""
        return [{**msgspec.to_builtins(one), "trials": self.trials} for one in self.differences]

    def data(self) -> dict[str, Any]:
        """The whole as plain dicts, lists, texts and numbers: what `--json` prints."""
        return plain(self)


def compare(
    before: Encounter | Path | str,
    after: Encounter | Path | str | None = None,
    n: int = USUAL,
    *,
    change: Mapping[str, Scalar] | None = None,
    policies: Mapping[str, str] | None = None,
    seed: int | None = None,
    workers: int = 1,
    cluster: str | None = None,
    max_rounds: int = MAX_ROUNDS,
    progress: Progress | None = None,
) -> Comparison:
    """Play two encounters, each trial of both on the same dice, and tell by how much they differ.

    before, after: encounters or paths of files; change: what to set in the second, by path as in
    `certamen.files.vary.vary`, which is the first where there is no `after`; the rest as for `simulate`.
    Raises FileErrors, CannotVary, EncounterError, CannotEstimate.
    """
    check_trials(n)
    check_workers(workers)
    one = encounter_of(before)
    if after is None and not change:
        raise CannotEstimate("nothing to compare with: give a second encounter, or what to change")
    other = vary(one if after is None else encounter_of(after), change or {})
    if one.ruleset != other.ruleset:
        raise CannotEstimate(f"{one.ruleset} cannot be compared with {other.ruleset}: they share no dice")
    job = job_of((one, other), policies, seed, max_rounds, n)
    found, complete = _played(job, n, workers, cluster, progress)
    return Comparison(
        before=_estimate(job, 0, found, complete),
        after=_estimate(job, 1, found, complete),
        changes=dict(change or {}),
        trials=found.trials,
        complete=complete,
        differences=_differences(job, found),
    )


def _played(job: Job, n: int, workers: int, cluster: str | None, progress: Progress | None) -> tuple[Tally, bool]:
    """What the pairs came to, and whether they are all. An interruption before the first is passed on."""
    found: Tally | None = None
    with Crew(workers, cluster) as crew:
        try:
            for _, more in crew.play([Part(packed(job), 0, n)]):
                found = more if found is None else merged((found, more))
                if progress is not None:
                    progress(Running(found.trials, n, ()))
        except KeyboardInterrupt:
            if found is None:
                raise
            return found, False
    assert found is not None  # there is at least one trial
    return found, True


def _estimate(job: Job, index: int, found: Tally, complete: bool) -> Estimate:
    encounter, player = job.encounters[index], players_of(packed(job))[index]
    return estimate_of(
        find(encounter.ruleset),
        encounter,
        found,
        ("before.", "after.")[index],
        seed=job.seed,
        complete=complete,
        precision=None,
        max_rounds=job.max_rounds,
        way=player.way,
        why=player.why,
        policies=job.policies[index],
    )


def _differences(job: Job, found: Tally) -> tuple[Difference, ...]:
    one, other = job.encounters
    told = [
        _wins(name, job, found) for name in (*sides_of(one), *(s for s in sides_of(other) if s not in sides_of(one)))
    ]
    told += [wins for name in (NO_WINNER, NO_DECISION) if (wins := _wins(name, job, found)).before or wins.after]
    told += [_means("", name, found, name) for name in ("rounds", "dice")]
    told += [_means(side, "standing", found, f"standing.{side}") for side in sides_of(one) if side in sides_of(other)]
    both = [entry.id for entry in one.participants if any(entry.id == o.id for o in other.participants)]
    for who in both:
        told.append(_means(who, "stands", found, f"{who}.standing"))
        told += [_means(who, name, found, f"{who}.{name}") for name in find(one.ruleset).left]
    return tuple(told)


def _wins(name: str, job: Job, found: Tally) -> Difference:
    """How much oftener a side wins after."""
    first, second = (_code(name, encounter) for encounter in job.encounters)
    pairs = {winners(pair): times for pair, times in found.counts["winner"].often.items()}

    def times(kept: Callable[[bool, bool], bool]) -> int:
        return sum(many for (a, b), many in pairs.items() if kept(a == first, b == second))

    gained, lost = times(lambda a, b: b and not a), times(lambda a, b: a and not b)
    before, after = times(lambda a, _: a), times(lambda _, b: b)
    trials = found.trials
    return Difference(name, "wins", before / trials, after / trials, *intervals.difference(gained, lost, trials))


def _code(name: str, encounter: Encounter) -> int:
    """How a row names this winner; a side that is not in it never wins."""
    codes = {side: place for place, side in enumerate(sides_of(encounter))}
    return {**codes, NO_WINNER: NOBODY, NO_DECISION: UNDECIDED}.get(name, UNDECIDED - 1)


def _means(of: str, figure: str, found: Tally, name: str) -> Difference:
    def mean(count: Count) -> intervals.Interval:
        return intervals.mean(found.trials, count.total, count.squares)

    counts = found.counts
    before, after = mean(counts[f"before.{name}"]), mean(counts[f"after.{name}"])
    return Difference(of, figure, before.value, after.value, *mean(counts[name]))
