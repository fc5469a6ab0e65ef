"""What well-known dice tools read differently: for each case the readings, as (how to write it here, its meaning)."""

from __future__ import annotations

from typing import Final

from certamen.dice.tree import Operation, Pool, write_operation, write_pool

Readings = tuple[tuple[str, str], ...]


def bare_keep(dice: str, digits: str) -> Readings:
    """`k3`: the highest dice, or the dice that show 3."""
    if not digits:
        return (f"{dice}kh1", "keep the highest"), (f"{dice}kl1", "keep the lowest")
    return (
        (f"{dice}kh{digits}", f"keep the {digits} highest"),
        (f"{digits}*{dice}c={digits}", f"keep the dice that show {digits}"),
    )


def bare_drop(dice: str, digits: str) -> Readings:
    """`d1` after dice: the lowest or the highest go."""
    return (
        (f"{dice}dl{digits}", f"drop the {digits} lowest"),
        (f"{dice}dh{digits}", f"drop the {digits} highest"),
    )


def bare_reroll(dice: str, found: Readings) -> Readings:
    """`r1`: once, or until it shows something else. `found`: each reading of the test."""
    return tuple(
        (f"{dice}{name}{test}", f"roll a die that shows {shown} again, {how_often}")
        for name, how_often in (("ro", "once"), ("rr", "until it shows something else"))
        for test, shown in found or (("1", "1"),)
    )


def twice_exploding(dice: str, found: Readings) -> Readings:
    """`!!`: dice that explode again and again, or dice that are added up. `found`: each reading of the test."""
    return tuple(
        (f"{dice}{name}{test}", how)
        for name, how in (
            ("!", "each die that explodes adds a die, which may explode too"),
            ("ace", "the same, and what is added counts as one die with the first (compounding)"),
        )
        for test, _ in found or (("", ""),)
    )


def bare_count(dice: str, digits: str) -> Readings:
    """`c5`: exactly 5, or 5 and more."""
    return (
        (f"{dice}c={digits}", f"count the dice that show {digits}"),
        (f"{dice}c>={digits}", f"count the dice that show {digits} or more"),
    )


def order(pool: Pool, operation: Operation) -> Readings:
    """Two operations whose order tools settle differently: as written, or the other way round."""
    *before, last = pool.operations
    as_written = write_pool(Pool(pool.count, pool.sides, (*before, last, operation)))
    turned_round = write_pool(Pool(pool.count, pool.sides, (*before, operation, last)))
    first, then = write_operation(last, pool.sides), write_operation(operation, pool.sides)
    return (as_written, f"first {first}, then {then}"), (turned_round, f"first {then}, then {first}")


def tests(test: str, number: int) -> Readings:
    """A test on dice; for `>` and `<` both ways to read it, with the number and without."""
    if test == "=":
        return ((str(number) if number >= 0 else f"={number}", str(number)),)
    side, word = (">=", "more") if test[0] == ">" else ("<=", "less")
    inclusive = (f"{side}{number}", f"{number} or {word}")
    if test == side:
        return (inclusive,)
    return (f"{side}{number + (1 if test == '>' else -1)}", f"{word} than {number}"), inclusive


def strict(before: str, test: str, number: int) -> Readings:
    """`>5` where a test belongs: tools differ in whether 5 passes."""
    return tuple((before + written, shown) for written, shown in tests(test, number))


def comparison(dice: str, test: str, number: int) -> Readings:
    """`8d6>5`: how many of the dice, or whether their total."""
    found = tests(test, number) if test != "=" else ((f"={number}", str(number)),)
    counts = tuple((f"{dice}c{written}", f"count the dice that show {shown}") for written, shown in found)
    totals = tuple((f"{dice} is {written}", f"1 if the total is {shown}, else 0") for written, shown in found)
    return counts + totals


def not_equal(dice: str, number: int) -> Readings:
    """`!=5`: explode on 5, or other than 5."""
    return (
        (f"{dice}!{number if number >= 0 else f'<={number}'}", f"explode on {number}"),
        (f"1-({dice} is ={number})", f"1 if the total is not {number}, else 0"),
    )


def minus(dice: str) -> Readings:
    """`-1d6`: the sign of what is rolled, or of the number of dice."""
    return (
        (f"-({dice})", f"what {dice} shows, negated"),
        (f"0-{dice}", f"{dice} taken from what stands before it: put that in place of the 0"),
    )


TENS_AND_UNITS: Final = {
    "66": (
        ("10*1d6+1d6", "two dice read as tens and units: 11 to 66"),
        ("1d66", "one die with 66 sides"),
    ),
    "666": (
        ("100*1d6+10*1d6+1d6", "three dice read as digits: 111 to 666"),
        ("1d666", "one die with 666 sides"),
    ),
}
