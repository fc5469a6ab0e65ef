"""Exact distributions, held against every face of every die and against icepool."""

from collections.abc import Callable, Iterator
from fractions import Fraction

import icepool
import pytest
from hypothesis import assume, given
from icepool import Die, d4, d6, d8, d10, d12, d20, d100

from certamen.dice import DividedByZero, TooMuchWork, exact, exact_die, exact_hands, parse, throwing
from certamen.dice.distribution import Distribution
from certamen.dice.tree import Expression
from certamen.dice.weights import Chances, Work, power
from tests.dice.forking import TooManyPaths, brute_force
from tests.dice.trees import small_expressions, small_pools


def chances_of(distribution: Distribution) -> dict[int, Fraction]:
    return {total: distribution.chance(total) for total in distribution.weights}


def check_against_every_path(expression: Expression) -> None:
    """The chances and the share that is cut are those of walking every path through `roll`."""
    try:
        expected, cut = brute_force(expression)
    except TooManyPaths:
        assume(False)
    except DividedByZero:
        with pytest.raises(DividedByZero):
            exact(expression)
        return
    found = exact(expression)
    assert chances_of(found) == expected
    assert Fraction(found.cut, found.denominator) == cut
    assert sum(found.weights.values()) == found.denominator
    assert list(found.weights) == sorted(found.weights)


@pytest.fixture(params=[1, 2])
def short_chains(request: pytest.FixtureRequest) -> Iterator[None]:
    """Explosions and rerolls that stop early, so that all their paths can be walked."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (throwing, exact_die, exact_hands):
            patch.setattr(module, "EXPLOSIONS", request.param)
            patch.setattr(module, "REROLLS", request.param)
        yield


@pytest.mark.usefixtures("short_chains")
class TestEveryPath:
    """Hypothesis draws expressions, and every way in which their dice can fall is walked."""

    @given(small_pools)
    def test_pools(self, expression: Expression) -> None:
        check_against_every_path(expression)

    @given(small_expressions)
    def test_expressions(self, expression: Expression) -> None:
        check_against_every_path(expression)

    @pytest.mark.parametrize(
        "text",
        [
            "(2d3!)kh1",
            "(3d2!)kl2",
            "(2d3!)dl1",
            "((3d2!)dl1)dh1",
            "(2d3!)kh2c>=2",
            "((2d3!)ro1)kh1",
            "((2d3ro1)!)kh1",
            "(3d3kh2)!",
            "(3d3kl2)ace",
            "(3d3kh2)rr1",
            "((3d3kh2)ro1)kl1",
            "((3d3kh2)min2)kl1",
            "(((3d3dl1)max2)dh1)c=2",
            "((2d3kh1)!)kh1",
            "((2d3kh2)ace)kl1",
            "((2d3kh2)rr3)kh1",
            "(3d3ace)kh2",
            "3d4dl1dh1",
            "(3d3dl1dh1)!",
            "((2dF!)ro=-1)kh1",
        ],
    )
    def test_the_rarer_ways(self, text: str) -> None:
        check_against_every_path(parse(text))


@pytest.mark.parametrize("text", ["1d2!", "1d3!", "1d2ace", "2d2!", "1d4rr<=1", "1d2rr1", "(1d2!)kh1", "(1d2!)c=1"])
def test_every_path_with_the_true_limits(text: str) -> None:
    check_against_every_path(parse(text))


def hands(die: Die[int], dice: int, value: Callable[[tuple[int, ...]], int]) -> Die[int]:
    """What a function makes of all the dice, from the lowest."""
    return die.pool(dice).expand().map(value, star=False)


def successes(left: int) -> Die[int]:
    """How many of an exploding d6 and of the dice it adds show 5 or more."""
    return d6.map(lambda face: 1 + successes(left - 1) if face == 6 and left else int(face >= 5))


def roll_and_keep(die: Die[int], dice: int, *kept: int) -> Die[int]:
    """Icepool's pool of so many dice, from the lowest, each counted as often as said."""
    return die.pool(dice)[kept].sum()


