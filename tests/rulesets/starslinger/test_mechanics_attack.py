"""Starslinger's attacks, criticals, turns and scenes, with the figures of the rule page."""

import pytest

from certamen.dice import Faces
from certamen.rulesets.starslinger import mechanics as m

ZERO, DOWN, UP = m.Halves.TOWARD_ZERO, m.Halves.DOWN, m.Halves.UP
SKILL, WITH_ACCURACY = m.AttackModifier.SKILL, m.AttackModifier.WITH_ACCURACY


def test_slg_15_which_save_an_effect_goes_against() -> None:
    """SLG-15: which of the six saves each kind of effect has for its own; manoeuvres have Str."""
    saves = {nature.name: m.save_against(nature).name for nature in m.Nature}
    assert saves == {
        "WEAPON": "DEX",
        "MANOEUVRE": "STR",
        "TOXIC": "CON",
        "MENTAL": "INT",
        "EMOTION": "CHA",
        "ILLUSION": "WIS",
    }


def test_slg_15_of_two_dcs_the_higher() -> None:
    """SLG-15: 12 and 15: 15 must be met, 12 if the target is flat-footed."""
    assert m.targeted_dc(12, 15, False) == m.targeted_dc(15, 12, False) == 15
    assert m.targeted_dc(12, 15, True) == m.targeted_dc(15, 12, True) == 12


@pytest.mark.parametrize(("amount", "armour", "left"), [(7, 3, 4), (3, 3, 0), (2, 5, 0), (5, 0, 5)])
def test_slg_16_armour(amount: int, armour: int, left: int) -> None:
    """SLG-16: armour takes its rating off, never below 0."""
    assert m.after_armour(amount, armour) == left


@pytest.mark.parametrize(("level", "dice"), [(0, 1), (4, 1), (5, 2), (9, 2), (10, 3), (20, 5)])
def test_slg_17_damage_dice_by_level(level: int, dice: int) -> None:
    """SLG-17: 1d2 at level 10 is 3d2: one die more per 5 full levels."""
    assert m.damage_dice(1, level) == dice
    assert m.damage_dice(2, level) == dice + 1


@pytest.mark.parametrize(
    ("value", "zero", "down", "up"),
    [(5, 2, 2, 3), (4, 2, 2, 2), (1, 0, 0, 1), (0, 0, 0, 0), (-1, 0, -1, 0), (-5, -2, -3, -2)],
)
def test_slg_17_halves(value: int, zero: int, down: int, up: int) -> None:
    """SLG-17, ruling `half_round`: toward zero, down or up."""
    assert (m.half(value, ZERO), m.half(value, DOWN), m.half(value, UP)) == (zero, down, up)


@pytest.mark.parametrize(
    ("skill", "one_handed", "two_handed"), [(7, 3, 7), (1, 0, 1), (0, 0, 0), (-1, -1, 0), (-3, -3, -1), (-4, -4, -2)]
)
def test_slg_17_attack_modifier_in_damage(skill: int, one_handed: int, two_handed: int) -> None:
    """SLG-17: half of it one-handed, all two-handed; a negative one the other way round."""
    assert m.damage_modifier(skill, 3, False, SKILL, ZERO) == one_handed
    assert m.damage_modifier(skill, 3, True, SKILL, ZERO) == two_handed


def test_slg_17_rulings_on_the_attack_modifier() -> None:
    """SLG-17, ruling `attack_modifier`: with accuracy 3 a skill of 4 counts 7; a skill of -2 counts 1."""
    assert m.damage_modifier(4, 3, True, WITH_ACCURACY, ZERO) == 7
    assert m.damage_modifier(4, 3, False, WITH_ACCURACY, ZERO) == 3
    assert m.damage_modifier(4, 3, False, WITH_ACCURACY, UP) == 4
    assert m.damage_modifier(-2, 3, False, WITH_ACCURACY, ZERO) == 0
    assert m.damage_modifier(-2, 3, True, WITH_ACCURACY, ZERO) == 1


def test_slg_17_and_18_unarmed_at_level_10() -> None:
    """SLG-17, SLG-18: an unarmed strike, 3d2 at level 10 with a skill of 5 in one hand: 1, 2, 2 and 2 are 7."""
    with Faces((2, 1), (2, 2), (2, 2)) as dice:
        rolled = m.roll_damage(dice, m.damage_dice(1, 10), 2, False, m.Die.DAMAGE)
    assert rolled == 5
    assert m.damage(rolled, m.damage_modifier(5, 3, False, SKILL, ZERO), False, ZERO) == 7


def test_slg_14_and_20_dice_at_their_highest() -> None:
    """SLG-14, SLG-20: 3d6 maximised are 18 and no die is rolled; else each die is."""
    with Faces() as dice:
        assert m.roll_damage(dice, 3, 6, True, m.Die.DAMAGE) == 18
    with Faces((6, 2), (6, 5)) as dice:
        assert m.roll_damage(dice, 2, 6, False, m.Die.HEALING) == 7


