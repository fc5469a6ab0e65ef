"""Striker's rulings as contests play them: the choices that are not the default, each against the default's figures."""

from typing import Any

import pytest

from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.errors import IllegalAction
from certamen.kernel.space.drawn import Wall
from certamen.rulesets.striker.ruleset import RULESET
from certamen.rulesets.striker.scene import Map, Rough, Scene, Surprise
from certamen.rulesets.striker.sheet import Weapon
from tests.rulesets.striker.contests import AXE, RIFLE, contest, entry, last, skills, types

AXEMAN: dict[str, Any] = {"skills": skills(Cbt_Melee=(3, 1)), "weapons": (AXE,)}
SNOW = Rough(name="snow", box="0,0 6,10", slows=("walk",))


def initiatives(one: Contest) -> list[int]:
    """Everyone's initiative, in the order of the file."""
    return [person.initiative for person in one.state.participants.values()]  # type: ignore[attr-defined]  # combatants


def places(one: Contest, mode: str) -> set[str]:
    """The places one may move to now by a mode."""
    offers = (offer for offer in one.offers() if offer.verb == "move" and offer.closed is None)
    fields = (offer.fields for offer in offers if offer.fields[0].options[0].id == mode)  # type: ignore[union-attr]  # a choice
    return {option.id for _, to in fields for option in to.options}  # type: ignore[union-attr]  # places


@pytest.mark.parametrize(("ruling", "noticed"), [("lowest", ("ann", "ben")), ("individual", ("ben",))])
def test_one_pc_for_the_side_or_each_his_own(ruling: str, noticed: tuple[str, ...]) -> None:
    """STR-10 ruling group_stealth: psv 10 meets the side's 9, but not ann's own 12."""
    people = (
        entry("ann", skills=skills(Stealth=4)),
        entry("ben", skills=skills(Stealth=1)),
        entry("bob", "pirates", "", skills=skills(Perception=2)),
    )
    scene = Scene(surprise=Surprise(sneaking=("crew",)))
    one = contest(*people, scene=scene, rulings={"group_stealth": ruling})
    assert last(one, "notices").values["noticed"] == noticed
    assert "surprised" not in types(one.events)


@pytest.mark.parametrize(("ruling", "expected"), [("no", [19, 4, 4]), ("yes", [7, 4, 4])])
def test_who_rolls_after_the_surprise_round(ruling: str, expected: list[int]) -> None:
    """STR-11 ruling reroll_after_surprise: ann's 19 stands, or she rolls 7 with the others."""
    people = (entry("ann"), entry("bob", "pirates", ""), entry("cal", "pirates", ""))
    faces = ("d20:19", "d20:4", *(("d20:7",) if ruling == "yes" else ()), "d20:11", "d20:12")
    scene = Scene(surprise=Surprise(surprised=("pirates",)))
    one = contest(*people, faces=faces, scene=scene, rulings={"reroll_after_surprise": ruling})
    one.answer("end", who="ann")
    assert initiatives(one) == expected


@pytest.mark.parametrize(
    ("ruling", "faces", "expected"),
    [
        ("shared_die", ("d20:10", "d20:5"), [5, 11, 14]),
        ("shared_total", ("d20:10", "d20:5"), [5, 14, 14]),
        ("individual", ("d20:5", "d20:10", "d20:12"), [5, 11, 16]),
    ],
)
def test_what_the_game_master_rolls(ruling: str, faces: tuple[str, ...], expected: list[int]) -> None:
    """STR-12 ruling gm_initiative: one die with each one's M (1 and 4), one die with the highest, a die each."""
    people = (
        entry("ann"),
        entry("bob", "pirates", "", skills=skills(Resolve=1)),
        entry("cal", "pirates", "", skills=skills(Resolve=4)),
    )
    assert initiatives(contest(*people, faces=faces, rulings={"gm_initiative": ruling})) == expected


@pytest.mark.parametrize(("ruling", "far"), [("distance", "20,0"), ("cost", "15,0")])
def test_what_counts_on_a_switch(ruling: str, far: str) -> None:
    """STR-20 ruling switch_counts: 5 m walked in snow close walking and leave 15 m of 20 to fly, or 10."""
    people = (entry("ann", at="0,0", speed={"walk": 10, "fly": 20}), entry("bob", "pirates", "", at="29,9"))
    plan = Map(width=30, height=10, rough=(SNOW,), ceiling=0)
    one = contest(*people, faces=("d20:2", "d20:19"), scene=Scene(map=plan), rulings={"switch_counts": ruling})
    one.answer("move", who="ann", mode="walk", to="5,0")
    found = places(one, "fly")
    assert places(one, "walk") == set()
    assert max((place for place in found if place.endswith(",0")), key=lambda at: int(at.split(",")[0])) == far


