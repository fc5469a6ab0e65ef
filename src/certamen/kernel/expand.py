"""Offers as a list of single actions, of bounded length, by one stated rule."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice, product, zip_longest

from certamen.kernel.action import Action, Choice, Field, Number, Offer, Places, Value
from certamen.kernel.window import Request

MOST_ENTRIES = 512
MOST_COUNTED = 100_000


def expand(
    offers: tuple[Offer, ...], request: Request, most: int = MOST_ENTRIES
) -> tuple[tuple[Action, ...], dict[str, int]]:
    """All actions that answer a request, at most `most` (1 or more); and how many of each verb fall outside.

    The rule: first the request's default. Then the open offers take turns, an action each, until all have been had or
    the list is full. An offer's actions come in the order of its fields' values, the last field changing fastest: every
    option of a choice (of several to choose: single ones, or the first of as many as must be), every place shown; of a
    number the lowest, the quarters between, the highest and its usual value; no words, or "-" where some are due.
    No more than 100,000 that fall outside are counted.
    """
    default = Action(request.who, request.default.verb, request.default.values, request.id)
    each = [_actions(offer, request) for offer in offers if offer.closed is None]
    in_turn = (one for one in chain.from_iterable(zip_longest(*each)) if one is not None and one != default)
    entries = (default, *islice(in_turn, most - 1))
    return entries, dict(Counter(action.verb for action in islice(in_turn, MOST_COUNTED)))


def _actions(offer: Offer, request: Request) -> Iterator[Action]:
    """The actions an offer allows."""
    limits = [(field.name, field.upto) for field in offer.fields if isinstance(field, Number) and field.upto]
    for chosen in product(*(_values(field) for field in offer.fields)):
        values = {field.name: value for field, value in zip(offer.fields, chosen, strict=True) if value is not None}
        if all(_below(values, name, upto) for name, upto in limits):
            yield Action(request.who, offer.verb, values, request.id)


def _below(values: dict[str, Value], name: str, upto: str) -> bool:
    value, limit = values[name], values[upto]
    return isinstance(value, int) and isinstance(limit, int) and value <= limit


def _values(field: Field) -> Sequence[Value | None]:
    """The values of a field that are taken up."""
    if isinstance(field, Number):
        low, high = field.low, field.high
        usual = [] if field.usual is None else [field.usual]
        return sorted({low, high, *(low + (high - low) * k // 4 for k in (1, 2, 3)), *usual})
    if isinstance(field, Choice) and field.most > 1:
        ids = tuple(option.id for option in field.options)
        if field.least > 1:
            return [ids[: field.least]]
        return [*([()] if field.least == 0 else []), *((one,) for one in ids)]
    if isinstance(field, Choice | Places):
        return [option.id for option in field.options]
    return [None if field.optional else "-"]
