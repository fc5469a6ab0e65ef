"""What all routes of one server share: its settings, tables, limits and counters, and who is its host."""

import hmac
import secrets
from hashlib import sha256
from typing import Annotated

from fastapi import Depends, Request
from fastapi.responses import Response
from starlette.requests import HTTPConnection
from starlette.types import Scope

from certamen.web.aside import Aside
from certamen.web.errors import Refused
from certamen.web.guard import is_local
from certamen.web.limits import Limits
from certamen.web.metrics import Metrics
from certamen.web.settings import Settings

HOST_COOKIE = "certamen-host"
LASTING = 400 * 24 * 3600
"""Seconds a cookie is kept: as long as browsers keep any."""


class House:
    """One server. `host` holds its tables."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = Limits(settings.limited)
        self.metrics = Metrics()
        self.aside = Aside()
        self.stopping = False
        self.host_sessions: set[str] = set()

    def is_host(self, scope: Scope) -> bool:
        """Whether this browser may open tables: on this very machine, or by the host's link."""
        cookie = HTTPConnection(scope).cookies.get(HOST_COOKIE, "")
        return is_local(scope) or (bool(cookie) and hashed(cookie) in self.host_sessions)

    async def make_host(self, scope: Scope, token: str, response: Response) -> None:
        """Gives this browser the host's cookie. Raises Refused for a wrong token."""
        if not hmac.compare_digest(hashed(token), hashed(self.settings.host_token)):
            raise Refused(403, "this is not the host's link that the terminal shows now")
        value = secrets.token_urlsafe(32)
        self.host_sessions.add(hashed(value))
        set_cookie(scope, response, HOST_COOKIE, value, "/api")


def hashed(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode(errors="replace")).hexdigest()


def set_cookie(scope: Scope, response: Response, name: str, value: str, path: str) -> None:
    """A cookie that no script sees and no other site sends; over https it never goes another way."""
    secure = scope["scheme"] in ("https", "wss")
    response.set_cookie(name, value, LASTING, path=path, httponly=True, samesite="strict", secure=secure)


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