def test_two_may_assist_by_ruling() -> None:
    """STR-31 ruling max_assistants: a second one is refused, or adds his ranks too."""
    people = (
        entry("ann", skills=skills(Talk=(0, 2))),
        entry("ben", skills=skills(Talk=(0, 3))),
        entry("cai", skills=skills(Talk=1)),
        entry("bob", "pirates", ""),
    )
    scene = Scene(skills={"Talk": "◊ talk(main-act) -> chk(Talk,12)"})
    faces = ("d20:2", "d20:19", "d20:18", "d20:17")
    one = contest(*people, faces=faces, scene=scene)
    one.answer("assist", who="ann", ally="cai", skill="Talk")
    one.answer("end", who="ann")
    with pytest.raises(IllegalAction):
        one.answer("assist", who="ben", ally="cai", skill="Talk")
    one = contest(*people, faces=(*faces, "d20:6"), scene=scene, rulings={"max_assistants": 2})
    for name in ("ann", "ben"):
        one.answer("assist", who=name, ally="cai", skill="Talk")
        one.answer("end", who=name)
    one.answer("act", who="cai", skill="Talk", name="talk")
    assert (last(one, "check").values["total"], last(one, "check").values["success"]) == (6 + 1 + 2 + 3, "yes")


@pytest.mark.parametrize(("ruling", "asked"), [("after_round", "bob"), ("after_first_turn", "ann"), ("always", "bob")])
def test_re_acts_in_the_first_round_after_surprise(ruling: str, asked: str) -> None:
    """STR-38 ruling surprised_react: bob, surprised, has had no turn of his own when ann leaves in round 1."""
    people = (entry("ann", at="4,3"), entry("bob", "pirates", "", at="5,3", **AXEMAN))
    scene = Scene(map=Map(), surprise=Surprise(surprised=("bob",)))
    one = contest(*people, faces=("d20:19", "d20:2"), scene=scene, rulings={"surprised_react": ruling})
    one.answer("end", who="ann")  # the surprise round is over
    one.answer("move", who="ann", mode="walk", to="3,3")
    assert one.requests[0].who == asked


@pytest.mark.parametrize(("ruling", "cost"), [("one", "4 m"), ("alternate", "6 m"), ("exact", "5.64 m")])
def test_what_a_diagonal_counts(ruling: str, cost: str) -> None:
    """STR-39 ruling diagonal: four of them."""
    people = (entry("ann", at="0,0"), entry("bob", "pirates", "", at="20,0"))
    scene = Scene(map=Map(walls=(Wall(line="19,0 19,20"),)))
    one = contest(*people, faces=("d20:2", "d20:19"), scene=scene, rulings={"diagonal": ruling})
    one.answer("move", who="ann", mode="walk", to="4,4")
    assert RULESET.narrate(last(one, "move"), {"ann": "Ann"}).startswith(f"Ann walks {cost} to 4,4")


@pytest.mark.parametrize(("trigger", "asked"), [("any_step", ["5,0", "6,0", "7,0"]), ("leave_reach", ["7,0"])])
def test_through_a_hostiles_space(trigger: str, asked: list[str]) -> None:
    """STR-23, STR-24 ruling aoo_trigger: into it, out of it and away from it; or only the last."""
    plan = Map(height=2, walls=(Wall(line="0,1 30,1"),))
    people = (entry("ann", at="4,0"), entry("bob", "pirates", "", at="6,0", **AXEMAN))
    one = contest(*people, faces=("d20:2", "d20:19"), scene=Scene(map=plan), rulings={"aoo_trigger": trigger})
    assert "6,0" not in places(one, "walk")
    one.answer("move", who="ann", mode="walk", to="8,0")
    stood = []
    while one.requests[0].kind == "react":
        stood.append(RULESET.values(one.state, one.state.participants["ann"])["at"])
        one.answer("decline", who="bob")
    assert stood == asked


def test_those_who_sneak_may_roll() -> None:
    """STR-10 ruling stealth: rolled; d20s of 6 and 4 in place of the 8, so 4 + 1 is the side's PC."""
    people = (
        entry("ann", skills=skills(Stealth=3)),
        entry("ben", skills=skills(Stealth=1)),
        entry("bob", "pirates", "", skills=skills(Perception=-3)),
    )
    scene = Scene(surprise=Surprise(sneaking=("crew",)))
    faces = ("d20:6", "d20:4", "d20:2", "d20:19", "d20:18")
    one = contest(*people, faces=faces, scene=scene, rulings={"stealth": "rolled"})
    assert [event.values["pc"] for event in one.events if event.type == "sneaks"] == [9, 5]
    assert (last(one, "group_pc").values["pc"], last(one, "notices").values["perception"]) == (5, 5)
    assert "surprised" not in types(one.events)