CASES: dict[str, Callable[[], Die[int]]] = {
    "1d6": lambda: d6,
    "d%": lambda: d100,
    "3d6": lambda: 3 @ d6,
    "100d6": lambda: 100 @ d6,
    "50d4": lambda: 50 @ d4,
    "7d20": lambda: 7 @ d20,
    "4dF": lambda: 4 @ icepool.Die([-1, 0, 1]),
    "1d1": lambda: icepool.Die([1]),
    "4d6kh3": lambda: d6.highest(4, 3),
    "4d6kl3": lambda: d6.lowest(4, 3),
    "4d6dl1": lambda: d6.highest(4, 3),
    "4d6dh1": lambda: d6.lowest(4, 3),
    "4d6dl3": lambda: d6.highest(4, 1),
    "2d20kh1": lambda: d20.highest(2),
    "2d20kl1": lambda: d20.lowest(2),
    "adv": lambda: d20.highest(2),
    "dis+3": lambda: d20.lowest(2) + 3,
    "20d10kh10": lambda: d10.highest(20, 10),
    "20d10kl10": lambda: d10.lowest(20, 10),
    "10d6kh10": lambda: 10 @ d6,
    "6d8kh1": lambda: d8.highest(6),
    "3d100kh2": lambda: d100.highest(3, 2),
    "12d12kh4": lambda: d12.highest(12, 4),
    "5d6dl1dh1": lambda: d6.pool(5)[1:-1].sum(),
    "7d4dl2dh1": lambda: d4.pool(7)[2:-1].sum(),
    "(6d6kh4)kl2": lambda: roll_and_keep(d6, 6, 0, 0, 1, 1, 0, 0),
    "(6d6kl4)kh2": lambda: roll_and_keep(d6, 6, 0, 0, 1, 1, 0, 0),
    "(6d6dl2)kl1": lambda: roll_and_keep(d6, 6, 0, 0, 1, 0, 0, 0),
    "4dFkh2": lambda: icepool.Die([-1, 0, 1]).highest(4, 2),
    "3d6min2": lambda: 3 @ d6.map(lambda face: max(face, 2)),
    "3d6max4": lambda: 3 @ d6.map(lambda face: min(face, 4)),
    "5d10min3max8": lambda: 5 @ d10.map(lambda face: min(max(face, 3), 8)),
    "4d6min3kh2": lambda: d6.map(lambda face: max(face, 3)).highest(4, 2),
    "(4d6kh3)min2": lambda: hands(d6, 4, lambda hand: sum(max(face, 2) for face in hand[1:])),
    "(5d8dl2)max6": lambda: hands(d8, 5, lambda hand: sum(min(face, 6) for face in hand[2:])),
    "(5d6dl1dh1)c>=4": lambda: hands(d6, 5, lambda hand: sum(face >= 4 for face in hand[1:-1])),
    "1d6ro1": lambda: d6.reroll([1], depth=1),
    "4d6ro<=2": lambda: 4 @ d6.reroll([1, 2], depth=1),
    "4d6ro1kh3": lambda: d6.reroll([1], depth=1).highest(4, 3),
    "8d10ro>=9dl2": lambda: d10.reroll([9, 10], depth=1).highest(8, 6),
    "1d6rr1": lambda: d6.reroll([1], depth=100),
    "3d6rr<=3": lambda: 3 @ d6.reroll([1, 2, 3], depth=100),
    "4d6rr1kh3": lambda: d6.reroll([1], depth=100).highest(4, 3),
    "1d6!": lambda: d6.explode(depth=10),
    "3d6!": lambda: 3 @ d6.explode(depth=10),
    "5d10!": lambda: 5 @ d10.explode(depth=10),
    "2d10!>=9": lambda: 2 @ d10.explode([9, 10], depth=10),
    "2d6!1": lambda: 2 @ d6.explode([1], depth=10),
    "3d6ace": lambda: 3 @ d6.explode(depth=10),
    "(3d6ace)kh1": lambda: d6.explode(depth=10).highest(3),
    "(1d8ace)min4": lambda: d8.explode(depth=10).map(lambda total: max(total, 4)),
    "(4d6ace)kh2": lambda: d6.explode(depth=10).highest(4, 2),
    "4d6acec>=8": lambda: 4 @ (d6.explode(depth=10) >= 8),
    "8d6c>=5": lambda: 8 @ (d6 >= 5),
    "30d10c>=8": lambda: 30 @ (d10 >= 8),
    "8d6c=6": lambda: 8 @ (d6 == 6),
    "8d6c<=2": lambda: 8 @ (d6 <= 2),
    "6d10ro1c>=8": lambda: 6 @ (d10.reroll([1], depth=1) >= 8),
    "4dFc=-1": lambda: 4 @ (icepool.Die([-1, 0, 1]) == -1),
    "5d6!c>=5": lambda: 5 @ successes(10),
    "4d6kh2c>=5": lambda: d6.map(lambda face: face >= 5).highest(4, 2),
    "1d20+5": lambda: d20 + 5,
    "20-1d20": lambda: 20 - d20,
    "2d6+1d8-1d4": lambda: 2 @ d6 + d8 - d4,
    "-(2d6)": lambda: -(2 @ d6),
    "1d6*1d6": lambda: d6 * d6,
    "2d6*10": lambda: (2 @ d6) * 10,
    "3d6/2": lambda: (3 @ d6) // 2,
    "100/1d6": lambda: 100 // d6,
    "(1d6-4)/2": lambda: (d6 - 4) // 2,
    "10*1d6+1d6": lambda: 10 * d6 + d6,
    "100000*1d6+1d6": lambda: 100_000 * d6 + d6,
    "1d20+5 is >=15": lambda: d20 + 5 >= 15,
    "2d6 is =7": lambda: 2 @ d6 == 7,
    "10*(3d6 is <=9)+1d4": lambda: 10 * (3 @ d6 <= 9) + d4,
    "4d6kh3[might]+2d8kl1[luck]": lambda: d6.highest(4, 3) + d8.lowest(2),
    "(1d6+1d4)*(1d4-2)": lambda: (d6 + d4) * (d4 - 2),
}


