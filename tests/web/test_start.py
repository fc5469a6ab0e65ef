"""What the start page, the builder and the maps page ask: examples, checks, forms written as files, pictures."""

import struct
import zlib
from base64 import b64encode
from typing import Any

import msgspec
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from certamen.files import encounter
from certamen.kernel.encounter import Encounter
from certamen.kernel.rule import Ruling, resolve_rulings
from certamen.rulesets import find, names
from certamen.web import form, told
from tests.web.serving import Browser, Server

EXAMPLES = [(one["ruleset"], one["name"]) for one in told.example_list()]


def png(width: int, height: int) -> bytes:
    """A real, empty picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" * (width + 1) for _ in range(height)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize(("ruleset", "name"), EXAMPLES)
def test_every_example_can_be_opened_in_the_form_and_is_the_same_when_written(ruleset: str, name: str) -> None:
    text = told.example(ruleset, name)
    data, problems = form.opened(text)
    assert problems == ()
    assert data is not None
    again, wrong = form.build(data)
    assert wrong == ()
    assert _plain(encounter.loads(again)) == _plain(encounter.loads(text))


def _plain(one: Encounter) -> Any:
    """An encounter as plain data, its rulings with their defaults: those the form need not write."""
    rulings, _ = resolve_rulings(find(one.ruleset).rulings, one.rulings)
    return msgspec.to_builtins(one) | {"rulings": rulings}


def test_every_ruleset_has_examples_a_starter_and_schemas(host: Browser) -> None:
    about = host.ok("GET", "/api/about")
    assert {one["name"] for one in about["rulesets"]} == set(names()) == {one["ruleset"] for one in about["examples"]}
    for name in names():
        ruleset = host.ok("GET", f"/api/rulesets/{name}")
        assert host.ok("POST", "/api/check", json={"yaml": ruleset["starter"]})["problems"] == []
        assert ruleset["sheet"]["properties"]
        assert all({"name", "rule", "default", "reason"} <= ruling.keys() for ruling in ruleset["rulings"])
    assert host.get("/api/rulesets/none").status_code == 404
    assert host.get("/api/examples/striker/none").status_code == 404
    assert host.get("/api/examples/..%2Fstriker/vault").status_code == 404


def test_what_is_wrong_is_told_by_line(host: Browser) -> None:
    told_wrong = host.ok(
        "POST", "/api/check", json={"yaml": "certamen: 1\nruleset: striker\nparticipants:\n- {id: A}\n"}
    )
    assert told_wrong["summary"] == ""
    assert {one["line"] for one in told_wrong["problems"]} == {4}
    refused = host.post("/api/tables", json={"yaml": "certamen: 1\nruleset: none\n"})
    assert refused.status_code == 422
    assert refused.json()["error"]["problems"]
    fine = host.ok("POST", "/api/check", json={"yaml": told.example("starcluster", "duel")})
    assert fine["summary"] == "Pistols at dawn (StarCluster 2). challenger: Ada Voss; challenged: Bertrand Oy"


def _other(ruling: Ruling) -> object:
    choices = [value for value, _ in ruling.choices if value != ruling.default]
    return choices[0] if choices else (ruling.bounds or (0, 0))[1]


@pytest.mark.parametrize("name", names())
def test_a_ruling_changed_stands_in_the_file_with_what_it_means(name: str) -> None:
    """One left at its default does not stand there at all."""
    rulings = find(name).rulings
    changed = {ruling.name: _other(ruling) for ruling in rulings[::2]}
    usual = {ruling.name: ruling.default for ruling in rulings[1::2]}
    text = form.written({"certamen": 1, "ruleset": name, "rulings": changed | usual})
    assert yaml.safe_load(text)["rulings"] == changed
    for ruling in rulings:
        assert (f"[{ruling.rule}]" in text) or ruling.name in usual
        assert (f"  {ruling.name}: " in text) == (ruling.name in changed)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=10,
)
KEYS = st.sampled_from(["ruleset", "title", "shown", "rulings", "scene", "objectives", "participants", "review", "x"])


@given(st.dictionaries(KEYS, PLAIN | st.sampled_from(["striker", "samsara"]), max_size=6))
def test_whatever_a_form_holds_it_is_written_or_refused_in_words(data: dict[str, Any]) -> None:
    text, problems = form.build(data)
    assert text
    assert problems
    assert all(one.message for one in problems)


@given(st.text(max_size=60))
def test_texts_of_a_form_are_read_back_as_they_were(text: str) -> None:
    written = form.written({"ruleset": "samsara", "participants": [{"id": "a", "side": "b", "name": text}]})
    assert yaml.safe_load(written)["participants"][0].get("name", "") == text


def test_a_code_is_an_image_and_nothing_of_it_is_kept(host: Browser, server: Server) -> None:
    text = "http://192.0.2.1:8470/join#abc.def"
    response = host.post("/api/qr", json={"text": text})
    assert response.headers["content-type"] == "image/svg+xml"
    assert response.text.startswith("<svg")
    assert "script" not in response.text
    assert host.post("/api/qr", json={"text": "x" * 1001}).status_code == 422
    assert text not in server.errors.read_text()


def test_a_picture_is_seen_by_those_it_lies_before(host: Browser, server: Server, duel: str) -> None:
    table = host.open_table(duel)["table"]
    made = host.do(table, {"do": "invite", "kind": "screen", "name": "Wall"})["result"]
    first, second = (host.ok("POST", f"/api/tables/{table}/pictures", content=png(9, k))["id"] for k in (8, 9))
    assert host.do(table, {"do": "picture", "id": first, "width": 900, "height": 800})["done"]
    with server.browser() as screen:
        screen.join(table, made["token"])
        seen = screen.get(f"/api/tables/{table}/picture/{first}")
        assert seen.content == png(9, 8)
        assert seen.headers["content-type"] == "image/png"
        assert screen.get(seen.url, headers={"If-None-Match": seen.headers["etag"]}).status_code == 304
        assert screen.get(f"/api/tables/{table}/picture/{second}").status_code == 404
    assert host.get(f"/api/tables/{table}/picture/{second}").status_code == 200


def test_a_table_opens_with_a_picture_that_was_uploaded_before(host: Browser, duel: str) -> None:
    plan = {
        "format": 0.3,
        "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 10, "y": 8}, "pixels_per_grid": 1},
        "line_of_sight": [[{"x": 1, "y": 1}, {"x": 5, "y": 1}]],
        "portals": [],
        "lights": [],
        "image": b64encode(png(10, 8)).decode(),
    }
    read = host.ok("POST", "/api/maps?ruleset=dualaction&name=cave.dd2vtt", content=msgspec.json.encode(plan))
    assert read["data"]["width"] == 10
    assert yaml.safe_load(read["scene"])["scene"] == read["data"]
    laid = {key: read[key] for key in ("x", "y", "width", "height")} | {"id": read["picture"]}
    table = host.open_table(duel, picture=laid)["table"]
    assert host.ok("GET", f"/api/tables/{table}/snapshot")["table"]["picture"] == laid
    assert host.get(f"/api/tables/{table}/picture/{read['picture']}").content == png(10, 8)
    missing = host.post("/api/tables", json={"yaml": duel, "picture": {"id": "none"}})
    assert missing.status_code == 422
