"""What the notation refuses: one error class, with the place and what was expected there."""


class NotationError(ValueError):
    """A line that does not parse (STR-7): which skill, where (line and column from 1), what stood there, what should.

    >>> print(NotationError("Lute", 2, 9, "'foo'", "a timing"))
    Lute, line 2, column 9: expected a timing, found 'foo'
    """

    def __init__(self, skill: str, line: int, column: int, found: str, expected: str) -> None:
        self.skill = skill
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected
        where = f"{skill}, " if skill else ""
        super().__init__(f"{where}line {line}, column {column}: expected {expected}, found {found}")
