"""Who sits where: a browser's cookie for a table, kept hashed, good as long as the seat keeps the token it came by."""

import hmac
import secrets
from collections import OrderedDict

from fastapi.responses import Response
from starlette.requests import HTTPConnection
from starlette.types import Scope

from certamen.table.host import Host, NoTable, now_ms
from certamen.table.protocol import SeatKind
from certamen.table.seats import new_token, token_hash
from certamen.table.store import Session
from certamen.table.table import Table
from certamen.web.errors import Refused

LASTING = 400 * 24 * 3600
"""Seconds a cookie is kept: as long as browsers keep any."""
MOST_KEPT = 20_000
NOBODY = "nobody sits here by this browser: open the link of your seat"
OUT = "the link of this seat was revoked; ask the game master for a new one"


class Sitting:
    """A seat of a table, taken by who asks: the table, the seat's id and kind, the session's id.

    gm: whether it is a game master's; owner: whether the table is its own.
    """

    def __init__(self, session: Session, kind: SeatKind) -> None:
        self.table, self.id, self.session = session.table, session.seat, session.id
        self.owner = kind == "owner"
        self.gm = kind in ("owner", "gm")


class Sessions:
    """The sessions of a server, those used last in memory too."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._kept: OrderedDict[str, Session] = OrderedDict()

    async def sitting(self, connection: HTTPConnection, table: str) -> Sitting:
        """The seat that who asks has taken at this table. Raises Refused(401), alike for tables that are none."""
        cookie = connection.cookies.get(cookie_name(table), "")
        session = await self._find(token_hash(cookie)) if cookie else None
        if session is None or session.table != table:
            raise Refused(401, NOBODY)
        try:
            kind = await self.host.read(table, lambda one: _kind(one, session))
        except NoTable:
            raise Refused(401, NOBODY) from None
        if kind is None:
            raise Refused(401, OUT)
        return Sitting(session, kind)

    async def _find(self, id: str) -> Session | None:
        session = self._kept.get(id) or await self.host.ask(self.host.store.session, id)
        if session is not None:
            self._kept[id] = session
            self._kept.move_to_end(id)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return session

    async def begin(self, connection: HTTPConnection, response: Response, table: str, seat: str, token: str) -> None:
        """Seats this browser: `response` sets its cookie. Where it sat at this table before, it gets up there."""
        before = connection.cookies.get(cookie_name(table), "")
        if before:
            await self.end(table, token_hash(before))
        value, id = new_token()
        await self.host.ask(self.host.store.add_session, Session(id, table, seat, token_hash(token), now_ms()))
        set_cookie(connection.scope, response, cookie_name(table), value, f"/api/tables/{table}")

    async def end(self, table: str, id: str) -> None:
        """The browser of this session gets up."""
        self._kept.pop(id, None)
        await self.host.ask(lambda: self.host.store.end_sessions(table, id=id))


def _kind(table: Table, session: Session) -> SeatKind | None:
    """The kind of the seat, where it stands and still has the token the session came by."""
    seat = table.seat(session.seat)
    if seat is None or seat.revoked or not hmac.compare_digest(seat.token, session.token):
        return None
    return seat.kind


def new_id() -> str:
    """An id for a table: nobody guesses it, though it opens nothing."""
    return secrets.token_hex(8)


def cookie_name(table: str) -> str:
    """The cookie of a table."""
    return f"certamen-{table}"


def set_cookie(scope: Scope, response: Response, name: str, value: str, path: str) -> None:
    """A cookie that no script sees and no other site sends; over https it never goes another way."""
    secure = scope["scheme"] in ("https", "wss")
    response.set_cookie(name, value, LASTING, path=path, httponly=True, samesite="strict", secure=secure)
