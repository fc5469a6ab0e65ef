"""Encounters with something hidden in them, every word of which is marked, and worlds that differ only in it."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from certamen.dice import Seeded
from certamen.kernel.action import GM
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter, Entry, Objective
from certamen.kernel.errors import CertamenError
from certamen.kernel.window import Request
from certamen.rulesets import find
from tests.conformance.examples import encounter

CANARY = "xyzzy"
HIDDEN = f"{CANARY}-0"


def _strings(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from (str(key), *_strings(value))
    elif isinstance(data, list | tuple):
        for one in data:
            yield from _strings(one)


def _renamed(data: object, old: str, new: str) -> object:
    if isinstance(data, str):
        return new if data == old else data
    if isinstance(data, dict):
        return {(new if key == old else key): _renamed(value, old, new) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_renamed(one, old, new) for one in data]
    return data


def starts(begun: Encounter) -> bool:
    """Whether a contest can be started from it."""
    try:
        Contest(find(begun.ruleset), begun, Seeded(1))
    except (CertamenError, ValueError, KeyError, LookupError):
        return False
    return True


def marked(begun: Encounter, entry: Entry) -> Entry | None:
    """The entry hidden, near where it was, with the mark in every word of its sheet that can be any word."""
    kind = find(begun.ruleset).sheet
    hidden = replace(entry, id=HIDDEN, name=f"{CANARY} the unseen", hidden=True, known_to=(), arrives=0, policy="")
    places = (replace(hidden, at=at) for at in _near(entry.at))
    found = next((one for one in places if starts(_with(begun, one))), None)
    if found is None:
        return None
    data = _plain(entry.sheet)
    for k, word in enumerate(dict.fromkeys(_strings(data))):
        try:
            other: Any = _renamed(data, word, f"{CANARY}-{k}")
            sheet: object = msgspec.convert(other, kind)
        except (msgspec.ValidationError, ValueError, TypeError):
            continue
        if _plain(sheet) == other and starts(_with(begun, replace(found, sheet=sheet))):
            data = other
    return replace(found, sheet=msgspec.convert(data, kind))


def _with(begun: Encounter, entry: Entry) -> Encounter:
    return replace(begun, participants=(*begun.participants, entry))


def _plain(sheet: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(sheet))


def _near(at: str) -> Iterator[str]:
    yield at
    column, comma, row = at.partition(",")
    if comma and column.isdecimal() and row.isdecimal():
        for k in range(1, 8):
            for dx, dy in ((k, 0), (0, k), (-k, 0), (0, -k), (k, k)):
                yield f"{int(column) + dx},{int(row) + dy}"


def players_of(begun: Encounter) -> tuple[str, ...]:
    """Up to two of the first side, who are played by people."""
    side = begun.participants[0].side
    return tuple(one.id for one in begun.participants if one.side == side)[:2]


@cache
def with_hidden(path: Path) -> Encounter | None:
    """The example with one more who is hidden from the players' side, a copy of one of their foes; None without foes.

    His id, his name, every free word of his sheet, and an objective of his side hold the mark.
    """
    begun = encounter(path)
    side = begun.participants[0].side
    for foe in begun.participants:
        entry = marked(begun, foe) if foe.side != side else None
        if entry is not None:
            goal = Objective(f"{CANARY}-goal", foe.side, f"{CANARY} wins", (f"{CANARY}:done",))
            made = _with(begun, entry)
            with_goal = replace(made, objectives=(*begun.objectives, goal))
            return with_goal if starts(with_goal) else made
    return None


def marks_in(begun: Encounter) -> int:
    """How many words of what is hidden hold the mark."""
    return sum(CANARY in word for word in _strings(msgspec.to_builtins(begun)))


def known(request: Request) -> tuple[str, str, str]:
    """What is asked, as all may know it: not how often the game master was asked."""
    return request.who, request.kind, "" if request.who == GM else request.id
