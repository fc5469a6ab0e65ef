"""The log of a table, and each reader's own log of it: only what he may know, under numbers of his own.

A `Line` stands once for all; a `SeatLog` says which lines a reader has, in the order in which he came to know them.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from certamen.kernel.action import GM, SAY
from certamen.kernel.audience import may_know
from certamen.kernel.event import Die, Event
from certamen.kernel.explain import brief
from certamen.kernel.record import Entry
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.view import Seat, cut_event, dice_seen
from certamen.table import calls
from certamen.table.protocol import Item, PartSeen

NOTICE = "notice"


class Line(Struct, eq=False):
    """One line: an event of the contest (its n is not 0), a check, a throw, or a notice of the table's own.

    text: the whole sentence; names: of all who took part by then; act: its place among the acts that stood then;
    seen: names of the seats that had seen it when it was taken back; heard: what the seats played that had been told of
    it by then, None where all had been; again: it stands again.
    """

    event: Event
    text: str
    at: int
    names: Mapping[str, str]
    round: int = 0
    act: int = -1
    undone: bool = False
    seen: tuple[str, ...] = ()
    heard: tuple[tuple[str, ...], ...] | None = None
    again: bool = False

    @property
    def at_once(self) -> bool:
        """Whether it may be told while the game master decides: the start, what is said, all not of the contest."""
        return not self.act or not self.event.n or self.event.type == SAY


class Row(NamedTuple):
    """A line as it stands in a seat's log: its key, its number among those that stand (0: none), dice, and round."""

    line: Line
    key: int
    number: int
    rolled: tuple[int, ...]
    round: int


class SeatLog:
    """The lines that a seat knows of: `lines` (places in the table's log) by key less one, their numbers by line.

    numbers: those of the contest that stand are numbered from 1 in the order of their keys; last: the highest place;
    rolled: of lines with dice that the seat knows, which of its roller's dice each is among those it knows, from 0; the
    game master knows them all as they fell. round: the newest that the seat knows of; rounds: of what was said after a
    later one had begun, the one it knew of.
    """

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.lines: list[int] = []
        self.keys: dict[int, int] = {}
        self.numbers: dict[int, int] = {}
        self.rolled: dict[int, tuple[int, ...]] = {}
        self.rounds: dict[int, int] = {}
        self.round = 0
        self.last = -1
        self._top = 0
        self._fallen: dict[tuple[str, str], int] = {}

    def add(self, place: int, line: Line) -> None:
        """One line more."""
        if line.at_once and 0 < self.round < line.round:
            self.rounds[place] = self.round
        else:
            self.round = max(line.round, self.round)
        self.lines.append(place)
        self.keys[place] = len(self.lines)
        self.last = max(place, self.last)
        if line.event.n and not line.undone:
            self._top += 1
            self.numbers[place] = self._top
        if line.event.dice and self.seat.kind != "gm":
            self.rolled[place] = tuple([self._count(die) for die in dice_seen(line.event, self.seat)])

    def _count(self, die: Die) -> int:
        stream = (die.roller, die.kind)
        self._fallen[stream] = n = self._fallen.get(stream, -1) + 1
        return n

    def number(self, moved: Collection[int], lines: Sequence[Line]) -> list[int]:
        """These of its lines were taken back or stand again. Gives all that have another number for it."""
        key = min([self.keys[place] for place in moved])
        before = reversed(self.lines[: key - 1])
        self._top = next((self.numbers[place] for place in before if place in self.numbers), 0)
        differ = []
        for place in self.lines[key - 1 :]:
            then, stands = self.numbers.pop(place, 0), lines[place].event.n and not lines[place].undone
            if stands:
                self._top += 1
                self.numbers[place] = self._top
            if then != self.numbers.get(place, 0):
                differ.append(place)
        return differ

    def row(self, place: int, line: Line) -> Row:
        """The line as it stands here."""
        return Row(
            line,
            self.keys[place],
            self.numbers.get(place, 0),
            self.rolled.get(place, ()),
            self.rounds.get(place, line.round),
        )

    def true_place(self, number: int) -> int | None:
        """The place in the table's log of what the reader knows by this number; None where it knows nothing by it."""
        return next((place for place, known in reversed(self.numbers.items()) if known == number), None)


def knows(line: Line, seat: Seat) -> bool:
    """Whether the line is one that the seat may read."""
    return seat.kind == "gm" or may_know(line.event.to, seat.characters)


def is_open(event: Event) -> bool:
    """Whether all who know of an event may know all of it."""
    return not event.private and all(d.kind == "open" for d in event.dice) and all(p.to is None for p in event.parts)


def item_of(row: Row, seat: Seat, ruleset: Ruleset) -> Item:
    """The line as the seat in whose log it stands may read it."""
    line, rolled, whole = row.line, row.rolled, seat.kind == "gm"
    event = line.event if whole else cut_event(line.event, seat)
    return Item(
        key=row.key,
        n=row.number,
        round=row.round,
        type=event.type,
        text=line.text if whole else _sentence(line, event, ruleset),
        at=line.at,
        actor=event.actor,
        target=event.target,
        said=event.text if event.n else "",
        brief=brief(event) if event.parts else "",
        by=event.by if whole else "",
        rules=event.rules,
        rulings=event.rulings,
        dice=tuple([replace(die, n=n) for die, n in zip(event.dice, rolled, strict=True)]) if rolled else event.dice,
        parts=tuple([PartSeen(p.label, p.value, p.source, p.kind, p.counted, p.why) for p in event.parts]),
        undone=line.undone,
        seen=line.seen if whole else (),
    )


def _sentence(line: Line, event: Event, ruleset: Ruleset) -> str:
    if event.type == NOTICE:
        return line.text
    return ruleset.narrate(event, line.names) if event.n else calls.tell(event, line.names)


def names_after(names: Mapping[str, str], entry: Entry) -> Mapping[str, str]:
    """The names of all who take part after an act: the game master may have let somebody join, or named him anew."""
    act = entry.action
    if act is None or act.actor != GM:
        return names
    if act.verb == "join":
        return {**names, str(act.values["id"]): str(act.values["name"])}
    who, _, what = str(act.values.get("path", "")).partition(".")
    return {**names, who: str(act.values["value"])} if act.verb == "set" and what == "name" else names


def notice(text: str, at: int, names: Mapping[str, str], to: tuple[str, ...]) -> Line:
    """A line of the table's own."""
    return Line(Event(NOTICE, to=to), text, at, names)


def lines_of(entry: Entry, told: tuple[str, ...], at: int, names: Mapping[str, str], act: int) -> list[Line]:
    """The lines of an act, with their sentences."""
    return [Line(event, text, at, names, event.round, act) for event, text in zip(entry.events, told, strict=True)]


__all__ = ["Line", "Row", "SeatLog", "item_of", "knows", "lines_of", "names_after", "notice"]
