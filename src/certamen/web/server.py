"""The server that runs the app: uvicorn, with a last word to every socket before it stops."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Awaitable, Callable, Generator
from typing import cast

import uvicorn
from starlette.types import ASGIApp
from uvicorn._types import ASGISendEvent  # the type of what is overridden
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from certamen.table.host import STOPS
from certamen.web.limits import LONGEST_MESSAGE

FIRST = 20
"""Seconds that the first request of a connection may take to come in."""
PATIENCE = 3
"""Seconds that what is still going on may take when the server stops."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which also hands the app its transport: only so can one that reads nothing be cut off.

    A handshake that is still open when the server stops, or when the client has gone, is no fault of the app.
    """

    def handle_connect(self, event: Request) -> None:
        """Begin the handshake."""
        super().handle_connect(event)
        self.close_timeout = 1.0
        if self.response.status_code == 101:
            cast(dict[str, object], self.scope["extensions"])["certamen.transport"] = self.transport

    def shutdown(self) -> None:
        """Close it; a handshake that has no answer yet is refused."""
        if not self.handshake_complete and self.initial_response is None:
            self.conn.send_response(self.conn.reject(503, STOPS))
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.handshake_complete = self.close_sent = self.disconnected = True
        super().shutdown()

    async def send(self, message: ASGISendEvent) -> None:
        """Send what the app says. An answer to a handshake that comes too late finds nobody: ClientDisconnected."""
        if self.transport.is_closing() and not self.handshake_complete:
            self.handshake_complete = self.disconnected = True
        await super().send(message)


class HttpProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # whichever is installed
    """uvicorn's HTTP, which does not wait for ever for a first request."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Somebody is there."""
        super().connection_made(transport)
        self.loop.call_later(FIRST, self._is_asked)

    def _is_asked(self) -> None:
        if self.cycle is None and self in self.connections:
            self.transport.abort()


class Server(uvicorn.Server):
    """Says when it is ready. Stops on SIGINT and SIGTERM: `farewell`, then all that is open is closed."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], farewell: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__(config)
        self.ready = ready
        self.farewell = farewell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say good-bye to all, then stop."""
        await self.farewell()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Take signals to stop; they are not raised again, so that what is around `serve` ends in order."""
        before = {one: signal.signal(one, self.handle_exit) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


def configure(app: ASGIApp, proxies: tuple[str, ...]) -> uvicorn.Config:
    """Uvicorn's settings: no access log (ours has no secrets), small frames as they are, no word about itself."""
    return uvicorn.Config(
        app,
        lifespan="off",
        http=HttpProtocol,
        ws=SocketProtocol,
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=PATIENCE,
    )
