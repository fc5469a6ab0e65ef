"""Plain values against types, all errors at once in plain words (pydantic does the checking, loaded when needed)."""

import dataclasses
import difflib
import json
import threading
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from msgspec import Struct

if TYPE_CHECKING:
    from pydantic import TypeAdapter

T = TypeVar("T")
Path = tuple[str | int, ...]
MOST_FAULTS = 100
ONE_AT_A_TIME = threading.Lock()
"""Held while a checker is made: it parses source, which in CPython 3.11 fails where two threads do (gh-106905)."""
AT_LEAST_ONE = "at least one"


class TypeFault(Struct, frozen=True):
    """One value that does not fit; `key` marks a fault of the key itself."""

    path: Path
    message: str
    expected: str = ""
    key: bool = False


@lru_cache(maxsize=64)
def adapter(kind: type[T]) -> "TypeAdapter[T]":
    """The checker of a type; its JSON Schema comes from it too."""
    from pydantic import TypeAdapter

    with ONE_AT_A_TIME:
        return TypeAdapter(kind)


def check(kind: type[T], data: object) -> tuple[T | None, tuple[TypeFault, ...]]:
    """(the value as that type, no faults), or (None, all faults)."""
    from pydantic import ValidationError

    try:
        return adapter(cast(Any, kind)).validate_json(json.dumps(data), strict=True), ()
    except ValidationError as error:
        errors = error.errors(include_url=False)[:MOST_FAULTS]
        faults = [_fault(kind, cast(dict[str, Any], one)) for one in errors]
        return None, tuple(one for one in faults if one.expected != AT_LEAST_ONE or not _any_below(one.path, faults))


def _any_below(path: Path, faults: list[TypeFault]) -> bool:
    """Whether a fault lies within what stands at the path: a list of wrong items counts as empty to pydantic."""
    return any(len(one.path) > len(path) and one.path[: len(path)] == path for one in faults)


def _fault(kind: type, error: dict[str, Any]) -> TypeFault:
    of_key = error["loc"][-1:] == ("[key]",)
    path = tuple(step for step in error["loc"] if step != "[key]")
    value, context, name = error["input"], error.get("ctx", {}), error["type"]
    if name == "missing":
        return TypeFault(path[:-1], f"{path[-1]} is missing", _hint(kind, path))
    if name in ("unexpected_keyword_argument", "extra_forbidden"):
        return unknown_key(path, _fields(kind, path[:-1]))
    expected = _EXPECTED.get(name) or error["msg"].removeprefix("Input should be ").removeprefix("a valid ")
    if context:
        expected = _with_context(name, context) or expected
    return TypeFault(path, f"{shown(value)} will not do", expected, of_key)


def unknown_key(path: Path, allowed: tuple[str, ...]) -> TypeFault:
    """The fault of a key that may not stand where it does; `allowed` are those that may."""
    shown_key = str(path[-1])[:60]
    close = difflib.get_close_matches(str(path[-1])[:60], allowed, 1, 0.6)
    if close:
        return TypeFault(path, f"there is no {shown_key} here; did you mean {close[0]}?", key=True)
    return TypeFault(path, f"there is no {shown_key} here", ", ".join(allowed), key=True)


_EXPECTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a mapping of keys and values",
    "dataclass_type": "a mapping of keys and values",
    "dataclass_exact_type": "a mapping of keys and values",
    "model_type": "a mapping of keys and values",
    "model_attributes_type": "a mapping of keys and values",
    "none_required": "nothing",
}


def _with_context(name: str, context: dict[str, Any]) -> str:
    match name:
        case "greater_than_equal":
            return f"at least {context['ge']}"
        case "greater_than":
            return f"more than {context['gt']}"
        case "less_than_equal":
            return f"at most {context['le']}"
        case "less_than":
            return f"less than {context['lt']}"
        case "literal_error" | "enum":
            return str(context["expected"]).replace("'", "")
        case "string_pattern_mismatch":
            return f"text like {context['pattern']}"
        case "string_too_long" | "too_long":
            return f"at most {context['max_length']} {'characters' if name.startswith('string') else 'of them'}"
        case "string_too_short" | "too_short":
            if context["min_length"] == 1:
                return "some text" if name.startswith("string") else AT_LEAST_ONE
            return f"at least {context['min_length']} {'characters' if name.startswith('string') else 'of them'}"
        case "value_error":
            return str(context["error"])
    return ""


def shown(value: object) -> str:
    """A value as people wrote it, shortened."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


def _types_below(kind: object, path: Path) -> object:
    """The type at a path, as far as it can be told from annotations."""
    for step in path:
        arguments = [a for a in getattr(kind, "__args__", ()) if a is not Ellipsis and a is not type(None)]
        if isinstance(step, int) and arguments:
            kind = arguments[0]
        elif isinstance(step, str) and isinstance(kind, type) and step in _hints(kind):
            kind = _hints(kind)[step]
        elif isinstance(step, str) and arguments:
            kind = arguments[-1]
        else:
            return None
        kind = _one_of(kind)
    return kind


@lru_cache(maxsize=64)
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _one_of(kind: object) -> object:
    """Of a union with None, the other one."""
    arguments = [a for a in getattr(kind, "__args__", ()) if a is not type(None)]
    is_union = type(kind).__name__ in ("UnionType", "_UnionGenericAlias")
    return arguments[0] if is_union and len(arguments) == 1 else kind


@lru_cache(maxsize=64)
def _fields(kind: type, path: Path) -> tuple[str, ...]:
    below = _types_below(kind, path)
    return tuple(field.name for field in dataclasses.fields(below)) if dataclasses.is_dataclass(below) else ()


def _hint(kind: type, path: Path) -> str:
    """What is expected of a value that is missing, in plain words."""
    below = _types_below(kind, path)
    if get_origin(below) is Annotated:
        below = get_args(below)[0]
    origin = get_origin(below)
    if origin is Literal:
        return ", ".join(map(str, get_args(below)))
    if origin in (dict, Mapping) or dataclasses.is_dataclass(below):
        return "a mapping of keys and values"
    return "a list" if origin in (tuple, list) else _HINTS.get(below, "")


_HINTS: dict[object, str] = {str: "text", int: "a whole number", bool: "true or false", Decimal: "a number"}
