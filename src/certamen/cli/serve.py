"""certamen serve: the table in the browser."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from certamen.cli.options import data_option

if TYPE_CHECKING:
    from certamen.web.settings import Settings

PORT = 8470
HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"
UNREAD = 256 * 1024
"""Bytes the system holds for one client that does not read."""
LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}


@click.command()
@click.option("--host", default=HERE, show_default=True, help="The address to listen on.")
@click.option(
    "--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="The port; 0 for any that is free."
)
@click.option("--lan", is_flag=True, help="For everyone on this network: prints its address, and a code for phones.")
@data_option
@click.option("--allow-host", multiple=True, metavar="NAME", help="A name this server answers to as well.")
@click.option(
    "--behind-proxy", multiple=True, metavar="ADDRESS", help="A proxy whose X-Forwarded headers are believed."
)
@click.option("--unlimited", is_flag=True, help="No limits by address: for load tests, or behind an unnamed proxy.")
@click.option("--log-level", type=click.Choice(list(LEVELS)), help="What is logged: warnings at a terminal, else info.")
def serve_command(
    host: str,
    port: int,
    lan: bool,
    data: Path | None,
    allow_host: tuple[str, ...],
    behind_proxy: tuple[str, ...],
    unlimited: bool,
    log_level: str | None,
) -> None:
    """Open the table in the browser: a game master and players, on this machine or (--lan) on this network.

    It prints one line with the address; Ctrl+C stops it, with everything on disk.
    """
    import secrets

    from certamen.web.settings import Settings

    listening = listen(EVERYWHERE if lan and host == HERE else host, port)
    port = listening.getsockname()[1]
    names = _names(lan)
    settings = Settings(
        data=data or _default_folder(),
        host_token=secrets.token_urlsafe(24),
        allowed=(*allow_host, *names),
        addresses=tuple(f"http://{name}:{port}" for name in names[:3]),
        proxies=behind_proxy,
        limited=not unlimited,
    )
    level = LEVELS[log_level] if log_level else LEVELS["warning" if sys.stderr.isatty() else "info"]
    shown = HERE if host == EVERYWHERE or (lan and host == HERE) else f"[{host}]" if ":" in host else host
    _run(settings, listening, level, f"http://{shown}:{port}/")


def _default_folder() -> Path:
    from certamen.table.database import default_folder

    return default_folder()


def _names(lan: bool) -> tuple[str, ...]:
    """What others on the network may call this machine: its addresses, its name."""
    if not lan:
        return ()
    from certamen.web.network import addresses

    name = socket.gethostname().lower()
    return (*addresses(), *dict.fromkeys((name, f"{name.partition('.')[0]}.local")))


def listen(host: str, port: int) -> socket.socket:
    """The socket to listen on. Raises ClickException, in plain words, where it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    one = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named: else asyncio leaves Nagle's delay on
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
    try:
        one.bind((host, port))
        one.listen(1024)
    except (OSError, UnicodeError) as error:
        one.close()
        raise click.ClickException(_unheard(host, port, error)) from None
    return one


def _unheard(host: str, port: int, error: OSError | UnicodeError) -> str:
    import errno

    if isinstance(error, UnicodeError):
        return f"{host[:60]} is no address"
    if error.errno == errno.EADDRINUSE:
        return (
            f"port {port} of {host} is taken, by another certamen serve perhaps: "
            "--port NUMBER takes another, --port 0 any that is free"
        )
    if error.errno == errno.EACCES:
        return f"port {port} of {host} may not be taken by this user: --port {PORT} usually may"
    return f"{host} cannot be listened on: {error.strerror or error}"


def _run(settings: Settings, listening: socket.socket, level: int, address: str) -> None:
    import asyncio

    from certamen.web.running import run

    def ready() -> None:
        click.echo(f"Certamen is at {address} - tables are kept in {settings.data} - Ctrl+C stops it")
        if settings.addresses:
            _invite(settings)
        sys.stdout.flush()

    more_files()
    asyncio.run(run(settings, listening, level, ready))


def _invite(settings: Settings) -> None:
    """The address for others, and the host's link as a code for a phone."""
    import segno

    link = f"{settings.addresses[0]}/#host={settings.host_token}"
    click.echo(f"On this network: {', '.join(f'{one}/' for one in settings.addresses)}")
    click.echo(f"To run tables from another device, keep this link to yourself: {link}")
    segno.make(link, micro=False, error="l").terminal(compact=True)


def more_files() -> None:
    """As many open files as the system lets one process have: each socket is one."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
