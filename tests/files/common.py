"""What the tests of files share: a small encounter, and what is said of a bad one."""

import pytest

from certamen.files import encounter
from certamen.files.problems import FileErrors, FileProblem

GOOD = """\
certamen: 1
ruleset: starcluster
title: Behind the depot
participants:
  - id: jack
    side: crew
    sheet: {constitution: 400, skills: {gun: 5}, weapons: [{name: revolver, skill: gun, quality: 15}]}
  - id: thug
    side: gang
    sheet: {constitution: 360, skills: {gun: 2}, weapons: [{name: revolver, skill: gun, quality: 15}]}
"""


def problems(text: str | bytes) -> tuple[FileProblem, ...]:
    """All that is wrong with an encounter."""
    with pytest.raises(FileErrors) as caught:
        encounter.loads(text, "fight.yaml")
    return caught.value.problems


def said(text: str | bytes) -> list[str]:
    """All that is wrong with an encounter, as people read it."""
    return [str(one) for one in problems(text)]


def with_line(line: str, before: str = "title:") -> str:
    """The good encounter with one line more."""
    return GOOD.replace(before, f"{line}\n{before}", 1)


def instead(old: str, new: str) -> str:
    """The good encounter with the first of something else."""
    assert old in GOOD
    return GOOD.replace(old, new, 1)
