"""Worker processes on this machine: one that dies is begun again and its piece with it; none outlives its owner."""

from __future__ import annotations

import pickle
import subprocess
import threading
from collections.abc import Iterator
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Any

from certamen.kernel.errors import CertamenError
from certamen.sim.executor import Piece, in_order
from certamen.sim.player import Done
from certamen.sim.worker import command

DEATHS = 3  # of workers over one piece, until it is given up

Todo = SimpleQueue[tuple[int, Piece] | None]
Answers = SimpleQueue[tuple[int, Done | Exception]]


class Processes:
    """So many worker processes, begun when there is something for them to do, or `at_once`."""

    def __init__(self, workers: int, *, at_once: bool = False) -> None:
        self.workers = workers
        self._todo: Todo = SimpleQueue()
        self._done: Answers = SimpleQueue()
        self._hands = [_Hand(self._todo, self._done, at_once) for _ in range(workers)]

    @property
    def ready(self) -> bool:
        """Whether the workers begun at once can play."""
        return all(hand.up.is_set() for hand in self._hands)

    def results(self, pieces: Iterator[Piece]) -> Iterator[Done]:
        """What came of each piece, in order."""
        return in_order(pieces, lambda index, piece: self._todo.put((index, piece)), self._done.get, self.workers)

    def close(self) -> None:
        """End all workers at once, whatever they are at."""
        for hand in self._hands:
            hand.kill()
        for _ in self._hands:
            self._todo.put(None)
        for hand in self._hands:
            hand.thread.join()

    @property
    def ids(self) -> list[int]:
        """The process ids of the workers that live."""
        return [hand.process.pid for hand in self._hands if hand.process is not None]


class _Hand:
    """One worker process, and the thread that hands it pieces and takes what comes of them."""

    def __init__(self, todo: Todo, done: Answers, at_once: bool) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.up = threading.Event()
        self._closed = False
        self._lock = threading.Lock()
        self._met: subprocess.Popen[bytes] | None = None
        self.thread = threading.Thread(target=self._serve, args=(todo, done, at_once), daemon=True)
        self.thread.start()

    def kill(self) -> None:
        """End the process, and begin no other."""
        with self._lock:
            self._closed = True
            if self.process is not None:
                self.process.kill()

    def _serve(self, todo: Todo, done: Answers, at_once: bool) -> None:
        if at_once and (process := self._living()) is not None:
            with suppress(OSError, EOFError, pickle.UnpicklingError):  # it is begun again for the first piece
                self._meet(process)
        self.up.set()
        while (given := todo.get()) is not None:
            index, piece = given
            result = self._play(piece)
            if result is not None:
                done.put((index, result))
        self._end()

    def _play(self, piece: Piece) -> Done | Exception | None:
        """What came of a piece; None when all is to end."""
        for _ in range(DEATHS):
            process = self._living()
            if process is None:
                return None
            try:
                self._meet(process)
                pickle.dump(piece, pipe_of(process.stdin))
                pipe_of(process.stdin).flush()
                answer: Any = pickle.load(pipe_of(process.stdout))
            except (OSError, EOFError, pickle.UnpicklingError):
                self._end()
            else:
                assert isinstance(answer, Done | Exception)
                return answer
        return None if self._closed else CertamenError(f"a worker process died {DEATHS} times over the same trials")

    def _living(self) -> subprocess.Popen[bytes] | None:
        with self._lock:
            if self._closed:
                return None
            if self.process is None:
                pipe = subprocess.PIPE
                self.process = subprocess.Popen(command(), stdin=pipe, stdout=pipe, start_new_session=True)
            return self.process

    def _meet(self, process: subprocess.Popen[bytes]) -> None:
        """Wait until a process can play: the first thing it says."""
        if self._met is not process:
            pickle.load(pipe_of(process.stdout))
            self._met = process

    def _end(self) -> None:
        with self._lock:
            process, self.process = self.process, None
        if process is not None:
            put_to_end(process)


def pipe_of(pipe: IO[bytes] | None) -> IO[Any]:
    """A worker's pipe, which it was begun with."""
    assert pipe is not None
    return pipe


def put_to_end(process: subprocess.Popen[bytes]) -> None:
    """End a worker at once, whatever it is at."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):
            pipe_of(pipe).close()
