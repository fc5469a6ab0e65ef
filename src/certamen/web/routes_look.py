"""What a seat may look at besides its frames: offers, its log, the ground, pictures, the dice, and all that was."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from certamen.kernel.view import Seat as Knows
from certamen.table import archive, fair, ground, past, whole
from certamen.table.past import Past
from certamen.table.protocol import Item, OfferSeen, Snapshot, Where
from certamen.table.seats import Seat
from certamen.table.store import Stored
from certamen.table.table import Table
from certamen.web import bodies
from certamen.web.errors import JSON, Refused, answer
from certamen.web.house import House, InHouse
from certamen.web.schemas import gives, takes_bytes
from certamen.web.seated import AsGm, AsOwner, AtTable
from certamen.web.sessions import Sitting
from certamen.web.uploads import FOREVER, keep_picture, picture

router = APIRouter(prefix="/api/tables/{table}", tags=["looking"])
T = TypeVar("T")
Id = Annotated[str, Path(max_length=80)]
MOST_PICTURES = 100
MOST_PASTS = 12


class LogPart(msgspec.Struct, frozen=True):
    """Items of a seat's log, the oldest first, and whether there are earlier ones that fit."""

    items: tuple[Item, ...]
    earlier: bool


class Steps(msgspec.Struct, frozen=True):
    """The steps one can look back at."""

    steps: tuple[past.Step, ...]


def own_seat(table: Table, sat: Sitting) -> Seat:
    """The seat of who asks: it stands, it was looked at before."""
    seat = table.seat(sat.id)
    assert seat is not None  # sessions are of seats that are there
    return seat


@router.get("/offers", summary="What may be answered to a request", openapi_extra=gives(list[OfferSeen]))
async def offers(house: InHouse, sat: AtTable, request: bodies.Short) -> Response:
    """Of the seat's own requests; a game master sees those of others too."""
    found = await house.host.read(sat.table, lambda table: table.offers(sat.id, request))
    if found is None:
        raise Refused(404, "nothing of this kind is asked of this seat now")
    return answer(found)


@router.get("/log", summary="The seat's log", openapi_extra=gives(LogPart))
async def log(
    house: InHouse,
    sat: AtTable,
    before: Annotated[int, Query(ge=0)] = 0,
    count: Annotated[int, Query(ge=1, le=500)] = 100,
    q: bodies.Short = "",
    who: bodies.Short = "",
    round: Annotated[int, Query(ge=0)] = 0,
    type: bodies.Short = "",
) -> Response:
    """The newest items, or those before a key; only those that hold some text, are about one, of a round or a type."""
    wanted = whole.Wanted(q, who, round, type)
    if wanted == whole.Wanted():
        items, earlier = await house.host.read(sat.table, lambda table: table.log(sat.id, before=before, count=count))
        more = b"true" if earlier else b"false"
        return Response(b'{"items":[' + b",".join(items) + b'],"earlier":' + more + b"}", media_type=JSON)
    found, earlier = await _of_log(house, sat, lambda log: whole.found(log, before, count, wanted))
    return answer(LogPart(tuple(found), earlier))


async def _of_log(house: House, sat: Sitting, do: Callable[[whole.Whole], T]) -> T:
    """What is made of the seat's whole log, in another thread: no table waits for it."""
    log = await house.host.read(sat.table, lambda table: whole.whole_log(table, own_seat(table, sat)))
    async with house.looking_back:
        return await asyncio.to_thread(do, log)


@router.get("/log.md", summary="The seat's log as Markdown", response_class=Response)
async def log_markdown(house: InHouse, sat: AtTable) -> Response:
    """Of rounds and events with their reckoning."""
    text = await _of_log(house, sat, whole.as_markdown)
    return _file(text.encode(), "text/markdown; charset=utf-8", "log.md")


@router.get("/log.json", summary="The seat's log as JSON", response_class=Response)
async def log_json(house: InHouse, sat: AtTable) -> Response:
    """All of its items."""
    data = await _of_log(house, sat, whole.as_json)
    return _file(data, JSON, "log.json")


@router.get("/journal", summary="The contest's journal", response_class=Response)
async def journal(house: InHouse, sat: AsGm) -> Response:
    """For the game master: hidden things too, as `certamen replay` and the library read it."""
    stored = await _stored(house, sat)
    lines = b"".join(record.body for record in stored.records if record.kind == "journal")
    return _file(lines, "application/x-ndjson", "table.journal")


@router.get("/export", summary="The table as one file", response_class=Response)
async def export(house: InHouse, sat: AsOwner, keys: bool = False) -> Response:
    """To check with `certamen verify`, or to import. keys: with those of the dice, once the contest is over."""
    if keys and not await house.host.read(sat.table, _is_over):
        raise Refused(409, "the keys of the dice go with the file once the contest is over: till then they foretell")
    stored = await _stored(house, sat)
    data = await asyncio.to_thread(archive.export, stored.records, stored.room.keys if keys else fair.NO_KEYS)
    return _file(data, JSON, "table.json")


