"""certamen doctor: what is fine, what is wrong and what to do about it; the status says which."""

import json
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from certamen.cli import cli
from certamen.files import encounter
from certamen.files.examples import examples
from certamen.rulesets import find
from certamen.table.database import DATABASE
from certamen.table.sqlite import SqliteStore
from certamen.table.store import Part, Room
from certamen.table.table import Table


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with two tables."""
    one = encounter.load(examples() / "starcluster" / "duel.yaml")
    with closing(SqliteStore(tmp_path / "data")) as store:
        for id in ("depot", "alley"):
            table, _ = Table.create(one, id=id, now=1)
            assert table.contest is not None
            table.contest.overrule("set", path="ada.constitution", value=77)
            row = Room(
                id=id, title=id, ruleset=one.ruleset, version=table.version, created=1, touched=1, keys=table.keys
            )
            store.save([Part(id, tuple(table.take_records()), (), row)])
    return tmp_path / "data"


@pytest.fixture
def port() -> int:
    """A port that was free a moment ago."""
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        number: int = one.getsockname()[1]
    return number


def doctor(data: Path, port: int) -> tuple[int, dict[str, Any]]:
    """(status, the findings by what they are about)."""
    done = CliRunner().invoke(cli, ["doctor", "--data", str(data), "--port", str(port), "--json"])
    found = json.loads(done.output)
    assert found["fine"] == (done.exit_code == 0)
    return done.exit_code, {one["what"]: one for one in found["findings"] if one["what"] != "pages"}


def wrong(found: dict[str, Any]) -> list[str]:
    return [what for what, one in found.items() if one["state"] == "wrong"]


def test_all_is_well(data: Path, port: int) -> None:
    _, found = doctor(data, port)
    assert wrong(found) == []
    assert found["tables"]["found"].startswith("2 of 2 open")
    assert found["port"]["found"] == f"{port} is free"
    assert "sound" in found["database"]["found"]


def test_it_changes_nothing(tmp_path: Path, port: int) -> None:
    _, found = doctor(tmp_path / "none", port)
    assert wrong(found) == []
    assert found["database"]["found"] == "none yet"
    assert not (tmp_path / "none").exists()


def test_it_looks_while_the_server_runs(data: Path, port: int) -> None:
    with closing(SqliteStore(data)), closing(socket.socket()) as one:
        one.bind(("127.0.0.1", port))
        one.listen()
        _, found = doctor(data, port)
    assert wrong(found) == []
    assert found["port"]["found"] == f"{port} is taken; a server has the data folder open"
    assert "open in a server" in found["database"]["found"]


def test_a_port_that_is_taken(data: Path, port: int) -> None:
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", port))
        one.listen()
        status, found = doctor(data, port)
    assert (status, wrong(found)) == (2, ["port"])
    assert "--port 0" in found["port"]["do"]


def test_a_table_that_was_altered(data: Path, port: int) -> None:
    with closing(sqlite3.connect(data / DATABASE)) as damage, damage:
        damage.execute(
            "UPDATE events SET body = CAST(replace(CAST(body AS TEXT), '77', '78') AS BLOB) WHERE place >> 32 = 1"
        )
    status, found = doctor(data, port)
    assert (status, wrong(found)) == (2, ["table depot", "tables"])
    assert "was altered" in found["table depot"]["found"]
    assert "certamen restore" in found["table depot"]["do"]
    assert found["tables"]["found"].startswith("1 of 2 open")


def test_a_table_of_other_rules_is_only_noted(data: Path, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    newer = replace(find("starcluster"), version="99")
    monkeypatch.setattr("certamen.table.table.find", lambda _: newer)
    _, found = doctor(data, port)
    assert wrong(found) == []
    assert found["table depot"]["state"] == "note"
    assert "kept under starcluster" in found["table depot"]["found"]


def test_a_file_that_is_damaged(data: Path, port: int) -> None:
    whole = (data / DATABASE).read_bytes()
    (data / DATABASE).write_bytes(whole[:4096] + b"\xff" * 4096 + whole[8192:])
    status, found = doctor(data, port)
    assert (status, wrong(found)) == (2, ["database"])
    assert found["database"]["do"] == "certamen restore brings back a backup"


def test_a_folder_that_cannot_be_written(tmp_path: Path, port: int) -> None:
    (tmp_path / "file").write_text("")
    status, found = doctor(tmp_path / "file" / "data", port)
    assert status == 2
    assert wrong(found) == ["data folder"]


def test_others_should_not_read_the_keys(data: Path, port: int) -> None:
    data.chmod(0o755)
    _, found = doctor(data, port)
    assert found["data folder"]["state"] == "note"
    assert found["data folder"]["do"] == f"it holds the keys of the dice: chmod 700 {data}"


def test_for_people(data: Path, port: int) -> None:
    done = CliRunner().invoke(cli, ["doctor", "--data", str(data), "--port", str(port)])
    assert "ok     tables: 2 of 2 open" in done.output
