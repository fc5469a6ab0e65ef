"""A journal: written before it is shown, replayed to the same states, gone on with, in real files."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from certamen.dice import Ask, ByHand, DiceError, Keyed, Seeded, Source, Tape
from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.errors import IllegalAction, JournalError, NothingToUndo
from certamen.kernel.journal import JournalWriter, read, replay
from certamen.kernel.rule import Problem
from certamen.kernel.run import run
from certamen.kernel.state import state_hash
from tests.kernel.journals import close, keep, play
from tests.kernel.toy import RULESET, toys


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "kept.journal"


def again(file: Path, **how: object) -> Contest:
    played = replay(read(file), RULESET, **how)  # type: ignore[arg-type]  # the callers name what replay takes
    assert played.why == ""
    assert played.parts_at == 0
    return played.contest


def same(one: Contest, other: Contest) -> None:
    assert state_hash(one.state) == state_hash(other.state)
    assert one.events == other.events
    assert one.entries == other.entries
    assert (one.counts, one.index) == (other.counts, other.index)
    assert one.redoable == other.redoable


def test_what_was_played_replays_to_the_same(file: Path) -> None:
    contest = keep(file)
    play(contest)
    close(contest)
    same(again(file), contest)


@pytest.mark.parametrize(
    "source",
    [Seeded(3), Tape([(20, 7), *[(6, 5)] * 40], "mine"), Keyed(b"a" * 32, b"b" * 32)],
    ids=lambda s: s.name[:6],
)
def test_whatever_the_dice(file: Path, source: Source) -> None:
    contest = keep(file, source=source)
    run(contest, max_rounds=3)
    close(contest)
    going = again(file)
    same(going, contest)
    assert going.source.name == source.name
    if isinstance(source, Keyed):  # its keys are not in the journal: no more dice can be had of it
        with pytest.raises(DiceError, match="the keys of these dice are at their table"):
            going.source.face(Ask("x", "open", 0, 20, "", 0))
        same(again(file, source=source), contest)


def test_each_record_is_a_line_of_json_and_the_first_says_what_it_is(file: Path) -> None:
    contest = keep(file)
    play(contest)
    close(contest)
    lines = [msgspec.json.decode(line) for line in file.read_bytes().splitlines()]
    assert file.read_bytes().startswith(b'{"certamen":"journal"')
    assert [lines[0][name] for name in ("format", "ruleset", "version", "source")] == [1, "toy", "1", "splitmix-1:1:0"]
    kinds = [next(kind for kind in ("entry", "undo", "redo", "pending") if kind in line) for line in lines[1:]]
    assert kinds == [*["entry"] * 3, "undo", "entry", "undo", "redo", *["entry"] * 4]
    assert (lines[4]["undo"], lines[6]["undo"], lines[7]["redo"]) == ("jo", "", "jo")
    assert lines[1]["told"] == ["A initiative", "B initiative", "Round 1.", "A's turn."]
    assert lines[-1]["hash"] == state_hash(contest.state)


def test_only_the_first_records_are_played_where_that_is_asked(file: Path) -> None:
    contest = keep(file)
    hashes = [state_hash(contest.state)]
    for _ in range(4):
        contest.take_default(contest.requests[0])
        hashes.append(state_hash(contest.state))
    close(contest)
    assert [state_hash(again(file, to=count).state) for count in range(1, 6)] == hashes
    with pytest.raises(JournalError, match="the journal holds no entry"):
        again(file, to=0)


def test_one_goes_on_where_it_stopped_and_undo_reaches_behind_it(file: Path) -> None:
    contest = keep(file)
    first = state_hash(contest.state)
    play(contest)
    contest.pop()
    close(contest)
    kept = read(file)
    going = replay(kept, RULESET).contest
    going.recorder = JournalWriter.resume(kept, file, RULESET)
    going.redo()
    going.answer("end")
    while going.undoable is not None:
        going.pop()
    assert state_hash(going.state) == first
    going.redo()
    going.answer("guard")
    close(going)
    same(again(file), going)
    with pytest.raises(NothingToUndo):
        again(file).redo()


def test_new_dice_after_going_on_are_those_it_would_have_had(file: Path) -> None:
    contest = keep(file)
    play(contest)
    close(contest)
    going = again(file)
    run(going)
    contest.recorder = None
    run(contest)
    same(going, contest)


def test_faces_typed_so_far_survive(file: Path) -> None:
    contest = keep(file, toys(("x/a", 0), ("y/b", 0)), ByHand())
    contest.answer("roll", face=7)
    close(contest)
    going = again(file)
    assert not going.started
    assert going.missing_die == contest.missing_die
    kept = read(file)
    going.recorder = JournalWriter.resume(kept, file, RULESET)
    going.answer("roll", face=15)
    assert going.state.acting == "b"
    going.answer("hit", target="a")
    going.answer("take", text="ow")
    assert going.missing_die is not None
    close(going)
    last = again(file)
    assert last.missing_die == going.missing_die
    last.answer("roll", face=4)
    assert [event.values["damage"] for event in last.events if event.type == "hit"] == [4]
    assert [event.text for event in last.events if event.text] == ["ow"]


def test_an_act_taken_back_while_it_waited_is_taken_back_in_the_replay(file: Path) -> None:
    contest = keep(file, toys(("x/a", 20), ("y/b", 10)), ByHand())
    contest.answer("hit", target="b")
    contest.answer("take")
    contest.pop()
    contest.answer("guard")
    contest.answer("roll", face=5)
    contest.pop()
    contest.redo()
    close(contest)
    same(again(file), contest)


def test_a_held_result_replays(file: Path) -> None:
    contest = keep(file, toys(("x/a", 20), ("y/b", 10), review=True))
    contest.answer("hit", target="b")
    contest.answer("take")
    close(contest)
    going = again(file)
    same(going, contest)
    going.answer("accept")
    assert going.events[-1].type == "hit"


def test_who_joined_has_his_name_in_the_sentences(file: Path) -> None:
    contest = keep(file)
    contest.overrule("join", id="d", name="Dora", side="x", sheet="{}")
    close(contest)
    assert "Dora enters" in read(file).records[-1].told


def test_a_journal_is_never_written_over(file: Path) -> None:
    close(keep(file))
    before = file.read_bytes()
    with pytest.raises(JournalError, match=r"kept.journal: there is a file of this name already; give another"):
        keep(file)
    assert file.read_bytes() == before


def test_what_cannot_be_written_or_read_is_said(tmp_path: Path, file: Path) -> None:
    with pytest.raises(JournalError, match="cannot be written: No such file or directory"):
        keep(tmp_path / "nowhere" / "kept.journal")
    with pytest.raises(JournalError, match="cannot be read: No such file or directory"):
        read(file)
    with pytest.raises(JournalError, match="not a file"):
        read(tmp_path)
    with pytest.raises(JournalError, match="cannot be read"):
        read(Path("a\0b"))
    close(keep(file))
    kept = read(file)
    file.unlink()
    with pytest.raises(JournalError, match="cannot be written: No such file or directory"):
        JournalWriter.resume(kept, file, RULESET)


def test_one_larger_than_a_journal_may_be_is_not_even_opened(file: Path) -> None:
    with file.open("wb") as stream:
        stream.truncate(257 * 1024**2)
    with pytest.raises(JournalError, match=r"larger than a journal may be \(256 MB\)"):
        read(file)


def test_another_rulesets_journal_is_refused(file: Path) -> None:
    close(keep(file))
    with pytest.raises(JournalError, match="a journal of toy, not of chess"):
        replay(read(file), replace(RULESET, name="chess"))


def test_under_other_rules_it_says_where_they_part(file: Path) -> None:
    contest = keep(file)
    play(contest)
    close(contest)
    newer = replace(RULESET, version="2")
    assert replay(read(file), newer).why == "", "the same rules, though of another version"
    harder = replace(
        newer, steps={**RULESET.steps, "damage": lambda s, then, draws: RULESET.steps["turn"](s, then, draws)}
    )
    played = replay(read(file), harder)
    assert played.parts_at == 3
    assert played.why.startswith(f"{file}:4: entry 3: 1 dice are recorded that the rules do not ask for")
    assert played.why.endswith("(kept under toy 1, this is 2)")
    assert len(played.contest.entries) == 2, "what came before stands"


def test_an_encounter_that_no_longer_fits_is_told(file: Path) -> None:
    close(keep(file))
    other = replace(RULESET, sheet=bool, version="2")
    with pytest.raises(JournalError, match="the journal's encounter does not fit toy 2: Expected `bool`, got `object`"):
        replay(read(file), other)


def test_one_that_can_no_longer_begin_says_so(file: Path) -> None:
    close(keep(file))
    strict = replace(RULESET, version="2", check=lambda encounter, rulings: (Problem((), "toys are forbidden"),))
    with pytest.raises(
        JournalError, match=r"kept.journal:2: entry 1: toys are forbidden \(kept under toy 1, this is 2\)"
    ):
        replay(read(file), strict)


def test_a_refused_act_leaves_no_line(file: Path) -> None:
    contest = keep(file)
    before = file.read_bytes()
    with pytest.raises(IllegalAction):
        contest.push(Action("a", "hit", {"target": "a"}, "a-1"))
    assert file.read_bytes() == before
    close(contest)


@contextmanager
def no_more_than(size: int) -> Iterator[None]:
    """Files of this process may not grow beyond this size for a while."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_is_told_tears_nothing_and_play_goes_on_when_there_is_room(file: Path) -> None:
    contest = keep(file, sync=True)
    contest.answer("walk", to="door")
    before, size = state_hash(contest.state), file.stat().st_size
    with no_more_than(size + 100), pytest.raises(JournalError, match="the journal cannot be written: File too large"):
        contest.answer("walk", to="roof")
    assert (state_hash(contest.state), file.stat().st_size) == (before, size)
    contest.answer("walk", to="roof")
    close(contest)
    same(again(file), contest)


def test_two_programs_do_not_write_to_one_journal(tmp_path: Path) -> None:
    path = tmp_path / "kept.journal"
    contest = keep(path)
    with pytest.raises(JournalError, match="another program is playing on this journal"):
        JournalWriter.resume(read(path), path, RULESET)
    close(contest)
    stale = read(path)
    writer = JournalWriter.resume(stale, path, RULESET)
    writer.undo("jo")
    writer.close()
    with pytest.raises(JournalError, match="somebody has written to it since it was read"):
        JournalWriter.resume(stale, path, RULESET)
