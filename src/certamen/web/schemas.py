"""The table's own types in the OpenAPI description: msgspec describes them, FastAPI only knows pydantic's."""

from functools import cache
from typing import Any, get_args, get_origin

import msgspec
from fastapi import FastAPI

from certamen.table.protocol import Answer, Command, Frame, Snapshot

REFERENCE = "#/components/schemas/{name}"
_wanted: dict[str, Any] = {}


def _name(kind: Any) -> str:  # noqa: ANN401 - a type, or a union of some
    name: str = getattr(kind, "__name__", "Frame")
    _wanted[name] = kind
    return name


def gives(kind: Any, media_type: str = "application/json") -> dict[str, Any]:  # noqa: ANN401 - a type
    """That a route answers with this type."""
    return {"responses": {"200": {"description": _first(kind), "content": {media_type: {"schema": _reference(kind)}}}}}


def takes(kind: Any) -> dict[str, Any]:  # noqa: ANN401 - a type
    """That a route's body is of this type."""
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": _reference(kind)}}}}


def takes_bytes() -> dict[str, Any]:
    """That a route's body is a file as it is."""
    schema = {"type": "string", "contentMediaType": "application/octet-stream"}
    return {"requestBody": {"required": True, "content": {"application/octet-stream": {"schema": schema}}}}


def _reference(kind: Any) -> dict[str, Any]:  # noqa: ANN401 - a type
    if get_origin(kind) is list:
        return {"type": "array", "items": _reference(get_args(kind)[0])}
    return {"$ref": REFERENCE.format(name=_name(kind))}


def _first(kind: Any) -> str:  # noqa: ANN401 - a type
    return (kind.__doc__ or "").partition("\n")[0]


def describe(app: FastAPI) -> None:
    """Adds these types, and those of the socket, to the app's description."""
    plain = app.openapi

    @cache
    def whole() -> dict[str, Any]:
        schema = plain()
        for kind in (Answer, Command, Snapshot):
            _name(kind)
        kinds = [*_wanted.values(), Frame]
        _, components = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
        schema.setdefault("components", {}).setdefault("schemas", {}).update(components)
        return schema

    app.openapi = whole  # type: ignore[method-assign]  # as FastAPI's documentation says
