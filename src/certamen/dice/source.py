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


class Keyed:
    """Dice for real tables: BLAKE2b keyed with bytes that only the server knows (1 to 64 of them each).

    The open dice hang on the open key alone, so that it can be committed to before play and shown after it; the
    secret and policy dice hang on the other, which need never be shown.
    """

    def __init__(self, open_key: bytes, secret_key: bytes) -> None:
        if not (1 <= len(open_key) <= 64 and 1 <= len(secret_key) <= 64):
            raise DiceError("a key of dice has 1 to 64 bytes")
        if open_key == secret_key:
            raise DiceError("the open and the secret key must differ: the open one is shown after play")
        self._open_key = open_key
        self._secret_key = secret_key

    @property
    def commitment(self) -> str:
        """What may be published before play: it binds the open key and does not give it away."""
        return blake2b(self._open_key, digest_size=32, person=b"certamen-commit").hexdigest()

    @property
    def name(self) -> str:
        """Such as `keyed-1:6f2a...`: the way it works, its version and the commitment; never a key."""
        return f"keyed-1:{self.commitment}"

    def face(self, ask: Ask) -> int:
        """The face of this die: 1 to `ask.sides`. No face is likelier than another by more than 1 in 2**64."""
        key = self._open_key if ask.kind == "open" else self._secret_key
        message = f"{ask.roller}\0{ask.kind}\0{ask.n}".encode()
        word = int.from_bytes(blake2b(message, digest_size=8, key=key, person=b"certamen-die").digest(), "little")
        return 1 + (word * ask.sides >> 64)


class ByHand:
    """Dice that people roll: every die is missing until its face has been typed."""

    name = "hand"

    def face(self, ask: Ask) -> int:
        """Raises `MissingDie`, always; the caller asks for the face."""
        raise MissingDie(ask)