@pytest.mark.parametrize("text", CASES)
def test_equal_to_icepool(text: str) -> None:
    theirs = CASES[text]()
    ours = exact(text)
    assert chances_of(ours) == {int(total): theirs.probability(total) for total in theirs.outcomes() if theirs[total]}
    assert ours.mean() == theirs.mean()
    assert ours.variance() == theirs.variance()


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 60


def test_the_helpers() -> None:
    two = exact("2d6")
    assert two.weights == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    assert (two.denominator, two.cut) == (36, 0)
    assert [two.chance(7), two.chance(13)] == [Fraction(1, 6), Fraction(0)]
    assert [two.at_least(11), two.at_most(3)] == [Fraction(1, 12), Fraction(1, 12)]
    assert [two.mean(), two.variance()] == [Fraction(7), Fraction(35, 6)]
    assert exact("2d6 is >=7") == Distribution({0: 5, 1: 7}, 12)


def test_what_the_limits_cut_is_said_exactly() -> None:
    """A d6 that shows eleven sixes in a row would have gone on, and one that shows 101 ones."""
    assert Fraction(exact("1d6!").cut, exact("1d6!").denominator) == Fraction(1, 6**11)
    assert Fraction(exact("1d6rr1").cut, exact("1d6rr1").denominator) == Fraction(1, 6**101)
    both = exact("2d6ace+1d4")
    assert Fraction(both.cut, both.denominator) == 1 - (1 - Fraction(1, 6**11)) ** 2
    assert exact("4d6kh3").cut == 0


def test_dividing_by_what_may_be_zero_is_refused() -> None:
    with pytest.raises(DividedByZero, match="can come out as 0"):
        exact("6/(1d6-1)")


@pytest.mark.parametrize(
    "text",
    [
        "1000d10000",
        "1000d10000!",
        "1000d10000kh500",
        "(500d20dl10)kh100",
        "1000d100dl1dh1",
        "(100d100!)kh50",
        "((50d100kh40)ro1)kh30",
        "d10000*d10000",
        "d1000*1000+d1000",
        "+".join(["d10000"] * 30),
    ],
)
def test_too_much_work_is_refused(text: str) -> None:
    with pytest.raises(TooMuchWork, match="the exact distribution would"):
        exact(text, work_limit=100_000_000)


def test_the_work_is_reckoned_before_it_is_done() -> None:
    """The cost of a sum comes from sizes alone: nothing is packed or multiplied."""
    chances = Chances(dict.fromkeys(range(1, 10_001), 1), 10_000)
    work = Work(10**9)
    with pytest.raises(TooMuchWork):
        power(chances, 1_000, work)
    assert exact("100d6", work_limit=10**7).denominator == 6**100
    with pytest.raises(TooMuchWork, match="more than the limit of 1,000 steps"):
        exact("100d6", work_limit=1_000)
