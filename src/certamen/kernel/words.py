"""Acts in a person's words: "attack thug with revolver". Unique beginnings suffice; nothing is guessed."""

import difflib
import re
import shlex
from collections.abc import Collection, Sequence

from certamen.kernel.action import Choice, Field, Number, Offer, Option, Places, Value, Words
from certamen.kernel.errors import CertamenError

FILLERS = frozenset(
    ("a", "an", "and", "at", "by", "for", "from", "in", "into", "of", "on", "the", "to", "using", "with")
)


_COLON = re.compile(r"^[\w-]+:|:(?=\s|$)")
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}\Z", re.ASCII)


class WordsError(CertamenError):
    """Words that name no act, or more than one; the text says what could be meant."""


def read(text: str, offers: Sequence[Offer]) -> tuple[str, dict[str, Value]]:
    """(verb, values) of the one act among the offers that the words name.

    The verb comes first; then, in any order, ids or names of what it needs, numbers, `field=value`; free text last,
    after a colon or in quotes. Raises WordsError, never guesses: a field that has but one choice may be left out.
    """
    head, said = _said(text.strip())
    words = _split(head)
    if not words:
        raise WordsError("say what to do: " + ", ".join(_verbs(offers)))
    verb = _verb(words[0], offers)
    rest = words[1:]
    meanings: list[tuple[Offer, dict[str, Value]]] = []
    errors: list[WordsError] = []
    for offer in offers:
        if offer.verb == verb:
            try:
                values = _values(offer, rest, said)
            except WordsError as error:
                errors.append(error)
            else:
                meanings.append((offer, values))
    return verb, _only(verb, meanings, errors)


def read_act(text: str, offers: Sequence[Offer]) -> tuple[str, dict[str, Value], str]:
    """(verb, values, what the player says): as `read`, but free text goes with an act that has no field for it.

    >>> read_act("wait: she counts to ten", [Offer("wait")])
    ('wait', {}, 'she counts to ten')
    """
    head, said = _said(text.strip())
    words = _split(head)
    verb = _verb(words[0], offers) if words else ""
    if said and not any(isinstance(field, Words) for o in offers if o.verb == verb for field in o.fields):
        return (*read(head, offers), said)
    return (*read(text, offers), "")


def _said(text: str) -> tuple[str, str | None]:
    """(the words, the free text after a colon or None). A colon inside a word or in quotes is no such colon."""
    for colon in _COLON.finditer(text):
        if text[: colon.start()].count('"') % 2 == 0:
            return text[: colon.end() - 1], text[colon.end() :].strip()
    return text, None


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def _verbs(offers: Sequence[Offer]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(offer.verb for offer in offers))


def _verb(word: str, offers: Sequence[Offer]) -> str:
    verbs = _verbs(offers)
    found = match(word, [Option(verb) for verb in verbs])
    if len(found) == 1:
        return found[0]
    if found:
        raise WordsError(f"{word} could be {' or '.join(found)}")
    close = difflib.get_close_matches(word.lower(), verbs, 3, 0.5)
    hint = f"; did you mean {' or '.join(close)}?" if close else f": {', '.join(verbs)}"
    raise WordsError(f"there is no {word} now{hint}")


def _only(verb: str, meanings: list[tuple[Offer, dict[str, Value]]], errors: list[WordsError]) -> dict[str, Value]:
    still_open = _distinct([values for offer, values in meanings if offer.closed is None])
    if len(still_open) == 1:
        return still_open[0]
    if not still_open:
        if meanings and meanings[0][0].closed:
            raise WordsError(f"{verb}: {meanings[0][0].closed.reason}")
        raise errors[0] if errors else WordsError(f"{verb} is not possible now")
    names = [name for name in still_open[0] if any(v.get(name) != still_open[0][name] for v in still_open)]
    choices = " or ".join(sorted({str(values.get(names[0])) for values in still_open})) if names else "several ways"
    raise WordsError(f"{verb}: which {names[0] if names else 'one'}, {choices}?")


def _distinct(meanings: list[dict[str, Value]]) -> list[dict[str, Value]]:
    """Those that differ as read; of two that look the same, the one with more whole numbers in it."""
    by_numbers = sorted(meanings, key=lambda values: sum(isinstance(value, int) for value in values.values()))
    return list({str({name: str(value) for name, value in values.items()}): values for values in by_numbers}.values())


def _values(offer: Offer, words: Sequence[str], said: str | None) -> dict[str, Value]:
    fields = {field.name: field for field in offer.fields}
    found: dict[str, list[str]] = {}
    current: str | None = None
    skipped: list[str] = []
    for word in words:
        name, equals, value = word.partition("=")
        if equals and name in fields:
            found.setdefault(name, []).append(value)
            continue
        if current is None and word in fields and not _fits_any(word, fields.values(), found):
            current = word
            continue
        if current is None and word.lower() in FILLERS and not _exact(word, fields.values()):
            skipped.append(word)
            continue
        name = current or _field_for(word, fields.values(), found, offer.verb)
        text = skipped if isinstance(fields[name], Words) else []
        found.setdefault(name, []).extend((*text, word))
        current, skipped = None, []
    return _complete(offer, found, said)


