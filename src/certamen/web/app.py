"""The app: all routes behind the guard, the limits and the counters."""

from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import Response

from certamen import __version__
from certamen.web import bodies, routes_counsel, routes_files, routes_look, routes_start, routes_tables, socket
from certamen.web.errors import Refused, handle_errors
from certamen.web.guard import Guard, is_local
from certamen.web.house import House, InHouse
from certamen.web.limits import Limited
from certamen.web.logs import Observed
from certamen.web.pages import page_routes
from certamen.web.schemas import describe

ROUTES = (routes_start, routes_files, routes_tables, routes_look, routes_counsel, socket)
PAGES = Path(__file__).resolve().parent / "pages"
ABOUT = """\
What changes anything needs an `Origin` header of this server itself. A seat is taken by `POST /api/join` with what its
link holds; the cookie it sets opens the table's routes. `WebSocket /api/tables/{table}/socket?n=N` takes a `Command` a
message and sends a `Frame` a message: an `Answer` to each command, and what happens, numbered for this seat, from a
`Snapshot` or after frame N on.
"""
REFUSALS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": bodies.Error, "description": "Refused, with the reason in plain words"},
}


def make_app(house: House, pages: Path = PAGES) -> FastAPI:
    """The app of a server."""
    app = FastAPI(
        title="Certamen",
        version=__version__,
        summary="The table: contests of tabletop role-playing games, refereed.",
        description=ABOUT,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses=REFUSALS,
    )
    app.state.house = house
    handle_errors(app)
    for routes in ROUTES:
        app.include_router(routes.router)
    _watched(app)
    app.include_router(page_routes(pages))
    describe(app)
    app.add_middleware(Limited, limits=house.limits)
    app.add_middleware(Guard, settings=house.settings)
    app.add_middleware(Observed, metrics=house.metrics)
    return app


def _watched(app: FastAPI) -> None:
    """What watches over the server ask."""

    @app.get("/healthz", tags=["server"], summary="Whether the server is ready")
    async def health(house: InHouse) -> dict[str, str]:
        if house.stopping:
            raise Refused(503, "the server stops")
        return {"status": "ready"}

    @app.get("/metrics", tags=["server"], summary="What the server counts, for Prometheus", response_class=Response)
    async def metrics(house: InHouse, request: Request) -> Response:
        if not (is_local(request.scope) or house.is_host(request.scope)):
            raise Refused(403, "only the host of this server may see this")
        house.metrics.counted(house.host.counts())
        return Response(house.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
