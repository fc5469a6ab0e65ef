"""Workers on other machines, through dask.distributed: imported only when a cluster is asked for."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from queue import SimpleQueue
from typing import Any

from certamen.sim.executor import Piece, in_order
from certamen.sim.player import CannotEstimate, Done, play_parts

PATIENCE = 5  # seconds for a cluster to answer
LONGEST_GREETING = 1 << 20
DEATHS = 3  # of workers over one piece, until it is given up


class Cluster:
    """The workers of a dask scheduler. Raises CannotEstimate where none answers, or where dask is not installed."""

    def __init__(self, address: str) -> None:
        host, port = _parted(address)
        try:
            from distributed import Client
        except ImportError:
            raise CannotEstimate("a cluster needs dask: pip install 'certamen[cluster]'") from None
        _knock(address, host, port)
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what it has to say of deaths is answered here
        try:
            self._client: Any = Client(f"tcp://{host}:{port}", timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise CannotEstimate(f"no dask scheduler answers at {address}: {_first_line(error)}") from None
        self.workers = sum(self._client.nthreads().values())
        if not self.workers:
            self.close()
            raise CannotEstimate(f"the cluster at {address} has no workers")

    def results(self, pieces: Iterator[Piece]) -> Iterator[Done]:
        """What came of each piece, in order; a piece whose worker dies is played by another."""
        done: SimpleQueue[tuple[int, Done | Exception]] = SimpleQueue()
        waiting: dict[int, Any] = {}

        def ended(index: int, future: Any) -> None:  # noqa: ANN401 - dask's own, without types
            waiting.pop(index, None)
            if future.status == "finished":
                done.put((index, future.result()))
            elif future.status == "error":
                done.put((index, CannotEstimate(f"the cluster failed: {_first_line(future.exception())}")))
            else:
                done.put((index, CannotEstimate("the cluster went away")))

        def submit(index: int, piece: Piece) -> None:
            future = self._client.submit(play_parts, piece, pure=False, retries=DEATHS)
            waiting[index] = future
            future.add_done_callback(lambda one: ended(index, one))

        try:
            yield from in_order(pieces, submit, done.get, self.workers)
        finally:
            if self._client.status == "running":
                self._client.cancel(list(waiting.values()))

    def close(self) -> None:
        """Let go of the cluster; it goes on for others."""
        self._client.close(timeout=PATIENCE)


def _parted(address: str) -> tuple[str, int]:
    host, colon, port = address.removeprefix("tcp://").rpartition(":")
    if not (colon and host and port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 65_536):
        raise CannotEstimate(f"{address[:80]!r} is no address of a cluster, such as 192.168.0.7:8786")
    return host.strip("[]"), int(port)


def _knock(address: str, host: str, port: int) -> None:
    """Raises CannotEstimate where nobody listens, or one who does not greet as a scheduler does: dask would wait on."""
    try:
        with socket.create_connection((host, port), timeout=PATIENCE) as line:
            greeting = int.from_bytes(line.recv(8), "little")  # how long what follows is: a few hundred bytes
    except TimeoutError:
        greeting = 0
    except OSError as error:
        raise CannotEstimate(f"nothing answers at {address}: {error.strerror or error}") from None
    if not 0 < greeting < LONGEST_GREETING:
        raise CannotEstimate(f"no dask scheduler answers at {address}")


def _first_line(error: BaseException | None) -> str:
    return str(error).partition("\n")[0] or type(error).__name__
