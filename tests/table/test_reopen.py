"""What is kept so that a table opens fast: only a state that comes back the same, and the record it belongs to."""

import pytest
from msgspec.structs import replace

from certamen.dice import Seeded
from certamen.files import encounter
from certamen.files.examples import examples
from certamen.kernel.contest import Contest
from certamen.kernel.run import decide
from certamen.rulesets import find
from certamen.table.reopen import last_entry, state_to_save
from certamen.table.store import Record


def names() -> list[str]:
    """The example encounters."""
    files = sorted(examples().glob("*/*.yaml"))
    return [f"{file.parent.name}/{file.stem}" for file in files if file.suffixes == [".yaml"]]


ENTRY, UNDO, TABLE = b'{"entry":{}}', b'{"undo":""}', b'{"type":"paused"}'


def records(*bodies: bytes) -> list[Record]:
    return [Record(n, "table" if body == TABLE else "journal", 1, "", "", body) for n, body in enumerate(bodies, 11)]


def test_the_last_entry_led_to_the_state_unless_something_was_taken_back() -> None:
    assert last_entry([]) == 0
    assert last_entry([], before=7) == 7
    assert last_entry(records(TABLE), before=7) == 7
    assert last_entry(records(ENTRY, ENTRY, TABLE)) == 12
    assert last_entry(records(ENTRY, UNDO, TABLE), before=7) == 0
    assert last_entry(records(UNDO, ENTRY), before=7) == 12


def test_a_state_that_waits_for_review_is_not_kept_and_the_next_is() -> None:
    one = replace(encounter.load(examples() / "starcluster" / "duel.yaml"), review=True)
    contest = Contest(find(one.ruleset), one, Seeded(1))
    seen = set()
    for _ in range(12):
        kept = state_to_save(contest, 5)
        assert (kept is None) == (contest.state.held is not None)
        seen.add(kept is None)
        decide(contest, contest.requests[0], {})
    assert seen == {True, False}


@pytest.mark.parametrize("name", names())
def test_every_state_of_a_contest_comes_back_the_same(name: str) -> None:
    one = encounter.load(examples() / f"{name}.yaml")
    contest = Contest(find(one.ruleset), one, Seeded(2))
    for _ in range(40):
        assert state_to_save(contest, 1) is not None
        if not contest.requests:
            return
        decide(contest, contest.requests[0], {})
