"""Dice: what mechanics draw from, where faces come from, and the expressions people write.

- `Dice` and `Faces` are for mechanics and their tests;
- `Seeded`, `Keyed`, `Tape` and `ByHand` answer an `Ask` with a face;
- `parse`, `roll`, `explain`, `steps`, `describe` and `exact` are for expressions such as `4d6kh3+2` (docs/dice.md).
  They are imported when they are asked for: mechanics need none of them.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from certamen.dice.errors import (
    Ambiguous,
    DiceError,
    DividedByZero,
    ExpressionError,
    FaceError,
    MissingDie,
    TapeError,
    TooMuchWork,
)
from certamen.dice.faces import Dice, Faces, sum_kept
from certamen.dice.source import Ask, ByHand, Keyed, Kind, Seeded, Source, seeded_face, stream_hash, stream_key
from certamen.dice.tape import Tape, TapeDie, parse_tape

if TYPE_CHECKING:
    from certamen.dice.distribution import Distribution, exact
    from certamen.dice.parser import parse
    from certamen.dice.rolling import Roll, roll
    from certamen.dice.throwing import Die, Thrown
    from certamen.dice.tree import Expression
    from certamen.dice.words import Step, describe, explain, steps

_WHERE = {
    "Die": "throwing",
    "Distribution": "distribution",
    "Expression": "tree",
    "Roll": "rolling",
    "Step": "words",
    "Thrown": "throwing",
    "describe": "words",
    "exact": "distribution",
    "explain": "words",
    "parse": "parser",
    "roll": "rolling",
    "steps": "words",
}

__all__ = [
    "Ambiguous",
    "Ask",
    "ByHand",
    "Dice",
    "DiceError",
    "Die",
    "Distribution",
    "DividedByZero",
    "Expression",
    "ExpressionError",
    "FaceError",
    "Faces",
    "Keyed",
    "Kind",
    "MissingDie",
    "Roll",
    "Seeded",
    "Source",
    "Step",
    "Tape",
    "TapeDie",
    "TapeError",
    "Thrown",
    "TooMuchWork",
    "describe",
    "exact",
    "explain",
    "parse",
    "parse_tape",
    "roll",
    "seeded_face",
    "steps",
    "stream_hash",
    "stream_key",
    "sum_kept",
]


def __getattr__(name: str) -> object:
    """Import what is asked for."""
    if name in _WHERE:
        found = getattr(import_module(f"certamen.dice.{_WHERE[name]}"), name)
        globals()[name] = found
        return found
    raise AttributeError(f"certamen.dice has no {name}")
