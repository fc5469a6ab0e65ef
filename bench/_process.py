"""What a start of Python costs: the processor's time and memory, which a busy machine changes less than the clock."""

import os
import subprocess
import sys
from typing import NamedTuple

CERTAMEN = ["-c", "from certamen.cli import main; main()"]


class Cost(NamedTuple):
    """What one process took: seconds of the processor's time, bytes of memory at most."""

    seconds: float
    memory: int


def cost(arguments: list[str], status: int = 0, starts: int = 7) -> Cost:
    """The least that so many starts of Python with these arguments took."""
    found = []
    for _ in range(starts):
        with subprocess.Popen(
            [sys.executable, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as running:
            _, ended, usage = os.wait4(running.pid, 0)
            running.returncode = os.waitstatus_to_exitcode(ended)
        if running.returncode != status:
            raise RuntimeError(f"{arguments}: status {running.returncode}, not {status}")
        found.append(Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024))
    return Cost(min(one.seconds for one in found), min(one.memory for one in found))
