"""The figures of dualaction's rules on time, order, the turn's actions and moving, with the dice given."""

import pytest

from certamen.rulesets.dualaction import mechanics as m
from tests.rulesets.dualaction.labelled import Labelled


@pytest.mark.parametrize(
    ("hp", "fled", "yielded", "fights"),
    [(1, False, False, True), (0, False, False, False), (-4, False, False, False), (9, True, False, False),
     (9, False, True, False)],
)  # fmt: skip
def test_dua_1_who_is_still_in_the_combat(hp: int, fled: bool, yielded: bool, fights: bool) -> None:
    """DUA-1 and DUA-12: down at 0 HP or less, fled or yielded is out."""
    assert m.fights_on(hp, fled, yielded) is fights


@pytest.mark.parametrize(
    ("sides", "fighting", "over"),
    [
        ((0, 0, 1, 1), (True, True, True, True), False),
        ((0, 0, 1, 1), (False, True, False, True), False),
        ((0, 0, 1, 1), (True, True, False, False), True),
        ((0, 0, 1, 1), (False, False, True, False), True),
        ((0, 0, 1, 1), (False, False, False, False), True),
        ((1, 0), (True, True), False),
        ((0, 1, 2), (False, True, True), False),
        ((1, 1), (True, True), True),
    ],
)
def test_dua_1_combat_ends_with_at_most_one_side(
    sides: tuple[int, ...], fighting: tuple[bool, ...], over: bool
) -> None:
    """DUA-1: the combat goes on exactly while two sides have someone in it."""
    assert m.resolved(sides, fighting) is over


@pytest.mark.parametrize(("seconds", "turns"), [(0, 1), (1, 1), (3, 1), (4, 2), (6, 2), (20, 7), (21, 7), (22, 8)])
def test_dua_2_a_task_runs_over_turns_of_three_seconds(seconds: int, turns: int) -> None:
    """DUA-2: a turn is 3 seconds."""
    assert m.turns_for(seconds) == turns
    assert m.TURN_SECONDS == 3


def test_dua_2_a_task_is_done_after_its_last_turn() -> None:
    """DUA-2."""
    assert [m.task_finished(3, worked) for worked in (0, 2, 3, 4)] == [False, False, True, True]


def test_dua_3_initiative_is_one_die() -> None:
    """DUA-3: 1d20, or 1d10 as in the example; DUA-4: the new roll is with the same die."""
    assert (m.initiative_sides(False), m.initiative_sides(True)) == (20, 10)
    with Labelled((20, 20), (10, 3), (20, 4), (10, 10)) as dice:
        assert m.initiative(20, dice) == 20
        assert m.initiative(10, dice) == 3
        assert m.tie_break(20, dice) == 4
        assert m.tie_break(10, dice) == 10
    assert dice.purposes == [m.Die.INITIATIVE, m.Die.INITIATIVE, m.Die.TIE_BREAK, m.Die.TIE_BREAK]


def order(first: tuple[int, ...], again: tuple[int, ...], ascending: bool) -> list[int]:
    places = tuple(m.place(first, who) for who in range(len(first)))
    after = tuple(m.place_after_tie(places, again, who, ascending) for who in range(len(first)))
    return sorted(range(len(first)), key=after.__getitem__)


def test_dua_3_highest_first() -> None:
    """DUA-3: the worked example's rolls, 3, 6, 1, 8, 3: two share place 2."""
    rolls = (3, 6, 1, 8, 3)
    places = tuple(m.place(rolls, who) for who in range(5))
    assert places == (2, 1, 4, 0, 2)
    assert [m.tied(places, who) for who in range(5)] == [True, False, False, False, True]


