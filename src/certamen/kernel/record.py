"""What is kept of a contest: entries, and the recorder that keeps them before they are shown."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

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


class Kept(Struct, frozen=True):
    """A contest as it was kept: the acts that stand, the start first, and those taken back, the last one last.

    states: those kept, by the place of the entry (from 0) that led to them; counts, index: the dice that fell in all
    (`Draws`).
    """

    entries: tuple[Entry, ...]
    states: Mapping[int, State]
    undone: tuple[Entry, ...]
    counts: Mapping[tuple[str, str], int]
    index: int


def numbered(events: Sequence[Event], last: int, round: int) -> tuple[Event, ...]:
    """The events with their numbers, after `last`, and the rounds they happened in, from this one on."""
    told = []
    for n, event in enumerate(events, last + 1):
        if event.type == "round":
            round = int(str(event.values["round"]))
        told.append(replace(event, n=n, round=round))
    return tuple(told)


def counts_before(entry: Entry) -> dict[tuple[str, str], int]:
    """How many dice of each stream had fallen before an entry, of those streams it drew from."""
    return {(die.roller, die.kind): die.n for die in reversed(entry.dice)}


def counts_after(entry: Entry) -> dict[tuple[str, str], int]:
    """How many dice of each stream had fallen after an entry, of those streams it drew from."""
    counts = {(die.roller, str(die.kind)): die.n + 1 for die in entry.dice}
    if entry.policy_dice and entry.action:
        counts[entry.action.actor, "policy"] = entry.policy_dice
    return counts


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
