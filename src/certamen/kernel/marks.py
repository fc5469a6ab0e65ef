"""Which fields of a sheet or participant type are seen, and by whom: as each is marked, in all it holds."""

import dataclasses
from functools import lru_cache
from typing import Annotated, Any, ClassVar, cast, get_origin, get_type_hints

from msgspec import Struct

from certamen.kernel.audience import Seen


def fields_seen(kind: type, levels: frozenset[str]) -> tuple[str, ...]:
    """The fields of a sheet or participant type that are marked with one of the levels."""
    return tuple(name for name, level in levels_by_field(kind) if level in levels)


@lru_cache(maxsize=256)
def levels_by_field(kind: type) -> tuple[tuple[str, str], ...]:
    """(field, level) of a type's fields; unmarked ones are "gm"."""
    hints = get_type_hints(kind, include_extras=True)
    marks = []
    for name, hint in hints.items():
        if ClassVar in (hint, get_origin(hint)):
            continue
        extras = hint.__metadata__ if get_origin(hint) is Annotated else ()
        marks.append((name, next((extra.level for extra in extras if isinstance(extra, Seen)), "gm")))
    return tuple(marks)


def cut_fields(thing: object, levels: frozenset[str]) -> dict[str, Any]:
    """The fields of a dataclass or Struct marked with one of the levels, by name; so too in what they hold.

    A type inside that marks none of its fields is seen as a whole, by the mark of the field that holds it.
    """
    found = _cuts.get((id(thing), levels))
    if found is None or found[0] is not thing:
        marks = levels_by_field(cast(Any, type(thing)))
        cut = {name: _cut(getattr(thing, name), levels) for name, level in marks if level in levels}
        if len(_cuts) >= MOST_CUTS:
            _cuts.clear()
        found = _cuts[id(thing), levels] = (thing, cut)
    return dict(found[1])


MOST_CUTS = 4_000
_cuts: dict[tuple[int, frozenset[str]], tuple[object, dict[str, Any]]] = {}
"""Sheets cut already, by identity: they never change, and a table cuts each of them for all seats at every act."""


def _cut(value: object, levels: frozenset[str]) -> object:
    if isinstance(value, tuple):
        return tuple(_cut(one, levels) for one in value)
    if isinstance(value, dict):
        return {key: _cut(one, levels) for key, one in value.items()}
    if not (isinstance(value, Struct) or dataclasses.is_dataclass(value)):
        return value
    marks = levels_by_field(cast(Any, type(value)))
    unmarked = all(level == "gm" for _, level in marks)
    return {name: _cut(getattr(value, name), levels) for name, level in marks if unmarked or level in levels}
