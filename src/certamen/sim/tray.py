"""The dice of a fight played without a contest: the streams of all who roll, and a tray of them in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from certamen.dice import Kind, seeded_face, stream_hash, stream_key
from certamen.kernel.draws import TABLE, RolledDice, kind_of
from certamen.kernel.state import State


class Stream(NamedTuple):
    """Whose dice, of which class."""

    roller: str
    kind: Kind


class Fallen(NamedTuple):
    """A die that fell: the place of its stream in the tray, how many of the stream fell before, its size and face."""

    stream: int
    n: int
    sides: int
    face: int


def streams(state: State) -> tuple[Stream, ...]:
    """The streams of a fight in the order of a tray: the participants', the table's, the GM's, those of policies."""
    people = tuple(state.participants)
    mine: Kind = "secret" if state.gm_dice == "secret" else "open"
    rolled = (*(Stream(who, kind_of(state, who)) for who in people), Stream(TABLE, "open"), Stream("gm", mine))
    return (*rolled, *(Stream(who, "policy") for who in people))


def hashes(seed: int, of: Sequence[Stream]) -> tuple[int, ...]:
    """The word of each stream, for `stream_key`."""
    return tuple(stream_hash(seed, roller, kind) for roller, kind in of)


class PlainTray:
    """The dice of one trial as a loop draws them, with all that fell, in plain Python.

    words: of each stream, from `hashes`; trial: which one.
    """

    def __init__(self, words: Sequence[int], trial: int) -> None:
        self._keys = [stream_key(word, trial) for word in words]
        self._people = len(words) // 2 - 1
        self.counts = [0] * len(words)
        self.fallen: list[Fallen] = []

    def of(self, i: int) -> PlainDice:
        """The dice of participant i."""
        return PlainDice(self, i)

    def table(self) -> PlainDice:
        """The dice of nobody."""
        return PlainDice(self, self._people)

    def gm(self) -> PlainDice:
        """The game master's own dice: secret where he keeps his rolls secret."""
        return PlainDice(self, self._people + 1)

    def policy(self, i: int) -> PlainDice:
        """The dice of the policy of participant i."""
        return PlainDice(self, self._people + 2 + i)

    def roll(self, stream: int, sides: int) -> int:
        """One die of a stream."""
        n = self.counts[stream]
        self.counts[stream] = n + 1
        face = seeded_face(self._keys[stream], n, sides)
        self.fallen.append(Fallen(stream, n, sides, face))
        return face


class PlainDice(RolledDice):
    """The dice of one stream (`certamen.dice.Dice`)."""

    def __init__(self, tray: PlainTray, stream: int) -> None:
        self._tray = tray
        self._stream = stream

    def roll(self, sides: int, purpose: int = 0) -> int:
        """One die, 1 to `sides`."""
        del purpose
        return self._tray.roll(self._stream, int(sides))
