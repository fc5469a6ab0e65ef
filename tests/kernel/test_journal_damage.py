"""Journals torn, cut, altered or made up: what is wrong is said with its line; no traceback, no other state."""

import tracemalloc
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from certamen.dice import ByHand
from certamen.kernel.contest import Contest
from certamen.kernel.errors import CertamenError, JournalError
from certamen.kernel.journal import JournalWriter, read, replay
from certamen.kernel.records import parse
from certamen.kernel.state import state_hash
from tests.kernel.journals import bodies, close, keep, play, put_together
from tests.kernel.toy import RULESET, toys

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    file = tmp_path_factory.mktemp("journal") / "kept.journal"
    contest = keep(file)
    play(contest)
    close(contest)
    return file.read_bytes()


def outcome(data: bytes) -> tuple[str, str]:
    """(what is told, the hash of the state it ends in)."""
    try:
        played = replay(parse(data, "j"), RULESET)
    except JournalError as error:
        why, after = str(error), ""
    else:
        why, after = played.why, state_hash(played.contest.state) if played.contest.started else ""
    assert not why or why.startswith("j:"), "file and line"
    assert "\n" not in why
    return why, after


def test_a_last_line_torn_at_any_byte_is_left_out_and_told(good: bytes, tmp_path: Path) -> None:
    start = good.rindex(b"\n", 0, -1) + 1
    whole = replay(parse(good[:start], "j"), RULESET).contest
    for end in range(start + 1, len(good)):
        kept = parse(good[:end], "j")
        assert (kept.torn, kept.size) == ("j:12: the last line is cut off; it was left out", start)
    assert state_hash(replay(kept, RULESET).contest.state) == state_hash(whole.state)
    file = tmp_path / "torn.journal"
    file.write_bytes(good[:-7])
    kept = read(file)
    going = replay(kept, RULESET).contest
    going.recorder = JournalWriter.resume(kept, file, RULESET)
    going.take_default(going.requests[0])
    close(going)
    assert file.read_bytes()[:start] == good[:start]
    assert read(file).torn == ""
    assert replay(read(file), RULESET).why == ""


@pytest.mark.parametrize("cut", ["first line", "at a line's end", "in the middle", "a line taken out", "a line twice"])
def test_one_cut_elsewhere_is_told(good: bytes, cut: str) -> None:
    lines = good.splitlines(keepends=True)
    data, told = {
        "first line": (lines[0][:-1], "j:1: cut off in its first line"),
        "at a line's end": (b"".join(lines[:6]), ""),
        "in the middle": (
            b"".join(lines[:5]) + lines[5][40:] + b"".join(lines[6:]),
            "j:6: the line, or one before it, was altered",
        ),
        "a line taken out": (b"".join(lines[:5] + lines[6:]), "j:6: the line, or one before it, was altered"),
        "a line twice": (b"".join(lines[:5] + lines[4:]), "j:6: the line, or one before it, was altered"),
    }[cut]
    assert outcome(data)[0] == told


@given(data=st.data())
def test_a_byte_altered_anywhere_is_told(good: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(good) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda one: one != good[at]))
    why, after = outcome(good[:at] + bytes([byte]) + good[at + 1 :])
    torn = at == len(good) - 1
    assert why or torn or after == outcome(good)[1]
    assert bool(why) != torn


@given(data=st.data())
def test_bytes_put_in_or_taken_out_anywhere_are_told(good: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(good) - 2))
    end = data.draw(st.integers(at, min(len(good) - 1, at + 50)))
    new = data.draw(st.binary(max_size=20).filter(lambda one: one != good[at:end]))
    assert outcome(good[:at] + new + good[end:])[0]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "j:1: not the first line of a journal: Input data was truncated"),
        (b"\n", "j:1: not the first line of a journal: Input data was truncated"),
        (b"certamen: 1\n", "j:1: not the first line of a journal: JSON is malformed"),
        (b"[" * 100_000, "j:1: not the first line of a journal: Expected `object`, got `array`"),
        (b'{"x":' * 100_000, "j:1: not the first line of a journal: nested too deeply"),
        (b'{"certamen":"diary"}\n', "j:1: not the first line of a journal: Invalid enum value 'diary'"),
        (b"\xff\xfe\x00\n", "j:1: not the first line of a journal: JSON is malformed"),
        (b"\n" * 1_000_000, "j:1: not the first line of a journal"),
        (b"x" * 5_000_000, "j:1: longer than a line of a journal may be (4 MB)"),
    ],
)
def test_what_is_no_journal_is_told_at_once(data: bytes, told: str) -> None:
    assert outcome(data)[0].startswith(told)


