"""One client cannot slow the others: too many, too often, never read, never asking."""

import json
import os
import secrets
import socket as plain
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from certamen.web.server import FIRST
from tests.web.serving import Browser, Server, Socket, serving

SOAK = bool(os.environ.get("CERTAMEN_SOAK"))
IDLE = 1_000 if SOAK else 150
"""Sockets that sit idle."""
QUICK = 0.15 * 3
"""Seconds an answer may take, p99, at three times its value."""


@contextmanager
def undisturbed(server: Server, duel: str) -> Iterator[Callable[[], None]]:
    """Two good people at a table of their own; what is called looks that they are answered as quickly as ever."""
    with server.browser() as gm, server.browser() as player:
        table = gm.open_table(duel)["table"]
        made = gm.do(table, {"do": "invite", "kind": "player", "name": "Ann", "characters": ["ada"]})["result"]
        player.join(table, made["token"])
        with gm.socket(table) as one, player.socket(table) as two:
            one.until("snapshot")
            two.until("snapshot")

            def look() -> None:
                taken = [_round(one, two) for _ in range(30)]
                assert sorted(taken)[-2] < QUICK, f"slowest of 30: {sorted(taken)[-5:]}"

            yield look


def _round(one: Socket, two: Socket) -> float:
    begun = time.monotonic()
    assert one.do({"do": "words", "text": "say hm"})["done"]
    two.until("update")
    return time.monotonic() - begun


def test_idle_sockets_disturb_nobody(server: Server, duel: str) -> None:
    """150 sockets; under CERTAMEN_SOAK 1,000."""
    with ExitStack() as stack:
        look = stack.enter_context(undisturbed(server, duel))
        opened = 0
        while opened < IDLE:
            browser = stack.enter_context(server.browser())
            table = browser.open_table(duel)["table"]
            for _ in range(10):
                stack.enter_context(browser.socket(table))
                opened += 1
        look()
        with pytest.raises(InvalidStatus) as refused:
            browser.socket(table)
        assert refused.value.response.status_code == 429, "ten for one seat"


def test_connections_that_say_nothing_disturb_nobody(server: Server, duel: str) -> None:
    with ExitStack() as stack:
        look = stack.enter_context(undisturbed(server, duel))
        for k in range(IDLE):
            one = stack.enter_context(plain.create_connection(("127.0.0.1", server.port)))
            if k % 2:
                one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0")
        look()


@pytest.mark.soak
def test_who_asks_nothing_is_not_waited_for(server: Server) -> None:
    with plain.create_connection(("127.0.0.1", server.port)) as one:
        one.sendall(b"GET / HTTP/1.1\r\n")
        one.settimeout(FIRST * 3)
        with suppress(ConnectionResetError):
            assert one.recv(100) == b""


def test_only_so_many_large_files_are_read_at_once(server: Server) -> None:
    """Three; the next is told to come back, and what is small goes on."""
    with ExitStack() as stack, server.browser() as browser:
        for _ in range(3):
            one = stack.enter_context(plain.create_connection(("127.0.0.1", server.port)))
            lines = [
                "POST /api/verify HTTP/1.1",
                "Host: 127.0.0.1",
                "Origin: http://127.0.0.1",
                "Content-Length: 90000",
            ]
            one.sendall(("\r\n".join(lines) + "\r\n\r\nxx").encode())
        assert _until(lambda: browser.post("/api/verify", content=b"{}").status_code == 503)
        assert browser.post("/api/check", json={"yaml": "a: 1"}).status_code == 200
    with server.browser() as browser:
        assert _until(lambda: browser.post("/api/verify", content=b"{}").status_code == 422)


