"""dualaction's questions for odds: figures reckoned by hand."""

from fractions import Fraction

import pytest

from certamen.odds import QuestionError, ask
from certamen.rulesets.dualaction import queries
from certamen.rulesets.dualaction.ruleset import RULESET

TENTH = Fraction(1, 10)


def test_the_attack_is_asked_where_no_name_is_given() -> None:
    assert RULESET.queries == "certamen.rulesets.dualaction.queries:QUERIES"
    assert [one.name for one in queries.QUERIES] == ["attack", "check", "unarmed", "way"]
    assert ask("dualaction", skill=2).question == "attack"
    rules = {rule.id for rule in RULESET.rules}
    assert all(rules.issuperset(one.rules) for one in queries.QUERIES)


@pytest.mark.parametrize(
    ("values", "tenths"),
    [
        ({"skill": 5}, 10),  # any face reaches 6
        ({"skill": 0}, 5),
        ({"skill": 2, "difficulty": 8}, 5),
        ({"skill": 2, "optimal": 20, "distance": 20}, 7),
        ({"skill": 2, "optimal": 20, "distance": 21}, 5),  # 2 more for a further stretch
        ({"skill": 2, "optimal": 20, "distance": 41, "cover": 2}, 1),
        ({"skill": 5, "to_hit": "base"}, 6),  # the die alone must show 5
        ({"skill": 5, "criticals": "extremes"}, 9),  # a 1 misses
        ({"skill": 0, "difficulty": 20, "criticals": "extremes"}, 1),  # a 10 hits
        ({"skill": 0, "bonus": 3}, 8),
    ],
)
def test_dua_10_a_throw_to_hit(values: dict[str, int | str], tenths: int) -> None:
    """DUA-10, DUA-20."""
    found = ask("dualaction", "check", **values)
    assert found.answers["hit"].get("yes", 0) == tenths * TENTH


def test_dua_11_dua_12_one_shot() -> None:
    """DUA-11, DUA-12: the example's 5-12 against DR 2: seven faces of ten hit, eight damages each as likely."""
    found = ask("dualaction", skill=2, damage="5-12", dr=2, hp=9).answers
    hit = 7 * TENTH
    assert found["hits"] == {0: 1 - hit, 1: hit}
    assert found["damage"] == {0: 1 - hit} | dict.fromkeys(range(3, 11), hit / 8)
    assert found["target"] == {"stands": 1 - hit / 4, "down": hit / 4}  # 11 and 12 less 2 are 9 or more


def test_dua_11_several_shots_sum_up() -> None:
    """DUA-11, DUA-12: two shots of 1-2 at even chances, DR 1 once from the sum, or from each hit."""
    once = ask("dualaction", shots=2, damage="1-2", dr=1).answers["damage"]
    assert once == {0: Fraction(1, 2), 1: Fraction(1, 4) + Fraction(1, 16), 2: Fraction(1, 8), 3: Fraction(1, 16)}
    each = ask("dualaction", shots=2, damage="1-2", dr=1, dr_per="hit").answers["damage"]
    assert each == {0: Fraction(1, 4) + Fraction(1, 4) + Fraction(1, 16), 1: Fraction(3, 8), 2: Fraction(1, 16)}


def test_dua_14_points_off_the_dr() -> None:
    """DUA-14: a hit of 3-4 pierces DR 5 less 2 with its 4 alone, and wears 2 off."""
    found = ask("dualaction", skill=5, damage="3-4", dr=5, penetration=2, wear=2).answers
    assert found["points off the DR"] == {0: Fraction(1, 2), 2: Fraction(1, 2)}
    worn = ask("dualaction", skill=5, damage="3-4", dr=1, wear=2).answers
    assert worn["points off the DR"] == {1: Fraction(1)}  # no more than there is


def test_dua_13_bare_hands() -> None:
    """DUA-13: 3d2 is 3 to 6 as 1, 3, 3, 1 of 8."""
    found = ask("dualaction", "unarmed", strength=2, melee_to_hit="automatic", dr=4).answers
    assert found["damage"] == {0: Fraction(1, 2), 1: Fraction(3, 8), 2: Fraction(1, 8)}
    thrown = ask("dualaction", "unarmed", strength=2, skill=0, extra=1).answers["damage"]
    assert thrown == {0: Fraction(1, 2), **{n + 4: Fraction(k, 16) for n, k in enumerate((1, 3, 3, 1))}}


def test_dua_7_the_way_thrown_for() -> None:
    """DUA-7: 1d10 x 5 metres."""
    assert ask("dualaction", "way").answers["metres"] == dict.fromkeys(range(5, 51, 5), TENTH)


def test_twenty_shots_are_soon_answered() -> None:
    """DUA-11: sums merge: 20 shots at even chances, each of 1-100."""
    found = ask("dualaction", shots=20, damage="1-100", dr=3).answers["damage"]
    assert sum(found.values()) == 1
    assert max(found) == 1997


def test_values_that_make_no_sense() -> None:
    with pytest.raises(QuestionError, match="give optimal too"):
        ask("dualaction", distance=5)
    with pytest.raises(QuestionError, match="5-12"):
        ask("dualaction", damage="12-5")


def test_what_was_reckoned() -> None:
    assert ask("dualaction", skill=2, optimal=20, distance=30, dr=3, penetration=1).notes == (
        "difficulty 8",
        "face needed 6: 5 of 10 faces hit",
        "DR that counts 2",
    )
    assert ask("dualaction", "unarmed", melee_to_hit="automatic").notes == (
        "a blow within reach lands",
        "DR that counts 0",
    )
