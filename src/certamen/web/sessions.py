"""Who sits where: a browser's cookie for a table, kept hashed, good as long as the seat keeps the token it came by."""

import hmac
import secrets
from collections import OrderedDict
from typing import Annotated, NamedTuple

from fastapi import Depends, Request
from fastapi.responses import Response
from starlette.requests import HTTPConnection
from starlette.types import Scope

from certamen.table.host import NoTable, now_ms
from certamen.table.protocol import SeatKind
from certamen.table.store import Session
from certamen.table.table import Table
from certamen.web.errors import Refused
from certamen.web.house import House, InHouse, hashed, set_cookie

MOST_KEPT = 20_000
NOBODY = "nobody sits here by this browser: open the link of your seat"
OUT = "the link of this seat was revoked; ask the game master for a new one"


class Sitting(NamedTuple):
    """A seat of a table, taken by who asks. gm: it may overrule; owner: the table is its own."""

    table: str
    id: str
    kind: SeatKind
    session: str

    @property
    def gm(self) -> bool:
        """Whether it is a game master's."""
        return self.kind in ("owner", "gm")


class Sessions:
    """The sessions of a server, the latest used in memory."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._kept: OrderedDict[str, Session] = OrderedDict()

    async def find(self, cookie: str) -> Session | None:
        """The session of a cookie, whether its seat still stands or not."""
        id = hashed(cookie)
        session = self._kept.get(id) or await self.house.host.ask(self.house.host.store.session, id)
        if session is not None:
            self._kept[id] = session
            self._kept.move_to_end(id)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return session

    async def begin(self, scope: Scope, response: Response, table: str, seat: str, token: str) -> None:
        """Seats this browser: `response` sets its cookie."""
        value = secrets.token_urlsafe(32)
        host = self.house.host
        await host.ask(host.store.add_session, Session(hashed(value), table, seat, hashed(token), now_ms()))
        set_cookie(scope, response, cookie_name(table), value, f"/api/tables/{table}")

    async def end(self, sat: Sitting) -> None:
        """This browser gets up."""
        self._kept.pop(sat.session, None)
        host = self.house.host
        await host.ask(lambda: host.store.end_sessions(sat.table, id=sat.session))


def cookie_name(table: str) -> str:
    """The cookie of a table."""
    return f"certamen-{table}"


async def sitting(house: House, connection: HTTPConnection, table: str) -> Sitting:
    """The seat that who asks has taken at this table. Raises Refused(401), alike for tables that are none."""
    cookie = connection.cookies.get(cookie_name(table), "")
    session = await house.sessions.find(cookie) if cookie else None
    if session is None or session.table != table:
        raise Refused(401, NOBODY)
    try:
        seat = await house.host.read(table, lambda one: _seat(one, session))
    except NoTable:
        raise Refused(401, NOBODY) from None
    if seat is None:
        raise Refused(401, OUT)
    return Sitting(table, session.seat, seat, session.id)


def _seat(table: Table, session: Session) -> SeatKind | None:
    """The kind of the seat, where it stands and still has the token the session came by."""
    seat = table.seats.get(session.seat)
    if seat is None or seat.revoked or not hmac.compare_digest(seat.token, session.token):
        return None
    return seat.kind


async def _at_table(house: InHouse, request: Request, table: str) -> Sitting:
    return await sitting(house, request, table)


def _gm(sat: Annotated[Sitting, Depends(_at_table)]) -> Sitting:
    if not sat.gm:
        raise Refused(403, "only the game master may do this")
    return sat


def _owner(sat: Annotated[Sitting, Depends(_at_table)]) -> Sitting:
    if sat.kind != "owner":
        raise Refused(403, "only the owner of the table may do this")
    return sat


AtTable = Annotated[Sitting, Depends(_at_table)]
AsGm = Annotated[Sitting, Depends(_gm)]
AsOwner = Annotated[Sitting, Depends(_owner)]
