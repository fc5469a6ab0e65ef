"""What a client is told when something is refused: one shape for all, {"error": {"reason", "rule"?, "problems"?}}."""

from typing import Any

import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from certamen.dice import DiceError
from certamen.files.problems import FileErrors, FileProblem
from certamen.kernel.errors import CertamenError, RulesetError
from certamen.table.host import NoTable
from certamen.table.store import StoreError

MOST_PROBLEMS = 100
JSON = "application/json"


class Refused(Exception):
    """A request that is refused: the status, the reason in plain words, the rule if it is one."""

    def __init__(self, status: int, reason: str, rule: str = "", wait: int = 0) -> None:
        self.status, self.reason, self.rule, self.wait = status, reason, rule, wait
        super().__init__(reason)


def answer(data: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Data as JSON."""
    return Response(msgspec.json.encode(data), status, headers, JSON)


def error(status: int, reason: str, rule: str = "", problems: list[dict[str, Any]] | None = None) -> Response:
    """A refusal as JSON."""
    told: dict[str, Any] = {"reason": reason} | ({"rule": rule} if rule else {})
    return answer({"error": told | ({"problems": problems} if problems else {})}, status)


def rows(problems: tuple[FileProblem, ...]) -> list[dict[str, Any]]:
    """What is wrong in a file, for the page that shows it beside the text. No name of a file goes with it."""
    keys = ("line", "column", "path", "message", "expected")
    return [{key: getattr(one, key) for key in keys} for one in problems[:MOST_PROBLEMS]]


async def turned_away(scope: Scope, receive: Receive, send: Send, status: int, reason: str, wait: int = 0) -> None:
    """Answers a request or the handshake of a socket with a refusal, before the app has seen it."""
    response = error(status, reason)
    if wait:
        response.headers["retry-after"] = str(wait)
    if scope["type"] == "websocket":
        await receive()
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": reason[:100]})
            return
    await response(scope, receive, send)


def handle_errors(app: FastAPI) -> None:
    """Gives the app its answers to all that can go wrong."""

    @app.exception_handler(Refused)
    async def _(request: Request, wrong: Refused) -> Response:
        response = error(wrong.status, wrong.reason, wrong.rule)
        if wrong.wait:
            response.headers["retry-after"] = str(wrong.wait)
        return response

    @app.exception_handler(FileErrors)
    async def _(request: Request, wrong: FileErrors) -> Response:
        return error(422, "the file will not do", problems=rows(wrong.problems))

    @app.exception_handler(RequestValidationError)
    async def _(request: Request, wrong: RequestValidationError) -> Response:
        return error(422, "what was sent does not fit", problems=[_row(one) for one in wrong.errors()[:MOST_PROBLEMS]])

    @app.exception_handler(HTTPException)
    async def _(request: Request, wrong: HTTPException) -> Response:
        reason = {404: "there is nothing here", 405: "that cannot be done here"}.get(wrong.status_code, wrong.detail)
        return error(wrong.status_code, str(reason).lower())

    @app.exception_handler(RecursionError)
    async def _(request: Request, wrong: RecursionError) -> Response:
        return error(400, "this is nested too deep")

    @app.exception_handler(Exception)
    async def _(request: Request, wrong: Exception) -> Response:
        return error(500, "a fault of the program; it stands in the server's log")

    app.add_exception_handler(CertamenError, _certamen)
    app.add_exception_handler(DiceError, _certamen)


async def _certamen(request: Request, wrong: Exception) -> Response:
    """What the program refuses is told; a fault of its own is not the client's to hear."""
    if isinstance(wrong, RulesetError):
        raise wrong
    return error(status_of(wrong), str(wrong))


def status_of(wrong: Exception) -> int:
    """The status of what the program refuses: there is no such table, it cannot be kept now, or it will not do."""
    return 404 if isinstance(wrong, NoTable) else 503 if isinstance(wrong, StoreError) else 422


def _row(one: dict[str, Any]) -> dict[str, Any]:
    path = ".".join(str(step) for step in one["loc"] if step != "body")
    return {"line": 0, "column": 0, "path": path, "message": str(one["msg"]), "expected": ""}
