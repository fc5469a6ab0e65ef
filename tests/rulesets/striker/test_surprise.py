"""Striker as a contest: surprise, re-acts, watch, and what is held ready."""

from typing import Any

import pytest

from certamen.kernel.contest import Contest
from certamen.rulesets.striker.ruleset import RULESET
from certamen.rulesets.striker.scene import Door, Map, Scene, Surprise, Warning
from tests.rulesets.striker.contests import AXE, PISTOL, RIFLE, contest, entry, skills, types

FIGHTER: dict[str, Any] = {"skills": skills(Cbt_Ranged=(5, 1), Cbt_Melee=(3, 1)), "weapons": (RIFLE, PISTOL, AXE)}


def who(one: Contest, name: str) -> Any:
    """A participant; Any, as the tests look at Striker's own fields."""
    return one.state.participants[name]


# --- surprise ------------------------------------------------------------------------------------------------------


def ambush(*faces: str, rulings: dict[str, str | int] | None = None, **surprise: Any) -> Contest:
    """A crew that sneaks (Stealth 2: PC 10) upon two pirates with Perception 2 (psv 10) and 1."""
    people = (
        entry("ann", skills=skills(Stealth=2, Cbt_Melee=(3, 1)), weapons=(AXE,)),
        entry("bob", "pirates", "", skills=skills(Perception=2, Cbt_Melee=(3, 1)), weapons=(AXE,)),
        entry("cal", "pirates", "", skills=skills(Perception=1, Cbt_Melee=(3, 1)), weapons=(AXE,)),
    )
    scene = Scene(surprise=Surprise(sneaking=("crew",), **surprise))
    return contest(*people, faces=faces, scene=scene, rulings=rulings or {})


def test_equal_notices_and_less_does_not() -> None:
    """STR-10, STR-11: psv 10 meets PC 10; 9 does not, and has no turn in the surprise round."""
    one = ambush("d20:5", "d20:10")
    assert [who(one, name).surprised for name in ("ann", "bob", "cal")] == [False, False, True]
    assert one.state.order.sequence == ("ann", "bob")


@pytest.mark.parametrize(
    ("rulings", "face", "surprised"),
    [
        ({}, "d20:2", True),
        ({}, "d20:9", False),
        ({"chk_plus": "plain"}, "d20:8", True),
        ({"passive_base": 10}, "", False),
    ],
)
def test_the_suspicious_roll(rulings: dict[str, str | int], face: str, surprised: bool) -> None:
    """STR-6, STR-10: chk+ in place of the passive value, never below it unless so ruled."""
    alert = ("cal",) if face else ()
    rest = ("d20:5", "d20:10") if surprised or not face else ("d20:5", "d20:10", "d20:3", "d20:4")
    faces = (*((face,) if face else ()), *rest)
    if not surprised and not face:
        faces = ("d20:5", "d20:10", "d20:3", "d20:4")
    one = ambush(*faces, rulings=rulings, alert=alert)
    assert who(one, "cal").surprised == surprised


def test_the_warned_are_not_surprised() -> None:
    """STR-10: knows of the adversary and of the contest a round ahead; with less warning he is."""
    one = ambush("d20:5", "d20:10", "d20:9", "d20:2", warned=(Warning(who="cal"),))
    assert not who(one, "cal").surprised
    one = ambush("d20:5", "d20:10", warned=(Warning(who="cal", seconds=5),))
    assert who(one, "cal").surprised


def test_everyone_surprised_makes_no_surprise_round() -> None:
    """STR-38: nobody could act in it."""
    one = ambush("d20:5", "d20:10", "d20:1", "d20:2", surprised=("crew", "pirates"))
    assert "surprise_round" not in types(one.events)
    assert len(one.state.order.sequence) == 3


def test_unnoticed_ones_hide_only_by_ruling() -> None:
    """STR-38 ruling surprise_hides: whoever went unnoticed counts as hidden."""
    assert who(ambush("d20:5", "d20:10"), "ann").unseen_by == ()
    assert who(ambush("d20:5", "d20:10", rulings={"surprise_hides": "yes"}), "ann").unseen_by == ("cal",)


@pytest.mark.parametrize(("ruling", "asked"), [("after_round", "ann"), ("always", "cal")])
def test_the_surprised_do_not_re_act(ruling: str, asked: str) -> None:
    """STR-38: bob, surprised, may not re-act in the surprise round, or may by ruling."""
    people = (
        entry("ann", at="4,3", skills=skills(Stealth=5)),
        entry("cal", "pirates", "", at="5,3", skills=skills(Cbt_Melee=(3, 1)), weapons=(AXE,)),
    )
    scene = Scene(map=Map(), surprise=Surprise(sneaking=("crew",)))
    one = contest(*people, faces=("d20:5",), scene=scene, rulings={"surprised_react": ruling})
    one.answer("move", who="ann", mode="walk", to="2,3")
    assert one.requests[0].who == asked


# --- re-acts, watch, orders ----------------------------------------------------------------------------------------


