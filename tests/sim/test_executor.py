"""Whoever plays the pieces, and however they are cut: the same tally; a worker that dies costs nothing but time."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from certamen.kernel.errors import CertamenError
from certamen.sim import crew
from certamen.sim.crew import Crew
from certamen.sim.executor import Executor, Here, Piece, Threads, in_order
from certamen.sim.player import Done, Part, packed, play_parts
from certamen.sim.processes import Processes
from certamen.sim.simulate import job_of
from certamen.sim.tally import Tally, merged
from tests.sim.common import DUEL, NOVELS, contest_job, cut, expected, loaded, played

SIZES = [7, 1, 30, 12, 25, 25, 3, 40]


@pytest.mark.parametrize("make", [lambda: Threads(3), lambda: Processes(2)], ids=["threads", "processes"])
def test_the_same_from_all(make: "type[Executor]") -> None:
    """Threads and processes come to what this process comes to, in the order of the pieces."""
    pieces = cut(contest_job(DUEL), SIZES)
    executor = make()
    try:
        dones = list(executor.results(iter(pieces)))
    finally:
        executor.close()
    assert [done.tallies[0].trials for done in dones] == SIZES
    assert merged(done.tallies[0] for done in dones) == expected(cut(contest_job(DUEL), [sum(SIZES)]))


def test_a_worker_killed_in_the_middle() -> None:
    """Kill -9 for one of two workers after each of the first results: every piece is played, the tally is the same."""
    pieces = cut(contest_job(DUEL), SIZES)
    executor = Processes(2)
    killed: list[int] = []
    tallies: list[Tally] = []
    try:
        for done in executor.results(iter(pieces)):
            tallies += done.tallies
            if len(killed) < 2 and executor.ids:
                killed.append(executor.ids[0])
                os.kill(killed[-1], signal.SIGKILL)
    finally:
        executor.close()
    assert len(killed) == 2
    assert merged(tallies) == expected(pieces)


def test_a_worker_that_always_dies() -> None:
    """A piece over which workers die again and again is given up with one message."""
    executor = Processes(1)

    def kill() -> Iterator[Piece]:
        yield from cut(contest_job(DUEL), [10**6])

    import threading

    def killer() -> None:
        for _ in range(600):
            for one in executor.ids:
                os.kill(one, signal.SIGKILL)
            time.sleep(0.05)
            if done:
                return

    done: list[int] = []
    thread = threading.Thread(target=killer)
    thread.start()
    try:
        with pytest.raises(CertamenError, match="died 3 times"):
            list(executor.results(kill()))
    finally:
        done.append(1)
        thread.join()
        executor.close()


def test_nothing_is_left_running() -> None:
    """Closed in the middle of long pieces, the workers are gone at once."""
    executor = Processes(2)
    results = executor.results(iter(cut(contest_job(DUEL), [5, *[10**6] * 4])))
    next(results)
    ids = executor.ids
    start = time.monotonic()
    executor.close()
    assert time.monotonic() - start < 5
    assert ids
    assert not any(_lives(one) for one in ids)


def test_workers_end_with_their_owner() -> None:
    """Kill -9 for the owner: workers in the middle of a long piece end too."""
    script = (
        "from certamen.sim.processes import Processes\n"
        "from tests.sim.common import DUEL, contest_job, cut\n"
        "executor = Processes(2)\n"
        "results = executor.results(iter(cut(contest_job(DUEL), [5, *[10**6] * 4])))\n"
        "next(results)\n"
        "print(*executor.ids, flush=True)\n"
        "next(results)\n"
    )
    owner = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    ids = [int(one) for one in owner.stdout.readline().split()]
    owner.kill()
    owner.wait()
    owner.stdout.close()
    assert ids
    assert _gone(ids)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def _gone(ids: list[int]) -> bool:
    for _ in range(200):
        if not any(_lives(one) for one in ids):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("make", [Here, lambda: Threads(2), lambda: Processes(2)], ids=["here", "threads", "processes"])
def test_what_fails_is_told(make: "type[Executor]") -> None:
    """A worker of another version refuses; the one who waits is told so, whoever plays."""
    job = job_of((loaded(DUEL),), None, 1, 200)._replace(version="0.0.1")
    executor = make()
    try:
        with pytest.raises(CertamenError, match=r"0\.0\.1"):
            played(executor, cut(packed(job), [3, 3]))
    finally:
        executor.close()


def test_order_and_room() -> None:
    """Results that come last first are given first first, and pieces are asked for only as there is room."""
    asked: list[int] = []

    def pieces() -> Iterator[Piece]:
        for k in range(20):
            asked.append(k)
            yield (Part(b"", k, 1),)

    waiting: list[tuple[int, Done | Exception]] = []
    results = in_order(
        pieces(), lambda index, piece: waiting.append((index, Done((), piece[0].first, frozenset()))), waiting.pop, 2
    )
    assert next(results).seconds == 0
    assert len(asked) <= 6
    assert [done.seconds for done in results] == list(range(1, 20))


@pytest.mark.parametrize("piece", [0.01, 0.3])
@pytest.mark.parametrize("workers", [1, 2])
def test_the_size_of_pieces_does_not_matter(piece: float, workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crew comes to the same in whatever pieces and with however many workers; two jobs are kept apart."""
    monkeypatch.setattr(crew, "PIECE", piece)
    monkeypatch.setattr(crew, "TRIED", 0.01)
    jobs = [contest_job(NOVELS, seed) for seed in (1, 2)]
    with Crew(workers) as playing:
        found = list(playing.play([Part(job, 0, 150) for job in jobs]))
    for job in jobs:
        assert merged(tally for part, tally in found if part.job == job) == expected(cut(job, [150]))


def test_parts_of_one_piece() -> None:
    """A piece of several jobs gives a tally for each."""
    one, other = contest_job(DUEL), contest_job(NOVELS)
    done = play_parts((Part(one, 3, 4), Part(other, 0, 6)))
    assert [tally.trials for tally in done.tallies] == [4, 6]
    assert done.tallies[1] == expected(cut(other, [6]))
    assert done.ways == {("contest", "as the test wants it")}
