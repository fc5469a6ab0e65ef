"""StarCluster's formulas, each on its figures and on both sides of every bound."""

import pytest

from certamen.dice import Faces
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster.mechanics import Die, Shift, Status, Turn, Wound


class Labelled(Faces):
    """Faces that also remember what each die was thrown for."""

    def __init__(self, *faces: tuple[int, int]) -> None:
        super().__init__(*faces)
        self.purposes: list[int] = []

    def roll(self, sides: int, purpose: int = 0, /) -> int:
        self.purposes.append(purpose)
        return super().roll(sides, purpose)


def test_the_dice_are_percentile_and_say_what_for() -> None:
    """SC2-2, SC2-10, SC2-16: 00 is 100, and each roll is one die."""
    with Labelled((100, 100), (100, 1), (100, 7)) as dice:
        assert m.base_initiative(dice) == 100
        assert m.tie_roll(dice) == 1
        assert m.quality_of_success(dice, 15) == 22
    assert dice.purposes == [Die.INITIATIVE, Die.TIE, Die.QUALITY]


@pytest.mark.parametrize(
    ("initiative", "earliest", "most"), [(41, 1, 40), (2, 1, 1), (1, 1, 0), (41, 41, 0), (41, 40, 1), (5, 10, 0)]
)
def test_nobody_goes_sooner_than_the_earliest_initiative(initiative: int, earliest: int, most: int) -> None:
    """SC2-3, SC2-4."""
    assert m.most_sooner(initiative, earliest) == most


def test_going_sooner_costs_point_for_point() -> None:
    """SC2-3: 41 down to 31 for 10 off chance, or split as he likes."""
    assert m.sooner(10, 0) == Shift(-10, -10, 0)
    assert m.sooner(10, 10) == Shift(-10, 0, -10)
    assert m.sooner(10, 7) == Shift(-10, -3, -7)


def test_going_later_gives_point_for_point() -> None:
    """SC2-4: 75 up to 105 for +15 and +15; an initiative past 100 is still in the round."""
    assert m.later(30, 15) == Shift(30, 15, 15)
    assert m.later(30, 0) == Shift(30, 30, 0)
    assert m.later(30, 26) == Shift(30, 4, 26)
    assert m.chance_at(75 + m.later(30, 15).initiative, 0) == 105
    assert m.NO_LIMIT == 1_000_000


def test_hindered_at_the_start_of_a_round() -> None:
    """SC2-12, ruling hindered_next."""
    assert m.opening_delay(Wound.NONE, True) == 0
    assert m.opening_delay(Wound.HINDERED, True) == 20
    assert m.opening_delay(Wound.SERIOUS, True) == 20
    assert m.opening_delay(Wound.HINDERED, False) == 0


@pytest.mark.parametrize(
    ("plus", "level"), [(-6, 0), (-1, 0), (0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3)]
)
def test_mastery(plus: int, level: int) -> None:
    """SC2-9: one level for each full 5, and a chance more for each level."""
    assert m.mastery(plus) == level
    assert m.chances(plus) == 1 + level
    assert m.tries(plus, True) == 1 + level
    assert m.tries(plus, False) == 1


def test_extra_chances_come_ten_points_apart() -> None:
    """SC2-9: a triple master shifted to 31 has chances at 31, 41, 51 and 61."""
    assert [m.chance_at(31, extra) for extra in range(4)] == [31, 41, 51, 61]


def test_another_skill_needs_its_own_mastery() -> None:
    """SC2-9: any skill at the first chance, mastery k at the k-th extra one."""
    assert m.may_use(0, 0)
    assert m.may_use(-3, 0)
    assert not m.may_use(4, 1)
    assert m.may_use(5, 1)
    assert not m.may_use(9, 2)
    assert m.may_use(10, 2)


def test_the_lowest_goes_first() -> None:
    """SC2-2, whatever base roll and skill."""
    early, late = Turn(31, 90, 0), Turn(40, 10, 15)
    for by_base in (True, False):
        assert m.order(early, late, by_base) == -9
        assert m.order(late, early, by_base) == 9


def test_ties() -> None:
    """SC2-16: lower base first, then the higher plus, then others must decide."""
    one, other = Turn(41, 51, 9), Turn(41, 41, 2)
    assert m.order(one, other, True) == 10
    assert m.order(other, one, True) == -10
    weak, strong = Turn(41, 41, 2), Turn(41, 41, 5)
    assert m.order(weak, strong, True) == 3
    assert m.order(strong, weak, True) == -3
    assert m.order(weak, weak, True) == 0
    assert m.order(one, other, False) == m.order(weak, strong, False) == 0


@pytest.mark.parametrize(("plus", "target"), [(5, 65), (2, 50), (0, 40), (-2, 30)])
def test_skill_target(plus: int, target: int) -> None:
    """SC2-7: 40 + 5 x plus, or as the rulings base_target and per_plus say."""
    assert m.skill_target(plus, 40, 5) == target
    assert m.skill_target(plus, 30, 4) == 30 + 4 * plus


