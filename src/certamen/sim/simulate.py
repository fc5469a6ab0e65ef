"""certamen.simulate: an encounter played so many times, or until the answer is as sure as asked."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from certamen.dice import Seeded
from certamen.files.encounter import load
from certamen.kernel.encounter import Encounter
from certamen.kernel.playout import Playout
from certamen.kernel.run import MAX_ROUNDS, check_policies
from certamen.rulesets import find
from certamen.sim import intervals
from certamen.sim.crew import Crew
from certamen.sim.estimate import Estimate, Share, estimate_of, winners_of
from certamen.sim.player import CannotEstimate, Job, Part, no_compiler, packed, players_of
from certamen.sim.tally import Tally, layout, merged, tally

USUAL = 1_000
MOST_TRIALS = 10**12
FINEST, COARSEST = 0.0001, 0.5
MOST_WORKERS = 1_000
FEW = 200  # trials: no loop is compiled for less


class Running(NamedTuple):
    """The answer so far: of how many trials, of how many there will likely be, and who won how often."""

    trials: int
    of: int
    winners: tuple[Share, ...]


Progress = Callable[[Running], object]


def simulate(
    encounter: Encounter | Path | str,
    n: int | None = None,
    *,
    precision: float | None = None,
    policies: Mapping[str, str] | None = None,
    seed: int | None = None,
    workers: int = 1,
    cluster: str | None = None,
    max_rounds: int = MAX_ROUNDS,
    progress: Progress | None = None,
) -> Estimate:
    """Play an encounter many times over and tell what came out.

    encounter: one, or the path of a file; n: how many trials (1,000 when neither it nor a precision is given);
    precision: instead, go on until every side's share of wins is known to +- this much (0.0001 to 0.5), looking at
    1,000 trials, then each time they have doubled; policies: who decides, by side or participant ("plain" for the
    rest); seed: any whole number, another each time when left out: the same seed gives the same answer, whatever the
    workers; workers: processes or threads at work at a time; cluster: the address of a dask scheduler instead;
    progress: called now and then with the answer so far.

    An interruption (Ctrl-C) gives what there is, `complete` false: the first trials of the seed, however many they are.
    Raises FileErrors for a file that is wrong, EncounterError for what cannot be started or a policy that does not
    exist, CannotEstimate for a number that makes no sense or a cluster that does not answer.

    >>> from certamen.files.examples import examples
    >>> found = simulate(examples() / "starcluster" / "duel.yaml", 50, seed=1)
    >>> found.trials, [(one.name, one.count) for one in found.winners]
    (50, [('challenger', 22), ('challenged', 28)])
    """
    one = encounter_of(encounter)
    asked = _trials(n, precision)
    check_workers(workers)
    job = job_of((one,), policies, seed, max_rounds, asked)
    with Crew(workers, cluster) as crew:
        found, complete = _played(crew, job, asked, precision, progress)
    player = players_of(packed(job))[0]
    return estimate_of(
        find(one.ruleset),
        one,
        found,
        seed=job.seed,
        complete=complete,
        precision=precision,
        max_rounds=max_rounds,
        way=player.way,
        why=player.why,
        policies=job.policies[0],
    )


def encounter_of(given: Encounter | Path | str) -> Encounter:
    """The encounter, or that of a file. Raises FileErrors."""
    return given if isinstance(given, Encounter) else load(Path(given))


def job_of(
    encounters: tuple[Encounter, ...],
    policies: Mapping[str, str] | None,
    seed: int | None,
    max_rounds: int,
    trials: int | None = None,
) -> Job:
    """What is to be played, so many times in all, once it is sure that it can be.

    Raises EncounterError, CannotEstimate.
    """
    if not 1 <= max_rounds <= 100_000:
        raise CannotEstimate("a trial may be stopped after 1 to 100,000 rounds")
    deciders = _deciders(encounters, policies or {})
    few = f"fewer than {FEW} trials are not worth compiling a loop for" if trials and trials < FEW else ""
    return Job(encounters, deciders, secrets.randbits(32) if seed is None else seed, max_rounds, few or no_compiler())


def _deciders(encounters: tuple[Encounter, ...], policies: Mapping[str, str]) -> tuple[dict[str, str], ...]:
    """Who decides for each participant of each encounter; of two, each may know a side that the other does not."""
    known = [{key for entry in one.participants for key in (entry.id, entry.side)} for one in encounters]
    lost = {key: name for key, name in policies.items() if not any(key in keys for keys in known)}
    given = [lost | {key: name for key, name in policies.items() if key in keys} for keys in known]
    started = [Playout(find(one.ruleset), one, Seeded(0)) for one in encounters]
    return tuple(check_policies(one, names) for one, names in zip(started, given, strict=True))


def check_trials(n: int) -> None:
    """Raises CannotEstimate for a number of trials that makes no sense."""
    if not 1 <= n <= MOST_TRIALS:
        raise CannotEstimate(f"the number of trials is 1 to {MOST_TRIALS:,}, not {n:,}")


def check_workers(workers: int) -> None:
    """Raises CannotEstimate for a number of workers that makes no sense."""
    if not 1 <= workers <= MOST_WORKERS:
        raise CannotEstimate(f"there may be 1 to {MOST_WORKERS:,} workers, not {workers:,}")


def _trials(n: int | None, precision: float | None) -> int | None:
    """How many trials were asked for; None where a precision was."""
    if precision is None:
        n = USUAL if n is None else n
        check_trials(n)
        return n
    if n is not None:
        raise CannotEstimate("give a number of trials or a precision, not both")
    if not FINEST <= precision <= COARSEST:
        raise CannotEstimate(f"a precision is {FINEST} to {COARSEST}, not {precision}")
    return None


def _played(
    crew: Crew, job: Job, asked: int | None, precision: float | None, progress: Progress | None
) -> tuple[Tally, bool]:
    """What the trials came to, and whether they are all."""
    encounter = job.encounters[0]
    found = tally([], layout(encounter, find(encounter.ruleset).left))
    data = packed(job)
    try:
        for first, last in _stretches(asked):
            for _, more in crew.play([Part(data, first, last - first)]):
                found = merged((found, more))
                if progress is not None:
                    progress(_running(encounter, found, asked, precision))
            if precision is not None and _widest(encounter, found).half <= precision:
                break
    except KeyboardInterrupt:
        return found, False
    return found, True


def _stretches(asked: int | None) -> Iterator[tuple[int, int]]:
    """From which trial to which they are played before anyone looks whether they are enough."""
    if asked is not None:
        return iter([(0, asked)])
    return pairwise(_from_nothing())


def _from_nothing() -> Iterator[int]:
    yield 0
    yield from intervals.stops()


def _widest(encounter: Encounter, found: Tally) -> intervals.Interval:
    every = (intervals.Interval(one.share, one.low, one.high) for one in winners_of(encounter, found))
    return max(every, key=lambda one: one.half)


def _running(encounter: Encounter, found: Tally, asked: int | None, precision: float | None) -> Running:
    likely = asked or intervals.likely_stop(_widest(encounter, found), found.trials, precision or COARSEST)
    return Running(found.trials, max(likely, found.trials), winners_of(encounter, found))
