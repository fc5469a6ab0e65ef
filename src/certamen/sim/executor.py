"""Who plays the pieces a simulation is cut into: this process, its threads, other processes, or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Protocol

from certamen.sim.player import Done, Part, play_parts

Piece = tuple[Part, ...]


class Executor(Protocol):
    """What plays pieces: `results` gives what came of each, in their order, asking for more as it has room."""

    workers: int

    def results(self, pieces: Iterator[Piece]) -> Iterator[Done]:
        """What came of each piece, in order."""

    def close(self) -> None:
        """Leave nothing running."""


class Here:
    """This process, one piece after the other."""

    workers = 1

    def results(self, pieces: Iterator[Piece]) -> Iterator[Done]:
        """What came of each piece, in order."""
        return map(play_parts, pieces)

    def close(self) -> None:
        """Nothing runs that could be left."""


class Threads:
    """Threads of this process, for compiled loops: they let each other run."""

    def __init__(self, workers: int) -> None:
        from concurrent.futures import ThreadPoolExecutor

        self.workers = workers
        self._pool = ThreadPoolExecutor(workers)

    def results(self, pieces: Iterator[Piece]) -> Iterator[Done]:
        """What came of each piece, in order."""
        done: SimpleQueue[tuple[int, Done | Exception]] = SimpleQueue()

        def play(index: int, piece: Piece) -> None:
            try:
                done.put((index, play_parts(piece)))
            except Exception as error:  # noqa: BLE001 - raised again where results are taken
                done.put((index, error))

        def submit(index: int, piece: Piece) -> None:
            self._pool.submit(play, index, piece)

        return in_order(pieces, submit, done.get, self.workers)

    def close(self) -> None:
        """Wait for the pieces begun."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def in_order(
    pieces: Iterator[Piece],
    submit: Callable[[int, Piece], None],
    take: Callable[[], tuple[int, Done | Exception]],
    workers: int,
) -> Iterator[Done]:
    """What came of each piece, in order: pieces are submitted while workers have room, results taken as they come.

    Raises what a worker gives instead of a result.
    """
    ready: dict[int, Done | Exception] = {}
    sent = given = 0
    room, more = 3 * workers, True
    while True:
        while more and sent - given < room and sent - given - len(ready) < 2 * workers:
            piece = next(pieces, None)
            if piece is None:
                more = False
            else:
                submit(sent, piece)
                sent += 1
        if given == sent:
            return
        while given not in ready:
            index, result = take()
            ready[index] = result
        result = ready.pop(given)
        if isinstance(result, Exception):
            raise result
        given += 1
        yield result