def test_target_number_adds_every_modifier() -> None:
    """SC2-6, SC2-7, SC2-12, SC2-15."""
    assert m.target_number(65, -1, -2, -4, -8, 16, 32, -20) == 65 - 1 - 2 - 4 - 8 + 16 + 32 - 20
    assert m.target_number(50, 0, 0, 0, 0, 15, 0, 0) == 65


def test_a_trade_takes_as_much_as_it_gives() -> None:
    """SC2-5: from chance to quality, or the other way round."""
    assert m.trade(12) == Shift(0, -12, 12)
    assert m.trade(-7) == Shift(0, 7, -7)


def test_a_shift_moves_the_initiative() -> None:
    """SC2-3, SC2-4: 41 to 31, 75 to 105."""
    assert m.shifted(41, m.sooner(10, 4)) == 31
    assert m.shifted(75, m.later(30, 15)) == 105


@pytest.mark.parametrize(
    ("target", "under", "at_or_under"),
    [(65, 64, 65), (1, 0, 1), (0, 0, 0), (-5, 0, 0), (100, 99, 100), (101, 100, 100), (150, 100, 100)],
)
def test_how_many_faces_succeed(target: int, under: int, at_or_under: int) -> None:
    """SC2-8, ruling success."""
    assert m.faces_that_succeed(target, False) == under
    assert m.faces_that_succeed(target, True) == at_or_under


def test_chance_of_success() -> None:
    """SC2-8: 55 against 55 fails when it must be under; SC2-9: extra rolls stop at the first success."""
    for face, at_or_under, expected in [(54, False, 1), (55, False, 0), (55, True, 1), (56, True, 0)]:
        with Labelled((100, face)) as dice:
            assert m.chance_of_success(dice, 55, 1, at_or_under, Die.CHANCE) == expected
        assert dice.purposes == [Die.CHANCE]
    with Labelled((100, 90), (100, 54)) as dice:
        assert m.chance_of_success(dice, 55, 3, False, Die.CHANCE) == 2
    with Labelled((100, 90), (100, 55)) as dice:
        assert m.chance_of_success(dice, 55, 2, False, Die.CHANCE) == 0


def test_quality_of_success() -> None:
    """SC2-10: 1d100 + weapon + shift + trade, never below 0; SC2-12: less 20 when hindered."""
    assert m.quality_bonus(25, 15, 4, -20) == 24
    assert m.quality_bonus(15, -10, -7, 0) == -2
    for face, bonus, quality in [(67, 15, 82), (21, 15, 36), (82, 40, 122), (20, -20, 0), (21, -20, 1), (5, -20, 0)]:
        with Labelled((100, face)) as dice:
            assert m.quality_of_success(dice, bonus) == quality


def test_quality_is_taken_off_constitution() -> None:
    """SC2-10: 360 - 82 is 278."""
    assert m.constitution_left(360, 82) == 278
    assert m.constitution_left(40, 50) == -10


def test_thresholds() -> None:
    """SC2-11: 360 gives 270, 180, 90 and 400 gives 300, 200, 100; ruling threshold_round for the rest."""
    assert [m.threshold(360, quarters, False) for quarters in (3, 2, 1)] == [270, 180, 90]
    assert [m.threshold(400, quarters, True) for quarters in (3, 2, 1)] == [300, 200, 100]
    assert [m.threshold(401, quarters, False) for quarters in (3, 2, 1)] == [300, 200, 100]
    assert [m.threshold(401, quarters, True) for quarters in (3, 2, 1)] == [301, 201, 101]


@pytest.mark.parametrize(
    ("constitution", "hurt"),
    [
        (360, Wound.NONE),
        (270, Wound.NONE),
        (269, Wound.HINDERED),
        (180, Wound.HINDERED),
        (179, Wound.UNCONSCIOUS),
        (90, Wound.UNCONSCIOUS),
        (89, Wound.SERIOUS),
        (1, Wound.SERIOUS),
        (0, Wound.ZERO),
        (-40, Wound.ZERO),
    ],
)
def test_wounds_lie_below_their_thresholds(constitution: int, hurt: Wound) -> None:
    """SC2-11, SC2-14."""
    assert m.wound(constitution, 360, False) == hurt


def test_rounded_thresholds_decide_wounds() -> None:
    """SC2-11, ruling threshold_round: with 401, 300 and 200 and 100 lie below only when rounded up."""
    assert [m.wound(c, 401, False) for c in (300, 200, 100)] == [Wound.NONE, Wound.HINDERED, Wound.UNCONSCIOUS]
    assert [m.wound(c, 401, True) for c in (300, 200, 100)] == [Wound.HINDERED, Wound.UNCONSCIOUS, Wound.SERIOUS]


def test_hindered() -> None:
    """SC2-12: -20 on targets, and by ruling on quality; worse wounds take no more."""
    assert [m.wound_penalty(hurt) for hurt in Wound] == [0, -20, -20, -20, -20]
    assert m.quality_penalty(Wound.HINDERED, True) == -20
    assert m.quality_penalty(Wound.HINDERED, False) == 0
    assert m.quality_penalty(Wound.NONE, True) == 0