def _until(true: Callable[[], bool]) -> bool:
    """Whether it comes true within some seconds."""
    end = time.monotonic() + 10
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def test_one_address_holds_only_so_many_sockets(tmp_path_factory: pytest.TempPathFactory, duel: str) -> None:
    """Of 400 sockets and some hundred requests at once; who comes from another address is not touched by it."""
    with serving(tmp_path_factory.mktemp("limited") / "data") as server, ExitStack() as stack:
        near = stack.enter_context(server.browser())
        assert _asked_until_refused(server, "127.0.0.9") == 429
        assert near.get("/api/about").status_code == 200
        told = ""
        while "too many pages" not in told:
            far = stack.enter_context(server.browser(address="127.0.0.10"))
            table = far.open_table(duel)["table"]
            for _ in range(10):
                try:
                    stack.enter_context(far.socket(table))
                except InvalidStatus as refused:
                    told = refused.response.body.decode()
                    time.sleep(0.2)
        assert len([line for line in near.ok("GET", "/metrics").splitlines() if line == "certamen_sockets 400.0"]) == 1
        with near.socket(near.open_table(duel)["table"]) as socket:
            socket.until("snapshot")


def _asked_until_refused(server: Server, address: str) -> int:
    """The status by which many requests at once are ended."""
    with server.browser(address=address) as browser, ThreadPoolExecutor(8) as many:
        for _ in range(30):
            for status in many.map(lambda _: browser.get("/healthz").status_code, range(100)):
                if status != 200:
                    return status
    return 200


def test_a_client_that_reads_nothing_is_cut_off(server: Server, host: Browser, table: str, duel: str) -> None:
    """It is sent more than the system and the server hold for it, then it is gone; the others notice nothing."""
    made = host.do(table, {"do": "invite", "kind": "spectator", "name": "Sloth"})["result"]
    with server.browser() as lazy, undisturbed(server, duel) as look, host.socket(table) as gm:
        lazy.join(table, made["token"])
        gm.until("snapshot")
        with _unread(server, lazy, table) as one:
            text = "say " + "x" * 1_900
            for k in range(600):
                gm.do({"do": "words", "text": text})
                if k == 100:
                    look()
                if k % 20 == 0 and _slow(host):
                    break
            assert _slow(host), "the socket was given up"
            one.settimeout(5)
            with suppress(ConnectionResetError):
                while one.recv(1 << 20):
                    pass
        look()


def _slow(host: Browser) -> bool:
    text = host.ok("GET", "/metrics")
    count = next(line for line in text.splitlines() if line.startswith("certamen_sockets_slow_total"))
    return float(count.split()[1]) > 0


@contextmanager
def _unread(server: Server, browser: Browser, table: str) -> Iterator[plain.socket]:
    """A socket that shakes hands and then never reads."""
    with plain.socket() as one:
        one.setsockopt(plain.SOL_SOCKET, plain.SO_RCVBUF, 4096)
        one.connect(("127.0.0.1", server.port))
        lines = [
            f"GET /api/tables/{table}/socket HTTP/1.1",
            f"Host: 127.0.0.1:{server.port}",
            f"Origin: {server.origin}",
            f"Cookie: {browser.cookie(table)}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==",
        ]
        one.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        assert b"101" in one.recv(12)
        yield one


def test_a_flood_of_commands_slows_only_who_sends_it(server: Server, host: Browser, table: str, duel: str) -> None:
    with undisturbed(server, duel) as look, host.socket(table) as socket:
        stop = threading.Event()

        def flood() -> None:
            while not stop.is_set():
                try:
                    socket.connection.send(json.dumps({"id": secrets.token_hex(8), "deed": {"do": "redo"}}))
                except ConnectionClosed:
                    return

        thread = threading.Thread(target=flood)
        thread.start()
        try:
            time.sleep(0.5)
            look()
        finally:
            stop.set()
            threading.Thread(target=socket.connection.socket.shutdown, args=(plain.SHUT_RDWR,)).start()
            thread.join(20)
        assert not thread.is_alive()


def test_commands_over_http_are_limited_too(host: Browser, table: str) -> None:
    def redo(_: int) -> httpx.Response:
        return host.post(f"/api/tables/{table}/commands", json={"id": secrets.token_hex(8), "deed": {"do": "redo"}})

    with ThreadPoolExecutor(8) as many:
        refused = [one for one in many.map(redo, range(300)) if one.status_code != 200]
    assert refused
    assert all(one.status_code == 429 and int(one.headers["retry-after"]) >= 1 for one in refused)
