"""What a policy reckons with of others: the real figures where they may be known, else how they look."""

from certamen.kernel.audience import may_know, vital
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.doing import cover_of
from certamen.rulesets.striker.figures import how_hurt
from certamen.rulesets.striker.lines import effect_of
from certamen.rulesets.striker.sheet import Weapon
from certamen.rulesets.striker.state import Combatant, Contest, target_challenge

GUESSED_TC = 10
WHOLE = 100
SEEMS = (WHOLE, 90, 50, 15)  # by how hurt one looks


def odds(m_own: int, challenge: int, edge: int) -> int:
    """How many of 400 pairs of d20 do it."""
    faces = max(0, min(20, 21 - (challenge - m_own)))
    if edge > 0:
        return 400 - (20 - faces) * (20 - faces)
    return faces * faces if edge < 0 else faces * 20


def share(hp: int, full: int) -> int:
    """What is left of someone, of a hundred, where the figure may be known: 1 at least."""
    return max(1, hp * WHOLE // full)


def seeming(hp: int, full: int) -> int:
    """What seems left of someone, of a hundred, by how hurt he looks."""
    return SEEMS[how_hurt(hp, full)]


def worth_of_hit(twice: int, resisted: int) -> int:
    """Twice what a hit is reckoned to do, from twice the average and what is resisted: 1 at least."""
    return max(1, twice - 2 * resisted)


def guessed(state: Contest, one: Combatant, other: Combatant) -> int:
    """The TC one reckons with: the real one where it may be known, else a guess; cover is seen."""
    known = may_know(vital(state, other.id), (one.id,))
    return m.challenge_behind(target_challenge(other) if known else GUESSED_TC, cover_of(state, one.id, other.id))


def left_of(state: Contest, one: Combatant, other: Combatant) -> int:
    """What seems left of someone, of a hundred: by how hurt he looks where the figure may not be known."""
    if may_know(vital(state, other.id), (one.id,)):
        return share(other.hp, other.sheet.hp)
    return WHOLE if state.shown == "nothing" else seeming(other.hp, other.sheet.hp)


def resisted(state: Contest, one: Combatant, other: Combatant, weapon: Weapon) -> int:
    """What of an effect is resisted, where that may be known."""
    rolls = effect_of(weapon.effect)
    if rolls is None or not may_know(vital(state, other.id), (one.id,)):
        return 0
    return other.sheet.resistances.get(rolls.kind, 0)


def average(weapon: Weapon, bonus: int) -> int:
    """Twice what a hit does on average."""
    rolls = effect_of(weapon.effect)
    return 0 if rolls is None else rolls.count * (rolls.sides + 1) + 2 * bonus
