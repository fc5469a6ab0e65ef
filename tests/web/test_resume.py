"""Going on after a break: missed frames by their numbers, or a snapshot; commands that are sent twice, or too late."""

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.serving import Browser, Server, serving

PAUSE = {"do": "pause", "on": True}
GO_ON = {"do": "pause", "on": False}


@pytest.fixture
def player(server: Server, host: Browser, table: str) -> Iterator[Browser]:
    invited = host.do(table, {"do": "invite", "kind": "player", "name": "Ann", "characters": ["ada"]})
    with server.browser() as browser:
        browser.join(table, invited["result"]["token"])
        yield browser


def test_what_was_missed_comes_by_its_numbers(host: Browser, player: Browser, table: str) -> None:
    with player.socket(table) as socket:
        snapshot = socket.until("snapshot")
    for word in ("one", "two", "three"):
        assert host.do(table, {"do": "words", "text": f"say {word}"})["done"]
    with player.socket(table, snapshot["n"]) as socket:
        missed = [socket.until("update") for _ in range(3)]
    assert [frame["n"] for frame in missed] == [snapshot["n"] + k for k in (1, 2, 3)]
    assert [frame["log"][-1]["text"].split()[-1] for frame in missed] == ["one", "two", "three"]
    with player.socket(table, missed[0]["n"]) as socket:
        assert [socket.until("update")["n"] for _ in range(2)] == [missed[1]["n"], missed[2]["n"]]


def test_who_missed_nothing_gets_nothing_twice(host: Browser, player: Browser, table: str) -> None:
    with player.socket(table) as socket:
        n = socket.until("snapshot")["n"]
    with player.socket(table, n) as socket:
        assert socket.frame()["type"] == "presence"
        host.do(table, {"do": "words", "text": "say hm"})
        assert socket.until("update")["n"] == n + 1


@pytest.mark.parametrize("n", [-1, 10**15, 99])
def test_a_number_that_cannot_be_gone_on_from_gets_a_snapshot(player: Browser, table: str, n: int) -> None:
    with player.socket(table, n) as socket:
        assert socket.frame()["type"] == "snapshot"


def test_who_missed_too_much_gets_a_snapshot(host: Browser, player: Browser, table: str) -> None:
    with player.socket(table) as socket:
        n = socket.until("snapshot")["n"]
    with host.socket(table) as gm:
        gm.until("snapshot")
        for k in range(205):
            gm.send(PAUSE if k % 2 else GO_ON)
        for _ in range(205):
            gm.until("answer", timeout=60)
    with player.socket(table, n) as socket:
        assert socket.frame()["type"] == "snapshot"


def test_a_command_sent_twice_is_done_once(host: Browser, table: str) -> None:
    command: dict[str, Any] = {"id": secrets.token_hex(8), "deed": {"do": "words", "text": "say once"}}
    path = f"/api/tables/{table}/commands"
    first, again = (host.ok("POST", path, json=command) for _ in range(2))
    assert first["done"]
    assert first == again
    with host.socket(table) as socket:
        socket.until("snapshot")
        assert socket.do(command["deed"], id=command["id"]) == first
    log = host.ok("GET", f"/api/tables/{table}/log?q=once")["items"]
    assert len(log) == 1


def test_an_invitation_sent_twice_makes_one_seat(host: Browser, table: str) -> None:
    deed = {"do": "invite", "kind": "spectator", "name": "Eve"}
    first = host.do(table, deed, id="invite-1")
    assert host.do(table, deed, id="invite-1") == first
    seats = host.ok("GET", f"/api/tables/{table}/snapshot")["table"]["seats"]
    assert [seat["name"] for seat in seats].count("Eve") == 1


def test_a_command_made_upon_an_older_frame_changes_nothing(host: Browser, player: Browser, table: str) -> None:
    with player.socket(table) as socket:
        n = socket.until("snapshot")["n"]
        host.do(table, {"do": "words", "text": "say first"})
        assert socket.until("update")["n"] == n + 1
        stale = socket.do({"do": "words", "text": "say too late"}, n=n)
        assert stale == {"type": "answer", "id": stale["id"], "done": False, "stale": True, "reason": stale["reason"]}
        assert socket.do({"do": "words", "text": "say now"}, n=n + 1)["done"]
    texts = [item["text"] for item in host.ok("GET", f"/api/tables/{table}/log?type=say")["items"]]
    assert not any("too late" in text for text in texts)


def test_after_a_restart_too(tmp_path: Path, duel: str) -> None:
    command: dict[str, Any] = {"id": "kept-1", "deed": {"do": "words", "text": "say once"}}
    with serving(tmp_path / "data") as server, server.browser() as host:
        table = host.open_table(duel)["table"]
        with host.socket(table) as socket:
            n = socket.until("snapshot")["n"]
            assert socket.do(command["deed"], id=command["id"])["done"]
        server.process.kill()
        server.stop()
        with serving(tmp_path / "data", port=server.port), host.socket(table, n) as socket:
            snapshot = socket.frame()
            assert snapshot["type"] == "snapshot"
            assert snapshot["n"] > n + 1, "no number is given twice"
            assert socket.do(command["deed"], id=command["id"])["done"]
            log = host.ok("GET", f"/api/tables/{table}/log?q=once")["items"]
            assert len(log) == 1
            assert socket.do({"do": "words", "text": "say twice"}, n=n)["stale"]


def test_all_pages_of_a_seat_hear_the_same(host: Browser, player: Browser, table: str) -> None:
    with player.socket(table) as one, player.socket(table) as two:
        first, second = one.until("snapshot"), two.until("snapshot")
        assert first == second
        host.do(table, {"do": "words", "text": "say hm"})
        assert one.until("update") == two.until("update")


def test_who_is_here_is_told(host: Browser, player: Browser, table: str) -> None:
    with host.socket(table) as gm:
        gm.until("snapshot")
        seats = []
        with player.socket(table) as socket:
            you = socket.until("snapshot")["table"]["you"]
            while you not in seats:
                seats = gm.until("presence")["seats"]
        while you in seats:
            seats = gm.until("presence")["seats"]
