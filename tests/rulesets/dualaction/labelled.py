"""Dice for tests that keep what each was thrown for."""

from certamen.dice import Faces


class Labelled(Faces):
    """Faces that keep what each die was for."""

    def __init__(self, *faces: tuple[int, int]) -> None:
        super().__init__(*faces)
        self.purposes: list[int] = []

    def roll(self, sides: int, purpose: int = 0, /) -> int:
        self.purposes.append(purpose)
        return super().roll(sides, purpose)

    def sum(self, count: int, sides: int, purpose: int = 0, /) -> int:
        self.purposes += [purpose] * count
        return sum(super(Labelled, self).roll(sides) for _ in range(count))
