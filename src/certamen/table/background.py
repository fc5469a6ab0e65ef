"""What a server does beside answering: tasks that must be seen to their end, and what is due at a time."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from certamen.kernel.errors import CertamenError

T = TypeVar("T")
log = logging.getLogger("certamen.table")


class Background:
    """Tasks of one event loop. An error of the program is logged; one of ours was told to whoever waited."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def later(self, seconds: float, work: Callable[[], Coroutine[Any, Any, Any]]) -> asyncio.TimerHandle:
        """Begin it so many seconds from now, unless it is cancelled before."""
        return asyncio.get_running_loop().call_later(seconds, lambda: self.spawn(work()))

    async def stop(self) -> None:
        """End them all."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, CertamenError):
            log.error("a fault in the background", exc_info=error)
