"""What a worker does, wherever it is: play some trials of a job, compiled where that can be, and tally them."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from certamen import __version__
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import CertamenError
from certamen.kernel.ruleset import Ruleset
from certamen.rulesets import find
from certamen.sim.pairs import tally_pairs
from certamen.sim.tally import Layout, Rows, Tally, layout, merged, tally
from certamen.sim.trial import Row, play_trial

if TYPE_CHECKING:
    from certamen.sim.loops import Fight

Way = Literal["compiled loop", "contest"]
NUMBERS_AT_ONCE = 1 << 20  # of rows held before they are tallied: what is held does not grow with the trials


class CannotEstimate(CertamenError):
    """An estimate that cannot be made as it was asked for."""


class Job(NamedTuple):
    """What is played: an encounter, or two on the same dice; who decides in each; the seed; where to stop a trial.

    contest: why the contest plays it, whatever loops there are; "" where a loop may.
    """

    encounters: tuple[Encounter, ...]
    policies: tuple[dict[str, str], ...]
    seed: int
    max_rounds: int
    contest: str = ""
    version: str = __version__


class Part(NamedTuple):
    """Some trials of one job (pickled): from which on, how many."""

    job: bytes
    first: int
    trials: int


class Done(NamedTuple):
    """What came of some parts, one tally each, the seconds they took, and in which ways, and why, they were played."""

    tallies: tuple[Tally, ...]
    seconds: float
    ways: frozenset[tuple[Way, str]]


class Player(NamedTuple):
    """How one encounter's trials are played, and why so: play(first, count) gives their rows."""

    play: Callable[[int, int], Rows]
    way: Way
    why: str
    width: int
    layout: Layout


def packed(job: Job) -> bytes:
    """The job as a worker takes it."""
    return pickle.dumps(job, protocol=5)


def play_parts(parts: tuple[Part, ...]) -> Done:
    """Play these trials. A worker of another version of Certamen refuses: its rules may be others."""
    start = time.perf_counter()
    tallies = tuple(_play_part(part) for part in parts)
    ways = frozenset((one.way, one.why) for part in parts for one in players_of(part.job))
    return Done(tallies, time.perf_counter() - start, ways)


def _play_part(part: Part) -> Tally:
    players = players_of(part.job)
    at_once = max(1, NUMBERS_AT_ONCE // sum(one.width for one in players))
    end = part.first + part.trials
    return merged(_tallied(players, at, min(at_once, end - at)) for at in range(part.first, end, at_once))


def _tallied(players: tuple[Player, ...], first: int, count: int) -> Tally:
    if len(players) == 1:
        return tally(players[0].play(first, count), players[0].layout)
    one, other = players
    return tally_pairs(one.play(first, count), other.play(first, count), (one.layout, other.layout))


@lru_cache(maxsize=256)
def players_of(job: bytes) -> tuple[Player, ...]:
    """Who plays the encounters of a packed job."""
    asked: Job = pickle.loads(job)
    if asked.version != __version__:
        raise CannotEstimate(f"a worker runs Certamen {__version__}, not {asked.version}")
    return tuple(player_of(asked, index) for index in range(len(asked.encounters)))


def player_of(job: Job, index: int) -> Player:
    """Who plays one encounter of a job."""
    encounter, policies = job.encounters[index], job.policies[index]
    ruleset = find(encounter.ruleset)
    of = layout(encounter, ruleset.left)
    width = of.each * len(of.people) + 4
    fight, why = (None, job.contest) if job.contest else _fight(ruleset, encounter, policies)
    if fight is not None:
        return Player(
            lambda first, count: fight.play(job.seed, first, count, job.max_rounds), "compiled loop", "", width, of
        )

    alone = packed(Job((encounter,), (policies,), job.seed, job.max_rounds))

    def play(first: int, count: int) -> Rows:
        return [_row(alone, trial) for trial in range(first, first + count)]

    return Player(play, "contest", why, width, of)


@lru_cache(maxsize=1024)
def _row(alone: bytes, trial: int) -> Row:
    """A trial of a job of one encounter, by the contest. One that many are compared with is played once."""
    job = _job(alone)
    encounter = job.encounters[0]
    return play_trial(find(encounter.ruleset), encounter, job.seed, trial, job.policies[0], job.max_rounds)


@lru_cache(maxsize=256)
def _job(data: bytes) -> Job:
    job: Job = pickle.loads(data)
    return job


def no_compiler() -> str:
    """What a compiled loop would need that is not installed here; "" for nothing."""
    return "" if find_spec("numba") else "the compiled loop needs numba, which comes with the extra certamen[fast]"


def _fight(ruleset: Ruleset, encounter: Encounter, policies: dict[str, str]) -> tuple[Fight | None, str]:
    """The compiled loop of an encounter, or why there is none."""
    if not ruleset.loop:
        return None, f"{ruleset.name} has no compiled loop"
    if why := no_compiler():
        return None, why
    from certamen.kernel.action import Refusal
    from certamen.sim import loops

    found: Any = loops.fight(ruleset, encounter, policies)
    if isinstance(found, Refusal):
        return None, found.reason + (f" ({found.rule})" if found.rule else "")
    return found, ""
