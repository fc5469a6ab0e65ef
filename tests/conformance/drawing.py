"""Drawing legal values for an offer's fields, as anyone might choose them."""

import random

from certamen.kernel.action import Action, Choice, Field, Number, Offer, Places, Value, Words
from certamen.kernel.window import Request


def draw_value(field: Field, values: dict[str, Value], rng: random.Random) -> Value | None:
    """A value the field allows; None leaves an optional one out."""
    if isinstance(field, Choice) and field.most > 1:
        most = min(field.most, len(field.options))
        chosen = rng.sample(field.options, rng.randint(field.least, most)) if most >= field.least else []
        return tuple(option.id for option in chosen)
    if isinstance(field, Choice | Places):
        return rng.choice(field.options).id if field.options else None
    if isinstance(field, Number):
        limit = values.get(field.upto, field.high) if field.upto else field.high
        assert isinstance(limit, int)
        high = min(field.high, limit)
        return rng.choice([field.low, high, rng.randint(field.low, high)])
    assert isinstance(field, Words)
    return rng.choice([None, "so be it"]) if field.optional else "so be it"


def draw_action(offer: Offer, request: Request, rng: random.Random) -> Action:
    """An action that takes the offer, with values drawn."""
    values: dict[str, Value] = {}
    for field in offer.fields:
        value = draw_value(field, values, rng)
        if value is not None:
            values[field.name] = value
    return Action(request.who, offer.verb, values, request.id)
