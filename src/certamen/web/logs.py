"""Structured logs: one JSON object a line. No token, cookie, query or body ever stands in one."""

import logging
import re
import sys
import time
from collections.abc import MutableMapping
from typing import Any

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from certamen.web.metrics import Metrics

SECRET = re.compile(r"[A-Za-z0-9_-]{40,}|[0-9a-f]{32,}")
"""What looks like a token, a key or a hash: it is left out wherever it stands."""

log = structlog.get_logger("certamen")


def set_up_logs(level: int) -> None:
    """Log to the standard error from this level up; uvicorn's own messages go the same way."""
    shared: list[Any] = [structlog.processors.add_log_level, structlog.processors.TimeStamper(fmt="iso", utc=True)]
    last: list[Any] = [structlog.processors.format_exc_info, without_secrets, structlog.processors.JSONRenderer()]
    structlog.configure(
        processors=[*shared, *last],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    root.handlers, root.level = [handler], max(level, logging.WARNING)


def without_secrets(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """The last look before a line is written: what looks like a secret is not in it.

    >>> without_secrets(None, "", {"event": "x", "path": "/join#a.0123456789012345678901234567890123456789abc"})
    {'event': 'x', 'path': '/join#a.[hidden]'}
    """
    return {key: SECRET.sub("[hidden]", value) if isinstance(value, str) else value for key, value in event.items()}


class Observed:
    """Counts and logs each request by its route, never by what it asked."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it through, and write down how it went."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 500

        async def seen(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, seen)
        finally:
            taken = time.perf_counter() - begun
            route = getattr(scope.get("route"), "path", "none")
            self.metrics.requested(scope["method"], route, status, taken)
            log.info("request", method=scope["method"], route=route, status=status, ms=round(taken * 1000))
