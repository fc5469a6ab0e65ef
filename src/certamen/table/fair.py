"""The dice of a table that nobody can bend alone: keys committed to at the start, mixed with a value from each seat."""

import secrets
from collections.abc import Iterable

from certamen.dice import ByHand, DiceError, Keyed, Source
from certamen.dice.source import KEY

VALUE = 16
"""So many bytes does a seat give when it first joins."""

Keys = tuple[bytes, bytes]
"""The open and the secret key; both empty where people roll their own dice."""

NO_KEYS: Keys = (b"", b"")
Given = tuple[str, bytes]
"""A seat's id and the value it gave."""


def new_keys() -> Keys:
    """Two random keys, of which only hashes are told."""
    return secrets.token_bytes(KEY), secrets.token_bytes(KEY)


def source(keys: Keys, values: Iterable[Given] = ()) -> Source:
    """What the contest draws from, after these seats gave their values, in the order they joined.

    Raises DiceError for keys that will not do.
    """
    if keys == NO_KEYS:
        return ByHand()
    dice = Keyed(*keys)
    for seat, value in values:
        dice = dice.given(seat, value)
    return dice


def joined(dice: Source, seat: str, value: bytes) -> Source:
    """The dice after one seat more has first joined; real dice stay as they are."""
    return dice.given(seat, value) if isinstance(dice, Keyed) else dice


def commitments(keys: Keys) -> tuple[str, str]:
    """The hashes of both keys, shown from the start; ("", "") where people roll their own dice."""
    return ("", "") if keys == NO_KEYS else Keyed(*keys).commitments


def read_value(text: str) -> bytes:
    """The value a seat gives: 32 hexadecimal digits of its own making. Raises DiceError for anything else."""
    if len(text) == 2 * VALUE and set(text) <= set("0123456789abcdef"):
        return bytes.fromhex(text)
    raise DiceError(f"the value mixed into the dice has {2 * VALUE} hexadecimal digits, 0 to 9 and a to f")
