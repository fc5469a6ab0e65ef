"""Who may do what: every route and every command, for everybody who may come. What is not listed here fails."""

import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple, get_args

import pytest
from fastapi.routing import APIRoute, APIWebSocketRoute
from websockets.exceptions import InvalidStatus

from certamen.table import protocol
from certamen.web.app import ROUTES
from certamen.web.pages import ADDRESSES
from tests.web.serving import Browser, Server

SEATED = ("owner", "gm", "player", "other", "spectator", "screen")
OUTSIDE = ("removed", "revoked", "elsewhere", "nobody")
ROLES = (*SEATED, *OUTSIDE)
FAR = {"X-Forwarded-For": "192.0.2.1"}
"""What makes a browser of this machine one from elsewhere: it is no host then."""

PAGES = (*ADDRESSES, "/assets/{name}", "/{name}")
ANYONE, HOST, SEAT, GM, OWNER = "anyone", "host", "seat", "gm", "owner"
MAY = {ANYONE: ROLES, HOST: (), SEAT: SEATED, GM: ("owner", "gm"), OWNER: ("owner",)}
YAML: dict[str, Any] = {"yaml": "certamen: 1"}
MATRIX: dict[tuple[str, str], tuple[str, dict[str, Any]]] = {
    ("GET", "/api/about"): (ANYONE, {}),
    ("POST", "/api/host"): (HOST, {"json": {"token": "x"}}),
    ("GET", "/api/rulesets/{name}"): (ANYONE, {}),
    ("GET", "/api/examples/{ruleset}/{name}"): (ANYONE, {}),
    ("POST", "/api/check"): (HOST, {"json": YAML}),
    ("POST", "/api/build"): (HOST, {"json": {"form": {}}}),
    ("POST", "/api/form"): (HOST, {"json": YAML}),
    ("POST", "/api/qr"): (ANYONE, {"json": {"text": "x"}}),
    ("POST", "/api/maps"): (HOST, {"content": b"{}", "params": {"ruleset": "striker"}}),
    ("POST", "/api/verify"): (ANYONE, {"content": b"{}"}),
    ("POST", "/api/tables/import"): (HOST, {"content": b"{}"}),
    ("POST", "/api/tables"): (HOST, {"json": YAML}),
    ("GET", "/api/tables"): (HOST, {}),
    ("POST", "/api/tables/{table}/owner"): (HOST, {}),
    ("GET", "/api/tables/{table}/players"): (GM, {}),
    ("POST", "/api/peek"): (ANYONE, {"json": {"token": "a.b"}}),
    ("POST", "/api/join"): (ANYONE, {"json": {"token": "a.b", "value": "0" * 32}}),
    ("GET", "/api/tables/{table}/snapshot"): (SEAT, {}),
    ("POST", "/api/tables/{table}/commands"): (SEAT, {"json": {"id": "x", "deed": {"do": "undo"}}}),
    ("GET", "/api/tables/{table}/offers"): (SEAT, {"params": {"request": "x"}}),
    ("GET", "/api/tables/{table}/log"): (SEAT, {}),
    ("GET", "/api/tables/{table}/log.md"): (SEAT, {}),
    ("GET", "/api/tables/{table}/log.json"): (SEAT, {}),
    ("GET", "/api/tables/{table}/journal"): (GM, {}),
    ("GET", "/api/tables/{table}/export"): (OWNER, {}),
    ("GET", "/api/tables/{table}/ground/{key}"): (SEAT, {}),
    ("GET", "/api/tables/{table}/apart"): (SEAT, {"params": {"who": "nobody"}}),
    ("GET", "/api/tables/{table}/picture/{id}"): (SEAT, {}),
    ("POST", "/api/tables/{table}/pictures"): (GM, {"content": b"x"}),
    ("GET", "/api/tables/{table}/as/{seat}"): (GM, {}),
    ("GET", "/api/tables/{table}/dice"): (SEAT, {}),
    ("GET", "/api/tables/{table}/replay"): (SEAT, {}),
    ("GET", "/api/tables/{table}/replay/{key}"): (SEAT, {}),
    ("GET", "/api/tables/{table}/odds"): (SEAT, {"params": {"words": "x"}}),
    ("GET", "/api/tables/{table}/advise"): (SEAT, {"params": {"who": "nobody"}}),
    ("GET", "/api/tables/{table}/prepare/odds"): (GM, {"params": {"query": "none"}}),
    ("GET", "/api/tables/{table}/prepare/duel"): (GM, {}),
    ("GET", "/api/tables/{table}/prepare/balance"): (GM, {"params": {"trials": 1}}),
    ("WS", "/api/tables/{table}/socket"): (SEAT, {}),
    ("POST", "/api/tables/{table}/leave"): (SEAT, {}),
    ("DELETE", "/api/tables/{table}"): (OWNER, {}),
    ("GET", "/healthz"): (ANYONE, {}),
    ("GET", "/metrics"): (HOST, {}),
    ("GET", "/api/openapi.json"): (ANYONE, {}),
    **{("GET", address): (ANYONE, {}) for address in PAGES},
}
ENDING = ("/leave", "/owner")
TRIED = [(method, path) for method, path in MATRIX if method not in ("DELETE", "WS") and not path.endswith(ENDING)]
"""All but what ends something, and the socket: those are tried apart."""


