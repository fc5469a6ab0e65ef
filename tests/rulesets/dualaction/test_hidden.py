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
from certamen.rulesets.dualaction.sheet import Ability, Modifier, Weapon
from certamen.rulesets.dualaction.state import Combat
from tests.rulesets.dualaction.ring import act, combat, last, one

PLAYER = Seat("player", ("ann",))


def seen_by(contest: Contest, seat: Seat) -> str:
    return msgspec.json.encode(view(contest, seat)).decode()


def state_of(contest: Contest) -> Combat:
    assert isinstance(contest.state, Combat)
    return contest.state


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
    assert [event.values for event in hurt] == [{"damage": 12, "left": 18}]
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


def test_who_looks_on_is_told_no_figures_of_a_hit_from_nowhere() -> None:
    """DUA-12: that Ann is hit, and not for how much."""
    people = (
        one("ann", "5,5", player="p"),
        one("bsly", "9,5", hidden=True, skills={"infantry": 9}),
        one("bo", "30,20", player="q"),
    )
    contest = combat(*people, dice="10 20 5")
    act(contest, "attack", "bsly:d10:1 bsly:d8:8", target="ann", weapon="pistol")
    told = view(contest, SPECTATOR).events[-1]
    assert (told.type, told.values) == ("hurt", {})
    assert contest.ruleset.narrate(told, {"ann": "Ann"}) == "Ann is hit, nobody sees by whom."


def test_a_hidden_friends_help_is_not_told() -> None:
    """DUA-6, DUA-18: what it adds is shown, not whose it is: not before the act, not in its reckoning."""
    cry = Ability(name="war cry", cost="secondary", target="ally", range=50, turns=3, to_hit=1, extra_damage=2)
    people = (one("ann", "5,5", player="p"), one("bsly", "9,9", hidden=True, abilities=(cry,)), one("bo", "8,8"))
    contest = combat(*people, dice="5 20 10")
    act(contest, "ability", ability="war cry", target="bo")
    act(contest, "end")
    act(contest, "attack", target="ann", weapon="pistol")
    act(contest, "confirm", "9 3")
    text = seen_by(contest, PLAYER)
    assert "war cry" in text
    assert "sly" not in text.lower()


def test_an_opponents_traits_and_penetration_are_not_told() -> None:
    """DUA-14, DUA-18: who attacks sees what changes his damage; his opponents see what all may see of it."""
    baton = Weapon(
        name="baton", skill="melee", damage="1-4", modifiers=(Modifier(name="secret edge", damage=1, penetration=3),)
    )
    people = (one("ann", "5,5", player="p"), one("bo", "6,5", player="q", weapons=(baton,)))
    for shown, seen in (("words", False), ("exact", True)):
        contest = combat(*people, dice="10 20", shown=shown)
        act(contest, "attack", target="ann", weapon="baton")
        assert "secret edge +1, penetration: secret edge +3" in seen_by(contest, Seat("player", ("bo",)))
        told = view(contest, PLAYER).events[-1]
        assert ("changes" in told.values, bool(told.parts)) == (seen, seen)
        act(contest, "confirm", "10 4")
        assert ("secret edge" in seen_by(contest, PLAYER)) is seen


def test_what_the_game_master_throws_in_secret_is_not_told() -> None:
    """DUA-11: no face, and no figure that gives it away."""
    people = (one("ann", "5,5", player="p"), one("bo", "9,5"), one("cy", "9,6", side="c"))
    contest = combat(*people, dice="10 20 5", gm_dice="secret")
    act(contest, "attack", "10 8", target="cy", weapon="pistol")
    told = view(contest, PLAYER).events[-1]
    assert (told.type, told.values, told.dice, told.parts) == ("damage", {"weapon": "pistol"}, (), ())
    assert contest.ruleset.narrate(told, {"cy": "Cy"}) == "Cy is hit."


def test_where_others_stand_does_not_tell_of_who_hides() -> None:
    """DUA-1: without places written, in rows; and who comes late is not moved aside for an opponent who hides."""
    people = (one("ann", player="p"), one("bo"), one("ben"))
    sly = (one("bsly", hidden=True), one("zed", hidden=True))
    without, with_them = combat(*people), combat(*sly, *people)
    here = {who: state_of(with_them).space.places[who] for who in ("ann", "bo", "ben")}
    assert here == state_of(without).space.places
    assert len(set(state_of(with_them).space.places.values())) == 5
    people = (one("ann", "5,5", player="p"), one("bo", "20,5"), one("al", "9,9", arrives=2))
    contest = combat(*people, one("bsly", "9,8", hidden=True), dice="20 10 5")
    contest.source = Seeded(1)
    contest.overrule("place", who="bsly", at="9,9")
    while contest.state.round < 2:
        act(contest, "end")
    assert contest.ruleset.values(contest.state, contest.state.participants["al"])["place"] == "9,9"


def test_a_whole_combat_with_a_hidden_one_leaks_nothing() -> None:
    """DUA-1: played to its end by policies, whatever a player's view holds does not name him while he hides."""
    people = (one("ann", "5,5", player="p"), one("al", "5,8"), one("bsly", "15,6", hidden=True), one("bo", "15,9"))
    contest = combat(*people)
    run(contest, max_rounds=40)
    if contest.state.participants["bsly"].hidden:
        assert "bsly" not in seen_by(contest, PLAYER)
