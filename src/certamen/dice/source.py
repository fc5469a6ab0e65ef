"""Where faces come from: seeded, keyed or by hand. Each source is a pure function of what is asked."""

from __future__ import annotations

from hashlib import blake2b
from typing import Literal, NamedTuple, Protocol, Self

from certamen.dice.errors import DiceError, MissingDie

Kind = Literal["open", "secret", "policy"]

_WORD = (1 << 64) - 1
_LOW = (1 << 32) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_TRIAL = 0xD1342543DE82EF95


class Ask(NamedTuple):
    """One die that is asked for.

    `n` counts the dice of its stream (roller, kind) before it, `index` all open and secret dice of the contest
    before it. `purpose` is a label: no source looks at it. Dice of nobody belong to the roller "table".
    """

    roller: str
    kind: Kind
    n: int
    sides: int
    purpose: str = ""
    index: int = 0  # type: ignore[assignment]  # hides tuple.index, which nobody needs here

    @property
    def words(self) -> str:
        """Such as "a d100 of jack (chance)"."""
        return f"a d{self.sides} of {self.roller}" + (f" ({self.purpose})" if self.purpose else "")


class Source(Protocol):
    """What answers an `Ask`. It keeps no count: the same ask gets the same face, however often and in any order."""

    @property
    def name(self) -> str:
        """The source's text form, without anything that must stay secret."""

    def face(self, ask: Ask) -> int:
        """The face of this die: 1 to `ask.sides`."""


