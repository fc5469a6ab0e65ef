"""A contest opened from kept states is the contest that was played: its states, its dice, its undo."""

import random
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from certamen.dice import ByHand, Seeded
from certamen.files import encounter
from certamen.kernel.contest import Contest
from certamen.kernel.errors import JournalError, NothingToUndo
from certamen.kernel.journal import Journal, JournalWriter, go_on, parse, read
from certamen.kernel.records import Record as Line
from certamen.kernel.restore import restore
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.run import decide
from certamen.kernel.state import state_hash
from certamen.rulesets import find
from tests.kernel.journals import bodies, close, keep, play, put_together
from tests.kernel.test_going_on import newer
from tests.kernel.toy import RULESET, toys
from tests.kernel.toy_state import Toy, ToyState

EXAMPLES = Path(__file__).parents[2] / "examples"
FIGHTS = ("dualaction/skirmish", "samsara/rope-bridge", "starcluster/depot", "starslinger/hallway", "striker/vault")
ACTS = 80


class Toys(ToyState, frozen=True, kw_only=True):
    """The toy's state, which knows whom it holds."""

    participants: dict[str, Toy]  # type: ignore[assignment]  # dict is invariant; only toys are ever put in


class Kept:
    """A contest kept in a file, and the state after each record that holds an entry."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        self.contest = contest
        self.states: dict[int, bytes] = {}
        self.note()

    def note(self) -> None:
        """The last record's state, where it holds an entry."""
        place = len(self.path.read_bytes().splitlines()) - 2
        if self.path.read_bytes().splitlines()[-1].startswith(b'{"entry"'):
            self.states[place] = msgspec.json.encode(self.contest.state)

    def journal(self) -> Journal:
        return read(self.path)


def fight(path: Path, name: str, chance: random.Random) -> Kept:
    """A fight with undone and redone acts."""
    file = EXAMPLES / f"{name}.yaml"
    one = encounter.load(file) if file.exists() else encounter.load(next(file.parent.glob("*[!o].yaml")))
    rules, dice = find(one.ruleset), Seeded(3)
    recorder = JournalWriter.create(path, rules, one, dice, sync=False)
    kept = Kept(path, Contest(rules, one, dice, recorder=recorder))
    contest = kept.contest
    for _ in range(ACTS):
        act = chance.random()
        if act < 0.1 and len(contest.entries) > 1:
            contest.pop()
        elif act < 0.15 and contest.redoable is not None:
            contest.redo()
        elif contest.requests:
            decide(contest, contest.requests[0], {})
        kept.note()
    close(contest)
    contest.recorder = None
    return kept


def hashes(contest: Contest) -> list[str]:
    """The hash of the state now and, undone one after another, of all before it."""
    contest = contest.fork()  # recorded nowhere
    found = [state_hash(contest.state)]
    while len(contest.entries) > 1:
        contest.pop()
        found.append(state_hash(contest.state))
    return found


def redone(contest: Contest) -> list[str]:
    """The hash of each state that may be had again."""
    contest = contest.fork()
    found = []
    while contest.redoable is not None:
        contest.redo()
        found.append(state_hash(contest.state))
    return found


@pytest.mark.parametrize("name", FIGHTS)
def test_it_is_the_contest_that_was_played(name: str, tmp_path: Path) -> None:
    chance = random.Random(name)
    kept = fight(tmp_path / "journal", name, chance)
    journal, rules, played = kept.journal(), kept.contest.ruleset, kept.contest
    for share in (1.0, 0.3, 0.03):
        some = {place: state for place, state in kept.states.items() if chance.random() < share or place == 0}
        again = restore(journal, rules, Seeded(3), some)
        assert (again.counts, again.index, again.entries) == (played.counts, played.index, played.entries)
        assert hashes(again) == hashes(played)
        assert redone(again) == redone(played)


@pytest.mark.parametrize("name", FIGHTS)
def test_the_next_acts_come_out_the_same(name: str, tmp_path: Path) -> None:
    kept = fight(tmp_path / "journal", name, random.Random(1))
    newest = max(kept.states)
    again = restore(kept.journal(), kept.contest.ruleset, Seeded(3), {newest - 9: kept.states.get(newest - 9, b"")})
    played = kept.contest
    for _ in range(10):
        if played.requests:
            decide(played, played.requests[0], {})
            decide(again, again.requests[0], {})
    assert again.entries == played.entries
    assert state_hash(again.state) == state_hash(played.state)


def test_only_what_was_done_since_the_newest_state_is_done_again(tmp_path: Path) -> None:
    kept = fight(tmp_path / "journal", "starcluster/depot", random.Random(4))
    rules, done = counting(kept.contest.ruleset)
    newest = max(kept.states)
    restore(kept.journal(), rules, Seeded(3), {newest: kept.states[newest]})
    assert done == []
    restore(kept.journal(), rules, Seeded(3), {})
    assert len(done) > 50


