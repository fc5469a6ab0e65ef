"""The door: host names, origins, headers, cookies, and links that are only looked at."""

import secrets

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.web.serving import Browser, Server, serving


@pytest.mark.parametrize("name", ["evil.example", "127.0.0.1.evil.example", "localhost.", "", "a@127.0.0.1", "[::1"])
def test_a_host_name_that_is_not_allowed_is_not_answered(server: Server, name: str) -> None:
    response = httpx.get(f"{server.origin}/api/about", headers={"Host": name})
    assert response.status_code in (400, 421)
    assert "rulesets" not in response.text


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost:1234", "LOCALHOST", "[::1]:80"])
def test_loopback_names_are_answered(server: Server, name: str) -> None:
    assert httpx.get(f"{server.origin}/api/about", headers={"Host": name}).status_code == 200


def test_another_name_is_answered_where_it_was_allowed(tmp_path_factory: pytest.TempPathFactory) -> None:
    with serving(tmp_path_factory.mktemp("named") / "data", "--allow-host", "table.example") as server:
        known = httpx.get(f"{server.origin}/api/about", headers={"Host": "table.example"})
        assert known.status_code == 200
        assert not known.json()["host"], "only a loopback name makes a host"
        post = {"Host": "table.example", "Origin": "https://table.example"}
        checked = httpx.post(f"{server.origin}/api/check", json={"yaml": ""}, headers=post)
        assert checked.status_code == 403
        assert "host" in checked.json()["error"]["reason"]


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://127.0.0.1:1", "127.0.0.1"])
def test_what_changes_anything_must_come_from_a_page_of_this_server(server: Server, origin: str | None) -> None:
    headers = {"Origin": origin} if origin else {}
    response = httpx.post(f"{server.origin}/api/check", json={"yaml": "a: 1"}, headers=headers)
    assert response.status_code == 403
    assert response.json()["error"]["reason"]


def test_a_socket_needs_the_cookie_and_the_origin(host: Browser, duel: str) -> None:
    table = host.open_table(duel)["table"]
    for options, status in (
        ({"origin": "http://evil.example"}, 403),
        ({"origin": None}, 403),
        ({"additional_headers": {}}, 401),
        ({"additional_headers": {"Cookie": f"certamen-{table}={secrets.token_urlsafe(32)}"}}, 401),
    ):
        with pytest.raises(InvalidStatus) as refused:
            host.socket(table, **options)
        assert refused.value.response.status_code == status
    with host.socket(table) as socket:
        assert socket.frame()["type"] == "snapshot"