def test_the_delay_of_wounds() -> None:
    """SC2-12: 50 becomes 70 at the crossing, once a round."""
    assert m.wound_delay(Wound.NONE, Wound.NONE, False) == 0
    assert m.wound_delay(Wound.NONE, Wound.HINDERED, False) == 20
    assert m.wound_delay(Wound.NONE, Wound.SERIOUS, False) == 20
    assert m.wound_delay(Wound.NONE, Wound.HINDERED, True) == 0
    assert m.wound_delay(Wound.HINDERED, Wound.UNCONSCIOUS, False) == 0
    assert m.chance_at(40, 1) + m.wound_delay(Wound.NONE, Wound.HINDERED, False) == 70


def test_when_to_overdo() -> None:
    """SC2-13: each time one is hurt and left below the unconscious level, but not at 0, nor by a hit of quality 0."""
    asked = [m.must_overdo(hurt, 1) for hurt in Wound]
    assert asked == [False, False, True, True, False]
    assert not m.must_overdo(Wound.UNCONSCIOUS, 0)


def test_overdo() -> None:
    """SC2-13: at -20 and nothing else: plus 0 gives target 20; SC2-9: masters roll again after a failure, by ruling."""
    assert m.overdo_target(40) == 20
    for face, up in [(19, True), (20, False)]:
        with Labelled((100, face)) as dice:
            assert m.stays_up(dice, 0, 40, True, False) is up
        assert dice.purposes == [Die.OVERDO]
    with Labelled((100, 20)) as dice:
        assert m.stays_up(dice, 0, 40, True, True) is True
    with Labelled((100, 70), (100, 44)) as dice:
        assert m.stays_up(dice, 5, 65, True, False) is True
    with Labelled((100, 70)) as dice:
        assert m.stays_up(dice, 5, 65, False, False) is False


def test_the_status_a_hit_leaves() -> None:
    """SC2-13: stunned unless he stays up; SC2-14: dying or dead at 0."""
    assert m.status_after(Wound.ZERO, True, False) == Status.DYING
    assert m.status_after(Wound.ZERO, False, True) == Status.DEAD
    assert m.status_after(Wound.SERIOUS, True, True) == Status.STANDING
    assert m.status_after(Wound.UNCONSCIOUS, False, True) == Status.STUNNED


def test_moving_is_once_a_round() -> None:
    """SC2-15, ruling band_move: free at the character's initiative only, else at any chance."""
    assert m.may_move(0, False, True)
    assert not m.may_move(0, True, True)
    assert not m.may_move(1, False, True)
    assert m.may_move(1, False, False)
    assert not m.may_move(1, True, False)


def test_a_combat_ends_with_one_side_left() -> None:
    """SC2-18."""
    assert [m.is_over(sides) for sides in (0, 1, 2, 3)] == [True, True, False, False]


def test_the_alley_fight_in_numbers() -> None:
    """SC2-3..SC2-13: the source's example die by die, with its sums put right (278, 217 and 95)."""
    gun, rifle_user = m.skill_target(5, 40, 5), m.skill_target(2, 40, 5)
    jack_shift, heather_shift = m.sooner(10, 0), m.later(30, 15)
    jack = m.target_number(gun, 0, 0, 0, 0, jack_shift.chance, 0, 0)
    with Faces((100, 32), (100, 67)) as dice:
        assert jack == 55
        assert m.chance_of_success(dice, jack, 1, False, Die.CHANCE)
        bad_guy = 360 - m.quality_of_success(dice, m.quality_bonus(15, jack_shift.quality, 0, 0))
    assert bad_guy == 278
    with Faces((100, 56), (100, 21)) as dice:
        assert m.chance_of_success(dice, gun, 1, False, Die.CHANCE)
        assert 400 - m.quality_of_success(dice, 15) == 364
    with Faces((100, 53), (100, 46)) as dice:
        assert m.chance_of_success(dice, jack, 1, False, Die.CHANCE)
        bad_guy -= m.quality_of_success(dice, 15)
    hurt = m.wound(bad_guy, 360, False)
    assert (bad_guy, hurt) == (217, Wound.HINDERED)
    assert m.chance_at(40, 1) + m.wound_delay(Wound.NONE, hurt, False) == 70
    weakened = m.target_number(gun, 0, 0, 0, 0, 0, 0, m.wound_penalty(hurt))
    with Faces((100, 62)) as dice:
        assert weakened == 45
        assert not m.chance_of_success(dice, weakened, 1, False, Die.CHANCE)
    heather = m.target_number(rifle_user, 0, 0, 0, 0, heather_shift.chance, 0, 0)
    with Faces((100, 58), (100, 82), (100, 20)) as dice:
        assert heather == 65
        assert m.chance_of_success(dice, heather, 1, False, Die.CHANCE)
        bad_guy -= m.quality_of_success(dice, m.quality_bonus(25, heather_shift.quality, 0, 0))
        hurt = m.wound(bad_guy, 360, False)
        assert (bad_guy, hurt) == (95, Wound.UNCONSCIOUS)
        up = m.stays_up(dice, 0, m.skill_target(0, 40, 5), True, False)
    assert m.status_after(hurt, up, False) == Status.STUNNED
