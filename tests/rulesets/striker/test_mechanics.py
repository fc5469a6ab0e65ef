"""Striker's rules in figures: timings, checks, surprise and order (STR-2 to STR-13, STR-35, STR-38)."""

from itertools import permutations, product

import pytest

from certamen.dice import Faces
from certamen.rulesets.striker import mechanics
from certamen.rulesets.striker.mechanics import (
    BASE,
    NEVER,
    PASSIVE_TEN,
    ChkPlus,
    Die,
    GmInitiative,
    GroupStealth,
    Initiative,
    Missing,
    Setting,
    Spend,
    SurprisedReact,
    Timing,
)
from tests.rulesets.striker.common import Labelled


@pytest.mark.parametrize(
    ("timing", "fits", "spend", "rounds"),
    [
        (Timing.FREE, True, Spend.FREE, NEVER),
        (Timing.BONUS, True, Spend.BONUS, NEVER),
        (Timing.MAIN, True, Spend.MAIN, NEVER),
        (Timing.MOVE, True, Spend.MOVE, NEVER),
        (Timing.WITH_MOVE, True, Spend.NOTHING, NEVER),
        (Timing.RE, True, Spend.RE, NEVER),
        (Timing.ACT, True, Spend.MAIN, NEVER),
        (Timing.MINUTE, False, Spend.NOTHING, 10),
        (Timing.HOUR, False, Spend.NOTHING, 600),
        (Timing.DAY, False, Spend.NOTHING, NEVER),
    ],
)
def test_timings(timing: Timing, fits: bool, spend: Spend, rounds: int) -> None:
    """STR-2: seven fit a turn; a minute is 10 rounds, an hour 600, a day never ends inside a contest."""
    assert mechanics.fits_turn(timing) is fits
    assert mechanics.spends(timing) == spend
    assert mechanics.task_rounds(timing, 0) == rounds


def test_longer_tasks() -> None:
    """STR-2: `hr+` may be asked longer, never shorter; the others are what they are."""
    asked = [(Timing.HOUR, 599), (Timing.HOUR, 601), (Timing.MINUTE, 601), (Timing.DAY, 601)]
    assert [mechanics.task_rounds(timing, rounds) for timing, rounds in asked] == [600, 601, 10, NEVER]
    assert NEVER == 0


def test_needs() -> None:
    """STR-3: R needs one rank, Tech the aspect; the refusal says which is missing."""
    found = [mechanics.missing(*needs) for needs in product((False, True), (0, 1), (False, True), (False, True))]
    nothing, rank, tech, both = Missing
    assert found[:8] == [nothing, nothing, tech, nothing] * 2
    assert found[8:] == [rank, rank, both, rank, nothing, nothing, tech, nothing]


def test_halves_go_down() -> None:
    """STR-4: half of 5 is 2, of 4 it is 2, of -3 it is -2."""
    assert [mechanics.half(number) for number in (5, 4, 1, 0, -3)] == [2, 2, 0, 0, -2]


def test_the_better_of_two() -> None:
    """STR-4 (`either`), STR-5: of two skills the better counts; of two gifts of a kind the higher, not their sum."""
    assert [mechanics.better(*pair) for pair in ((2, 5), (5, 2), (3, 3), (-1, -2))] == [5, 5, 3, -1]


def test_equal_or_more_succeeds() -> None:
    """STR-4: a total equal to the challenge does it, one less does not; a natural 1 and 20 mean nothing more."""
    assert [mechanics.succeeds(score, 13) for score in (12, 13, 14)] == [False, True, True]
    for face, m, success in ((1, 9, True), (20, -11, False), (7, 3, True), (6, 3, False)):
        with Faces((20, face)) as dice:
            assert mechanics.check(m, 10, 0, Die.CHECK, dice) is success


