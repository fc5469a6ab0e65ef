"""What is done in the process apart (`aside`): it imports no web, so that it starts quickly."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

from certamen.dice import DiceError
from certamen.files import maps
from certamen.files.problems import FileErrors, FileProblem
from certamen.kernel.errors import CertamenError
from certamen.kernel.mapping import PictureAt
from certamen.rulesets import find

T = TypeVar("T")
Fault = str | tuple[FileProblem, ...]
NICENESS = 10


def begin() -> None:
    """Play goes first; Ctrl+C at the terminal is the server's to handle; it ends with the server, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def done(work: Callable[[], T]) -> tuple[T, None] | tuple[None, Fault]:
    """What the work gives, or why it was refused; the errors themselves do not all travel between processes."""
    try:
        return work(), None
    except FileErrors as wrong:
        return None, wrong.problems
    except (CertamenError, DiceError) as wrong:
        return None, str(wrong)


class MapRead(Struct, frozen=True):
    """A map as a scene, as YAML and as plain data; what was left out; the picture's id ("" for none) and where it lies.

    Lengths are in centimetres.
    """

    scene: str
    data: dict[str, Any]
    notes: tuple[str, ...]
    summary: str
    picture: str = ""
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0


def map_read(data: bytes, name: str, ruleset: str, metres: int, free: bool) -> tuple[MapRead, PictureAt | None]:
    """The map as a scene, and its picture. Raises CertamenError."""
    rules = find(ruleset)
    plan = maps.loads(data, name, metres, free)
    mapped = maps.mapped(plan, rules)
    return MapRead(maps.scene_yaml(mapped.scene), mapped.scene, mapped.notes, maps.summary(plan)), plan.picture
