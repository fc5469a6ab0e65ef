"""The figures of dualaction's rules on hitting, reach, damage and armour, with the dice given."""

import pytest

from certamen.dice import Faces
from certamen.rulesets.dualaction import mechanics as m
from tests.rulesets.dualaction.labelled import Labelled


@pytest.mark.parametrize(
    ("distance", "difficulty"),
    [(0, 6), (1, 6), (2000, 6), (2001, 8), (4000, 8), (4001, 10), (6000, 10), (6001, 12)],
)
def test_dua_10_difficulty_by_stretches(distance: int, difficulty: int) -> None:
    """DUA-10: 6 up to the optimal 20 m, 2 more for each further stretch of 20 m."""
    assert m.difficulty_at(distance, 2000) == difficulty


@pytest.mark.parametrize(("distance", "difficulty"), [(0, 7), (500, 7), (501, 5), (3000, 5), (3001, 9), (5000, 9),
                                                      (5001, -1)])  # fmt: skip
def test_dua_10_a_weapons_own_values(distance: int, difficulty: int) -> None:
    """DUA-10: the first band that reaches so far; out of range beyond the last."""
    assert m.own_difficulty(distance, (m.Band(500, 7), m.Band(3000, 5), m.Band(5000, 9))) == difficulty
    assert m.own_difficulty(0, ()) == m.OUT_OF_RANGE == -1


@pytest.mark.parametrize(
    ("skill", "difficulty", "bonus", "by_base", "need"),
    [
        (5, 6, 0, False, 1),  # with a skill of 5 any face reaches 6
        (5, 8, 0, False, 3),
        (0, 6, 0, False, 6),
        (2, 6, 1, False, 3),
        (5, 6, 0, True, 5),  # the base is what the die must show
        (5, 8, 0, True, 7),
        (5, 10, 2, True, 7),
        (5, 5, 0, True, 4),
    ],
)
def test_dua_10_the_face_needed(skill: int, difficulty: int, bonus: int, by_base: bool, need: int) -> None:
    """DUA-10: ruling to_hit, sum and base."""
    assert m.needed(skill, difficulty, bonus, by_base) == need


def test_dua_10_equal_or_more_hits() -> None:
    """DUA-10: the worked example's 7 against 5 hits; so does an equal die."""
    assert [m.hits(face, 5, False) for face in (4, 5, 7)] == [False, True, True]
    assert [m.hits(face, 1, False) for face in (1, 10)] == [True, True]
    assert [m.hits(face, 11, False) for face in (1, 10)] == [False, False]


def test_dua_20_extremes() -> None:
    """DUA-20: criticals extremes: a 10 is a hit and a 1 a miss whatever they come to; 2 and 9 are as they come."""
    assert [m.hits(face, 1, True) for face in (1, 2)] == [False, True]
    assert [m.hits(face, 11, True) for face in (9, 10)] == [False, True]


@pytest.mark.parametrize(
    ("need", "extremes", "count"),
    [(-3, False, 10), (1, False, 10), (5, False, 6), (10, False, 1), (11, False, 0), (14, False, 0),
     (-3, True, 9), (1, True, 9), (2, True, 9), (5, True, 6), (11, True, 1)],
)  # fmt: skip
def test_dua_10_how_many_faces_hit(need: int, extremes: bool, count: int) -> None:
    """DUA-10, DUA-20."""
    assert m.faces_that_hit(need, extremes) == count


@pytest.mark.parametrize("by_base", [False, True])
@pytest.mark.parametrize("skill", range(13))
def test_dua_1_beyond_the_furthest_hit_no_face_hits(skill: int, by_base: bool) -> None:
    """DUA-1: beyond reach is where a 10 misses; DUA-10: at that distance a 10 just hits."""
    furthest = m.furthest_hit(2000, skill, by_base)
    if by_base and skill > 10:
        assert furthest == 0
        return
    at, beyond = (m.needed(skill, m.difficulty_at(cm, 2000), 0, by_base) for cm in (furthest, furthest + 1))
    assert at <= 10 < beyond


@pytest.mark.parametrize(
    ("skill", "by_base", "furthest"),
    [(0, False, 6000), (5, False, 10000), (5, True, 6000), (10, True, 2000), (11, True, 0), (14, True, 0)],
)
def test_dua_1_furthest_hits(skill: int, by_base: bool, furthest: int) -> None:
    """DUA-1, DUA-10: with an optimal distance of 20 m."""
    assert m.furthest_hit(2000, skill, by_base) == furthest


