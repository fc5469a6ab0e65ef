"""A server from its start to its stop: the store opened, the app served, everything on disk when it ends."""

import asyncio
import gc
import socket
from collections.abc import Callable

from certamen.table.host import Host
from certamen.table.sqlite import SqliteStore
from certamen.web import told
from certamen.web.app import make_app
from certamen.web.house import House
from certamen.web.logs import log, set_up_logs
from certamen.web.server import Server, configure
from certamen.web.settings import Settings
from certamen.web.socket import watch
from certamen.web.uploads import clear


async def run(settings: Settings, listening: socket.socket, level: int, ready: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM. ready: called once, as soon as requests are answered.

    Raises StoreError where the data folder cannot be used.
    """
    set_up_logs(level)
    async with Host(SqliteStore(settings.data)) as host:
        house = House(settings, host)
        server = Server(configure(make_app(house), settings.proxies), ready, house.farewell)
        await house.start()
        work = (asyncio.to_thread(warm), watch(house), clear(house))
        tasks = [asyncio.create_task(one) for one in work]
        log.info("started", data=str(settings.data))
        try:
            await server.serve([listening])
        finally:
            for task in tasks:
                task.cancel()
            house.stop()
    log.info("stopped")


def warm() -> None:
    """What the first visitor would have to wait for."""
    told.rulesets()
    told.example_list()
    sweep_seldom()


def sweep_seldom() -> None:
    """Keep the cyclic garbage collector from holding everybody up: what is here by now it never looks at again.

    With 600 sockets open a full collection takes some 300 ms, and by CPython's own thresholds there is one every few
    seconds; by these, about one a minute under that load.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 60)
