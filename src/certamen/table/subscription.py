"""The frames on their way to one connection: bounded, so that a client that reads nothing is ended, not waited for."""

import asyncio
from collections import deque

import msgspec

from certamen.table.protocol import Bye

MOST_FRAMES = 500
MOST_BYTES = 8 * 1024 * 1024
TOO_SLOW = "this connection takes what it is sent too slowly; open the page again"


class Subscription:
    """One connection of a seat. `ended` is set once nothing more will come; the last frame is then a Bye."""

    def __init__(self, table: str, seat: str) -> None:
        self.table = table
        self.seat = seat
        self.ended = asyncio.Event()
        self._frames: deque[bytes] = deque()
        self._bytes = 0
        self._ready = asyncio.Event()

    @property
    def waiting(self) -> int:
        """How many frames wait to be taken."""
        return len(self._frames)

    def put(self, frame: bytes) -> None:
        """Send a frame after those that wait: one of the table's, or the connection's own (an answer)."""
        if self.ended.is_set():
            return
        self._frames.append(frame)
        self._bytes += len(frame)
        self._ready.set()
        if len(self._frames) > 1 and (len(self._frames) > MOST_FRAMES or self._bytes > MOST_BYTES):
            self._frames.clear()
            self.end(TOO_SLOW)

    def end(self, reason: str) -> None:
        """Send a Bye with the reason, and nothing more."""
        if not self.ended.is_set():
            self._frames.append(msgspec.json.encode(Bye(reason)))
            self.ended.set()
            self._ready.set()

    async def next(self) -> bytes | None:
        """The next frame; None when there will be no more."""
        while not self._frames:
            if self.ended.is_set():
                return None
            self._ready.clear()
            await self._ready.wait()
        frame = self._frames.popleft()
        self._bytes -= len(frame)
        return frame