def test_dua_1_furthest_hit_by_own_values() -> None:
    """DUA-1, DUA-10: the last band in which a 10 hits."""
    values = tuple(m.Band(*band) for band in ((500, 7), (3000, 5), (5000, 11), (9000, 12)))
    assert [m.furthest_own_hit(values, skill, False) for skill in (0, 1, 2)] == [3000, 5000, 9000]
    assert m.furthest_own_hit(values, 5, True) == 5000
    assert m.furthest_own_hit((m.Band(500, 20), m.Band(600, 10)), 0, False) == 600
    assert m.furthest_own_hit((m.Band(500, 20),), 9, False) == 0
    assert m.furthest_own_hit((), 9, False) == 0


def test_dua_15_reach() -> None:
    """DUA-15: Bob's scalpel reaches 1.5 m; bandit 1 stands at 6 m."""
    assert [m.in_reach(cm, 150) for cm in (0, 149, 150, 151, 600)] == [True, True, True, False, False]


@pytest.mark.parametrize(
    ("shots", "loaded", "magazine", "fired"),
    [(3, 9, 9, 3), (3, 2, 9, 2), (3, 0, 9, 0), (1, 0, 0, 1), (3, 0, 0, 3), (1, 1, 1, 1)],
)
def test_dua_11_shots_are_what_is_loaded(shots: int, loaded: int, magazine: int, fired: int) -> None:
    """DUA-6, DUA-11: a burst of 3 with two rounds left is two shots."""
    assert m.shots_fired(shots, loaded, magazine) == fired


def test_dua_11_each_shot_throws_to_hit_then_each_hit_damage() -> None:
    """DUA-11: three shots needing 5: 4 misses, 5 and 9 hit; damage 5-12 twice: faces 1 and 8 are 5 and 12."""
    with Labelled((10, 4), (10, 5), (10, 9), (8, 1), (8, 8)) as dice:
        hit = m.throw_to_hit(3, 5, False, dice)
        damage = m.throw_damage(hit, 5, 12, 0, 0, False, dice)
    assert hit == 2
    assert damage == m.Damage(17, 17, 17, 1)
    assert dice.purposes == [m.Die.TO_HIT] * 3 + [m.Die.DAMAGE] * 2


def test_dua_20_extremes_reach_the_throw() -> None:
    """DUA-20: needing 1, a die of 1 misses; needing 11, a die of 10 hits."""
    with Faces((10, 1), (10, 2), (10, 10), (10, 9)) as dice:
        assert m.throw_to_hit(2, 1, True, dice) == 1
        assert m.throw_to_hit(2, 11, True, dice) == 1


def test_dua_12_the_worked_example() -> None:
    """DUA-10, DUA-11, DUA-12: a 7 hits; 5-12 gives 11 (face 7 of 8); HP 30, DR 0 -> 19."""
    with Faces((10, 7), (8, 7)) as dice:
        assert m.throw_to_hit(1, m.needed(5, 6, 0, True), False, dice) == 1
        damage = m.throw_damage(1, 5, 12, 0, 0, False, dice)
    assert damage == (11, 11, 11, 1)
    assert m.wounded(30, damage.through) == 19
    assert m.wounded(3, 7) == -4


def test_dua_12_resistance_once_an_attack_or_once_a_hit() -> None:
    """DUA-12: hits of 5, 9 and 12 against DR 6: 26 - 6 = 20, or 0 + 3 + 6 = 9."""
    faces = ((8, 1), (8, 5), (8, 8))
    with Faces(*faces) as dice:
        assert m.throw_damage(3, 5, 12, 0, 6, False, dice) == (26, 26, 20, 1)
    with Labelled(*faces) as dice:
        assert m.throw_damage(3, 5, 12, 0, 6, True, dice) == (26, 26, 9, 2)
    assert dice.purposes == [m.Die.DAMAGE] * 3


@pytest.mark.parametrize(("dr", "through", "pierced"), [(10, 1, 1), (11, 0, 0), (12, 0, 0)])
@pytest.mark.parametrize("per_hit", [False, True])
def test_dua_12_not_below_0(dr: int, through: int, pierced: int, per_hit: bool) -> None:
    """DUA-12: damage 11."""
    with Faces((8, 7)) as dice:
        assert m.throw_damage(1, 5, 12, 0, dr, per_hit, dice) == (11, 11, through, pierced)
    assert m.after_resistance(11, dr) == through


