"""Opening a table of many acts: soon, and with all that was there."""

import asyncio
import os
from contextlib import closing
from pathlib import Path

from bench.opening import SECONDS, keep, opening
from certamen.kernel.journal import replay
from certamen.kernel.state import state_hash
from certamen.rulesets import find
from certamen.table import fair
from certamen.table.reopen import journal_of
from certamen.table.sqlite import SqliteStore
from certamen.table.table import Table

ACTS = 10_000 if os.environ.get("CERTAMEN_SOAK") else 1_500


def test_a_table_of_many_acts_opens_soon_and_as_it_was(tmp_path: Path) -> None:
    keep(tmp_path, ACTS)
    assert asyncio.run(opening(tmp_path)) < 3 * SECONDS
    with closing(SqliteStore(tmp_path)) as store:
        stored = store.load("big")
    assert stored is not None
    opened = Table.restore(stored, 1)
    played = replay(journal_of(stored)[0], find("dualaction"), source=fair.source(stored.room.keys))
    assert played.why == ""
    assert opened.contest is not None
    assert len(opened.contest.entries) >= ACTS
    assert state_hash(opened.contest.state) == state_hash(played.contest.state)
    assert opened.contest.counts == played.contest.counts