def test_dua_4_the_worked_example_in_both_readings() -> None:
    """DUA-4: Alice 4 and bandit 3 10; the other entries' numbers are not looked at."""
    assert order((3, 6, 1, 8, 3), (4, 1, 9, 1, 10), ascending=False) == [3, 1, 4, 0, 2]
    assert order((3, 6, 1, 8, 3), (4, 1, 9, 1, 10), ascending=True) == [3, 1, 0, 4, 2]


def test_dua_4_equal_again_stay_tied() -> None:
    """DUA-4: three tied, two of them again: those two still share a place."""
    places = (1, 1, 0, 1)
    assert [m.place_after_tie(places, (5, 9, 1, 5), who, ascending=False) for who in range(4)] == [2, 1, 0, 2]
    assert [m.place_after_tie(places, (5, 9, 1, 5), who, ascending=True) for who in range(4)] == [1, 3, 0, 1]
    assert m.tied((2, 1, 0, 2), 0)
    assert not m.tied((2, 1, 0, 2), 1)


@pytest.mark.parametrize("economy", [True, False])
def test_dua_5_and_6_one_of_each(economy: bool) -> None:
    """DUA-5, DUA-6, DUA-8: one primary and one secondary action, or one act for the whole turn."""
    assert m.price(m.FREE, economy) == m.FREE
    prices = [m.price(cost, economy) for cost in (m.PRIMARY, m.SECONDARY, m.BOTH)]
    assert prices == ([m.BOTH] * 3 if economy else [m.PRIMARY, m.SECONDARY, m.BOTH])


@pytest.mark.parametrize("spent", range(4))
@pytest.mark.parametrize("cost", range(4))
def test_dua_5_and_6_what_is_spent_is_spent(spent: int, cost: int) -> None:
    """DUA-5, DUA-6: an action of a kind once a turn; both needs both."""
    names = [set(), {"primary"}, {"secondary"}, {"primary", "secondary"}]
    assert m.can_pay(spent, cost) is not bool(names[spent] & names[cost])


def test_dua_5_knocked_down_does_not_move() -> None:
    """DUA-5: ruling down_moves."""
    assert m.may_move(False, False)
    assert m.may_move(False, True)
    assert not m.may_move(True, False)
    assert m.may_move(True, True)


@pytest.mark.parametrize(
    ("spent", "moved", "single", "left"),
    [
        (m.FREE, 0, False, 1200),
        (m.PRIMARY, 0, False, 600),  # the primary gone: AG metres
        (m.SECONDARY, 0, False, 0),  # the secondary spent on something else
        (m.BOTH, 0, False, 0),
        (m.SECONDARY, 200, False, 1000),
        (m.BOTH, 200, False, 400),  # moved 2 m, then shot: AG is the most
        (m.BOTH, 600, False, 0),
        (m.BOTH, 601, False, 599),  # the primary went into the move
        (m.BOTH, 1200, False, 0),
        (m.FREE, 0, True, 1200),
        (m.BOTH, 0, True, 0),
        (m.PRIMARY, 0, True, 0),
        (m.BOTH, 1, True, 1199),
        (m.BOTH, 100, True, 1100),
        (m.BOTH, 700, True, 500),
    ],
)
def test_dua_7_how_far_one_may_still_move(spent: int, moved: int, single: bool, left: int) -> None:
    """DUA-6, DUA-7: AG 6: up to 6 m for the secondary action, at most 12 m for both; DUA-8: the whole turn."""
    assert m.move_left(spent, moved, 6, 2, single) == left


def test_dua_7_long_move_limit() -> None:
    """DUA-7: the ruling long_move_limit is the most in times of AG."""
    assert [m.move_left(m.FREE, 0, 6, limit, False) for limit in (1, 2, 3)] == [600, 1200, 1800]
    assert [m.move_left(m.PRIMARY, 0, 6, limit, False) for limit in (1, 2, 3)] == [600, 600, 600]
    assert [m.move_left(m.BOTH, 700, 6, limit, False) for limit in (2, 3)] == [500, 1100]


