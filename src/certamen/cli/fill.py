"""What an offer still needs, asked field by field."""

from collections.abc import Callable

from certamen.kernel.action import Choice, Field, Number, Offer, Places, Value, Words, expected
from certamen.kernel.words import WordsError, match


def fill(offer: Offer, ask: Callable[[str], str]) -> dict[str, Value]:
    """The values of an offer's fields, each asked for once; what has but one choice is not asked.

    Raises WordsError at the first answer that will not do.
    """
    values: dict[str, Value] = {}
    for field in offer.fields:
        value = _value(field, ask)
        if value is not None:
            values[field.name] = value
    return values


def _value(field: Field, ask: Callable[[str], str]) -> Value | None:
    if (
        isinstance(field, Choice | Places)
        and len(field.options) == 1
        and not (isinstance(field, Places) and field.free)
    ):
        only = field.options[0].id
        return (only,) if isinstance(field, Choice) and field.most > 1 else only
    answer = ask(f"{field.name} ({expected(field)}): ").strip()
    if isinstance(field, Words):
        return answer if answer or not field.optional else None
    if isinstance(field, Number):
        if not answer and field.usual is not None:
            return field.usual
        if not answer.lstrip("+-").isdecimal():
            raise WordsError(f"{field.name} is {expected(field)}, not {answer or 'nothing'}")
        return int(answer)
    if isinstance(field, Choice) and field.most > 1:
        return tuple(_one(word, field) for word in answer.replace(",", " ").split())
    return answer if isinstance(field, Places) and field.free else _one(answer, field)


def _one(word: str, field: Choice | Places) -> str:
    found = match(word, field.options) if word else []
    if len(found) != 1:
        raise WordsError(
            f"{word or 'nothing'} could be {' or '.join(found)}" if found else f"{field.name} is {expected(field)}"
        )
    return found[0]
