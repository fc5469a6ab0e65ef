"""Heavy work (files of people, maps, replays), done in a process of its own so that no table waits for it."""

import asyncio
import contextlib
import functools
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import ParamSpec, TypeVar, cast

from certamen.files.problems import FileErrors
from certamen.kernel.errors import CertamenError
from certamen.web.errors import Refused
from certamen.web.work import Fault, begin, done

P = ParamSpec("P")
T = TypeVar("T")
MOST_WAITING = 20
LONGEST = 60
"""Seconds one piece of work may take, and may have waited."""


class Aside:
    """One worker process, started when it is first needed; a piece of work that takes too long is ended with it."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `work` gives; what it raises is raised. Raises Refused where there is too much to do already."""
        if self._waiting >= MOST_WAITING:
            raise Refused(503, "the server has too much to do just now: try again in a moment", wait=2)
        self._waiting += 1
        try:
            future = self._ready().submit(done, functools.partial(work, *args, **kwargs))
            came: tuple[T, None] | tuple[None, Fault] = await asyncio.wait_for(asyncio.wrap_future(future), LONGEST)
        except TimeoutError:
            self.stop()
            raise Refused(503, f"this took longer than {LONGEST} seconds and was given up") from None
        except BrokenProcessPool:
            self.stop()
            raise Refused(503, "the server could not finish this: try again") from None
        finally:
            self._waiting -= 1
        result, fault = came
        if fault is not None:
            raise CertamenError(fault) if isinstance(fault, str) else FileErrors(fault)
        return cast(T, result)

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=begin)
        return self._pool

    def stop(self) -> None:
        """End the process, whatever it does."""
        if self._pool is None:
            return
        pool, self._pool = self._pool, None
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            with contextlib.suppress(OSError):
                process.kill()
