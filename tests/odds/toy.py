"""Small duels made for the tests, without files: two who strike in turn, with dice small enough to reckon by hand."""

from collections.abc import Callable
from typing import NamedTuple

from certamen.dice import Dice
from certamen.kernel.duel import ASKED, NOBODY, Ask, Fell, Go, Model, Over, Phase, Roll, Round, Step, Way


class Opening(NamedTuple):
    """A round begins."""


class Turn(NamedTuple):
    """One of the two is to strike."""

    side: int


class Hit(NamedTuple):
    """A blow has fallen on one side."""

    side: int


class Parted(NamedTuple):
    """It ends without a winner."""


class Blow(NamedTuple):
    """A blow as it is rolled: at whom, which faces of a d6 hit, how many sides its damage die has."""

    victim: int
    faces: int
    sides: int


def strike(blow: Blow, dice: Dice) -> Fell:
    """One d6 to hit, one die of damage."""
    return Fell(blow.victim, dice.roll(blow.sides) if dice.roll(6) <= blow.faces else 0)


def strike_and_part(blow: Blow, dice: Dice) -> Fell:
    """The same; on a 6 both give it up."""
    face = dice.roll(6)
    return Fell(blow.victim, dice.roll(blow.sides) if face <= blow.faces else 0, int(face == 6))


def toy(
    left: tuple[int, int],
    faces: tuple[int, int] = (3, 3),
    sides: tuple[int, int] = (4, 4),
    tired: int = 0,
    part: bool = False,
    minds: tuple[str, str] = ("plain", "plain"),
    fine: bool = False,
) -> Model:
    """Side 0 strikes, then side 1. Half its points or fewer left, one hits with `tired` faces less.

    minds: one who is ASKED strikes either so, or with a face less and two sides of damage more. fine: every value is a
    band of its own.
    """
    halves = [[0, *(1 if 2 * value <= left[side] else 2 for value in range(1, left[side] + 1))] for side in (0, 1)]

    def state(side: int, band: int) -> int:
        return halves[side][band] if fine else band

    def step(phase: Phase, first: int, second: int) -> Step:
        hurt = state(0, first), state(1, second)
        if isinstance(phase, Opening):
            return Round(Turn(0))
        if isinstance(phase, Parted):
            return Over(NOBODY)
        if isinstance(phase, Turn):
            return _turn(phase, hurt, (first, second))
        if isinstance(phase, Blow):
            return Roll(
                phase, (strike_and_part if part else strike,), lambda came: Parted() if came else Hit(phase.victim)
            )
        assert isinstance(phase, Hit)
        if hurt[phase.side] == 0:
            return Over(1 - phase.side)
        return Go(Turn(1) if phase.side == 1 else Opening())

    def _turn(phase: Turn, hurt: tuple[int, int], bands: tuple[int, int]) -> Step:
        me = phase.side
        hits = max(0, faces[me] - (tired if hurt[me] == 1 else 0))
        usual = Blow(1 - me, hits, sides[me])
        if minds[me] == ASKED:
            heavy = Blow(1 - me, max(0, hits - 1), sides[me] + 2)
            return Ask(me, bands if fine else (hurt[me],), (Way("usual", usual), Way("heavy", heavy)))
        return Go(usual)

    band: Callable[[int, int], int] = (lambda side, value: value) if fine else (lambda side, value: halves[side][value])
    return Model(left=left, band=band, first=Opening(), step=step, sees=("own", "theirs") if fine else ("own",))
