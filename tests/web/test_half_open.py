"""Sockets whose handshake has no answer yet: when the server stops, or the client has gone, that is nobody's fault."""

import signal
import socket
import sys
import time
from pathlib import Path

import pytest

from tests.web.serving import Browser, Server

SLOW = """
import asyncio
from certamen.cli import main
from certamen.web.sessions import Sessions
sitting = Sessions.sitting
async def slowly(*args):
    print("somebody comes", flush=True)
    await asyncio.sleep({seconds})
    return await sitting(*args)
Sessions.sitting = slowly
main()
"""
"""A server that takes a while to find out who sits where, as with a disk that is busy."""


def start(data: Path, seconds: float) -> Server:
    """Such a server."""
    return Server(data, run=[sys.executable, "-c", SLOW.format(seconds=seconds)]).start()


def knock(browser: Browser, table: str) -> socket.socket:
    """A connection that has asked for a socket and waits for the answer."""
    line = socket.create_connection(("127.0.0.1", browser.base_url.port), 10)
    line.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {browser.base_url.netloc.decode()}\r\n"
        f"Origin: {browser.origin}\r\nCookie: {browser.cookie(table)}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    return line


def faults(server: Server) -> list[str]:
    """What the server's log says of faults."""
    wrong = ("Traceback", "handshake", '"status": 500', '"level": "error"')
    return [line for line in server.errors.read_text().splitlines() if any(one in line for one in wrong)]


@pytest.mark.parametrize("seconds", [0.2, 2.0])
def test_a_server_that_stops_refuses_who_is_at_the_door(tmp_path: Path, duel: str, seconds: float) -> None:
    """Before it is known who that is; what is found out too late, of one already refused, changes nothing."""
    server = start(tmp_path / "data", seconds)
    with server.browser() as browser, knock(browser, browser.open_table(duel)["table"]) as line:
        server.line("somebody comes")
        assert server.stop(signal.SIGTERM) == 0
        told = b"".join(iter(lambda: line.recv(4096), b"")).decode()
    assert told.startswith("HTTP/1.1 503 "), told
    assert "the server stops" in told
    assert faults(server) == []


def test_who_goes_before_the_answer_comes_is_no_fault(tmp_path: Path, duel: str) -> None:
    server = start(tmp_path / "data", 0.3)
    with server.browser() as browser:
        for _ in range(5):
            knock(browser, browser.open_table(duel)["table"]).close()
            server.line("somebody comes")
        time.sleep(0.6)
        assert browser.ok("GET", "/healthz") == {"status": "ready"}
        assert server.stop() == 0
    assert faults(server) == []