class Group(NamedTuple):
    """A table with everybody who may come to it, each in a browser of his own."""

    table: str
    browsers: dict[str, Browser]


@contextmanager
def gathered(server: Server, duel: str) -> Iterator[Group]:
    """A new table, all seats taken; one removed, one whose link was revoked before he used it, one of another table."""
    with ExitStack() as stack:
        yield _gather({role: stack.enter_context(server.browser()) for role in ROLES}, duel)


def _gather(browsers: dict[str, Browser], duel: str) -> Group:
    owner = browsers["owner"]
    table, other = owner.open_table(duel)["table"], browsers["elsewhere"].open_table(duel)["table"]
    seats = {}
    for role, kind, characters in (
        ("gm", "gm", []),
        ("player", "player", ["ada"]),
        ("other", "player", ["bertrand"]),
        ("spectator", "spectator", []),
        ("screen", "screen", []),
        ("removed", "player", ["ada"]),
        ("revoked", "player", ["ada"]),
    ):
        made = owner.do(table, {"do": "invite", "kind": kind, "name": role, "characters": characters})
        seats[role] = made["result"]
        if role != "revoked":
            browsers[role].join(table, made["result"]["token"])
    for role in ("removed", "revoked"):
        assert owner.do(table, {"do": "revoke", "seat": seats[role]["seat"]})["done"]
    late = browsers["revoked"].post(
        "/api/join", json={"token": f"{table}.{seats['revoked']['token']}", "value": "0" * 32}
    )
    assert late.status_code == 404
    value = browsers["elsewhere"].cookie(other).partition("=")[2]
    browsers["elsewhere"].cookies.set(f"certamen-{table}", value)
    return Group(table, browsers)


@pytest.fixture(scope="module")
def group(server: Server, duel: str) -> Iterator[Group]:
    with gathered(server, duel) as one:
        yield one


def test_every_route_is_listed() -> None:
    found = set()
    for module in ROUTES:
        for route in module.router.routes:
            if isinstance(route, APIWebSocketRoute):
                found.add(("WS", route.path))
            else:
                assert isinstance(route, APIRoute)
                found |= {(method, route.path) for method in route.methods or ()}
    others = {("GET", address) for address in PAGES}
    others |= {("GET", "/healthz"), ("GET", "/metrics"), ("GET", "/api/openapi.json")}
    assert found | others == set(MATRIX)


def test_the_description_knows_every_route(group: Group) -> None:
    paths = group.browsers["nobody"].ok("GET", "/api/openapi.json")["paths"]
    told = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    pages = {("GET", path) for path in (*PAGES, "/api/openapi.json")}
    assert told == {one for one in MATRIX if one[0] != "WS"} - pages


