"""Journals as people hand them in: what is none, what was altered, and an encounter that its ruleset would refuse."""

import os
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import certamen
from certamen.dice import Seeded
from certamen.files import encounter
from certamen.files.journals import read_journal
from certamen.files.text import LONGEST_HEADER
from certamen.kernel import journal
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import CertamenError
from certamen.kernel.journal import JournalWriter
from certamen.kernel.run import run
from certamen.rulesets import find
from tests.files.common import GOOD


def kept(tmp_path: Path, one: Encounter | None = None) -> Path:
    one = one or encounter.loads(GOOD)
    path = tmp_path / "fight.journal"
    writer = JournalWriter.create(path, find(one.ruleset), one, Seeded(3), sync=False)
    run(Contest(find(one.ruleset), one, Seeded(3), recorder=writer))
    writer.close()
    return path


def refusal(path: Path) -> str:
    with pytest.raises(CertamenError) as caught:
        read_journal(path)
    return str(caught.value).replace(str(path), "J")


def test_a_good_one(tmp_path: Path) -> None:
    path = kept(tmp_path)
    assert read_journal(path).torn == ""
    assert certamen.resume(path).outcome is not None


def test_a_torn_end_is_cut_off(tmp_path: Path) -> None:
    path = kept(tmp_path)
    path.write_bytes(path.read_bytes()[:-10])
    assert "the last line is cut off" in read_journal(path).torn
    assert not certamen.resume(path).outcome


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "J:1:1: this is no journal (expected: a file that certamen play or run --journal wrote)"),
        (b"certamen: 1\n", "J:1:1: this is no journal"),
        (b"\0" * 100, "J:1:1: this is no journal"),
        (b'{"certamen":"journal"', "J:1: not the first line of a journal"),
        (b'{"certamen":"journal"}\n', "J:1: not the first line of a journal"),
        (b'{"certamen":"journal","x":' + b"[" * 100_000, "J:1: not the first line of a journal"),
    ],
)
def test_what_is_no_journal(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "x"
    path.write_bytes(data)
    assert refusal(path).startswith(message)


def test_a_large_file_is_refused_by_its_first_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "read", lambda path: pytest.fail("it was read"))
    path = tmp_path / "x"
    for start, message in (
        (b"", "J:1:1: this is no journal"),
        (b'{"certamen":"journal"', "J:1:1: the first line is longer"),
    ):
        with path.open("wb") as file:
            file.write(start)
            file.truncate(LONGEST_HEADER * 2)
        assert refusal(path).startswith(message)


@pytest.mark.parametrize("kind", ["folder", "fifo", "missing"])
def test_what_is_no_file(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x"
    if kind == "folder":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    assert refusal(path) in ("J: not a file", "J: cannot be read: No such file or directory")


def test_an_altered_line_is_told(tmp_path: Path) -> None:
    path = kept(tmp_path)
    first, rest = path.read_bytes().split(b"\n", 1)
    line = rest[: rest.index(b"attack")].count(b"\n") + 2
    path.write_bytes(first + b"\n" + rest.replace(b"attack", b"attach", 1))
    assert refusal(path).startswith(f"J:{line}: ")


def test_an_encounter_that_would_be_refused(tmp_path: Path) -> None:
    """A journal may be made by hand, seals and all: its encounter must still be one that its ruleset takes."""
    one = encounter.loads(GOOD)
    jack = one.participants[0]
    sheet = msgspec.to_builtins(jack.sheet) | {"constitution": -5}
    bad = replace(one, participants=(replace(jack, sheet=sheet), *one.participants[1:]))
    header = journal.Header(ruleset="starcluster", version=find("starcluster").version, source="hand", encounter=bad)
    path = tmp_path / "x"
    path.write_bytes(_sealed(header))
    assert refusal(path) == "J:1: participants[0].sheet.constitution: -5 will not do (expected: at least 1)"
    twice = msgspec.structs.replace(header, encounter=replace(one, participants=one.participants[:1] * 2))
    path.write_bytes(_sealed(twice))
    assert refusal(path) == "J:1: nobody takes part, or two under one id"


def _sealed(header: journal.Header) -> bytes:
    from certamen.kernel.records import sealed

    return sealed("", header)[0]


def test_a_ruleset_that_is_not_there(tmp_path: Path) -> None:
    path = kept(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"ruleset":"starcluster"', b'"ruleset":"starclustre"', 1))
    with pytest.raises(certamen.CertamenError):
        read_journal(path)
