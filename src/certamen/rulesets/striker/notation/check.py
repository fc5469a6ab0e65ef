"""The check of a block against the skills there are, so that a wrong name is found when the file is read (STR-7)."""

from collections.abc import Collection

from msgspec import Struct

from certamen.rulesets.striker.notation.tree import IN_USE, Skill, lines_of
from certamen.rulesets.striker.notation.write import columns


class Problem(Struct, frozen=True):
    """A name that nobody knows: where it stands (line and column from 1, the block's first line being 1)."""

    skill: str
    line: int
    column: int
    message: str
    expected: str

    def __str__(self) -> str:
        """One line for people."""
        return f"{self.skill}, line {self.line}, column {self.column}: {self.message}: expected {self.expected}"


def check(skills: Skill | Collection[Skill], known: Collection[str]) -> list[Problem]:
    """The skills and attributes that lines name and nobody has (STR-7), in the order written.

    `known` are the skills and attributes there are besides those checked here. `Cbt-Skill`, the combat skill in use,
    is always known.

    >>> from certamen.rulesets.striker.notation.read import parse_block
    >>> spy = parse_block("◊ look(main-act) -> chk= +M(Perceptoin)", "Spy")
    >>> print(*check(spy, ["Perception"]))
    Spy, line 1, column 29: unknown skill 'Perceptoin': expected Perception
    """
    if isinstance(skills, Skill):
        skills = (skills,)
    names = {*known, IN_USE, *(skill.name for skill in skills)}
    return [problem for skill in skills for problem in _unknown(skill, names)]


def _unknown(skill: Skill, names: Collection[str]) -> list[Problem]:
    from difflib import get_close_matches  # late: only where something is wrong

    found = []
    for number, line in enumerate(lines_of(skill), 1):
        for column, piece in columns(line):
            if piece.skill and piece.text not in names:
                near = get_close_matches(piece.text, sorted(names), 1)
                expected = near[0] if near else "a skill or attribute of some participant"
                found.append(Problem(skill.name, number, column, f"unknown skill {piece.text!r}", expected))
    return found
