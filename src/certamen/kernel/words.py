"""Acts in a person's words: "attack thug with revolver". Unique beginnings suffice; nothing is guessed."""

import difflib
import re
import shlex
from collections.abc import Collection, Sequence
from typing import NamedTuple

from certamen.kernel.action import Choice, Field, Number, Offer, Option, Places, Value, Words
from certamen.kernel.errors import CertamenError
from certamen.kernel.labels import joined, labels_of

FILLERS = frozenset(
    ("a", "an", "and", "at", "by", "for", "from", "in", "into", "of", "on", "the", "to", "using", "with")
)

_WHOLE = re.compile(r"[+-]?[0-9]{1,18}\Z", re.ASCII)


class WordsError(CertamenError):
    """Words that name no act, or more than one; the text says what could be meant."""


class _Missing(WordsError):
    """A field that must be said was not."""

    def __init__(self, field: str, text: str) -> None:
        self.field = field
        super().__init__(text)


class _Meaning(NamedTuple):
    """What words mean as one offer; `unsaid` are the fields filled because they have but one choice."""

    offer: Offer
    values: dict[str, Value]
    unsaid: frozenset[str]


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
    meanings: list[_Meaning] = []
    errors: list[tuple[Offer, WordsError]] = []
    for offer in offers:
        if offer.verb == verb:
            try:
                meanings.append(_meaning(offer, rest, said))
            except WordsError as error:
                errors.append((offer, error))
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
    quote = ""
    for index, sign in enumerate(text):
        before, after = text[:index], text[index + 1 :]
        if quote:
            quote = "" if sign == quote else quote
        elif sign == '"' or (sign == "'" and before[-1:] in ("", " ", "=")):
            quote = sign
        elif sign == ":" and (not after or after[0].isspace() or not before.count(" ")):
            return before, after.strip()
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


def _only(verb: str, meanings: list[_Meaning], errors: list[tuple[Offer, WordsError]]) -> dict[str, Value]:
    still_open = _distinct([meaning for meaning in meanings if meaning.offer.closed is None])
    if not still_open:
        if meanings and meanings[0].offer.closed:
            raise WordsError(f"{verb}: {meanings[0].offer.closed.reason}")
        raise errors[0][1] if errors else WordsError(f"{verb} is not possible now")
    for offer, error in errors:
        if offer.closed is None and isinstance(error, _Missing) and any(error.field in m.unsaid for m in still_open):
            raise error
    if len(still_open) == 1:
        return still_open[0].values
    readings = [meaning.values for meaning in still_open]
    names = [name for name in readings[0] if any(values.get(name) != readings[0][name] for values in readings)]
    choices = " or ".join(sorted({str(values.get(names[0])) for values in readings})) if names else "several ways"
    raise WordsError(f"{verb}: which {names[0] if names else 'one'}, {choices}?")


def _distinct(meanings: list[_Meaning]) -> list[_Meaning]:
    """Those that differ as read; of two that look the same, the one with more whole numbers in it."""
    by_numbers = sorted(meanings, key=lambda one: sum(isinstance(value, int) for value in one.values.values()))
    return list({str({name: str(value) for name, value in one.values.items()}): one for one in by_numbers}.values())


def _meaning(offer: Offer, words: Sequence[str], said: str | None) -> _Meaning:
    fields = {field.name: field for field in offer.fields}
    found: dict[str, list[str]] = {}
    current: str | None = None
    skipped: list[str] = []
    for word in joined(words, labels_of(fields.values())):
        name, equals, value = word.partition("=")
        if equals and name in fields:
            found.setdefault(name, []).append(value)
            continue
        filler = word.lower() in FILLERS and not _exact(word, fields.values())
        if filler and not isinstance(fields.get(current or ""), Words):
            skipped.append(word)
            continue
        if current is None and word in fields and not _fits_any(word, fields.values(), found):
            current = word
            continue
        name = current or _field_for(word, fields.values(), found, offer.verb)
        text = skipped if isinstance(fields[name], Words) else []
        found.setdefault(name, []).extend((*text, word))
        current, skipped = None, []
    values = _complete(offer, found, said)
    chosen = {field.name for field in offer.fields if not isinstance(field, Words)}
    return _Meaning(offer, values, frozenset(chosen - found.keys()))


def _complete(offer: Offer, found: dict[str, list[str]], said: str | None) -> dict[str, Value]:
    values = {field.name: _given(field, found[field.name], offer) for field in offer.fields if field.name in found}
    for field in offer.fields:
        if field.name in found:
            continue
        if not isinstance(field, Words):
            values[field.name] = _left_out(field, offer.verb, values)
        elif said is not None:
            values[field.name], said = said, None
        elif not field.optional:
            raise _Missing(field.name, f"{offer.verb} needs a {field.name}, after a colon or in quotes")
    if said is not None:
        raise WordsError(f"{offer.verb} takes no text after a colon")
    return values


def _given(field: Field, words: list[str], offer: Offer) -> Value:
    if isinstance(field, Words):
        return " ".join(words)
    if isinstance(field, Choice) and field.most > 1:
        return tuple(_option(word, field) for word in words)
    if len(words) > 1:
        raise WordsError(f"{offer.verb} takes one {field.name}, not {' and '.join(words)}")
    return _number(words[0], field) if isinstance(field, Number) else _option(words[0], field)


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
        raise _Missing(field.name, f"{verb} needs {field.name}: a whole number from {field.low} to {high}")
    names = _listed([option.id for option in getattr(field, "options", ())]) or "nothing to choose from"
    raise _Missing(field.name, f"{verb} needs a {field.name}: {names}")


def _limit(field: Number, values: dict[str, Value]) -> int:
    limit = values.get(field.upto, field.high)
    return limit if isinstance(limit, int) else field.high


def _number(word: str, field: Number) -> int:
    if not _WHOLE.match(word):
        raise WordsError(f"{field.name} is a whole number, not {word}")
    return int(word)


def _option(word: str, field: Choice | Places) -> str:
    if isinstance(field, Places) and field.free:
        return word
    found = match(word, field.options)
    if len(found) == 1:
        return found[0]
    if found:
        raise WordsError(f"{word} could be {' or '.join(found)}")
    raise WordsError(_no_such(word, field.name, [option.id for option in field.options]))


def _no_such(word: str, name: str, ids: list[str]) -> str:
    close = difflib.get_close_matches(word.lower(), ids, 3, 0.5)
    hint = f"; did you mean {' or '.join(close)}?" if close else f": {_listed(ids) or 'none'}"
    return f"there is no {name} {word}{hint}"


def _listed(ids: list[str]) -> str:
    return ", ".join(ids[:20]) + (f" and {len(ids) - 20:,} more" if len(ids) > 20 else "")


def match(word: str, options: Sequence[Option]) -> list[str]:
    """The ids of the options the word may mean: the one named whole, else all that begin with it."""
    low = word.lower()
    whole = [option.id for option in options if low in (option.id.lower(), option.label.lower())]
    if whole:
        return list(dict.fromkeys(whole))
    starts = [o.id for o in options if o.id.lower().startswith(low) or _word_starts(o.label or o.id, low)]
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
