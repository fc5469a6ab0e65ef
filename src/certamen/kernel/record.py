"""What is kept of a contest: entries, and the recorder that keeps them before they are shown."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from certamen.kernel.action import Action
from certamen.kernel.event import Die, Event
from certamen.kernel.state import State


class Entry(Struct, frozen=True, omit_defaults=True):
    """One act with all that came of it. `action` is None for the start.

    by: who sent it ("" the person asked, "default", "policy NAME", a seat); dice: all that fell, in order;
    policy_dice: how many dice of the actor's policy fell before it.
    """

    action: Action | None
    dice: tuple[Die, ...]
    events: tuple[Event, ...]
    by: str = ""
    policy_dice: int = 0


class Recorder(Protocol):
    """What keeps a contest: each call returns only when what it was given is safe."""

    def entry(self, entry: Entry, state: State) -> None:
        """An act was done and led to this state."""

    def undo(self, by: str) -> None:
        """The last act was taken back."""

    def redo(self, by: str) -> None:
        """The act last taken back was done again."""

    def pending(self, action: Action | None, faces: Sequence[Die], by: str) -> None:
        """An act waits for a die by hand; these faces are known."""
