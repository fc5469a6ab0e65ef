"""A worker process: work comes in on its input, what came of it goes out, and it ends with the one who began it."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, BinaryIO

from certamen.kernel.errors import CertamenError
from certamen.sim.player import play_parts

LAUNCH = "import sys; sys.path[:] = {path!r}; from {module} import main; main()"


def command(module: str = __name__) -> list[str]:
    """How a worker is begun, by `main` of a module: by the same Python, with the same packages.

    The caller's own main is not run again.
    """
    return [sys.executable, "-c", LAUNCH.format(path=sys.path, module=module)]


def main() -> None:
    """Play pieces until the input ends."""
    serve(play_parts)


def serve(do: Callable[[Any], object]) -> None:
    """Answer what comes in, one after the other, until the input ends; what is raised is an answer too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not come between the answers
    pieces: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, pieces), daemon=True).start()
    pickle.dump("ready", answers)
    answers.flush()
    while True:
        pickle.dump(_answer(do, pieces.get()), answers)
        answers.flush()


def _read(stream: BinaryIO, pieces: SimpleQueue[Any]) -> None:
    try:
        while True:
            pieces.put(pickle.load(stream))
    finally:
        os._exit(0)  # the input has ended: nobody waits for what is being played


def _answer(do: Callable[[Any], object], piece: Any) -> object:  # noqa: ANN401 - whatever came in
    try:
        return do(piece)
    except CertamenError as error:
        return CertamenError(str(error))
    except Exception as error:  # noqa: BLE001 - it is told to the one who waits
        import traceback

        return RuntimeError("".join(traceback.format_exception(error)))
