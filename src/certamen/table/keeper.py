"""The group commit: what several tables have to keep goes to disk as one, and only then does anything go out."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from certamen.table.store import Part, Store, StoreError
from certamen.table.subscription import Subscription

P = ParamSpec("P")
T = TypeVar("T")

PROBE_SECONDS = 0.5
log = logging.getLogger("certamen.table")


class Group:
    """What is kept together: parts of tables, and the frames that go out once they are on disk."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.frames: list[tuple[Subscription, bytes]] = []
        self.saved: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def fail(self, error: StoreError) -> None:
        """Nothing of it was kept."""
        self.saved.set_exception(error)
        self.saved.exception()  # looked at: nobody may be waiting for it


class Keeper:
    """Writes groups, one after another, in a thread of its own, which alone touches the store.

    `trouble` says why nothing can be saved now, "" when all is well; it looks by itself whether it is over.
    """

    def __init__(self, store: Store, failed: Callable[[set[str]], None]) -> None:
        self.store = store
        self.trouble = ""
        self.groups = self.parts = self.failures = 0
        self.group = Group()
        self._failed = failed
        self._thread = ThreadPoolExecutor(1, "store")
        self._wanted = asyncio.Event()
        self._stopping = False
        self._task = asyncio.create_task(self._write(), name="keeper")
        self._recovery: asyncio.Task[None] | None = None

    async def ask(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function of the store gives, called in its thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: function(*args, **kwargs))

    def add(self, part: Part) -> Group:
        """Keep a part with the next group; gives the group."""
        self.group.parts.append(part)
        self._wanted.set()
        return self.group

    async def _write(self) -> None:
        while not (self._stopping and not self.group.parts):
            await self._wanted.wait()
            self._wanted.clear()
            if not self.group.parts:
                continue
            group, self.group = self.group, Group()
            try:
                await self.ask(self.store.save, group.parts)
            except StoreError as error:
                self._refuse(group, error)
            except Exception:
                log.exception("a fault of the store")
                self._refuse(group, StoreError("it cannot be saved: a fault of the program, which has been noted"))
            else:
                self._release(group)

    def _release(self, group: Group) -> None:
        self.groups += 1
        self.parts += len(group.parts)
        for subscription, frame in group.frames:
            subscription.put(frame)
        group.saved.set_result(None)

    def _refuse(self, group: Group, error: StoreError) -> None:
        """Neither this group nor what came after it was kept: all their tables go back to what is on disk."""
        self.failures += 1
        later, self.group = self.group, Group()
        tables = {part.table for part in (*group.parts, *later.parts)}
        self.trouble = str(error)
        log.error("nothing can be saved: %s", error)
        group.fail(error)
        later.fail(error)
        self._failed(tables)
        if self._recovery is None or self._recovery.done():
            self._recovery = asyncio.create_task(self._recover(), name="recovery")

    async def _recover(self) -> None:
        while self.trouble:
            await asyncio.sleep(PROBE_SECONDS)
            try:
                await self.ask(self.store.probe)
            except StoreError as error:
                self.trouble = str(error)
            else:
                self.trouble = ""
                log.warning("it can be saved again")

    async def stop(self) -> None:
        """Write what waits, then close the store."""
        self._stopping = True
        self._wanted.set()
        await self._task
        if self._recovery is not None:
            self._recovery.cancel()
        await self.ask(self.store.close)
        self._thread.shutdown()
