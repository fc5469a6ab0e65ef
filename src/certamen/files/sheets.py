"""The participants' sheets written back, with what the contest did to them: a file to include the next evening."""

import dataclasses
from decimal import Decimal
from typing import Any

import msgspec
import yaml
from msgspec.structs import replace

from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Entry
from certamen.kernel.state import Participant

HEAD = """\
# {title}: the sheets as they were at the end.
# In an encounter of the same folder: include: and the name of this file.
participants:
"""


def sheets_yaml(contest: Contest) -> str:
    """A YAML file of `participants:` as they are now; it can be included by an encounter of the same folder.

    Who is dead or gone, or could not take part as he is, stands there as a comment, with the reason.
    """
    entries = [_entry(contest, one) for one in contest.state.participants.values()]
    reasons = _reasons(contest, entries)
    written = [_written(entry, reasons.get(entry.id, "")) for entry in entries]
    if len(reasons) == len(entries):
        written.append("  []\n")
    return HEAD.format(title=_one_line(contest.encounter.title)) + "".join(written)


def _entry(contest: Contest, one: Participant) -> Entry:
    """Who it was at the start, with the sheet as it is now."""
    sheet = contest.ruleset.export(contest.state, one)
    was = next((entry for entry in contest.encounter.participants if entry.id == one.id), None)
    if was is None:
        return Entry(id=one.id, name=one.name, side=one.side, player=one.player, sheet=sheet)
    return replace(was, name=one.name, side=one.side, player=one.player, sheet=sheet, arrives=0, hidden=False)


def _reasons(contest: Contest, entries: list[Entry]) -> dict[str, str]:
    """Why some cannot take part as they are, by id."""
    state = contest.state
    reasons: dict[str, str] = {
        one.id: one.status for one in state.participants.values() if one.status in ("dead", "left")
    }
    for problem in contest.ruleset.check(replace(contest.encounter, participants=tuple(entries)), state.rulings):
        if problem.path[:1] == ("participants",) and isinstance(problem.path[1], int):
            reasons.setdefault(entries[problem.path[1]].id, problem.message)
    return reasons


def _written(entry: Entry, reason: str) -> str:
    given = {"id": entry.id, "name": entry.name, "side": entry.side, "player": entry.player, "at": entry.at}
    plain = {key: value for key, value in (given | {"policy": entry.policy}).items() if value}
    sheets = {"sheet": _plain(entry.sheet)} | ({} if entry.seems is None else {"seems": _plain(entry.seems)})
    text = yaml.safe_dump([plain | sheets], sort_keys=False, allow_unicode=True, width=110)
    if not reason:
        return text
    return f"# left out, {_one_line(reason)}:\n" + "".join(f"#   {line}\n" for line in text.splitlines())


def _one_line(text: str) -> str:
    return " ".join(text.split())


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
