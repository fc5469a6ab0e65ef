"""The contract's types in TypeScript, for the pages: `python -m certamen.table.typescript` writes them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from msgspec import inspect

from certamen.kernel.action import Choice, Number, Places, Words
from certamen.table import protocol

PAGES = Path(__file__).parents[3] / "web" / "src" / "lib" / "protocol.ts"
SENT = (protocol.Command, *get_args(protocol.Deed))
RENAMED: dict[type, str] = {Choice: "ChoiceField", Number: "NumberField", Places: "PlacesField", Words: "WordsField"}
UNIONS: dict[str, tuple[type | str, ...]] = {
    "SeatKind": get_args(protocol.SeatKind),
    "Deed": get_args(protocol.Deed),
    "Field": (Choice, Number, Places, Words),
    "Frame": get_args(protocol.Frame),
}
HEAD = "// What goes between a page and its table. Written by certamen.table.typescript; do not edit.\n"
PLAIN = {
    inspect.AnyType: "unknown",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.NoneType: "null",
}


def typescript() -> str:
    """All types of the contract, as one TypeScript module."""
    roots = (protocol.Command, *get_args(protocol.Frame))
    kinds = {one: None for root in roots for one in _structs(inspect.type_info(root), set())}
    parts = [HEAD]
    parts += [_declaration(inspect.type_info(kind)) for kind in kinds]
    for name, members in UNIONS.items():
        parts.append(f"export type {name} =\n  " + "\n  ".join(f"| {_member(one)}" for one in members) + ";\n")
    return "\n".join(parts)


def _name(kind: type) -> str:
    return RENAMED.get(kind, kind.__name__)


def _structs(info: inspect.Type, seen: set[type]) -> Iterator[type]:
    """All structs that a type is made of, each once, those it needs after it."""
    if isinstance(info, inspect.StructType):
        if info.cls in seen:
            return
        seen.add(info.cls)
        yield info.cls
        for field in info.fields:
            yield from _structs(field.type, seen)
    for part in _inner(info):
        yield from _structs(part, seen)


def _inner(info: inspect.Type) -> tuple[inspect.Type, ...]:
    match info:
        case inspect.UnionType():
            return info.types
        case inspect.VarTupleType():
            return (info.item_type,)
        case inspect.TupleType():
            return info.item_types
        case inspect.DictType():
            return (info.value_type,)
    return ()


def _declaration(info: Any) -> str:  # noqa: ANN401 - a StructType, narrowed no further by msgspec
    if info.array_like:
        items = ", ".join(f"{field.encode_name}: {_type(field.type)}" for field in info.fields)
        return f"export type {_name(info.cls)} = [{items}];\n"
    rows = [f"  {info.tag_field}: {_literal(info.tag)};"] if info.tag_field else []
    sent = info.cls in SENT
    for field in info.fields:
        may_lack = not field.required and (sent or info.cls.__struct_config__.omit_defaults)
        rows.append(f"  {field.encode_name}{'?' if may_lack else ''}: {_type(field.type)};")
    return "\n".join((f"export interface {_name(info.cls)} {{", *rows, "}\n"))


def _type(info: inspect.Type) -> str:
    match info:
        case inspect.StructType():
            return _name(info.cls)
        case inspect.LiteralType():
            return _known([_literal(value) for value in info.values])
        case inspect.UnionType():
            return _known([_type(one) for one in info.types])
        case inspect.VarTupleType():
            item = _type(info.item_type)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case inspect.TupleType():
            return f"[{', '.join(map(_type, info.item_types))}]"
        case inspect.DictType():
            return f"Record<string, {_type(info.value_type)}>"
    return PLAIN[type(info)]


def _known(members: list[str]) -> str:
    """A union, by its name where it has one."""
    names = (name for name, kinds in UNIONS.items() if set(members) == {_member(one) for one in kinds})
    return next(names, " | ".join(members))


def _member(one: type | str) -> str:
    return _literal(one) if isinstance(one, str) else _name(one)


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


if __name__ == "__main__":
    PAGES.write_text(typescript(), encoding="utf-8")
