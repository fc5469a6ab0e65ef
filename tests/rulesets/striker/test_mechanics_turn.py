"""Striker's rules in figures: what a turn has, helping, the end, tasks (STR-8, STR-14 to STR-18, STR-31 to STR-37)."""

from itertools import product

from certamen.rulesets.striker import mechanics
from certamen.rulesets.striker.mechanics import (
    NEVER,
    Condition,
    End,
    ReactionReset,
    Spend,
    Status,
    TaskBreak,
    Turn,
)

FRESH = Turn(1, 1, 1, 1, 1)


def test_what_a_turn_has() -> None:
    """STR-15 to STR-17: one main-, bonus-, free- and move-act; each spent once, nothing else with it."""
    for place, spend in enumerate((Spend.MAIN, Spend.BONUS, Spend.FREE, Spend.MOVE, Spend.RE)):
        after = mechanics.spent(FRESH, spend)
        assert [1 - left for left in after] == [int(place == other) for other in range(5)]
        assert (mechanics.left(FRESH, spend), mechanics.left(after, spend)) == (1, 0)
        assert [mechanics.left(after, other) for other in Spend if other != spend] == [1] * 5
    assert mechanics.spent(FRESH, Spend.NOTHING) == FRESH
    assert mechanics.left(Turn(0, 0, 0, 0, 0), Spend.NOTHING) == 1


def test_when_a_re_act_is_back() -> None:
    """STR-18 `reaction_reset`: with the round, as printed, or with one's own turn; the rest is the turn's."""
    none = Turn(0, 0, 0, 0, 0)
    assert mechanics.new_turn(none, ReactionReset.ROUND) == (1, 1, 1, 1, 0)
    assert mechanics.new_turn(FRESH, ReactionReset.ROUND) == FRESH
    assert mechanics.new_turn(none, ReactionReset.OWN_TURN) == FRESH
    assert mechanics.new_round(none, ReactionReset.ROUND) == (0, 0, 0, 0, 1)
    assert mechanics.new_round(none, ReactionReset.OWN_TURN) == none
    assert mechanics.new_round(Turn(1, 0, 1, 0, 0), ReactionReset.ROUND) == (1, 0, 1, 0, 1)
    assert mechanics.new_round(Turn(0, 1, 0, 1, 1), ReactionReset.OWN_TURN) == (0, 1, 0, 1, 1)


def test_moves_need_places() -> None:
    """STR-8: without places nobody moves; all other acts are open anywhere."""
    assert [spend for spend in Spend if not mechanics.fits_contest(spend, False)] == [Spend.MOVE]
    assert all(mechanics.fits_contest(spend, True) for spend in Spend)


def test_handling_things() -> None:
    """STR-17, STR-34: the first simple one is free; a second, or an intricate one, is a main-act."""
    cases = ((True, 1), (True, 0), (False, 1))
    assert [mechanics.interaction(*case) for case in cases] == [Spend.FREE, Spend.MAIN, Spend.MAIN]
    assert [mechanics.switch(ranks) for ranks in (0, 1, 2)] == [Spend.MAIN, Spend.BONUS, Spend.BONUS]


def test_attacks_of_a_main_act() -> None:
    """STR-26: one unless the sheet gives more."""
    found = [mechanics.attacks_left(*case) for case in ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (2, 3))]
    assert found == [1, 1, 0, 1, 0, 0]


def test_conditions_that_take_acts_away() -> None:
    """STR-16, STR-36: incapacitated and worse; not surprised, prone, hidden, evading or disengaged."""
    taken = {condition for condition in Condition if mechanics.prevents_acts(condition)}
    assert taken == {Condition.INCAPACITATED, Condition.UNCONSCIOUS, Condition.DYING, Condition.OUT}


def test_a_readied_act() -> None:
    """STR-18, STR-33: it needs the re-act of the round and ends with one's next turn."""
    found = [mechanics.ready_stands(*case) for case in product((0, 1), (False, True))]
    assert found == [False, False, True, False]


def test_assistance() -> None:
    """STR-31: the ranks, never below 0, once, before the assistant's next turn, by one assistant."""
    assert [mechanics.assistance(ranks) for ranks in (-1, 0, 2)] == [0, 0, 2]
    found = [mechanics.assist_stands(*case) for case in product((False, True), repeat=2)]
    assert found == [True, False, False, False]
    assert [mechanics.may_assist(*case) for case in ((0, 1), (1, 1), (1, 2), (2, 1))] == [True, False, True, False]


def test_when_it_ends() -> None:
    """STR-14 `end`: at most one side is still in, or by ruling the first has gone; nobody left is a draw."""
    cases = ((2, 2), (2, 1), (2, 0), (3, 3), (3, 2), (3, 1))
    assert [mechanics.ended(*case, End.ONE_LEFT) for case in cases] == [False, True, True, False, False, True]
    assert [mechanics.ended(*case, End.FIRST_OUT) for case in cases] == [False, True, True, False, True, True]
    assert mechanics.ended(1, 1, End.FIRST_OUT)
    assert [mechanics.drawn(sides) for sides in (0, 1, 2)] == [True, False, False]


def test_at_no_hp() -> None:
    """STR-26 `zero_hp`: out, or dead."""
    found = [mechanics.status_at(*case) for case in ((1, True), (1, False), (0, False), (0, True))]
    assert found == [Status.IN, Status.IN, Status.OUT, Status.DEAD]


def test_tasks() -> None:
    """STR-37: a round of work a turn; a lost turn pauses or by ruling starts anew; done at the end of the last."""
    assert [mechanics.task_after(4, True, ruling) for ruling in TaskBreak] == [5, 5]
    assert [mechanics.task_after(4, False, ruling) for ruling in TaskBreak] == [4, 0]
    assert [mechanics.task_finished(done, 10) for done in (9, 10, 11)] == [False, True, True]
    assert not mechanics.task_finished(10_000, NEVER)