@pytest.mark.parametrize(("method", "path"), TRIED)
def test_who_may_use_a_route(group: Group, method: str, path: str) -> None:
    level, options = MATRIX[method, path]
    address = path.format(table=group.table, name="x", ruleset="x", key="1", id="x", seat="seat-3", page="x")
    for role, browser in group.browsers.items():
        status = browser.request(method, address, headers=FAR, **options).status_code
        if role in MAY[level]:
            assert status not in (401, 403, 500), f"{role} may {method} {path}: {status}"
        else:
            expected = 401 if role in OUTSIDE and level != HOST else 403
            assert status == expected, f"{role} may not {method} {path}: {status}"
    if level == HOST and path != "/api/host":
        near = group.browsers["nobody"].request(method, address, **options)
        assert near.status_code not in (401, 403, 500), f"who sits at the machine itself may {method} {path}"


def test_who_may_open_a_socket(group: Group) -> None:
    for role, browser in group.browsers.items():
        if role in SEATED:
            with browser.socket(group.table) as socket:
                assert socket.frame()["table"]["gm"] == (role in MAY[GM])
        else:
            with pytest.raises(InvalidStatus) as refused:
                browser.socket(group.table)
            assert refused.value.response.status_code == 401, role


def test_who_may_leave(server: Server, duel: str) -> None:
    with gathered(server, duel) as (table, browsers):
        for role, browser in browsers.items():
            cookie = browser.cookie(table)
            status = browser.post(f"/api/tables/{table}/leave").status_code
            assert status == (204 if role in SEATED else 401), role
            again = browser.get(f"/api/tables/{table}/snapshot", headers={"Cookie": cookie})
            assert again.status_code == 401, f"the cookie of who left opens nothing: {role}"


def test_who_may_delete_a_table(server: Server, duel: str) -> None:
    with gathered(server, duel) as (table, browsers):
        for role in reversed(ROLES):
            status = browsers[role].delete(f"/api/tables/{table}").status_code
            assert status == (204 if role == "owner" else 401 if role in OUTSIDE else 403), role
        assert browsers["player"].get(f"/api/tables/{table}/snapshot").status_code == 401


def test_who_may_make_the_owners_link_anew(server: Server, duel: str) -> None:
    with gathered(server, duel) as (table, browsers):
        for role, browser in browsers.items():
            assert browser.post(f"/api/tables/{table}/owner", headers=FAR).status_code == 403, role
        assert browsers["nobody"].post(f"/api/tables/{table}/owner").status_code == 200, "at the machine itself"
        assert browsers["owner"].get(f"/api/tables/{table}/snapshot").status_code == 401


def test_a_seat_of_one_table_is_none_at_another(group: Group, server: Server, duel: str) -> None:
    with server.browser() as stranger:
        other = stranger.open_table(duel)["table"]
        for browser in group.browsers.values():
            assert browser.get(f"/api/tables/{other}/snapshot").status_code == 401
            value = browser.cookie(group.table).partition("=")[2]
            forged = browser.get(f"/api/tables/{other}/snapshot", headers={"Cookie": f"certamen-{other}={value}"})
            assert forged.status_code == 401


# --- commands --------------------------------------------------------------------------------------------------------

