"""The dice of an exact duel: initiative, an attack, a way thrown for, in the stages its distribution is reckoned by."""

from typing import NamedTuple

from certamen.dice import Dice
from certamen.kernel.duel import Fell
from certamen.rulesets.dualaction import mechanics as m


class Shot(NamedTuple):
    """An attack as it is thrown for. `certain`: without a throw; `worn`, `felled`: whether it is told what it did."""

    victim: int
    need: int
    extremes: bool
    certain: bool
    low: int
    high: int
    bare: bool
    strength: int
    bonus: int
    dr: int
    worn: bool
    felled: bool


class Hits(NamedTuple):
    """A shot with what has come of it so far: hits, those whose damage is still to be thrown, damage, piercings."""

    shot: Shot
    hits: int
    through: int
    pierced: int


def who_is_first(sides: int, dice: Dice) -> Fell:
    """Both throw for initiative: who goes first, () where they tie (DUA-3)."""
    rolls = (m.initiative(sides, dice), m.initiative(sides, dice))
    places = (m.place(rolls, 0), m.place(rolls, 1))
    return Fell(0, 0, () if m.tied(places, 0) else (places.index(0),))


def who_breaks_the_tie(given: tuple[int, bool], dice: Dice) -> Fell:
    """Both throw again (DUA-4)."""
    sides, ascending = given
    rolls = (m.tie_break(sides, dice), m.tie_break(sides, dice))
    places = (m.place_after_tie((0, 0), rolls, 0, ascending), m.place_after_tie((0, 0), rolls, 1, ascending))
    return Fell(0, 0, () if m.tied(places, 0) else (places.index(0),))


def shoot(hits: Hits, dice: Dice) -> Hits:
    """One throw to hit."""
    shot = hits.shot
    return hits._replace(hits=hits.hits + m.throw_to_hit(1, shot.need, shot.extremes, dice))


def hurt_by_all(hits: Hits, dice: Dice) -> Fell:
    """The damage of all that hit, together."""
    shot = hits.shot
    if not hits.hits:
        return _fell(hits)
    if shot.bare:
        done = m.throw_unarmed(shot.strength, shot.bonus, shot.dr, dice)
    else:
        done = m.throw_damage(hits.hits, shot.low, shot.high, shot.bonus, shot.dr, False, dice)
    return _fell(hits._replace(through=done.through, pierced=done.pierced))


def hurt_by_one(hits: Hits, dice: Dice) -> Hits:
    """The damage of one of those that hit, the DR taken from it alone."""
    shot = hits.shot
    if not hits.hits:
        return hits
    done = m.throw_damage(1, shot.low, shot.high, shot.bonus, shot.dr, True, dice)
    return hits._replace(hits=hits.hits - 1, through=hits.through + done.through, pierced=hits.pierced + done.pierced)


def summed(hits: Hits, dice: Dice) -> Fell:
    """What all came to."""
    del dice
    return _fell(hits)


def _fell(hits: Hits) -> Fell:
    shot = hits.shot
    came = (hits.pierced if shot.worn else 0, int(shot.felled and hits.through > 0))
    return Fell(shot.victim, hits.through, came)


def stride(first: int, dice: Dice) -> Fell:
    """The way thrown for (DUA-7)."""
    return Fell(0, 0, first + m.thrown_move(dice))
