"""How a server is set up: what the command line says, as data."""

from pathlib import Path

from msgspec import Struct


class Settings(Struct, frozen=True, kw_only=True):
    """A server's settings.

    data: the folder of tables and pictures; allowed: host names it answers to, besides the loopback names and the
    address a request comes in by; addresses: where others on the network reach it, as "http://...", for links;
    host_token: opens tables from another device than this one; proxies: addresses whose X-Forwarded-For and -Proto
    are believed; limited: whether rates and sockets are limited by address.
    """

    data: Path
    host_token: str
    allowed: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    limited: bool = True
