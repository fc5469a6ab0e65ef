"""Hosts for tests: the real store in a folder, real tables, a store that can be made to wait or to fail."""

import asyncio
import itertools
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from certamen.files import encounter
from certamen.files.examples import examples
from certamen.kernel.state import state_hash
from certamen.table.host import Host, now_ms
from certamen.table.protocol import Act, Answer, Command, Deed, Invite
from certamen.table.sqlite import SqliteStore
from certamen.table.store import Part, Room, StoreError
from certamen.table.subscription import Subscription
from certamen.table.table import OWNER, Table

_ids = itertools.count(1)


class Slow(SqliteStore):
    """The real store, which can be made to wait before it saves, or to fail instead."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.gate = threading.Event()
        self.gate.set()
        self.failing = ""

    def save(self, parts: Sequence[Part]) -> None:
        """As it says, once the gate is open."""
        self.gate.wait(10)
        if self.failing:
            raise StoreError(self.failing)
        super().save(parts)

    def probe(self) -> None:
        """Whether it fails now."""
        if self.failing:
            raise StoreError(self.failing)
        super().probe()


@asynccontextmanager
async def hosting(folder: Path, **options: float) -> AsyncIterator[tuple[Host, Slow]]:
    """A host of the tables in a folder."""
    store = Slow(folder)
    async with Host(store, **options) as host:
        yield host, store


async def add_table(host: Host, id: str = "depot", example: str = "starcluster/depot") -> str:
    """A new table of an example; its id."""
    one = encounter.load(examples() / f"{example}.yaml")
    table, _ = Table.create(one, id=id, now=now_ms())
    room = Room(
        id=id,
        title=table.title,
        ruleset=one.ruleset,
        version=table.version,
        created=now_ms(),
        touched=now_ms(),
        keys=table.keys,
    )
    await host.add(table, room)
    return id


def command(deed: Deed, id: str = "") -> Command:
    return Command(id or f"c{next(_ids)}", deed)


def say(text: str) -> Deed:
    return Act("gm", "say", {"text": text, "to": "all"})


async def do(host: Host, deed: Deed, table: str = "depot", seat: str = OWNER, id: str = "") -> Answer:
    return await host.submit(table, seat, command(deed, id))


async def invite(host: Host, *characters: str, table: str = "depot") -> str:
    """A player's seat."""
    answer = await do(host, Invite("player", "Peter", characters), table)
    return str(answer.result["seat"])


def waiting(subscription: Subscription) -> list[dict[str, Any]]:
    """The frames that wait to be taken, taken."""
    return [msgspec.json.decode(frame) for frame in [*subscription._frames] if subscription._frames.popleft()]


def types(subscription: Subscription) -> list[str]:
    """The types of the frames that wait, taken; who is here is left out."""
    return [frame["type"] for frame in waiting(subscription) if frame["type"] != "presence"]


async def until(holds: Callable[[], bool], seconds: float = 5) -> None:
    """Wait until it holds."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.005)


def run(work: Awaitable[None]) -> None:
    """Run a test's coroutine."""

    async def running() -> None:
        await work

    asyncio.run(running())


def hash_of(table: Table) -> str:
    """The hash of a table's state."""
    assert table.contest is not None
    return state_hash(table.contest.state)
