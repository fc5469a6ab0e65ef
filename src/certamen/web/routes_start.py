"""What needs no table: what there is to play, files checked and built, and who may open tables here."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from certamen import __version__
from certamen.files import encounter
from certamen.files.problems import FileErrors
from certamen.kernel.encounter import Encounter as Read
from certamen.rulesets import find
from certamen.web import bodies, form, told
from certamen.web.errors import answer, rows
from certamen.web.house import Hosting, InHouse

router = APIRouter(prefix="/api", tags=["start"])


@router.get("/about", summary="What this server is and has", response_model=bodies.About)
async def about(house: InHouse, request: Request) -> Response:
    """The version, the rulesets, the examples, and whether this browser may open tables."""
    return answer(
        {
            "version": __version__,
            "rulesets": told.rulesets(),
            "examples": told.example_list(),
            "host": house.is_host(request.scope),
            "addresses": house.settings.addresses,
        }
    )


@router.post("/host", summary="Take the host's link", status_code=204)
async def host(house: InHouse, request: Request, body: bodies.HostToken) -> Response:
    """Lets this browser open tables. The token stands in the terminal where the server was started."""
    response = Response(status_code=204)
    await house.make_host(request.scope, body.token, response)
    return response


@router.get("/rulesets/{name}", summary="A ruleset with its rules and rulings")
async def ruleset(name: str) -> dict[str, Any]:
    """Rules, rulings with their defaults and reasons, policies, checks, and the schemas of sheets and scenes."""
    return await asyncio.to_thread(told.ruleset_told, name)


@router.get("/examples/{ruleset}/{name}", summary="An example encounter", response_model=bodies.Text)
async def example(ruleset: str, name: str) -> Response:
    """Its file, with what it includes written into it."""
    return answer({"yaml": told.example(ruleset, name)})


@router.post("/check", summary="Look for errors in an encounter", response_model=bodies.Checked)
async def check(_: Hosting, body: bodies.Encounter) -> Response:
    """All errors at once, each at its line; or what the encounter holds."""
    try:
        read = await asyncio.to_thread(encounter.loads, body.yaml)
    except FileErrors as errors:
        return answer({"problems": rows(errors.problems), "summary": ""})
    return answer({"problems": [], "summary": summary(read)})


def summary(read: Read) -> str:
    """What an encounter holds, in one line."""
    sides: dict[str, list[str]] = {}
    for one in read.participants:
        sides.setdefault(one.side, []).append(one.name)
    parts = [f"{side}: {', '.join(people[:8])}{' ...' if len(people) > 8 else ''}" for side, people in sides.items()]
    return f"{read.title} ({find(read.ruleset).title}). {'; '.join(parts)}"


@router.post("/build", summary="Write an encounter's file from a form", response_model=bodies.Built)
async def build(_: Hosting, body: bodies.Form) -> Response:
    """The YAML with comments where a ruling was changed, and what is wrong with it."""
    text, problems = await asyncio.to_thread(form.build, body.form)
    return answer({"yaml": text, "problems": rows(problems)})


@router.post("/form", summary="Open an encounter's file in a form", response_model=bodies.Formed)
async def opened(_: Hosting, body: bodies.Encounter) -> Response:
    """The file's plain data, as `build` takes it; null where it cannot be read at all."""
    data, problems = await asyncio.to_thread(form.opened, body.yaml)
    return answer({"form": data, "problems": rows(problems)})


@router.post("/qr", summary="A QR code", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def qr(body: bodies.QrText) -> Response:
    """The text as an SVG; it is neither kept nor logged."""
    return Response(await asyncio.to_thread(qr_svg, body.text), media_type="image/svg+xml")


def qr_svg(text: str) -> bytes:
    """The text as a QR code: dark on light whatever the page's colours, or phones do not read it."""
    from io import BytesIO

    import segno

    out = BytesIO()
    segno.make(text, micro=False, error="m").save(out, kind="svg", scale=4, light="#fff", dark="#000", xmldecl=False)
    return out.getvalue()