def test_two_hidden_from_each_other_roll_one_die() -> None:
    """STR-32, STR-35: one attacks from hiding, the other is hidden: one of each cancels all."""
    people = (
        entry("ann", skills=skills(Stealth=9, Cbt_Melee=(3, 1)), weapons=(AXE,)),
        entry("bob", "pirates", "", skills=skills(Stealth=9)),
    )
    faces = ("d20:2", "d20:19", "d20:19", "d20:18", "d20:3")
    one = contest(*people, faces=faces, scene=Scene(hiding=True))
    one.answer("hide", who="ann")
    one.answer("end", who="ann")
    one.answer("hide", who="bob")
    one.answer("end", who="bob")
    one.answer("attack", who="ann", target="bob", weapon="axe")
    attack = last(one, "attack")
    assert len(attack.dice) == 1
    assert attack.parts[0].value == "neither: one of each cancels all"
    assert "revealed" in types(one.events)


def test_who_is_hidden_from_a_hostile_leaves_unstruck() -> None:
    """STR-24, STR-32: no opportunity for whoever does not know where the mover is."""
    people = (
        entry("ann", at="4,3", skills=skills(Stealth=9)),
        entry("bob", "pirates", "", at="5,3", **AXEMAN),
    )
    one = contest(*people, faces=("d20:2", "d20:19", "d20:19"), scene=Scene(map=Map(), hiding=True))
    one.answer("hide", who="ann")
    one.answer("move", who="ann", mode="walk", to="2,3")
    assert one.requests[0].who == "ann"
    assert RULESET.values(one.state, one.state.participants["ann"])["at"] == "2,3"


def test_a_bonus_act_aims() -> None:
    """STR-5, STR-16: a skill that grants one: half of 5 on the next shot; a second in the turn is refused."""
    aim = "◊ aim(bonus-act, R) -> eff= give(d) ½•M to Cbt-Ranged chk"
    people = (
        entry("ann", skills=skills(Sniper=(5, 1), Cbt_Ranged=4), weapons=(RIFLE,)),
        entry("bob", "pirates", "", tc=15),
    )
    faces = ("d20:2", "d20:19", "d20:9", "d6:1", "d6:1")
    one = contest(*people, faces=faces, scene=Scene(skills={"Sniper": aim}))
    one.answer("act", who="ann", skill="Sniper", name="aim", on="ann")
    with pytest.raises(IllegalAction, match="bonus-act is spent"):
        one.answer("act", who="ann", skill="Sniper", name="aim", on="ann")
    one.answer("attack", who="ann", target="bob", weapon="rifle")
    assert (last(one, "attack").values["total"], last(one, "attack").values["success"]) == (15, "yes")


def test_struck_down_in_anothers_space_one_lies_beside_it() -> None:
    """STR-23, STR-24: the blow ends the move there, where nobody may stay: the nearest free place it is."""
    maul = Weapon(name="maul", skill="Cbt-Melee", effect="1d6(hp,blt)", imposes="prone")
    plan = Map(height=2, walls=(Wall(line="0,1 30,1"),))
    people = (
        entry("ann", at="4,0"),
        entry("bob", "pirates", "", at="6,0", skills=skills(Cbt_Melee=(9, 1)), weapons=(maul,)),
    )
    one = contest(*people, faces=("d20:2", "d20:19", "d20:15", "d6:1"), scene=Scene(map=plan))
    one.answer("move", who="ann", mode="walk", to="8,0")
    one.answer("decline", who="bob")
    assert RULESET.values(one.state, one.state.participants["ann"])["at"] == "6,0"
    one.answer("opportunity", who="bob", weapon="maul")
    assert RULESET.values(one.state, one.state.participants["ann"])["at"] in ("5,0", "7,0")
    assert RULESET.words(one.state, one.state.participants["ann"]).endswith("prone")
    assert one.requests[0].who == "ann"


def test_the_game_master_breaks_ties_one_after_another() -> None:
    """STR-13 ruling final_tie: gm; of three the one he names, then of the two left."""
    people = (entry("ann"), entry("ben"), entry("bob", "pirates"))
    one = contest(*people, faces=("d20:9", "d20:9", "d20:9"), rulings={"final_tie": "gm"})
    asked = []
    for name in ("bob", "ben"):
        asked.append(one.requests[0].about["tied"])
        one.push(Action("gm", "first", {"who": name}, one.requests[0].id))
    assert asked == [("ann", "ben", "bob"), ("ann", "ben")]
    assert one.state.order.sequence == ("bob", "ben", "ann")


def test_earlier_dice_of_a_tie_weigh_more() -> None:
    """STR-13: of three ann rolls 20, the others 5 each; 3 and 4 part them, and ann stays first."""
    people = (entry("ann"), entry("ben"), entry("bob", "pirates"), entry("cal", "pirates"))
    faces = ("d20:9", "d20:9", "d20:9", "d20:9", "d20:20", "d20:5", "d20:5", "d20:4", "d20:3", "d20:4")
    one = contest(*people, faces=faces)
    assert one.state.order.sequence == ("ann", "bob", "ben", "cal")
