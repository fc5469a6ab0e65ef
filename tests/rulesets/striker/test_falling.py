"""Striker's flyers that fall or do not, who may get up, and what a condition takes away (STR-16, STR-22, STR-25)."""

import pytest

from certamen.kernel.contest import Contest
from certamen.rulesets.striker.ruleset import RULESET
from certamen.rulesets.striker.scene import Item, Map, Scene
from tests.rulesets.striker.contests import PISTOL, RIFLE, contest, entry, skills, types

FIRST = ("d20:2", "d20:19")


def aloft(plan: Map) -> Contest:
    """Ann, two metres up, whose turn is first."""
    people = (entry("ann", at="2,2,2", speed={"fly": 10}, stock="fly"), entry("bob", "pirates", "", at="9,2"))
    return contest(*people, entry("cal"), faces=(*FIRST, "d20:1"), scene=Scene(map=plan))


@pytest.mark.parametrize(("gravity", "at"), [(True, "2,2"), (False, "2,2,2")])
def test_without_gravity_nobody_falls(gravity: bool, at: str) -> None:
    """STR-25: prone in the air."""
    one = aloft(Map(gravity=gravity))
    made = types(one.answer("drop", who="ann"))
    assert ("falls" in made) is gravity
    assert RULESET.values(one.state, one.state.participants["ann"])["at"] == at


def test_who_is_out_falls() -> None:
    """STR-25, STR-26: no hit points left, or the game master's word."""
    by_wounds, by_word = aloft(Map()), aloft(Map())
    made = by_wounds.overrule("set", path="ann.hp", value=0)
    assert types(made)[:3] == ["gm_set", "down", "falls"]
    made = by_word.overrule("status", who="ann", status="out")
    assert types(made)[:2] == ["gm_status", "falls"]


def test_nobody_stands_up_whose_move_act_is_spent() -> None:
    """STR-15, STR-22: standing takes half of a move that a skill has used up."""
    vault = {"Vault": "◊ vault(move-act) -> chk(CC)= +M"}
    scene = Scene(map=Map(), skills=vault, items=(Item(id="bar", challenges={"CC": 9}),))
    people = (entry("ann", at="2,2", skills=skills(Vault=0)), entry("bob", "pirates", "", at="9,2"))
    one = contest(*people, faces=(*FIRST, "d20:9"), scene=scene)
    one.answer("act", who="ann", skill="Vault", name="vault", on="bar")
    one.overrule("effect", who="ann", name="prone", rounds=0)
    closed = next(offer.closed for offer in one.offers() if offer.verb == "stand")
    assert closed is not None
    assert (closed.reason, closed.rule) == ("standing takes 5 m, 0 m left", "STR-22")


def test_a_condition_takes_the_bonus_act_too() -> None:
    """STR-16, STR-36: changing the weapon with a rank is a bonus-act, and none of any sort is left."""
    shooter = entry("ann", skills=skills(Cbt_Ranged=(5, 1)), weapons=(RIFLE, PISTOL))
    one = contest(shooter, entry("bob", "pirates", ""), faces=FIRST)
    switch = next(offer for offer in one.offers() if offer.verb == "switch")
    assert (switch.cost, switch.closed) == ((("bonus", 1),), None)
    one.overrule("effect", who="ann", name="incapacitated", rounds=0)
    closed = {offer.verb: offer.closed.rule for offer in one.offers() if offer.closed}
    assert closed["switch"] == "STR-36"
