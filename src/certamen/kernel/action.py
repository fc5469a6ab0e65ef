"""What may be done (offers and their fields), what is done (actions), and what is refused."""

from msgspec import Struct

Value = str | int | tuple[str, ...]

GM = "gm"
SAY = "say"


class Refusal(Struct, frozen=True):
    """Why something may not be done, in plain words, and the rule that forbids it ("" where it is no rule)."""

    reason: str
    rule: str = ""


class Action(Struct, frozen=True, omit_defaults=True):
    """The choice made: who does what, with which values, in answer to which request.

    `request` is "" for what nobody asked for: the game master's overrules and free text.
    `text` is what the player says he does; it never decides anything.
    """

    actor: str
    verb: str
    values: dict[str, Value] = {}
    request: str = ""
    text: str = ""


class Option(Struct, frozen=True, omit_defaults=True):
    """One thing to choose: its id, the words for it, and a note (a cost, a figure)."""

    id: str
    label: str = ""
    note: str = ""


class Choice(Struct, frozen=True, tag="choice", omit_defaults=True):
    """A field answered by an option's id, or by from `least` to `most` different ids when `most` > 1."""

    name: str
    options: tuple[Option, ...]
    most: int = 1
    least: int = 1
    word: str = ""


class Number(Struct, frozen=True, tag="number", omit_defaults=True):
    """A field answered by a whole number from `low` to `high`, and not above the field that `upto` names.

    `usual` is what a person means who leaves it out; None where it must be said.
    """

    name: str
    low: int
    high: int
    upto: str = ""
    word: str = ""
    usual: int | None = None


class Places(Struct, frozen=True, tag="places", omit_defaults=True):
    """A field answered by a place: those within reach, each with its cost as a note.

    `free` allows any text the ruleset can read as a place ("12.5,3"); the options are then examples.
    """

    name: str
    options: tuple[Option, ...]
    free: bool = False
    word: str = ""


class Words(Struct, frozen=True, tag="words", omit_defaults=True):
    """A field answered by free text of at most 2,000 characters; may be left out when `optional`."""

    name: str
    optional: bool = False
    word: str = ""


Field = Choice | Number | Places | Words


class Offer(Struct, frozen=True, omit_defaults=True):
    """A kind of act one may choose. `closed` says why it may not be chosen now.

    Every combination of values its fields allow is legal while it is open. `cost` is (budget kind, amount) pairs.
    """

    verb: str
    fields: tuple[Field, ...] = ()
    cost: tuple[tuple[str, int], ...] = ()
    rules: tuple[str, ...] = ()
    label: str = ""
    closed: Refusal | None = None


MAX_WORDS = 2_000


def field_refusal(field: Field, action: Action) -> Refusal | None:
    """Why the action's value for this field will not do, or None."""
    value = action.values.get(field.name)
    if value is None:
        optional = isinstance(field, Words) and field.optional
        return None if optional else Refusal(f"{action.verb} needs a {field.name}: {expected(field)}")
    if isinstance(field, Choice):
        fine = _chosen(field, value)
    elif isinstance(field, Number):
        limit = action.values.get(field.upto, field.high) if field.upto else field.high
        fine = type(value) is int and field.low <= value <= field.high and isinstance(limit, int) and value <= limit
    elif isinstance(field, Places):
        fine = isinstance(value, str) and (field.free or any(value == option.id for option in field.options))
    else:
        fine = isinstance(value, str) and len(value) <= MAX_WORDS
    return None if fine else Refusal(f"{field.name} cannot be {_shown(value)}: {expected(field)}")


def _chosen(field: Choice, value: Value) -> bool:
    ids = [option.id for option in field.options]
    if field.most == 1:
        return value in ids
    return (
        isinstance(value, tuple)
        and field.least <= len(value) <= field.most
        and len(set(value)) == len(value)
        and set(ids).issuperset(value)
    )


def _shown(value: Value) -> str:
    text = repr(list(value) if isinstance(value, tuple) else value)
    return text if len(text) <= 60 else text[:57] + "..."


def expected(field: Field) -> str:
    """What the field takes, in plain words."""
    if isinstance(field, Number):
        upper = f"{field.high}, and not above {field.upto}" if field.upto else f"{field.high}"
        return f"a whole number from {field.low} to {upper}"
    if isinstance(field, Words):
        return f"text of at most {MAX_WORDS} characters"
    names = ", ".join(option.id for option in field.options[:12]) + (" ..." if len(field.options) > 12 else "")
    if isinstance(field, Choice) and field.most > 1:
        return f"{field.least} to {field.most} of {names}"
    return f"one of {names}" if names else "nothing to choose from"


def refusal_by(offers: tuple[Offer, ...], action: Action) -> Refusal | None:
    """None when one of the offers, open, takes the action; else the reason of the one that fits best.

    The best is the one most of whose fields take the action's values; of equal ones a closed one, then the one with
    the fewest fields that do not, then the first.
    """
    best, reason = (-1, False, 0), None
    for offer in offers:
        if offer.verb != action.verb:
            continue
        wrong = [why for field in offer.fields if (why := field_refusal(field, action)) is not None]
        unknown = action.values.keys() - {field.name for field in offer.fields}
        if not (wrong or unknown or offer.closed):
            return None
        fit = (len(offer.fields) - len(wrong), offer.closed is not None, -len(wrong))
        if fit > best:
            extra = [Refusal(f"{action.verb} takes no {', '.join(sorted(unknown))}")] if unknown else []
            best, reason = fit, offer.closed or [*extra, *wrong][0]
    return reason or Refusal(f"{action.verb} is not offered")
