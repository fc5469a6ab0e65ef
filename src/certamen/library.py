"""The library's front door: a contest from a file, a text or a journal, in one call."""

import secrets
from pathlib import Path

from certamen.dice import Seeded, Source
from certamen.files import encounter
from certamen.files.journals import read_journal
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import JournalError
from certamen.kernel.journal import replay
from certamen.rulesets import find


def load(path: Path | str, *, seed: int | None = None, dice: Source | None = None) -> Contest:
    """The contest of an encounter file, begun.

    seed: for the dice, any whole number, another each time when left out; dice: another source (`Tape`, `Keyed`).
    Raises FileErrors with everything that is wrong with the file, DiceError for dice that do not fit.
    """
    return _begin(encounter.load(Path(path)), seed, dice)


def loads(text: str | bytes, *, seed: int | None = None, dice: Source | None = None) -> Contest:
    """As `load`, from the text of a file."""
    return _begin(encounter.loads(text), seed, dice)


def resume(path: Path | str, *, dice: Source | None = None, to: int | None = None) -> Contest:
    """The contest of a journal, as it stands after its last record; it is looked at, not written on.

    to: as it stands after so many records; dice: for what comes, where the journal is a table's, which keeps its keys.
    Raises JournalError where it does not replay, or has fewer records.
    """
    kept = read_journal(Path(path))
    if to is not None and to > len(kept.records):
        raise JournalError(f"{path}: it has {len(kept.records)} records, not {to}")
    played = replay(kept, find(kept.header.ruleset), source=dice, to=to)
    if played.why:
        raise JournalError(played.why)
    return played.contest


def _begin(one: Encounter, seed: int | None, dice: Source | None) -> Contest:
    return Contest(find(one.ruleset), one, dice or Seeded(secrets.randbits(32) if seed is None else seed))