@pytest.mark.parametrize(
    ("rolled", "bonus", "whole", "halved"),
    [(5, 4, 9, 4), (1, 0, 1, 1), (1, -3, 1, 1), (2, 0, 2, 1), (3, 1, 4, 2), (3, -3, 1, 1), (18, 7, 25, 12)],
)
def test_slg_17_and_24_at_least_1_and_half_with_two_weapons(rolled: int, bonus: int, whole: int, halved: int) -> None:
    """SLG-17: at least 1 before armour. SLG-24: halved last, at least 1 again: 18 + 7 maximised is 12 each."""
    assert m.damage(rolled, bonus, False, ZERO) == whole
    assert m.damage(rolled, bonus, True, ZERO) == halved


def test_slg_24_halves_follow_their_ruling() -> None:
    """SLG-24: 9 halved is 4; under `half_round: up` it is 5."""
    assert m.damage(9, 0, True, DOWN) == 4
    assert m.damage(9, 0, True, UP) == 5


@pytest.mark.parametrize("naturals", list(m.Naturals))
def test_slg_19_natural_20_on_an_attack(naturals: m.Naturals) -> None:
    """SLG-19: a critical success however low the total; a natural 1 follows SLG-5."""
    assert m.attack_degree(-10, 20, 40, naturals) == m.Degree.CRITICAL_SUCCESS
    assert m.attack_degree(10, 19, 40, naturals) == m.Degree.CRITICAL_FAILURE
    assert m.attack_degree(41, 1, 40, naturals) == (1 if naturals == m.Naturals.TIER else 0)


@pytest.mark.parametrize(
    ("degree", "natural", "threat", "critical"),
    [
        (3, 20, 20, True),
        (3, 8, 20, True),
        (2, 17, 17, True),
        (2, 16, 17, False),
        (2, 18, 17, True),
        (1, 19, 17, False),
        (0, 17, 17, False),
        (2, 19, 20, False),
    ],
)
def test_slg_19_threat_range(degree: int, natural: int, threat: int, critical: bool) -> None:
    """SLG-19: in the threat range a hit is critical; a miss stays a miss. SLG-14: a critical success always is."""
    assert m.critical_hit(degree, natural, threat) is critical


def test_slg_22_unseen_targets() -> None:
    """SLG-22: a wrong guess misses whatever falls; a right guess, or a target in sight, does not."""
    assert [m.sure_miss(seen, right) for seen in (True, False) for right in (True, False)] == [
        False,
        False,
        False,
        True,
    ]


def test_slg_23_shooting_into_and_out_of_melees() -> None:
    """SLG-23: hindered with an ally beside the target or a hostile beside the shooter; melee attacks never are."""
    assert [m.ranged_hindered(True, ally, near) for ally in (True, False) for near in (True, False)] == [
        True,
        True,
        True,
        False,
    ]
    assert not m.ranged_hindered(False, True, True)


@pytest.mark.parametrize(
    ("same_melee", "distance", "sees", "hinders"),
    [(True, 0, False, True), (False, 5, True, True), (False, 6, True, False), (False, 5, False, False)],
)
def test_slg_23_hostiles_close_by(same_melee: bool, distance: int, sees: bool, hinders: bool) -> None:
    """SLG-23: in the shooter's melee, or within 5 feet and able to see him."""
    assert m.hinders(same_melee, distance, sees) is hinders


@pytest.mark.parametrize(("first", "follows"), [(0, False), (1, True), (2, True), (3, True)])
def test_slg_24_the_second_weapon(first: int, follows: bool) -> None:
    """SLG-24: a critical failure with the first weapon loses the second attack; a mere miss does not."""
    assert m.second_attack(first) is follows


@pytest.mark.parametrize(
    ("ranged", "same_melee", "distance", "reaches"),
    [
        (False, True, 5, True),
        (False, False, 5, False),
        (True, False, 60, True),
        (True, False, 61, False),
        (True, True, 61, False),
    ],
)
def test_slg_23_and_30_reach(ranged: bool, same_melee: bool, distance: int, reaches: bool) -> None:
    """SLG-23: melee attacks within one melee only. SLG-30: others within their range (60 feet here)."""
    assert m.in_reach(ranged, same_melee, distance, 60) is reaches


@pytest.mark.parametrize(
    ("check", "armed", "jam", "instead", "as_well"),
    [
        (0, True, True, False, True),
        (0, False, False, True, True),
        (1, True, False, False, False),
        (1, False, False, False, False),
    ],
)
def test_slg_14_jams_and_slg_6_harm(check: int, armed: bool, jam: bool, instead: bool, as_well: bool) -> None:
    """SLG-14: a weapon jams in place of SLG-6's harm, or as well under the ruling; bare hands only come to harm."""
    assert m.jams(check, armed) is jam
    assert m.harms(check, armed, m.Jam.INSTEAD) is instead
    assert m.harms(check, armed, m.Jam.AS_WELL) is as_well


def test_slg_14_clearing_a_jam() -> None:
    """SLG-14: tier 3 makes it 13; each attempt before adds 5."""
    assert (m.clearing_dc(0), m.clearing_dc(3)) == (10, 13)
    assert [m.clearing_bonus(before) for before in range(3)] == [0, 5, 10]


