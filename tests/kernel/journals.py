"""Journals for tests: kept in real files, taken apart, put together again."""

from pathlib import Path

import msgspec

from certamen.dice import Seeded, Source
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.journal import JournalWriter
from certamen.kernel.records import sealed, unsealed
from tests.kernel.toy import RULESET, toys

TWO = (("x/a", 20), ("y/b", 0))


def keep(path: Path, encounter: Encounter | None = None, source: Source | None = None, sync: bool = False) -> Contest:
    """A contest kept in this file."""
    encounter, source = encounter or toys(*TWO), source or Seeded(1)
    writer = JournalWriter.create(path, RULESET, encounter, source, sync=sync)
    return Contest(RULESET, encounter, source, recorder=writer)


def close(contest: Contest) -> None:
    """All that was kept is on disk."""
    assert isinstance(contest.recorder, JournalWriter)
    contest.recorder.close()


def play(contest: Contest) -> None:
    """A hit with a guard, an undo, another end, a redo undone by a new act, an overrule, some words."""
    contest.answer("hit", target="b")
    contest.answer("guard")
    contest.pop(by="jo")
    contest.answer("take")
    contest.pop()
    contest.redo(by="jo")
    contest.overrule("set", path="b.hp", value=9)
    contest.answer("effect", name="boon", on="b", when="turn_start", times=2)
    contest.answer("end", text="There. Ähm…")
    contest.take_default(contest.requests[0])


def bodies(data: bytes) -> list[dict[str, object]]:
    """What each line holds."""
    mark, found = "", []
    for line in data.splitlines():
        body, mark = unsealed(mark, line)
        found.append(msgspec.json.decode(body))
    return found


def put_together(lines: list[dict[str, object]]) -> bytes:
    """The journal of these lines, with seals that fit."""
    mark, data = "", b""
    for line in lines:
        text, mark = sealed(mark, line)
        data += text
    return data
