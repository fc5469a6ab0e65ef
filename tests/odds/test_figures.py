"""Figures reckoned by hand, through the real rulesets: what the issue "Know" and the books' pages give."""

from fractions import Fraction

import pytest

from certamen.odds import ask


@pytest.mark.parametrize(("ruling", "chance"), [("under", Fraction(64, 100)), ("at_or_under", Fraction(65, 100))])
def test_starcluster_target_65(ruling: str, chance: Fraction) -> None:
    """SC2-8: under 65 are 64 faces of 100; with the number itself 65."""
    assert ask("starcluster", "check", target=65, success=ruling).answers["success"]["yes"] == chance


@pytest.mark.parametrize(
    ("net", "rating", "to_other", "to_himself"),
    [(0, 1, Fraction(6, 12), Fraction(6, 12)), (3, 1, Fraction(9, 12), Fraction(3, 12))],
)
def test_samsara_checks_to_either_side(net: int, rating: int, to_other: Fraction, to_himself: Fraction) -> None:
    """SAM-1, SAM-8: at net 0 half of twelve faces go to each side; at +3 nine of them to the other."""
    answers = ask("samsara", "contest", net=net, rating=rating).answers
    assert 1 - answers["checks to the antagonist"][0] == to_other
    assert 1 - answers["checks to himself"][0] == to_himself


def test_starslinger_three_edges_on_a_natural_1() -> None:
    """SLG-10, SLG-11: three edges are a d8, and only its 1 does not show more than the d20."""
    assert ask("starslinger", "roll", d20=1, edges=3).answers["natural"][1] == Fraction(1, 8)


def test_striker_advantage_against_14_with_5() -> None:
    """STR-4: a d20 + 5 misses 14 with 8 faces of 20, and with advantage only where both dice do."""
    odds = ask("striker", "line", m=5, tc=14, advantage=True)
    assert 1 - Fraction(8, 20) ** 2 == odds.answers["success"]["yes"]


def test_dualaction_three_shots() -> None:
    """DUA-10, DUA-11: skill 3 at difficulty 6 needs a 3, 8 faces of 10; of three shots all hit with its cube."""
    assert ask("dualaction", "attack", skill=3, shots=1).answers["hits"][1] == Fraction(8, 10)
    assert ask("dualaction", "attack", skill=3, shots=3).answers["hits"][3] == Fraction(8, 10) ** 3
