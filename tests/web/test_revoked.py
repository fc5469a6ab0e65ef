"""A link taken back: its sockets and sessions are over at once, for good or until there is a new link."""

from collections.abc import Callable

import pytest
from websockets.exceptions import InvalidStatus

from tests.web.serving import Browser, Server


def _revoke(owner: Browser, table: str, seat: str) -> None:
    assert owner.do(table, {"do": "revoke", "seat": seat})["done"]


def _reissue(owner: Browser, table: str, seat: str) -> None:
    assert owner.do(table, {"do": "reissue", "seat": seat})["done"]


@pytest.mark.parametrize("how", [_revoke, _reissue])
def test_revoking_closes_sockets_and_sessions(
    server: Server, host: Browser, duel: str, how: Callable[[Browser, str, str], None]
) -> None:
    table = host.open_table(duel)["table"]
    made = host.do(table, {"do": "invite", "kind": "player", "name": "Ann", "characters": ["ada"]})["result"]
    with server.browser() as player:
        player.join(table, made["token"])
        with player.socket(table) as one, player.socket(table) as two:
            for socket in (one, two):
                socket.until("snapshot")
            how(host, table, made["seat"])
            for socket in (one, two):
                assert "revoked" in socket.until("bye", timeout=2)["reason"]
        with pytest.raises(InvalidStatus):
            player.socket(table)
        assert player.get(f"/api/tables/{table}/snapshot").status_code == 401
        link = {"token": f"{table}.{made['token']}"}
        assert player.post("/api/peek", json=link).status_code == 404


def test_a_new_link_opens_a_revoked_seat_again(server: Server, host: Browser, duel: str) -> None:
    table = host.open_table(duel)["table"]
    made = host.do(table, {"do": "invite", "kind": "player", "name": "Ann", "characters": ["ada"]})["result"]
    _revoke(host, table, made["seat"])
    again = host.do(table, {"do": "reissue", "seat": made["seat"]})["result"]
    with server.browser() as player:
        assert player.join(table, again["token"])["seat"] == made["seat"]
        assert player.ok("GET", f"/api/tables/{table}/snapshot")["table"]["you"] == made["seat"]