def test_totals_and_edges() -> None:
    """STR-4, STR-6, STR-35: d20 and M; with an edge the higher or the lower of two, labelled as asked."""
    for edge, faces, total in ((0, (7,), 10), (1, (7, 12), 15), (1, (12, 7), 15), (-1, (7, 12), 10), (-1, (12, 7), 10)):
        dice = Labelled(*((20, face) for face in faces))
        assert mechanics.total(3, edge, Die.SAVE, dice) == total
        assert dice.purposes == [Die.SAVE] * len(faces)
        dice.check_all_used()


def test_edges_do_not_add_up() -> None:
    """STR-35: one of each cancels all."""
    found = [mechanics.net_edge(*pair) for pair in product((False, True), repeat=2)]
    assert found == [0, -1, 1, 0]


def test_fixed_and_passive() -> None:
    """STR-5, STR-6: 8 and M; by ruling a passive value 10 and M."""
    assert (BASE, PASSIVE_TEN) == (8, 10)
    assert [mechanics.fixed(m) for m in (-2, 0, 5)] == [6, 8, 13]
    assert [mechanics.passive(1, base) for base in (BASE, PASSIVE_TEN)] == [9, 11]


@pytest.mark.parametrize(
    ("ruling", "edge", "faces", "total"),
    [
        (ChkPlus.NOT_BELOW_PASSIVE, 0, (5,), 9),
        (ChkPlus.NOT_BELOW_PASSIVE, 0, (9,), 10),
        (ChkPlus.NOT_BELOW_PASSIVE, -1, (15, 3), 9),
        (ChkPlus.NOT_BELOW_PASSIVE, 1, (15, 3), 16),
        (ChkPlus.PLAIN, 0, (5,), 6),
        (ChkPlus.PLAIN, -1, (15, 5), 6),
        (ChkPlus.ADVANTAGE, 0, (3, 5), 6),
        (ChkPlus.ADVANTAGE, 1, (3, 5), 6),
        (ChkPlus.ADVANTAGE, -1, (5,), 6),
    ],
)
def test_an_alert_check(ruling: ChkPlus, edge: int, faces: tuple[int, ...], total: int) -> None:
    """STR-6 `chk_plus`: not below the passive value; a plain check; or with advantage, which disadvantage undoes."""
    dice = Labelled(*((20, face) for face in faces))
    assert mechanics.alert(1, BASE, edge, ruling, dice) == total
    assert dice.purposes == [Die.PERCEPTION] * len(faces)
    dice.check_all_used()


def test_an_alert_check_from_ten() -> None:
    """STR-6: `passive_base: 10` is the floor of an alert check too."""
    assert mechanics.alert(1, PASSIVE_TEN, 0, ChkPlus.NOT_BELOW_PASSIVE, Faces((20, 9))) == 11


def test_who_cannot_be_surprised() -> None:
    """STR-9, STR-10: who knows of the adversary and of the contest, a round (6 seconds) ahead."""
    assert mechanics.warned(True, True, 6)
    assert not any(mechanics.warned(*case) for case in ((True, True, 5), (False, True, 6), (True, False, 6)))


def test_the_crew_of_four() -> None:
    """STR-10: of four the lowest, 8 + 1, is everybody's PC; psv 9 meets it, 8 does not."""
    with Faces() as none:
        challenges = tuple(mechanics.stealth(m, 0, Setting.STATIC, none) for m in (3, 1, 4, 2))
    assert challenges == (11, 9, 12, 10)
    group = mechanics.group_challenge(challenges)
    assert group == 9
    assert mechanics.notices(mechanics.passive(1, BASE), group)
    assert not mechanics.notices(mechanics.passive(0, BASE), group)


def test_the_lowest_sets_the_group() -> None:
    """STR-10 `group_stealth`: the lowest for all, in whatever order, or each for himself."""
    assert {mechanics.group_challenge(order) for order in permutations((11, 9, 12))} == {9}
    assert mechanics.group_challenge((7,)) == 7
    assert mechanics.member_challenge(11, 9, GroupStealth.LOWEST) == 9
    assert mechanics.member_challenge(11, 9, GroupStealth.INDIVIDUAL) == 11


