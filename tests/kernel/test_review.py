"""A result the game master looks at first: it takes effect when he lets it, or is taken back; secret and keyed dice."""

import pytest

from certamen.dice import ByHand, Keyed, Tape
from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.errors import IllegalAction
from certamen.kernel.run import run
from certamen.kernel.state import state_hash
from certamen.kernel.view import GM_SEAT, Seat, view
from tests.kernel.toy import begin
from tests.kernel.toy_state import toy


def held() -> Contest:
    """A hits b, who takes it: 4 damage, held."""
    contest = begin(("x/a", 20), ("y/b", 10), review=True, players="a b", source=Tape([(6, 4), (6, 6), (6, 1), (6, 2)]))
    contest.answer("hit", target="b")
    contest.answer("take")
    return contest


def test_nothing_takes_effect_before_he_accepts() -> None:
    contest = held()
    assert toy(contest.state, "b").hp == 10
    (request,) = contest.requests
    assert (request.who, request.kind, [offer.verb for offer in contest.offers()]) == (
        "gm",
        "review",
        ["accept", "discard"],
    )
    assert contest.events[-1].values == {"events": 1}
    events = contest.answer("accept")
    assert [(event.type, event.values["damage"]) for event in events] == [("hit", 4)]
    assert toy(contest.state, "b").hp == 6
    assert contest.state.held is None
    assert contest.requests[0].who == "a"


def test_what_is_discarded_is_chosen_anew_with_new_dice() -> None:
    contest = held()
    before = contest.entries[-2]
    assert before.action is not None
    contest.answer("discard")
    assert contest.events[-1].type == "discarded"
    assert toy(contest.state, "b").hp == 10
    assert [request.id for request in contest.requests] == ["b-1"], "the same question"
    contest.answer("take")
    contest.answer("accept")
    assert toy(contest.state, "b").hp == 4, "the 4 stays fallen, the next die is 6"


def test_players_do_not_see_what_is_held() -> None:
    contest = held()
    seen = view(contest, Seat("player", ("a",)))
    assert seen.waiting == ("gm",)
    assert "held" not in [event.type for event in seen.events]
    assert seen.requests == ()
    assert contest.state.held is not None


def test_meanwhile_nothing_else_is_done_but_talking() -> None:
    contest = held()
    before = state_hash(contest.state)
    review = contest.requests[0].id
    for action, reason in (
        (Action("b", "take", {}, "b-1"), "the game master is looking at the last result"),
        (Action("b", "accept", {}, review), "the game master is looking at the last result"),
        (Action("gm", "set", {"path": "b.hp", "value": 3}), "first accept or discard the result"),
        (Action("gm", "accept", {}, "gm-99"), "first accept or discard the result"),
        (Action("gm", "burn", {}, review), "burn is not offered"),
    ):
        with pytest.raises(IllegalAction, match=reason):
            contest.push(action)
        assert state_hash(contest.state) == before
    contest.push(Action("b", "say", {"text": "ouch?", "to": "all"}))
    contest.answer("accept")
    assert toy(contest.state, "b").hp == 6


def test_undo_and_redo_go_through_a_review() -> None:
    contest = held()
    hashes = [state_hash(contest.state)]
    contest.answer("accept")
    hashes.append(state_hash(contest.state))
    contest.pop()
    assert state_hash(contest.state) == hashes[0]
    contest.redo()
    assert state_hash(contest.state) == hashes[1]


def test_acts_without_dice_and_the_game_masters_own_are_not_held() -> None:
    contest = begin(("x/a", 20), ("y/b", 10), review=True)
    contest.answer("walk", to="door")
    assert contest.events[-1].type == "walk"
    contest.answer("plead")
    contest.answer("grant")
    assert contest.events[-1].type == "granted"


def test_policies_play_on_through_reviews_and_the_events_say_who_decided() -> None:
    contest = begin(("x/a", 20), ("y/b", 10), review=True, seed=3)
    assert run(contest).ended
    hits = {event.by for event in contest.events if event.type == "hit"}
    assert hits <= {"policy plain", "default"}
    assert "policy plain" in hits


def test_a_result_of_real_dice_is_held_when_all_are_in() -> None:
    contest = begin(("x/a", 20), ("y/b", 10), review=True, source=ByHand())
    contest.answer("hit", target="b")
    contest.answer("take")
    assert contest.state.held is None
    contest.answer("roll", face=5)
    assert contest.requests[0].kind == "review"
    contest.answer("accept")
    assert toy(contest.state, "b").hp == 5


def test_secret_dice_of_the_game_master_give_away_neither_face_nor_reckoning() -> None:
    contest = begin(("x/a", 20), ("y/b", 10), players="a", gm_dice="secret", source=Tape([(6, 5), (6, 3)]))
    contest.answer("end")
    contest.answer("hit", target="a")
    contest.answer("take")
    seen = view(contest, Seat("player", ("a",))).events[-1]
    assert (seen.dice, seen.values) == ((), {"damage": 5, "left": 5})
    assert [part.label for part in seen.parts] == ["left"], "what is his own"
    full = view(contest, GM_SEAT).events[-1]
    assert [part.label for part in full.parts] == ["damage", "guard", "damage", "left"]
    assert full.dice[0].kind == "secret"


def test_his_own_dice_a_player_sees_though_the_game_master_rolls_in_secret() -> None:
    contest = begin(("x/a", 20), ("y/b", 10), players="a", gm_dice="secret", source=Tape([(6, 5)]))
    contest.answer("hit", target="b")
    contest.answer("take")
    seen = view(contest, Seat("player", ("a",))).events[-1]
    assert [die.face for die in seen.dice] == [5]
    assert [part.label for part in seen.parts] == ["damage", "guard", "damage"]


def test_keyed_dice_are_played_with_and_the_secret_key_moves_no_open_die() -> None:
    def played(secret: bytes) -> Contest:
        contest = begin(("x/a", 0), ("y/b", 0), ("z/c", 0), source=Keyed(b"o" * 32, secret))
        run(contest, max_rounds=3)
        return contest

    def open_dice(contest: Contest) -> dict[tuple[str, int, int], int]:
        return {(die.roller, die.n, die.sides): die.face for event in contest.events for die in event.dice}

    one, other = played(b"1" * 32), played(b"2" * 32)
    assert one.source.name != other.source.name, "it commits to both keys"
    assert one.events[:3] == other.events[:3], "initiatives are open dice"
    assert [e.target for e in one.events] != [e.target for e in other.events], "policies draw by the secret key"
    mine, his = open_dice(one), open_dice(other)
    assert all(his[key] == face for key, face in mine.items() if key in his)
