"""Reading and setting one value deep inside a participant, by its dotted path, with its type kept."""

import dataclasses
from typing import Any, TypeVar, cast, get_type_hints

import msgspec
from msgspec import Struct

T = TypeVar("T")


class FieldError(Exception):
    """A path that leads nowhere, or a value of the wrong type; the text says what was expected."""


def get_path(thing: object, path: str) -> object:
    """The value at a dotted path: "sheet.skills.gun"."""
    for name in path.split("."):
        if name not in _names(thing):
            raise FieldError(f"there is no {name}: {', '.join(_names(thing)) or 'nothing below this'}")
        if isinstance(thing, dict):
            thing = thing[name]
        elif _is_list(thing):
            thing = cast(tuple[object, ...], thing)[int(name)]
        else:
            thing = getattr(thing, name)
    return thing


def set_path(thing: T, path: str, value: object) -> T:
    """A copy of `thing` with the value at the path set; whole numbers and text convert to the field's type.

    Raises FieldError for a path that leads nowhere and a value that does not fit.
    """
    name, _, rest = path.partition(".")
    before = get_path(thing, name)
    if rest:
        return _with(thing, name, set_path(before, rest, value))
    hint = _hint(thing, name)
    changed = _convert(value, type(before) if hint is None else hint, name)
    if hint is not None:
        _check_bounds(changed, hint, name)
    return _with(thing, name, changed)


def _convert(value: object, kind: object, name: str) -> object:
    try:
        return msgspec.convert(value, cast(Any, kind))
    except msgspec.ValidationError as error:
        if isinstance(value, str):
            try:
                return msgspec.json.decode(value.encode(), type=cast(Any, kind))
            except (msgspec.DecodeError, RecursionError):
                pass
        if isinstance(value, int) and kind is str:
            return str(value)
        raise FieldError(f"{name}: {error}") from None


def _check_bounds(value: object, hint: object, name: str) -> None:
    """Raises FieldError where the type says `Annotated[int, Ge(0), Le(100)]` and the value is beyond."""
    for extra in getattr(hint, "__metadata__", ()):
        low, high = getattr(extra, "ge", None), getattr(extra, "le", None)
        if isinstance(value, int) and ((low is not None and value < low) or (high is not None and value > high)):
            raise FieldError(
                f"{name} cannot be {value}: " + (f"at least {low}" if low is not None else f"at most {high}")
            )


def _names(thing: object) -> tuple[str, ...]:
    if isinstance(thing, dict):
        return tuple(map(str, thing))
    if _is_list(thing):
        return tuple(map(str, range(len(cast(tuple[object, ...], thing)))))
    if isinstance(thing, Struct):
        return thing.__struct_fields__
    if dataclasses.is_dataclass(thing):
        return tuple(field.name for field in dataclasses.fields(thing))
    return tuple(getattr(thing, "_fields", ()))


def _is_list(thing: object) -> bool:
    return isinstance(thing, tuple) and not hasattr(thing, "_fields")


def _hint(thing: object, name: str) -> object | None:
    """The declared type of a field; None inside dicts and tuples, where the value's own type holds."""
    if isinstance(thing, dict) or _is_list(thing):
        return None
    return cast(object, get_type_hints(type(thing), include_extras=True)[name])


def _with(thing: T, name: str, value: object) -> T:
    if isinstance(thing, dict):
        return cast(T, {**thing, name: value})
    if isinstance(thing, Struct):
        return msgspec.structs.replace(thing, **{name: value})
    if isinstance(thing, tuple):
        if hasattr(thing, "_replace"):
            return cast(T, thing._replace(**{name: value}))
        return cast(T, (*thing[: int(name)], value, *thing[int(name) + 1 :]))
    return cast(T, dataclasses.replace(cast(Any, thing), **{name: value}))
