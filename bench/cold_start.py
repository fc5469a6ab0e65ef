"""A cold start of the quick commands, against 3 times `python -c pass` plus 100 ms."""

from collections.abc import Iterator

from bench import Row, at_most
from bench._process import CERTAMEN, cost

COMMANDS = (["--help"], ["roll", "4d6kh3+2"], ["rules"], ["rules", "starcluster"])
STARTS = 15


def rows() -> Iterator[Row]:
    """One row a command: its best start over what it may take, the bare interpreter's timed just before it."""
    for command in COMMANDS:
        allowed = 3 * cost(["-c", "pass"], starts=STARTS).seconds + 0.1
        spent = cost([*CERTAMEN, *command], starts=STARTS).seconds
        yield at_most(f"cold start: certamen {' '.join(command)}", spent / allowed, 1)
