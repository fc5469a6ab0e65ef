"""Dice: what mechanics draw from, where faces come from, and the expressions people write.

`Dice` and `Faces` are for mechanics and their tests; `Seeded`, `Keyed`, `Tape` and `ByHand` answer an `Ask` with a
face.
"""

from certamen.dice.errors import DiceError, FaceError, MissingDie, TapeError
from certamen.dice.faces import Dice, Faces, sum_kept
from certamen.dice.source import Ask, ByHand, Keyed, Kind, Seeded, Source, seeded_face, stream_hash, stream_key
from certamen.dice.tape import Tape, TapeDie, parse_tape

__all__ = [
    "Ask",
    "ByHand",
    "Dice",
    "DiceError",
    "FaceError",
    "Faces",
    "Keyed",
    "Kind",
    "MissingDie",
    "Seeded",
    "Source",
    "Tape",
    "TapeDie",
    "TapeError",
    "parse_tape",
    "seeded_face",
    "stream_hash",
    "stream_key",
    "sum_kept",
]
