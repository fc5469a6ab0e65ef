"""The dice that run and play are asked to use: a seed, a tape, or a person's own."""

import secrets
from pathlib import Path

from certamen.dice import ByHand, Seeded, Source, TapeError, parse_tape
from certamen.files.text import read_text
from certamen.kernel.errors import CertamenError

HAND = "hand"
MOST_TAPE = 64 * 1024  # bytes: some 5,000 dice


def source_of(seed: int | None, dice: str | None, *, by_hand: bool = False, trial: int = 0) -> Source:
    """The dice asked for: a tape (a file's name, or the faces themselves), seeded ones, or `hand` where it may be.

    Raises FileErrors and CertamenError for a tape that will not do.
    """
    if dice == HAND and by_hand:
        return ByHand()
    if dice is None:
        return Seeded(secrets.randbits(32) if seed is None else seed, trial)
    path = Path(dice)
    try:
        exists = path.exists()
    except OSError:  # too long for a name, say
        exists = False
    if exists:
        return parse_tape(read_text(path, MOST_TAPE), dice)
    try:
        return parse_tape(dice, "--dice")
    except TapeError as error:
        raise CertamenError(f"{error}; nor is there a file of this name") from None
