"""What the tests of estimates share: encounters, jobs cut into pieces, and processes that must not be left behind."""

from collections.abc import Iterable
from pathlib import Path

from certamen.files.encounter import load
from certamen.files.examples import examples
from certamen.kernel.encounter import Encounter
from certamen.sim.executor import Executor, Here, Piece
from certamen.sim.player import Job, Part, packed
from certamen.sim.simulate import job_of
from certamen.sim.tally import Tally, merged

DUEL = examples() / "starcluster" / "duel.yaml"
NOVELS = examples() / "starcluster" / "novels.yaml"  # tasks alone: no compiled loop plays it
DEPOT = examples() / "starcluster" / "depot.yaml"
EXAMPLES = sorted(
    path for path in examples().glob("*/*.yaml") if not path.name.endswith((".scenario.yaml", ".include.yaml"))
)


def contest_job(path: Path, seed: int = 1) -> bytes:
    """A job that the contest itself plays, whatever loops there are."""
    job: Job = job_of((load(path),), None, seed, 200)
    return packed(job._replace(contest="as the test wants it"))


def cut(job: bytes, sizes: Iterable[int], first: int = 0) -> list[Piece]:
    """So many trials each, one piece after the other."""
    pieces: list[Piece] = []
    for size in sizes:
        pieces.append((Part(job, first, size),))
        first += size
    return pieces


def played(executor: Executor, pieces: list[Piece]) -> Tally:
    """What the pieces come to."""
    return merged(tally for done in executor.results(iter(pieces)) for tally in done.tallies)


def expected(pieces: list[Piece]) -> Tally:
    """The same, played here."""
    return played(Here(), pieces)


def loaded(path: Path) -> Encounter:
    """The encounter of a file."""
    return load(path)