@pytest.mark.parametrize(
    ("moved", "distance", "cost"),
    [
        (0, 0, m.FREE), (0, -1, m.FREE), (0, 1, m.SECONDARY), (0, 600, m.SECONDARY), (0, 601, m.BOTH),
        (0, 1200, m.BOTH), (1, 599, m.FREE), (100, 501, m.PRIMARY), (600, 1, m.PRIMARY), (601, 1, m.FREE),
        (599, 1, m.FREE),
    ],
)  # fmt: skip
def test_dua_7_what_a_move_costs(moved: int, distance: int, cost: int) -> None:
    """DUA-6, DUA-7: the secondary for the first step, the primary for the step beyond AG metres."""
    assert m.move_cost(moved, distance, 6, False) == cost


@pytest.mark.parametrize(("moved", "distance", "cost"), [(0, 0, m.FREE), (0, 1, m.BOTH), (1, 900, m.FREE)])
def test_dua_8_a_move_is_the_whole_turn(moved: int, distance: int, cost: int) -> None:
    """DUA-8: single economy."""
    assert m.move_cost(moved, distance, 6, True) == cost


def test_dua_7_thrown_move_is_five_metres_a_point_without_criticals() -> None:
    """DUA-7, DUA-20: a 5 is 25 m; 1 and 10 are no more than 5 m and 50 m."""
    with Labelled((10, 5), (10, 1), (10, 10)) as dice:
        assert [m.thrown_move(dice) for _ in range(3)] == [2500, 500, 5000]
    assert dice.purposes == [m.Die.MOVEMENT] * 3


def test_dua_7_what_is_left_of_a_thrown_way() -> None:
    """DUA-7: of 25 m, after 7 and after all."""
    assert [m.thrown_left(2500, moved) for moved in (0, 700, 2500)] == [2500, 1800, 0]


@pytest.mark.parametrize(("moved", "further"), [(0, False), (600, False), (601, True)])
def test_dua_7_further_than_the_secondary_action_carries(moved: int, further: bool) -> None:
    """DUA-7: AG 6."""
    assert m.beyond(moved, 6) is further


def test_dua_9_waiting() -> None:
    """DUA-9: with nothing decided, once a round; until_last: again, not behind the same one."""
    assert m.may_wait(m.FREE, 0, False, False)
    assert not m.may_wait(m.FREE, 1, False, False)
    assert m.may_wait(m.FREE, 0, True, True)
    assert m.may_wait(m.FREE, 1, True, False)
    assert m.may_wait(m.FREE, 2, True, False)
    assert not m.may_wait(m.FREE, 1, True, True)
    for spent in (m.PRIMARY, m.SECONDARY, m.BOTH):
        assert not m.may_wait(spent, 0, True, False)


def test_dua_9_waiting_in_last_place_ends_the_turn() -> None:
    """DUA-9: places count from 0."""
    assert [m.wait_ends_turn(place, 3) for place in range(4)] == [False, False, True, True]


@pytest.mark.parametrize(("distance", "stopped", "way"), [(800, 300, 300), (800, 800, 800), (800, 900, 800),
                                                          (800, 0, 0), (800, -1, 0)])  # fmt: skip
def test_dua_16_a_stopped_mover_has_come_only_so_far(distance: int, stopped: int, way: int) -> None:
    """DUA-16: and that way is all he has spent: 3 m of a planned 8 m leave the primary action."""
    assert m.way_made(distance, stopped) == way
    assert m.move_cost(0, m.way_made(800, 300), 6, False) == m.SECONDARY


def test_die_labels() -> None:
    """DUA-3, DUA-4, DUA-7, DUA-10, DUA-11: each die says what it is for."""
    assert [(die.name, die.value) for die in m.Die] == [
        ("INITIATIVE", 1), ("TIE_BREAK", 2), ("MOVEMENT", 3), ("TO_HIT", 4), ("DAMAGE", 5),
    ]  # fmt: skip