def test_a_million_empty_lines_are_refused_at_the_first(good: bytes) -> None:
    first = good.split(b"\n")[0] + b"\n"
    assert outcome(first + b"\n" * 1_000_000)[0] == "j:2: the line, or one before it, was altered"


def test_of_a_hundred_megabytes_that_are_no_journal_little_is_read(good: bytes, tmp_path: Path) -> None:
    file = tmp_path / "big.journal"
    for head in (b"", good.split(b"\n")[0] + b"\n"):
        with file.open("wb") as stream:
            stream.write(head)
            stream.truncate(100 * 1024**2)
        tracemalloc.start()
        with pytest.raises(JournalError, match="longer than a line of a journal may be"):
            read(file)
        assert tracemalloc.get_traced_memory()[1] < 20 * 1024**2
        tracemalloc.stop()


def test_another_format_is_refused(good: bytes) -> None:
    lines = bodies(good)
    lines[0]["format"] = 7
    assert outcome(put_together(lines))[0] == "j:1: a journal of format 7; this program reads format 1"


def entry(lines: Lines, number: int) -> dict[str, Any]:
    """The number-th entry (the start is 1) among the lines of `play`."""
    found: dict[str, Any] = [line for line in lines if "entry" in line][number - 1]
    return found


def at(lines: Lines, *path: str | int) -> Any:
    """What is at this path; a first number counts entries, the start is 1."""
    thing: Any = entry(lines, int(path[0])) if isinstance(path[0], int) else lines[0]
    for key in path if path[0] == "encounter" else path[1:]:
        thing = thing[key]
    return thing


DIE = (1, "entry", "dice", 0)
FIRST = ("encounter", "participants", 0)


@pytest.mark.parametrize(
    ("path", "key", "value", "told"),
    [
        (DIE, 4, 9, "entry 1: a d20 of b shows 9 in the record, splitmix-1:1:0 gives "),
        (DIE, 4, 21, "entry 1: a d20 cannot show 21"),
        (DIE, 3, 6, "entry 1: the rules ask for a d20 of b, the record holds a d6 of b"),
        (DIE, 2, 5, "entry 1: die 1 comes out otherwise than recorded: n 5 is recorded, 0 comes out"),
        ((1, "entry"), "dice", [], "entry 1: 0 dice are recorded, 1 fall"),
        ((2, "entry", "action", "values"), "target", "a", "entry 2: target cannot be 'a': one of b"),
        ((2, "entry", "action"), "request", "a-9", "entry 2: nothing that is asked of a now has the id a-9"),
        ((2, "entry"), "action", None, "entry 2: the contest starts a second time"),
        ((3, "entry", "events", 0), "actor", "a", "otherwise than recorded: actor 'a' is recorded, 'b' comes out"),
        ((3, "entry"), "events", [], "entry 3: 2 events come out, 0 are recorded"),
        ((2,), "hash", "00", "entry 2: the state after it is not the one recorded"),
        (("header",), "source", "splitmix-1:2:0", "entry 1: a d20 of b shows"),
        (("header",), "source", "bones", "j:1: the journal's dice cannot be had again"),
        (("header",), "ruleset", "chess", "j: a journal of chess, not of toy"),
        (FIRST, "side", "y", "entry 1: "),
        (FIRST, "id", "b", "entry 1: there are two of the id b"),
        ((*FIRST, "sheet"), "hp", "many", "j:1: the journal's encounter does not fit toy 1: Expected `int`, got `str`"),
        ((2,), "undo", "", "j:3: a record holds one entry, undo, redo, pending act or going on"),
        ((2,), "entry", 5, "j:3: not a record of a journal: Expected `object | null`, got `int`"),
    ],
)
def test_a_forger_who_seals_well_is_told_by_the_rules(
    good: bytes, path: tuple[str | int, ...], key: str | int, value: object, told: str
) -> None:
    lines = bodies(good)
    at(lines, *path)[key] = value
    assert told in outcome(put_together(lines))[0]


