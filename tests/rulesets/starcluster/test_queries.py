"""StarCluster's questions against figures reckoned by hand."""

from fractions import Fraction
from itertools import product

import pytest

from certamen.dice import Faces
from certamen.odds.asking import QuestionError, ask
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster.queries import ATTACK, FATES


def hundredths(chance: Fraction) -> int | Fraction:
    return chance * 100 if (chance * 100).denominator > 1 else int(chance * 100)


def test_sixty_five_is_64_or_65_of_100() -> None:
    """SC2-8: under the target number, or by ruling at it too."""
    assert hundredths(ask("starcluster", "check", target=65).answers["success"]["yes"]) == 64
    assert hundredths(ask("starcluster", "check", target=65, success="at_or_under").answers["success"]["yes"]) == 65


def test_plus_makes_the_target_number() -> None:
    """SC2-7: gun+5 is 65, gun+2 is 50; other rulings, other numbers."""
    for plus, wanted in ((5, 65), (2, 50), (0, 40)):
        odds = ask("starcluster", "check", plus=plus, mastery_checks="combat_only")
        assert odds.notes[0].startswith(f"target number {wanted}: {wanted - 1} of 100")
    assert ask("starcluster", "attack", plus=2, base_target=45, per_plus=4).answers["hit"]["yes"] == Fraction(52, 100)


def test_mastery_gives_further_rolls_outside_combat() -> None:
    """SC2-9: +10 is a target of 90 and three rolls, all missed 11 in 100 each."""
    odds = ask("starcluster", "check", plus=10)
    assert odds.answers["success"]["no"] == Fraction(11, 100) ** 3
    assert "3 rolls" in odds.notes[0]
    assert ask("starcluster", "check", plus=10, mastery_checks="combat_only").answers["success"]["no"] == Fraction(
        11, 100
    )


def test_shifts_and_trades() -> None:
    """SC2-3 to SC2-6, SC2-12: Heather's 30 points later, half on quality; ten sooner off chance; a trade; hindered."""
    heather = ask("starcluster", "attack", plus=2, quality=25, shift=30, on_quality=15)
    assert heather.notes[:2] == ("target number 65: 64 of 100", "quality of success 1d100 +40")
    assert ask("starcluster", "attack", plus=5, shift=-10).answers["hit"]["yes"] == Fraction(54, 100)
    traded = ask("starcluster", "attack", plus=5, trade=10, hindered=True, quality=15)
    assert traded.notes[:2] == ("target number 35: 34 of 100", "quality of success 1d100 +5")
    assert ask("starcluster", "attack", hindered=True, quality=15, hindered_quality="no").notes[1].endswith("+15")
    dark = ask("starcluster", "attack", plus=5, armour=-10, cover=-5, lighting=-5, range=-20)
    assert dark.answers["hit"]["yes"] == Fraction(24, 100)


def test_what_an_attack_does() -> None:
    """SC2-10 to SC2-14: Heather's last shot, at the bad guy's 217 of 360, with Overdo +0 at 20: 19 of 100."""
    odds = ask("starcluster", "attack", plus=2, quality=25, shift=30, on_quality=15, constitution=217, full=360)
    lost, left = odds.answers["Constitution lost"], odds.answers["Constitution left"]
    assert (lost[0], lost[41], lost[140], lost[122]) == (Fraction(36, 100), *[Fraction(64, 10_000)] * 3)
    assert left[95] == Fraction(64, 10_000)
    # 1d100 + 40 from 217: below 180 from 38 on, always; below 90 from 128 on: 13 faces
    assert odds.answers["wound"] == {
        "hindered": Fraction(36, 100),
        "below unconscious": Fraction(64 * 87, 10_000),
        "seriously wounded": Fraction(64 * 13, 10_000),
    }
    assert odds.answers["fate"]["stunned"] == Fraction(64, 100) * Fraction(81, 100)


def test_at_zero() -> None:
    """SC2-14: 1d100 + 15 takes the last 50 in 66 of 100, dying or dead by ruling."""
    odds = ask("starcluster", "attack", target=65, quality=15, constitution=50, full=400, overdo_target=1_000)
    assert odds.answers["fate"]["dying"] == Fraction(64 * 66, 10_000)
    odds = ask("starcluster", "attack", target=65, quality=15, constitution=50, full=400, at_zero="dead")
    assert odds.answers["fate"]["dead"] == Fraction(64 * 66, 10_000)


def test_staying_up() -> None:
    """SC2-13: +0 is 20, 19 of 100; +5 is 45 and two rolls."""
    assert ask("starcluster", "overdo").answers["stays up"]["yes"] == Fraction(19, 100)
    assert ask("starcluster", "overdo", plus=5).answers["stays up"]["no"] == Fraction(56, 100) ** 2


def test_who_comes_first() -> None:
    """SC2-2, SC2-16: of 10,000 pairs of rolls 100 are equal; 20 sooner is 80 * 81 / 2 of them the other way."""
    assert ask("starcluster", "initiative").answers["first"]["neither: equal"] == Fraction(1, 100)
    sooner = ask("starcluster", "initiative", shift=-20).answers["first"]
    assert sooner == {"one": Fraction(10_000 - 3240, 10_000), "the other": Fraction(3240, 10_000)}
    skilled = ask("starcluster", "initiative", plus=5).answers["first"]
    assert skilled == {"one": Fraction(5050, 10_000), "the other": Fraction(4950, 10_000)}
    delayed = ask("starcluster", "initiative", other_hindered=True).answers["first"]["the other"]
    assert delayed == Fraction(80 * 81 // 2, 10_000)  # of equal ones the lower base is the other's


@pytest.mark.parametrize("overdo", [0, 5])
def test_the_stages_are_the_mechanics(overdo: int) -> None:
    """SC2-13: rolling Overdo ahead, roll by roll, is the same as rolling it when it is needed."""
    values = {"target": 80, "quality": 60, "constitution": 250, "full": 400, "overdo": overdo}
    odds = ask("starcluster", "attack", **values)
    stunned = 0
    for quality in range(1, 101):
        hurt = m.wound(m.constitution_left(250, quality + 60), 400, False)
        if m.must_overdo(hurt, quality + 60):
            faces = product(range(1, 101), repeat=m.tries(overdo, True))
            stunned += sum(not _stays_up(overdo, one) for one in faces)
    rolls = 100 ** m.tries(overdo, True)
    assert odds.answers["fate"]["stunned"] == Fraction(79, 100) * Fraction(stunned, 100 * rolls)
    assert set(odds.answers["fate"]) <= set(FATES)


def _stays_up(plus: int, faces: tuple[int, ...]) -> bool:
    return m.stays_up(Faces(*((100, face) for face in faces)), plus, m.skill_target(plus, 40, 5), True, False)


def test_values_that_make_no_sense() -> None:
    """A wrong value gets one clear message."""
    with pytest.raises(QuestionError, match="at most the 10 points"):
        ask("starcluster", "attack", shift=-10, on_quality=11)
    with pytest.raises(QuestionError, match="more than the full 360"):
        ask("starcluster", "attack", constitution=400, full=360)
    assert ATTACK.keys[0].name == "target"
