"""Striker's questions for odds: any line of the notation against figures reckoned by hand."""

from fractions import Fraction
from typing import Any

import pytest

from certamen.kernel.query import Query
from certamen.odds.fork import chain
from certamen.rulesets.striker.queries import INITIATIVE, LINE, QUERIES
from certamen.rulesets.striker.ruleset import RULESET

AREA = "attack-area(main-act) -> chk(TC-A)= +M -> eff= imp(sv, Agility+B, 8 + M)"


def ask(query: Query = LINE, **given: Any) -> dict[str, dict[int | str, Fraction]]:
    """What comes out, by answer."""
    values = {key.name: given.get(key.name, key.default) for key in query.keys}
    first, stages = query.plan(values)
    found = chain(first, stages)
    told: dict[str, dict[int | str, Fraction]] = {answer.name: {} for answer in query.answers}
    for result, chance in found.chances().items():
        for answer in query.answers:
            value = answer.read(result)
            told[answer.name][value] = told[answer.name].get(value, Fraction(0)) + chance
    return told


def test_str_35_advantage_against_tc_14_with_m_5() -> None:
    """STR-35, STR-4: eight faces of each d20 fail, so both must: 1 - (8/20)^2; with disadvantage (12/20)^2."""
    assert ask(m=5, tc=14, advantage=1)["success"]["yes"] == 1 - Fraction(8, 20) ** 2
    assert ask(m=5, tc=14, disadvantage=1)["success"]["yes"] == Fraction(12, 20) ** 2
    assert ask(m=5, tc=14, advantage=1, disadvantage=1)["success"]["yes"] == Fraction(12, 20)


def test_str_26_a_hit_takes_the_effect_and_m_less_resistance() -> None:
    """STR-26: M 5 against TC 14 hits on 9 and more; 1d6 + 5 less 7 leaves 0 on a 1 or 2, else 1 to 4."""
    told = ask(m=5, tc=14, effect="1d6(hp,frc)", resistance=7)
    assert told["success"] == {"yes": Fraction(12, 20), "no": Fraction(8, 20)}
    assert told["margin"][-8] == told["margin"][11] == Fraction(1, 20)
    hit = Fraction(12, 20) / 6
    assert told["lost"] == {0: Fraction(8, 20) + 2 * hit, 1: hit, 2: hit, 3: hit, 4: hit}


def test_str_27_an_area_is_aimed_then_each_saves() -> None:
    """STR-27: M 4 reaches TC-A 8 on 4 and more; the save needs 12 with 2 added: 11 faces; 1d6 without M."""
    told = ask(line=AREA, m=4, save=2, effect="1d6(hp,frc)")
    aimed, failed = Fraction(17, 20), Fraction(9, 20)
    assert told["success"]["yes"] == aimed * failed
    assert told["lost"][6] == aimed * failed / 6
    half = ask(line=AREA, m=4, save=2, effect="1d6(hp,frc)", area_save="half", area_adds_m="yes")
    assert half["lost"][10] == aimed * failed / 6
    assert half["lost"][2] == aimed * (1 - failed) / 6


def test_str_5_a_line_stops_at_the_first_failure_and_sets_what_it_sets() -> None:
    """STR-4, STR-5: +M + (CC-Q - CC) adds what the item is worth; then the PC set is 8 and another skill's M and S."""
    line = "bypass(main-act, R) -> chk(CC)= +M + (CC-Q - CC) -> set(PC)= 8 + M(Stealth+S)"
    told = ask(line=line, m=3, cc=14, cc_q=12, s=1, skills="Stealth=4")
    assert told["success"]["yes"] == Fraction(8, 20)
    assert told["amount"] == {13: Fraction(8, 20), 0: Fraction(12, 20)}


def test_str_5_half_of_m_is_given_rounded_down() -> None:
    assert ask(line="lead(main-act) -> eff= give(d) ½•M to Resolve chk|sv", m=5)["amount"] == {2: 1}


def test_str_6_saves_passive_values_and_checks_of_the_alert() -> None:
    """STR-6: a passive value has no die; chk+ is never below it: with M 2 and base 8 nine faces and fewer give 10."""
    assert ask(line="sv(Agility)", m=2, challenge=12)["success"]["yes"] == Fraction(11, 20)
    assert ask(line="psv(Perception)", m=2)["margin"] == {10: 1}
    assert ask(line="psv(Perception)", m=2, passive_base="10")["margin"] == {12: 1}
    alert = ask(line="chk+(Perception)", m=2, challenge=10)
    assert alert["success"] == {"yes": 1}
    assert ask(line="chk+(Perception)", m=2, challenge=10, chk_plus="plain")["success"]["yes"] == Fraction(13, 20)
    assert ask(line="chk(Acrobatics,10)", m=2)["success"]["yes"] == Fraction(13, 20)


def test_str_26_dice_alone() -> None:
    assert ask(line="2d6(hp,frc)", resistance=3)["lost"][4] == Fraction(6, 36)


def test_str_13_initiative_ties_are_told_apart() -> None:
    """STR-12, STR-13: with equal M and M(Perception) one in twenty ties; more Perception wins those."""
    told = ask(INITIATIVE, m=3, other=3)["first"]
    assert told["a tie: a d20 each"] == Fraction(1, 20)
    assert told["the one"] == told["the other"]
    assert ask(INITIATIVE, m=3, other=3, perception=1)["first"]["the one"] == Fraction(210, 400)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"line": "chk(="}, "line, column"),
        ({"effect": "psv(Perception)"}, "is no effect"),
        ({"effect": "2d("}, "effect, column"),
        ({"skills": "Stealth three"}, "skills: 'Stealth three'"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said.replace("(", r"\(")):
        ask(**given)


def test_the_notes_say_how_the_line_was_read() -> None:
    values = {key.name: key.default for key in LINE.keys} | {"m": 5, "tc": 14, "line": "hit(main-act) -> chk(TC)= +M"}
    assert LINE.notes(values) == ("hit(main-act) -> chk(TC)= +M", "TC 14, M 5")


def test_rules_and_the_place_of_the_questions() -> None:
    known = {rule.id for rule in RULESET.rules}
    assert all(set(query.rules) <= known for query in QUERIES)
    assert RULESET.queries == "certamen.rulesets.striker.queries:QUERIES"
