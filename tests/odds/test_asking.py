"""A ruleset's questions: values checked with one clear message, answers exact, and kept."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from certamen.dice import Dice, TooMuchWork
from certamen.kernel.query import Answer, Key, Query
from certamen.odds import QuestionError, answer, ask, questions
from certamen.odds.asking import Given, read_value
from certamen.rulesets import UnknownRuleset, names


class Blow(NamedTuple):
    hit: int
    harm: int


def swing(target: int, dice: Dice) -> Blow:
    return Blow(int(dice.roll(20) >= target), 0)


def harm(blow: Blow, dice: Dice) -> Blow:
    return Blow(1, dice.sum(2, 6)) if blow.hit else blow


def plan(values: Mapping[str, Any]) -> tuple[Any, tuple[Any, ...]]:
    if values["armed"] and values["weapon"] == "none":
        raise ValueError("one who is armed has a weapon")
    return values["target"], (swing, harm) if values["armed"] else (swing,)


TOY = Query(
    name="blow",
    title="a blow",
    keys=(
        Key("target", "what the die must reach", low=1, high=20),
        Key("armed", "whether there is a weapon", 1, "flag"),
        Key("weapon", "which", "club", "choice", choices=("club", "sword", "none")),
        Key("shift", "how far", "usual", low=-5, high=5),
        Key("word", "anything", "", "text"),
    ),
    plan=plan,
    answers=(
        Answer("result", lambda blow: "hit" if blow.hit else "miss"),
        Answer("harm", lambda blow: blow.harm),
        Answer("hit", lambda blow: blow.hit == 1),
    ),
    rules=("TOY-1",),
    notes=lambda values: (f"target {values['target']}",),
)


def toy(**values: Given) -> Any:
    return answer("toy", TOY, values)


def test_answers_are_exact() -> None:
    odds = toy(target=15)
    assert odds.answers["result"] == {"miss": Fraction(14, 20), "hit": Fraction(6, 20)}
    assert odds.answers["harm"][7] == Fraction(6, 20) * Fraction(6, 36)
    assert list(odds.answers["harm"]) == [0, *range(2, 13)]
    assert odds.answers["hit"] == {0: Fraction(14, 20), 1: Fraction(6, 20)}
    assert (odds.values["target"], odds.assumed) == (15, ("armed", "weapon", "shift", "word"))
    assert (odds.notes, odds.rules, odds.cut) == (("target 15",), ("TOY-1",), 0)


def test_rows_are_for_a_data_frame() -> None:
    rows = toy(target=11, armed=0).rows()
    assert rows[0] == {"answer": "result", "value": "miss", "chance": 0.5, "numerator": 1, "denominator": 2}
    assert len(rows) == 5


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "blow needs target (what the die must reach): a whole number from 1 to 20"),
        ({"target": 21}, "target cannot be 21: a whole number from 1 to 20"),
        ({"target": "15"}, "target cannot be '15': a whole number from 1 to 20"),
        ({"target": True}, "target cannot be True: a whole number from 1 to 20"),
        ({"target": 10**30}, "target cannot be 1000000000000000000000000000000: a whole number from 1 to 20"),
        ({"target": 5, "armed": 2}, "armed cannot be 2: yes or no"),
        ({"target": 5, "armed": "yes"}, "armed cannot be 'yes': yes or no"),
        ({"target": 5, "weapon": "swrod"}, "weapon cannot be 'swrod': one of club, sword, none; did you mean sword?"),
        ({"target": 5, "weapon": 3}, "weapon cannot be 3: one of club, sword, none"),
        ({"target": 5, "shift": "often"}, "shift cannot be 'often': a whole number from -5 to 5, or usual"),
        ({"target": 5, "word": 3}, "word cannot be 3: text"),
        ({"taregt": 5}, "blow has no key 'taregt'; did you mean target?"),
        ({"x" * 10_000: 5}, "blow has no key 'xxx"),
        ({"target": 5, "weapon": "none"}, "blow: one who is armed has a weapon"),
    ],
)
def test_what_is_refused(values: dict[str, Given], message: str) -> None:
    with pytest.raises(QuestionError) as refused:
        toy(**values)
    assert str(refused.value).startswith(message)
    assert len(str(refused.value)) < 300


def test_a_word_may_stand_for_a_number_where_it_is_the_usual() -> None:
    assert toy(target=5, shift="usual").values["shift"] == "usual"
    assert toy(target=5, shift=-5).values["shift"] == -5


def test_too_much_work_is_refused() -> None:
    with pytest.raises(TooMuchWork, match="more than 10 ways"):
        answer("toy", TOY, {"target": 5}, ways=10)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("number", "+3", 3),
        ("number", "-12", -12),
        ("number", "--3", "--3"),
        ("number", "1_000", "1_000"),
        ("number", "٣", "٣"),
        ("number", "9" * 40, "9" * 40),
        ("number", "", ""),
        ("flag", "Yes", True),
        ("flag", "0", False),
        ("flag", "maybe", "maybe"),
        ("text", "5", "5"),
        ("choice", "5", "5"),
    ],
)
def test_what_a_person_writes(kind: Any, text: str, value: Given) -> None:
    assert read_value(Key("key", "", 0, kind), text) == value


def test_answers_are_kept_and_cannot_be_spoilt() -> None:
    ruleset = next(name for name in names() if questions(name))
    odds = ask(ruleset)
    assert ask(ruleset) is odds
    with pytest.raises(TypeError):
        odds.answers["more"] = {}  # type: ignore[index]  # that it cannot be written is the test


def test_questions_there_are_not() -> None:
    ruleset = next(name for name in names() if questions(name))
    with pytest.raises(QuestionError, match=f"{ruleset} has no question 'zzz': "):
        ask(ruleset, "zzz")
    with pytest.raises(UnknownRuleset):
        ask("chess")
    with pytest.raises(QuestionError, match="target is a whole number, yes or no, or a word, not"):
        ask(ruleset, "", target=[1])  # type: ignore[arg-type]  # as somebody may pass it


@pytest.mark.parametrize("ruleset", names())
def test_every_question_can_be_asked_with_its_defaults(ruleset: str) -> None:
    """Each answers with chances that add up, or says which key it needs."""
    for query in questions(ruleset):
        needed = {key.name: max(key.low, 1) for key in query.keys if key.default is None and key.kind == "number"}
        odds = answer(ruleset, query, needed)
        for name, spread in odds.answers.items():
            assert sum(spread.values()) + odds.cut == 1, (query.name, name)


def _rules(ruleset: str) -> Any:
    from certamen.rulesets import rules_of

    return rules_of(ruleset)[0]


@pytest.mark.parametrize("ruleset", names())
def test_questions_rest_on_rules_there_are(ruleset: str) -> None:
    known = {rule.id for rule in _rules(ruleset)}
    for query in questions(ruleset):
        assert known.issuperset(query.rules), query.name
