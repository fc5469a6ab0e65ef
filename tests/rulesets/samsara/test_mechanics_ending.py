"""SAMSARA's endings, turns and what a contest leaves behind, figure by figure."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certamen.rulesets.samsara import mechanics as m
from certamen.rulesets.samsara.mechanics import Bones, Severe, Standing, Turns

D12, TWO_D6, TWO_D8, THREE_D6 = Bones(1, 12, 0), Bones(2, 6, 0), Bones(2, 8, 2), Bones(3, 6, 3)


@pytest.mark.parametrize(
    ("rolled", "lost_at"), [(D12, -6), (TWO_D6, -6), (TWO_D8, -8), (THREE_D6, -9), (Bones(1, 12, 4), -2)]
)
def test_an_actor_who_cannot_deliver_has_lost(rolled: Bones, lost_at: int) -> None:
    """SAM-14; SAM-19 gives the net against the easiest opponent."""
    assert m.cannot_deliver(lost_at, rolled)
    assert m.cannot_deliver(lost_at - 1, rolled)
    assert not m.cannot_deliver(lost_at + 1, rolled)


@pytest.mark.parametrize(("modifier", "opponent", "rolled", "checks"), [
    (0, 0, D12, 6),
    (10, 0, D12, 16),
    (0, 0, TWO_D8, 8),
    (10, 0, TWO_D8, 18),
    (0, 0, THREE_D6, 9),
    (10, 0, THREE_D6, 19),
    (0, 6, D12, 0),
    (0, 5, D12, 1),
    (0, 9, D12, 0),
])  # fmt: skip
def test_how_many_checks_put_an_actor_out(modifier: int, opponent: int, rolled: Bones, checks: int) -> None:
    """SAM-17."""
    assert m.checks_to_lose(modifier, opponent, rolled) == checks


@given(st.integers(-5, 12), st.sampled_from([D12, TWO_D6, TWO_D8, THREE_D6]))
def test_that_many_checks_and_no_fewer(modifier: int, rolled: Bones) -> None:
    """SAM-17 follows from SAM-14."""
    checks = m.checks_to_lose(modifier, 0, rolled)
    assert m.cannot_deliver(modifier - checks, rolled)
    assert not m.cannot_deliver(modifier - checks + 1, rolled)


@pytest.mark.parametrize(("starting", "point"), [(4, 2), (5, 3), (6, 3), (2, 1), (1, 1), (0, 1), (-1, 1), (-7, 1)])
def test_when_a_gm_character_thinks_of_quitting(starting: int, point: int) -> None:
    """SAM-16: half his starting modifier, rounded up, and one check at least."""
    assert m.quitting_point(starting) == point
    assert not m.considers_quitting(starting, point - 1)
    assert m.considers_quitting(starting, point)
    assert m.considers_quitting(starting, point + 1)


@pytest.mark.parametrize(("actors_in", "winner"), [
    ((1, 0), 0),
    ((0, 1), 1),
    ((0, 3, 0), 1),
    ((2, 2), m.ONGOING),
    ((0, 1, 1), m.ONGOING),
    ((1, 0, 1), m.ONGOING),
    ((0, 0), m.NOBODY),
])  # fmt: skip
def test_the_side_with_actors_left_wins(actors_in: tuple[int, ...], winner: int) -> None:
    """SAM-19; SAM-14: when both are out at once nobody wins."""
    assert m.winning_side(actors_in) == winner
    assert len({m.ONGOING, m.NOBODY, 0, 1, 2}) == 5


def order(turns: Turns, sides: tuple[int, ...]) -> str:
    """Names in acting order; `sides` is a side's place for each actor, in file order, the challenger's being 0."""
    met = dict.fromkeys(sides, 0)
    ranked = []
    for declared, side in enumerate(sides):
        ranked.append((m.place_in_round(turns, declared, met[side], side, len(met)), "abcdefgh"[declared]))
        met[side] += 1
    return "".join(name for _, name in sorted(ranked))


@pytest.mark.parametrize(("turns", "sides", "acting"), [
    (Turns.ALTERNATE, (0, 0, 1, 1), "acbd"),
    (Turns.ALTERNATE, (0, 0, 0, 1), "adbc"),
    (Turns.ALTERNATE, (1, 0, 1, 1, 0), "baecd"),
    (Turns.ALTERNATE, (0, 1, 2, 0, 1, 2, 2), "abcdefg"),
    (Turns.DECLARED, (1, 0, 1, 1, 0), "abcde"),
    (Turns.FREE, (0, 0, 1), "acb"),
])  # fmt: skip
def test_who_acts_when(turns: Turns, sides: tuple[int, ...], acting: str) -> None:
    """SAM-18: sides by turns, the challenger's first, the larger side's rest after; or as the file says."""
    assert order(turns, sides) == acting


@given(st.sampled_from(Turns), st.lists(st.integers(0, 3), min_size=1, max_size=8))
def test_each_actor_acts_once_a_round(turns: Turns, chosen: list[int]) -> None:
    """SAM-18."""
    sides = tuple(sorted(set(chosen)).index(side) for side in chosen)
    assert sorted(order(turns, sides)) == list("abcdefgh"[: len(sides)])


@pytest.mark.parametrize(("temporary", "severe"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (8, 2), (16, 5)])
def test_every_three_checks_leave_a_severe_one(temporary: int, severe: int) -> None:
    """SAM-20."""
    assert m.severe_left(temporary, Severe.THIRD) == severe
    assert m.severe_left(temporary, Severe.NONE) == 0
    assert m.severe_left(temporary, Severe.GM) == 0


@pytest.mark.parametrize(("net", "rolled", "stands"), [
    (1, D12, Standing.AHEAD),
    (0, D12, Standing.LEVEL),
    (-1, D12, Standing.PRESSED),
    (-3, D12, Standing.PRESSED),
    (-4, D12, Standing.BRINK),
    (-9, D12, Standing.BRINK),
    (-5, Bones(2, 8, 2), Standing.PRESSED),
    (-6, Bones(2, 8, 2), Standing.BRINK),
])  # fmt: skip
def test_two_checks_from_losing_is_the_brink(net: int, rolled: Bones, stands: Standing) -> None:
    """SAM-14, SAM-17: at net 0 on a d12, 6 checks put out; at -4, 2 do."""
    assert m.standing(net, rolled) == stands


def test_sides_are_counted_one_by_one() -> None:
    """SAM-19."""
    assert m.with_side(m.NOBODY, 0, 0) == m.NOBODY
    assert m.with_side(m.NOBODY, 1, 2) == 1
    assert m.with_side(1, 2, 0) == 1
    assert m.with_side(1, 2, 1) == m.ONGOING
    assert m.with_side(m.ONGOING, 3, 1) == m.ONGOING
