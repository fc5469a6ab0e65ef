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


class ExpressionError(DiceError):
    """A dice expression that cannot be read: `problem` says why, `column` (from 1) where.

    The text of the error shows the expression with a caret under the place.
    """

    def __init__(self, problem: str, text: str, column: int) -> None:
        self.problem = problem
        self.text = text
        self.column = column
        start = max(0, column - 60)
        shown = "".join(character if character.isprintable() else "?" for character in text[start : start + 80])
        super().__init__(f"column {column}: {problem}\n  {shown}\n  {' ' * (column - 1 - start)}^")


class Ambiguous(ExpressionError):
    """An expression that well-known tools read differently.

    `readings` holds, for each way to read it, how to write that here and what it means.
    """

    def __init__(self, what: str, readings: tuple[tuple[str, str], ...], text: str, column: int) -> None:
        self.readings = readings
        width = max(len(written) for written, _ in readings)
        lines = "".join(f"\n    {written:{width}}  {meaning}" for written, meaning in readings)
        super().__init__(f"{what} is read in different ways; write one of:{lines}", text, column)


class DividedByZero(DiceError):
    """What an expression divides by came out as 0."""


class TooMuchWork(DiceError):
    """An exact distribution that would cost more than the stated work limit."""
