"""Plain values against types, all errors at once in plain words (pydantic does the checking, loaded when needed)."""

import difflib
import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, cast, get_type_hints

from msgspec import Struct

if TYPE_CHECKING:
    from pydantic import TypeAdapter

T = TypeVar("T")
Path = tuple[str | int, ...]


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

    return TypeAdapter(kind)


def check(kind: type[T], data: object) -> tuple[T | None, tuple[TypeFault, ...]]:
    """(the value as that type, no faults), or (None, all faults)."""
    from pydantic import ValidationError

    try:
        return adapter(cast(Any, kind)).validate_json(json.dumps(data), strict=True), ()
    except ValidationError as error:
        return None, tuple(_fault(kind, cast(dict[str, Any], one)) for one in error.errors(include_url=False))


def _fault(kind: type, error: dict[str, Any]) -> TypeFault:
    path = tuple(step for step in error["loc"] if not _is_tag(step))
    value, context, name = error["input"], error.get("ctx", {}), error["type"]
    if name == "missing":
        return TypeFault(path[:-1], f"{path[-1]} is missing", _hint(kind, path))
    if name in ("unexpected_keyword_argument", "extra_forbidden"):
        allowed = _fields(kind, path[:-1])
        return TypeFault(
            path, f"there is no {path[-1]} here{_close(str(path[-1]), allowed)}", ", ".join(allowed), key=True
        )
    expected = _EXPECTED.get(name) or error["msg"].removeprefix("Input should be ").removeprefix("a valid ")
    if context:
        expected = _with_context(name, context) or expected
    return TypeFault(path, f"{shown(value)} will not do", expected)


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
            return f"at least {context['min_length']} {'characters' if name.startswith('string') else 'of them'}"
        case "value_error":
            return str(context["error"])
    return ""


def shown(value: object) -> str:
    """A value as people wrote it, shortened."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


def _close(name: str, allowed: tuple[str, ...]) -> str:
    close = difflib.get_close_matches(name, allowed, 1, 0.6)
    return f"; did you mean {close[0]}?" if close else ""


def _is_tag(step: object) -> bool:
    return isinstance(step, str) and step.startswith(("function-", "tagged-union", "constrained-", "nullable["))


def _types_below(kind: object, path: Path) -> object:
    """The type at a path, as far as it can be told from annotations."""
    for step in path:
        arguments = [a for a in getattr(kind, "__args__", ()) if a is not Ellipsis and a is not type(None)]
        if isinstance(step, int) and arguments:
            kind = arguments[0]
        elif isinstance(step, str) and isinstance(kind, type) and step in get_type_hints(kind):
            kind = get_type_hints(kind)[step]
        elif isinstance(step, str) and arguments:
            kind = arguments[-1]
        else:
            return None
        kind = _one_of(kind)
    return kind


def _one_of(kind: object) -> object:
    """Of a union with None, the other one."""
    arguments = [a for a in getattr(kind, "__args__", ()) if a is not type(None)]
    is_union = type(kind).__name__ in ("UnionType", "_UnionGenericAlias")
    return arguments[0] if is_union and len(arguments) == 1 else kind


def _fields(kind: type, path: Path) -> tuple[str, ...]:
    below = _types_below(kind, path)
    names = getattr(below, "__dataclass_fields__", None) or getattr(below, "model_fields", None)
    return tuple(names or ())


def _hint(kind: type, path: Path) -> str:
    from pydantic import TypeAdapter

    below = _types_below(kind, path)
    if below is None:
        return ""
    try:
        schema = TypeAdapter(cast(Any, below)).json_schema()
    except Exception:  # noqa: BLE001  # only a hint: whatever pydantic cannot describe goes without one
        return ""
    return {"string": "text", "integer": "a whole number", "array": "a list", "object": "a mapping"}.get(
        schema.get("type", ""), ""
    )