@pytest.mark.parametrize("per_hit", [False, True])
def test_dua_18_modifiers_change_the_damage_of_each_hit(per_hit: bool) -> None:
    """DUA-18: +2 on hits of 5 and 6; -9 on them leaves nothing, and not less."""
    with Faces((8, 1), (8, 2)) as dice:
        assert m.throw_damage(2, 5, 12, 2, 0, per_hit, dice).thrown == 15
    with Faces((8, 1), (8, 2)) as dice:
        assert m.throw_damage(2, 5, 12, -9, 0, per_hit, dice) == (11, 0, 0, 0)


@pytest.mark.parametrize("per_hit", [False, True])
def test_dua_11_fixed_damage_throws_no_die(per_hit: bool) -> None:
    """DUA-11: a range of one value needs no die, nor does an attack without a hit."""
    with Faces() as dice:
        assert m.throw_damage(2, 4, 4, 1, 0, per_hit, dice).thrown == 10
        assert m.throw_damage(0, 5, 12, 3, 0, per_hit, dice) == (0, 0, 0, 0)


def test_dua_13_unarmed() -> None:
    """DUA-13: 3dST: ST 6, faces 2, 5, 6 are 13; the DR counts in full; nothing pierces."""
    with Labelled((6, 2), (6, 5), (6, 6)) as dice:
        assert m.throw_unarmed(6, 0, 4, dice) == (13, 13, 9, 0)
    assert dice.purposes == [m.Die.DAMAGE] * 3
    with Faces((6, 2), (6, 5), (6, 6)) as same:
        assert m.throw_unarmed(6, 3, 20, same) == (13, 16, 0, 0)
    with Faces((4, 1), (4, 1), (4, 1)) as low:
        assert m.throw_unarmed(4, -5, 0, low) == (3, 0, 0, 0)


def test_dua_18_a_negative_bonus_is_taken_from_the_sum_or_from_each_hit() -> None:
    """DUA-12, DUA-18: hits of 5 and 12 with -6 each: 17 - 12 = 5 together, 0 + 6 = 6 each for itself."""
    with Faces((8, 1), (8, 8)) as dice:
        assert m.throw_damage(2, 5, 12, -6, 0, False, dice) == (17, 5, 5, 1)
    with Faces((8, 1), (8, 8)) as dice:
        assert m.throw_damage(2, 5, 12, -6, 0, True, dice) == (17, 6, 6, 1)
    assert [m.with_bonus(5, bonus) for bonus in (2, -5, -6)] == [7, 0, 0]
    assert [m.damage_of(5, face) for face in (0, 1, 8)] == [4, 5, 12]


@pytest.mark.parametrize(("dr", "changes", "counts"), [(3, 0, 3), (3, 2, 5), (3, -2, 1), (3, -3, 0), (3, -4, 0)])
def test_dua_12_effects_change_the_dr(dr: int, changes: int, counts: int) -> None:
    """DUA-12: what abilities add to the DR or take from it, not below 0."""
    assert m.protection(dr, changes) == counts


@pytest.mark.parametrize(("dr", "penetration", "counts"), [(6, 0, 6), (6, 2, 4), (6, 6, 0), (6, 9, 0)])
def test_dua_14_penetration(dr: int, penetration: int, counts: int) -> None:
    """DUA-14: DR lowered by the penetration, not below 0."""
    assert m.resistance(dr, penetration) == counts


@pytest.mark.parametrize(
    ("wear", "pierced", "left"), [(0, 1, 6), (2, 0, 6), (2, 1, 4), (2, 2, 2), (2, 3, 0), (7, 1, 0)]
)
def test_dua_14_wear(wear: int, pierced: int, left: int) -> None:
    """DUA-14: DR lost at each piercing hit."""
    assert m.worn(6, wear, pierced) == left


def test_dua_19_aimed_shot() -> None:
    """DUA-19: ruling aimed_cost; the bonus lowers the face needed."""
    assert [m.aimed_cost(both) for both in (False, True)] == [m.PRIMARY, m.BOTH]
    assert m.needed(2, 6, 2, False) == m.needed(2, 6, 0, False) - 2


def test_dua_6_healing() -> None:
    """DUA-6: a stim kit of 8: never above the full HP."""
    assert [m.healed(hp, 30, 8) for hp in (10, 22, 23, 30)] == [18, 30, 30, 30]
