"""Striker at its edges: rulings taken the other way, latecomers, overrules, lines of every kind, policies at work."""

from typing import Any

import pytest

from certamen.dice import Seeded
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter, Entry, Objective
from certamen.kernel.errors import IllegalAction
from certamen.kernel.run import decide, run
from certamen.kernel.space.drawn import Wall
from certamen.rulesets.striker.ruleset import RULESET
from certamen.rulesets.striker.scene import Item, Map, Scene
from certamen.rulesets.striker.sheet import Gear, Subject, Weapon
from certamen.rulesets.striker.spending import turn_of
from tests.rulesets.striker.contests import AXE, PISTOL, RIFLE, contest, entry, last, skills, types

GRENADE = Weapon(name="grenade", skill="Cbt-Ranged", effect="2d6(hp,frc)", range=9, area=2, single=False)


def who(one: Contest, name: str) -> Any:
    """A participant; Any, as the tests look at Striker's own fields."""
    return one.state.participants[name]


def at(one: Contest, name: str) -> object:
    """Where someone stands."""
    return RULESET.values(one.state, who(one, name))["at"]


def until_asked(one: Contest, name: str) -> None:
    """Everyone ends his turn until it is this one's."""
    while one.requests[0].who != name:
        one.answer("end")


# --- rulings the other way -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulings", "lost"),
    [({"area_save": "half"}, 3), ({"area_save": "half", "area_adds_m": "yes"}, 5), ({"area_adds_m": "yes"}, 0)],
)
def test_areas_by_other_rulings(rulings: dict[str, Any], lost: int) -> None:
    """STR-27: who saves takes half of 7, rounded down; or of 7 + M 4; or nothing."""
    people = (
        entry("ann", skills=skills(Cbt_Ranged=4), weapons=(GRENADE,)),
        entry("bob", "pirates", "", attributes={"Agility": 5}),
    )
    faces = ("d20:2", "d20:19", "d20:4", "d20:7", *(("d6:3", "d6:4") if "area_save" in rulings else ()))
    one = contest(*people, faces=faces, rulings=rulings)
    one.answer("attack-area", who="ann", at="bob", weapon="grenade")
    assert who(one, "bob").hp == 20 - lost


@pytest.mark.parametrize(("reset", "left"), [("round", 0), ("own_turn", 1)])
def test_when_the_re_act_comes_back(reset: str, left: int) -> None:
    """STR-18 ruling reaction_reset: spent in ann's turn, it is back with the next round, or with bob's own turn."""
    axe = {"skills": skills(Cbt_Melee=(3, 1)), "weapons": (AXE,)}
    people = (entry("ann", tc=30, at="4,3"), entry("bob", "pirates", "", at="5,3", **axe))
    faces = ("d20:2", "d20:19", "d20:3")
    one = contest(*people, faces=faces, scene=Scene(map=Map()), rulings={"reaction_reset": reset})
    one.answer("move", who="ann", mode="walk", to="3,3")
    one.answer("opportunity", who="bob", weapon="axe")
    one.answer("end", who="ann")
    assert turn_of(who(one, "bob")).react == left
    one.answer("end", who="bob")
    assert turn_of(who(one, "bob")).react == 1


def test_static_hiding_and_rolled_stealth() -> None:
    """STR-10, STR-32: by ruling hiding is 8 + M without a die, sneaking a d20."""
    people = (entry("ann", skills=skills(Stealth=3)), entry("bob", "pirates", "", skills=skills(Perception=4)))
    one = contest(*people, faces=("d20:2", "d20:19"), scene=Scene(hiding=True), rulings={"hide": "static"})
    one.answer("hide", who="ann")
    assert (who(one, "ann").pc, who(one, "ann").unseen_by) == (11, ())


def test_task_costs_nothing_by_ruling() -> None:
    """STR-37 rulings task_costs and task_break: it runs by itself; or an interrupted one begins anew."""
    scene = Scene(skills={"Search": "◊ search(min) -> chk(CC)= +M"}, items=(Item(id="desk", challenges={"CC": 9}),))
    people = (entry("ann", skills=skills(Search=4)), entry("bob", "pirates", ""))
    values = {"skill": "Search", "name": "search", "on": "desk"}
    one = contest(*people, faces=("d20:2", "d20:19"), scene=scene, rulings={"task_costs": "nothing"})
    one.answer("task", who="ann", **values)
    one.answer("evade", who="ann")
    one.answer("end", who="ann")
    one.answer("end", who="bob")
    one.answer("end", who="ann")
    assert who(one, "ann").task.done == 2
    one = contest(*people, faces=("d20:2", "d20:19"), scene=scene, rulings={"task_break": "restart"})
    one.answer("task", who="ann", **values)
    until_asked(one, "bob")
    until_asked(one, "ann")
    one.answer("evade", who="ann")
    one.answer("end", who="ann")
    assert who(one, "ann").task.done == 0


# --- who comes, and where ------------------------------------------------------------------------------------------


