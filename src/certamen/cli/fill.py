"""What an offer still needs, asked field by field."""

from collections.abc import Callable

import click

from certamen.kernel.action import Choice, Field, Number, Offer, Places, Value, Words, expected
from certamen.kernel.words import WordsError, match

Ask = Callable[[str], str | None]


def prompted(prompt: str) -> str | None:
    """One line from the person; None at the end of what he types."""
    try:
        return input(prompt).strip()
    except (EOFError, RuntimeError):  # a closed standard input is a RuntimeError
        click.echo()
        return None


def fill(offer: Offer, ask: Ask) -> dict[str, Value]:
    """The values of an offer's fields, each asked for until it will do; what has but one choice is not asked.

    Raises WordsError where nothing is answered: the offer is left.
    """
    values: dict[str, Value] = {}
    for field in offer.fields:
        value = _only(field)
        value = _asked(field, values, ask) if value is None else value
        if value != "" or not isinstance(field, Words):
            values[field.name] = value
    return values


def _only(field: Field) -> Value | None:
    if isinstance(field, Number):
        return field.low if field.low == field.high else None
    if isinstance(field, Words) or len(field.options) != 1 or (isinstance(field, Places) and field.free):
        return None
    only = field.options[0].id
    return (only,) if isinstance(field, Choice) and field.most > 1 else only


def _asked(field: Field, values: dict[str, Value], ask: Ask) -> Value:
    while True:
        answer = ask(f"{field.name} ({_wanted(field)}): ")
        if not answer:
            if answer is not None and isinstance(field, Words) and field.optional:
                return ""
            raise WordsError("nothing was done")
        try:
            return _value(answer, field, values)
        except WordsError as error:
            click.echo(click.style(str(error), fg="red"))


def _wanted(field: Field) -> str:
    if isinstance(field, Words):
        return "text, or nothing" if field.optional else "text"
    return expected(field)


def _value(answer: str, field: Field, values: dict[str, Value]) -> Value:
    if isinstance(field, Words):
        return answer
    if isinstance(field, Number):
        return _number(answer, field, values)
    if isinstance(field, Choice) and field.most > 1:
        chosen = tuple(dict.fromkeys(_one(word, field) for word in answer.replace(",", " ").split()))
        if not field.least <= len(chosen) <= field.most:
            raise WordsError(f"{field.name} is {expected(field)}")
        return chosen
    return answer if isinstance(field, Places) and field.free else _one(answer, field)


def _number(answer: str, field: Number, values: dict[str, Value]) -> int:
    digits = answer.lstrip("+-")
    most = values.get(field.upto, field.high) if field.upto else field.high
    if digits.isascii() and digits.isdecimal() and len(answer) <= 18 and len(answer) - len(digits) <= 1:
        number = int(answer)
        if field.low <= number <= field.high and isinstance(most, int) and number <= most:
            return number
    raise WordsError(f"{field.name} is {expected(field)}, not {answer[:40]}")


def _one(word: str, field: Choice | Places) -> str:
    found = match(word, field.options)
    if len(found) == 1:
        return found[0]
    raise WordsError(f"{word} could be {' or '.join(found)}" if found else f"{field.name} is {expected(field)}")
