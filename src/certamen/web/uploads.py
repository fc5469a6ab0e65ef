"""Pictures people send: looked at, named by what is in them, kept with their table, or for a day with the server."""

import asyncio
import contextlib
from hashlib import sha256

from fastapi import Request
from fastapi.responses import Response

from certamen.files.pictures import NoPicture, picture_of
from certamen.table.host import now_ms
from certamen.table.store import StoreError, Upload
from certamen.web.errors import Refused
from certamen.web.house import House

DAY = 24 * 3600
"""Seconds that a picture waits for the table it is for."""
LOOKING = 3600
FOREVER = "private, max-age=31536000, immutable"


async def keep_picture(house: House, table: str, data: bytes) -> str:
    """The id under which the picture is kept now. Raises Refused for what is none; table "": the server's own."""
    try:
        kind = picture_of(data).kind
    except NoPicture as wrong:
        raise Refused(422, str(wrong)) from None
    id = sha256(data).hexdigest()[:32]
    await house.host.ask(house.host.store.add_upload, Upload(table, id, f"image/{kind}", data, now_ms()))
    return id


async def move_in(house: House, table: str, id: str) -> None:
    """Gives a table the picture that was kept with the server. Raises Refused where there is none."""
    found = await house.host.ask(house.host.store.upload, "", id)
    if found is None:
        raise Refused(422, "there is no such picture: upload it first")
    await house.host.ask(house.host.store.add_upload, Upload(table, id, found.media_type, found.data, now_ms()))


async def picture(house: House, request: Request, table: str, id: str) -> Response:
    """A picture as it was sent; a browser that has it already is told so."""
    tag = f'"{id}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"etag": tag, "cache-control": FOREVER})
    found = await house.host.ask(house.host.store.upload, table, id)
    if found is None:
        raise Refused(404, "there is no such picture")
    return Response(found.data, headers={"etag": tag, "cache-control": FOREVER}, media_type=found.media_type)


async def clear(house: House) -> None:
    """Forgets, for as long as the server runs, the pictures that no table was opened with."""
    while True:
        with contextlib.suppress(StoreError):
            await house.host.ask(house.host.store.clear_uploads, now_ms() - DAY * 1000)
        await asyncio.sleep(LOOKING)