def test_latecomers_and_overrules_find_a_free_place() -> None:
    """STR-12, STR-23: a latecomer rolls and takes his place; put into another's space one lands beside it."""
    people = (
        entry("ann", at="2,2"),
        entry("bob", "pirates", "", at="9,2"),
        entry("late", "pirates", "", at="9,2", arrives=2),
    )
    one = contest(*people, scene=Scene(map=Map()))
    assert who(one, "late").status == "waiting"
    until_asked(one, "late")
    assert one.state.round == 2
    assert at(one, "late") != "9,2"
    one.overrule("place", who="ann", at="9,2")
    assert at(one, "ann") not in ("9,2", at(one, "late"))
    with pytest.raises(IllegalAction, match="'nowhere' is no place: expected a column and a row, as 3,4"):
        one.overrule("place", who="ann", at="nowhere")
    one.overrule("place", who="ann", at="2,5")
    assert at(one, "ann") == "2,5"


def test_a_flyer_that_can_no_longer_act_falls_and_evades_no_more() -> None:
    """STR-25, STR-30: unconscious in the air, by a weapon that imposes it."""
    stunner = Weapon(name="stunner", skill="Cbt-Ranged", effect="1d6(hp,elc)", range=20, imposes="incapacitated")
    people = (
        entry("ann", at="2,2,2", hp=30, speed={"fly": 10}, stock="fly"),
        entry("bob", "pirates", "", at="9,2", skills=skills(Cbt_Ranged=9), weapons=(stunner,)),
    )
    one = contest(*people, faces=("d20:2", "d20:19", "d20:18", "d20:15", "d6:2"), scene=Scene(map=Map()))
    one.answer("evade", who="ann")
    one.answer("end", who="ann")
    made = types(one.answer("attack", who="bob", target="ann", weapon="stunner"))
    assert made == ["attack", "effect", "condition", "falls"]
    assert at(one, "ann") == "2,2"
    assert [effect.name for effect in one.state.effects] == ["incapacitated"]


# --- lines of every kind -------------------------------------------------------------------------------------------


def test_a_challenge_set_holds_against_others_alone() -> None:
    """STR-5: set(SC) is for others: the setter's side meets the plain figure, the other side the one set."""
    talk = "◊ charm(main-act) -> chk(SC)= +M -> set(SC)= 8 + M\n◊ sway(main-act) -> chk(SC)= +M"
    scene = Scene(skills={"Talk": talk}, items=(Item(id="duke", challenges={"SC": 10}),))
    people = (
        entry("ann", skills=skills(Talk=7)),
        entry("ben", skills=skills(Talk=1)),
        entry("bob", "pirates", "", skills=skills(Talk=2)),
    )
    one = contest(*people, faces=("d20:2", "d20:19", "d20:18", "d20:5", "d20:9", "d20:12"), scene=scene)
    for name, challenge in (("ann", 10), ("ben", 10), ("bob", 15)):
        one.answer("act", who=name, skill="Talk", name="charm" if name == "ann" else "sway", on="duke")
        assert last(one, "check").values["challenge"] == challenge
        one.answer("end", who=name)


def test_finding_passive_and_alert_lines_and_saves() -> None:
    """STR-4, STR-6: chk(PC) finds a person, chk+ is not below it, sv is a save."""
    eye = (
        "◊ spot(free-act) -> chk(PC)= +M\n◊ sense(bonus-act) -> chk+(Perception,11)\n"
        "◊ bear(main-act) -> sv(Resolve,12)= +M"
    )
    people = (
        entry("ann", skills=skills(Stealth=3)),
        entry("bob", "pirates", "", skills=skills(Eye=4, Perception=3, Resolve=1)),
    )
    faces = ("d20:2", "d20:19", "d20:10", "d20:9", "d20:2", "d20:11")
    one = contest(*people, faces=faces, scene=Scene(hiding=True, skills={"Eye": eye}))
    one.answer("hide", who="ann")  # 13, bob's passive 11 does not find her
    assert who(one, "ann").unseen_by == ("bob",)
    one.answer("end", who="ann")
    one.answer("act", who="bob", skill="Eye", name="spot", on="ann")
    assert who(one, "ann").unseen_by == ()
    one.answer("act", who="bob", skill="Eye", name="sense")
    assert last(one, "check").values["total"] == 11
    one.answer("act", who="bob", skill="Eye", name="bear")
    assert last(one, "check").values["success"] == "yes"


def test_a_line_may_strike_with_what_is_in_the_hand() -> None:
    """STR-5: `+M eff` is the effect of the weapon in use; gifts to a skill reach an ally's checks."""
    lines = "◊ feint(main-act) -> chk(TC)= +M -> eff= +M eff\n◊ drill(bonus-act) -> eff= give(d) ½•M to Feint chk|sv"
    people = (entry("ann", skills=skills(Feint=5, Cbt_Melee=2), weapons=(AXE,)), entry("bob", "pirates", "", tc=14))
    one = contest(*people, faces=("d20:2", "d20:19", "d20:7", "d8:3"), scene=Scene(skills={"Feint": lines}))
    one.answer("act", who="ann", skill="Feint", name="drill", on="ann")
    one.answer("act", who="ann", skill="Feint", name="feint", on="bob")
    assert last(one, "attack").values["total"] == 14
    assert who(one, "bob").hp == 12


