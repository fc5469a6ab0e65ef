"""What players may know: hidden participants, throws in secret, exact figures, reactions, those who shoot unseen."""

from typing import Any

import msgspec
import pytest

from certamen.dice import Seeded
from certamen.kernel.contest import Contest
from certamen.kernel.event import Event
from certamen.kernel.run import run
from certamen.kernel.view import SPECTATOR, Seat, view
from certamen.rulesets.dualaction.scene import Hazard, Scene
from certamen.rulesets.dualaction.sheet import Ability
from tests.rulesets.dualaction.ring import act, combat, last, one

PLAYER = Seat("player", ("ann",))


def seen_by(contest: Contest, seat: Seat) -> str:
    return msgspec.json.encode(view(contest, seat)).decode()


def open_dice(contest: Contest) -> list[tuple[str, int, int]]:
    return [(die.roller, die.n, die.face) for event in contest.events for die in event.dice if die.kind == "open"]


@pytest.mark.parametrize("seed", range(60))
def test_a_hidden_one_shifts_no_open_die_and_is_not_told_of(seed: int) -> None:
    """DUA-3, DUA-4: also where his throw ties with another's: sixty seeds hold several such ties."""
    people = (one("ann", "5,5", player="p"), one("al", "5,8"), one("bo", "15,5"), one("ben", "15,8"))
    sly = one("bsly", "20,20", hidden=True)
    with_him, without = combat(*people, sly), combat(*people)
    for contest in (with_him, without):
        contest.source = Seeded(seed)
    with_him = Contest(with_him.ruleset, with_him.encounter, Seeded(seed))
    without = Contest(without.ruleset, without.encounter, Seeded(seed))
    assert open_dice(with_him) == open_dice(without)
    for seat in (PLAYER, SPECTATOR):
        assert "sly" not in seen_by(with_him, seat).lower()
        told = [(event.type, event.actor) for event in view(with_him, seat).events]
        if with_him.state.acting != "bsly":
            assert told == [
                (event.type, event.actor) for event in view(without, seat).events if event.type != "turn"
            ] + [("turn", with_him.state.acting)]


def test_ties_with_a_hidden_one_are_broken_in_secret() -> None:
    """DUA-4: both throw again, unseen; of three the two seen throw openly."""
    people = (one("ann", player="p"), one("bsly", hidden=True), one("bo"))
    contest = combat(*people, dice="ann:d20:9 bsly:d20:9 bo:d20:3 ann:d20:5 bsly:d20:7")
    ties = [event for event in contest.events if event.type == "tie"]
    assert [(event.actor, event.to, event.dice[0].kind) for event in ties] == [
        ("ann", (), "secret"),
        ("bsly", ("bo", "bsly"), "secret"),
    ]
    contest = combat(*people, dice="9 9 9 5 7 2")
    ties = [event for event in contest.events if event.type == "tie"]
    assert [(event.actor, event.dice[0].kind) for event in ties] == [
        ("ann", "open"),
        ("bsly", "secret"),
        ("bo", "open"),
    ]
    assert contest.state.order.sequence == ("bsly", "ann", "bo")
    assert last(contest, "order").values["order"] == ("ann", "bo")


def test_a_hidden_ones_deeds_are_not_told() -> None:
    """DUA-10: who is shot at learns that he is hit, and not by whom; his offers name nobody he does not know of."""
    people = (
        one("ann", "5,5", player="p"),
        one("bsly", "9,5", hidden=True, skills={"infantry": 9}),
        one("bo", "30,20"),
    )
    contest = combat(*people, dice="10 20 5")
    act(contest, "attack", "bsly:d10:1 bsly:d8:8", target="ann", weapon="pistol")
    text = seen_by(contest, PLAYER)
    assert "sly" not in text.lower()
    hurt = [event for event in view(contest, PLAYER).events if event.type == "hurt"]
    assert [event.values for event in hurt] == [{"thrown": 12}]
    assert contest.ruleset.narrate(hurt[0], {"ann": "Ann"}) == "Ann is hit for 12, nobody sees by whom."
    act(contest, "end")
    choices: list[Any] = [offer.fields[0] for offer in contest.offers() if offer.verb == "attack"]
    targets = {option.id for choice in choices for option in choice.options}
    assert targets == {"bo"}


