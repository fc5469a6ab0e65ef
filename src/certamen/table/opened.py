"""A table in memory, with who looks on: frames on their way out, who is here, when its clock next takes something."""

import asyncio
import gc
import time
from collections.abc import Collection

import msgspec
from msgspec.structs import replace

from certamen.table.keeper import Group, Keeper
from certamen.table.protocol import Presence
from certamen.table.reopen import last_entry, state_to_save
from certamen.table.store import Part, Room, SavedState, Stored
from certamen.table.subscription import Subscription
from certamen.table.table import Table

PRESENCE_SECONDS = 0.2
RECORDS_BETWEEN_STATES = 100


def restored(stored: Stored, now: int) -> Table:
    """The table (now: Unix time in ms); nothing is swept meanwhile, which would take longest."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        return Table.restore(stored, now)
    finally:
        if collecting:
            gc.enable()


def links(table: Table) -> dict[str, str]:
    """The seats by what opens them now (the hash of a token)."""
    return {seat.token: seat.id for seat in table.seats if not seat.revoked}


class Open:
    """A table in memory. `table` is None while it is being opened: at first, and again after something was not kept.

    entry: the record whose entry led to the state now (`reopen.last_entry`); unsaved: records since a state was last
    kept; ready_ms: its clock takes nothing before (Unix time); used: when it was last wanted (`time.monotonic`).
    """

    def __init__(self, id: str) -> None:
        self.id = id
        self.room: Room
        self.table: Table | None = None
        self.opening: asyncio.Task[None] | None = None
        self.subscriptions: list[Subscription] = []
        self.used = time.monotonic()
        self.entry = 0
        self.unsaved = 0
        self.ready_ms = 0
        self.timer: asyncio.TimerHandle | None = None
        self._group: Group | None = None
        self._present: tuple[str, ...] = ()
        self._telling: asyncio.TimerHandle | None = None

    def begin(self, room: Room, table: Table, stored: Stored | None = None) -> None:
        """The table is here: a new one, or opened from what is stored."""
        self.room, self.table = room, table
        if stored is not None:
            self.entry = last_entry(stored.records)
            self.unsaved = len(stored.records) - (stored.states[-1].n if stored.states else 0)

    @property
    def here(self) -> Table:
        """The table, where it is known to be there."""
        assert self.table is not None  # who asks has waited for it
        return self.table

    # --- what has to be kept ---------------------------------------------------------------------------------

    def take(self, now: int, *, new: bool = False) -> Part | None:
        """What it has to keep since this was last asked, its row where that is new or differs; None for nothing."""
        records = self.here.take_records()
        if not records and not new:
            return None
        self.used = time.monotonic()
        self.entry = last_entry(records, self.entry)
        self.unsaved += len(records)
        due = self.here.due(now) or 0
        room = replace(self.room, due=due, title=self.here.title, version=self.here.version)
        row = room if new or room != self.room else None
        self.room = room
        states = self._state() if self.unsaved >= RECORDS_BETWEEN_STATES else ()
        return Part(self.id, tuple(records), states, row)

    def take_state(self) -> Part | None:
        """The state, to be kept now; None where the one kept last is no older, or this one follows no act."""
        states = self._state() if self.unsaved else ()
        return Part(self.id, states=states) if states else None

    def _state(self) -> tuple[SavedState, ...]:
        contest = self.table.contest if self.table is not None else None
        if contest is None or not self.entry:
            return ()
        state = state_to_save(contest, self.entry)
        if state is None:
            return ()
        self.unsaved = 0
        return (state,)

    # --- what goes out ---------------------------------------------------------------------------------------

    @property
    def group(self) -> Group | None:
        """The newest group of it that is not on disk yet, None when all is."""
        if self._group is not None and self._group.saved.done():
            self._group = None
        return self._group

    def hold_for(self, group: Group) -> None:
        """What is sent from now on waits until this group is on disk."""
        self._group = group

    def send(self, subscription: Subscription, frame: bytes) -> None:
        """Send a frame as soon as all it may tell of is on disk."""
        if self.group is None:
            subscription.put(frame)
        else:
            self.group.frames.append((subscription, frame))

    def send_news(self) -> None:
        """Send each seat what is new to it."""
        listening = [one for one in self.subscriptions if not one.ended.is_set()]
        news = {seat: self.here.frames(seat) for seat in {one.seat for one in listening}}
        for subscription in listening:
            for frame in news[subscription.seat]:
                self.send(subscription, frame)

    def send_snapshots(self) -> None:
        """Send each seat the whole, as it is."""
        for subscription in self.subscriptions:
            if not subscription.ended.is_set():
                self.send(subscription, self.here.snapshot(subscription.seat))

    def add(self, subscription: Subscription, n: int | None) -> None:
        """Let a connection look on, from its frame n on, or from a snapshot."""
        self.send_news()
        self.here.frames(subscription.seat)  # made while nobody was there: `since` has them
        missed = self.here.since(subscription.seat, n) if n is not None else None
        for frame in [self.here.snapshot(subscription.seat)] if missed is None else missed:
            self.send(subscription, frame)
        self.subscriptions.append(subscription)
        self.send(subscription, msgspec.json.encode(Presence(self._present)))
        self.tell_presence()

    def tell_presence(self) -> None:
        """Tell all who is here, a moment from now, so that many who come or go at once are told of once."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._tell_presence)

    def _tell_presence(self) -> None:
        self._telling = None
        self.subscriptions = [one for one in self.subscriptions if not one.ended.is_set()]
        present = tuple(sorted({one.seat for one in self.subscriptions}))
        if present != self._present:
            self._present = present
            frame = msgspec.json.encode(Presence(present))
            for subscription in self.subscriptions:
                subscription.put(frame)

    def end(self, reason: str, seat: str | None = None) -> None:
        """End all connections, or those of one seat."""
        for subscription in self.subscriptions:
            if seat in (None, subscription.seat):
                subscription.end(reason)
        self.tell_presence()

    def close(self) -> None:
        """Let go of timers."""
        for timer in (self.timer, self._telling):
            if timer is not None:
                timer.cancel()


def counted(tables: Collection[Open], keeper: Keeper) -> dict[str, int]:
    """How many tables, connections, frames that wait, groups and parts kept, failures."""
    subscriptions = [one for opened in tables for one in opened.subscriptions]
    return {
        "tables": len(tables),
        "connections": len(subscriptions),
        "frames_waiting": sum(one.waiting for one in subscriptions),
        "groups": keeper.groups,
        "parts": keeper.parts,
        "failures": keeper.failures,
    }
