"""Starslinger's rolls: modifiers, edges, naturals and the four degrees, with the figures of the rule page."""

import pytest

from certamen.dice import Faces
from certamen.rulesets.starslinger import mechanics as m

D20, SWAP = m.LostEdge.D20, m.LostEdge.SWAP
TIER, CRITICAL = m.Naturals.TIER, m.Naturals.CRITICAL
ONLY_TEMPORARY, ALL = m.Scope.TEMPORARY, m.Scope.ALL


def sum_of(*values: int) -> int:
    modifiers = m.NONE
    for value in values:
        modifiers = m.counted(modifiers, value, stacking=True)
    return m.modifier(modifiers)


@pytest.mark.parametrize(
    ("values", "total"),
    [
        ((), 0),
        ((3,), 3),
        ((1, 1, 1, 2, 2, 3), 6),
        ((3, 2, 1, 1, 2, 1), 6),
        ((1, 1), 2),
        ((1, 1, 1), 2),
        ((-1, -1, -1, -2, -2, -3), -6),
        ((-2,), -2),
        ((2, 2, 2, -1, -1, -1), 2),
        ((4, -3, -1), 0),
        ((0, 0), 0),
    ],
)
def test_slg_13_bonuses_stack_to_twice_the_highest(values: tuple[int, ...], total: int) -> None:
    """SLG-13: three +1, two +2 and one +3 come to +6, not +10; penalties likewise; then both are added."""
    assert sum_of(*values) == total


def test_slg_13_what_does_not_stack_is_simply_added() -> None:
    """SLG-13: skill and penalty stay outside the cap, unless the ruling `stacking_scope` is `all`."""
    modifiers = m.counted(m.counted(m.NONE, 7, stacking=False), -5, stacking=False)
    assert modifiers == m.Modifiers(2, 0, 0, 0, 0)
    assert m.modifier(m.counted(m.counted(modifiers, 2, stacking=True), 2, stacking=True)) == 6
    assert [m.stacks(temporary, scope) for temporary in (True, False) for scope in m.Scope] == [True, True, False, True]


@pytest.mark.parametrize(("before", "penalty"), [(0, 0), (1, -5), (2, -10), (3, -15)])
def test_slg_7_each_further_check_of_a_turn_is_5_worse(before: int, penalty: int) -> None:
    """SLG-7: 0, -5, -10, -15: by checks, or by actions under the ruling."""
    assert m.check_penalty(before, 9, m.Counts.CHECKS) == penalty
    assert m.check_penalty(9, before, m.Counts.ACTIONS) == penalty


@pytest.mark.parametrize(
    ("edges", "sides", "on_dc"), [(1, 4, 2), (2, 6, 3), (3, 8, 4), (4, 10, 5), (5, 12, 6), (6, 12, 6)]
)
def test_slg_10_and_12_edges(edges: int, sides: int, on_dc: int) -> None:
    """SLG-10: d4, d6, d8, d10, d12 and no more. SLG-12: on a DC half the die. Lost edges the other way."""
    assert m.edge_sides(edges) == m.edge_sides(-edges) == sides
    assert m.edge_on_dc(edges) == on_dc
    assert m.edge_on_dc(-edges) == -on_dc


def test_slg_10_no_edge_no_die() -> None:
    """SLG-10: gained and lost edges that cancel out leave no die; SLG-12: and no change of a DC."""
    assert m.edge_sides(0) == 0
    assert m.edge_on_dc(0) == 0
    with Faces() as dice:
        assert m.roll_edge(dice, 0) == 0


def test_slg_9_advantage_and_disadvantage() -> None:
    """SLG-9: of 7 and 15 the one or the other; with both advantage and disadvantage a single die."""
    assert [m.net_advantage(a, d) for a in (True, False) for d in (True, False)] == [0, 1, -1, 0]
    with Faces((20, 7), (20, 15)) as dice:
        assert m.roll_d20(dice, 1) == 15
    with Faces((20, 7), (20, 15)) as dice:
        assert m.roll_d20(dice, -1) == 7
    with Faces((20, 7)) as dice:
        assert m.roll_d20(dice, 0) == 7


def test_slg_9_which_of_two_dice_counts_after_a_reroll() -> None:
    """SLG-9: one of the two is rolled again, then the same die counts as before: the higher or the lower."""
    assert m.kept(7, 15, 1) == m.kept(15, 7, 1) == 15
    assert m.kept(7, 15, -1) == m.kept(15, 7, -1) == 7
    assert m.kept(7, 15, 0) == 7


@pytest.mark.parametrize(
    ("edges", "faces", "roll"),
    [
        (3, ((20, 4), (8, 7)), m.Roll(4, 7, 7)),
        (3, ((20, 7), (8, 7)), m.Roll(7, 7, 7)),
        (3, ((20, 8), (8, 7)), m.Roll(8, 7, 8)),
        (1, ((20, 1), (4, 1)), m.Roll(1, 1, 1)),
        (1, ((20, 1), (4, 2)), m.Roll(1, 2, 2)),
        (5, ((20, 20), (12, 12)), m.Roll(20, 12, 20)),
        (-3, ((20, 4), (8, 7)), m.Roll(4, -7, 4)),
        (0, ((20, 1),), m.Roll(1, 0, 1)),
    ],
)
def test_slg_11_the_edge_die_is_natural_where_it_shows_more(
    edges: int, faces: tuple[tuple[int, int], ...], roll: m.Roll
) -> None:
    """SLG-11: 7 over 4 is a natural 7; 2 over 1 is a natural 2."""
    with Faces(*faces) as dice:
        assert m.roll_check(dice, 0, edges, D20) == roll


