"""Opening a table of 10,000 acts, from the store to the first snapshot, with the states kept on the way."""

import asyncio
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench import Row, at_most
from bench._tables import ENCOUNTER
from certamen.files import encounter
from certamen.kernel.contest import Contest
from certamen.kernel.run import decide
from certamen.table.host import Host, now_ms
from certamen.table.opened import RECORDS_BETWEEN_STATES
from certamen.table.reopen import last_entry, state_to_save
from certamen.table.sqlite import SqliteStore
from certamen.table.store import Part, Room
from certamen.table.table import OWNER, Table

ACTS = 10_000
SECONDS = 1.0


def rows() -> Iterator[Row]:
    """The row of opening."""
    with tempfile.TemporaryDirectory() as folder:
        keep(Path(folder), ACTS)
        yield at_most(f"opening a table of {ACTS:,} acts, seconds", asyncio.run(opening(Path(folder))), SECONDS)


def keep(folder: Path, acts: int) -> None:
    """A table of so many acts, "big", kept in a data folder as a host keeps it."""
    one = encounter.loads(ENCOUNTER)
    table, _ = Table.create(one, id="big", now=now_ms())
    contest, store = table.contest, SqliteStore(folder)
    assert contest is not None  # it was just begun
    room = Room(
        id="big",
        title=table.title,
        ruleset=one.ruleset,
        version=table.version,
        created=now_ms(),
        touched=now_ms(),
        keys=table.keys,
    )
    while len(contest.entries) < acts:
        for _ in range(RECORDS_BETWEEN_STATES):
            fight_on(contest)
        records = table.take_records()
        state = state_to_save(contest, last_entry(records))
        store.save([Part("big", tuple(records), (state,) if state else (), room)])
    store.close()


def fight_on(contest: Contest) -> None:
    """One act more of a fight that does not end: whoever is badly hurt is healed."""
    for who, one in contest.state.participants.items():
        if int(str(contest.ruleset.values(contest.state, one)["hp"])) < 400:
            contest.overrule("set", path=f"{who}.hp", value=900)
            return
    decide(contest, contest.requests[0], {})


async def opening(folder: Path) -> float:
    """Seconds from asking for the table to the game master's first snapshot: the best of three servers."""
    found = []
    for _ in range(3):
        async with Host(SqliteStore(folder)) as host:
            begun = time.perf_counter()
            await (await host.subscribe("big", OWNER)).next()
            found.append(time.perf_counter() - begun)
    return min(found)