ADA = ("owner", "gm", "player")
"""Whoever plays Ada, and the game masters."""
SAY = {"do": "act", "actor": "ada", "verb": "say", "values": {"text": "hm", "to": "all"}}
GM_SAYS = {"do": "act", "actor": "gm", "verb": "say", "values": {"text": "hm", "to": "all"}}
PLAYING = ("owner", "gm", "player", "other")
DEEDS: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    ("act", SAY, ADA),
    ("act", GM_SAYS, MAY[GM]),
    ("act", {"do": "act", "actor": "gm", "verb": "none"}, MAY[GM]),
    ("words", {"do": "words", "text": "say hm"}, PLAYING),
    ("acts", {"do": "acts", "acts": [GM_SAYS]}, MAY[GM]),
    ("default", {"do": "default", "request": "none"}, MAY[GM]),
    ("decide", {"do": "decide", "who": "ada", "policy": ""}, MAY[GM]),
    ("undo", {"do": "undo"}, MAY[GM]),
    ("redo", {"do": "redo"}, MAY[GM]),
    ("pause", {"do": "pause", "on": False}, MAY[GM]),
    ("clock", {"do": "clock", "seconds": {}}, MAY[GM]),
    ("invite", {"do": "invite", "kind": "spectator", "name": "x"}, MAY[GM]),
    ("invite", {"do": "invite", "kind": "gm", "name": "x"}, MAY[OWNER]),
    ("change", {"do": "change", "seat": "seat-5", "name": "x"}, MAY[GM]),
    ("change", {"do": "change", "seat": "seat-2", "name": "x"}, MAY[OWNER]),
    ("reissue", {"do": "reissue", "seat": "seat-8"}, MAY[GM]),
    ("reissue", {"do": "reissue", "seat": "seat-1"}, ()),
    ("revoke", {"do": "revoke", "seat": "seat-8"}, MAY[GM]),
    ("revoke", {"do": "revoke", "seat": "seat-1"}, ()),
    ("call", {"do": "call", "who": ["ada"], "query": "none"}, MAY[GM]),
    ("roll", {"do": "roll", "call": "none"}, ()),
    ("throw", {"do": "throw", "expression": "1d6"}, PLAYING),
    ("throw", {"do": "throw", "expression": "1d6", "who": "ada"}, ADA),
    ("throw", {"do": "throw", "expression": "1d6", "secret": True}, MAY[GM]),
    ("picture", {"do": "picture", "id": ""}, MAY[GM]),
    ("reveal-key", {"do": "reveal-key", "key": "open"}, MAY[OWNER]),
    ("go-on", {"do": "go-on"}, MAY[GM]),
]
FORBIDDEN = (
    "only the game master",
    "only the owner",
    "you only look on",
    "you do not play",
    "is not asked of you",
    "the owner's seat cannot",
)


def test_every_command_is_listed() -> None:
    tags = {one.__struct_config__.tag for one in get_args(protocol.Deed)}
    assert {tag for tag, _, _ in DEEDS} == tags
    assert all(deed["do"] == tag for tag, deed, _ in DEEDS)


@pytest.mark.parametrize(("deed", "may"), [one[1:] for one in DEEDS], ids=lambda one: str(one)[:60])
def test_who_may_give_a_command(group: Group, deed: dict[str, Any], may: tuple[str, ...]) -> None:
    for role in reversed(SEATED):
        if deed == {"do": "reissue", "seat": "seat-1"} and role == "owner":
            continue  # he may, and would be out by it
        answer = group.browsers[role].do(group.table, deed)
        forbidden = answer.get("reason", "").startswith(FORBIDDEN) or "not asked of you" in answer.get("reason", "")
        assert forbidden == (role not in may), f"{role}: {answer}"
        assert not (forbidden and answer["done"])


def test_who_may_roll_a_check_that_was_called_for(group: Group) -> None:
    called = group.browsers["gm"].do(group.table, {"do": "call", "who": ["ada"], "query": "check"})
    roll = {"do": "roll", "call": called["result"]["calls"][0]}
    for role in ("screen", "spectator", "other"):
        assert not group.browsers[role].do(group.table, roll)["done"]
    assert group.browsers["player"].do(group.table, roll)["done"]


@pytest.mark.parametrize("role", OUTSIDE)
def test_nobody_else_gives_any_command(group: Group, role: str) -> None:
    for _, deed, _ in DEEDS:
        command = {"id": secrets.token_hex(8), "deed": deed}
        response = group.browsers[role].post(f"/api/tables/{group.table}/commands", json=command)
        assert response.status_code == 401