def counting(rules: Ruleset) -> tuple[Ruleset, list[str]]:
    """The rules, and a list that grows by each step they take."""
    done: list[str] = []

    def outcome(state: object) -> object:
        done.append("step")
        return rules.outcome(state)

    return replace(rules, outcome=outcome), done


def test_a_state_that_is_not_the_one_recorded_counts_for_nothing(tmp_path: Path) -> None:
    kept = fight(tmp_path / "journal", "starcluster/depot", random.Random(5))
    places = sorted(kept.states)
    harm = [b"", b"{}", b'{"participants": 7}', b"[[[["]
    wrong = {place: harm[place % len(harm)] for place in places}
    swapped = {place: kept.states[other] for place, other in zip(places[1:], places, strict=False)}
    for states in (wrong, swapped, {-1: b"", 9999: b""}):
        again = restore(kept.journal(), kept.contest.ruleset, Seeded(3), states)
        assert hashes(again) == hashes(kept.contest)


def test_a_die_by_hand_that_is_waited_for_is_waited_for_again(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "journal", keep(tmp_path / "journal", source=ByHand()))
    contest = kept.contest
    while missing(contest):
        contest.answer("roll", face=1)
        kept.note()
    contest.answer("hit", target="b")
    contest.answer("take")
    again = restore(kept.journal(), RULESET, ByHand(), kept.states)
    assert missing(again) == missing(contest) != ()
    assert again.requests == contest.requests
    again.pop()
    assert state_hash(again.state) == state_hash(contest.state)
    contest.pop()
    close(contest)
    again = restore(kept.journal(), RULESET, ByHand(), kept.states)
    assert missing(again) == ()
    assert hashes(again) == hashes(contest)


def missing(contest: Contest) -> tuple[object, ...]:
    """The die that is waited for, if one is."""
    return tuple(filter(None, [contest.missing_die]))


def test_before_the_first_state_there_is_nothing_to_undo(tmp_path: Path) -> None:
    contest = keep(tmp_path / "journal")
    kept = Kept(tmp_path / "journal", contest)
    again = restore(kept.journal(), RULESET, Seeded(1), kept.states)
    with pytest.raises(NothingToUndo):
        again.pop()
    close(contest)


def test_a_journal_of_older_rules_is_not_gone_on_with_unasked(tmp_path: Path) -> None:
    contest = keep(tmp_path / "journal")
    play(contest)
    close(contest)
    newer = replace(RULESET, version="2")
    with pytest.raises(JournalError, match="kept under toy 1, this is toy 2"):
        restore(read(tmp_path / "journal"), newer, Seeded(1), {})


def test_states_from_before_play_went_on_under_other_rules_are_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    kept = Kept(path, keep(path, toys(("x/a", 20), ("y/b", 0))))
    for _ in range(2):
        play(kept.contest)
        kept.note()
    close(kept.contest)
    for rules in (replace(RULESET, version="2"), newer("effect")):
        gone_on, mark = go_on(kept.journal(), rules)
        journal = parse(put_together([*bodies(path.read_bytes()), msgspec.to_builtins(mark)]), "journal")
        counted, done = counting(rules)
        again = restore(journal, counted, Seeded(1), dict.fromkeys(range(99), b"{}") | kept.states)
        assert done
        assert (again.counts, again.index) == (gone_on.counts, gone_on.index)
        assert hashes(again) == hashes(gone_on)
        assert redone(again) == redone(gone_on)


def test_after_play_went_on_states_are_kept_anew(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    kept = Kept(path, keep(path, toys(("x/a", 20), ("y/b", 0))))
    play(kept.contest)
    close(kept.contest)
    rules = replace(newer("effect"), state=Toys)
    gone_on, mark = go_on(kept.journal(), rules)
    lines = [*bodies(path.read_bytes()), msgspec.to_builtins(mark)]
    acts: list[Contest] = []
    for _ in range(3):
        gone_on.answer("end")
        line = Line(entry=gone_on.entries[-1], hash=state_hash(gone_on.state))
        lines.append(msgspec.to_builtins(line))
        acts.append(gone_on.fork())
    journal = parse(put_together(lines), "journal")
    counted, done = counting(rules)
    newest = len(journal.records) - 1
    states = {newest - back: msgspec.json.encode(acts[-1 - back].state) for back in range(2)}
    again = restore(journal, counted, Seeded(1), states)
    assert done == []
    assert (again.counts, again.index) == (gone_on.counts, gone_on.index)
    assert hashes(again) == hashes(gone_on)
