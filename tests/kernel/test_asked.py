"""What a seat may know of what is asked of others: nothing that hangs on what is hidden."""

from certamen.kernel.action import GM
from certamen.kernel.asked import knows_asked, slots_seen, waited_for
from certamen.kernel.order import Order, Slot
from certamen.kernel.state import Participant, State
from certamen.kernel.view import GM_SEAT, SPECTATOR, Seat
from certamen.kernel.window import Answer, Request

ANN, BO = Seat("player", ("ann",)), Seat("player", ("bo",))
PEOPLE = {
    "ann": Participant(id="ann", name="Ann", side="we"),
    "bo": Participant(id="bo", name="Bo", side="we"),
    "thug": Participant(id="thug", name="Thug", side="they"),
    "snake": Participant(id="snake", name="Snake", side="they", hidden=True),
}
PLAYED = {"ann", "bo"}


def asked(whom: str, kind: str, **about: str) -> Request:
    return Request(f"{whom}-1", whom, kind, ("act",), Answer("act"), "", dict(about))


def knows(seat: Seat, request: Request, acting: str = "") -> bool:
    return knows_asked(State(participants=PEOPLE, acting=acting), seat, request, PLAYED)


def test_the_game_master_and_who_is_asked_know() -> None:
    assert knows(GM_SEAT, asked("snake", "react"))
    assert knows(ANN, asked("ann", "react"))


def test_what_a_player_is_asked_is_known_to_all_who_know_of_him() -> None:
    assert knows(BO, asked("ann", "react"))
    assert knows(SPECTATOR, asked("ann", "react"))


def test_of_those_the_game_master_plays_their_turns_are_known_and_not_their_reactions() -> None:
    assert knows(ANN, asked("thug", "act"))
    assert knows(ANN, asked("thug", "shift"))
    assert not knows(ANN, asked("thug", "react"))
    assert not knows(ANN, asked("thug", "dice"))
    assert not knows(ANN, asked("snake", "act"))


def test_of_the_game_master_what_he_is_asked_about_nobody_while_nobody_hidden_acts() -> None:
    assert knows(ANN, asked(GM, "adjudicate"))
    assert knows(ANN, asked(GM, "adjudicate"), acting="thug")
    assert not knows(ANN, asked(GM, "adjudicate"), acting="snake")
    assert not knows(ANN, asked(GM, "adjudicate", who="thug"))
    assert not knows(ANN, asked(GM, "review"))
    assert not knows(ANN, asked(GM, "dice"))
    assert knows(ANN, asked("table", "dice"))


def test_who_comes_next_is_known_to_be_asked_where_one_is_known_who_may() -> None:
    both = Request("gm-1", GM, "adjudicate", ("name",), Answer("name"), about={"next": ("snake", "thug")})
    alone = Request("gm-1", GM, "adjudicate", ("name",), Answer("name"), about={"next": ("snake",)})
    assert (knows(ANN, both), knows(ANN, alone)) == (True, False)
    assert not knows(ANN, both, acting="snake")


def test_who_is_waited_for_is_the_same_with_and_without_the_hidden() -> None:
    state = State(participants=PEOPLE)
    bo, snake = asked("bo", "react"), asked("snake", "react")
    assert waited_for(state, ANN, (bo, snake), PLAYED) == waited_for(state, ANN, (bo,), PLAYED) == ("bo",)
    assert waited_for(state, ANN, (snake,), PLAYED) == (GM,)
    assert waited_for(state, GM_SEAT, (bo, snake), PLAYED) == ("bo", GM)
    assert waited_for(state, ANN, (), PLAYED) == ()


def test_places_in_a_list_are_counted_without_the_hidden() -> None:
    pending = (Slot("ann", 0), Slot("snake", 1), Slot("thug", 2))
    state = State(participants=PEOPLE, order=Order(("ann", "snake", "thug"), pending))
    assert slots_seen(state, BO) == (Slot("ann", 0), Slot("thug", 1))
    assert slots_seen(state, GM_SEAT) == pending
    by_initiative = State(participants=PEOPLE, order=Order(pending=pending))
    assert slots_seen(by_initiative, BO) == (Slot("ann", 0), Slot("thug", 2))
