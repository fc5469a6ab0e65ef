"""What can go wrong with dice: one base class, one subclass for each kind of failure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from certamen.dice.source import Ask


class DiceError(ValueError):
    """Base of every failure of this package; its text is one clear message for a person."""


class TapeError(DiceError):
    """A tape of dice is badly written, ran out, or holds another die than the one asked for."""


class FaceError(DiceError):
    """A face that the die asked for does not have, or a die that was not foreseen."""


class MissingDie(DiceError):
    """A die that a person must roll by hand: `ask` says which.

    Not a fault: the caller asks for the face and tries again with one face more.
    """

    def __init__(self, ask: Ask) -> None:
        super().__init__(f"{ask.words} must be rolled by hand")
        self.ask = ask
