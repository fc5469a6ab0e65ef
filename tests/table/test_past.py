"""Looking back: step by step what a seat saw, its log as a file; nothing in either that it may not know."""

import msgspec
import pytest
from msgspec.structs import replace

from certamen.files.examples import examples
from certamen.kernel.encounter import Encounter
from certamen.library import load
from certamen.table import protocol as say
from certamen.table.past import Past, Then, past_of, steps, view_at
from certamen.table.protocol import Command, Deed
from certamen.table.seats import Seat
from certamen.table.store import Room, Stored
from certamen.table.table import OWNER, Table
from certamen.table.whole import Wanted, as_json, as_markdown, found, items_of, whole_log
from tests.table.rooms import KEYS, NOW

CANARY = "Zzyzx"


def depot() -> Encounter:
    """The depot, whose man on the roof nobody of the crew knows of: his name is told nowhere."""
    encounter = load(examples() / "starcluster" / "depot.yaml").encounter
    people = tuple(replace(one, name=CANARY) if one.id == "sniper" else one for one in encounter.participants)
    return replace(encounter, participants=people)


class Played:
    """A table with its owner, one who plays Jack, and one who looks on."""

    def __init__(self, encounter: Encounter | None = None) -> None:
        self.table, _ = Table.create(encounter or depot(), id="t", now=NOW, keys=KEYS)
        self.n = 0
        self.jack = self.seat(self.do(say.Invite("player", "Peter", ("jack",))).result["seat"])
        self.looks_on = self.seat(self.do(say.Invite("spectator", "Sue")).result["seat"])
        self.owner = self.seat(OWNER)
        for one in (self.owner, self.jack, self.looks_on):
            self.table.snapshot(one.id)

    def seat(self, id: str) -> Seat:
        found = self.table.seat(id)
        assert found is not None
        return found

    def do(self, deed: Deed, seat: str = OWNER) -> say.Answer:
        self.n += 1
        answer = self.table.submit(seat, Command(f"c{self.n}", deed), NOW + self.n)
        assert answer.done, answer.reason
        return answer

    def play(self, acts: int) -> None:
        """The game master lets defaults answer."""
        for _ in range(acts):
            assert self.table.contest is not None
            self.do(say.Default(self.table.contest.requests[0].id))

    def view(self, seat: Seat) -> dict[str, object]:
        """What the seat's page shows now, but for what it is asked."""
        view = msgspec.json.decode(self.table.snapshot(seat.id))["view"]
        return {name: value for name, value in view.items() if name not in ("asked", "unasked", "calls")}


@pytest.fixture
def played() -> Played:
    return Played()


def shown(then: Then | None) -> dict[str, object]:
    assert then is not None
    view = msgspec.json.decode(msgspec.json.encode(then.view))
    return {name: value for name, value in view.items() if name not in ("asked", "unasked", "calls")}


def past(played: Played, seat: Seat) -> Past:
    found = past_of(played.table, seat)
    assert found is not None
    return found


def test_the_game_master_sees_every_act_as_it_was(played: Played) -> None:
    views = [played.view(played.owner)]
    for _ in range(12):
        played.play(1)
        views.append(played.view(played.owner))
    back = past(played, played.owner)
    found = steps(back)
    assert [one.key for one in found] == list(range(1, len(views) + 1))
    assert [shown(view_at(back, one.key)) for one in found] == views
    assert view_at(back, 0) is view_at(back, len(views) + 1) is None


def test_a_player_sees_what_he_saw_then_and_only_that(played: Played) -> None:
    for seat in (played.jack, played.looks_on):
        played.table.snapshot(seat.id)
    views = {seat.id: [played.view(seat)] for seat in (played.jack, played.looks_on)}
    for _ in range(40):
        played.play(1)
        for seat in (played.jack, played.looks_on):
            now = played.view(seat)
            if now != views[seat.id][-1]:
                views[seat.id].append(now)
    for seat in (played.jack, played.looks_on):
        back = past(played, seat)
        again = [shown(view_at(back, one.key)) for one in steps(back)]
        seen_then = iter(views[seat.id])
        changed = [view for before, view in zip([None, *again], again, strict=False) if view != before]
        assert all(view in seen_then for view in changed), "each was on his page, in this order"
        assert len(again) > 10
        assert len(again) < len(steps(past(played, played.owner)))


def test_the_log_by_then(played: Played) -> None:
    played.play(15)
    back = past(played, played.jack)
    keys = [then.log for one in steps(back) if (then := view_at(back, one.key))]
    assert keys == sorted(keys)
    assert keys[-1] == max(one.key for one in items_of(whole_log(played.table, played.jack)) if one.n)
    text = {one.key: one.text for one in items_of(whole_log(played.table, played.jack))}
    assert all(text[key] in one.text for key, one in zip(keys, steps(back), strict=True) if key and len(one.text) < 300)


def test_of_one_hidden_nothing_is_found_in_anything(played: Played) -> None:
    played.play(25)
    played.do(say.Call(("sniper",), "check", {"plus": 2}))
    played.do(say.Throw("1d100", "sniper"))
    played.do(say.Throw("1d100", "gm", secret=True))
    for seat in (played.jack, played.looks_on):
        back = past(played, seat)
        found = [
            msgspec.json.encode(steps(back)),
            as_json(whole_log(played.table, seat)),
            as_markdown(whole_log(played.table, seat)).encode(),
        ]
        found += [msgspec.json.encode(view_at(back, one.key)) for one in steps(back)]
        for data in found:
            assert CANARY.encode() not in data
            assert b"sniper" not in data
    owner = as_markdown(whole_log(played.table, played.owner))
    assert CANARY in owner


