"""Files from elsewhere: maps read into scenes, a table's file checked, or made a table again."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from certamen.table.host import now_ms
from certamen.table.imported import imported
from certamen.table.store import Part
from certamen.table.table import OWNER
from certamen.table.verify import Report, verify
from certamen.web import bodies
from certamen.web.errors import answer
from certamen.web.house import Hosting, InHouse
from certamen.web.schemas import gives, takes_bytes
from certamen.web.sessions import new_id
from certamen.web.uploads import keep_picture
from certamen.web.work import MapRead, map_read

router = APIRouter(prefix="/api", tags=["files"])


@router.post("/maps", summary="Read a map of another program", openapi_extra=takes_bytes() | gives(MapRead))
async def read_map(
    house: Hosting,
    request: Request,
    ruleset: bodies.Short,
    name: bodies.Short = "map",
    metres: Annotated[int, Query(ge=1, le=100)] = 1,
    free: bool = False,
) -> Response:
    """Universal VTT (.dd2vtt, .uvtt) or Tiled JSON: the scene for this ruleset; the picture is kept for a table."""
    found, laid = await house.aside.do(map_read, await request.body(), name, ruleset, metres, free)
    if laid is not None:
        id = await keep_picture(house, "", laid.data)
        found = msgspec.structs.replace(found, picture=id, x=laid.x, y=laid.y, width=laid.width, height=laid.height)
    return answer(found)


@router.post("/verify", summary="Check a table's file", openapi_extra=takes_bytes() | gives(Report))
async def check_table(house: InHouse, request: Request) -> Response:
    """Its seals, its acts played again, its dice against the keys that were shown. Nothing of it is kept."""
    return answer(await house.aside.do(verify, await request.body()))


@router.post(
    "/tables/import",
    summary="Make a table's file a table again",
    status_code=201,
    response_model=bodies.Opened,
    openapi_extra=takes_bytes(),
)
async def import_table(house: Hosting, request: Request, value: bodies.Mixed | None = None) -> Response:
    """It is checked first. This browser sits at it as its owner; the other seats get new links when asked for.

    value: the owner's, mixed into the dice where he had not joined yet.
    """
    id = new_id()
    stored, token = await house.aside.do(imported, await request.body(), id, now_ms())
    await house.host.ask(house.host.store.save, [Part(id, stored.records, stored.states, stored.room)])
    if value is not None:
        await house.host.change(id, lambda table, now: table.join(OWNER, value, now))
    response = answer({"table": id, "seat": OWNER, "token": token}, 201)
    await house.sessions.begin(request, response, id, OWNER, token)
    return response
