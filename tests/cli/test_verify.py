"""certamen verify: what is fine ends with 0, what differs with 2 and where, what is no table with one message."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from certamen.table import events
from certamen.table.archive import export
from certamen.table.store import Record
from tests.cli.common import certamen
from tests.table.rooms import played


@pytest.fixture(scope="module")
def records() -> list[Record]:
    kept = played()
    kept.show("open")
    return kept.records


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.json"


def test_a_fine_table(file: Path, records: list[Record]) -> None:
    file.write_bytes(export(records))
    done = certamen("verify", file)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"{file}: all that can be checked is as it should be\nBehind the depot: starcluster ")
    assert "dice checked: as the keys and the values give them" in done.out
    assert "the secret key is not shown, and need not be" in done.out


def test_a_table_with_a_changed_value(file: Path, records: list[Record]) -> None:
    changed = [
        replace(one, body=events.encode(replace(what, value="00" * 16)))
        if one.kind == "table" and isinstance(what := events.decode(one.body), events.Joined)
        else one
        for one in records
    ]
    file.write_bytes(export(changed))
    done = certamen("verify", file)
    assert (done.status, done.err) == (2, "")
    assert "something is not as it should be" in done.out
    assert "the key and the values give" in done.out


def test_as_json(file: Path, records: list[Record]) -> None:
    file.write_bytes(export(records))
    done = certamen("verify", file, "--json")
    report = json.loads(done.out)
    assert (done.status, report["fine"], report["problems"]) == (0, True, [])
    assert report["dice"]["checked"] > 0
    file.write_bytes(export(records).replace(b"seat-1", b"seat-2", 1))
    done = certamen("verify", file, "--json")
    assert (done.status, json.loads(done.out)["fine"]) == (2, False)


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"{}", "not the file of a table: Object missing required field `records`"), (b"\x00\x01", "not the file of")],
)
def test_what_is_no_table(file: Path, data: bytes, said: str) -> None:
    file.write_bytes(data)
    done = certamen("verify", file)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"{file}: {said}")
    assert done.err.count("\n") == 1


def test_what_is_no_file(tmp_path: Path) -> None:
    assert certamen("verify", tmp_path) == (2, "", f"{tmp_path}: not a file\n")
    assert certamen("verify", tmp_path / "none") == (2, "", f"{tmp_path / 'none'}: No such file or directory\n")


def test_the_journal_of_a_table_replays_as_it_was_recorded(tmp_path: Path, records: list[Record]) -> None:
    """Its keys are not in it: the faces that fell are, and all else must come out of them. Play stays at the table."""
    journal = tmp_path / "table.journal"
    journal.write_bytes(b"".join(one.body for one in records if one.kind == "journal"))
    shown = certamen("replay", journal)
    assert (shown.status, shown.err) == (0, "")
    assert "dice: keyed-1:" in shown.out
    checked = certamen("replay", "--verify", journal)
    assert checked.status == 0
    assert "replay to the same states; its dice are taken as recorded: certamen verify TABLE.json" in checked.out
    advised = certamen("advise", journal, "-n", "20")
    assert advised.status == 0
    played_on = certamen("play", journal)
    assert played_on.status == 2
    assert "the keys of its dice are with the table, where play goes on" in played_on.err
