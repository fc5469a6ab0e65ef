"""Tables as a whole: opened, listed, deleted, joined by a link, left; commands where no socket is open."""

import asyncio
import math
from typing import NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import Response

from certamen.files import encounter as files
from certamen.table.host import NoTable, now_ms
from certamen.table.protocol import Answer, Command, Picture, Reissue, Snapshot
from certamen.table.store import Room
from certamen.table.table import OWNER, Table
from certamen.web import bodies
from certamen.web.errors import JSON, Refused, answer
from certamen.web.house import Hosting, House, InHouse
from certamen.web.schemas import gives, takes
from certamen.web.seated import AsGm, AsOwner, AtTable, TableId
from certamen.web.sessions import new_id
from certamen.web.socket import read_command, submit
from certamen.web.uploads import move_in

router = APIRouter(prefix="/api", tags=["tables"])
NO_LINK = "this link leads nowhere: it was revoked, or is not whole; ask the game master for a new one"


@router.post("/tables", summary="Open a table", response_model=bodies.Opened, status_code=201)
async def open_table(house: Hosting, request: Request, body: bodies.NewTable) -> Response:
    """This browser sits at it as its owner; the token makes the owner's link, to come back by from elsewhere."""
    if wrong := files.bad_name(body.title):
        raise Refused(422, f"the title {wrong}")
    table, token = await asyncio.to_thread(_made, body)
    now = now_ms()
    room = Room(
        id=table.id,
        title=table.title,
        ruleset=table.ruleset.name,
        version=table.version,
        created=now,
        touched=now,
        keys=table.keys,
    )
    await house.host.add(table, room)
    if body.picture is not None:
        await _lay(house, table.id, body.picture)
    response = answer({"table": table.id, "seat": OWNER, "token": token}, 201)
    await house.sessions.begin(request, response, table.id, OWNER, token)
    return response


def _made(body: bodies.NewTable) -> tuple[Table, str]:
    read = files.loads(body.yaml)
    return Table.create(read, id=new_id(), now=now_ms(), title=body.title, dice=body.dice, value=body.value)


async def _lay(house: House, table: str, picture: bodies.LaidPicture) -> None:
    await move_in(house, table, picture.id)
    deed = Picture(picture.id, picture.x, picture.y, picture.width, picture.height)
    await house.host.submit(table, OWNER, Command("picture", deed))


@router.get("/tables", summary="The tables of this server", response_model=list[bodies.Kept])
async def tables(house: Hosting) -> Response:
    """The newest first."""
    rooms = await house.host.rooms()
    return answer(
        [
            {"table": one.id, "title": one.title, "ruleset": one.ruleset, "created": one.created, "last": one.touched}
            for one in rooms
        ]
    )


@router.post("/tables/{table}/owner", summary="A new link for the owner", response_model=bodies.Opened)
async def own(house: Hosting, request: Request, table: TableId) -> Response:
    """For the host, where the owner has lost his: this browser sits there now; who came by the old link is out."""
    answered = await house.host.submit(table, OWNER, Command(new_id(), Reissue(OWNER)))
    if not answered.done:
        raise Refused(409, answered.reason, answered.rule)
    token = str(answered.result["token"])
    response = answer({"table": table, "seat": OWNER, "token": token})
    await house.sessions.begin(request, response, table, OWNER, token)
    return response


@router.get("/tables/{table}/players", summary="Who plays whom", response_model=bodies.Players)
async def players(house: InHouse, sat: AsGm) -> Response:
    """As the encounter says, for the game master to invite them by; and those he let join since."""
    return answer({"players": await house.host.read(sat.table, _players)})


def _players(table: Table) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    contest = table.contest
    if contest is None:
        return found
    for one in contest.state.participants.values() if contest.started else contest.encounter.participants:
        if one.player:
            found.setdefault(one.player, []).append(one.id)
    return found


@router.delete("/tables/{table}", summary="Delete a table", status_code=204)
async def delete_table(house: InHouse, sat: AsOwner) -> Response:
    """With all that belongs to it; everybody there is told. It cannot be taken back."""
    await house.host.delete(sat.table)
    return Response(status_code=204)


class _Found(NamedTuple):
    """The seat a link is of: its table, and the seat as it may be told to who holds the link."""

    table: str
    title: str
    seat: str
    told: dict[str, object]


def _found(table: Table, token: str) -> _Found | None:
    seat = table.seat_by_token(token)
    if seat is None:
        return None
    names = [table.ledger.names.get(who, who) for who in seat.characters]
    return _Found(table.id, table.title, seat.id, {"kind": seat.kind, "name": seat.name, "characters": names})


def _parts(link: str) -> tuple[str, str]:
    table, _, token = link.partition(".")
    return table, token


@router.post("/peek", summary="Where a link leads", response_model=bodies.Peeked)
async def peek(house: InHouse, body: bodies.SeatToken) -> Response:
    """Looks, and uses nothing up: whoever opens a link is asked first."""
    table, token = _parts(body.token)
    try:
        found = await house.host.read(table, lambda one: _found(one, token))
    except NoTable:
        found = None
    if found is None:
        raise Refused(404, NO_LINK)
    return answer({"table": found.table, "title": found.title, "seat": found.told})


@router.post("/join", summary="Sit down by a link", response_model=bodies.Joined)
async def join(house: InHouse, request: Request, body: bodies.Join) -> Response:
    """The answer sets this browser's cookie for the table; the value is mixed into the dice at the first time."""
    table, token = _parts(body.token)

    def sit(one: Table, now: int) -> str:
        seat = one.seat_by_token(token)
        if seat is None:
            return ""
        one.join(seat.id, body.value, now)
        return seat.id

    try:
        seat = await house.host.change(table, sit)
    except NoTable:
        seat = ""
    if not seat:
        raise Refused(404, NO_LINK)
    response = answer({"table": table, "seat": seat})
    await house.sessions.begin(request, response, table, seat, token)
    return response


@router.post("/tables/{table}/leave", summary="Get up", status_code=204)
async def leave(house: InHouse, sat: AtTable) -> Response:
    """This browser's cookie and its open pages are done with; the link goes on to work."""
    await house.sessions.end(sat.table, sat.session)
    house.hang_up(sat.session)
    return Response(status_code=204)


@router.get("/tables/{table}/snapshot", summary="All this seat may know now", openapi_extra=gives(Snapshot))
async def snapshot(house: InHouse, sat: AtTable) -> Response:
    """As the first frame of a socket; `n` is the number its frames go on from."""
    return Response(await house.host.read(sat.table, lambda table: table.snapshot(sat.id)), media_type=JSON)


@router.post("/tables/{table}/commands", summary="A command", openapi_extra=takes(Command) | gives(Answer))
async def command(house: InHouse, sat: AtTable, request: Request) -> Response:
    """As over a socket: done and on disk, refused with its reason, or stale. A repeated id is answered as before."""
    if wait := house.limits.commands.wait(f"{sat.table}/{sat.id}"):
        raise Refused(429, "these are too many commands at once: wait a moment", wait=math.ceil(wait))
    try:
        read = read_command(await request.body())
    except ValueError as wrong:
        raise Refused(422, str(wrong)) from None
    return answer(await submit(house, sat, read))
