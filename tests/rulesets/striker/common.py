"""What Striker's tests share: the blocks the book quotes (described in words of our own), and dice with labels."""

from pathlib import Path

import pytest

from certamen.dice import Faces, sum_kept

MACHINERY = """\
Category: Engineering, Knowledge
Usage: operate(act) -> chk|sv= +M
◊ know(free-act, R, Tech) -> chk= +M
◊ make(day+, R, Tech) -> chk(CC)= +M
◊ modify(day+, R, Tech) -> chk(CC)= +M + (CC-Q - CC)
◊ bypass(main-act, R, Tech) -> chk(CC-S)= +M -> set(PC)= 8 + M(Stealth+S)
◊ modify-rig(main-act, R, Tech) -> eff= give(d) ½•M to artefact chk|sv
◊ disable(main-act, R, Tech) -> chk(CC)= +M
◊ repair(hr+, R, Tech) -> chk(CC)= +M + (CC-Q - CC)
◊ repair-rig(main-act, R, Tech) -> chk(CC)= +M + (CC-Q - CC)
Usage (aspect): provenance -> Tech
◊ diagnose,salvage,search(min, R, Tech) -> chk(CC)= +M(Investigate) +R
◊ appraise(min, R, Tech) -> chk(CC)= +M(Finance) +R
◊ haggle(min, R, Tech) -> chk(SC)= +M(Persuade|Deceive) +R
Description: What drives a craft, and how to mend it."""

RANGED = """\
Category: Combat
Usage: generic(act) -> chk|sv= +M
◊ attack(main-act) -> chk(TC)= +M -> eff= +M eff
◊ attack-area(main-act) -> chk(TC-A)= +M -> eff= imp(sv, Agility+B, 8 + M)
◊ know(free-act, R, Tech) -> chk= +M
◊ switch(main-act) -> eff= change weapon
◊ switch(bonus-act, R) -> eff= change weapon
Usage (aspect): provenance -> Tech
◊ assess(min, R) -> chk= +M(Investigate) +R
Description: Rifles, bows and the like."""

BLOCKS = {"Machinery": MACHINERY, "Cbt-Ranged": RANGED}
ALONE = (
    "sneak(w/move-act) -> set(PC)= 8 +M(Stealth+B)",
    "initiative -> chk= +M(Resolve)",
    "attack(main-act) -> chk(TC)= +M(Cbt-Skill) -> eff= +M eff",
)
CALLS = (
    "chk(Stealth+B)",
    "chk+(Perception)",
    "psv(Perception)",
    "sv(Agility)",
    "2d6(hp,frc)",
    "chk(Acrobatics,10)",
)


def quoted() -> list[str]:
    """The blocks as the book prints them, byte for byte; skips where the book is not at hand."""
    book = Path(__file__).parents[4] / "shared" / "seeds" / "000_ecdce8bbf2ac9bce.txt"
    if not book.is_file():
        pytest.skip("the source of Striker is not at hand")
    lines = book.read_text(encoding="utf-8").split("\n")
    starts = [place for place, line in enumerate(lines) if line.startswith("Category:")]
    ends = [place for place, line in enumerate(lines) if line.startswith("Description:")]
    return ["\n".join(lines[start : end + 1]) for start, end in zip(starts, ends, strict=True)]


class Labelled(Faces):
    """Faces that keep what each die was for."""

    def __init__(self, *faces: tuple[int, int]) -> None:
        super().__init__(*faces)
        self.purposes: list[int] = []

    def roll(self, sides: int, purpose: int = 0, /) -> int:
        self.purposes.append(purpose)
        return super().roll(sides, purpose)

    def sum(self, count: int, sides: int, purpose: int = 0, /) -> int:
        return sum(self.roll(sides, purpose) for _ in range(count))

    def keep(self, count: int, sides: int, kept: int, purpose: int = 0, /) -> int:
        return sum_kept([self.roll(sides, purpose) for _ in range(count)], kept)
