"""A seat's whole log: searched, or written as a file. It is long, so that this is done in another thread."""

import re
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from certamen.kernel.ruleset import Ruleset
from certamen.kernel.view import Seat as Knows
from certamen.table.log import Row, item_of
from certamen.table.protocol import Item
from certamen.table.seats import Seat

if TYPE_CHECKING:
    from certamen.table.table import Table


class Whole(Struct, frozen=True):
    """The whole log of a seat, what was taken back too, as it stood when it was asked for."""

    title: str
    ruleset: Ruleset
    version: str
    name: str
    seat: Knows
    rows: tuple[Row, ...]


class Wanted(Struct, frozen=True):
    """Which items are wanted: with this text in them, about a participant, of a round, of a type; "" and 0 for all."""

    q: str = ""
    who: str = ""
    round: int = 0
    type: str = ""


def whole_log(table: "Table", seat: Seat) -> Whole:
    """The log of a seat, quickly taken."""
    log, lines = table.reader(seat.knows).log, table.ledger.lines
    rows = tuple([log.row(place, lines[place]) for place in log.lines])
    return Whole(table.title, table.ruleset, table.version, seat.name, seat.knows, rows)


def items_of(whole: Whole) -> list[Item]:
    """Its items, the oldest first."""
    return [item_of(row, whole.seat, whole.ruleset) for row in whole.rows]


def found(whole: Whole, before: int, count: int, wanted: Wanted) -> tuple[list[Item], bool]:
    """(up to `count` items that are wanted, below a key or the newest, the oldest first; whether there are earlier)."""
    items: list[Item] = []
    for row in reversed(whole.rows[: before - 1 if before else None]):
        item = item_of(row, whole.seat, whole.ruleset)
        if not _fits(item, wanted):
            continue
        if len(items) == count:
            return items[::-1], True
        items.append(item)
    return items[::-1], False


def _fits(item: Item, wanted: Wanted) -> bool:
    about = wanted.who in ("", item.actor, item.target)
    text = wanted.q.lower() in f"{item.text}\n{item.said}".lower()
    return about and text and wanted.round in (0, item.round) and wanted.type in ("", item.type)


def as_json(whole: Whole) -> bytes:
    """The log as one JSON object: {title, ruleset, version, seat, items}."""
    told = {
        "title": whole.title,
        "ruleset": whole.ruleset.name,
        "version": whole.version,
        "seat": whole.name,
        "items": items_of(whole),
    }
    return msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n"


def as_markdown(whole: Whole) -> str:
    """The log as Markdown: a heading a round, a line an event with its reckoning, struck out if undone."""
    rows = [f"# {_plain(whole.title)}", "", f"{_plain(whole.ruleset.title)}; the log of {_plain(whole.name)}.", ""]
    for one in items_of(whole):
        if one.type == "round" and not one.undone:
            rows += ["", f"## Round {one.round}", ""]
        elif one.text:
            rows.append(_row(one))
    return "\n".join(rows) + "\n"


def _row(one: Item) -> str:
    said = f" «{_plain(one.said)}»" if one.said and one.type != "say" else ""
    aside = "; ".join(part for part in (one.brief, ", ".join(one.rules)) if part)
    text = _plain(one.text) + said + (f" ({_plain(aside)})" if aside else "")
    if one.undone:
        return f"- ~~{text}~~ (taken back)"
    return f"- {one.n}. {text}" if one.n else f"- {text}"


def _plain(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return re.sub(r"([\\`*_{}\[\]<>#|~&])", r"\\\1", " ".join(text.split()))
