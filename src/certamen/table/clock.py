"""What goes on at a table by itself: defaults taken by the clock, and policies that decide."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from certamen.dice import DiceError
from certamen.kernel.errors import CertamenError
from certamen.kernel.window import Request
from certamen.table import deeds
from certamen.table.events import Waited
from certamen.table.protocol import Decide, Deed

if TYPE_CHECKING:
    from certamen.table.table import Table

ACTS_AT_A_TIME = 20
"""So many acts of policies are done in one go; more follow at the next `tick`."""
MOST_ACTS_ALONE = 5_000
"""So many acts of policies follow each other, then a person has to do something first."""
log = logging.getLogger("certamen.table")


def may_go_on(table: Table, deed: Deed | None = None) -> None:
    """Somebody did something, so policies may decide; but while there are acts to do again, only when told to."""
    table.alone = MOST_ACTS_ALONE if table.ledger.undone and not isinstance(deed, Decide) else 0


def due(table: Table, now: int) -> int | None:
    """When `tick` is wanted next, None for never."""
    if _left_to_policy(table) is not None:
        return now
    return min(table.sitting.until.values(), default=None)


def tick(table: Table, now: int) -> None:
    """Take the defaults of what has waited too long, and let policies go on."""
    for _ in range(ACTS_AT_A_TIME):
        late = {id for id, until in table.sitting.until.items() if until <= now}
        request = next((one for one in table.asked() if one.id in late), None)
        if request is None:
            break
        deeds.take_default(table, request)
        table.settle(now)
    play_on(table, now)


def play_on(table: Table, now: int) -> None:
    """Let policies decide for those they decide for, so many times."""
    for _ in range(ACTS_AT_A_TIME):
        request = _left_to_policy(table)
        if request is None:
            return
        table.alone += 1
        name = table.ledger.policies[request.who]
        try:
            table.act_by_policy(request, name)
        except (CertamenError, DiceError) as error:
            table.alone = MOST_ACTS_ALONE
            log.warning("table %s: the policy %s cannot go on: %s", table.id, name, error)
        table.settle(now)


def _left_to_policy(table: Table) -> Request | None:
    if table.ledger.paused or table.alone >= MOST_ACTS_ALONE:
        return None
    return next((one for one in table.asked() if one.who in table.ledger.policies and one.kind != "dice"), None)


def wait(table: Table, now: int) -> None:
    """Since when each request has waited that the clock counts for goes on record where it is new."""
    clock = {} if table.ledger.paused else table.ledger.clock
    asked = table.asked() if clock else ()
    since = {one.id: table.ledger.since.get(one.id, now) for one in asked if clock.get(one.kind)}
    if since != table.ledger.since:
        table.happened(Waited(since))