def _complete(offer: Offer, found: dict[str, list[str]], said: str | None) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for field in offer.fields:
        if isinstance(field, Words):
            if field.name in found:
                values[field.name] = " ".join(found[field.name])
            elif said is not None:
                values[field.name], said = said, None
            elif not field.optional:
                raise WordsError(f"{offer.verb} needs a {field.name}, after a colon or in quotes")
            continue
        given = found.get(field.name, [])
        if not given:
            values[field.name] = _left_out(field, offer.verb, values)
        elif isinstance(field, Choice) and field.most > 1:
            values[field.name] = tuple(_option(word, field) for word in given)
        elif len(given) > 1:
            raise WordsError(f"{offer.verb} takes one {field.name}, not {' and '.join(given)}")
        elif isinstance(field, Number):
            values[field.name] = _number(given[0], field)
        else:
            values[field.name] = _option(given[0], field)
    if said is not None:
        raise WordsError(f"{offer.verb} takes no text after a colon")
    return values


def _left_out(field: Field, verb: str, values: dict[str, Value]) -> Value:
    if isinstance(field, Choice | Places) and len(field.options) == 1:
        only = field.options[0].id
        return (only,) if isinstance(field, Choice) and field.most > 1 else only
    if isinstance(field, Number) and field.usual is not None:
        return field.usual
    if isinstance(field, Number) and field.low == min(field.high, _limit(field, values)):
        return field.low
    if isinstance(field, Number):
        high = min(field.high, _limit(field, values))
        raise WordsError(f"{verb} needs {field.name}: a whole number from {field.low} to {high}")
    names = ", ".join(option.id for option in getattr(field, "options", ())) or "nothing to choose from"
    raise WordsError(f"{verb} needs a {field.name}: {names}")


def _limit(field: Number, values: dict[str, Value]) -> int:
    limit = values.get(field.upto, field.high)
    return limit if isinstance(limit, int) else field.high


def _number(word: str, field: Number) -> int:
    if not _WHOLE.match(word):
        raise WordsError(f"{field.name} is a whole number, not {word}")
    return int(word)


def _option(word: str, field: Choice | Places | Words) -> str:
    if isinstance(field, Words) or (isinstance(field, Places) and field.free):
        return word
    found = match(word, field.options)
    if len(found) == 1:
        return found[0]
    if found:
        raise WordsError(f"{word} could be {' or '.join(found)}")
    raise WordsError(_no_such(word, field.name, [option.id for option in field.options]))


def _no_such(word: str, name: str, ids: list[str]) -> str:
    close = difflib.get_close_matches(word.lower(), ids, 3, 0.5)
    hint = f"; did you mean {' or '.join(close)}?" if close else f": {', '.join(ids[:20]) or 'none'}"
    return f"there is no {name} {word}{hint}"


def match(word: str, options: Sequence[Option]) -> list[str]:
    """The ids of the options the word may mean: the one named whole, else all that begin with it."""
    low = word.lower()
    whole = [option.id for option in options if low in (option.id.lower(), option.label.lower())]
    if whole:
        return list(dict.fromkeys(whole))
    starts = [o.id for o in options if o.id.lower().startswith(low) or _word_starts(o.label, low)]
    return list(dict.fromkeys(starts))


def _word_starts(label: str, low: str) -> bool:
    return any(part.startswith(low) for part in label.lower().split())


def _takes(field: Field, word: str) -> bool:
    if isinstance(field, Number):
        return _WHOLE.match(word) is not None
    if isinstance(field, Words):
        return False
    return bool(match(word, field.options)) or (isinstance(field, Places) and field.free)


def _exact(word: str, fields: Collection[Field]) -> bool:
    options = [o for field in fields if isinstance(field, Choice | Places) for o in field.options]
    return any(word.lower() == option.id for option in options)


def _fits_any(word: str, fields: Collection[Field], found: dict[str, list[str]]) -> bool:
    return any(f.name not in found and _takes(f, word) for f in fields)


def _field_for(word: str, fields: Collection[Field], found: dict[str, list[str]], verb: str) -> str:
    several: str | None = None
    texts: list[Words] = []
    choices: list[Choice | Places] = []
    for field in fields:
        if isinstance(field, Words):
            texts.append(field)
        elif isinstance(field, Choice) and field.most > 1:
            several = several or (field.name if _takes(field, word) else None)
        elif field.name not in found:
            if _takes(field, word):
                return field.name
            if not isinstance(field, Number):
                choices.append(field)
    text = _text_for(word, texts, found, bool(choices))
    if several or text:
        return several or str(text)
    for choice in choices:
        raise WordsError(_no_such(word, choice.name, [option.id for option in choice.options]))
    raise WordsError(f"{verb} takes no {word}")


def _text_for(word: str, texts: list[Words], found: dict[str, list[str]], open_choices: bool) -> str | None:
    """The text a word belongs to: the first that has none yet, else the last.

    A word that may be a choice misspelt is not taken for a text that could be left out.
    """
    takers = [field for field in texts if not (field.optional and open_choices) or " " in word]
    names = [field.name for field in takers]
    return next((name for name in names if name not in found), names[-1] if names else None)


__all__ = ["FILLERS", "WordsError", "match", "read"]