@pytest.mark.parametrize(
    ("needs_item", "wields", "needs_petrifying", "petrifying", "applies"),
    [
        (False, False, False, False, True),
        (True, True, False, False, True),
        (True, False, False, True, False),
        (False, True, True, True, True),
        (False, True, True, False, False),
        (True, True, True, False, False),
    ],
)
def test_slg_20_rows_rolled_again(
    needs_item: bool, wields: bool, needs_petrifying: bool, petrifying: bool, applies: bool
) -> None:
    """SLG-20: an item row needs a wielded item, a petrifying row a power that could petrify."""
    assert m.effect_applies(needs_item, wields, needs_petrifying, petrifying) is applies


def test_slg_1_initiative() -> None:
    """SLG-1: 13 and 4 are 17; of equal totals the higher modifier goes first; of equal ones neither."""
    with Faces((20, 13)) as dice:
        assert m.initiative(dice, 4) == 17
    assert (m.goes_before(17, 1, 16, 5), m.goes_before(16, 5, 17, 1)) == (1, -1)
    assert (m.goes_before(17, 5, 17, 1), m.goes_before(17, 1, 17, 5)) == (1, -1)
    assert m.goes_before(17, 3, 17, 3) == 0


def test_slg_2_who_is_due_a_turn() -> None:
    """SLG-2: one turn a round: the GM's own in his posts after the first round, everyone else after his post."""
    assert m.turn_due(of_gm=False, gm_posting=False, taken=0, first_round=True)
    assert m.turn_due(of_gm=False, gm_posting=False, taken=0, first_round=False)
    assert not m.turn_due(of_gm=False, gm_posting=False, taken=1, first_round=False)
    assert not m.turn_due(of_gm=False, gm_posting=True, taken=0, first_round=False)
    assert m.turn_due(of_gm=True, gm_posting=True, taken=0, first_round=False)
    assert not m.turn_due(of_gm=True, gm_posting=True, taken=1, first_round=False)
    assert not m.turn_due(of_gm=True, gm_posting=True, taken=0, first_round=True)
    assert not m.turn_due(of_gm=True, gm_posting=False, taken=0, first_round=False)


def test_slg_3_actions_of_a_turn() -> None:
    """SLG-3: as many as the GM set; one fewer for the stunned."""
    assert [m.turn_actions(actions, False) for actions in (1, 2, 3)] == [1, 2, 3]
    assert [m.turn_actions(actions, True) for actions in (1, 2, 3)] == [0, 1, 2]


def test_slg_2_when_the_gm_may_post() -> None:
    """SLG-2, ruling `gm_post`: at any time, or only when all have had their turn."""
    assert m.gm_may_post(2, m.GmPost.ANY_TIME)
    assert not m.gm_may_post(1, m.GmPost.WHEN_ALL_HAVE)
    assert m.gm_may_post(0, m.GmPost.WHEN_ALL_HAVE)


@pytest.mark.parametrize("check", list(m.Degree))
def test_slg_25_a_fumbled_reaction(check: m.Degree) -> None:
    """SLG-25, ruling `reaction_fumble`: by default the turn is kept."""
    assert not m.reaction_ends_turn(check, m.Fumble.HARM_ONLY)
    assert m.reaction_ends_turn(check, m.Fumble.ENDS_TURN) is (check == m.Degree.CRITICAL_FAILURE)


def test_slg_26_hands() -> None:
    """SLG-26: two hands."""
    assert [m.hands_free(used) for used in range(3)] == [2, 1, 0]


def test_slg_27_when_a_roll_is_needed() -> None:
    """SLG-27: never, unless one of four reasons holds."""
    assert not m.needs_roll(False, False, False, False)
    assert m.needs_roll(True, False, False, False)
    assert m.needs_roll(False, True, False, False)
    assert m.needs_roll(False, False, True, False)
    assert m.needs_roll(False, False, False, True)


def test_slg_29_hit_points() -> None:
    """SLG-29: 1 is in action, 0 is not; two sides go on, one does not. Healing stops at the sheet's figure."""
    assert [m.in_action(hit_points) for hit_points in (1, 0, -3)] == [True, False, False]
    assert [m.scene_may_end(sides) for sides in (0, 1, 2, 3)] == [True, True, False, False]
    assert (m.healed(3, 4, 20), m.healed(18, 4, 20)) == (7, 20)
    assert [m.back_in_action(before, 2, False) for before in (1, 0, -1)] == [False, True, True]
    assert not m.back_in_action(-3, 0, False)
    assert not m.back_in_action(0, 2, True), "petrified"


def test_slg_30_entering_and_leaving_a_melee() -> None:
    """SLG-30: a Dex DC of 9 counts as 10 on the way in; of 12 and 15 the 15 counts on the way out."""
    assert [m.entry_dc(dex) for dex in (9, 10, 11)] == [10, 10, 11]
    assert (m.leaving_dc(12, 15), m.leaving_dc(15, 12)) == (15, 15)
