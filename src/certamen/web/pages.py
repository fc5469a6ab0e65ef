"""The built pages as files to send: what is named by its own hash may be kept for ever, the page itself never."""

import gzip
import mimetypes
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import Response
from msgspec import Struct

ADDRESSES = ("/", "/join", "/new", "/maps", "/verify", "/t/{table}", "/t/{table}/{page}")
"""The addresses of the one page; which of its views is shown is the page's own business."""
PACKED = (".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".txt")
FOREVER = "public, max-age=31536000, immutable"
UNBUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Certamen</title>
</head><body><h1>Certamen</h1><p>The server runs, but its pages are not built yet: <code>make serve</code> builds them
and starts it again.</p></body></html>
"""


class File(Struct, frozen=True):
    """A file to send: as it is, packed ("" where that is no use), its type and tag."""

    data: bytes
    packed: bytes
    media_type: str
    tag: str


def read_pages(folder: Path) -> dict[str, File]:
    """All files of the built pages by their path; {} where they are not built."""
    if not (folder / "index.html").is_file():
        return {}
    return {str(path.relative_to(folder).as_posix()): _read(path) for path in folder.rglob("*") if path.is_file()}


def _read(path: Path) -> File:
    data = path.read_bytes()
    packed = gzip.compress(data, 9, mtime=0) if path.suffix in PACKED else b""
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    charset = "; charset=utf-8" if media_type.startswith("text/") else ""
    return File(data, packed, media_type + charset, f'"{sha256(data).hexdigest()[:20]}"')


class Pages:
    """The pages of a folder, read once, and again when they were built anew."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.built = 0
        self.files: dict[str, File] = {}

    def file(self, name: str) -> File | None:
        """The file of this name."""
        index = self.folder / "index.html"
        built = index.stat().st_mtime_ns if index.is_file() else 0
        if built != self.built:
            self.built, self.files = built, read_pages(self.folder)
        return self.files.get(name)


def page_routes(folder: Path) -> APIRouter:
    """The routes of the page, and of what it loads."""
    router = APIRouter(include_in_schema=False)
    pages = Pages(folder)

    async def page(request: Request) -> Response:
        index = pages.file("index.html")
        if index is None:
            return Response(UNBUILT, 503, media_type="text/html")
        return _sent(request, index, "no-cache")

    for address in ADDRESSES:
        router.add_api_route(address, page, methods=["GET", "HEAD"])

    @router.api_route("/assets/{name:path}", methods=["GET", "HEAD"])
    async def asset(request: Request, name: str) -> Response:
        file = pages.file(f"assets/{name}")
        return _sent(request, file, FOREVER) if file else Response("there is nothing here", 404)

    @router.api_route("/{name}", methods=["GET", "HEAD"])
    async def beside(request: Request, name: str) -> Response:
        file, index = pages.file(name), pages.file("index.html")
        if file is None and index is not None and "text/html" in request.headers.get("accept", ""):
            return Response(index.data, 404, media_type=index.media_type)  # it says so itself, and shows the way back
        return _sent(request, file, "no-cache") if file else Response("there is nothing here", 404)

    return router


def _sent(request: Request, file: File, caching: str) -> Response:
    headers = {"cache-control": caching, "etag": file.tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    packed = file.packed and "gzip" in request.headers.get("accept-encoding", "")
    encoding = {"content-encoding": "gzip"} if packed else {}
    return Response(file.packed if packed else file.data, headers=headers | encoding, media_type=file.media_type)