def test_tasks_are_abandoned_and_ask_for_what_they_lack() -> None:
    """STR-4, STR-37: the GM is asked at the beginning of a task; it may be given up."""
    people = (entry("ann", skills=skills(Search=4)), entry("bob", "pirates", ""))
    scene = Scene(skills={"Search": "◊ comb(min) -> chk= +M"})
    one = contest(*people, faces=("d20:2", "d20:19"), scene=scene)
    one.answer("task", who="ann", skill="Search", name="comb")
    assert one.requests[0].who == "gm"
    one.answer("rule", who="gm", figure=13)
    assert who(one, "ann").task.given == ("challenge=13",)
    one.answer("abandon", who="ann")
    with pytest.raises(IllegalAction, match="no task is in hand"):
        one.answer("abandon", who="ann")


# --- policies ------------------------------------------------------------------------------------------------------


def decided(*people: Entry, name: str = "clever", scene: Scene | None = None, **more: Any) -> Contest:
    """A contest in which ann, who goes first, has decided once by a policy."""
    encounter = Encounter(ruleset="striker", title="t", participants=people, scene=scene or Scene(), **more)
    for seed in range(50):
        one = Contest(RULESET, encounter, Seeded(seed))
        if one.requests[0].who == "ann":
            decide(one, one.requests[0], {"ann": name})
            return one
    raise AssertionError("ann never goes first")


def test_clever_throws_at_a_group() -> None:
    """STR-27: two enemies together are worth an area."""
    people = (
        entry("ann", at="2,2", skills=skills(Cbt_Ranged=3), weapons=(GRENADE, PISTOL)),
        entry("bob", "pirates", "", at="8,2"),
        entry("cal", "pirates", "", at="9,2"),
    )
    one = decided(*people, scene=Scene(map=Map()))
    assert last(one, "attack").values["act"] == "attack-area"


def test_clever_heals_jumps_up_and_evades() -> None:
    """STR-22, STR-30, STR-34: what one does who is hurt, prone, or can do nothing else."""
    kit = Gear(name="kit", restores="1d6(hp,med)", count=1)
    one = decided(entry("ann", lost={"hp": 15}, gear=(kit,)), entry("bob", "pirates", ""))
    assert "restored" in types(one.events)
    one = decided(entry("ann", at="2,2"), entry("bob", "pirates", "", at="3,2"), scene=Scene(map=Map()))
    assert [effect.name for effect in one.state.effects] == ["evading"]
    one.overrule("effect", who="ann", name="prone", rounds=0)
    decide(one, one.requests[0], {"ann": "clever"})
    assert "acrobatics" in types(one.events)


@pytest.mark.parametrize("name", ["plain", "clever"])
def test_policies_take_tasks_in_hand_and_re_act(name: str) -> None:
    """STR-18, STR-37: both policies work through a task and answer what is done to them."""
    lines = "◊ search(min) -> chk(CC)= +M\n◊ retort(re-act) -> eff= imp(sv, Resolve, 8 + M)"
    desk = Item(id="desk", challenges={"CC": 2}, becomes={"search": "searched"})
    people = (entry("ann", skills=skills(Search=4)), entry("bob", "pirates", ""))
    encounter = Encounter(
        ruleset="striker",
        title="t",
        participants=people,
        scene=Scene(skills={"Search": lines}, items=(desk,)),
        objectives=(Objective("found", "crew", "it is found", ("desk:searched",), 20),),
    )
    one = Contest(RULESET, encounter, Seeded(3))
    assert run(one, {"crew": name}).winner == "crew"


def test_weapons_are_drawn_and_ways_around_walls_found() -> None:
    """STR-17, STR-39: empty hands draw; who sees nobody goes around the wall."""
    people = (
        entry("ann", at="2,5", unarmed=True, skills=skills(Cbt_Ranged=3), weapons=(RIFLE,)),
        entry("bob", "pirates", "", at="8,5", skills=skills(Cbt_Ranged=3), weapons=(RIFLE,)),
    )
    scene = Scene(map=Map(walls=(Wall(line="5,0 5,12"),)))
    one = decided(*people, scene=scene)
    assert who(one, "ann").held == "rifle"
    decide(one, one.requests[0], {"ann": "clever"})
    assert at(one, "ann") != "2,5"


def test_words_of_the_wounded() -> None:
    """How one looks: unhurt, scratched, hurt, badly hurt, out; and what is the matter with one."""
    one = contest(
        entry("ann", subject=Subject(challenges={"SC": 3})), entry("bob", "pirates", ""), faces=("d20:2", "d20:9")
    )
    for hp, expected in ((20, "unhurt"), (16, "scratched"), (10, "hurt"), (5, "badly hurt")):
        one.overrule("set", path="bob.hp", value=hp)
        assert RULESET.words(one.state, who(one, "bob")) == expected
    one.overrule("effect", who="bob", name="prone", rounds=0)
    assert RULESET.words(one.state, who(one, "bob")) == "badly hurt, prone"
    one.overrule("set", path="bob.hp", value=0)
    assert RULESET.words(one.state, who(one, "bob")) == "out"
