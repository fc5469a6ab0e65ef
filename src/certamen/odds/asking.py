"""What a ruleset is asked: its questions, the values given checked, and the exact distribution of each answer."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from certamen.kernel.errors import CertamenError
from certamen.kernel.query import Answer, Key, Query
from certamen.kernel.ruleset import loaded
from certamen.odds.fork import Limit, Outcomes, chain
from certamen.rulesets import find

Given = int | str
Spread = Mapping[int | str, Fraction]
"""The chance of each value: whole numbers from the lowest, words in the order of the numbers they stand for."""


class QuestionError(CertamenError):
    """A question that a ruleset cannot be asked: unknown, or with values that will not do."""


class Odds(Struct, frozen=True):
    """An exact answer: plain data.

    values: every key with the value that was used; assumed: those nobody gave; notes: what was reckoned from them;
    rules: the ids the answer rests on; answers: the chance of each value of each answer; cut: the chance of all ways
    for the dice that were not followed to their end (they are in no answer).
    """

    ruleset: str
    question: str
    title: str
    values: Mapping[str, Given]
    assumed: tuple[str, ...]
    notes: tuple[str, ...]
    rules: tuple[str, ...]
    answers: Mapping[str, Spread]
    cut: Fraction = Fraction(0)

    def rows(self) -> list[dict[str, object]]:
        """One row for each value of each answer, as a data-frame library takes it: exact, and as a float."""
        return [
            {
                "answer": name,
                "value": value,
                "chance": float(chance),
                "numerator": chance.numerator,
                "denominator": chance.denominator,
            }
            for name, spread in self.answers.items()
            for value, chance in spread.items()
        ]


def ask(ruleset: str, question: str = "", /, **values: Given) -> Odds:
    """The exact odds of a ruleset's question, the first where none is named; keys left out take their defaults.

    Answers are kept: the same question costs next to nothing the second time. Raises UnknownRuleset, QuestionError
    for a question, key or value that will not do, and TooMuchWork.

    >>> from certamen.odds import ask
    >>> ask("samsara", "contest", net=3).answers["success"]["yes"]
    Fraction(3, 4)
    """
    try:
        return _asked(ruleset, question, **values)
    except TypeError:
        for name, value in values.items():
            if not isinstance(value, int | str):
                raise QuestionError(f"{name} is a whole number, yes or no, or a word, not {value!r:.60}") from None
        raise


@lru_cache(maxsize=4096, typed=True)
def _asked(ruleset: str, question: str, /, **values: Given) -> Odds:
    return answer(ruleset, find_question(ruleset, question), values)


def questions(ruleset: str) -> tuple[Query, ...]:
    """What a ruleset can be asked. Raises UnknownRuleset."""
    found: tuple[Query, ...] | None = loaded(find(ruleset).queries)
    return found or ()


def find_question(ruleset: str, name: str = "") -> Query:
    """The question of this name, or the first. Raises UnknownRuleset and QuestionError, naming those there are."""
    known = questions(ruleset)
    if not known:
        raise QuestionError(f"{ruleset} cannot be asked anything yet")
    for one in known:
        if name in (one.name, ""):
            return one
    raise QuestionError(f"{ruleset} has no question {_shown(name)}{_hint(name, [one.name for one in known])}")


def answer(ruleset: str, query: Query, given: Mapping[str, Given], ways: int | None = None) -> Odds:
    """As `ask`, of this very question; `ways` limits how many ways the dice are followed."""
    values = checked(query, given)
    try:
        first, stages = query.plan(values)
        notes = query.notes(values)
    except ValueError as error:
        raise QuestionError(f"{query.name}: {error}") from None
    came = chain(first, stages, Limit(ways) if ways else None)
    return Odds(
        ruleset,
        query.name,
        query.title,
        MappingProxyType(values),
        tuple(key.name for key in query.keys if key.name not in given),
        notes,
        query.rules,
        MappingProxyType({one.name: _spread(one, came) for one in query.answers}),
        Fraction(came.cut, came.whole),
    )


def _spread(one: Answer, came: Outcomes[Any]) -> Spread:
    """The chance of each value of an answer."""
    weights: dict[int | str, int] = {}
    for numbers in sorted(came.weights):
        value = one.read(numbers)
        plain = value if isinstance(value, str) else int(value)
        weights[plain] = weights.get(plain, 0) + came.weights[numbers]
    if all(isinstance(value, int) for value in weights):
        weights = dict(sorted(weights.items()))
    return MappingProxyType({value: Fraction(weight, came.whole) for value, weight in weights.items()})


def checked(query: Query, given: Mapping[str, Given]) -> dict[str, Given]:
    """Every key of the question with its value. Raises QuestionError for a key or value that will not do."""
    known = {key.name: key for key in query.keys}
    for name in given:
        if name not in known:
            raise QuestionError(f"{query.name} has no key {_shown(name)}{_hint(name, known)}")
    missing = [key for key in query.keys if key.default is None and key.name not in given]
    if missing:
        needed = "; ".join(f"{key.name} ({key.meaning}): {expected(key)}" for key in missing)
        raise QuestionError(f"{query.name} needs {needed}")
    return {key.name: _value(key, given.get(key.name, key.default)) for key in query.keys}


def _value(key: Key, value: object) -> Given:
    if key.kind == "flag" and isinstance(value, int) and value in (0, 1):
        return bool(value)
    if key.kind == "number" and type(value) is int and key.low <= value <= key.high:
        return value
    if key.kind == "choice" and isinstance(value, str) and value in key.choices:
        return value
    if isinstance(value, str) and (key.kind == "text" or (key.kind == "number" and value == key.default)):
        return value
    close = _hint(value, key.choices, "") if isinstance(value, str) else ""
    raise QuestionError(f"{key.name} cannot be {_shown(value)}: {expected(key)}{close}")


def read_value(key: Key, text: str) -> Given:
    """What a person wrote as a key's value; what cannot be read stays as it is, for `checked` to refuse."""
    if key.kind == "flag":
        word = text.lower()
        return word in ("yes", "true", "1") if word in ("yes", "no", "true", "false", "0", "1") else text
    digits = text.lstrip("+-")
    if key.kind == "number" and digits.isascii() and digits.isdecimal() and len(digits) < 19 >= len(text):
        try:
            return int(text)
        except ValueError:  # two signs
            return text
    return text


def expected(key: Key) -> str:
    """What a key takes, in words."""
    if key.kind == "number":
        word = f", or {key.default}" if isinstance(key.default, str) else ""
        return f"a whole number from {key.low} to {key.high}{word}"
    if key.kind == "choice":
        return f"one of {', '.join(key.choices)}"
    return "yes or no" if key.kind == "flag" else "text"


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _hint(name: str, known: Iterable[str], otherwise: str = ": ") -> str:
    names = list(known)
    close = get_close_matches(name[:64].lower().replace("-", "_"), names, 2)
    if close:
        return f"; did you mean {' or '.join(close)}?"
    return otherwise and otherwise + (", ".join(names) or "it takes none")
