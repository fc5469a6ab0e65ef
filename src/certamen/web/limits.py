"""What one client may ask of the server: how often, how much at once, so that none can slow the others."""

import ipaddress
import math
import re
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from certamen.web.errors import turned_away

MOST_KEYS = 10_000
LONGEST_MESSAGE = 256 * 1024
"""Bytes of one message over a socket: the longest command, a group of acts, is far under it."""
MEGABYTE = 1024 * 1024
SMALL = 2 * MEGABYTE
BODIES = {"/api/maps": 40 * MEGABYTE, "/api/tables/import": 64 * MEGABYTE, "/api/verify": 64 * MEGABYTE}
PICTURE = 25 * MEGABYTE

MUCH = "this is too much at once: try again in a moment"
HEAVY = re.compile(
    r"/(check|build|form|maps|import|verify|odds|advise|prepare|qr|rulesets|log|log\.md|log\.json|journal|export)(/|$)"
)
DOORS = re.compile("^/api/(join|peek|host)$")


class Rate:
    """So many a second for each key, and so many at once after a while of quiet.

    >>> rate = Rate(10, 2)
    >>> [rate.wait("a", now=0.0), rate.wait("a", now=0.0), rate.wait("a", now=0.0), rate.wait("b", now=0.0)]
    [0.0, 0.0, 0.1, 0.0]
    """

    def __init__(self, per_second: float, burst: int) -> None:
        self.per_second, self.burst = per_second, burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, key: str, now: float | None = None) -> float:
        """0.0: it may be done, and is counted. Else how many seconds to wait before it may."""
        now = time.monotonic() if now is None else now
        left, at = self._left.pop(key, (float(self.burst), now))
        left = min(self.burst, left + (now - at) * self.per_second)
        enough = left >= 1
        self._left[key] = (left - 1 if enough else left, now)
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return 0.0 if enough else (1 - left) / self.per_second


class Count:
    """How many of something each key holds at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: dict[str, int] = {}

    @contextmanager
    def one(self, key: str) -> Iterator[bool]:
        """Holds one more while inside; False, and nothing held, when there are as many as may be."""
        if self._held.get(key, 0) >= self.most:
            yield False
            return
        self._held[key] = self._held.get(key, 0) + 1
        try:
            yield True
        finally:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]


class Limits:
    """All limits of a server. `limited`: also those by address, which a load test or an unknown proxy would meet."""

    def __init__(self, limited: bool) -> None:
        much = 1_000_000
        self.requests = Rate(50, 300) if limited else Rate(much, much)
        self.heavy = Rate(5, 30) if limited else Rate(much, much)
        self.doors = Rate(5, 40) if limited else Rate(much, much)
        self.commands = Rate(20, 60)
        self.at_once = Count(100 if limited else much)
        self.large = Count(3)
        self.sockets_of_address = Count(400 if limited else much)
        self.sockets_of_seat = Count(10)

    def refusal(self, path: str, address: str) -> float:
        """How many seconds this address must wait with such a request; 0.0: it may."""
        heavy = path.startswith("/api/") and HEAVY.search(path)
        kind = self.heavy if heavy else self.doors if DOORS.match(path) else self.requests
        return kind.wait(address)


def address_of(scope: Scope) -> str:
    """Who asks, for counting: the address; of IPv6 the network of 64 bits, which one household has to itself."""
    text: str = (scope.get("client") or ("", 0))[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped or ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return text


def most_bytes(path: str) -> int:
    """How large the body of a request to this path may be."""
    if path.endswith("/commands"):
        return LONGEST_MESSAGE
    return BODIES.get(path, PICTURE if path.endswith("/pictures") else SMALL)


class Limited:
    """Turns away what comes too often or is too large."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app, self.limits = app, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it through, or answer at once; a body is cut off where it grows too large."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if wait := self.limits.refusal(scope["path"], address_of(scope)):
            await turned_away(scope, receive, send, 429, MUCH, math.ceil(wait))
        elif scope["type"] == "http":
            await self._sized(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _sized(self, scope: Scope, receive: Receive, send: Send) -> None:
        most = most_bytes(scope["path"])
        with self.limits.at_once.one(address_of(scope)) as few, self._large(most) as room:
            if few and room:
                await self._counted(scope, receive, send, most)
            else:
                await turned_away(scope, receive, send, 429 if room else 503, MUCH, 2)

    def _large(self, most: int) -> AbstractContextManager[bool]:
        """Room for a large body: it stands in memory till it is done with."""
        return self.limits.large.one("") if most > SMALL else nullcontext(True)

    async def _counted(self, scope: Scope, receive: Receive, send: Send, most: int) -> None:
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length) > most:
            await turned_away(scope, receive, send, 413, f"more than {most:,} bytes are not taken here")
            return
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > most:
                raise HTTPException(413, f"more than {most:,} bytes are not taken here")
            return message

        await self.app(scope, counted, send)
