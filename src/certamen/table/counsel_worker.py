"""The process in which counsel is worked out: what `counsel` begins."""

import os

from certamen.sim.worker import serve
from certamen.table.counselled import answer

NICENESS = 10  # play goes first


def main() -> None:
    """Answer questions until the input ends, when nothing of more weight is to be done."""
    os.nice(NICENESS)
    serve(answer)
