"""A tape: dice that fell before, or that someone wants to fall, in order; its text form is read here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from certamen.dice.errors import TapeError
from certamen.dice.source import Ask, Seeded

LONGEST_TAPE = 1_000_000
MOST_SIDES = 10_000

_ITEM = re.compile(r"(?:([a-z][a-z0-9-]{0,63}):)??(?:d([0-9]{1,5}):)?([0-9]{1,5})", re.ASCII)
_WORDS = re.compile(r"[^\s,#]+|#[^\n]*|\n")


class TapeDie(NamedTuple):
    """One die of a tape; `sides` 0 fits a die of any size, `roller` "" fits anyone."""

    sides: int
    face: int
    roller: str = ""

    def __str__(self) -> str:
        roller = f"{self.roller}:" if self.roller else ""
        return f"{roller}d{self.sides}:{self.face}" if self.sides else f"{roller}{self.face}"


class Tape:
    """Dice in the order in which they will be asked for: (sides, face) or (sides, face, roller).

    Policies are no part of a tape: their dice come from `policy_dice`, or from a seed of 0.

    >>> tape = Tape([(100, 41), (6, 3)])
    >>> tape.face(Ask("jack", "open", 0, 100, "chance", 0)), tape.left(1)
    (41, (TapeDie(sides=6, face=3, roller=''),))
    """

    def __init__(
        self,
        faces: Iterable[tuple[int, int] | tuple[int, int, str]],
        name: str = "tape",
        policy_dice: Seeded | None = None,
    ) -> None:
        self.dice = tuple(TapeDie(*die) for die in faces)
        self.name = name
        self._policy_dice = policy_dice or Seeded(0)
        for step, die in enumerate(self.dice, 1):
            if die.face < 1 or 0 < die.sides < die.face:
                raise TapeError(f"{name}: die {step} ({die}) is impossible")

    @property
    def text(self) -> str:
        """The tape as `parse_tape` reads it, such as `d100:41 jack:d6:3`."""
        return " ".join(map(str, self.dice))

    def face(self, ask: Ask) -> int:
        """The die at `ask.index`; `TapeError` naming the step if there is none or it is another die."""
        if ask.kind == "policy":
            return self._policy_dice.face(ask)
        wanted = f"{self.name}: die {ask.index + 1}: {ask.words} is wanted"
        if ask.index >= len(self.dice):
            raise TapeError(f"{wanted}, and the tape holds only {len(self.dice)}")
        die = self.dice[ask.index]
        if die.sides not in (0, ask.sides) or die.face > ask.sides or die.roller not in ("", ask.roller):
            raise TapeError(f"{wanted}, and the tape has {die}")
        return die.face

    def left(self, index: int) -> tuple[TapeDie, ...]:
        """The dice not used when `index` dice have been asked for."""
        return self.dice[index:]


def parse_tape(text: str, name: str = "tape") -> Tape:
    r"""Read a tape: dice such as `d100:41`, `41` (any size) or `jack:d6:3`, between spaces, commas or line ends.

    What follows a `#` is a comment to the end of its line. Raises `TapeError` with line and column.

    >>> parse_tape("d100:41, 40  # a hit\njack:d6:3").text
    'd100:41 40 jack:d6:3'
    """
    if len(text) > LONGEST_TAPE:
        raise TapeError(f"{name}: a tape is at most {LONGEST_TAPE:,} characters long; this one has {len(text):,}")
    dice = []
    line, line_start = 1, 0
    for word in _WORDS.finditer(text):
        if word[0] == "\n":
            line, line_start = line + 1, word.end()
        elif word[0][0] != "#":
            dice.append(_read_die(word[0], f"{name}:{line}:{word.start() - line_start + 1}"))
    return Tape(dice, name)


def _read_die(word: str, place: str) -> TapeDie:
    found = _ITEM.fullmatch(word)
    if found is None:
        shown = word if len(word) <= 40 else word[:40] + "..."
        raise TapeError(f"{place}: {shown!r} is not a die; expected one such as d100:41, 41 or jack:d100:41")
    roller, sides, face = found[1] or "", found[2], int(found[3])
    if sides is not None and not 1 <= int(sides) <= MOST_SIDES:
        raise TapeError(f"{place}: {word!r}: a die has 1 to {MOST_SIDES:,} sides")
    if not 1 <= face <= int(sides or MOST_SIDES):
        raise TapeError(f"{place}: {word!r}: no {f'd{sides}' if sides else 'die'} shows {face}")
    return TapeDie(int(sides or 0), face, roller)
