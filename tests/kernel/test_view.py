"""What a seat may know: nothing of the hidden, no audiences, figures by their marks, no gap that tells."""

from typing import Annotated, Any, ClassVar

import msgspec
import pytest

from certamen.dice import ByHand, Tape
from certamen.kernel.action import GM, Action
from certamen.kernel.audience import Seen
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Objective
from certamen.kernel.event import Die, Event, Part
from certamen.kernel.marks import cut_fields
from certamen.kernel.state import add_effect, until
from certamen.kernel.view import GM_SEAT, SPECTATOR, Figure, Seat, cut_event, cut_events, view
from tests.kernel.toy import Sheet, Weapon, begin

PEOPLE = (("crew/a", 20), ("crew/b", 15), ("foes/c", 10), ("foes/snake", 5))
ARMED = Sheet(
    hp=10,
    initiative=10,
    motto="all for one",
    fear="spiders",
    skills={"gun": 3},
    weapons=(Weapon(name="knife", bonus=2, curse="rust"), Weapon()),
)
A = Seat("player", ("a",))
C = Seat("player", ("c",))


def contest(**options: object) -> Contest:
    return begin(*PEOPLE, hidden="snake", players="a b", sheets={"b": ARMED, "c": ARMED}, **options)  # type: ignore[arg-type]  # options of the encounter


def figure(of: Contest, seat: Seat, who: str) -> Figure:
    return next(one for one in view(of, seat).participants if one.id == who)


def encoded(of: Contest, seat: Seat) -> bytes:
    return msgspec.json.encode(view(of, seat)).lower()


def test_a_player_knows_of_all_but_the_hidden_of_other_sides() -> None:
    going = contest()
    assert [one.id for one in view(going, A).participants] == ["a", "b", "c"]
    assert [one.id for one in view(going, C).participants] == ["a", "b", "c", "snake"]
    assert [one.id for one in view(going, GM_SEAT).participants] == ["a", "b", "c", "snake"]
    assert [one.id for one in view(going, SPECTATOR).participants] == ["a", "b", "c"]
    assert b"snake" not in encoded(going, A)
    assert b"snake" in encoded(going, C)


def test_of_those_waiting_or_gone_only_their_own_player_knows() -> None:
    going = begin(*PEOPLE, players="a", arrives={"c": 3})
    assert [one.id for one in view(going, A).participants] == ["a", "b", "snake"]
    assert [one.id for one in view(going, C).participants] == ["a", "b", "c", "snake"]
    going.overrule("remove", who="b")
    assert [one.id for one in view(going, A).participants] == ["a", "snake"]


@pytest.mark.parametrize(
    ("seat", "shown", "values", "words"),
    [
        (GM_SEAT, "words", {"hp": 10, "note": "x"}, "unhurt"),
        (Seat("player", ("c",)), "nothing", {"hp": 10}, "unhurt"),
        (Seat("player", ("snake",)), "words", {"hp": 10}, "unhurt"),
        (A, "exact", {"hp": 10}, "unhurt"),
        (A, "words", {}, "unhurt"),
        (A, "nothing", {}, ""),
        (SPECTATOR, "words", {}, "unhurt"),
    ],
)
def test_how_much_of_others_figures_is_shown(seat: Seat, shown: str, values: dict[str, Any], words: str) -> None:
    going = contest(shown=shown)
    going.overrule("set", path="c.note", value="x")
    seen = figure(going, seat, "c")
    assert (seen.values, seen.words) == (values, words)


def test_a_sheet_is_cut_by_its_marks_down_to_its_weapons() -> None:
    going = contest()
    all_of_it = {"hp", "initiative", "skills", "weapons", "motto", "fear"}
    assert figure(going, GM_SEAT, "c").sheet.keys() == all_of_it
    assert figure(going, GM_SEAT, "c").sheet["weapons"][0] == {"name": "knife", "bonus": 2, "curse": "rust"}
    own = figure(going, C, "c").sheet
    assert own == {
        "hp": 10,
        "motto": "all for one",
        "fear": "spiders",
        "weapons": ({"name": "knife", "bonus": 2}, {"name": "stick", "bonus": 0}),
    }
    mate = figure(going, Seat("player", ("snake",)), "c").sheet
    assert mate == {"hp": 10, "motto": "all for one", "weapons": ({"name": "knife"}, {"name": "stick"})}
    assert figure(going, A, "c").sheet == {"weapons": ({"name": "knife"}, {"name": "stick"})}