def test_what_was_taken_back_is_no_step_and_stands_struck_out_in_the_log(played: Played) -> None:
    played.play(6)
    before = len(steps(past(played, played.owner)))
    played.do(say.Act("gm", "set", {"path": "jack.constitution", "value": 77}))
    assert len(steps(past(played, played.owner))) == before + 1
    played.do(say.Undo())
    assert len(steps(past(played, played.owner))) == before
    gone = [one for one in items_of(whole_log(played.table, played.owner)) if one.undone]
    assert [one.text for one in gone] == ["The game master changes Jack Kelly's Constitution from 400 to 77."]
    assert "- ~~The game master changes Jack Kelly's Constitution from 400 to 77.~~ (taken back)" in as_markdown(
        whole_log(played.table, played.owner)
    )
    assert not any("77" in msgspec.json.encode(view_at(past(played, played.owner), k)).decode() for k in range(1, 3))


def test_before_the_first_dice_are_in_there_is_nothing_to_look_back_at() -> None:
    table, _ = Table.create(depot(), id="t", now=NOW, dice="hand")
    owner = table.seat(OWNER)
    assert owner is not None
    assert past_of(table, owner) is None
    assert as_markdown(whole_log(table, owner)).startswith("# Behind the depot\n")


def test_after_a_restart_it_is_the_same(played: Played) -> None:
    played.play(20)
    room = Room(
        id="t", title="Behind the depot", ruleset="starcluster", version="", created=NOW, touched=NOW, keys=KEYS
    )
    again = Table.restore(Stored(room, tuple(played.table.take_records())), NOW)
    for seat in (played.owner, played.jack):
        one, other = past(played, seat), past_of(again, seat)
        assert other is not None
        assert steps(one) == steps(other)
        assert view_at(one, 3) == view_at(other, 3)


def test_what_people_write_stays_text_in_markdown(played: Played) -> None:
    played.do(say.Act("jack", "say", {"text": "<b>*hi*</b> [x](y)\n# no", "to": "all"}), played.jack.id)
    text = as_markdown(whole_log(played.table, played.jack))
    assert r"\<b\>\*hi\*\</b\> \[x\](y) \# no" in text


def test_a_log_is_searched_as_the_seat_may_know_it(played: Played) -> None:
    played.play(25)
    for seat in (played.owner, played.jack):
        whole = whole_log(played.table, seat)
        every = items_of(whole)
        assert found(whole, 0, 1000, Wanted()) == (every, False)
        about = [one for one in every if "jack" in (one.actor, one.target)]
        assert found(whole, 0, 1000, Wanted(who="jack")) == (about, False)
        assert found(whole, 0, 2, Wanted(who="jack")) == (about[-2:], len(about) > 2)
        assert found(whole, about[-1].key, 1, Wanted(who="jack"))[0] == about[-2:-1]
        assert found(whole, 0, 1000, Wanted(round=2))[0] == [one for one in every if one.round == 2]
        assert found(whole, 0, 1000, Wanted(type="attack"))[0] == [one for one in every if one.type == "attack"]
        sought = found(whole, 0, 1000, Wanted(q=CANARY.upper()))[0]
        assert bool(sought) == (seat is played.owner)


def test_as_json(played: Played) -> None:
    played.play(3)
    whole = msgspec.json.decode(as_json(whole_log(played.table, played.jack)))
    assert {name: whole[name] for name in ("title", "ruleset", "seat")} == {
        "title": "Behind the depot",
        "ruleset": "starcluster",
        "seat": "Peter",
    }
    assert [one["key"] for one in whole["items"]] == list(range(1, len(whole["items"]) + 1))


def world(*, sniper: bool) -> Played:
    """The depot with the man on the roof, who only waits, or without him; the clock stands still."""
    one = Played(depot() if sniper else without("sniper"))
    assert one.table.contest is not None
    acts = 0
    while acts < 60 and one.table.contest.outcome is None:
        request = one.table.contest.requests[0]
        acts += request.who != "sniper"
        one.n += 1
        default = Command(f"{request.who}{one.n}", say.Default(request.id))
        assert one.table.submit(OWNER, default, NOW).done
    return one


def without(who: str) -> Encounter:
    encounter = depot()
    scene = {**msgspec.to_builtins(encounter.scene)}
    scene["ranges"] = [pair for pair in scene["ranges"] if who not in pair["between"]]
    scene["cover"] = {one: value for one, value in scene["cover"].items() if one != who}
    people = tuple(one for one in encounter.participants if one.id != who)
    return replace(encounter, participants=people, scene=msgspec.convert(scene, type(encounter.scene)))


def test_two_worlds_that_differ_in_what_is_hidden_have_the_same_past() -> None:
    one, other = world(sniper=True), world(sniper=False)
    for seat in (one.jack, one.looks_on):
        mine, theirs = past(one, seat), past(other, seat)
        assert msgspec.json.encode(steps(mine)) == msgspec.json.encode(steps(theirs))
        assert len(steps(mine)) > 20
        for step in steps(mine):
            then, there = view_at(mine, step.key), view_at(theirs, step.key)
            assert msgspec.json.encode(then) == msgspec.json.encode(there)
        assert as_json(whole_log(one.table, seat)) == as_json(whole_log(other.table, seat))
        assert as_markdown(whole_log(one.table, seat)) == as_markdown(whole_log(other.table, seat))