def test_slg_11_lost_edge_swaps_only_under_its_ruling() -> None:
    """SLG-11, ruling `lost_edge_natural`: the d20 stays natural, or the larger die is."""
    assert [m.natural_roll(4, -7, ruling) for ruling in (D20, SWAP)] == [4, 7]
    assert [m.natural_roll(7, -7, ruling) for ruling in (D20, SWAP)] == [7, 7]
    assert m.natural_roll(1, -1, SWAP) == 1
    assert m.natural_roll(1, -2, SWAP) == 2
    assert m.natural_roll(8, -7, SWAP) == 8


def test_slg_11_with_advantage_the_kept_die_is_compared() -> None:
    """SLG-11: 3 and 6 with advantage against an edge of 5: the 6 stays natural; with disadvantage the 5 is."""
    with Faces((20, 3), (20, 6), (8, 5)) as dice:
        assert m.roll_check(dice, 1, 3, D20) == m.Roll(6, 5, 6)
    with Faces((20, 3), (20, 6), (8, 5)) as dice:
        assert m.roll_check(dice, -1, 3, D20) == m.Roll(3, 5, 5)


def test_slg_4_and_11_the_total() -> None:
    """SLG-4: die plus modifiers. SLG-11: 7 and 4 come to 11 whichever is natural, and a lost edge is taken off."""
    assert m.check_total(m.Roll(4, 7, 7), m.NONE, ONLY_TEMPORARY) == 11
    assert m.check_total(m.Roll(4, -7, 4), m.NONE, ONLY_TEMPORARY) == -3
    assert m.check_total(m.Roll(12, 0, 12), m.Modifiers(5, 2, 2, -1, -1), ONLY_TEMPORARY) == 18


def test_slg_13_under_all_the_edge_die_stacks_too() -> None:
    """SLG-13, ruling `stacking_scope` `all`: an edge of 2 beside three +2 comes to 4, by itself to 2."""
    modifiers = m.Modifiers(0, 6, 2, 0, 0)
    assert m.check_total(m.Roll(10, 2, 10), modifiers, ALL) == 14
    assert m.check_total(m.Roll(10, 2, 10), modifiers, ONLY_TEMPORARY) == 16
    assert m.check_total(m.Roll(10, 2, 10), m.NONE, ALL) == 12


@pytest.mark.parametrize(("total", "tier"), [(25, 3), (24, 2), (15, 2), (14, 1), (6, 1), (5, 0), (-20, 0), (40, 3)])
def test_slg_4_degrees_against_dc_15(total: int, tier: int) -> None:
    """SLG-4: 15 succeeds, 25 is critical, 14 fails, 5 is a critical failure."""
    assert m.degree(total, 10, 15, TIER) == m.attack_degree(total, 10, 15, TIER) == tier


@pytest.mark.parametrize(
    ("total", "natural", "tier", "outright"),
    [
        (30, 20, 3, 3),
        (20, 20, 3, 3),
        (14, 20, 2, 3),
        (5, 20, 1, 3),
        (25, 1, 2, 0),
        (20, 1, 1, 0),
        (14, 1, 0, 0),
        (3, 1, 0, 0),
        (20, 19, 2, 2),
        (14, 2, 1, 1),
    ],
)
def test_slg_5_natural_20_and_1_move_one_tier(total: int, natural: int, tier: int, outright: int) -> None:
    """SLG-5: one tier better or worse, never past the ends; or outright under the ruling `natural: critical`."""
    assert m.degree(total, natural, 15, TIER) == tier
    assert m.degree(total, natural, 15, CRITICAL) == outright


def test_degrees_are_named_worst_first() -> None:
    """SLG-4: the numbers that `degree` gives."""
    assert [tier.name for tier in m.Degree] == ["CRITICAL_FAILURE", "FAILURE", "SUCCESS", "CRITICAL_SUCCESS"]
    assert [int(tier) for tier in m.Degree] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("check", "dc_set", "ends"), [(0, True, True), (1, True, False), (3, True, False), (2, False, True)]
)
def test_slg_6_and_8_what_ends_a_turn(check: int, dc_set: bool, ends: bool) -> None:
    """SLG-6: a critical failure ends the turn. SLG-8: so does a check whose DC nobody has set."""
    assert m.ends_turn(check, dc_set) is ends


def test_worked_four_checks_in_one_round() -> None:
    """SLG-7, worked: shove, charge, shoot and jump with 12 on the die and +6 each against 15: 18, 13, 8, 3."""
    totals, tiers = [], []
    for before in range(4):
        with Faces((20, 12)) as dice:
            roll = m.roll_check(dice, 0, 0, D20)
        modifiers = m.counted(m.Modifiers(6, 0, 0, 0, 0), m.check_penalty(before, before, m.Counts.CHECKS), False)
        totals.append(m.check_total(roll, modifiers, ONLY_TEMPORARY))
        tiers.append(m.Degree(m.degree(totals[-1], roll.natural, 15, TIER)))
    assert totals == [18, 13, 8, 3]
    assert tiers == [m.Degree.SUCCESS, m.Degree.FAILURE, m.Degree.FAILURE, m.Degree.CRITICAL_FAILURE]


def test_issue_three_edges_on_a_d20_of_1() -> None:
    """SLG-11: with three edges a d20 of 1 stays a natural 1 on one face of the d8."""
    assert [edge for edge in range(1, 9) if m.natural_roll(1, edge, D20) == 1] == [1]
