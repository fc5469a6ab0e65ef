"""kill -9 of the real server at random moments under load: what was acknowledged is there once, and it is soon back."""

import json
import os
import random
import signal
import threading
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from certamen.files.examples import examples
from certamen.kernel.journal import replay
from certamen.rulesets import find
from certamen.table import events, fair
from certamen.table.reopen import journal_of
from certamen.table.sqlite import SqliteStore
from certamen.table.store import Stored
from tests.web.serving import Browser, Server

KILLS = 200 if os.environ.get("CERTAMEN_SOAK") else 15
READY_SECONDS = 3 * 3
"""Three times what is promised."""
EXAMPLES = ("starcluster/depot", "dualaction/skirmish", "striker/vault")
OUTSTANDING = 12


class Player(threading.Thread):
    """A game master at one table, who talks and lets defaults be taken, without waiting for answers."""

    def __init__(self, browser: Browser, table: str, unsure: dict[str, dict[str, Any]], name: str) -> None:
        super().__init__(daemon=True)
        self.browser, self.table, self.name_ = browser, table, name
        self.unsure = unsure
        self.done: list[str] = []
        self.refused: list[str] = []
        self.sent = 0
        self.sits = threading.Event()

    def run(self) -> None:
        """Play until the server is gone."""
        try:
            with self.browser.socket(self.table) as socket:
                socket.until("snapshot")
                self.sits.set()
                for id, deed in list(self.unsure.items()):
                    socket.connection.send(json.dumps({"id": id, "deed": deed}))
                asked: list[str] = []
                while True:
                    while len(self.unsure) < OUTSTANDING:
                        self.send(socket.connection.send, asked)
                    self.take(socket.frame(), asked)
        except (OSError, WebSocketException, TimeoutError):
            return

    def send(self, send: Any, asked: list[str]) -> None:
        """One command more: a word to all, or a default for what is asked."""
        self.sent += 1
        id = f"{self.name_}-{self.sent}"
        deed: dict[str, Any] = {"do": "act", "actor": "gm", "verb": "say", "values": {"text": id, "to": "all"}}
        if asked and self.sent % 3 == 0:
            deed = {"do": "default", "request": asked.pop()}
        self.unsure[id] = deed
        send(json.dumps({"id": id, "deed": deed}))

    def take(self, frame: dict[str, Any], asked: list[str]) -> None:
        """What came: an answer, or what is asked now."""
        if frame["type"] == "answer":
            del self.unsure[frame["id"]]
            (self.done if frame["done"] else self.refused).append(frame["id"])
        elif frame.get("view"):
            asked[:] = [one["id"] for one in frame["view"]["asked"]]


def kept(data: Path, table: str) -> Stored:
    """A table as it is on disk, whoever has it open."""
    with closing(SqliteStore(data, looking=True)) as store:
        stored = store.load(table)
    assert stored is not None
    return stored


def times_done(stored: Stored) -> Counter[str]:
    """How often each command of a client was done, by its records, and by what was said where it was talk."""
    journal, _ = journal_of(stored)
    entries = [one for one in journal.records if one.entry]
    said = Counter(event.text for one in entries if one.entry for event in one.entry.events if event.type == "say")
    done = Counter(one.command for one in stored.records if one.kind == "journal" and one.command)
    assert all(done[id] == times for id, times in said.items())
    return done


def start(server: Server, browser: Browser) -> float:
    """Start the server; seconds until it answers."""
    begun = time.monotonic()
    server.start()
    assert browser.get("/healthz").is_success
    return time.monotonic() - begun


def test_nothing_acknowledged_is_lost_or_doubled(tmp_path: Path) -> None:
    chance = random.Random(os.environ.get("CERTAMEN_SEED", "kill"))
    data = tmp_path / "data"
    server = Server(data, "--unlimited", "--log-level", "warning").start()
    browser = server.browser()
    tables = [
        browser.open_table((examples() / f"{example}.yaml").read_text(encoding="utf-8"))["table"]
        for example in EXAMPLES
    ]
    unsure: dict[str, dict[str, dict[str, Any]]] = {table: {} for table in tables}
    done: dict[str, list[str]] = {table: [] for table in tables}
    slowest, acknowledged = 0.0, 0
    try:
        for number in range(KILLS):
            players = [Player(browser, table, unsure[table], f"{number}-{table[:4]}") for table in tables]
            for player in players:
                player.start()
            assert all(player.sits.wait(20) for player in players)
            time.sleep(chance.choice([chance.random() * 0.2, chance.random()]))
            server.stop(signal.SIGKILL)
            for player in players:
                player.join(20)
                done[player.table] += player.done
                acknowledged += len(player.done)
            slowest = max(slowest, start(server, browser))
            for table in tables:
                counted = times_done(kept(data, table))
                assert not [id for id in done[table] if counted[id] != 1]
                assert not [id for id in counted if counted[id] != 1]
        server.stop()
    finally:
        if server.process.poll() is None:
            server.stop(signal.SIGKILL)
        browser.close()
    assert acknowledged > 20 * KILLS
    for table in tables:
        verify(kept(data, table))
    assert slowest < READY_SECONDS


def verify(stored: Stored) -> None:
    """Seals hold, and every act, played again with the dice that fell, comes out as recorded."""
    journal, _ = journal_of(stored)
    table = [events.decode(one.body) for one in stored.records if one.kind == "table"]
    given = [(one.seat, bytes.fromhex(one.value)) for one in table if isinstance(one, events.Joined)]
    again = replay(journal, find(journal.header.ruleset), source=fair.source(stored.room.keys, given))
    assert (again.why, journal.torn) == ("", "")
