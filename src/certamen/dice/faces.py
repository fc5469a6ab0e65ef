"""What mechanics draw from: the `Dice` they are passed, and `Faces`, dice that fall as a test says."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Protocol, Self

from certamen.dice.errors import FaceError


class Dice(Protocol):
    """Dice bound to one roller. `purpose` is a member of the ruleset's own `Die(IntEnum)`: a label, never a key."""

    def roll(self, sides: int, purpose: int = 0, /) -> int:
        """One die: 1 to `sides`."""

    def sum(self, count: int, sides: int, purpose: int = 0, /) -> int:
        """The sum of `count` dice: one draw for the odds."""

    def keep(self, count: int, sides: int, kept: int, purpose: int = 0, /) -> int:
        """The sum of the `kept` highest of `count` dice, or of the `-kept` lowest when `kept` is negative."""


def sum_kept(faces: Sequence[int], kept: int) -> int:
    """The sum of the `kept` highest of these faces, or of the `-kept` lowest when `kept` is negative.

    >>> sum_kept((3, 6, 1), 2), sum_kept((3, 6, 1), -2)
    (9, 4)
    """
    ordered = sorted(faces, reverse=kept > 0)
    return sum(ordered[: abs(kept)])


class Faces:
    """Dice for tests: they fall as (sides, face) in the order given, and every one must be used.

    Raises `FaceError` for another size than the one asked for, an impossible face, a die too few or too many.

    >>> with Faces((20, 7), (6, 3), (6, 4)) as dice:
    ...     dice.roll(20), dice.sum(2, 6)
    (7, 7)
    """

    def __init__(self, *faces: tuple[int, int]) -> None:
        for sides, face in faces:
            if not 1 <= face <= sides:
                raise FaceError(f"a d{sides} cannot show {face}")
        self._faces = faces
        self._used = 0

    def roll(self, sides: int, purpose: int = 0, /) -> int:
        """The next die, which must have this many sides."""
        if self._used == len(self._faces):
            raise FaceError(f"die {self._used + 1}: a d{sides} is asked for, and only {self._used} dice were given")
        size, face = self._faces[self._used]
        if size != sides:
            raise FaceError(f"die {self._used + 1}: a d{sides} is asked for, and a d{size} was given")
        self._used += 1
        return face

    def sum(self, count: int, sides: int, purpose: int = 0, /) -> int:
        """The sum of the next `count` dice."""
        return sum(self.roll(sides) for _ in range(count))

    def keep(self, count: int, sides: int, kept: int, purpose: int = 0, /) -> int:
        """The sum of the `kept` highest (or `-kept` lowest) of the next `count` dice."""
        return sum_kept([self.roll(sides) for _ in range(count)], kept)

    def check_all_used(self) -> None:
        """Raise `FaceError` if any die is left."""
        left = self._faces[self._used :]
        if left:
            raise FaceError("dice left over: " + " ".join(f"d{sides}:{face}" for sides, face in left))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.check_all_used()
