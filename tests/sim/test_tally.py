"""What trials come to does not depend on how they were cut up, in which order they came, or who counted them."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from certamen.files.encounter import loads
from certamen.sim.pairs import _pairs, tally_pairs, winners
from certamen.sim.tally import MOST_VALUES, UNDECIDED, Count, Tally, count, figures, layout, merged, quantile, tally

FIGHT = """
certamen: 1
ruleset: starcluster
participants:
  - {id: jack, side: crew, sheet: {constitution: 400, skills: {gun: 5}}}
  - {id: thug, side: gang, copies: 2, sheet: {constitution: 360, skills: {gun: 5}}}
"""
LAYOUT = layout(loads(FIGHT), ("constitution",))

person = st.tuples(st.integers(0, 3), st.integers(0, 9), st.integers(-50, 400))
row = st.tuples(
    st.integers(-1, 1), st.integers(1, 9), st.integers(0, 2), st.integers(0, 99), person, person, person
).map(lambda parts: (*parts[:4], *parts[4], *parts[5], *parts[6]))
rows = st.lists(row, min_size=1, max_size=30)


def test_figures_by_hand() -> None:
    """Crew won in round 3 by 19 dice; jack stands with 339, thug-1 fell in round 2, thug-2 in round 3."""
    one = (0, 3, 0, 19, 0, 0, 339, 1, 2, 80, 2, 3, -4)
    assert dict(zip(LAYOUT.names, figures(one, LAYOUT), strict=True)) == {
        "winner": 0,
        "rounds": 3,
        "dice": 19,
        "standing.crew": 1,
        "standing.gang": 0,
        "jack.standing": 1,
        "jack.fell": 0,
        "jack.constitution": 339,
        "thug-1.standing": 0,
        "thug-1.fell": 2,
        "thug-1.constitution": 80,
        "thug-2.standing": 0,
        "thug-2.fell": 3,
        "thug-2.constitution": -4,
    }
    assert figures((-1, 201, 1, 19, *one[4:]), LAYOUT)[0] == UNDECIDED


@given(rows, st.randoms())
def test_pieces_and_order_do_not_matter(given_rows: list[tuple[int, ...]], rng: random.Random) -> None:
    """Cut anywhere and shuffled, the pieces add up to the same tally."""
    whole = tally(given_rows, LAYOUT)
    at = rng.randrange(len(given_rows) + 1)
    pieces = [tally(given_rows[:at], LAYOUT), tally(given_rows[at:], LAYOUT)]
    rng.shuffle(pieces)
    assert merged(pieces) == whole


@given(rows)
def test_arrays_count_as_tuples_do(given_rows: list[tuple[int, ...]]) -> None:
    """Rows in one array, as compiled loops give them, come to the same, in pairs too."""
    array = np.array(given_rows, np.int64)
    assert tally(array, LAYOUT) == tally(given_rows, LAYOUT)
    other = given_rows[::-1]
    found = tally_pairs(given_rows, other, (LAYOUT, LAYOUT))
    assert tally_pairs(array, array[::-1], (LAYOUT, LAYOUT)) == found
    assert tally_pairs(given_rows, array[::-1], (LAYOUT, LAYOUT)) == found
    assert sum(found.counts["winner"].often.values()) == len(given_rows)


@given(st.integers(UNDECIDED, 300), st.integers(UNDECIDED, 300))
def test_pairs_of_winners_come_apart(before: int, after: int) -> None:
    """A pair of winners is one number and two again."""
    assert winners(_pairs((before,), (after,))[0]) == (before, after)


@pytest.mark.parametrize("spread", [1, 3, 1_000])
def test_counts_stay_small(spread: int) -> None:
    """100,000 different values are counted in at most 4,096 steps, the same whatever the pieces; sums stay exact."""
    values = [k * spread for k in range(100_000)]
    random.Random(1).shuffle(values)
    whole = count(np.array(values))
    cuts = [0, 10, 5_000, 30_000, 100_000]
    pieces = [tally_of(values[a:b]) for a, b in itertools.pairwise(cuts)]
    together = merged(pieces[::-1]).counts["x"]
    assert together == whole
    assert len(whole.often) <= MOST_VALUES < 2 * len(whole.often) + 1
    assert whole.total == sum(values)
    assert abs(quantile(whole, 100_000, 0.5) - 50_000 * spread) <= 2**whole.coarse


def tally_of(values: list[int]) -> Tally:
    return Tally(len(values), {"x": count(tuple(values))})


def test_quantiles_by_hand() -> None:
    """Of 1, 1, 2, 3, 10 a fifth do not pass 1, half do not pass 2, all do not pass 10."""
    one = Count({1: 2, 2: 1, 3: 1, 10: 1}, 17, 115)
    assert [quantile(one, 5, share) for share in (0.2, 0.5, 0.8, 1)] == [1, 2, 3, 10]