def test_watch_is_a_word_or_makes_alert() -> None:
    """STR-19: no effect, or chk+ until one's next turn."""
    one = contest(entry("ann"), entry("bob", "pirates", ""), faces=("d20:2", "d20:19"))
    one.answer("watch")
    assert one.state.effects == ()
    one = contest(entry("ann"), entry("bob", "pirates", ""), faces=("d20:2", "d20:19"), rulings={"watch": "alert"})
    one.answer("watch")
    assert [effect.name for effect in one.state.effects] == ["watching"]


@pytest.mark.parametrize(("needs", "asked"), [("rank", "ann"), ("anyone", "bob")])
def test_who_may_strike_at_the_leaving(needs: str, asked: str) -> None:
    """STR-24 ruling aoo_needs: a rank in Cbt-Melee, or nothing."""
    people = (entry("ann", at="4,3"), entry("bob", "pirates", "", at="5,3", skills=skills(Cbt_Melee=3), weapons=(AXE,)))
    one = contest(*people, faces=("d20:2", "d20:19"), scene=Scene(map=Map()), rulings={"aoo_needs": needs})
    one.answer("move", who="ann", mode="walk", to="2,3")
    assert one.requests[0].who == asked


@pytest.mark.parametrize(("trigger", "asked"), [("any_step", "bob"), ("leave_reach", "ann")])
def test_which_steps_provoke(trigger: str, asked: str) -> None:
    """STR-24 ruling aoo_trigger: a step from one adjacent space to another, or only out of reach."""
    people = (
        entry("ann", at="4,3"),
        entry("bob", "pirates", "", at="5,3", skills=skills(Cbt_Melee=(3, 1)), weapons=(AXE,)),
    )
    one = contest(*people, faces=("d20:2", "d20:19"), scene=Scene(map=Map()), rulings={"aoo_trigger": trigger})
    one.answer("move", who="ann", mode="walk", to="4,2")
    assert one.requests[0].who == asked


def test_taking_the_opportunity_drops_what_is_ready() -> None:
    """STR-18: one re-act a round; declining keeps the readied act, taking the other drops it."""
    people = (
        entry("bob", "pirates", "B", at="5,3", skills=skills(Cbt_Melee=(3, 1)), weapons=(AXE,)),
        entry("ann", "crew", "", at="4,3", tc=30),
    )
    one = contest(*people, faces=("d20:2", "d20:19", "d20:3"), scene=Scene(map=Map()))
    one.answer("ready", who="bob", trigger="attacks", what="attack", object="axe")
    one.answer("end", who="bob")
    one.answer("move", who="ann", mode="walk", to="4,2")
    one.answer("decline", who="bob")
    assert who(one, "bob").readied is not None
    one.answer("move", who="ann", mode="walk", to="4,3")
    one.answer("opportunity", who="bob", weapon="axe")
    assert who(one, "bob").readied is None


@pytest.mark.parametrize("timing", ["after", "before"])
def test_ready_comes_after_or_before_the_attack(timing: str) -> None:
    """STR-33 ruling ready_timing."""
    people = (entry("ann", tc=30, **FIGHTER), entry("bob", "pirates", "", hp=10, tc=11, **FIGHTER))
    faces = (
        "d20:2",
        "d20:19",
        *(("d20:3", "d20:20", "d6:6", "d6:6") if timing == "after" else ("d20:20", "d6:6", "d6:6")),
    )
    one = contest(*people, faces=faces, rulings={"ready_timing": timing})
    one.answer("ready", who="ann", trigger="attacks", what="attack", object="rifle")
    one.answer("end", who="ann")
    one.answer("attack", who="bob", target="ann", weapon="rifle")
    assert one.requests[0].who == "ann"
    one.answer("readied", who="ann")
    attacks = [event.actor for event in one.events if event.type == "attack"]
    assert attacks == (["bob", "ann"] if timing == "after" else ["ann"])


def test_a_readied_move_and_a_readied_door() -> None:
    """STR-33: movement and interactions can be made ready; opening a door is a trigger too."""
    plan = Map(doors=(Door(id="hatch", line="2,0 2,3"), Door(id="gate", line="9,0 9,3")))
    people = (entry("ann", at="1,1"), entry("ben", at="12,5"), entry("bob", "pirates", "", at="8,1"))
    one = contest(*people, faces=("d20:2", "d20:19", "d20:18"), scene=Scene(map=plan), rulings={"diagonal": "exact"})
    one.answer("ready", who="ann", trigger="opens", what="door", object="hatch")
    one.answer("end", who="ann")
    one.answer("ready", who="ben", trigger="moves", what="move", object="walk")
    one.answer("end", who="ben")
    one.answer("move", who="bob", mode="walk", to="8,3")
    one.answer("readied", who="ben", to="11,5")
    assert RULESET.values(one.state, who(one, "ben"))["at"] == "11,5"
    assert not any(door.open for door in one.state.space.ground.doors)  # type: ignore[union-attr]  # a map
    while one.requests[0].who != "bob":
        one.answer("decline")
    assert who(one, "ann").readied is not None