class Plain(msgspec.Struct, frozen=True):
    kind: ClassVar[str] = "plain"
    count: int = 1
    names: dict[str, str] = {}


class Holder(msgspec.Struct, frozen=True):
    seen: Annotated[Plain, Seen("all")] = Plain()
    kept: Plain = Plain()


HOLDER = Holder(Plain(names={"a": "A"}))


def test_a_type_that_marks_nothing_is_shown_as_its_field_says() -> None:
    assert cut_fields(HOLDER, frozenset({"all"})) == {"seen": {"count": 1, "names": {"a": "A"}}}
    assert cut_fields(Plain(), frozenset({"gm"})) == {"count": 1, "names": {}}
    assert cut_fields(Plain(), frozenset({"all"})) == {}


def test_budgets_and_hiding_are_for_the_own_player() -> None:
    going = contest()
    assert figure(going, A, "a").budget is not None
    assert figure(going, A, "b").budget is None
    assert (figure(going, C, "snake").hidden, figure(going, Seat("player", ("snake",)), "snake").hidden) == (
        False,
        True,
    )


def test_only_what_is_asked_of_the_seat_itself_is_shown_to_it() -> None:
    going = contest()
    assert [request.id for request in view(going, A).requests] == ["a-1"]
    assert view(going, C).requests == ()
    assert [request.id for request in view(going, GM_SEAT).requests] == ["a-1"]


def test_whose_turn_it_is_and_who_comes_leaves_out_the_hidden() -> None:
    going = contest()
    assert (view(going, A).acting, view(going, A).order) == ("a", ("b", "c"))
    assert view(going, C).order == ("b", "c", "snake")
    for _ in range(3):
        going.answer("end")
    assert going.state.acting == "snake"
    assert (view(going, A).acting, view(going, A).waiting) == ("", (GM,))
    assert (view(going, C).acting, view(going, GM_SEAT).waiting) == ("snake", (GM,))


def test_who_is_waited_for_names_players_characters_and_the_game_master_for_all_others() -> None:
    going = contest(rulings={"mood": "wild"})
    assert view(going, A).waiting == ("a", "b", GM)
    going.answer("plan", who="snake", what="bite")
    assert view(going, A).waiting == ("a", "b", GM)
    going.answer("plan", who="c", what="rest")
    assert view(going, A).waiting == ("a", "b")
    going.overrule("end")
    assert view(going, A).waiting == ()


def test_objectives_are_their_own_sides() -> None:
    gate, flag = (
        Objective("gate", "foes", "free the snake", ("gate:open",)),
        Objective("flag", "crew", "fly it", ("flag:up",)),
    )
    going = contest(objectives=(gate, flag))
    assert view(going, GM_SEAT).objectives == (gate, flag)
    assert view(going, SPECTATOR).objectives == ()
    assert view(going, A).objectives == (flag,)
    assert b"snake" not in encoded(going, A)


def test_what_a_hidden_one_does_to_a_player_leaves_no_name_and_no_number() -> None:
    going, quiet = contest(), contest()
    for one in (going, quiet):
        for _ in range(3):
            one.answer("end")
    going.answer("sap", target="a")
    going.answer("effect", name="bane", on="a", when="turn_start", times=3)
    for one in (going, quiet):
        one.answer("end")
    seen, alone = view(going, A), view(quiet, A)
    assert seen.requests == alone.requests, "no gap in the numbers of what is asked"
    assert b"snake" not in encoded(going, A)
    (bane,) = figure(going, A, "a").effects
    assert (bane.id, bane.name, bane.source, bane.hangs_on, bane.to) == ("a-1", "bane", "", "", ())
    (told,) = figure(going, C, "a").effects
    assert (told.source, told.until) == ("snake", going.state.effects[1].until)
    assert [effect.name for effect in figure(going, GM_SEAT, "a").effects] == ["sapped", "bane"]
    state = add_effect(going.state, "watched", "a", until=until(going.state, "snake", "turn_end"))
    going._states[-1] = state
    assert figure(going, A, "a").effects[1].until is None, "whose turn it ends at is not told"


