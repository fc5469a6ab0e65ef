"""A cold start of the quick commands, against 3 times `python -c pass` plus 100 ms."""

import subprocess
import sys
import time
from collections.abc import Iterator

from bench import Row, at_most

COMMANDS = (["--help"], ["roll", "4d6kh3+2"], ["rules"], ["rules", "starcluster"])
STARTS = 15


def start(arguments: list[str]) -> float:
    """Seconds that one start of Python with these arguments takes."""
    before = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - before


def rows() -> Iterator[Row]:
    """One row a command: its best start over what it may take, the bare interpreter's timed in turn with it."""
    for command in COMMANDS:
        ours = ["-c", "from certamen.cli import main; main()", *command]
        timed = [(start(["-c", "pass"]), start(ours)) for _ in range(STARTS)]
        allowed = 3 * min(bare for bare, _ in timed) + 0.1
        yield at_most(f"cold start: certamen {' '.join(command)}", min(best for _, best in timed) / allowed, 1)
