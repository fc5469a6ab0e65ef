"""Tables for tests: made from an example, seats that look on, commands one after another, all that goes out kept."""

import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from certamen.files.examples import examples
from certamen.kernel.action import GM, Action, Offer
from certamen.kernel.encounter import Encounter
from certamen.kernel.run import policy_action
from certamen.kernel.window import Request
from certamen.table import fair
from certamen.table.protocol import Act, Answer, Command, Deed, Default, Invite, SeatKind
from certamen.table.store import Record, Room, Stored
from certamen.table.table import Table
from tests.conformance.drawing import draw_action
from tests.conformance.examples import ENCOUNTERS, encounter

KEYS: fair.Keys = (b"\x01" * 32, b"\x02" * 32)
NOW = 1_700_000_000_000
OWNER = "seat-1"

__all__ = ["ENCOUNTERS", "Game", "encounter", "example"]


def example(name: str) -> Encounter:
    """An example encounter, such as "starcluster/alley"."""
    return encounter(examples() / Path(f"{name}.yaml"))


class Game:
    """A table in play. `heard` are the frames of each seat; the clock stands still but for what `wait` adds.

    While `deaf`, nothing more is heard.
    """

    def __init__(self, begun: Encounter, *, hand: bool = False, table: Table | None = None) -> None:
        keys = fair.NO_KEYS if hand else KEYS
        self.now = NOW
        self.token = ""
        if table is None:
            table, self.token = Table.create(
                begun, id="table-1", now=self.now, dice="hand" if hand else "server", keys=keys
            )
        self.table = table
        self.encounter = begun
        self.records: list[Record] = []
        self.heard: dict[str, list[bytes]] = {}
        self.commands = len(table.ledger.answers)
        self.deaf: Callable[[], bool] = lambda: False
        self.look(OWNER)

    @property
    def contest(self):  # type: ignore[no-untyped-def]  # the contest, or a failing test
        assert self.table.contest is not None
        return self.table.contest

    def look(self, *seats: str) -> None:
        """These seats look on from now on."""
        for seat in seats:
            self.heard.setdefault(seat, []).append(self.table.snapshot(seat))
        self.collect()

    def collect(self) -> None:
        self.records += self.table.take_records()
        for seat in list(self.table.queues):
            frames = self.table.frames(seat)
            if not self.deaf():
                self.heard.setdefault(seat, []).extend(frames)

    def do(self, seat: str, deed: Deed, *, n: int | None = None, id: str = "") -> Answer:
        """A command; its answer."""
        self.commands += 1
        answer = self.table.submit(seat, Command(id or f"c{self.commands}", deed, n), self.now)
        self.collect()
        return answer

    def done(self, seat: str, deed: Deed) -> Answer:
        """A command that must be done."""
        answer = self.do(seat, deed)
        assert answer.done, answer
        return answer

    def refused(self, seat: str, deed: Deed) -> str:
        """The reason why a command is refused, which it must be."""
        answer = self.do(seat, deed)
        assert not answer.done, deed
        return answer.reason

    def invite(self, kind: SeatKind, *characters: str, name: str = "", join: bool = True) -> str:
        """A new seat that looks on; its id."""
        called = name or f"{kind} {' '.join(characters)}".strip()
        seat = self.done(OWNER, Invite(kind, called, characters)).result["seat"]
        if join:
            self.table.join(str(seat), f"{len(self.table.seats):032x}", self.now)
            self.look(str(seat))
        return str(seat)

    def wait(self, seconds: float) -> None:
        """Time goes by."""
        self.now += round(1000 * seconds)
        self.table.tick(self.now)
        self.collect()

    def stored(self) -> Stored:
        """The table as it is kept."""
        room = Room(
            id=self.table.id,
            title=self.table.title,
            ruleset=self.table.ruleset.name,
            version=self.table.version,
            created=NOW,
            touched=self.now,
            keys=self.table.keys,
        )
        return Stored(room, tuple(self.records))

    def seat_of(self, who: str) -> str:
        """The seat that plays somebody, else the owner's."""
        for seat in self.table.seats:
            if who in seat.characters and not seat.revoked:
                return seat.id
        return OWNER

    def step(self, rng: random.Random, *, wild: float = 0.5, but: Callable[[Action], bool] = lambda _: False) -> bool:
        """One request is answered: as a policy would, or by any open offer; by its default rather than by an act `but`.

        False when nothing is asked.
        """
        if not self.contest.requests:
            return False
        request = rng.choice(self.contest.requests)
        action = drawn(self.contest.offers(request), request, rng) if rng.random() < wild else None
        if action is None and request.who != GM and request.kind in ("act", "react", "shift", "choose"):
            action, _ = policy_action(self.contest, request, rng.choice(list(self.table.ruleset.policies)))
        if action is None or but(action) or self.contest.refusal(action) is not None:
            self.done(OWNER, Default(request.id))
        else:
            self.done(self.seat_of(request.who), act(action))
        return True


def act(action: Action) -> Act:
    """An action as a deed."""
    return Act(action.actor, action.verb, action.values, action.request, action.text)


def drawn(offers: Iterable[Offer], request: Request, rng: random.Random) -> Action | None:
    """Any open offer with any values, but the endless: "" where there is none."""
    still_open = [offer for offer in offers if offer.closed is None]
    return draw_action(rng.choice(still_open), request, rng) if still_open else None


def with_people(begun: Encounter, **changes: object) -> Encounter:
    """The encounter with the same change to each entry."""
    return replace(begun, participants=tuple(replace(entry, **changes) for entry in begun.participants))


def frames(game: Game, seat: str) -> list[dict[str, Any]]:
    """The frames a seat was sent, as plain data."""
    return [msgspec.json.decode(frame) for frame in game.heard[seat]]


def last(game: Game, seat: str) -> dict[str, Any]:
    """What a seat's page holds now: its snapshot, with each update since laid over it."""
    page: dict[str, Any] = {}
    for frame in frames(game, seat):
        if frame["type"] == "snapshot":
            page = {**frame, "log": {item["key"]: item for item in frame["log"]}}
        elif frame["type"] == "deciding":
            page["deciding"] = True
        else:
            page.update({key: frame[key] for key in ("table", "view") if key in frame})
            page["log"] |= {item["key"]: item for item in frame.get("log", ())}
            page["deciding"] = frame.get("deciding", False)
        page["n"] = frame["n"]
    return page


def as_page(snapshot: bytes) -> dict[str, Any]:
    page: dict[str, Any] = msgspec.json.decode(snapshot)
    return {**page, "log": {item["key"]: item for item in page["log"]}}


def reopened(snapshot: bytes) -> dict[str, Any]:
    """A page but for numbers that begin anew: those of frames, and of what was said while the game master decided."""
    page: dict[str, Any] = msgspec.json.decode(snapshot)
    log = sorted(str({**item, "key": 0, "n": 0}) for item in page["log"])
    return {**page, "n": 0, "log": log}
