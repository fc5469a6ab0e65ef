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
        if isinstance(thing, dict):
            if name not in thing:
                raise FieldError(f"there is no {name}: {', '.join(map(str, thing)) or 'nothing'}")
            thing = thing[name]
        elif name in _names(thing):
            thing = getattr(thing, name)
        else:
            raise FieldError(f"there is no {name}: {', '.join(_names(thing)) or 'nothing below this'}")
    return thing


def set_path(thing: T, path: str, value: object) -> T:
    """A copy of `thing` with the value at the path set; whole numbers and text convert to the field's type.

    Raises FieldError for a path that leads nowhere and a value that does not fit.
    """
    name, _, rest = path.partition(".")
    kind = _type_of(thing, name)
    if rest:
        inner = (
            set_path(get_path(thing, name), rest, value)
            if not isinstance(thing, dict)
            else set_path(thing[name], rest, value)
        )
        return _with(thing, name, inner)
    return _with(thing, name, _convert(value, kind, name))


def _convert(value: object, kind: object, name: str) -> object:
    try:
        return msgspec.convert(value, cast(Any, kind))
    except msgspec.ValidationError as error:
        if isinstance(value, str):
            try:
                return msgspec.json.decode(value.encode(), type=cast(Any, kind))
            except (msgspec.ValidationError, msgspec.DecodeError):
                pass
        raise FieldError(f"{name}: {error}") from None


def _names(thing: object) -> tuple[str, ...]:
    if isinstance(thing, Struct):
        return thing.__struct_fields__
    if dataclasses.is_dataclass(thing):
        return tuple(field.name for field in dataclasses.fields(thing))
    return ()


def _type_of(thing: object, name: str) -> object:
    if isinstance(thing, dict):
        return type(next(iter(thing.values()))) if thing else object
    if name not in _names(thing):
        raise FieldError(f"there is no {name}: {', '.join(_names(thing)) or 'nothing below this'}")
    return get_type_hints(type(thing), include_extras=True)[name]


def _with(thing: T, name: str, value: object) -> T:
    if isinstance(thing, dict):
        return cast(T, {**thing, name: value})
    if isinstance(thing, Struct):
        return msgspec.structs.replace(thing, **{name: value})
    return cast(T, dataclasses.replace(cast(Any, thing), **{name: value}))