def test_stealth_that_is_rolled() -> None:
    """STR-10 `stealth`, STR-32 `hide`: a d20 in place of the 8."""
    dice = Labelled((20, 15), (20, 4), (20, 6))
    assert mechanics.stealth(2, 0, Setting.ROLLED, dice) == 17
    assert mechanics.stealth(2, -1, Setting.ROLLED, dice) == 6
    assert dice.purposes == [Die.STEALTH] * 3
    assert mechanics.stealth(2, 1, Setting.STATIC, Faces()) == 10


def test_the_surprise_round() -> None:
    """STR-11, STR-38: some surprised and not all; the surprised take no turn, the others keep their initiative."""
    assert [mechanics.has_surprise_round(surprised, 4) for surprised in range(5)] == [False, True, True, True, False]
    pairs = tuple(product((False, True), repeat=2))
    assert [mechanics.takes_turn(*pair) for pair in pairs] == [True, True, True, False]
    assert [mechanics.keeps_initiative(*pair) for pair in pairs] == [True, False, False, False]


@pytest.mark.parametrize(
    ("ruling", "in_round", "after_round", "after_turn"),
    [
        (SurprisedReact.AFTER_ROUND, False, True, True),
        (SurprisedReact.AFTER_FIRST_TURN, False, False, True),
        (SurprisedReact.ALWAYS, True, True, True),
    ],
)
def test_re_acts_of_the_surprised(ruling: SurprisedReact, in_round: bool, after_round: bool, after_turn: bool) -> None:
    """STR-38 `surprised_react`; all others have theirs from the start."""
    moments = ((True, False), (False, False), (False, True))
    found = [mechanics.has_reacts(True, *moment, ruling) for moment in moments]
    assert found == [in_round, after_round, after_turn]
    assert all(mechanics.has_reacts(False, *moment, ruling) for moment in moments)


def test_surprise_that_hides() -> None:
    """STR-38 `surprise_hides`: by ruling alone, and only who went unnoticed."""
    found = [mechanics.counts_hidden(*pair) for pair in product((False, True), repeat=2)]
    assert found == [False, False, False, True]


def test_initiative() -> None:
    """STR-12: d20 and M(Resolve); the GM's die is one for all, each adding his own M, or the total is."""
    dice = Labelled((20, 11))
    die = mechanics.initiative_die(dice)
    assert dice.purposes == [Die.INITIATIVE]
    found = {ruling: [mechanics.initiative(die, m, 4, ruling) for m in (4, 0)] for ruling in GmInitiative}
    shared, total, individual = GmInitiative
    assert found == {shared: [15, 11], total: [15, 15], individual: [15, 11]}


def test_the_order() -> None:
    """STR-12, STR-13: high to low by total, then M(Resolve), then M(Perception), then further d20s."""
    falling = [
        Initiative(18, 0, 0, 0),
        Initiative(15, 4, 0, 0),
        Initiative(15, 3, 9, 0),
        Initiative(15, 3, 2, 12),
        Initiative(15, 3, 2, 11),
        Initiative(2, 9, 9, 20),
    ]
    for one, other in product(range(6), repeat=2):
        assert mechanics.goes_before(falling[one], falling[other]) is (one < other)
        assert mechanics.tied(falling[one], falling[other]) is (one == other)


def test_a_tie_is_rolled_until_it_differs() -> None:
    """STR-13: a d20 each; who rolls equal rolls again, and the earlier die weighs more."""
    start = Initiative(15, 3, 2, 0)
    dice = Labelled((20, 9), (20, 9), (20, 8), (20, 1), (20, 2), (20, 20))
    a, b, c = (mechanics.roll_tie(start, dice) for _ in range(3))
    assert mechanics.tied(a, b)
    assert mechanics.goes_before(b, c)
    a, b, c = (mechanics.roll_tie(entry, dice) for entry in (a, b, c))
    assert mechanics.goes_before(b, a)
    assert mechanics.goes_before(a, c)
    assert (a.total, a.resolve, a.perception, a.tie) == (15, 3, 2, 9 * 21 + 1)
    assert dice.purposes == [Die.TIE] * 6
