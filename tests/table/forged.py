"""A table's file, checked, altered and sealed again, for tests."""

from functools import cache
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec.structs import replace

from certamen.kernel.event import Die
from certamen.kernel.records import sealed
from certamen.table import events, fair
from certamen.table.archive import export
from certamen.table.store import Record
from certamen.table.verify import Report, verify
from tests.table.rooms import played

NASTY: st.SearchStrategy[Any] = st.one_of(
    st.integers(-(2**63), 2**63 - 1), st.sampled_from([None, "", "jack", "x" * 500, [], {}, True, "\0", -1, 0, 10**18])
)


@cache
def records(*keys: str) -> tuple[Record, ...]:
    """All that was recorded of the table, these keys shown at its end."""
    kept = played()
    for key in keys:
        kept.show(key)
    return tuple(kept.records)


def checked(kept: tuple[Record, ...], keys: fair.Keys = fair.NO_KEYS) -> Report:
    return verify(export(kept, keys))


def line(report: Report, words: str) -> str:
    """The line that holds these words."""
    return next(one for one in report.lines if words in one)


def dice_in(kept: tuple[Record, ...]) -> list[Die]:
    """All dice that fell, in order."""
    found: list[Die] = []
    for record in kept:
        if record.kind == "journal":
            entry = msgspec.json.decode(record.body).get("entry")
            found += [msgspec.convert(die, Die) for die in entry["dice"]] if entry else []
        elif isinstance(what := events.decode(record.body), events.Rolled | events.Thrown):
            found += what.event.dice
    return found


def sealed_again(bodies: list[tuple[Record, Any]]) -> tuple[Record, ...]:
    """Records with these contents, as a forger would seal them."""
    made, mark = [], ""
    for n, (record, content) in enumerate(bodies, 1):
        if record.kind == "journal":
            content.pop("seal", None)
            body, mark = sealed(mark, content)
        else:
            body = events.encode(content)
        made.append(replace(record, n=n, body=body))
    return tuple(made)


def opened(kept: tuple[Record, ...]) -> list[tuple[Record, Any]]:
    """The records with what they hold."""
    return [(one, msgspec.json.decode(one.body) if one.kind == "journal" else events.decode(one.body)) for one in kept]


def with_dice(kept: tuple[Record, ...]) -> list[int]:
    """The places of the records in which dice fell."""
    return [place for place, one in enumerate(kept) if dice_in((one,))]


def joins(bodies: list[tuple[Record, Any]]) -> list[int]:
    return [place for place, (_, what) in enumerate(bodies) if isinstance(what, events.Joined)]


def somewhere(data: st.DataObject, thing: Any) -> tuple[Any, Any]:
    """A place in plain data: what holds it, and its key."""
    while True:
        keys = list(thing) if isinstance(thing, dict) else range(len(thing))
        key = data.draw(st.sampled_from(keys))
        deeper = isinstance(thing[key], dict | list) and len(thing[key]) > 0
        if not deeper or data.draw(st.integers(0, 9)) == 0:
            return thing, key
        thing = thing[key]
