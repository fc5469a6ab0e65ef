"""The library's front door: a contest from a file, a text or a journal."""

from pathlib import Path

import pytest

import certamen
from certamen.dice import Tape
from certamen.files import encounter
from certamen.kernel.journal import JournalWriter
from tests.files.common import GOOD


def test_from_a_file_and_from_a_text(tmp_path: Path) -> None:
    file = tmp_path / "fight.yaml"
    file.write_text(GOOD)
    assert certamen.load(file, seed=7).events == certamen.loads(GOOD, seed=7).events
    assert certamen.load(str(file), seed=7).events == certamen.loads(GOOD.encode(), seed=7).events
    assert certamen.loads(GOOD).source.name != certamen.loads(GOOD).source.name
    assert certamen.loads(GOOD, dice=Tape([(100, 41), (100, 75)])).events[1].dice[0].face == 41


def test_from_a_journal(tmp_path: Path) -> None:
    one = encounter.loads(GOOD)
    contest = certamen.loads(GOOD, seed=3)
    path = tmp_path / "j"
    writer = JournalWriter.create(path, contest.ruleset, one, contest.source)
    kept = certamen.Contest(contest.ruleset, one, contest.source, recorder=writer)
    certamen.run(kept)
    writer.close()
    assert certamen.resume(path).events == kept.events


def test_a_journal_that_does_not_replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    test_from_a_journal(tmp_path)
    monkeypatch.setattr("certamen.kernel.replaying.state_hash", lambda state: "other")
    with pytest.raises(certamen.CertamenError, match="is not the one recorded"):
        certamen.resume(tmp_path / "j")


def test_names_that_there_are_not() -> None:
    with pytest.raises(AttributeError, match="certamen has no nothing"):
        certamen.nothing  # noqa: B018  # asked for on purpose
    assert set(certamen.__all__) <= set(dir(certamen))