@pytest.mark.parametrize(
    ("place", "line", "told"),
    [
        (1, {"undo": ""}, "j:2: entry 0: nothing stands yet that could be taken back"),
        (2, {"undo": ""}, "j:3: entry 1: there is nothing to undo"),
        (2, {"redo": ""}, "j:3: entry 1: there is nothing to do again"),
        (2, {}, "j:3: a record holds one entry, undo, redo, pending act or going on"),
    ],
)
def test_lines_put_in_and_sealed_well_are_told(good: bytes, place: int, line: dict[str, object], told: str) -> None:
    lines = bodies(good)
    assert outcome(put_together([*lines[:place], line, *lines[place:]]))[0] == told
    assert outcome(put_together(lines[:1]))[0] == "j: the journal holds no entry"


def test_dice_by_hand_are_checked_for_their_number_alone(tmp_path: Path) -> None:
    file = tmp_path / "kept.journal"
    contest = keep(file, toys(("x/a", 0), ("y/b", 10)), ByHand())
    contest.answer("roll", face=7)
    close(contest)
    lines = bodies(file.read_bytes())
    assert [list(line) for line in lines[1:]] == [["pending"], ["entry", "told", "hash"]]
    for dice, told in (
        ([], "fewer dice are recorded than the rules ask for"),
        ([["a", "open", 0, 20, 8, "initiative"]], "event 1 (initiative)"),
    ):
        entry(lines, 1)["entry"]["dice"] = dice
        assert told in outcome(put_together(lines))[0]
        assert told in outcome(put_together([lines[0], lines[2]]))[0]


def test_an_act_said_to_wait_for_a_die_must_be_legal(tmp_path: Path) -> None:
    file = tmp_path / "kept.journal"
    contest = keep(file, toys(("x/a", 20), ("y/b", 10)), ByHand())
    contest.answer("hit", target="b")
    contest.answer("take")
    close(contest)
    lines: Lines = bodies(file.read_bytes())
    lines[-1]["pending"]["action"]["request"] = "b-7"
    assert outcome(put_together(lines))[0] == "j:4: entry 2: nothing that is asked of b now has the id b-7"
    early = keep(tmp_path / "early.journal", toys(("x/a", 0), ("y/b", 10)), ByHand())
    close(early)
    waits: Lines = bodies((tmp_path / "early.journal").read_bytes())
    assert outcome(put_together([*waits, lines[-1]]))[0] == "j:3: entry 0: an act before the start"
    lines[-1]["pending"]["action"] = None
    assert outcome(put_together(lines))[0] == "j:4: entry 2: the contest starts a second time"


SMALL = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 25) | st.sampled_from(["a", "b", "x", "hit", "", "a-1", "gm"]),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["a", "entry", "undo"]), inner, max_size=2)
    ),
    max_leaves=3,
)


@given(data=st.data())
def test_a_forger_who_changes_anything_is_told_or_changes_nothing(good: bytes, data: st.DataObject) -> None:
    lines = bodies(good)
    number = data.draw(st.integers(0, len(lines) - 1))
    thing: Any = lines[number]
    while True:
        keys = list(thing) if isinstance(thing, dict) else list(range(len(thing)))
        key = data.draw(st.sampled_from(keys))
        if isinstance(thing[key], dict | list) and thing[key] and data.draw(st.integers(0, 9)):
            thing = thing[key]
            continue
        thing[key] = data.draw(SMALL)
        break
    why, after = outcome(put_together(lines))
    assert why or after == outcome(good)[1] or number == 0, "what was played is told apart, from where it started not"


@pytest.mark.parametrize("name", ["header", "record"])
def test_what_is_read_reads_back_the_same(good: bytes, name: str) -> None:
    kept = parse(good, "j")
    thing = kept.header if name == "header" else kept.records[2]
    assert msgspec.json.decode(msgspec.json.encode(thing), type=type(thing)) == thing


def test_errors_of_journals_are_errors_of_the_program_for_people() -> None:
    assert issubclass(JournalError, CertamenError)
    assert isinstance(Contest, type)
