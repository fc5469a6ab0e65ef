"""What a policy reckons with, as pure functions of whole numbers: its rows in the contest and in the loop call them."""

from certamen.rulesets.dualaction import mechanics as m

QUARTER = 25


def of_hundred(hp: int, full: int) -> int:
    """The HP left, of a hundred."""
    return hp * 100 // full


def seems_left(hp: int, full: int, exact: bool) -> int:
    """What is left of an opponent, of a hundred: exactly where one may know it, else in quarters as he looks."""
    left = of_hundred(hp, full)
    return max(1, left) if exact else max(1, -(-left // QUARTER)) * QUARTER


def twice_average(low: int, high: int) -> int:
    """Twice the average damage of a hit, so that it is a whole number."""
    return low + high


def twice_average_unarmed(strength: int) -> int:
    """Twice the average damage of a blow with bare hands (DUA-13)."""
    return m.UNARMED_DICE * (strength + 1)


def hit_worth(twice: int, bonus: int) -> int:
    """Twice what a hit does on average, with what is added to it."""
    return twice + 2 * bonus


def worth(need: int, extremes: bool, twice: int, shots: int) -> int:
    """What an attack is worth: faces that hit times twice the average damage, of all its shots."""
    return m.faces_that_hit(need, extremes) * twice * shots


def worth_against(worth: int, left: int) -> int:
    """What an attack is worth measured by what seems left of its target."""
    return worth * 100 // left


def away(ax: int, ay: int, bx: int, by: int) -> int:
    """How far apart two points are, squared: to tell which place is nearest."""
    return (ax - bx) * (ax - bx) + (ay - by) * (ay - by)