def test_a_hidden_ones_reaction_is_not_told() -> None:
    """DUA-16: the mover is stopped by someone."""
    bar = Ability(name="snare", use="stop", target="enemy", range=3, damage="2-3")
    people = (one("ann", "5,5", player="p"), one("bsly", "9,6", hidden=True, abilities=(bar,)), one("bo", "30,20"))
    contest = combat(*people, dice="20 10 5")
    act(contest, "move", to="11,5")
    assert [request.who for request in view(contest, PLAYER).requests] == []
    assert view(contest, PLAYER).waiting == ("gm",)
    act(contest, "interrupt", "bsly:d2:1", who="bsly", ability="snare", at="8,5")
    assert "sly" not in seen_by(contest, PLAYER).lower()
    stopped = [event for event in view(contest, PLAYER).events if event.type == "stopped"]
    assert [event.actor for event in stopped] == [""]


def test_exact_figures_are_for_those_who_may_know_them() -> None:
    """DUA-12: the wounds of opponents are words, unless the encounter shows all."""
    people = (one("ann", "5,5", player="p", skills={"infantry": 5}), one("bo", "9,5", dr=2))
    contest = combat(*people, dice="20 10")
    act(contest, "attack", "3 8", target="bo", weapon="pistol")
    mine = next(event for event in view(contest, PLAYER).events if event.type == "damage")
    assert (mine.values.get("thrown"), mine.values.get("damage"), mine.values.get("left")) == (12, None, None)
    assert "DR" not in [part.label for part in mine.parts]
    assert contest.ruleset.narrate(mine, {"bo": "Bo"}) == "Bo is hit for 12."
    bo = next(figure for figure in view(contest, PLAYER).participants if figure.id == "bo")
    assert "hp" not in bo.values
    assert bo.words == "hurt"
    open_one = combat(*people, dice="20 10", shown="exact")
    act(open_one, "attack", "3 8", target="bo", weapon="pistol")
    all_of_it = next(event for event in view(open_one, SPECTATOR).events if event.type == "damage")
    assert (all_of_it.values["damage"], all_of_it.values["left"]) == (10, 20)


def test_an_opponents_skill_is_not_shown() -> None:
    """DUA-10: the difficulty and the die are, his skill and the total are not."""
    contest = combat(one("ann", "5,5", player="p"), one("bo", "9,5", skills={"infantry": 2}), dice="10 20")
    act(contest, "attack", "3", target="ann", weapon="pistol")
    shot = next(event for event in view(contest, PLAYER).events if event.type == "attack")
    assert [part.label for part in shot.parts] == ["difficulty at 4 m", "die"]
    assert [part.label for part in last(contest, "attack").parts][2:] == ["skill infantry", "total", "face needed"]


def test_hazards_are_not_in_the_view_before_they_are_met() -> None:
    """DUA-16: and they spare the side that knows of them."""
    trap = Hazard(name="tripwire", box="7,0 8,30", damage="1-2", knocks_down=True, spares="b")
    contest = combat(one("ann", "5,5", player="p"), one("bo", "12,5"), dice="20 10", scene=Scene(hazards=(trap,)))
    assert "tripwire" not in seen_by(contest, PLAYER)
    act(contest, "move", "table:d2:2", to="9,5")
    events: list[Event] = [
        event for event in contest.events if event.type in ("move", "stopped", "damage", "knocked_down")
    ]
    assert [event.type for event in events] == ["move", "stopped", "damage", "knocked_down"]
    assert "tripwire" in seen_by(contest, PLAYER)
    act(contest, "end")
    act(contest, "move", to="6,5")
    assert contest.ruleset.values(contest.state, contest.state.participants["bo"])["place"] == "6,5"


def test_a_whole_combat_with_a_hidden_one_leaks_nothing() -> None:
    """DUA-1: played to its end by policies, whatever a player's view holds does not name him while he hides."""
    people = (one("ann", "5,5", player="p"), one("al", "5,8"), one("bsly", "15,6", hidden=True), one("bo", "15,9"))
    contest = combat(*people)
    run(contest, max_rounds=40)
    if contest.state.participants["bsly"].hidden:
        assert "bsly" not in seen_by(contest, PLAYER)
