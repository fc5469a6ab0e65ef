"""All tables of a server: opened when wanted, closed when idle; nothing is told before it is on disk."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from certamen.kernel.errors import CertamenError
from certamen.table.background import Background
from certamen.table.keeper import Keeper
from certamen.table.opened import Open, counted, links, restored
from certamen.table.protocol import Answer, Command
from certamen.table.store import Room, Store, StoreError
from certamen.table.subscription import Subscription
from certamen.table.table import Table

P = ParamSpec("P")
T = TypeVar("T")

IDLE_SECONDS = 300.0
SHORTEST_WAIT = 0.05
CLOCK_AGAIN = 1.0
GRACE_MS = 5_000
"""A table's clock takes nothing for so long after it was opened: people are still on their way back."""
CANNOT_OPEN = "the table cannot be opened now; try again"
FAULT = "nothing was changed: a fault of the program, which has been noted"
REVOKED = "the link of this seat was revoked; ask the game master for a new one"
DELETED = "the table was deleted"
STOPS = "the server stops"
log = logging.getLogger("certamen.table")


class NoTable(StoreError):
    """There is no table of this id."""


def now_ms() -> int:
    """Unix time in milliseconds."""
    return time.time_ns() // 1_000_000


class Host:
    """The tables of one server, for one event loop: `async with Host(store) as host`.

    Its functions raise NoTable for an id that is not kept, StoreError for what could not be read or saved.
    """

    def __init__(self, store: Store, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self.store = store
        self.keeper: Keeper
        self._idle_seconds = idle_seconds
        self._open: dict[str, Open] = {}
        self._background = Background()
        self._stopping = False

    async def __aenter__(self) -> "Host":
        """Begin to keep; tables whose clock runs are opened."""
        self.keeper = Keeper(self.store, self._roll_back)
        self._background.spawn(self._close_idle())
        for room in await self.rooms():
            if room.due:
                self._background.spawn(self._ready(room.id))
        return self

    async def __aexit__(self, *_: object) -> None:
        """Say goodbye to all, save what waits, close the store. Nothing may be asked after."""
        self._stopping = True
        for opened in self._open.values():
            opened.end(STOPS)
            opened.close()
            self._save_state(opened)
        await self._background.stop()
        await self.keeper.stop()

    # --- tables ----------------------------------------------------------------------------------------------

    async def rooms(self) -> tuple[Room, ...]:
        """The rows of all tables, the newest first."""
        return await self.ask(self.store.rooms)

    async def add(self, table: Table, room: Room) -> None:
        """Keep a new table, with the records it has to keep, and leave it open."""
        self._check()
        opened = Open(room.id)
        opened.begin(room, table)
        self._open[room.id] = opened
        self._take(opened, new=True)
        await self._on_disk(opened)

    async def delete(self, table: str) -> None:
        """Forget a table; all who sit there are told so."""
        opened = await self._ready(table)
        while opened.group is not None:
            await self._on_disk(opened)
        opened.end(DELETED)
        self._close(opened)
        await self.ask(self.store.delete, table)

    async def ask(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function of the store gives (`host.ask(host.store.session, id)`), called in the store's thread."""
        return await self.keeper.ask(function, *args, **kwargs)

    # --- what is done and looked at --------------------------------------------------------------------------

    async def submit(self, table: str, seat: str, command: Command) -> Answer:
        """What became of a seat's command: on disk, or refused. Commands of a table are done in the order given."""
        put_out: list[str] = []

        def doing(room: Table, now: int) -> Answer:
            before = links(room)
            answer = room.submit(seat, command, now)
            put_out.extend(before[link] for link in before.keys() - links(room).keys())
            return answer

        try:
            answer = await self.change(table, doing)
        except NoTable:
            raise
        except StoreError as error:
            return Answer(command.id, done=False, reason=f"nothing was changed: {error}")
        except Exception:
            log.exception("a fault at table %s", table)
            return Answer(command.id, done=False, reason=FAULT)
        for one in put_out:
            await self.put_out(table, one)
        return answer

    async def change(self, table: str, do: Callable[[Table, int], T]) -> T:
        """Do something to a table (given with the time in ms); what it gave, once that is on disk.

        What `do` raises is raised; nothing was changed then. After a fault of the program the table is opened again.
        """
        opened = await self._ready(table)
        self._check()
        try:
            result = do(opened.here, now_ms())
        except CertamenError:
            raise
        except Exception:
            self._open_again(opened)
            raise
        self._take(opened)
        await self._on_disk(opened)
        return result

    async def read(self, table: str, look: Callable[[Table], T]) -> T:
        """Look at a table; what it gave, once all it may tell of is on disk."""
        while True:
            opened = await self._ready(table)
            result = look(opened.here)
            try:
                await self._on_disk(opened)
            except StoreError:
                continue
            return result

    # --- looking on ------------------------------------------------------------------------------------------

    async def subscribe(self, table: str, seat: str, n: int | None = None) -> Subscription:
        """A connection of a seat: it gets what the seat missed since its frame n, or a snapshot, and all that follows.

        Whoever is told "too slow" or put out finds `Subscription.ended` set.
        """
        opened = await self._ready(table)
        subscription = Subscription(table, seat)
        if seat in links(opened.here).values():
            opened.add(subscription, n)
        else:
            subscription.end(REVOKED)
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        """The connection is gone."""
        subscription.end("")
        opened = self._open.get(subscription.table)
        if opened is not None:
            opened.used = time.monotonic()
            opened.tell_presence()

    async def put_out(self, table: str, seat: str, reason: str = REVOKED) -> None:
        """End all connections and sessions of a seat."""
        opened = self._open.get(table)
        if opened is not None:
            opened.end(reason, seat)
        with contextlib.suppress(StoreError):  # they are of a link that opens nothing any more
            await self.ask(self.store.end_sessions, table, seat=seat)

    def counts(self) -> dict[str, int]:
        """Tables open, connections, frames that wait, groups and parts kept, failures: for who watches the server."""
        return counted(self._open.values(), self.keeper)

    # --- keeping ---------------------------------------------------------------------------------------------

    def _check(self) -> None:
        if self._stopping:
            raise StoreError(STOPS)
        if self.keeper.trouble:
            raise StoreError(self.keeper.trouble)

    def _take(self, opened: Open, *, new: bool = False) -> None:
        """Give the keeper what a table has to keep, and send its news behind it."""
        part = opened.take(now_ms(), new=new)
        if part is not None:
            opened.hold_for(self.keeper.add(part))
            opened.send_news()
        self._set_timer(opened)

    def _save_state(self, opened: Open) -> None:
        """Keep the state as it is, so that the table opens fast."""
        part = opened.take_state()
        if part is not None:
            opened.hold_for(self.keeper.add(part))

    async def _on_disk(self, opened: Open) -> None:
        """Return when all that was done so far is on disk. Raises StoreError when it was not kept."""
        if opened.group is not None:
            await asyncio.shield(opened.group.saved)

    def _roll_back(self, tables: set[str]) -> None:
        """These tables have in memory what is not on disk: open them again."""
        for opened in [self._open[table] for table in tables if table in self._open]:
            self._open_again(opened)

    # --- opening and closing ---------------------------------------------------------------------------------

    async def _ready(self, table: str) -> Open:
        """The table, opened."""
        while True:
            if self._stopping:
                raise StoreError(STOPS)
            opened = self._open.get(table)
            if opened is None:
                opened = self._open[table] = Open(table)
                self._open_again(opened)
            if opened.table is not None:
                opened.used = time.monotonic()
                return opened
            assert opened.opening is not None  # begun when the table was taken away
            await asyncio.shield(opened.opening)

    def _open_again(self, opened: Open) -> None:
        if not self._stopping:
            opened.table = None
            opened.opening = self._background.spawn(self._load(opened))

    async def _load(self, opened: Open) -> None:
        if opened.group is not None:
            await asyncio.wait([opened.group.saved])
        try:
            stored = await self.ask(self.store.load, opened.id)
            if stored is None:
                raise NoTable(f"there is no table {opened.id[:64]}")
            table = await asyncio.to_thread(restored, stored, now_ms())
        except BaseException as error:
            self._open.pop(opened.id, None)
            opened.end(CANNOT_OPEN)
            if not isinstance(error, NoTable | asyncio.CancelledError):
                log.exception("table %s cannot be opened", opened.id)
            raise
        opened.begin(stored.room, table, stored)
        opened.ready_ms = now_ms() + GRACE_MS
        opened.send_snapshots()
        self._set_timer(opened)

    async def _close_idle(self) -> None:
        while True:
            await asyncio.sleep(self._idle_seconds / 10)
            for opened in list(self._open.values()):
                if opened.table is None or opened.group or opened.subscriptions or opened.timer is not None:
                    continue
                if time.monotonic() - opened.used > self._idle_seconds:
                    self._save_state(opened)
                    if opened.group is None:
                        self._close(opened)

    def _close(self, opened: Open) -> None:
        opened.close()
        self._open.pop(opened.id, None)

    # --- the clock -------------------------------------------------------------------------------------------

    def _set_timer(self, opened: Open) -> None:
        """See to it that what its clock takes next is taken in time."""
        if opened.timer is not None:
            opened.timer.cancel()
            opened.timer = None
        due = opened.here.due(now_ms())
        if due:
            wait = max(SHORTEST_WAIT, (max(due, opened.ready_ms) - now_ms()) / 1000)
            opened.timer = self._background.later(wait, lambda: self._tick(opened.id))

    async def _tick(self, table: str) -> None:
        try:
            await self.change(table, lambda room, now: room.tick(now))
        except CertamenError as error:
            log.warning("table %s: its clock: %s", table, error)
            await asyncio.sleep(CLOCK_AGAIN)
            self._set_timer(await self._ready(table))
