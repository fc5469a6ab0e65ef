"""Contests and acts drawn by hypothesis: encounters of toys, and values for whatever an offer asks."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from certamen.kernel.action import Choice, Field, Number, Offer, Places, Value, Words
from certamen.kernel.encounter import Encounter, Objective
from tests.kernel.toy import toys

Draw = Callable[[st.SearchStrategy[Any]], Any]

IDS = ("ann", "bob", "cid", "dan")
NEW = ("eve", "fay")

TEXTS = {
    "path": [*(f"{who}.hp" for who in IDS), "ann.note", "bob.sheet.motto", "cid.status", "zed.hp", "ann.sheet.luck"],
    "value": ["7", "a note", "0", "-3", "{}"],
    "name": ["slow", "gate:open", "Eve", "boon"],
    "side": ["crew", "foes", "third", "No Side"],
    "player": ["", "Petra"],
    "sheet": ["{}", '{"hp": 3, "initiative": 12}', '{"hp": "many"}', "{"],
    "id": [*NEW, "ann", "gm"],
    "to": [*IDS, "zed"],
    "at": ["roof", ""],
}


@st.composite
def encounters(draw: st.DrawFn) -> Encounter:
    """Two to four toys on two or three sides, some hidden, some late, some played."""
    count = draw(st.integers(2, 4))
    sides = ["crew", "foes", *draw(st.lists(st.sampled_from(["crew", "foes", "third"]), min_size=2, max_size=2))]
    initiative = st.sampled_from([0, 5, 10, 10, 20])
    return toys(
        *((f"{sides[n]}/{IDS[n]}", draw(initiative)) for n in range(count)),
        hidden=draw(st.sampled_from(["", "bob", "dan", "bob cid"])),
        players=draw(st.sampled_from(["", "ann", "ann cid", "ann bob cid dan"])),
        arrives=draw(st.sampled_from([{}, {"cid": 2}, {"dan": 3}])),
        rulings={"mood": draw(st.sampled_from(["calm", "wild"]))},
        gm_dice=draw(st.sampled_from(["open", "secret"])),
        shown=draw(st.sampled_from(["exact", "words", "nothing"])),
        review=draw(st.sampled_from([False, False, True])),
        objectives=draw(st.sampled_from([(), (Objective("gate", "crew", "open it", ("gate:open", "alarm:off"), 9),)])),
    )


def drawn_value(draw: Draw, field: Field, values: dict[str, Value]) -> Value:
    """A value the field takes."""
    if isinstance(field, Choice | Places):
        options = [option.id for option in field.options]
        if isinstance(field, Choice) and field.most > 1:
            ids = st.lists(st.sampled_from(options), min_size=field.least, max_size=field.most, unique=True)
            return tuple(draw(ids))
        return str(draw(st.sampled_from(options)))
    if isinstance(field, Number):
        upto = values.get(field.upto, field.high)
        return int(draw(st.integers(field.low, min(field.high, upto if isinstance(upto, int) else field.high))))
    assert isinstance(field, Words)
    return str(draw(st.sampled_from(TEXTS[field.name]) if field.name in TEXTS else st.text(max_size=12)))


def drawn_values(draw: Draw, offer: Offer) -> dict[str, Value] | None:
    """Values for all an offer asks; None where there is nothing to choose from."""
    values: dict[str, Value] = {}
    for field in offer.fields:
        if isinstance(field, Choice | Places) and not field.options:
            return None
        if isinstance(field, Words) and field.optional and draw(st.booleans()):
            continue
        values[field.name] = drawn_value(draw, field, values)
    return values
