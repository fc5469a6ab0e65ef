"""A disk that is full, or takes part of a write: a clear refusal, the table readable, and it recovers by itself."""

import asyncio
import os
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from certamen.files.examples import examples
from certamen.kernel.journal import replay
from certamen.rulesets import find
from certamen.table import fair
from certamen.table.database import problems
from certamen.table.protocol import Answer
from certamen.table.reopen import journal_of
from certamen.table.store import Stored
from certamen.table.table import OWNER, Table
from tests.table.hosts import Slow, add_table, do, hosting, run, say, types, until
from tests.web.serving import Server

REFUSED = (
    "nothing was changed: it cannot be saved: the disk is full",
    "nothing was changed: it cannot be saved: the disk does not take it (is it full, or broken?)",
)


@contextmanager
def files_at_most(size: int) -> Iterator[None]:
    """No file of this process grows beyond so many bytes: a write across the limit is cut short, the next one fails."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def pages_at_most(store: Slow, more: int) -> Iterator[None]:
    """SQLite's own limit: it says the disk is full after so many pages more."""
    (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
    store._connection.execute(f"PRAGMA max_page_count = {pages + more}")
    try:
        yield
    finally:
        store._connection.execute("PRAGMA max_page_count = 1000000000")


def said(table: Table) -> int:
    """How often something was said."""
    return sum(line.event.type == "say" for line in table.ledger.lines)


def sound(folder: Path, stored: Stored) -> None:
    """The file and the journal in it are whole."""
    assert problems(folder / "tables.db") == []
    journal, _ = journal_of(stored)
    assert replay(journal, find(journal.header.ruleset), source=fair.source(stored.room.keys)).why == ""


@pytest.mark.parametrize("over", [0, 1, 100, 4096, 5000, 40_000])
def test_a_write_cut_short_is_refused_and_nothing_of_it_stays(over: int, tmp_path: Path) -> None:
    async def work() -> None:
        async with hosting(tmp_path) as (host, store):
            await add_table(host)
            await add_table(host, "alley")
            owner = await host.subscribe("depot", OWNER)
            done = 0
            with files_at_most((tmp_path / "tables.db-wal").stat().st_size + over):
                answer = Answer("", done=True)
                while answer.done:
                    answer = await do(host, say("x" * 800))
                    done += answer.done
                assert answer.reason in REFUSED
                assert await host.read("depot", said) == done
                assert (await host.read("depot", lambda table: table.snapshot(OWNER))).startswith(b'{"type":"snapshot"')
                others = await asyncio.gather(*(do(host, say("no"), table) for table in ("depot", "alley")))
                assert {one.reason for one in others} <= set(REFUSED)
                assert types(owner).count("update") == done
                await asyncio.sleep(0.7)
                assert host.keeper.trouble
            await until(lambda: not host.keeper.trouble)
            assert (await do(host, say("again"))).done
            assert (await do(host, say("again"), "alley")).done
            assert await host.read("depot", said) == done + 1
            stored = await host.ask(store.load, "depot")
        assert stored is not None
        sound(tmp_path, stored)

    run(work())


def test_a_full_database_is_refused_and_recovers(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosting(tmp_path) as (host, store):
            await add_table(host)
            with pages_at_most(store, 3):
                answers = [await do(host, say("x" * 800)) for _ in range(30)]
                done = sum(one.done for one in answers)
                assert 0 < done < 30
                assert answers[-1].reason == REFUSED[0]
                assert await host.read("depot", said) == done
            await until(lambda: not host.keeper.trouble)
            assert (await do(host, say("again"))).done
            stored = await host.ask(store.load, "depot")
        assert stored is not None
        sound(tmp_path, stored)

    run(work())


def test_a_stop_while_the_disk_is_full_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    async def begin() -> int:
        done = 0
        async with hosting(tmp_path) as (host, _):
            await add_table(host)
            size = (tmp_path / "tables.db-wal").stat().st_size
            soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20_000, hard))
            for _ in range(30):
                done += (await do(host, say("x" * 800))).done
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        return done

    async def again(done: int) -> None:
        async with hosting(tmp_path) as (host, store):
            assert await host.read("depot", said) == done
            stored = await host.ask(store.load, "depot")
        assert stored is not None
        sound(tmp_path, stored)

    done = asyncio.run(begin())
    assert 0 < done < 30
    run(again(done))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 6 MB, where one may be mounted."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    made = (
        mount
        and os.geteuid() == 0
        and subprocess.run([mount, "-t", "tmpfs", "-o", "size=6m", "tmpfs", folder], check=False)
    )
    if not made or made.returncode:
        pytest.skip("no disk may be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def test_the_server_on_a_full_disk(small_disk: Path) -> None:
    server = Server(small_disk / "data", "--unlimited", "--log-level", "error")
    server.errors = small_disk.parent / "log"
    server.start()
    try:
        with server.browser() as gm:
            yaml = (examples() / "starcluster" / "duel.yaml").read_text(encoding="utf-8")
            table = gm.open_table(yaml)["table"]
            assert gm.do(table, SAY)["done"]
            fill(small_disk / "ballast")
            refused = refusal(gm.do, table)
            assert refused in REFUSED
            assert gm.get(f"/api/tables/{table}/snapshot").status_code == 200
            server.stop(signal.SIGKILL)
            server.start()
            assert gm.get(f"/api/tables/{table}/snapshot").status_code == 200
            (small_disk / "ballast").unlink()
            end = time.monotonic() + 9
            while not gm.do(table, SAY)["done"]:
                assert time.monotonic() < end
                time.sleep(0.1)
    finally:
        server.stop()
    assert problems(small_disk / "data" / "tables.db") == []


SAY = {"do": "act", "actor": "gm", "verb": "say", "values": {"text": "x" * 900, "to": "all"}}


def fill(path: Path) -> None:
    """Write until the disk is full."""
    with path.open("wb", buffering=0) as file:
        for size in (65_536, 4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue


def refusal(do: object, table: str) -> str:
    """Why the first command is refused that finds no room any more."""
    assert callable(do)
    for _ in range(2000):
        answer = do(table, SAY)
        if not answer["done"]:
            return str(answer["reason"])
    return "never"
