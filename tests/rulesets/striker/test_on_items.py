"""Acts whose effects are for people, done on things: nothing is harmed, nobody saves, and the log goes on (STR-5)."""

import pytest

from certamen.rulesets.striker.scene import Item, Scene
from tests.rulesets.striker.contests import PISTOL, contest, entry, skills

LINES = {
    "Bless": "\N{LOZENGE} bless(main-act) -> eff= 2d6(hp,holy)",
    "Curse": "\N{LOZENGE} curse(main-act) -> eff= imp(sv, Agility+B, 8 + M)",
    "Strike": "\N{LOZENGE} bash(main-act) -> chk(CC)= +M -> eff= +M eff",
}


@pytest.mark.parametrize(("skill", "act"), [("Bless", "bless"), ("Curse", "curse"), ("Strike", "bash")])
def test_what_is_for_people_does_nothing_to_a_thing(skill: str, act: str) -> None:
    """STR-5: the offer takes the thing where its challenge fits, and none of its figures is a hit point."""
    people = (
        entry(
            "ann",
            skills=skills(Bless=1, Curse=1, Strike=9, Resolve=3, Cbt_Ranged=1),
            weapons=(PISTOL,),
            attributes={"Agility": 0},
        ),
        entry("bob", "pirates", "", attributes={"Agility": 0}),
    )
    scene = Scene(skills=LINES, items=(Item(id="altar", challenges={"CC": 5}),))
    one = contest(*people, scene=scene)
    while one.state.acting != "ann":
        one.take_default(one.requests[0])
    offers = [offer for offer in one.offers() if offer.verb == "act" and offer.closed is None]
    targets = {option.id for offer in offers for field in offer.fields for option in getattr(field, "options", ())}
    made = list(one.answer("act", who="ann", skill=skill, name=act, on="altar" if "altar" in targets else "bob"))
    while one.requests and one.requests[0].who == "gm":
        made += one.take_default(one.requests[0])
    assert made
    assert one.state.participants["ann"].status == "in"
