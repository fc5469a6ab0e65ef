"""The API as it is described: whatever fits its description, or nearly does, never meets a fault of the program."""

import os
import time
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import BaseSchema

from tests.web.serving import Browser, Server
from tests.web.test_matrix import MATRIX, PAGES

EXAMPLES = 200 if os.environ.get("CERTAMEN_SOAK") else 12
SLOW = ("/duel", "/balance", "/advise")
PATIENCE = 120  # s: counsel may take 30 by itself, at low priority
ENDS = {("DELETE", "/api/tables/{table}"), ("POST", "/api/tables/{table}/leave"), ("POST", "/api/tables/{table}/owner")}
"""What would end the table that the others are tried on: these are tried on none."""

UNDESCRIBED = {("GET", path) for path in (*PAGES, "/api/openapi.json")}
DESCRIBED = sorted(one for one in MATRIX if one[0] != "WS" and one not in UNDESCRIBED)


@pytest.fixture(scope="module")
def owner(server: Server, duel: str) -> Iterator[tuple[Browser, str]]:
    """The owner of a table, and the table."""
    with server.browser() as browser:
        yield browser, browser.open_table(duel)["table"]


@pytest.fixture(scope="module")
def description(server: Server) -> Any:
    return schemathesis.openapi.from_url(f"{server.origin}/api/openapi.json")


@pytest.mark.parametrize(("method", "path"), DESCRIBED)
def test_no_fault(description: BaseSchema, owner: tuple[Browser, str], method: str, path: str) -> None:
    browser, table = owner

    examples = 1 if path.endswith(SLOW) else EXAMPLES

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=description[path][method].as_strategy())
    def look(case: "schemathesis.Case[Any]") -> None:
        if "table" in case.path_parameters and (method, path) not in ENDS:
            case.path_parameters["table"] = table
        if isinstance(case.query.get("trials"), int):
            case.query["trials"] = min(case.query["trials"], 10)  # what takes long is tried elsewhere
        headers = {"Origin": browser.origin, "Cookie": browser.cookie(table)}
        response = case.call(headers=headers, timeout=PATIENCE)
        assert response.status_code < 500, f"{response.status_code} {response.text[:500]}"
        if response.status_code >= 400 and response.headers.get("content-type") == ["application/json"]:
            assert response.json()["error"]["reason"]

    look()


def test_the_description_is_whole(owner: tuple[Browser, str]) -> None:
    browser, _ = owner
    told = browser.ok("GET", "/api/openapi.json")
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"], f"{method} {path}"
            assert operation["tags"], f"{method} {path}"
            assert "4XX" in operation["responses"], f"{method} {path}"
    for name in ("Command", "Answer", "Snapshot", "Update", "Deciding", "Presence", "Bye", "Act", "Pause", "Seen"):
        assert name in told["components"]["schemas"]
    assert _dangling(told) == set()


def _dangling(told: dict[str, Any]) -> set[str]:
    """References that lead nowhere."""
    known, found = set(told["components"]["schemas"]), set()
    todo: list[Any] = [told]
    while todo:
        one = todo.pop()
        if isinstance(one, dict):
            todo += one.values()
            if isinstance(reference := one.get("$ref"), str):
                found.add(reference.rpartition("/")[2])
        elif isinstance(one, list):
            todo += one
    return found - known


def test_a_whole_fight_over_http_alone(server: Server, owner: tuple[Browser, str], duel: str) -> None:
    """Policies play it to its end; then it is looked back at, checked, exported and imported."""
    browser, _ = owner
    table = browser.open_table(duel)["table"]
    for who in ("ada", "bertrand"):
        assert browser.do(table, {"do": "decide", "who": who, "policy": "plain"})["done"]
    end = time.monotonic() + 60
    while not (view := browser.ok("GET", f"/api/tables/{table}/snapshot")["view"])["outcome"]:
        assert time.monotonic() < end, "it does not end"
        time.sleep(0.1)
    steps = browser.ok("GET", f"/api/tables/{table}/replay")["steps"]
    first = browser.ok("GET", f"/api/tables/{table}/replay/{steps[0]['key']}")
    last = browser.ok("GET", f"/api/tables/{table}/replay/{steps[-1]['key']}")
    assert first["view"]["outcome"] is None
    assert last["view"]["outcome"] == view["outcome"]
    assert browser.do(table, {"do": "reveal-key", "key": "open"})["done"]
    file = browser.get(f"/api/tables/{table}/export").content
    report = browser.ok("POST", "/api/verify", content=file)
    assert report["fine"], report
    again = browser.ok("POST", "/api/tables/import", content=file)
    kept = browser.ok("GET", f"/api/tables/{again['table']}/snapshot")
    assert kept["view"]["outcome"] == view["outcome"]
    assert browser.get(f"/api/tables/{table}/log.md").text.startswith("# Pistols at dawn")
