"""The participants' sheets written back, with what the contest did to them: a file to include the next evening."""

import dataclasses
from decimal import Decimal
from typing import Any

import msgspec
import yaml

from certamen.kernel.contest import Contest


def sheets_yaml(contest: Contest) -> str:
    """A YAML file of `participants:` as they are now; it can be included by an encounter of the same folder."""
    people = []
    for one in contest.state.participants.values():
        entry: dict[str, Any] = {"id": one.id, "name": one.name, "side": one.side}
        if one.player:
            entry["player"] = one.player
        entry["sheet"] = _plain(contest.ruleset.export(contest.state, one))
        people.append(entry)
    head = f"# {contest.encounter.title}: the sheets as they were at the end. include: this file in an encounter.\n"
    return head + yaml.safe_dump({"participants": people}, sort_keys=False, allow_unicode=True, width=110)


def _plain(sheet: object) -> object:
    """A sheet as plain values, without what is as by default."""
    if dataclasses.is_dataclass(sheet) and not isinstance(sheet, type):
        return {f.name: _plain(getattr(sheet, f.name)) for f in dataclasses.fields(sheet) if not _is_default(sheet, f)}
    if isinstance(sheet, dict):
        return {key: _plain(value) for key, value in sheet.items()}
    if isinstance(sheet, list | tuple):
        return [_plain(value) for value in sheet]
    if isinstance(sheet, Decimal):
        return int(sheet) if sheet == int(sheet) else float(sheet)
    return msgspec.to_builtins(sheet)


def _is_default(sheet: object, field: "dataclasses.Field[Any]") -> bool:
    value = getattr(sheet, field.name)
    if field.default is not dataclasses.MISSING:
        return bool(value == field.default)
    return field.default_factory is not dataclasses.MISSING and bool(value == field.default_factory())
