"""What is too large, malformed or too deep is refused in words, and the connection goes on where it can."""

import json
import socket as plain

import pytest
from websockets.exceptions import ConnectionClosed

from certamen.web.limits import LONGEST_MESSAGE, MEGABYTE
from tests.web.serving import Browser, Server, Socket

DEEP = "[" * 100_000
MALFORMED = [
    "",
    "{",
    "null",
    "[]",
    "1",
    '"x"',
    "{}",
    '{"id": 1}',
    '{"id": "x", "deed": {}}',
    '{"id": "x", "deed": {"do": "nothing"}}',
    '{"id": "x", "deed": {"do": "undo", "more": 1}}',
    '{"id": "x", "deed": {"do": "pause", "on": "yes"}}',
    '{"id": "x", "deed": {"do": "undo"}, "n": 1.5}',
    DEEP,
    '{"id": "x", "deed": ' + '{"do":' * 20_000,
    '{"id": "\\ud800", "deed": {"do": "undo"}}',
    "\u0000",
]
ODD = [
    '{"id": "", "deed": {"do": "undo"}}',
    '{"id": "' + "x" * 1000 + '", "deed": {"do": "undo"}}',
    '{"id": "a", "deed": {"do": "throw", "expression": "' + "(" * 5_000 + '"}}',
    '{"id": "b", "deed": {"do": "throw", "expression": "99999999d99999999"}}',
    '{"id": "c", "deed": {"do": "clock", "seconds": {"act": ' + "9" * 400 + "}}}",
    '{"id": "d", "deed": {"do": "act", "actor": "gm", "verb": "set", "values": {"value": ' + "9" * 4000 + "}}}",
    '{"id": "e", "deed": {"do": "words", "text": "' + "x " * 50_000 + '"}}',
    '{"id": "f", "n": ' + "9" * 30 + ', "deed": {"do": "undo"}}',
    '{"id": "g", "deed": {"do": "roll", "call": "x", "faces": [' + "1," * 50_000 + "1]}}",
    '{"id": "h", "deed": {"do": "change", "seat": "seat-1", "name": "\\u202e\\u0000"}}',
]


def test_malformed_messages_are_answered_with_a_reason(host: Browser, table: str) -> None:
    with host.socket(table) as socket:
        socket.until("snapshot")
        for text in MALFORMED:
            socket.connection.send(text)
            answer = socket.until("answer")
            assert not answer["done"], text[:60]
            assert "this is no command" in answer["reason"]
            assert len(answer["reason"]) <= 300
        assert socket.do({"do": "words", "text": "say still here"})["done"]


def test_odd_commands_are_answered_with_a_reason(host: Browser, table: str) -> None:
    with host.socket(table) as socket:
        socket.until("snapshot")
        for text in ODD:
            socket.connection.send(text)
            answer = socket.until("answer")
            assert not answer["done"], text[:60]
            assert answer["reason"]
            assert "fault of the program" not in answer["reason"], text[:60]
        assert socket.do({"do": "words", "text": "say still here"})["done"]


def test_binary_messages_are_taken_as_text(host: Browser, table: str) -> None:
    with host.socket(table) as socket:
        socket.until("snapshot")
        socket.connection.send(b"\xff\xfe")
        assert not socket.until("answer")["done"]
        socket.connection.send(json.dumps({"id": "b", "deed": {"do": "words", "text": "say hm"}}).encode())
        assert socket.until("answer")["done"]


def test_who_sends_nothing_but_rubbish_is_shown_out(host: Browser, table: str) -> None:
    with host.socket(table) as socket:
        for _ in range(25):
            socket.connection.send("{")
        assert "cannot be read" in socket.until("bye")["reason"]
        with pytest.raises(ConnectionClosed):
            socket.frame()


def test_a_message_too_large_ends_the_connection(host: Browser, table: str) -> None:
    with host.socket(table) as socket:
        socket.until("snapshot")
        with pytest.raises(ConnectionClosed) as closed:
            _send_and_listen(socket, "x" * (LONGEST_MESSAGE + 1))
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def _send_and_listen(socket: Socket, text: str) -> None:
    socket.connection.send(text)
    while True:
        socket.frame()


@pytest.mark.parametrize("text", [text for text in MALFORMED if "\ud800" not in text], ids=lambda text: text[:40])
def test_malformed_commands_over_http_are_refused(host: Browser, table: str, text: str) -> None:
    response = host.post(f"/api/tables/{table}/commands", content=text.encode("utf-8", "surrogatepass"))
    assert response.status_code == 422
    assert "this is no command" in response.json()["error"]["reason"]


NESTED = '{"form": ' + '{"a":' * 400 + "1" + "}" * 401
BODIES = [DEEP, '{"yaml":' * 5_000, "{", "[1]", '{"yaml": 1}', NESTED]


@pytest.mark.parametrize("path", ["check", "build", "form", "tables", "peek", "join", "qr", "host"])
@pytest.mark.parametrize("body", BODIES, ids=lambda body: body[:20])
def test_malformed_bodies_are_refused(host: Browser, path: str, body: str) -> None:
    response = host.post(f"/api/{path}", content=body, headers={"content-type": "application/json"})
    assert 400 <= response.status_code < 500 or (path == "build" and response.json()["problems"])
    if response.status_code >= 400:
        assert response.json()["error"]["reason"]


TOO_LARGE = [
    ("check", 2 * MEGABYTE),
    ("tables", 2 * MEGABYTE),
    ("maps?ruleset=striker", 40 * MEGABYTE),
    ("verify", 64 * MEGABYTE),
]


@pytest.mark.parametrize(("path", "most"), TOO_LARGE)
def test_a_body_too_large_is_refused_before_it_is_read(server: Server, path: str, most: int) -> None:
    with plain.create_connection(("127.0.0.1", server.port)) as one:
        lines = [
            f"POST /api/{path} HTTP/1.1",
            "Host: 127.0.0.1",
            "Origin: http://127.0.0.1",
            f"Content-Length: {most + 1}",
        ]
        one.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        one.settimeout(10)
        assert b"413" in one.recv(1000).splitlines()[0]


def test_a_body_of_no_stated_length_is_cut_off(server: Server) -> None:
    with server.browser() as browser:
        response = browser.post("/api/check", content=iter([b"x" * MEGABYTE] * 4))
        assert response.status_code == 413
        assert "bytes" in response.json()["error"]["reason"]


def test_a_hostile_picture_or_map_is_refused(host: Browser, table: str) -> None:
    for data in (b"", b"x", b"<svg onload='x'/>", b"\x89PNG\r\n\x1a\n" + b"\xff" * 40):
        refused = host.post(f"/api/tables/{table}/pictures", content=data)
        assert refused.status_code == 422
        assert refused.json()["error"]["reason"]
    for data in (b"", b"[" * 100_000, b'{"resolution": 1}', b'{"layers": [], "orientation": "x"}'):
        refused = host.post("/api/maps?ruleset=striker", content=data)
        assert refused.status_code == 422
        assert refused.json()["error"]["reason"]
