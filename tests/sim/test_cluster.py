"""A real dask scheduler, two real workers over TCP: the same bytes, one worker killed in the middle or not."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from certamen.sim.player import CannotEstimate
from certamen.sim.simulate import Running, simulate
from certamen.sim.sweep import sweep
from tests.sim.common import NOVELS

pytest.importorskip("distributed")
GRID = {"isolde.skills.writing": "4:8", "corvin.skills.writing": "5:6"}


class Cluster(NamedTuple):
    """A scheduler's address, and its workers' processes."""

    address: str
    workers: "list[subprocess.Popen[bytes]]"


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler and two workers, ended again."""
    file = tmp_path / "scheduler.json"
    scheduler = _begin("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
    worker = ("dask_worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny", "--no-dashboard")
    try:
        address = _address(file)
        workers = [_begin(*worker) for _ in range(2)]
        try:
            _wait_for(address, 2)
            yield Cluster(address, workers)
        finally:
            for one in workers:
                one.kill()
                one.wait()
    finally:
        scheduler.kill()
        scheduler.wait()


def _begin(module: str, *arguments: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", f"distributed.cli.{module}", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _address(file: Path) -> str:
    for _ in range(600):
        if file.exists() and file.stat().st_size:
            address: str = json.loads(file.read_text())["address"]
            return address
        time.sleep(0.1)
    raise AssertionError("the scheduler did not begin")


def _wait_for(address: str, workers: int) -> None:
    from distributed import Client

    with Client(address, timeout=60, set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=120)


def test_a_worker_killed_in_mid_sweep(cluster: Cluster) -> None:
    """Kill -9 for one of two workers in mid-sweep: the result is that of one process here, byte for byte."""
    killed: list[int] = []

    def progress(now: Running) -> None:
        if not killed and now.trials > 0.2 * now.of:
            killed.append(cluster.workers[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    found = sweep(NOVELS, GRID, 250, seed=4, cluster=cluster.address, progress=progress)
    assert killed
    assert found.complete
    assert msgspec.json.encode(found) == msgspec.json.encode(sweep(NOVELS, GRID, 250, seed=4))


def test_an_estimate_on_a_cluster(cluster: Cluster) -> None:
    """Asked with or without tcp://, a cluster gives the bytes that this process gives; nothing is left on it."""
    here = msgspec.json.encode(simulate(NOVELS, 1_500, seed=5))
    for address in (cluster.address, cluster.address.removeprefix("tcp://")):
        assert msgspec.json.encode(simulate(NOVELS, 1_500, seed=5, cluster=address)) == here

    def interrupt(now: Running) -> None:
        if now.trials > 1_000:
            raise KeyboardInterrupt

    found = simulate(NOVELS, 10**7, seed=5, cluster=cluster.address, progress=interrupt)
    assert not found.complete
    assert 1_000 < found.trials < 10**7


@pytest.mark.parametrize("address", ["127.0.0.1", "nobody", "127.0.0.1:0", "127.0.0.1:99999", ":80", "tcp://:"])
def test_what_is_no_address(address: str) -> None:
    """An address without a port, or with an impossible one, is refused at once."""
    with pytest.raises(CannotEstimate, match="is no address"):
        simulate(NOVELS, 10, cluster=address)


def test_nobody_listens() -> None:
    """A port where nobody listens is refused at once."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    start = time.monotonic()
    with pytest.raises(CannotEstimate, match="nothing answers"):
        simulate(NOVELS, 10, cluster=f"127.0.0.1:{port}")
    assert time.monotonic() - start < 10


@pytest.mark.parametrize("greeting", [b"", b"SSH-2.0-OpenSSH_9.2p1 Debian\r\n"])
def test_somebody_else_listens(greeting: bytes) -> None:
    """A server that is no scheduler is given up after a few seconds, whether it says nothing or something else."""

    def greet(server: socket.socket) -> None:
        with server.accept()[0] as line, contextlib.suppress(ConnectionResetError):
            line.sendall(greeting)
            line.recv(1)

    with socket.create_server(("127.0.0.1", 0)) as server:
        other = threading.Thread(target=greet, args=(server,))
        other.start()
        start = time.monotonic()
        with pytest.raises(CannotEstimate, match="no dask scheduler answers"):
            simulate(NOVELS, 10, cluster=f"127.0.0.1:{server.getsockname()[1]}")
        assert time.monotonic() - start < 30
        other.join()


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where dask is not installed one line says what to install."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(CannotEstimate, match=r"pip install 'certamen\[cluster\]'"):
        simulate(NOVELS, 10, cluster="127.0.0.1:8786")
