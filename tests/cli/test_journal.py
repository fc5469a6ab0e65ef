"""certamen replay and explain: a journal shown, played again, explained; and journals that are none."""

import json
from pathlib import Path

import pytest

from certamen.files.journals import read_journal
from certamen.kernel.records import sealed
from certamen.rulesets import find
from tests.cli.common import ALLEY, certamen


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "fight.journal"
    assert certamen("run", ALLEY, "--seed", "3", "--journal", path).status == 0
    return path


def test_replay_shows_what_run_showed(journal: Path) -> None:
    assert certamen("replay", journal).out == certamen("run", ALLEY, "--seed", "3").out
    assert certamen("replay", journal, "--json").out == certamen("run", ALLEY, "--seed", "3", "--json").out


def test_verify(journal: Path) -> None:
    count = len(read_journal(journal).records)
    assert certamen("replay", journal, "--verify") == (0, f"{journal}: {count} records replay to the same states\n", "")
    done = certamen("replay", journal, "--verify", "--to", "3")
    assert done.out == f"{journal}: 3 records replay to the same states\n"


def test_the_first_records(journal: Path) -> None:
    assert "attacks" not in certamen("replay", journal, "--to", "2").out
    assert certamen("replay", journal, "--to", "999").out == certamen("replay", journal).out
    assert certamen("replay", journal, "--to", "0").status == 2


def test_explain(journal: Path) -> None:
    done = certamen("explain", journal, "6")
    assert done.out.startswith("Heather Lee: attack bad-guy hunting rifle\nEvent 6, round 1: Heather Lee attacks")
    assert "  rules: SC2-7, SC2-8, SC2-10\n" in done.out
    data = json.loads(certamen("explain", journal, "6", "--json").out)
    assert data["n"] == 6
    assert [part["label"] for part in data["parts"]][:4] == ["at initiative", "gun +2", "range medium", "target number"]
    assert "there is no event 999; the last is " in certamen("explain", journal, "999").err
    assert certamen("explain", journal, "six").status == 2


def test_explain_every_event(journal: Path) -> None:
    for event in json.loads(certamen("replay", journal, "--json").out)["events"]:
        assert (
            f"Event {event['n']}, round {event['round']}: {event['text']}"
            in certamen("explain", journal, event["n"]).out
        )


def test_undone_acts_are_not_explained(tmp_path: Path) -> None:
    path = tmp_path / "j"
    certamen("play", ALLEY, "--seed", "3", "--journal", path, typed="k\nk\natt bad hunt\nundo\nundo\nredo\nquit\n")
    assert "attack" in certamen("run", ALLEY, "--seed", "3").out
    assert certamen("explain", path, "5").out.endswith("Heather Lee's turn.\n  decided by: policy plain\n")
    assert "there is no event 6; the last is 5" in certamen("explain", path, "6").err


def older(journal: Path, version: str) -> None:
    """The same journal as kept under another version of the rules."""
    kept = read_journal(journal)
    import msgspec

    header = msgspec.structs.replace(kept.header, version=version)
    mark, lines = "", []
    for one in (header, *kept.records):
        line, mark = sealed(mark, one)
        lines.append(line)
    journal.write_bytes(b"".join(lines))


def test_a_journal_of_older_rules_stays_readable(journal: Path) -> None:
    told = [line for line in certamen("replay", journal).out.splitlines() if line[:4].strip().isdecimal()]
    events = json.loads(certamen("replay", journal, "--json").out)["events"]
    older(journal, "0.0")
    done = certamen("replay", journal)
    assert done.status == 0
    assert "kept under starcluster 0.0, this is " in done.err
    assert len(done.out.splitlines()) >= len([line for line in told if "Round" not in line])
    assert json.loads(certamen("replay", journal, "--json").out)["events"] == events
    assert certamen("explain", journal, "6").out.startswith("Heather Lee: attack")
    assert certamen("replay", journal, "--verify").status == 0, "the rules happen to be the same"


def test_a_journal_of_older_rules_is_played_on_under_the_present_ones_when_it_is_said_so(journal: Path) -> None:
    """That goes on record: from then on it is a journal of the present rules."""
    kept = len(read_journal(journal).records)
    older(journal, "0.0")
    refused = certamen("play", journal, typed="quit\n")
    assert (refused.status, refused.out) == (2, "")
    assert f"{journal}: kept under starcluster 0.0, this is " in refused.err
    assert f"certamen play {journal} --go-on" in refused.err
    assert f"certamen replay {journal} shows it" in refused.err
    assert len(read_journal(journal).records) == kept
    done = certamen("play", journal, "--go-on", typed="undo\nquit\n")
    assert (done.status, done.err) == (0, "")
    assert f"{kept} of its {kept} records stand" in done.out
    again = read_journal(journal)
    assert (again.version, len(again.records)) == (find("starcluster").version, kept + 2)
    assert again.records[kept].went_on is not None
    assert certamen("replay", journal, "--verify").status == 0
    assert certamen("play", journal, typed="quit\n").status == 0
    assert "already: play it without --go-on" in certamen("play", journal, "--go-on").err
    assert "--go-on is for a journal" in certamen("play", ALLEY, "--go-on").err


def test_where_it_parts_is_told(journal: Path) -> None:
    """A journal whose seals are right but whose events are not what the rules give."""
    kept = read_journal(journal)
    import msgspec

    entry = kept.records[3].entry
    assert entry is not None
    lines, mark = [], ""
    for number, one in enumerate((kept.header, *kept.records)):
        if number == 4:
            bad = msgspec.structs.replace(entry, events=entry.events[:-1])
            one = msgspec.structs.replace(kept.records[3], entry=bad)
        line, mark = sealed(mark, one)
        lines.append(line)
    journal.write_bytes(b"".join(lines))
    for command in (["replay"], ["replay", "--verify"], ["replay", "--json"], ["play"]):
        done = certamen(command[0], journal, *command[1:])
        assert done.status == 2
        assert done.err.startswith(f"{journal}:5: entry 4: ")


@pytest.mark.parametrize("command", [["replay"], ["explain", "1"], ["play"]])
def test_what_is_no_journal(tmp_path: Path, command: list[str]) -> None:
    file = tmp_path / "x"
    for data in (b"", b"junk", b'{"certamen":"journal"}\n', b'{"certamen":"journal"', b"\0" * 50):
        file.write_bytes(data)
        done = certamen(command[0], file, *command[1:])
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith(f"{file}:1:")
    assert certamen(command[0], tmp_path, *command[1:]).status == 2
    assert certamen(command[0], "/dev/zero", *command[1:]).status == 2


def test_dice_by_hand_not_yet_typed(tmp_path: Path) -> None:
    path = tmp_path / "j"
    certamen("play", ALLEY, "--dice", "hand", "--journal", path, typed="41\n")
    assert "nothing has happened yet: " in certamen("replay", path).out
    assert certamen("replay", path, "--verify").status == 0
    assert "there is no event 1; the last is 0" in certamen("explain", path, "1").err


def test_a_journal_is_not_longer_than_it_is(journal: Path) -> None:
    """`advise --to` beyond the last record is refused, with how many there are."""
    count = len(read_journal(journal).records)
    done = certamen("advise", journal, "--to", "4000")
    assert (done.status, done.out) == (2, "")
    assert f"{journal}: it has {count} records, not 4000" in done.err
