"""Clients of a server of tables, counted and timed: they open tables, sit down, send commands and take the frames."""

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

SEATS = 6
LOST = 10
"""Seconds after which a delivery counts as lost."""
PLAYERS = ("ada", "ben", "cleo", "dan", "eve")
TALK = "Hold the door until the last of us is through, then drop the bar and run for the boats."
ENCOUNTER = """
certamen: 1
ruleset: dualaction
title: The bench
shown: words
scene: {width: 12, height: 8}
participants:
""" + "".join(
    f'  - {{id: {name}, side: {side}, player: {name}, at: "{at}", sheet: {{hp: 900, skills: {{melee: 4}}, '
    f"weapons: [{{name: axe, skill: melee, damage: 6-9}}]}}}}\n"
    for name, side, at in (
        ("ada", "crew", "2,2"),
        ("ben", "crew", "2,4"),
        ("cleo", "crew", "2,6"),
        ("dan", "gang", "9,2"),
        ("eve", "gang", "9,4"),
    )
)
"""Five characters of five players on a map; the game master is the sixth seat."""


class Head(msgspec.Struct):
    """What is read of every message."""

    type: str
    n: int = -1
    id: str = ""
    done: bool = False
    reason: str = ""
    result: dict[str, Any] = {}


class Owner(msgspec.Struct):
    """What the game master's page reads of a frame: what is asked."""

    view: dict[str, Any] | None = None


class Times(NamedTuple):
    """Milliseconds: from each command to its acknowledgement, and to its arrival at each of the six seats."""

    acks: list[float]
    deliveries: list[float]


class Wrong(Exception):
    """A frame is missing, doubled or out of order, or a command was refused."""


@contextmanager
def server(data: Path, command: tuple[str, ...] = ()) -> Iterator[tuple[int, int]]:
    """A server's (port, process id) while it runs: `certamen serve`, or another command that prints its address."""
    serve = ("-m", "certamen", "serve", "--port", "0", "--data", str(data), "--unlimited", "--log-level", "warning")
    with subprocess.Popen([sys.executable, *(command or serve)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None  # it was begun with one
        try:
            found = re.search(r"http://[^/:\s]+:(\d+)/", process.stdout.readline())
            if found is None:
                raise Wrong("the server told no address")
            yield int(found.group(1)), process.pid
        finally:
            process.terminate()


def memory(pid: int) -> float:
    """The most megabytes a process has held."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def percentile(values: list[float], share: float) -> float:
    """The value that `share` of them do not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


class Seat:
    """One open page: its socket, the number of its last frame, and what waits to be seen by it."""

    def __init__(self, cookie: str) -> None:
        self.cookie = cookie
        self.n = -1
        self.taken = 0  # bytes of all frames
        self.view: dict[str, Any] = {}
        self.answers: dict[str, asyncio.Future[Head]] = {}
        self.arrivals: list[asyncio.Future[float]] = []
        self.line: ClientConnection
        self.reading: asyncio.Task[None]

    async def open(self, port: int, table: str, *, reads: bool) -> None:
        """Connect; `reads`: it keeps what the view says, else only the frames' numbers."""
        uri = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
        headers = {"Cookie": self.cookie, "Origin": f"http://127.0.0.1:{port}"}
        self.line = await connect(uri, additional_headers=headers, max_size=None, compression=None)
        ready = asyncio.get_running_loop().create_future()
        self.reading = asyncio.create_task(self._read(ready, reads=reads))
        await ready

    async def _read(self, ready: asyncio.Future[None], *, reads: bool) -> None:
        head, owner = msgspec.json.Decoder(Head), msgspec.json.Decoder(Owner)
        async for message in self.line:
            now = time.perf_counter()
            one = head.decode(message)
            if one.type == "answer":
                self.answers.pop(one.id).set_result(one)
                continue
            if one.n < 0:
                continue
            if self.n >= 0 and one.n != self.n + 1:
                raise Wrong(f"frame {one.n} after {self.n}")
            self.n = one.n
            self.taken += len(message)
            if reads and (view := owner.decode(message).view) is not None:
                self.view = view
            if not ready.done():
                ready.set_result(None)
            elif one.type == "update" and self.arrivals:
                self.arrivals.pop(0).set_result(now)

    async def send(self, id: str, deed: dict[str, Any]) -> Head:
        """Send a command and wait for its answer."""
        answer: asyncio.Future[Head] = asyncio.get_running_loop().create_future()
        self.answers[id] = answer
        await self.line.send(json.dumps({"id": id, "deed": deed}))
        return await answer


class Room:
    """One table and its six seats."""

    def __init__(self, port: int, id: str) -> None:
        self.port = port
        self.id = id
        self.seats: list[Seat] = []
        self.sent = 0

    @classmethod
    async def opened(cls, port: int, encounter: str) -> "Room":
        """A new table with all its seats taken."""
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as browser:
            origin = {"Origin": f"http://127.0.0.1:{port}"}
            answer = await browser.post("/api/tables", json={"yaml": encounter}, headers=origin)
            answer.raise_for_status()
            room = cls(port, answer.json()["table"])
            await room.sit(answer.headers["set-cookie"], reads=True)
            for name in PLAYERS:
                token = await room._invite(name)
                browser.cookies.clear()
                value = {"token": f"{room.id}.{token}", "value": f"{len(room.seats):032x}"}
                joined = await browser.post("/api/join", json=value, headers=origin)
                joined.raise_for_status()
                await room.sit(joined.headers["set-cookie"])
        return room

    async def sit(self, cookie: str, *, reads: bool = False) -> None:
        """One more open page, of the seat whose cookie it is."""
        seat = Seat(cookie.partition(";")[0])
        await seat.open(self.port, self.id, reads=reads)
        self.seats.append(seat)

    async def _invite(self, name: str) -> str:
        deed = {"do": "invite", "kind": "player", "name": name, "characters": [name]}
        return str((await self.seats[0].send(f"invite-{name}", deed)).result["token"])

    async def talk(self, start: float) -> Times:
        """Somebody says something to all: ms since `start` until acknowledged, and until each seat has it."""
        seat = self.seats[self.sent % SEATS]
        values = {"text": TALK, "to": "all", "about": 0}
        actor = "gm" if seat is self.seats[0] else PLAYERS[self.sent % SEATS - 1]
        return await self._timed(seat, {"do": "act", "actor": actor, "verb": "say", "values": values}, start)

    async def turn(self, start: float) -> Times:
        """Whose turn it is ends it."""
        asked = self.seats[0].view["asked"][0]
        seat = self.seats[1 + PLAYERS.index(asked["who"])]
        deed = {"do": "act", "actor": asked["who"], "verb": "end", "values": {}, "request": asked["id"]}
        return await self._timed(seat, deed, start)

    async def _timed(self, seat: Seat, deed: dict[str, Any], start: float) -> Times:
        self.sent += 1
        loop = asyncio.get_running_loop()
        arrivals = [loop.create_future() for _ in self.seats]
        for one, arrival in zip(self.seats, arrivals, strict=True):
            one.arrivals.append(arrival)
        answer = await seat.send(str(self.sent), deed)
        acknowledged = time.perf_counter()
        if not answer.done:
            raise Wrong(answer.reason)
        async with asyncio.timeout(LOST):
            arrived = await asyncio.gather(*arrivals)
        return Times([1000 * (acknowledged - start)], [1000 * (one - start) for one in arrived])

    async def close(self) -> None:
        """All leave."""
        for seat in self.seats:
            seat.reading.cancel()
            await seat.line.close()
