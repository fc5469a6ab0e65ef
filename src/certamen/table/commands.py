"""A command that came to a table: checked, done once, answered; a repeated one is answered as before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from certamen.dice import DiceError
from certamen.kernel.errors import CertamenError
from certamen.table import clock, deeds
from certamen.table.events import Answered
from certamen.table.protocol import LONGEST_ID, Answer, Command
from certamen.table.seats import Seat

if TYPE_CHECKING:
    from certamen.table.table import Table

MOST_REFUSED = 500


def submit(table: Table, seat: str, command: Command, now: int) -> Answer:
    """What became of a command. Refused and stale ones change nothing."""
    sitter, key = table.ledger.seats.get(seat), (seat, command.id)
    if not _can_be_kept(command):
        return Answer("", done=False, reason="this holds half a character, and cannot be kept")
    if not 1 <= len(command.id) <= LONGEST_ID:
        return Answer(command.id[:LONGEST_ID], done=False, reason=f"a command's id has 1 to {LONGEST_ID} signs")
    if sitter is None or sitter.revoked:
        return Answer(command.id, done=False, reason="the link of this seat was revoked")
    known = table.ledger.answers.get(key) or table.refused.get(key)
    if known is not None:
        return known
    queue = table.queues.get(seat)
    if command.n is not None and (queue is None or command.n != queue.n):
        return Answer(command.id, done=False, reason="something happened meanwhile", stale=True)
    answer = _do(table, sitter, command, now)
    if not answer.done:
        table.refused[key] = answer
        if len(table.refused) > MOST_REFUSED:
            table.refused.pop(next(iter(table.refused)))
    return answer


def _do(table: Table, seat: Seat, command: Command, now: int) -> Answer:
    table.lines.cause = (now, seat.id, command.id)
    try:
        result = deeds.do(table, seat, command.deed)
    except deeds.Refused as error:
        return Answer(command.id, done=False, reason=error.reason, rule=error.rule, result=error.result)
    except (CertamenError, DiceError) as error:
        return Answer(command.id, done=False, reason=str(error))
    clock.may_go_on(table, command.deed)
    table.settle(now)
    clock.play_on(table, now)
    answer = Answer(command.id, done=True, result=result)
    if result:
        told = {name: value for name, value in result.items() if name != "token"}
        table.happened(Answered(Answer(command.id, done=True, result=told)))
    table.ledger.answers[seat.id, command.id] = answer
    return answer


def _can_be_kept(command: Command) -> bool:
    try:
        msgspec.json.encode(command)
    except UnicodeEncodeError:
        return False
    return True