def _is_over(table: Table) -> bool:
    return table.contest is not None and table.contest.outcome is not None


async def _stored(house: House, sat: Sitting) -> Stored:
    stored = await house.host.ask(house.host.store.load, sat.table)
    if stored is None:
        raise Refused(404, "the table was deleted")
    return stored


def _file(data: bytes, media_type: str, name: str) -> Response:
    return Response(data, media_type=media_type, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.get("/ground/{key}", summary="The ground of a map")
async def ground_of(sat: AtTable, key: Id) -> Response:
    """By the key that a view names: outlines as SVG paths, in centimetres. It never changes."""
    found = ground.ground_at(key)
    if found is None:
        raise Refused(404, "there is no such ground now: take the key of the newest view")
    return answer(found, headers={"cache-control": FOREVER})


class _Place(msgspec.Struct):
    """Of a view, where everyone is."""

    where: Where


class _Shown(msgspec.Struct):
    """Of a snapshot, its view."""

    view: _Place | None


@router.get("/apart", summary="How far others are on the map")
async def apart_of(house: InHouse, sat: AtTable, who: bodies.Short) -> dict[str, dict[str, str]]:
    """From one who stands there, in words, by what this seat was last shown: "7 m, behind crates"."""
    shown = await house.host.read(sat.table, lambda table: table.snapshot(sat.id))
    view = msgspec.json.decode(shown, type=_Shown).view
    return {"apart": {} if view is None else ground.apart(view.where, who)}


@router.get("/picture/{id}", summary="A picture under the map", response_class=Response)
async def picture_of(house: InHouse, sat: AtTable, request: Request, id: Id) -> Response:
    """The one that lies there now; a game master may look at all that were uploaded."""
    laid = await house.host.read(sat.table, lambda table: table.ledger.picture)
    if not sat.gm and (laid is None or laid.id != id):
        raise Refused(404, "there is no such picture")
    return await picture(house, request, sat.table, id)


@router.post("/pictures", summary="Upload a picture", status_code=201, openapi_extra=takes_bytes())
async def upload(house: InHouse, sat: AsGm, request: Request) -> dict[str, str]:
    """PNG, JPEG or WebP; the command `picture` lays it under the map by its id."""
    if len(await house.host.ask(house.host.store.uploads, sat.table)) >= MOST_PICTURES:
        raise Refused(409, f"a table keeps at most {MOST_PICTURES} pictures")
    return {"id": await keep_picture(house, sat.table, await request.body())}


@router.get("/as/{seat}", summary="What another seat may know now", openapi_extra=gives(Snapshot))
async def as_seat(house: InHouse, sat: AsGm, seat: Id) -> Response:
    """For the game master, to see what the others see."""
    found = await house.host.read(sat.table, lambda table: table.snapshot(seat) if table.seat(seat) else None)
    if found is None:
        raise Refused(404, "there is no such seat")
    return Response(found, media_type=JSON)


@router.get("/dice", summary="What the dice were committed to")
async def dice(house: InHouse, sat: AtTable) -> dict[str, Any]:
    """The hashes of both keys, the values that seats gave, in their order, and the keys shown so far."""

    def look(table: Table) -> dict[str, Any]:
        names = {seat.id: seat.name for seat in table.seats}
        values = [{"seat": seat, "name": names[seat], "value": value.hex()} for seat, value in table.ledger.values]
        return {"commitments": table.ledger.commitments, "values": values, "keys": table.ledger.keys}

    return await house.host.read(sat.table, look)


# --- back, step by step ----------------------------------------------------------------------------------------------


async def _past(house: House, sat: Sitting) -> Past:
    """What is needed to look back; the last of it is kept until something more happens."""

    def look(table: Table) -> Past | None:
        seat = own_seat(table, sat)
        key: tuple[str, Knows, int] = (table.id, seat.knows, table.revision)
        if key not in house.pasts:
            house.pasts[key] = past.past_of(table, seat)
            if len(house.pasts) > MOST_PASTS:
                del house.pasts[next(iter(house.pasts))]
        return house.pasts[key]

    found = await house.host.read(sat.table, look)
    if found is None:
        raise Refused(409, "there is nothing to look back at yet")
    return found


@router.get("/replay", summary="The steps one can look back at", openapi_extra=gives(Steps))
async def replay(house: InHouse, sat: AtTable) -> Response:
    """As this seat may know them."""
    found = await _past(house, sat)
    async with house.looking_back:
        return answer({"steps": await asyncio.to_thread(past.steps, found)})


@router.get("/replay/{key}", summary="What the seat saw after a step")
async def replayed(house: InHouse, sat: AtTable, key: Annotated[int, Path(ge=1, le=10_000_000)]) -> Response:
    """The view, without what was asked, and the key of the newest item in the log by then."""
    found = await _past(house, sat)
    async with house.looking_back:
        then = await asyncio.to_thread(past.view_at, found, key)
    if then is None:
        raise Refused(404, "there is no such step")
    return answer({"view": then.view, "keys": then.log})
