"""Looking back: a table step by step, as one seat may know it."""

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from certamen.kernel.contest import Contest
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.view import Seat as Knows
from certamen.table.held import held, look_back
from certamen.table.log import Row, item_of
from certamen.table.protocol import Item, Seen
from certamen.table.seats import Seat
from certamen.table.seen import Shared, Sitting

if TYPE_CHECKING:
    from certamen.table.table import Table

LONGEST_TEXT = 300


class Step(Struct, frozen=True):
    """A moment one can look back at. key: its number among the seat's own, from 1; text: what happened up to it."""

    key: int
    text: str
    round: int


class Then(Struct, frozen=True):
    """What a seat saw after a step. log: the key of the newest item in its log by then, 0 for none."""

    view: Seen
    log: int


class Past(Struct, frozen=True, dict=True):
    """A table's past as one seat may know it; looked at in another thread. acts: the lines of each that stands."""

    contest: Contest
    seat: Knows
    sitting: Sitting
    ruleset: Ruleset
    acts: tuple[tuple[Row, ...], ...]

    @cached_property
    def items(self) -> tuple[tuple[Item, ...], ...]:
        """The items of each act that stands."""
        return tuple(tuple(item_of(row, self.seat, self.ruleset) for row in act) for act in self.acts)

    @cached_property
    def told(self) -> tuple[tuple[int, tuple[Item, ...]], ...]:
        """(how many acts stood, the items that were new) at each step."""
        return tuple(_told(self))


def past_of(table: "Table", seat: Seat) -> Past | None:
    """What is needed to look back, quickly taken; None where there is nothing to look at yet, or no longer."""
    if table.contest is None or not table.contest.started:
        return None
    log, lines = table.reader(seat.knows).log, table.ledger.lines
    acts = tuple(
        tuple(log.row(place, lines[place]) for place in act.lines if place in log.keys) for act in table.ledger.acts
    )
    return Past(table.contest.fork(), seat.knows, replace(table.sitting, until={}), table.ruleset, acts)


def steps(past: Past) -> tuple[Step, ...]:
    """The steps of the table that the seat could see, the start first.

    A step ends only where the seat was told of it: while the game master decided about what it may not know, there was
    nothing to see, and so nothing to look back at either.
    """
    found: list[Step] = []
    for _, items in past.told:
        text = " ".join(one.text for one in items if one.text)
        found.append(Step(len(found) + 1, _cut(text), items[-1].round if items else 0))
    return tuple(found)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 3] + "..."


def _told(past: Past) -> Iterator[tuple[int, tuple[Item, ...]]]:
    silent = _silent(past)
    items: tuple[Item, ...] = ()
    for acts, new in enumerate(past.items, 1):
        items += new
        if acts not in silent and (items or acts == 1 or past.seat.kind == "gm"):
            yield acts, items
            items = ()


def _silent(past: Past) -> set[int]:
    """After how many acts the seat was told nothing yet."""
    if past.seat.kind == "gm":
        return set()
    found: set[int] = set()
    then = past.contest.past(len(past.items))
    for acts in range(len(past.items), 1, -1):
        if held(then, past.seat, past.sitting.players):
            found.add(acts)
        then.pop()
    return found


def view_at(past: Past, key: int) -> Then | None:
    """What the seat saw after its step of this key; None where there is no such step."""
    if not 1 <= key <= len(past.told):
        return None
    log = max((one.key for _, items in past.told[:key] for one in items), default=0)
    view, _ = look_back(past.contest.past(past.told[key - 1][0]), past.seat, replace(past.sitting, shared=Shared()))
    return Then(replace(view, asked=(), unasked={}), log)
