"""What is wrong in a file, and where."""

from msgspec import Struct

from certamen.kernel.errors import CertamenError

MOST_SHOWN = 50


class FileProblem(Struct, frozen=True):
    """One fault: file, line and column (from 1, 0 where it is the whole file), the path of keys, what, what else."""

    file: str
    line: int
    column: int
    path: str
    message: str
    expected: str = ""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        path = f" {self.path}:" if self.path else ""
        hint = f" (expected: {self.expected})" if self.expected else ""
        return f"{where}:{path} {self.message}{hint}"


class FileErrors(CertamenError):
    """A file that will not do; `problems` holds all its faults, in the order of the file."""

    def __init__(self, problems: tuple[FileProblem, ...]) -> None:
        self.problems = tuple(sorted(problems, key=lambda p: (p.file, p.line, p.column)))
        lines = [str(problem) for problem in self.problems[:MOST_SHOWN]]
        if len(self.problems) > MOST_SHOWN:
            lines.append(f"... and {len(self.problems) - MOST_SHOWN} more")
        super().__init__("\n".join(lines))


def refuse(file: str, message: str, line: int = 0, column: int = 0, expected: str = "") -> FileErrors:
    """One fault that stops all reading."""
    return FileErrors((FileProblem(file, line, column, "", message, expected),))
