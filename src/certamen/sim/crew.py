"""How trials are cut into pieces and given to whoever plays them; what comes out does not depend on either."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Self

from certamen.sim.executor import Executor, Here, Piece, Threads
from certamen.sim.player import Done, Part, Way, play_parts
from certamen.sim.tally import Tally

if TYPE_CHECKING:
    from certamen.sim.processes import Processes

TRIED = 0.25  # seconds of trials played here first, to see how long they take
MEANWHILE = 0.05  # seconds a piece takes here while workers come up
PIECE = 1.0  # seconds a piece takes at least, where there is that much to do
GLANCE = 0.5  # seconds a piece takes here, so that the running answer moves
MOST_AT_ONCE = 1 << 27  # trials of a piece


class Crew:
    """Whoever plays: this process, with more workers where they pay, or a cluster. Close it, or use it with `with`.

    ways: in which ways trials were played so far, and why in no faster one.
    Raises CannotEstimate for a cluster that cannot be had.
    """

    def __init__(self, workers: int = 1, cluster: str | None = None) -> None:
        self._workers = workers
        self._rate = 0.0  # trials a second and worker
        self._tried = False
        self.ways: set[tuple[Way, str]] = set()
        self._executor: Executor | None = None
        if cluster is not None:
            from certamen.sim.cluster import Cluster

            self._executor = Cluster(cluster)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Leave nothing running."""
        if self._executor is not None:
            self._executor.close()

    def play(self, parts: Sequence[Part]) -> Iterator[tuple[Part, Tally]]:
        """Play these trials: part by part, in their order, what came of each stretch of trials."""
        stream = _Stream(parts)
        if not self._tried:
            yield from self._try(stream)
        if not stream.left:
            return
        executor = self._hands(stream.left)
        sent: list[Piece] = []
        for done in executor.results(self._pieces(stream, executor, sent)):
            yield from self._told(sent.pop(0), done)

    def _try(self, stream: _Stream) -> Iterator[tuple[Part, Tally]]:
        """Play a few here, and go on until the workers are there. The first is not timed: it may be compiled for."""
        size, spent, hands = 1, 0.0, None
        while stream.left and (spent < TRIED or (hands is not None and not hands.ready)):
            piece = stream.take(size)
            done = play_parts(piece)
            yield from self._told(piece, done)
            if self._tried:
                spent += done.seconds
                size = size * 2 if spent < TRIED else max(1, int(self._rate * MEANWHILE))
            else:
                self._tried = True
                hands = self._begun(stream.left)

    def _begun(self, left: int) -> Processes | None:
        """The worker processes that will be wanted, begun already."""
        if self._executor is not None or self._workers == 1 or self._compiled() or left < self._rate * PIECE:
            return None
        from certamen.sim.processes import Processes

        self._executor = hands = Processes(self._workers, at_once=True)
        return hands

    def _compiled(self) -> bool:
        return all(way == "compiled loop" for way, _ in self.ways)

    def _told(self, piece: Piece, done: Done) -> Iterator[tuple[Part, Tally]]:
        self._rate = sum(part.trials for part in piece) / max(done.seconds, 1e-6)
        self.ways |= done.ways
        yield from zip(piece, done.tallies, strict=True)

    def _hands(self, left: int) -> Executor:
        """Who plays what is left: more than this process where that takes more than a moment."""
        if self._executor is not None:
            return self._executor
        if self._workers == 1 or left < self._rate * PIECE:
            return Here()
        if self._compiled():
            self._executor = Threads(self._workers)
        else:
            from certamen.sim.processes import Processes

            self._executor = Processes(self._workers)
        return self._executor

    def _pieces(self, stream: _Stream, executor: Executor, sent: list[Piece]) -> Iterator[Piece]:
        while stream.left:
            if isinstance(executor, Here):
                size = int(self._rate * GLANCE)
            else:
                rounds = max(1, int(stream.left / (self._rate * PIECE * executor.workers)))
                size = max(-(-stream.left // (rounds * executor.workers)), int(self._rate * PIECE / 2))
            piece = stream.take(max(1, min(size, MOST_AT_ONCE)))
            sent.append(piece)
            yield piece


class _Stream:
    """The trials still to play, taken from the front."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self._at = 0
        self._within = 0
        self.left = sum(part.trials for part in parts)

    def take(self, size: int) -> Piece:
        """The next so many trials, as parts of one job each; fewer where there are no more."""
        piece: list[Part] = []
        size = min(size, self.left)
        self.left -= size
        while size:
            part = self._parts[self._at]
            trials = min(size, part.trials - self._within)
            piece.append(Part(part.job, part.first + self._within, trials))
            size -= trials
            self._within += trials
            if self._within == part.trials:
                self._at, self._within = self._at + 1, 0
        return tuple(piece)
