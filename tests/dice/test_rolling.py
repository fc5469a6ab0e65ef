"""Rolling: every operation with its dice given, the record of each die, and where the dice come from."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certamen.dice import Ask, DividedByZero, Faces, Seeded, Source, Tape, parse, roll
from certamen.dice.rolling import evaluate
from certamen.dice.throwing import ADDED, CLAMPED, COUNTED, CUT, DROPPED, EXPLODED, MERGED, REROLLED
from certamen.dice.tree import EXPLOSIONS, REROLLS, Expression
from tests.dice.trees import any_expressions

D, R, X, A, M, L, C = DROPPED, REROLLED, EXPLODED, ADDED, MERGED, CLAMPED, COUNTED


@pytest.mark.parametrize(
    ("text", "faces", "total", "dice"),
    [
        ("3d6+2", [3, 6, 1], 12, [(3, 3, 0), (6, 6, 0), (1, 1, 0)]),
        ("4d6kh3", [3, 1, 1, 5], 9, [(3, 3, 0), (1, 1, D), (1, 1, 0), (5, 5, 0)]),
        ("4d6kh2", [3, 1, 1, 5], 8, [(3, 3, 0), (1, 1, D), (1, 1, D), (5, 5, 0)]),
        ("4d6kh4", [3, 1, 1, 5], 10, [(3, 3, 0), (1, 1, 0), (1, 1, 0), (5, 5, 0)]),
        ("2d20kl1", [15, 4], 4, [(15, 15, D), (4, 4, 0)]),
        ("3d6dh1", [6, 2, 6], 8, [(6, 6, D), (2, 2, 0), (6, 6, 0)]),
        ("4d6dl1dh1", [6, 2, 1, 6], 8, [(6, 6, D), (2, 2, 0), (1, 1, D), (6, 6, 0)]),
        ("(4d6kh3)kl1", [6, 2, 1, 6], 2, [(6, 6, D), (2, 2, 0), (1, 1, D), (6, 6, D)]),
        ("3d6min2", [1, 2, 3], 7, [(1, 2, L), (2, 2, 0), (3, 3, 0)]),
        ("3d6max2", [1, 2, 3], 5, [(1, 1, 0), (2, 2, 0), (3, 2, L)]),
        ("3d6ro1", [1, 2, 1, 1, 5], 8, [(1, 1, R), (2, 2, 0), (1, 1, R), (1, 1, 0), (5, 5, 0)]),
        ("2d6rr<=2", [2, 3, 1, 6], 9, [(2, 2, R), (3, 3, 0), (1, 1, R), (6, 6, 0)]),
        ("2d6!", [6, 3, 6, 2], 17, [(6, 6, X), (3, 3, 0), (6, 6, X | A), (2, 2, A)]),
        ("2d6!>=5", [6, 5, 1, 2], 14, [(6, 6, X), (5, 5, X), (1, 1, A), (2, 2, A)]),
        ("2d6ace", [6, 6, 6, 1, 2], 21, [(6, 14, X), (6, 7, X), (6, 6, X | A | M), (1, 1, A | M), (2, 2, A | M)]),
        ("(2d6ace)kh1", [6, 5, 3], 9, [(6, 9, X), (5, 5, D), (3, 3, A | M)]),
        ("(2d6!)kh2", [6, 1, 4], 10, [(6, 6, X), (1, 1, D), (4, 4, A)]),
        ("(2d6kh1)!", [6, 1, 4], 10, [(6, 6, X), (1, 1, D), (4, 4, A)]),
        ("(3d6kh1)ro6", [6, 1, 2, 3], 3, [(6, 6, R), (1, 1, D), (2, 2, D), (3, 3, 0)]),
        ("(2d6ro1)min3", [1, 2, 1], 6, [(1, 1, R), (2, 3, L), (1, 3, L)]),
        ("3d6c>=5", [5, 4, 6], 2, [(5, 5, C), (4, 4, 0), (6, 6, C)]),
        ("3d6kh2c=6", [6, 4, 6], 2, [(6, 6, C), (4, 4, D), (6, 6, C)]),
        ("3dF", [1, 2, 3], 0, [(-1, -1, 0), (0, 0, 0), (1, 1, 0)]),
        ("3dFkh1", [1, 2, 3], 1, [(-1, -1, D), (0, 0, D), (1, 1, 0)]),
        ("7", [], 7, []),
    ],
)
def test_each_operation(text: str, faces: list[int], total: int, dice: list[tuple[int, int, int]]) -> None:
    sides = 20 if "d20" in text else 3 if "dF" in text else 6  # a Fate die is a d3 that shows 2 more
    with Faces(*((sides, face) for face in faces)) as given_dice:
        rolled = roll(text, given_dice)
    assert rolled.total == total
    assert [(die.face, die.value, die.marks) for thrown in rolled.pools for die in thrown.dice] == dice


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("2*3+4", 10),
        ("2*(3+4)", 14),
        ("10-2-3", 5),
        ("7/2", 3),
        ("-7/2", -4),
        ("-(7/2)", -3),
        ("7/-2", -4),
        ("24/4/2", 3),
        ("2+3[fire] is >=5", 1),
        ("5 is <=4", 0),
        ("5 is =5", 1),
        ("10*(5 is =5)", 10),
    ],
)
def test_arithmetic_rounds_down(text: str, total: int) -> None:
    assert roll(text).total == total


def test_dividing_by_zero_is_one_clear_error() -> None:
    with pytest.raises(DividedByZero, match="6 cannot be divided by 0"):
        roll("6/(1d6-1)", Faces((6, 1)))


def test_explosions_and_rerolls_stop_and_say_so() -> None:
    exploded = roll("1d6!", Faces(*[(6, 6)] * (1 + EXPLOSIONS)))
    assert exploded.total == 6 * (1 + EXPLOSIONS)
    aced = roll("1d6ace", Faces(*[(6, 6)] * (1 + EXPLOSIONS)))
    assert aced.total == 6 * (1 + EXPLOSIONS)
    rerolled = roll("1d6rr1", Faces(*[(6, 1)] * (1 + REROLLS)))
    assert rerolled.total == 1
    for stopped in (exploded, aced, rerolled):
        marks = stopped.pools[0].marks
        assert [bool(mark & CUT) for mark in marks] == [False] * (len(marks) - 1) + [True]


def test_the_most_dice_that_can_fall() -> None:
    assert len(roll("1000d2rr1", Always(1)).pools[0].faces) == 1_000 * (1 + REROLLS)
    assert len(roll("1000d2!", Always(2)).pools[0].faces) == 1_000 * (1 + EXPLOSIONS)


class Always:
    """Dice that always show the same."""

    def __init__(self, face: int) -> None:
        self.face = face

    def roll(self, sides: int, purpose: int = 0, /) -> int:
        return self.face

    def sum(self, count: int, sides: int, purpose: int = 0, /) -> int:
        return count * self.face

    def keep(self, count: int, sides: int, kept: int, purpose: int = 0, /) -> int:
        return abs(kept) * self.face


@given(any_expressions, st.integers(0, 2**32))
def test_a_roll_repeats_with_its_dice(expression: Expression, seed: int) -> None:
    """The record holds all that the roll was: its faces give the same record again, and a die the same as its face."""
    try:
        rolled = roll(expression, random.Random(seed))
    except DividedByZero:
        return
    assert rolled == roll(expression, random.Random(seed))
    faces = [(t.pool.sides or 3, f + (0 if t.pool.sides else 2)) for t in rolled.pools for f in t.faces]
    with Faces(*faces) as dice:
        again = roll(expression, dice)
    assert again.total == rolled.total
    for thrown in rolled.pools:
        low, high = (1, thrown.pool.sides) if thrown.pool.sides else (-1, 1)
        assert all(low <= face <= high for face in thrown.faces)
        assert len(thrown.faces) == len(thrown.values) == len(thrown.marks)


@given(st.integers(1, 12), st.integers(1, 30), st.sampled_from(["kh", "kl", "dh", "dl"]), st.data())
def test_the_short_way_to_keep_is_the_long_one(count: int, sides: int, name: str, data: st.DataObject) -> None:
    """`ro` on a value that never falls takes the long way round, and changes nothing."""
    number = data.draw(st.integers(1, count - (name[0] == "d")) if count > 1 or name[0] == "k" else st.nothing())
    faces = data.draw(st.lists(st.integers(1, sides), min_size=count, max_size=count))
    short = roll(f"{count}d{sides + 1}{name}{number}", Faces(*((sides + 1, face) for face in faces)))
    long = roll(f"{count}d{sides + 1}ro{sides + 1}{name}{number}", Faces(*((sides + 1, face) for face in faces)))
    assert (short.total, short.pools[0].dice) == (long.total, long.pools[0].dice)


def test_where_the_dice_come_from() -> None:
    rng = random.Random(5)
    assert 3 <= roll("3d6", rng).total <= 18
    assert 3 <= roll("3d6").total <= 18
    assert roll("2d100+1", Tape([(100, 41), (100, 75)])).total == 117
    seeded: Source = Seeded(7)
    expected = [seeded.face(Ask("table", "open", n, 100)) for n in range(3)]
    for _ in range(2):
        rolled = roll("2d100+1d100", seeded)
        assert [face for thrown in rolled.pools for face in thrown.faces] == expected
    assert roll(parse("2d100+1d100"), Seeded(7)) == roll("2d100 + d100", Seeded(7))


@pytest.mark.parametrize("text", ["6000d6", "4d6", "1d9", "8d4", "2d2000"])
def test_faces_from_random_are_even(text: str) -> None:
    """Many dice are drawn one by one, few at once from one number: both are even (chi-squared, fixed seed)."""
    count, sides = map(int, text.split("d"))
    count = min(count, 1_000)
    rng, seen = random.Random(2), Counter[int]()
    throws = 12_000 // count
    for _ in range(throws):
        seen.update(roll(f"{count}d{sides}", rng).pools[0].faces)
    expected = throws * count / sides
    if sides <= 20:
        assert len(seen) == sides
        assert sum((number - expected) ** 2 for number in seen.values()) / expected < 40
    else:
        assert min(seen) < sides / 100
        assert max(seen) > sides * 0.99


def test_evaluate_adds_to_the_record() -> None:
    pools = list(roll("1d4").pools)
    assert evaluate(parse("2d4").root, lambda count, sides: [sides] * count, pools) == 8
    assert [thrown.pool.count for thrown in pools] == [1, 2]
