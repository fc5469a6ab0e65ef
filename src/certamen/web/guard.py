"""The guard at the door: which hosts are answered, from which pages things may be changed, and what pages may load."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from certamen.web.errors import turned_away
from certamen.web.settings import Settings

LOOPBACK = frozenset(("localhost", "127.0.0.1", "::1"))
SAFE = frozenset(("GET", "HEAD", "OPTIONS"))
FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self' {sockets}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
ALWAYS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


class Guard:
    """Turns away what names an unknown host or comes from another site; sets the headers of every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.allowed = LOOPBACK | {name.lower() for name in settings.allowed}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it through, or answer at once."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        netloc = headers.get("host", "")
        if self._known(scope, hostname(netloc)):
            reason, status = _foreign(scope, headers, netloc), 403
        else:
            reason, status = "this server does not answer to that host name: --allow-host NAME lets it", 421
            netloc = ""
        guarded = _with_headers(send, netloc, scope)
        if reason:
            await turned_away(scope, receive, guarded, status, reason)
            return
        await self.app(scope, receive, guarded)

    def _known(self, scope: Scope, name: str) -> bool:
        """Whether the name is allowed, or is the very address by which the request came in."""
        own = scope.get("server") or ("", 0)
        return bool(name) and (name in self.allowed or name == own[0])


def hostname(netloc: str) -> str:
    """The name in a Host header, in small letters, without port and brackets; "" for what is none.

    >>> hostname("Example.local:8470"), hostname("[::1]:80"), hostname("a@b"), hostname("")
    ('example.local', '::1', '', '')
    """
    if not netloc or set(netloc) & set("@/\\?# ,"):
        return ""
    try:
        parts = urlsplit(f"//{netloc}")
        return (parts.hostname or "") if parts.port is None or parts.port > 0 else ""
    except ValueError:
        return ""


def is_local(scope: Scope) -> bool:
    """Whether a request comes from this very machine: from a loopback address, to a loopback name, by no proxy."""
    headers = Headers(scope=scope)
    client = (scope.get("client") or ("", 0))[0]
    near = client in LOOPBACK or client.startswith("127.")
    return near and hostname(headers.get("host", "")) in LOOPBACK and not any(name in headers for name in FORWARDED)


def _foreign(scope: Scope, headers: Headers, netloc: str) -> str:
    """Why what would change something may not, or "": a page of another site sends its own Origin."""
    if scope["type"] == "http" and scope["method"] in SAFE:
        return ""
    origins = headers.getlist("origin")
    if len(origins) != 1:
        return f"an Origin header is needed here, of this server itself: Origin: http://{netloc}"
    return "" if _same(origins[0], netloc) else "this comes from a page of another site"


def _same(origin: str, netloc: str) -> bool:
    scheme, mark, rest = origin.lower().partition("://")
    port = {"http": ":80", "https": ":443"}.get(scheme)
    return bool(mark) and port is not None and rest.removesuffix(port) == netloc.lower().removesuffix(port)


def _with_headers(send: Send, netloc: str, scope: Scope) -> Send:
    sockets = f"ws://{netloc} wss://{netloc}" if netloc else ""
    policy = POLICY.format(sockets=sockets)

    async def guarded(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = MutableHeaders(scope=message)
            headers.update(ALWAYS)
            headers.setdefault("content-security-policy", policy)
            headers.setdefault("cache-control", "no-store")
            if scope["scheme"] in ("https", "wss"):
                headers["cross-origin-opener-policy"] = "same-origin"
        await send(message)

    return guarded
