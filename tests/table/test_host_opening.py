"""A server's tables as they open and close: clocks, idleness, stopping, faults, damage."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from certamen.table import host as hosts
from certamen.table.database import DATABASE
from certamen.table.host import DELETED, FAULT, STOPS, Host, NoTable
from certamen.table.protocol import Act, Clock, Throw, Undo
from certamen.table.reopen import journal_of
from certamen.table.sqlite import SqliteStore
from certamen.table.store import StoreError
from certamen.table.table import OWNER, Table
from tests.table.hosts import add_table, command, do, hash_of, hosting, run, say, until, waiting


def test_the_clock_takes_defaults_in_time_also_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "GRACE_MS", 200)

    def acts(table: Table) -> int:
        return len(table.ledger.acts)

    async def begin() -> None:
        async with hosting(tmp_path) as (host, _):
            await add_table(host)
            before = await host.read("depot", acts)
            assert (await do(host, Clock({"act": 1, "shift": 1}))).done
            assert await host.read("depot", acts) == before
            await asyncio.sleep(1.5)
            assert await host.read("depot", acts) > before

    async def again() -> None:
        async with hosting(tmp_path) as (host, _):
            await until(lambda: host.counts()["tables"] == 1)
            before = await host.read("depot", acts)
            await asyncio.sleep(1.5)
            assert await host.read("depot", acts) > before

    run(begin())
    run(again())


def test_an_idle_table_is_closed_and_opened_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosting(tmp_path, idle_seconds=0.1) as (host, store):
            await add_table(host)
            subscription = await host.subscribe("depot", OWNER)
            await do(host, say("one"))
            kept = await host.read("depot", hash_of)
            await asyncio.sleep(0.3)
            assert host.counts()["tables"] == 1
            host.unsubscribe(subscription)
            await until(lambda: host.counts()["tables"] == 0)
            stored = await host.ask(store.load, "depot")
            assert stored is not None
            assert len(stored.states) == 1
            assert await host.read("depot", hash_of) == kept

    run(work())


def test_it_stops_with_all_on_disk_and_a_goodbye(tmp_path: Path) -> None:
    async def begin() -> str:
        async with hosting(tmp_path) as (host, store):
            await add_table(host)
            subscription = await host.subscribe("depot", OWNER)
            store.gate.clear()
            doing = asyncio.create_task(do(host, Throw("3d6")))
            await asyncio.sleep(0.02)
            asyncio.get_running_loop().call_later(0.1, store.gate.set)
        assert (await doing).done
        assert waiting(subscription)[-1] == {"type": "bye", "reason": STOPS}
        with pytest.raises(StoreError, match=STOPS):
            await host.read("depot", hash_of)
        return (await doing).id

    async def again(id: str) -> None:
        async with hosting(tmp_path) as (host, _):
            lines = await host.read("depot", lambda table: len(table.ledger.lines))
            assert (await do(host, Throw("3d6"), id=id)).done
            assert await host.read("depot", lambda table: len(table.ledger.lines)) == lines

    id = asyncio.run(begin())
    run(again(id))


def test_states_are_kept_on_the_way_and_undo_goes_back_past_them(tmp_path: Path) -> None:
    hashes: list[str] = []

    async def begin() -> None:
        async with hosting(tmp_path) as (host, store):
            await add_table(host)
            for _ in range(250):
                hashes.append(await host.read("depot", hash_of))
                act = Act("gm", "set", {"path": "jack.constitution", "value": 100 + len(hashes)})
                assert (await do(host, act)).done
            stored = await host.ask(store.load, "depot")
            assert stored is not None
            assert len(stored.states) == 2
            assert journal_of(stored)[0].torn == ""

    async def again() -> None:
        async with hosting(tmp_path) as (host, store):
            stored = await host.ask(store.load, "depot")
            assert stored is not None
            assert len(stored.states) == 3
            for then in reversed(hashes):
                assert (await do(host, Undo())).done
                assert await host.read("depot", hash_of) == then

    run(begin())
    run(again())


def test_there_is_no_table_of_this_id(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosting(tmp_path) as (host, _):
            for doing in (do(host, say("one")), host.subscribe("depot", OWNER), host.read("depot", hash_of)):
                with pytest.raises(NoTable, match="there is no table depot"):
                    await doing
            assert host.counts()["tables"] == 0

    run(work())


def test_a_table_deleted_is_gone_for_all(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosting(tmp_path) as (host, store):
            await add_table(host)
            subscription = await host.subscribe("depot", OWNER)
            talking = [asyncio.create_task(do(host, say("so"))) for _ in range(5)]
            await asyncio.sleep(0)
            await host.delete("depot")
            assert all(answer.done for answer in await asyncio.gather(*talking))
            assert waiting(subscription)[-1] == {"type": "bye", "reason": DELETED}
            assert await host.ask(store.load, "depot") is None
            with pytest.raises(NoTable):
                await do(host, say("one"))

    run(work())


def test_a_fault_takes_back_what_it_left_half_done(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosting(tmp_path) as (host, store):
            await add_table(host)
            kept = await host.read("depot", hash_of)
            store.gate.clear()
            before = asyncio.create_task(do(host, say("kept")))
            await asyncio.sleep(0.01)

            def half(table: Table, now: int) -> None:
                assert table.contest is not None
                table.contest.overrule("set", path="jack.constitution", value=1)
                raise ZeroDivisionError

            with pytest.raises(ZeroDivisionError):
                await host.change("depot", half)
            asyncio.get_running_loop().call_later(0.05, store.gate.set)
            assert (await before).done
            assert await host.read("depot", hash_of) == kept
            assert (await do(host, say("more"))).done

    run(work())


def test_a_fault_in_a_command_is_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    async def work() -> None:
        async with hosting(tmp_path) as (host, _):
            await add_table(host)
            with monkeypatch.context() as broke:
                broke.setattr(Table, "settle", broken)
                answer = await do(host, say("one"), id="one")
            assert (answer.done, answer.reason) == (False, FAULT)
            assert (await do(host, say("one"), id="one")).done

    run(work())


def test_a_damaged_table_is_named_and_the_others_play_on(tmp_path: Path) -> None:
    async def begin() -> None:
        async with hosting(tmp_path) as (host, _):
            await add_table(host)
            await add_table(host, "alley")

    run(begin())
    with closing(sqlite3.connect(tmp_path / DATABASE)) as damage, damage:
        damage.execute(
            "UPDATE events SET body = CAST(replace(CAST(body AS TEXT), 'Jack', 'Jane') AS BLOB)"
            " WHERE kind = 'journal' AND place >> 32 = 1"
        )

    async def again() -> None:
        async with hosting(tmp_path) as (host, _):
            with pytest.raises(Exception, match="was altered"):
                await host.read("depot", hash_of)
            assert host.counts()["tables"] == 0
            assert (await do(host, say("one"), "alley")).done

    run(again())


def test_commands_of_a_table_are_done_in_the_order_given(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosting(tmp_path, idle_seconds=60) as (host, _):
            await add_table(host)
        async with hosting(tmp_path) as (host, _):
            tasks = [asyncio.create_task(host.submit("depot", OWNER, command(say(f"{n}")))) for n in range(50)]
            await asyncio.gather(*tasks)
            items, _ = await host.read("depot", lambda table: table.log(OWNER, count=50))
            said = [msgspec.json.decode(item)["said"] for item in items]
            assert said == [f"{n}" for n in range(50)]

    run(work())


def test_hosts_leave_nothing_running(tmp_path: Path) -> None:
    async def work() -> None:
        async with Host(SqliteStore(tmp_path)) as host:
            await add_table(host)
            await host.subscribe("depot", OWNER)
            await do(host, Clock({"act": 1, "shift": 1}))
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run(work())
