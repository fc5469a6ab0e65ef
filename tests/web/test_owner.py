"""What belongs to the owner and the host: the owner's value in the dice, his link made anew, whom he invites."""

import secrets

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from certamen.table.store import StoreError
from certamen.web.errors import status_of
from tests.web.serving import Browser, Server

VALUE = "0123456789abcdef" * 2


def _values(browser: Browser, table: str) -> list[tuple[str, str]]:
    return [(one["seat"], one["value"]) for one in browser.ok("GET", f"/api/tables/{table}/dice")["values"]]


def test_the_owners_value_is_mixed_into_the_dice_before_play(host: Browser, duel: str) -> None:
    table = host.open_table(duel, value=VALUE)["table"]
    assert _values(host, table) == [("seat-1", VALUE)]
    assert host.do(table, {"do": "words", "text": "gm end"})["done"]
    report = host.ok("POST", "/api/verify", content=host.get(f"/api/tables/{table}/export?keys=true").content)
    assert report["fine"], report
    assert f"gave {VALUE} before any die" in " ".join(report["lines"]), report
    assert not any("hang on the keys alone" in line for line in report["lines"])
    assert host.ok("GET", f"/api/tables/{table}/snapshot")["table"]["seats"][0]["joined"]
    again = host.ok(
        "POST", f"/api/tables/import?value={VALUE}", content=host.get(f"/api/tables/{table}/export").content
    )
    assert again["seat"] == "seat-1"
    assert host.post("/api/tables", json={"yaml": duel, "value": "x"}).status_code == 422


def test_a_host_makes_the_owners_link_anew_and_the_old_one_is_out(host: Browser, server: Server, duel: str) -> None:
    with server.browser() as owner, server.browser() as other:
        opened = owner.open_table(duel)
        table = opened["table"]
        with owner.socket(table) as line:
            line.until("snapshot")
            again = host.ok("POST", f"/api/tables/{table}/owner")
            assert "revoked" in line.until("bye", 2)["reason"]
            with pytest.raises(ConnectionClosed):
                line.frame(2)
        assert owner.get(f"/api/tables/{table}/snapshot").status_code == 401
        assert host.ok("GET", f"/api/tables/{table}/snapshot")["table"]["you"] == again["seat"]
        late = other.post("/api/join", json={"token": f"{table}.{opened['token']}", "value": VALUE})
        assert late.status_code == 404
        other.join(table, again["token"])
        assert other.do(table, {"do": "pause", "on": True})["done"]
    assert host.post("/api/tables/none/owner").status_code == 404


@pytest.mark.parametrize("dice", ["server", "hand"])
def test_who_plays_whom_is_told_as_the_encounter_says(host: Browser, duel: str, dice: str) -> None:
    named = duel.replace("name: Bertrand Oy,", "name: Bertrand Oy, player: Rosa,")
    assert named != duel
    table = host.open_table(named, dice=dice)["table"]
    assert host.ok("GET", f"/api/tables/{table}/players") == {"players": {"Rosa": ["bertrand"]}}


def test_balance_is_quick_unless_it_is_asked_what_matters_most(host: Browser, table: str) -> None:
    page = host.ok("GET", f"/api/tables/{table}/prepare/balance?trials=10", timeout=100)
    assert page["text"]


def test_what_cannot_be_kept_is_the_servers_trouble(server: Server, host: Browser, table: str) -> None:
    assert status_of(StoreError("the disk is full")) == 503
    assert host.delete("/api/tables/none").status_code == 401
    for path in ("none", secrets.token_hex(8)):
        with pytest.raises(InvalidStatus) as wrong:
            host.socket(path)
        assert wrong.value.response.status_code == 401


def test_a_table_that_is_gone_is_no_fault(host: Browser, duel: str) -> None:
    table = host.open_table(duel)["table"]
    assert host.delete(f"/api/tables/{table}").status_code == 204
    assert host.get(f"/api/tables/{table}/snapshot").status_code == 401
