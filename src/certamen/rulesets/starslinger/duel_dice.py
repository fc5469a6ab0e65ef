"""What dice bring in an exact duel, as stages of mechanics, and dice that show again what fell."""

from typing import NamedTuple

from certamen.dice import Dice, Faces
from certamen.kernel.duel import Fell
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.loop_tables import NOBODY, Befalls
from certamen.rulesets.starslinger.policies import REROLL, Sight, clever, plain, worse_die

Fallen = tuple[int, int]
"""A die that fell: its sides and its face."""
ITEMS = (Befalls.DROPS_ITEM, Befalls.JAMS_ITEM)


class Given:
    """The dice of everyone, showing what has fallen."""

    def __init__(self, fell: tuple[Fallen, ...] = ()) -> None:
        self._faces = Faces(*fell)

    def of(self, i: int) -> Dice:
        """The dice of participant i."""
        return self._faces

    def table(self) -> Dice:
        """The dice of nobody."""
        return self._faces

    def gm(self) -> Dice:
        """The game master's dice."""
        return self._faces

    def policy(self, i: int) -> Dice:
        """The dice of the policy of participant i."""
        return self._faces


class Throw(NamedTuple):
    """A check as it is rolled; mind: the policy asked for a reroll, or `NOBODY`; number 0: it does no damage.

    above: the hit points of the target on top of its value (see `duel.At`).
    """

    advantage: int
    edges: int
    lost_edge: int
    mind: int
    naturals: int
    modifiers: m.Modifiers
    scope: int
    dc: int
    attack: bool
    threat: int
    number: int
    sides: int
    bonus: int
    halved: bool
    halves: int
    armour: int
    target: int
    above: int


class Judged(NamedTuple):
    """A check that fell: degree, whether critical, whether a die was rolled again."""

    degree: int
    critical: bool
    rerolled: bool


class Harmed(NamedTuple):
    """One whom the table of harms awaits: how many items he wields, his armour, what he has on top of his value."""

    who: int
    items: int
    armour: int
    above: int


class Effects(NamedTuple):
    """What a hit may bring one who wields so many items; table: (upto, what) of each row; ()."""

    befalls: int
    items: int
    critical: bool
    petrifies: bool
    table: tuple[tuple[int, int], ...]


class Bled(NamedTuple):
    """Persistent damage at the end of a turn."""

    who: int
    amount: int
    above: int


# --- the stages ------------------------------------------------------------------------------------------------


def roll_for_order(bonuses: tuple[int, int], dice: Dice) -> Fell:
    """Roll initiative: 1 where side 0 goes first, -1 where side 1 does, 0 where both must roll again (SLG-1)."""
    one, other = m.initiative(dice, bonuses[0]), m.initiative(dice, bonuses[1])
    return Fell(0, 0, m.goes_before(one, bonuses[0], other, bonuses[1]))


def throw(check: Throw, dice: Dice) -> tuple[Throw, m.Roll, bool]:
    """Roll a check; who may reroll does as his policy says (SLG-9 to SLG-11)."""
    if check.mind == NOBODY:
        return check, m.roll_check(dice, check.advantage, check.edges, check.lost_edge), False
    first, second = m.roll_two(dice, check.advantage)
    edge = m.roll_edge(dice, check.edges)
    sight = Sight(0, 0, 0, check.naturals, m.kept(first, second, check.advantage), (0, 0), (), ())
    kind, _ = (plain if check.mind == 0 else clever)(sight, dice)
    if kind == REROLL:
        face = dice.roll(20, m.Die.REROLL)
        first, second = (face, second) if worse_die(first, second) == 1 else (first, face)
    shown = m.kept(first, second, check.advantage)
    return check, m.Roll(shown, edge, m.natural_roll(shown, edge, check.lost_edge)), kind == REROLL


def judge(thrown: tuple[Throw, m.Roll, bool], dice: Dice) -> tuple[Throw, Judged]:
    """Hold a check against its DC (SLG-4, SLG-5, SLG-19)."""
    check, roll, rerolled = thrown
    total = m.check_total(roll, check.modifiers, check.scope)
    if not check.attack:
        degree = m.degree(total, roll.natural, check.dc, check.naturals)
        return check, Judged(degree, degree == m.Degree.CRITICAL_SUCCESS, rerolled)
    degree = m.attack_degree(total, roll.natural, check.dc, check.naturals)
    return check, Judged(degree, m.critical_hit(degree, roll.natural, check.threat), rerolled)


def hit(judged: tuple[Throw, Judged], dice: Dice) -> Fell:
    """Roll the damage of a hit (SLG-16, SLG-17, SLG-24)."""
    check, came = judged
    amount = 0
    if check.number and came.degree >= m.Degree.SUCCESS:
        rolled = m.roll_damage(dice, check.number, check.sides, came.critical, m.Die.DAMAGE)
        amount = m.after_armour(m.damage(rolled, check.bonus, check.halved, check.halves), check.armour)
    return _lost(max(0, check.target), amount, check.above, came)


def effects(brings: Effects, dice: Dice) -> Fell:
    """Roll what a hit brings: an item struck, the critical effect; rows that do not stand are left out (SLG-20)."""
    fell: list[Fallen] = []
    items = brings.items
    if brings.befalls in ITEMS:
        items = _strike_item(dice, items, brings.befalls, fell)
    if brings.critical:
        standing, before = [], 0
        for upto, what in brings.table:
            if m.effect_applies(what in ITEMS, items > 0, what == Befalls.PETRIFIED, brings.petrifies):
                standing += [(upto, what)] * (upto - before)
            before = upto
        upto, what = standing[dice.roll(len(standing), m.Die.CRITICAL_EFFECT) - 1]
        fell.append((100, upto))
        if what in ITEMS:
            _strike_item(dice, items, what, fell)
    return Fell(0, 0, (tuple(fell), 0))


def _strike_item(dice: Dice, items: int, what: int, fell: list[Fallen]) -> int:
    """Roll which item is struck; how many are wielded then."""
    if items > 1:
        fell.append((items, m.random_item(dice, items)))
    return max(0, items - (what == Befalls.DROPS_ITEM))


def roll_harm(harmed: Harmed, dice: Dice) -> Fell:
    """Roll on the table of harms (SLG-6)."""
    face = m.roll_on_table(dice, m.HARMS, m.Die.HARM)
    if face - 1 == m.Harm.SNIPED:
        shot = m.roll_sniped(dice)
        return _lost(harmed.who, m.after_armour(shot, harmed.armour), harmed.above, ((m.HARMS, face), (m.SNIPED, 1)))
    fell = [(m.HARMS, face)]
    if face - 1 == m.Harm.DROPS_ITEM:
        _strike_item(dice, harmed.items, Befalls.DROPS_ITEM, fell)
    return _lost(harmed.who, 0, harmed.above, tuple(fell))


def roll_boon(first: int, dice: Dice) -> Fell:
    """Roll on the table of boons (SLG-6)."""
    face = m.roll_on_table(dice, m.BOONS, m.Die.BOON)
    more = ((m.SECOND_WIND, m.roll_second_wind(dice)),) if face - 1 == m.Boon.SECOND_WIND else ()
    return Fell(0, 0, (((m.BOONS, face), *more), first))


def bleed(bled: Bled, dice: Dice) -> Fell:
    """Take persistent damage off, past armour (SLG-29)."""
    return _lost(bled.who, bled.amount, bled.above, ())


def _lost(who: int, amount: int, above: int, came: tuple[object, ...]) -> Fell:
    """So much is lost: first of what stands above the value."""
    return Fell(who, max(0, amount - above), (came, max(0, above - amount)))
