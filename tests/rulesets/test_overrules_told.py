"""Whatever the game master sets is kept, read back and told without a path or an id, in every ruleset."""

import dataclasses
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from certamen.dice import Seeded
from certamen.files.examples import examples
from certamen.kernel.contest import Contest
from certamen.kernel.errors import IllegalAction
from certamen.kernel.journal import JournalWriter, read, replay
from certamen.rulesets import find
from tests.conformance.examples import encounter

EXAMPLES = ("dualaction/depot", "samsara/dukes-ear", "starcluster/depot", "starslinger/rooftops", "striker/vault")


def leaves(thing: object, path: str) -> Iterator[tuple[str, object]]:
    """Every value below a participant with its path, groups as well."""
    yield path, thing
    if isinstance(thing, msgspec.Struct):
        below = [(name, getattr(thing, name)) for name in thing.__struct_fields__]
    elif isinstance(thing, tuple) and not hasattr(thing, "_fields"):
        below = [(str(index), one) for index, one in enumerate(thing)]
    elif dataclasses.is_dataclass(thing):
        below = [(field.name, getattr(thing, field.name)) for field in dataclasses.fields(thing)]
    else:
        below = list(thing.items()) if isinstance(thing, dict) else []
    for name, one in below:
        yield from leaves(one, f"{path}.{name}")


def other(value: object) -> str | int:
    """Another value of the same kind, as the game master types it."""
    if isinstance(value, bool):
        return "false" if value else "true"
    if isinstance(value, int):
        return value + 1
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


BEGINNINGS = tuple(f"The game master {does} " for does in ("changes", "leaves", "has", "renames"))


@pytest.mark.parametrize("path", EXAMPLES)
def test_all_that_can_be_set(path: str, tmp_path: Path) -> None:
    """A yes or no as well: a journal that holds one is read and replayed."""
    one = encounter(examples() / f"{path}.yaml")
    ruleset, who, file = find(one.ruleset), one.participants[0].id, tmp_path / "kept.journal"
    writer = JournalWriter.create(file, ruleset, one, Seeded(1), sync=False)
    contest = Contest(ruleset, one, Seeded(1), recorder=writer)
    with closing(writer):
        kinds = {
            set_and_told(contest, place, other(value)) for place, value in leaves(contest.state.participants[who], who)
        }
    assert kinds - {None} == {bool, int, str}
    assert replay(read(file), ruleset).why == ""


def set_and_told(contest: Contest, path: str, value: str | int) -> type | None:
    """Set a value, see what is told of it, and give what kind of value it is; None where it cannot be set."""
    try:
        contest.overrule("set", path=path, value=value)
    except IllegalAction:
        return None
    event = next(event for event in reversed(contest.events) if event.type == "gm_set")
    sentence = contest.ruleset.narrate(event, {event.target: "Someone"})
    assert sentence.startswith(BEGINNINGS)
    assert not re.search(r"[_{\[]|[a-z]\.[a-z]", sentence), sentence
    return type(event.values["after"])
