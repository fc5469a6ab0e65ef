"""Dice besides the contest: checks called for and rolled, throws, and the keys that are shown at the end."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from certamen.kernel.audience import NOBODY, aware_of
from certamen.table import calls, protocol
from certamen.table.events import Called, Check, KeyShown, Rolled, Thrown
from certamen.table.refused import Refused, playing
from certamen.table.seats import Seat

if TYPE_CHECKING:
    from certamen.table.table import Table

MOST_ASKED = 50
LONGEST_EXPRESSION = 200


def call(table: Table, seat: Seat, deed: protocol.Call) -> dict[str, Any]:
    """Ask for a check of each, or roll it in secret; where people roll their own dice, ask the game master alone."""
    contest = playing(table)
    if not 1 <= len(deed.who) <= MOST_ASKED or len(table.ledger.checks) + len(deed.who) > 4 * MOST_ASKED:
        raise Refused(f"1 to {MOST_ASKED} are asked at once")
    if not contest.started or any(who not in contest.state.participants for who in deed.who):
        raise Refused("a check is asked of those who take part")
    query, _ = calls.question(contest, deed.query, deed.values)
    if deed.secret and table.ledger.dice == "server":
        counts, rolled = table.ledger.counts, []
        for who in deed.who:
            rolled.append(calls.check(contest, who, deed.query, deed.values, counts, secret=True))
            counts = calls.counted(counts, rolled[-1])
        for event in rolled:
            table.happened(Rolled("", event))
        return {}
    checks = tuple(
        Check(_check_id(table, who, secret=deed.secret), who, NOBODY if deed.secret else aware_of(contest.state, who))
        for who in dict.fromkeys(deed.who)
    )
    table.happened(Called(checks, query.name, dict(deed.values), query.title))
    return {"calls": [one.id for one in checks]}


def _check_id(table: Table, who: str, *, secret: bool) -> str:
    """An id that tells of no check but those asked of him as this one is."""
    kind = "secret" if secret else "check"
    return next(id for n in count(1) if (id := f"{who}-{kind}-{n}") not in table.ledger.checks)


def roll(table: Table, seat: Seat, deed: protocol.Roll) -> None:
    """Roll a check that was called for."""
    contest, asked = playing(table), table.ledger.checks.get(deed.call)
    if asked is None or not (seat.is_gm or (asked.to and asked.who in seat.characters)):
        raise Refused("this check is not asked of you")
    counts, secret = table.ledger.counts, asked.to == NOBODY
    try:
        event = calls.check(contest, asked.who, asked.query, asked.values, counts, faces=deed.faces, secret=secret)
    except calls.DieMissing as missing:
        raise _missing(missing) from None
    table.happened(Rolled(deed.call, event))


def throw(table: Table, seat: Seat, deed: protocol.Throw) -> None:
    """A throw of any dice."""
    contest = playing(table)
    if len(deed.expression) > LONGEST_EXPRESSION:
        raise Refused(f"dice are written in at most {LONGEST_EXPRESSION} characters")
    who = deed.who
    if not seat.is_gm:
        if deed.secret:
            raise Refused("only the game master rolls in secret")
        who = who or next(iter(seat.characters), "")
        if who and who not in seat.characters:
            raise Refused(f"you do not play {who[:70]}")
    try:
        event = calls.throw(contest, who, deed.expression, table.ledger.counts, faces=deed.faces, secret=deed.secret)
    except calls.DieMissing as missing:
        raise _missing(missing) from None
    table.happened(Thrown(event))


def _missing(die: calls.DieMissing) -> Refused:
    return Refused(str(die), result={"sides": die.sides, "purpose": die.purpose, "number": die.number})


def reveal_key(table: Table, seat: Seat, deed: protocol.RevealKey) -> None:
    """Show a key of the dice, when nothing more is rolled with it."""
    if seat.kind != "owner":
        raise Refused("only the owner of the table shows a key of its dice")
    if table.ledger.dice == "hand":
        raise Refused("people roll their own dice at this table: there is no key")
    if table.contest is not None and table.contest.outcome is None:
        raise Refused("a key is shown when the contest is over: till then it would tell what will be rolled")
    open_key, secret_key = table.keys
    table.happened(KeyShown(deed.key, (open_key if deed.key == "open" else secret_key).hex()))