def test_an_event_that_forgets_its_audience_is_told_to_no_stranger() -> None:
    going = contest()
    for _ in range(3):
        going.answer("end")
    (event,) = going.answer("effect", name="bane", on="a", when="turn_start", times=1)
    assert (event.actor, event.target, event.to) == ("snake", "a", ("c", "snake")), "the toy says: all aware of a"
    going.overrule("reveal", who="snake")
    (event,) = going.answer("effect", name="bane", on="a", when="turn_start", times=1)
    assert event.to == ("*",)


def test_an_effect_of_one_seen_says_whose_it_is_and_when_it_ends() -> None:
    going = contest()
    state = add_effect(going.state, "bane", "a", source="c", until=until(going.state, "c", "turn_end"), hangs_on="c")
    state = add_effect(state, "wet", "a", source="rain", to=("a",))
    going._states[-1] = state
    bane, wet = figure(going, A, "a").effects
    assert (bane.source, bane.until, bane.hangs_on) == ("c", until(going.state, "c", "turn_end"), "")
    assert (wet.id, wet.source, wet.until) == ("a-2", "rain", None)
    assert [effect.name for effect in figure(going, SPECTATOR, "a").effects] == ["bane"]


def test_events_are_numbered_for_the_seat_and_carry_no_audience() -> None:
    going = contest()
    seen = view(going, A).events
    assert [event.n for event in seen] == list(range(1, len(seen) + 1))
    assert len(seen) == len(going.events) - 1
    assert {(event.to, tuple(event.private), event.by) for event in seen} == {((), (), "")}
    assert all(part.to is None for event in seen for part in event.parts)
    assert cut_events(going.events, GM_SEAT) == going.events


def test_values_rows_and_dice_are_cut_one_by_one() -> None:
    event = Event(
        "hit",
        "a",
        "c",
        values={"damage": 4, "left": 6},
        private={"left": ("c",)},
        parts=(Part("damage", 4, kind="die"), Part("left", 6, to=("c",)), Part("armour", 2, to=())),
        dice=(Die("a", "open", 0, 6, 4),),
        to=("*",),
        n=7,
        by="policy plain",
    )
    seen, his = cut_event(event, A), cut_event(event, C)
    assert (seen.values, [part.label for part in seen.parts], len(seen.dice)) == ({"damage": 4}, ["damage"], 1)
    assert (his.values, [part.label for part in his.parts]) == ({"damage": 4, "left": 6}, ["damage", "left"])
    assert (seen.to, seen.private, seen.by) == ((), {}, "")


def test_of_a_secret_die_neither_face_nor_reckoning_is_seen() -> None:
    secret = Event(
        "hit",
        "c",
        "a",
        values={"damage": 4},
        parts=(Part("damage", 4, kind="die"), Part("left", 6, to=("a",))),
        dice=(Die("c", "secret", 0, 6, 4), Die("a", "open", 3, 20, 11)),
        to=("*",),
    )
    seen = cut_event(secret, A)
    assert ([die.face for die in seen.dice], [part.label for part in seen.parts]) == ([11], ["left"])
    his = cut_event(secret, C)
    assert ([die.face for die in his.dice], [part.label for part in his.parts]) == ([4, 11], ["damage"])


def test_a_die_to_be_typed_is_asked_of_its_roller_alone() -> None:
    going = begin(("crew/a", 20), ("foes/snake", 10), hidden="snake", players="a", source=ByHand())
    going.answer("end")
    going.answer("hit", target="a")
    going.answer("take", who="a")
    assert going.missing_die is not None
    seen = view(going, A)
    assert (seen.requests, seen.waiting) == ((), (GM,))
    assert [request.id for request in view(going, Seat("player", ("snake",))).requests] == ["snake-die-1"]
    refusal = going.refusal(Action("a", "roll", {"face": 3}, "die"))
    assert refusal is not None
    assert "snake" not in refusal.reason


def test_a_view_reads_back_from_its_text() -> None:
    going = contest(source=Tape([(6, 3)]))
    going.answer("hit", target="c")
    going.answer("take")
    for seat in (A, C, GM_SEAT, SPECTATOR):
        seen = view(going, seat)
        assert msgspec.json.decode(msgspec.json.encode(seen), type=type(seen)).events == seen.events
