"""A seat's socket: commands in, frames out, one JSON text message each."""

import asyncio
import contextlib
import time
from typing import Any

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from certamen.table.protocol import Answer, Command
from certamen.table.store import StoreError
from certamen.table.subscription import Subscription
from certamen.web.errors import Refused, error, status_of
from certamen.web.house import House
from certamen.web.limits import address_of
from certamen.web.sessions import Sitting

LONGEST_STUCK = 10.0
"""Seconds a frame may wait for a client that reads nothing, before it is cut off."""
LAST_WORD = 1.0
"""Seconds a client has to take the last frame."""
MOST_MALFORMED = 20
TOO_MANY = "too many pages of this seat, or of this address, are open at once: close one"
MALFORMED = "what this connection sends cannot be read; open the page again"

router = APIRouter()
_command = msgspec.json.Decoder(Command)
_encode = msgspec.json.Encoder().encode


class Line:
    """One socket: its subscription, its session, and since when a frame waits to be taken (0.0: none does)."""

    def __init__(self, subscription: Subscription, session: str, transport: asyncio.Transport | None) -> None:
        self.subscription = subscription
        self.session = session
        self.transport = transport
        self.stuck_since = 0.0

    def cut(self) -> None:
        """Drop the connection at once, with what is still to be sent."""
        if self.transport is not None:
            self.transport.abort()


@router.websocket("/api/tables/{table}/socket")
async def socket(websocket: WebSocket, table: str, n: int | None = None) -> None:
    """Frames from the seat's number `n` on, or a whole snapshot; commands are answered in their order."""
    house: House = websocket.app.state.house
    with contextlib.ExitStack() as held:
        try:
            seat = await house.sessions.sitting(websocket, table)
            by_address = held.enter_context(house.limits.sockets_of_address.one(address_of(websocket.scope)))
            by_seat = held.enter_context(house.limits.sockets_of_seat.one(f"{table}/{seat.id}"))
            if house.stopping or not (by_address and by_seat):
                raise Refused(503, "the server stops") if house.stopping else Refused(429, TOO_MANY, wait=5)
            subscription = await house.host.subscribe(table, seat.id, n)
            await _still(house, websocket, subscription)
        except Refused as refused:
            await websocket.send_denial_response(error(refused.status, refused.reason))
            return
        except StoreError as wrong:
            await websocket.send_denial_response(error(status_of(wrong), str(wrong)))
            return
        line = Line(subscription, seat.session, websocket.scope.get("extensions", {}).get("certamen.transport"))
        house.welcome(line)
        house.metrics.sockets.inc()
        try:
            await websocket.accept()
            await _talk(house, websocket, line, seat)
        finally:
            house.lines.discard(line)
            house.metrics.sockets.dec()
            house.host.unsubscribe(subscription)


async def _still(house: House, websocket: WebSocket, subscription: Subscription) -> None:
    """Looks again: the seat may have been revoked while its subscription was made."""
    try:
        await house.sessions.sitting(websocket, subscription.table)
    except Refused:
        house.host.unsubscribe(subscription)
        raise


async def _talk(house: House, websocket: WebSocket, line: Line, seat: Sitting) -> None:
    """Until either side ends it; then what is left for the client is sent, as long as it takes it."""
    reading = asyncio.create_task(_read(house, websocket, line.subscription, seat))
    writing = asyncio.create_task(_write(house, websocket, line))
    try:
        await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        if not reading.done():
            return
        line.subscription.end("this page was closed")
        await asyncio.wait((writing,), timeout=LAST_WORD)
    finally:
        for task in (reading, writing):
            task.cancel()
        await asyncio.gather(reading, writing, return_exceptions=True)


async def _write(house: House, websocket: WebSocket, line: Line) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while (frame := await line.subscription.next()) is not None:
            line.stuck_since = time.monotonic()
            await websocket.send({"type": "websocket.send", "text": frame.decode()})
            line.stuck_since = 0.0
            house.metrics.frames.inc()
        await websocket.close(1000)


async def _read(house: House, websocket: WebSocket, subscription: Subscription, seat: Sitting) -> None:
    """Does what is asked, one thing after another; who asks too often waits longer, and nobody else does."""
    malformed = 0
    while (message := await websocket.receive())["type"] == "websocket.receive":
        while wait := house.limits.commands.wait(f"{seat.table}/{seat.id}"):
            await asyncio.sleep(wait)
        try:
            command = read_command(message.get("text") or message.get("bytes") or b"")
        except ValueError as wrong:
            malformed += 1
            if malformed > MOST_MALFORMED:
                subscription.end(MALFORMED)
                return
            subscription.put(_encode(Answer("", done=False, reason=str(wrong))))
            continue
        subscription.put(_encode(await submit(house, seat, command)))


def read_command(message: str | bytes) -> Command:
    """The command a message holds. Raises ValueError, in plain words, for what is none."""
    try:
        return _command.decode(message)
    except msgspec.DecodeError as wrong:
        raise ValueError(f"this is no command: {wrong}"[:300]) from None
    except RecursionError:
        raise ValueError("this is no command: it is nested too deep") from None
    except UnicodeDecodeError:
        raise ValueError("this is no command: it is not UTF-8 text") from None


async def submit(house: House, seat: Sitting, command: Command) -> Answer:
    """What became of a command, counted by its kind."""
    begun = time.perf_counter()
    answer = await house.host.submit(seat.table, seat.id, command)
    became = "done" if answer.done else "stale" if answer.stale else "refused"
    deed: Any = command.deed
    house.metrics.commanded(deed.__struct_config__.tag, became, time.perf_counter() - begun)
    return answer


async def watch(house: House) -> None:
    """Cuts off, for as long as the server runs, those who take nothing of what they are sent."""
    while True:
        await asyncio.sleep(1)
        now = time.monotonic()
        for line in list(house.lines):
            over = line.subscription.ended.is_set() and line.stuck_since
            if line.stuck_since and (over or now - line.stuck_since > LONGEST_STUCK):
                house.metrics.slow.inc()
                line.cut()
