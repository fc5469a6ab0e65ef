"""A server's tables: nothing told before it is on disk, one group for many, no waiting for who does not read."""

import asyncio
import time
from pathlib import Path

import pytest

from certamen.table.host import REVOKED
from certamen.table.protocol import Reissue, Revoke, Throw
from certamen.table.store import Session
from certamen.table.subscription import TOO_SLOW
from certamen.table.table import OWNER
from tests.table.hosts import add_table, do, hash_of, hosting, invite, run, say, types, until, waiting


def test_nothing_is_told_before_it_is_on_disk(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosting(tmp_path) as (host, store):
            await add_table(host)
            before = await host.subscribe("depot", OWNER)
            assert types(before) == ["snapshot"]
            store.gate.clear()
            answered = asyncio.create_task(do(host, say("hello"), id="one"))
            again = asyncio.create_task(do(host, say("hello"), id="one"))
            looked = asyncio.create_task(host.read("depot", lambda table: len(table.ledger.lines)))
            subscribed = asyncio.create_task(host.subscribe("depot", OWNER))
            await asyncio.sleep(0.05)
            assert not any(task.done() for task in (answered, again, looked))
            later = await subscribed
            assert types(before) == types(later) == []
            store.gate.set()
            assert (await answered).done
            assert (await again) == (await answered)
            assert await looked > 0
            assert types(before)[:1] == ["update"]
            assert types(later)[:1] == ["snapshot"]

    run(work())


def test_frames_come_before_the_answer_and_in_order(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosting(tmp_path) as (host, _):
            await add_table(host)
            subscription = await host.subscribe("depot", OWNER)
            (first, _) = waiting(subscription)
            for n in range(5):
                assert (await do(host, Throw("3d6"))).done
                frames = [frame for frame in waiting(subscription) if frame["type"] == "update"]
                assert [frame["n"] for frame in frames] == [first["n"] + n + 1]

    run(work())


def test_many_tables_are_kept_as_one(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosting(tmp_path) as (host, store):
            for n in range(8):
                await add_table(host, f"t{n}")
            before = host.keeper.groups
            store.gate.clear()
            tasks = [asyncio.create_task(do(host, say("so"), f"t{n % 8}")) for n in range(40)]
            await asyncio.sleep(0.05)
            store.gate.set()
            assert all(answer.done for answer in await asyncio.gather(*tasks))
            assert host.keeper.groups - before <= 3

    run(work())


def test_what_cannot_be_saved_is_refused_and_taken_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosting(tmp_path) as (host, store):
            await add_table(host)
            await add_table(host, "alley")
            kept = await host.read("depot", hash_of)
            owner = await host.subscribe("depot", OWNER)
            waiting(owner)
            store.gate.clear()
            store.failing = "it cannot be saved: the disk is full"
            first = asyncio.create_task(do(host, say("one")))
            await asyncio.sleep(0.02)
            later = [asyncio.create_task(do(host, say("two"), table)) for table in ("depot", "alley")]
            read = asyncio.create_task(host.read("depot", lambda table: len(table.ledger.lines)))
            await asyncio.sleep(0.02)
            store.gate.set()
            for answer in await asyncio.gather(first, *later):
                assert not answer.done
                assert answer.reason == "nothing was changed: it cannot be saved: the disk is full"
            lines = await read
            assert await host.read("depot", hash_of) == kept
            assert types(owner) == ["snapshot"]
            refused = await do(host, say("three"))
            assert refused.reason == "nothing was changed: it cannot be saved: the disk is full"
            assert await host.read("depot", lambda table: len(table.ledger.lines)) == lines
            store.failing = ""
            await until(lambda: not host.keeper.trouble)
            assert (await do(host, say("four"))).done
            assert types(owner) == ["update"]

    run(work())


def test_a_command_refused_for_the_disk_may_be_sent_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosting(tmp_path) as (host, store):
            await add_table(host)
            lines = await host.read("depot", lambda table: len(table.ledger.lines))
            store.failing = "full"
            assert not (await do(host, say("one"), id="same")).done
            store.failing = ""
            await until(lambda: not host.keeper.trouble)
            assert (await do(host, say("one"), id="same")).done
            assert (await do(host, say("one"), id="same")).done
            assert await host.read("depot", lambda table: len(table.ledger.lines)) == lines + 1

    run(work())


def test_after_a_break_a_seat_gets_what_it_missed(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosting(tmp_path) as (host, _):
            await add_table(host)
            first = await host.subscribe("depot", OWNER)
            n = waiting(first)[0]["n"]
            host.unsubscribe(first)
            for text in ("one", "two"):
                await do(host, say(text))
            again = await host.subscribe("depot", OWNER, n)
            assert [(frame["type"], frame.get("n")) for frame in waiting(again)][:2] == [
                ("update", n + 1),
                ("update", n + 2),
            ]
            await do(host, say("three"))
            assert [frame["n"] for frame in waiting(again) if frame["type"] == "update"] == [n + 3]
            lost = await host.subscribe("depot", OWNER, n + 99)
            assert types(lost)[:1] == ["snapshot"]

    run(work())


def test_a_client_that_reads_nothing_is_dropped_and_nobody_waits(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosting(tmp_path) as (host, _):
            await add_table(host)
            seat = await invite(host)
            deaf, other = await host.subscribe("depot", seat), await host.subscribe("depot", OWNER)
            waiting(other)
            for n in range(8):
                for answer in await asyncio.gather(*(do(host, say("x" * 900)) for _ in range(80))):
                    assert answer.done
                assert types(other).count("update") == 80, n
            assert deaf.ended.is_set()
            assert waiting(deaf) == [{"type": "bye", "reason": TOO_SLOW}]
            assert await deaf.next() is None

    run(work())


@pytest.mark.parametrize("deed", [Revoke, Reissue])
def test_a_revoked_seat_is_out_at_once(deed: type[Revoke | Reissue], tmp_path: Path) -> None:
    async def work() -> None:
        async with hosting(tmp_path) as (host, store):
            await add_table(host)
            seat, other = await invite(host), await invite(host)
            ended, stays = await host.subscribe("depot", seat), await host.subscribe("depot", other)
            for id, whose in (("s1", seat), ("s2", other)):
                await host.ask(store.add_session, Session(id, "depot", whose, "hash", 1))
            waiting(ended)
            begun = time.monotonic()
            assert (await do(host, deed(seat))).done
            assert time.monotonic() - begun < 2
            assert ended.ended.is_set()
            assert waiting(ended)[-1] == {"type": "bye", "reason": REVOKED}
            assert not stays.ended.is_set()
            assert await host.ask(store.session, "s1") is None
            assert await host.ask(store.session, "s2") is not None

    run(work())


def test_a_revoking_repeated_puts_nobody_out_who_came_by_a_newer_link(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosting(tmp_path) as (host, store):
            await add_table(host)
            seat = await invite(host)
            assert (await do(host, Revoke(seat), id="revoke")).done
            put_out = await host.subscribe("depot", seat)
            assert waiting(put_out) == [{"type": "bye", "reason": REVOKED}]
            assert (await do(host, Reissue(seat), id="reissue")).done
            newer = await host.subscribe("depot", seat)
            await host.ask(store.add_session, Session("s", "depot", seat, "hash", 1))
            for deed, id in ((Revoke(seat), "revoke"), (Reissue(seat), "reissue")):
                assert (await do(host, deed, id=id)).done
            assert not newer.ended.is_set()
            assert await host.ask(store.session, "s") is not None

    run(work())


def test_all_hear_who_is_here_once_for_many(tmp_path: Path) -> None:
    async def work() -> None:
        async with hosting(tmp_path) as (host, _):
            await add_table(host)
            seats = [await invite(host) for _ in range(5)]
            owner = await host.subscribe("depot", OWNER)
            others = [await host.subscribe("depot", seat) for seat in seats]
            await asyncio.sleep(0.3)
            told = [frame["seats"] for frame in waiting(owner) if frame["type"] == "presence"]
            assert told == [[], sorted([OWNER, *seats])]
            for other in others[1:]:
                host.unsubscribe(other)
            again = await host.subscribe("depot", seats[1])
            await asyncio.sleep(0.3)
            assert waiting(owner) == [{"type": "presence", "seats": sorted([OWNER, *seats[:2]])}]
            assert waiting(again)[1]["seats"] == sorted([OWNER, *seats])

    run(work())
