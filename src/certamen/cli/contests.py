"""What run and play share, loaded once a file was read: new files, a contest kept in a journal."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TextIO

from certamen.dice import Source, Tape
from certamen.files.problems import refuse
from certamen.files.sheets import sheets_yaml
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import CertamenError
from certamen.kernel.journal import JournalWriter
from certamen.kernel.run import MAX_ROUNDS, run
from certamen.kernel.state import Outcome
from certamen.rulesets import find


@contextmanager
def new_text(path: Path) -> Iterator[TextIO]:
    """A new file to write to, gone again when what should fill it fails. Raises FileErrors when it cannot be made."""
    try:
        file = path.open("x", encoding="utf-8")
    except FileExistsError:
        raise refuse(str(path), "there is a file of this name already", expected="the name of a new file") from None
    except OSError as error:
        raise refuse(str(path), f"cannot be written: {error.strerror}") from None
    with file, gone_on_failure(path):
        yield file


@contextmanager
def new_contest(encounter: Encounter, source: Source, journal: Path | None) -> Iterator[Contest]:
    """A contest, kept in a new journal where one is asked for; the journal is gone again when the contest fails."""
    ruleset = find(encounter.ruleset)
    if journal is None:
        yield Contest(ruleset, encounter, source)
        return
    writer = JournalWriter.create(journal, ruleset, encounter, source, sync=False)
    with gone_on_failure(journal):
        try:
            yield Contest(ruleset, encounter, source, recorder=writer)
        finally:
            writer.close()


@contextmanager
def gone_on_failure(path: Path) -> Iterator[None]:
    """Remove a file that was begun when what should fill it fails."""
    try:
        yield
    except BaseException:
        path.unlink()
        raise


def play_out(
    encounter: Encounter,
    source: Source,
    policies: dict[str, str],
    max_rounds: int | None,
    journal: Path | None,
    sheets: Path | None,
) -> tuple[Contest, Outcome]:
    """The contest played to its end, and how it ended; journal and sheets are written where they are asked for.

    Raises CertamenError and DiceError, and then leaves no file behind.
    """
    with ExitStack() as files:
        sheets_file = files.enter_context(new_text(sheets)) if sheets else None
        contest = files.enter_context(new_contest(encounter, source, journal))
        outcome = run(contest, policies, max_rounds or MAX_ROUNDS)
        if isinstance(source, Tape) and (left := source.left(contest.index)):
            raise CertamenError(f"{source.name}: {len(left)} dice are left over, the first is {left[0]}")
        if sheets_file:
            sheets_file.write(sheets_yaml(contest))
    return contest, outcome