@pytest.mark.parametrize(
    "path", ["/", "/join", "/t/abc", "/t/abc/screen", "/api/about", "/api/none", "/assets/none.js"]
)
def test_every_answer_has_the_policy(server: Server, path: str) -> None:
    headers = httpx.get(f"{server.origin}{path}").headers
    policy = dict(part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["img-src"] == "'self' data: blob:"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_the_page_holds_no_inline_script_or_style(server: Server) -> None:
    for path in ("/", "/t/abc/screen"):
        text = httpx.get(f"{server.origin}{path}").text
        assert "<script>" not in text
        assert "<style" not in text
        assert " style=" not in text
        assert " onclick=" not in text


def test_built_files_are_kept_for_ever_and_the_page_is_asked_for_anew(server: Server) -> None:
    page = httpx.get(f"{server.origin}/")
    if page.status_code == 503:
        assert "make serve" in page.text
        return
    assert page.headers["cache-control"] == "no-cache"
    script = page.text.partition('src="/assets/')[2].partition('"')[0]
    built = httpx.get(f"{server.origin}/assets/{script}", headers={"Accept-Encoding": "gzip"})
    assert "immutable" in built.headers["cache-control"]
    assert built.headers["content-encoding"] == "gzip"
    again = httpx.get(f"{server.origin}/", headers={"If-None-Match": page.headers["etag"]})
    assert again.status_code == 304


def test_an_address_that_is_none_shows_a_browser_the_page_that_says_so(server: Server) -> None:
    page = httpx.get(f"{server.origin}/")
    lost = httpx.get(f"{server.origin}/nowhere", headers={"Accept": "text/html,*/*;q=0.8"})
    assert lost.status_code == 404
    assert page.status_code == 503 or lost.text == page.text
    for path, accept in (("/nowhere", "*/*"), ("/assets/none.js", "text/html")):
        other = httpx.get(f"{server.origin}{path}", headers={"Accept": accept})
        assert (other.status_code, other.text) == (404, "there is nothing here")


@pytest.mark.parametrize(
    "path", ["/assets/../../app.py", "/assets/%2e%2e/app.py", "/..%2fapp.py", "/assets//etc/passwd"]
)
def test_nothing_but_what_was_built_is_sent(server: Server, path: str) -> None:
    response = httpx.get(f"{server.origin}{path}")
    assert response.status_code == 404
    assert "import" not in response.text


def test_cookies_are_for_this_server_and_no_script(host: Browser, duel: str) -> None:
    response = host.post("/api/tables", json={"yaml": duel})
    table = response.json()["table"]
    cookie = response.headers["set-cookie"]
    assert cookie.startswith(f"certamen-{table}=")
    for part in ("HttpOnly", "SameSite=strict", f"Path=/api/tables/{table}"):
        assert part in cookie
    assert "Secure" not in cookie, "over plain http it would be lost"


def test_cookies_are_secure_behind_https_and_only_a_known_proxy_is_believed(
    tmp_path_factory: pytest.TempPathFactory, duel: str
) -> None:
    forwarded = {"X-Forwarded-Proto": "https"}
    proxied, direct = (tmp_path_factory.mktemp(name) / "data" for name in ("proxied", "direct"))
    with serving(proxied, "--behind-proxy", "127.0.0.1") as server, server.browser() as browser:
        far = browser.post("/api/tables", json={"yaml": duel}, headers={"X-Forwarded-For": "192.0.2.7"})
        assert far.status_code == 403, "who comes by the proxy from elsewhere is no host"
        opened = browser.post("/api/tables", json={"yaml": duel}, headers=forwarded)
        assert "Secure" in opened.headers["set-cookie"]
    with serving(direct) as server, server.browser() as browser:
        opened = browser.post("/api/tables", json={"yaml": duel}, headers=forwarded)
        assert "Secure" not in opened.headers["set-cookie"]
        forged = browser.post("/api/tables", json={"yaml": duel}, headers={"X-Forwarded-For": "127.0.0.1"})
        assert forged.status_code == 403, "what says it was forwarded is not taken for local"


def test_looking_at_a_link_does_not_use_it(host: Browser, server: Server, duel: str) -> None:
    table = host.open_table(duel)["table"]
    invite = {"do": "invite", "kind": "player", "name": "Ann", "characters": ["ada"]}
    token = host.do(table, invite)["result"]["token"]
    with server.browser() as scanner:
        for _ in range(3):
            assert scanner.get(f"/join#{table}.{token}").status_code in (200, 503)
            peeked = scanner.ok("POST", "/api/peek", json={"token": f"{table}.{token}"})
        assert peeked == {
            "table": table,
            "title": "Pistols at dawn",
            "seat": {"kind": "player", "name": "Ann", "characters": ["Ada Voss"]},
        }
        assert not scanner.cookies
        seats = host.ok("GET", f"/api/tables/{table}/snapshot")["table"]["seats"]
        assert [seat["joined"] for seat in seats if seat["name"] == "Ann"] == [False]
        scanner.join(table, token)
        seats = host.ok("GET", f"/api/tables/{table}/snapshot")["table"]["seats"]
        assert [seat["joined"] for seat in seats if seat["name"] == "Ann"] == [True]


@pytest.mark.parametrize("token", ["x", ".", "a.b", f"{'a' * 12}.{'b' * 43}", "ä.ö", "a" * 200])
def test_a_link_that_is_none_leads_nowhere(host: Browser, token: str) -> None:
    for path, body in (("peek", {}), ("join", {"value": "0" * 32})):
        response = host.post(f"/api/{path}", json={"token": token} | body)
        assert response.status_code == 404
        assert "set-cookie" not in response.headers


def test_no_secret_stands_in_the_logs(host: Browser, server: Server, duel: str) -> None:
    opened = host.open_table(duel)
    table = opened["table"]
    token = host.do(table, {"do": "invite", "kind": "player", "name": "Bea", "characters": []})["result"]["token"]
    with server.browser() as browser:
        browser.join(table, token)
        browser.get(f"/api/tables/{table}/snapshot?token={token}")
        browser.get(f"/none/{token}")
        with browser.socket(table) as socket:
            socket.do({"do": "words", "text": token})
        secret = browser.cookie(table).partition("=")[2]
    logs = server.errors.read_text()
    assert '"event": "request"' in logs
    for one in (token, opened["token"], secret, host.cookie(table).partition("=")[2]):
        assert one
        assert one not in logs
