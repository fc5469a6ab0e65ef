"""What all routes of one server share: its settings, tables, limits and counters, and who is its host."""

import asyncio
import hmac
from typing import TYPE_CHECKING, Annotated

import msgspec
from fastapi import Depends, Request
from fastapi.responses import Response
from starlette.requests import HTTPConnection
from starlette.types import Scope

from certamen.kernel.view import Seat as Knows
from certamen.table.counsel import Counsel
from certamen.table.host import STOPS, Host
from certamen.table.past import Past
from certamen.table.seats import new_token, token_hash
from certamen.web.aside import Aside
from certamen.web.errors import Refused
from certamen.web.guard import is_local
from certamen.web.limits import Limits
from certamen.web.metrics import Metrics
from certamen.web.sessions import Sessions, set_cookie
from certamen.web.settings import Settings

if TYPE_CHECKING:
    from certamen.web.socket import Line

HOST_COOKIE = "certamen-host"
HOSTS = "hosts"
MOST_HOSTS = 50
PREPARING = 120
"""Seconds that a page to prepare by may take; players do not wait for it."""
LEFT = "you left the table in this browser"


class House:
    """One server. `host` holds its tables; lines: the sockets open now; pasts: what was last looked back at."""

    def __init__(self, settings: Settings, host: Host) -> None:
        self.settings = settings
        self.host = host
        self.limits = Limits(settings.limited)
        self.metrics = Metrics()
        self.aside = Aside()
        self.counsel = Counsel()
        self.preparing = Counsel(seconds=PREPARING)
        self.sessions = Sessions(host)
        self.lines: set[Line] = set()
        self.pasts: dict[tuple[str, Knows, int], Past | None] = {}
        self.looking_back = asyncio.Semaphore(1)
        self.stopping = False
        self._hosts: list[str] = []

    async def start(self) -> None:
        """Remember who is a host."""
        kept = await self.host.ask(self.host.store.get, HOSTS)
        self._hosts = msgspec.json.decode(kept, type=list[str]) if kept else []

    def welcome(self, line: "Line") -> None:
        """A socket more; one that comes while the server stops is told so."""
        self.lines.add(line)
        if self.stopping:
            line.subscription.end(STOPS)

    async def farewell(self) -> None:
        """Tell every socket that the server stops, and give it a moment to hear it."""
        self.stopping = True
        for line in self.lines:
            line.subscription.end(STOPS)
        for _ in range(20):
            if not self.lines:
                break
            await asyncio.sleep(0.05)

    def hang_up(self, session: str) -> None:
        """Close the sockets of a session."""
        for line in list(self.lines):
            if line.session == session:
                line.subscription.end(LEFT)

    def stop(self) -> None:
        """End the processes that work for this one."""
        self.aside.stop()
        self.counsel.close()
        self.preparing.close()

    def is_host(self, scope: Scope) -> bool:
        """Whether this browser may open tables: on this very machine, or by the host's link."""
        cookie = HTTPConnection(scope).cookies.get(HOST_COOKIE, "")
        return is_local(scope) or (bool(cookie) and token_hash(cookie) in self._hosts)

    async def make_host(self, scope: Scope, token: str, response: Response) -> None:
        """Gives this browser the host's cookie. Raises Refused for a wrong token."""
        if not hmac.compare_digest(token_hash(token), token_hash(self.settings.host_token)):
            raise Refused(403, "this is not the host's link that the terminal shows now")
        value, kept = new_token()
        self._hosts = [*self._hosts, kept][-MOST_HOSTS:]
        await self.host.ask(self.host.store.put, HOSTS, msgspec.json.encode(self._hosts).decode())
        set_cookie(scope, response, HOST_COOKIE, value, "/api")


def in_house(connection: HTTPConnection) -> House:
    """The server a request came to."""
    house: House = connection.app.state.house
    return house


InHouse = Annotated[House, Depends(in_house)]


def hosting(house: InHouse, request: Request) -> House:
    """The same, for what only the host may do."""
    if not house.is_host(request.scope):
        raise Refused(403, "only the host of this server may do this: on its own machine, or by the host's link")
    return house


Hosting = Annotated[House, Depends(hosting)]
