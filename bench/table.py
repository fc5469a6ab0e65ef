"""Tables on one server with the clients beside it: how soon all see what is done, and how many tables it carries.

As long as the issue asks (2 minutes) with CERTAMEN_SOAK=1, else 20 seconds; the ramp and the throughput are shorter.
"""

import asyncio
import os
import random
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import NamedTuple

from bench import Row, at_least, at_most
from bench._tables import ENCOUNTER, SEATS, Room, Times, Wrong, memory, percentile, server

SOAK = bool(os.environ.get("CERTAMEN_SOAK"))
SECONDS = 120 if SOAK else 20
RAMP_SECONDS = 20 if SOAK else 6
STEPS = (150, 200, 300, 400, 600, 800)
TABLES = 100
CROWD = 10  # tables at once that go as fast as they can
ACK_95, ACK_99, DELIVERY_99, MEGABYTES = 50, 150, 200, 400

Do = Callable[[Room, float], Coroutine[None, None, Times]]


class Load(NamedTuple):
    """What a load came to: milliseconds to the acknowledgement (95 and 99 of 100) and to a delivery (99 of 100)."""

    ack_95: float
    ack_99: float
    delivery_99: float

    @property
    def held(self) -> bool:
        """Whether all three are within what is promised."""
        return self.ack_95 <= ACK_95 and self.ack_99 <= ACK_99 and self.delivery_99 <= DELIVERY_99


def rows() -> Iterator[Row]:
    """The rows of tables: latency, memory, throughput beside a bare server."""
    yield from asyncio.run(_rows())


async def _rows() -> list[Row]:
    found: list[Row] = []
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as (port, pid):
        rooms = [await Room.opened(port, ENCOUNTER) for _ in range(TABLES)]
        load = await steady(rooms, SECONDS)
        found += [
            at_most(f"{TABLES} tables of {SEATS}: acknowledged, ms, 95 of 100", load.ack_95, ACK_95),
            at_most(f"{TABLES} tables of {SEATS}: acknowledged, ms, 99 of 100", load.ack_99, ACK_99),
            at_most(f"{TABLES} tables of {SEATS}: delivered, ms, 99 of 100", load.delivery_99, DELIVERY_99),
            at_most(f"{TABLES} tables of {SEATS}: memory, MB", memory(pid), MEGABYTES),
        ]
        ours, size = await throughput(rooms[:CROWD], Room.talk)
        theirs = await bare(size)
        print(f"  {ours:,.0f} a second said to all, durable; a bare server {theirs:,.0f}; {size:,} bytes each")
        found.append(at_least("throughput of a bare socket server's, one in, seven out", ours / theirs, 0.25))
        turns, size = await throughput(rooms[:CROWD], Room.turn)
        print(f"  {turns:,.0f} turns a second, durable, with a new view for each of six: {SEATS * size:,} bytes in all")
        found.append(await largest(port, rooms))
        await asyncio.gather(*(room.close() for room in rooms))
    return found


async def steady(rooms: list[Room], seconds: float) -> Load:
    """One command a second at each table, talk and turns by turns. Raises Wrong where anything is lost."""
    times = Times([], [])
    begin = time.perf_counter() + 0.5

    async def play(room: Room, phase: float) -> None:
        for k in range(int(seconds)):
            start = begin + phase + k
            await asyncio.sleep(start - time.perf_counter())
            one = await (room.turn if k % 2 else room.talk)(start)
            times.acks.extend(one.acks)
            times.deliveries.extend(one.deliveries)

    await asyncio.gather(*(play(room, random.random()) for room in rooms))
    return Load(percentile(times.acks, 0.95), percentile(times.acks, 0.99), percentile(times.deliveries, 0.99))


async def throughput(rooms: list[Room], do: Do, seconds: float = 5) -> tuple[float, int]:
    """(commands a second, bytes of a delivery) when each table's next command follows the deliveries of the last."""
    before, until = sum(seat.taken for room in rooms for seat in room.seats), time.perf_counter() + seconds
    done = await asyncio.gather(*(_crowd(room, do, until) for room in rooms))
    taken = sum(seat.taken for room in rooms for seat in room.seats) - before
    return sum(done) / seconds, taken // (sum(done) * SEATS)


async def _crowd(room: Room, do: Do, until: float) -> int:
    done = 0
    while (now := time.perf_counter()) < until:
        await do(room, now)
        done += 1
    return done


async def bare(size: int) -> float:
    """Commands a second of a bare server with deliveries of this size."""
    with server(Path(), ("-m", "bench._bare", str(size))) as (port, _):
        rooms = [Room(port, str(k)) for k in range(CROWD)]
        for room in rooms:
            for _ in range(SEATS):
                await room.sit("", reads=False)
        found, _ = await throughput(rooms, Room.talk)
        await asyncio.gather(*(room.close() for room in rooms))
    return found


async def largest(port: int, rooms: list[Room]) -> Row:
    """The most tables that still hold what is promised."""
    most = 0
    for tables in (TABLES, *STEPS):
        while len(rooms) < tables:
            rooms.append(await Room.opened(port, ENCOUNTER))
        try:
            load = await steady(rooms, RAMP_SECONDS)
        except (Wrong, TimeoutError):
            break
        print(f"  {tables} tables: {load.ack_95:.0f}, {load.ack_99:.0f}, {load.delivery_99:.0f} ms")
        if not load.held:
            break
        most = tables
    return at_least("tables that hold it", most, TABLES)
