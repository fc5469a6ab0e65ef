"""The command that runs the server: how it starts, what it prints, how it stops, what outlives it."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.web.serving import serving

SLACK = 3
"""Promised times are tested at so many times their value."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_it_prints_one_line_with_its_address_and_is_ready(data: Path) -> None:
    with serving(data) as server, server.browser() as browser:
        assert server.said.startswith(f"Certamen is at http://127.0.0.1:{server.port}/ ")
        assert str(data) in server.said
        assert browser.ok("GET", "/healthz") == {"status": "ready"}
        told = browser.ok("GET", "/api/about")
        assert told["host"]
        assert told["addresses"] == []
        assert len(told["rulesets"]) == 5
        assert server.stop() == 0
        assert server.printed == server.said


def test_by_default_only_this_machine_reaches_it(data: Path) -> None:
    from certamen.web.network import addresses

    with serving(data) as server:
        for address in addresses():
            with pytest.raises(OSError), socket.create_connection((address, server.port), 2):
                pass


def test_for_a_network_it_prints_its_address_and_a_code(data: Path) -> None:
    from certamen.web.network import addresses

    with serving(data, "--lan") as server:
        server.stop()
        text = server.printed
    assert "/#host=" in text
    assert "█" in text or "▀" in text
    for address in addresses()[:1]:
        assert f"http://{address}:{server.port}/" in text


def test_the_hosts_link_makes_a_host_of_another_device_and_outlives_a_restart(data: Path) -> None:
    far = {"X-Forwarded-For": "192.0.2.1"}
    with serving(data, "--lan") as server, server.browser() as browser:
        token = server.line("/#host=").partition("/#host=")[2].strip()
        assert not browser.ok("GET", "/api/about", headers=far)["host"]
        assert browser.post("/api/host", json={"token": "wrong"}, headers=far).status_code == 403
        assert browser.post("/api/host", json={"token": token}, headers=far).status_code == 204
        assert browser.ok("GET", "/api/about", headers=far)["host"]
        server.stop()
        with serving(data, "--lan", port=server.port), server.browser() as other:
            assert browser.ok("GET", "/api/about", headers=far)["host"]
            old = other.post("/api/host", json={"token": token}, headers=far)
            assert old.status_code == 403, "each start has a link of its own"


def test_a_taken_port_is_refused_in_one_line(data: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "certamen", "serve", "--port", str(port), "--data", str(data)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert f"port {port} of 127.0.0.1 is taken" in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout


def test_a_taken_data_folder_is_refused_in_one_line(data: Path) -> None:
    with serving(data):
        command = [sys.executable, "-m", "certamen", "serve", "--port", "0", "--data", str(data)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "another certamen" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_gracefully(data: Path, duel: str, how: signal.Signals) -> None:
    with serving(data) as server, server.browser() as browser:
        table = browser.open_table(duel)["table"]
        with browser.socket(table) as one:
            one.until("snapshot")
            assert one.do({"do": "pause", "on": True})["done"]
            begun = time.monotonic()
            assert server.stop(how) == 0
            assert time.monotonic() - begun < 5 * SLACK
            assert one.until("bye")["reason"] == "the server stops"
    assert "Traceback" not in server.errors.read_text()


def test_a_restart_keeps_tables_and_sessions(data: Path, duel: str) -> None:
    with serving(data) as server:
        browser = server.browser()
        table = browser.open_table(duel)["table"]
        with server.browser() as player:
            token = browser.do(table, {"do": "invite", "kind": "player", "name": "Ann", "characters": ["ada"]})
            player.join(table, token["result"]["token"])
            assert player.do(table, {"do": "words", "text": "say here I am"})["done"]
            before = player.ok("GET", f"/api/tables/{table}/snapshot")
            server.stop(signal.SIGKILL)
            begun = time.monotonic()
            with serving(data, port=server.port):
                after = player.ok("GET", f"/api/tables/{table}/snapshot")
                assert time.monotonic() - begun < 3 * SLACK, "ready again within 3 seconds"
                assert [item["text"] for item in after["log"]] == [item["text"] for item in before["log"]]
                assert after["view"] == before["view"]
                assert browser.do(table, {"do": "revoke", "seat": after["table"]["you"]})["done"]
                assert player.get(f"/api/tables/{table}/snapshot").status_code == 401
        browser.close()


def test_what_it_sends_goes_out_at_once() -> None:
    """Nagle's delay is off on what it accepts: with it, an answer behind a frame waits 40 ms for the client's word."""
    from certamen.cli.serve import listen

    async def accepted() -> int:
        option: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def come(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            option.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(come, sock=listen("127.0.0.1", 0)) as server:
            _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer.close()
            return await option

    assert asyncio.run(accepted())


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are looked for in /proc")
def test_no_process_of_its_own_outlives_it(data: Path, duel: str) -> None:
    """Those that read files and work out counsel, when the server is killed."""
    with serving(data) as server, server.browser() as browser:
        table = browser.open_table(duel)["table"]
        browser.get(f"/api/tables/{table}/advise", params={"who": "ada"})
        browser.request("POST", "/api/verify", content=b"{}")
        children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        assert children
        server.process.kill()
        until = time.monotonic() + 5 * SLACK
        while (left := [one for one in children if _lives(one)]) and time.monotonic() < until:
            time.sleep(0.1)
        for one in left:
            os.kill(int(one), signal.SIGKILL)
        server.stop()
        assert not left


def _lives(process: str) -> bool:
    """Whether it runs; one that nobody has buried yet does not."""
    try:
        return Path("/proc", process, "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
