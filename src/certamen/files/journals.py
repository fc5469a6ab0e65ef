"""Journals as people hand them in: read, and their encounter looked at as closely as one in a file."""

from pathlib import Path

import msgspec

from certamen.files import typed
from certamen.files.text import check_journal
from certamen.files.tree import dotted
from certamen.kernel import journal
from certamen.kernel.errors import JournalError
from certamen.kernel.journal import Journal
from certamen.kernel.rule import resolve_rulings
from certamen.kernel.ruleset import Ruleset
from certamen.rulesets import find


def read_journal(path: Path) -> Journal:
    """The journal in a file; a last line that was torn off is left out and reported.

    Raises CertamenError for anything that is not a journal, or whose encounter its ruleset would refuse; for one of
    another version of the rules that is left to the replay.
    """
    check_journal(path)
    kept = journal.read(path)
    ruleset = find(kept.header.ruleset)
    if kept.version == ruleset.version and (wrong := fault(kept, ruleset)):
        raise JournalError(f"{kept.name}:1: {wrong}")
    return kept


def fault(kept: Journal, ruleset: Ruleset) -> str:
    """What the ruleset would refuse in the encounter of a journal kept under its version; "" for nothing."""
    encounter = kept.header.encounter
    ids = [entry.id for entry in encounter.participants]
    if not ids or len(set(ids)) != len(ids):
        return "nobody takes part, or two under one id"
    sheets = [(ruleset.sheet, ("participants", k, "sheet"), one.sheet) for k, one in enumerate(encounter.participants)]
    for kind, path, value in [*sheets, (ruleset.scene, ("scene",), encounter.scene)]:
        faults = typed.check(kind, msgspec.to_builtins(value))[1]
        if faults:
            return f"{dotted((*path, *faults[0].path))}: {faults[0].message} (expected: {faults[0].expected})"
    rulings, problems = resolve_rulings(ruleset.rulings, encounter.rulings)
    problems = problems or ruleset.check(journal.encounter_of(kept.header, ruleset), rulings)
    return f"{dotted(problems[0].path)}: {problems[0].message}" if problems else ""
