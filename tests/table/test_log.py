"""A seat's own log: keys, numbers and dice counted without what it does not know."""

from certamen.kernel.audience import EVERYONE, NOBODY
from certamen.kernel.event import Die, Event
from certamen.kernel.view import GM_SEAT, Seat
from certamen.rulesets import find
from certamen.table.log import Line, SeatLog, item_of, knows
from certamen.table.protocol import Item

ANN = Seat("player", ("ann",))


def line(n: int, to: tuple[str, ...], *dice: int, kind: str = "open") -> Line:
    fallen = tuple(Die("table", "open" if kind == "open" else "secret", k, 6, 1) for k in dice)
    return Line(Event("turn", "ann", n=n, to=to, dice=fallen), "a turn", 0, {"ann": "Ann"})


def items(seat: Seat, lines: list[Line]) -> list[Item]:
    log = SeatLog(seat)
    for place, one in enumerate(lines):
        if knows(one, seat):
            log.add(place, one)
    return [item_of(log.row(place, lines[place]), log.seat, find("starcluster")) for place in log.lines]


def test_what_a_seat_does_not_know_leaves_no_gap() -> None:
    lines = [line(1, EVERYONE, 0), line(2, NOBODY, 1, 2), line(3, ("ann",), 3, 4), line(4, EVERYONE)]
    mine = items(ANN, lines)
    assert [(one.key, one.n, [die.n for die in one.dice]) for one in mine] == [(1, 1, [0]), (2, 2, [1, 2]), (3, 3, [])]
    assert [(one.key, one.n, [die.n for die in one.dice]) for one in items(GM_SEAT, lines)][2] == (3, 3, [3, 4])


def test_dice_in_secret_are_not_counted_among_the_open_ones() -> None:
    lines = [line(1, EVERYONE, 0), line(2, EVERYONE, 0, 1, kind="secret"), line(3, EVERYONE, 1)]
    assert [[die.n for die in one.dice] for one in items(ANN, lines)] == [[0], [], [1]]


def test_lines_that_stand_are_numbered_without_a_gap_whatever_was_taken_back() -> None:
    log, lines = SeatLog(ANN), [line(n, EVERYONE) for n in (1, 2, 3)]
    for place, one in enumerate(lines):
        log.add(place, one)
    lines[1].undone = True
    assert log.number([1], lines) == [1, 2]
    assert log.numbers == {0: 1, 2: 2}
    assert (log.true_place(2), log.true_place(3)) == (2, None)
    lines[1].undone = False
    assert log.number([1], lines) == [1, 2]
    log.add(3, line(4, EVERYONE))
    assert log.numbers == {0: 1, 1: 2, 2: 3, 3: 4}
