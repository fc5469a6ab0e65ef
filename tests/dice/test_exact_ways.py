"""The ways by which exact distributions are reckoned agree with each other: products, hands, ranks, dice kept."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from certamen.dice.errors import TooMuchWork
from certamen.dice.exact_hands import hand_chances
from certamen.dice.exact_pools import kept_at_end, kept_between, pool_chances, ranks
from certamen.dice.tree import KEEPS, Expression, Operation, Pool
from certamen.dice.weights import Chances, Work, add, combine, pack, power, unpack
from tests.dice.trees import small_pools

weights = st.dictionaries(st.integers(-50, 50), st.integers(1, 1_000), min_size=1, max_size=20)
sparse = st.dictionaries(st.integers(-(10**6), 10**6), st.integers(1, 1_000), min_size=1, max_size=5)
chances = st.one_of(weights, sparse).map(lambda found: Chances(found, sum(found.values())))


@given(chances, chances)
def test_sums_by_one_product_are_sums_pair_by_pair(left: Chances, right: Chances) -> None:
    work = Work(10**12)
    assert add(left, right, work) == combine(int.__add__, left, right, work)
    nothing = Chances({}, 5)
    assert add(left, nothing, work) == add(nothing, left, work) == Chances({}, left.whole * 5)


def test_too_many_different_sums_are_refused() -> None:
    left = Chances(dict.fromkeys(range(0, 1_000_000, 1_000), 1), 1_000)
    right = Chances(dict.fromkeys(range(1_000), 1), 1_000)
    with pytest.raises(TooMuchWork, match="500,000 different values"):
        add(left, right, Work(10**12))


@given(chances, st.integers(1, 5))
def test_powers_are_repeated_sums(value: Chances, count: int) -> None:
    work = Work(10**12)
    total = value
    for _ in range(count - 1):
        total = combine(int.__add__, total, value, work)
    assert power(value, count, work) == total


@given(weights, st.integers(1, 3))
def test_packing_reads_back(found: dict[int, int], step: int) -> None:
    spread = {value * step: weight for value, weight in found.items()}
    low = min(spread) - 2 * step
    assert unpack(pack(spread, low, step, 3), low, step, 3) == spread


@given(st.lists(st.integers(1, 5), min_size=1, max_size=5), st.integers(1, 6), st.data())
def test_dice_kept_at_an_end_are_dice_kept_between(ways: list[int], count: int, data: st.DataObject) -> None:
    """The fast way for the highest or lowest dice, and the way for any places, agree."""
    faces = [(weight, 1 << 64 * value) for value, weight in enumerate(ways)]
    kept = data.draw(st.integers(1, count))
    assert kept_at_end(faces, count, kept) == kept_between(faces, count, range(kept))
    assert kept_at_end(faces[::-1], count, kept) == kept_between(faces, count, range(count - kept, count))


@given(small_pools)
def test_hands_agree_with_ranks(expression: Expression) -> None:
    """Where some dice are kept, the general way by hands gives what the fast ways give."""
    pool = expression.root
    assert isinstance(pool, Pool)
    assume(any(operation.name in KEEPS for operation in pool.operations))
    slow = hand_chances(pool, Work(10**12), cut=True)
    fast = pool_chances(pool, Work(10**12))
    assert {value: Fraction(weight, slow.whole) for value, weight in slow.weights.items()} == {
        value: Fraction(weight, fast.whole) for value, weight in fast.weights.items()
    }


@pytest.mark.parametrize(
    ("keeps", "expected"),
    [
        ((("kh", 3),), range(2, 5)),
        ((("kl", 2),), range(2)),
        ((("dl", 1), ("dh", 1)), range(1, 4)),
        ((("kh", 3), ("kl", 1)), range(2, 3)),
    ],
)
def test_ranks(keeps: tuple[tuple[str, int], ...], expected: range) -> None:
    assert ranks(5, [Operation(name, "", number) for name, number in keeps]) == expected
