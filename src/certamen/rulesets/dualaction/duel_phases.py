"""The phases of an exact duel: what of a fight matters between two decisions, put on the loop's tables and read off."""

from typing import NamedTuple

from certamen.kernel.loop import World
from certamen.kernel.space import Ground
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.loop_flow import nothing_left
from certamen.rulesets.dualaction.loop_ways import stir

WHOLE = 100


class One(NamedTuple):
    """One of the two: where, his armour's DR, knocked down, in cover, what each weapon has loaded."""

    cell: int
    dr: int
    down: int
    cover: int
    loaded: tuple[int, ...]


class Start(NamedTuple):
    """Initiative is to be thrown, for the first time or between equals."""

    again: bool
    sides: tuple[One, One]


class Turn(NamedTuple):
    """Side `who` decides; `first` goes first in each round. What of his turn is spent, how far he has gone.

    open: whether he has not decided anything yet this turn.
    """

    first: int
    who: int
    open: bool
    spent: int
    moved: int
    allowance: int
    sides: tuple[One, One]


class Ends(NamedTuple):
    """A round is over."""

    first: int
    sides: tuple[One, One]


class Setting(NamedTuple):
    """The ground, the tables, which are set anew for each phase, and the two minds."""

    ground: Ground
    world: World
    minds: tuple[str, str]


def turn_of(first: int, who: int, sides: tuple[One, One]) -> Turn:
    """The turn of a side as it begins."""
    return Turn(first, who, True, m.FREE, 0, 0, sides)


def next_of(first: int, who: int, sides: tuple[One, One]) -> Turn | Ends:
    """What comes after the turn of a side."""
    return turn_of(first, 1 - who, sides) if who == first else Ends(first, sides)


def go_on(at: Setting, phase: Turn) -> Turn | Ends:
    """The phase the tables now stand at: his turn going on, or the next."""
    if nothing_left(at.world, phase.who):
        return next_of(phase.first, phase.who, read_off(at, phase).sides)
    return read_off(at, phase)


def set_to(at: Setting, phase: Turn, looks: tuple[int, int]) -> None:
    """Set the tables to a phase. What seems left of a fighter is of a hundred: so are his HP here."""
    world = at.world
    for row, one, look_of_him in zip(world.people, phase.sides, looks, strict=True):
        if row.cell != one.cell:
            stir(world)
        row.cell, row.dr, row.knocked_down, row.in_cover = one.cell, one.dr, one.down, one.cover
        row.hp, row.full = look_of_him, WHOLE
        for arm, loaded in zip(world.arms[row.arms_from : row.arms_to], one.loaded, strict=True):
            arm.loaded = loaded
    acting = world.people[phase.who]
    acting.spent, acting.moved, acting.allowance = phase.spent, phase.moved, phase.allowance


def read_off(at: Setting, phase: Turn) -> Turn:
    """The phase the tables stand at, in the turn of the same one."""
    acting = at.world.people[phase.who]
    return Turn(phase.first, phase.who, False, acting.spent, acting.moved, acting.allowance, sides_of(at.world))


def sides_of(world: World) -> tuple[One, One]:
    """How both stand by the tables."""
    first, second = (
        One(
            row.cell,
            row.dr,
            row.knocked_down,
            row.in_cover,
            tuple(arm.loaded for arm in world.arms[row.arms_from : row.arms_to]),
        )
        for row in world.people
    )
    return first, second