def mix(word: int) -> int:
    """SplitMix64's finisher: one 64-bit word from another, every bit depending on every bit."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & _WORD
    return word ^ (word >> 31)


def stream_hash(seed: int, roller: str, kind: str) -> int:
    """The 64-bit word of a stream, the same in every trial."""
    return int.from_bytes(blake2b(f"{seed}\0{roller}\0{kind}".encode(), digest_size=8).digest(), "little")


def stream_key(stream: int, trial: int) -> int:
    """The 64-bit key of a stream in one trial; integer arithmetic only, so that it can be compiled."""
    return mix((stream + trial * _TRIAL) & _WORD)


def seeded_face(key: int, n: int, sides: int) -> int:
    """Die `n` of the stream with this key. No face is likelier than another by more than 1 in 2**64.

    It is the word times `sides`, from bit 64 on, reckoned in halves so that nothing passes 64 bits (below 2**32 sides).
    """
    word = mix((key + n * _GOLDEN) & _WORD)
    return 1 + ((word >> 32) * sides + ((word & _LOW) * sides >> 32) >> 32)


class Seeded:
    """Dice for play, simulation and tests, repeated by whoever knows the seed.

    `seed` is any whole number, `trial` (0 to 2**64 - 1) tells the trials of one simulation apart. A roller's dice
    depend on nobody else's, nor on how many secret ones were rolled.

    >>> Seeded(7).face(Ask("jack", "open", 0, 6)) == Seeded.read("splitmix-1:7:0").face(Ask("jack", "open", 0, 6))
    True
    """

    def __init__(self, seed: int, trial: int = 0) -> None:
        if not 0 <= trial <= _WORD:
            raise DiceError("a trial is a whole number from 0 to 2**64 - 1")
        self.seed = seed
        self.trial = trial
        self._keys: dict[tuple[str, str], int] = {}

    @property
    def name(self) -> str:
        """Such as `splitmix-1:7:0`: the way it works and its version, the seed, the trial."""
        return f"splitmix-1:{self.seed}:{self.trial}"

    @classmethod
    def read(cls, name: str) -> Self:
        """The source with this name; `DiceError` if it is not the name of one."""
        way, _, numbers = name.partition(":")
        seed, _, trial = numbers.partition(":")
        if way != "splitmix-1" or not seed.removeprefix("-").isdecimal() or not trial.isdecimal() or len(name) > 200:
            raise DiceError(f"{name[:40]!r} is not the name of seeded dice, such as splitmix-1:7:0")
        return cls(int(seed), int(trial))

    def face(self, ask: Ask) -> int:
        """The face of this die: 1 to `ask.sides`."""
        return seeded_face(self.key(ask.roller, ask.kind), ask.n, ask.sides)

    def key(self, roller: str, kind: Kind) -> int:
        """The key of a stream, for `seeded_face`."""
        key = self._keys.get((roller, kind))
        if key is None:
            key = self._keys[roller, kind] = stream_key(stream_hash(self.seed, roller, kind), self.trial)
        return key


KEY = 32
"""So many bytes has a key of dice."""

UNMIXED = bytes(32)
"""What dice are mixed with before anybody has given a value."""


def commitment(key: bytes) -> str:
    """What may be published of a key before play: it binds the key and does not give it away; 64 hexadecimal digits."""
    return blake2b(key, digest_size=32, person=b"certamen-commit").hexdigest()


class Keyed:
    """Dice for real tables: BLAKE2b with keys that only the server knows, mixed with values that others give.

    The open dice hang on the open key, so that it can be shown after play; the secret and policy dice on the other,
    which need never be shown. Both are committed to by their hashes before anybody gives a value. `mixed` stands for
    all values given so far, in their order: a die depends on its key, on that, and on its stream and number.
    Raises DiceError for keys that are not 32 bytes each, or the same.

    >>> before = Keyed(b"o" * 32, b"s" * 32)
    >>> after = before.given("seat-2", bytes(16))
    >>> before.name == after.name, before.mixed == after.mixed
    (True, False)
    """

    def __init__(self, open_key: bytes, secret_key: bytes, mixed: bytes = UNMIXED) -> None:
        if not len(open_key) == len(secret_key) == KEY:
            raise DiceError(f"a key of dice has {KEY} bytes")
        if open_key == secret_key:
            raise DiceError("the open and the secret key must differ: the open one is shown after play")
        self._open_key = open_key
        self._secret_key = secret_key
        self.mixed = mixed

    @property
    def commitments(self) -> tuple[str, str]:
        """The hashes of the open and the secret key, as they may be published before play."""
        return commitment(self._open_key), commitment(self._secret_key)

    @property
    def name(self) -> str:
        """`keyed-1:OPENHASH:SECRETHASH`: the way it works, its version and the commitments; never a key."""
        return ":".join(("keyed-1", *self.commitments))

    def given(self, who: str, value: bytes) -> Self:
        """The dice after `who` (a seat's id) has given this value: those not yet fallen come otherwise."""
        return type(self)(self._open_key, self._secret_key, mixed_with(self.mixed, who, value))

    def face(self, ask: Ask) -> int:
        """The face of this die: 1 to `ask.sides`. No face is likelier than another by more than 1 in 2**64."""
        return keyed_face(self._open_key if ask.kind == "open" else self._secret_key, self.mixed, ask)


def mixed_with(mixed: bytes, who: str, value: bytes) -> bytes:
    """The running hash of all values given, one more: 32 bytes."""
    return blake2b(mixed + who.encode() + b"\0" + value, digest_size=32, person=b"certamen-mix").digest()


def keyed_face(key: bytes, mixed: bytes, ask: Ask) -> int:
    """The face of a die by its own key: all that is needed to check it once the key is shown."""
    message = mixed + f"{ask.roller}\0{ask.kind}\0{ask.n}".encode()
    word = int.from_bytes(blake2b(message, digest_size=8, key=key, person=b"certamen-die").digest(), "little")
    return 1 + (word * ask.sides >> 64)


def read_commitments(name: str) -> tuple[str, str] | None:
    """(open, secret): what a keyed source with this name commits to; None where it is not the name of one."""
    way, _, rest = name.partition(":")
    first, _, second = rest.partition(":")
    if way != "keyed-1" or not all(len(one) == 64 and set(one) <= set("0123456789abcdef") for one in (first, second)):
        return None
    return first, second


class ByHand:
    """Dice that people roll: every die is missing until its face has been typed."""

    name = "hand"

    def face(self, ask: Ask) -> int:
        """Raises `MissingDie`, always; the caller asks for the face."""
        raise MissingDie(ask)
