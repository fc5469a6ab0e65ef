"""A journal of older rules gone on with: from where both agree, by a record; what is left out counts no more."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from certamen.kernel.action import Action
from certamen.kernel.draws import Draws
from certamen.kernel.errors import JournalError
from certamen.kernel.event import Event
from certamen.kernel.journal import Journal, JournalWriter, go_on, parse, read, replay
from certamen.kernel.records import Record, WentOn
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.run import run
from certamen.kernel.state import State, Step, state_hash
from certamen.kernel.window import Request
from tests.kernel.journals import bodies, close, keep, play, put_together
from tests.kernel.toy import RULESET

SAME = replace(RULESET, version="2")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "kept.journal"


@pytest.fixture
def journal(file: Path) -> Journal:
    contest = keep(file)
    play(contest)
    close(contest)
    return read(file)


def newer(verb: str) -> Ruleset:
    """The toy's rules but for one act, of which one thing more is told."""
    act = RULESET.act(verb)
    assert act is not None
    doing = act.apply

    def apply(state: State, action: Action, request: Request, draws: Draws) -> Step:
        step = doing(state, action, request, draws)
        return Step(step.state, (*step.events, Event("more", action.actor, to=("*",))))

    return replace(SAME, acts=tuple(replace(one, apply=apply) if one is act else one for one in RULESET.acts))


def first(journal: Journal, verb: str) -> int:
    """The place of the first record of such an act."""
    acts = [one.entry.action if one.entry else None for one in journal.records]
    return next(place for place, act in enumerate(acts) if act is not None and act.verb == verb)


def written(journal: Journal, *more: Record) -> Journal:
    """The journal as read again, with these records behind it."""
    path = Path(journal.name)
    return parse(put_together([*bodies(path.read_bytes()), *map(msgspec.to_builtins, more)]), journal.name)


def test_where_the_rules_agree_it_goes_on_with_all_of_it(journal: Journal) -> None:
    contest, mark = go_on(journal, SAME, by="seat-1")
    assert mark.went_on == WentOn("2", len(journal.records), "seat-1")
    assert state_hash(contest.state) == journal.records[-1].hash
    grown = written(journal, mark)
    assert (journal.version, grown.version) == ("1", "2")
    assert replay(grown, SAME).why == ""


def test_where_they_part_it_goes_on_from_before(journal: Journal) -> None:
    contest, mark = go_on(journal, newer("take"))
    place = first(journal, "take")
    assert mark.went_on == WentOn("2", place)
    before = replay(journal, RULESET, to=place).contest
    assert state_hash(contest.state) == state_hash(before.state)
    assert contest.events == before.events


def test_dice_that_fell_in_what_is_left_out_never_fall_again(journal: Journal) -> None:
    contest, _ = go_on(journal, newer("take"))
    whole = replay(journal, RULESET).contest
    assert contest.counts == whole.counts
    assert contest.index == whole.index


def test_what_is_played_then_replays_too_and_is_checked(journal: Journal, file: Path) -> None:
    rules = newer("take")
    contest, mark = go_on(journal, rules)
    file.write_bytes(put_together([*bodies(file.read_bytes()), msgspec.to_builtins(mark)]))
    contest.recorder = JournalWriter.resume(read(file), file, rules)
    run(contest, max_rounds=3)
    close(contest)
    kept = read(file)
    played = replay(kept, rules)
    assert (played.why, played.contest.counts) == ("", contest.counts)
    assert played.contest.events == contest.events
    lines = bodies(file.read_bytes())
    lines[-1]["hash"] = "0" * 32
    file.write_bytes(put_together(lines))
    assert "the state after it is not the one recorded" in replay(read(file), rules).why


def test_it_goes_on_a_second_time(journal: Journal) -> None:
    _, mark = go_on(journal, newer("take"))
    third = replace(newer("hit"), version="3")
    contest, again = go_on(written(journal, mark), third)
    assert again.went_on == WentOn("3", first(journal, "hit"))
    grown = written(journal, mark, again)
    assert grown.version == "3"
    assert state_hash(replay(grown, third).contest.state) == state_hash(contest.state)


def test_where_not_even_the_start_is_the_same_it_does_not(journal: Journal) -> None:
    def start(encounter: object, state: object, draws: Draws) -> Step:
        step = RULESET.start(encounter, state, draws)  # type: ignore[arg-type]  # as the contest calls it
        return Step(step.state, (*step.events, Event("more", to=("*",))))

    with pytest.raises(JournalError, match="it starts otherwise under toy 2: begin it anew"):
        go_on(journal, replace(SAME, start=start))


@pytest.mark.parametrize("keeps", [0, -1, 12])
def test_it_goes_on_only_from_what_is_before(journal: Journal, keeps: int) -> None:
    with pytest.raises(JournalError, match=f"play cannot go on from record {keeps}: 11 are before it"):
        written(journal, Record(went_on=WentOn("2", keeps)))
