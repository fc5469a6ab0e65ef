"""The reckonings of dualaction: every row of an attack and of what it does, with its source."""

import pytest

from certamen.dice import Seeded
from certamen.kernel.event import Part
from certamen.kernel.space.drawn import Cover
from certamen.rulesets.dualaction.ruleset import RULESET
from certamen.rulesets.dualaction.scene import Hazard, Scene
from certamen.rulesets.dualaction.sheet import Ability, Implant, Item, Modifier, Weapon
from tests.rulesets.dualaction.ring import act, combat, last, one, rows


def test_the_reckoning_of_a_shot_adds_up() -> None:
    """DUA-10: one further stretch of range, cover that was taken, a trait and the skill."""
    scene = Scene(covers=(Cover(name="crates", box="28,4 32,8"),))
    trait = Modifier(name="marksman", to_hit=1, classes=("infantry",))
    ann = one("ann", "5,5", skills={"infantry": 3}, traits=(trait,))
    contest = combat(ann, one("bo", "30,5"), dice="10 20", scene=scene)
    act(contest, "take-cover")
    act(contest, "end")
    act(contest, "attack", "d10:6 d8:8", target="bo", weapon="pistol")
    told = rows(last(contest, "attack"))
    assert told["difficulty at 25 m"] == 8
    assert told["cover: crates"] == 2
    assert told["difficulty"] == 10
    assert (told["die"], told["skill infantry"], told["marksman"], told["total"]) == (6, 3, 1, 10)
    assert told["face needed"] == 6
    assert last(contest, "attack").values["hits"] == 1
    assert rows(last(contest, "damage"))["damage"] == 12


def test_cover_that_was_not_taken_is_shown_and_does_not_count() -> None:
    """DUA-6, DUA-10."""
    scene = Scene(covers=(Cover(name="crates", box="14,4 18,8"),))
    contest = combat(one("ann", "5,5", skills={"infantry": 1}), one("bo", "15,5"), dice="20 10", scene=scene)
    act(contest, "attack", "4", target="bo", weapon="pistol")
    row = next(part for part in last(contest, "attack").parts if part.label == "cover: crates")
    assert not row.counted
    assert row.why == "no cover was taken"
    assert rows(last(contest, "attack"))["face needed"] == 5


def test_the_reckoning_by_base() -> None:
    """DUA-10: under `base` a skill of 5 and one further stretch are 7 for the die alone."""
    ann = one("ann", "5,5", skills={"infantry": 5})
    contest = combat(ann, one("bo", "30,5"), dice="20 10", rulings={"to_hit": "base"})
    act(contest, "attack", "6", target="bo", weapon="pistol")
    told = rows(last(contest, "attack"))
    assert (told["skill infantry"], told["difficulty beyond 6"], told["to reach"]) == (5, 2, 7)
    assert last(contest, "attack").values["hits"] == 0
    assert ("to_hit", "base") in last(contest, "attack").rulings


def test_an_advantage_against_kinds_of_target() -> None:
    """DUA-15, DUA-18: a baton's +5 and penetration hold against robots, not against people; shown before it is done."""
    baton = Weapon(
        name="baton",
        skill="melee",
        damage="4-8",
        modifiers=(Modifier(name="shorts circuits", damage=5, penetration=3, to_hit=1, against=("robot",)),),
    )
    people = (
        one("ann", "5,5", weapons=(baton,), skills={"melee": 2}),
        one("bo", "6,5"),
        one("bot", "5,6", kinds=("robot",), dr=4),
    )
    contest = combat(*people, dice="20 10 5")
    act(contest, "attack", "d10:4 d5:1", target="bo", weapon="baton")
    assert last(contest, "damage").values["damage"] == 4
    act(contest, "end")
    contest.source = Seeded(1)
    act(contest, "end")
    act(contest, "end")
    act(contest, "attack", target="bot", weapon="baton")
    declared = last(contest, "declared")
    assert declared.values["changes"] == "shorts circuits +5, penetration: shorts circuits +3"
    assert declared.dice == ()
    act(contest, "confirm", "d10:3 d5:1")
    told = rows(last(contest, "damage"))
    assert (told["thrown"], told["shorts circuits"], told["in all"], told["DR that counts"], told["damage"]) == (
        4,
        5,
        9,
        -1,
        8,
    )
    assert rows(last(contest, "attack"))["face needed"] == 3


def test_damage_changes_of_a_burst_count_for_each_hit() -> None:
    """DUA-11, DUA-18."""
    smg = Weapon(name="smg", skill="assault", damage="2-5", optimal=20, shots=3)
    ann = one("ann", "5,5", weapons=(smg,), skills={"assault": 5}, traits=(Modifier(name="cruel", damage=2),))
    contest = combat(ann, one("bo", "9,5"), dice="20 10")
    act(contest, "attack", target="bo", weapon="smg")
    act(contest, "confirm", "1 2 3 d4:1 d4:2 d4:3")
    told = rows(last(contest, "damage"))
    assert (told["thrown"], told["cruel x 3"], told["in all"]) == (9, 6, 15)
    assert rows(last(contest, "attack"))["hits"] == 3


def test_bare_hands_pierce_by_implants_alone() -> None:
    """DUA-13: a trait's penetration is shown as not counted."""
    ann = one(
        "ann",
        "5,5",
        strength=2,
        traits=(Modifier(name="keen eye", penetration=2),),
        implants=(Implant(name="claws", penetration=1),),
    )
    contest = combat(ann, one("bo", "6,5", dr=3), dice="20 10")
    act(contest, "attack", target="bo", weapon="unarmed")
    act(contest, "confirm", "6 2 2 2")
    told = last(contest, "damage")
    assert told.values["damage"] == 4
    assert (
        next(part.why for part in told.parts if part.label == "penetration: keen eye") == "bare hands do not penetrate"
    )
    assert "DUA-13" in told.rules


def test_damage_from_each_hit_is_shown_hit_by_hit() -> None:
    """DUA-12: dr_per hit: 5, 9 and 12 against DR 6; the DR of the armour is told and taken from each."""
    smg = Weapon(name="smg", skill="assault", damage="5-12", optimal=20, shots=3)
    ann = one("ann", "5,5", weapons=(smg,), skills={"assault": 5})
    contest = combat(ann, one("bo", "9,5", dr=6), dice="20 10", rulings={"dr_per": "hit"})
    act(contest, "attack", "1 2 3 1 5 8", target="bo", weapon="smg")
    told = last(contest, "damage")
    assert [(row.label, row.value) for row in told.parts if row.counted] == [
        ("thrown", 26),
        ("hit 1, 5 thrown", 0),
        ("hit 2, 9 thrown", 3),
        ("hit 3, 12 thrown", 6),
        ("damage", 9),
        ("HP left", 21),
    ]
    assert [(row.label, row.why) for row in told.parts if not row.counted] == [("DR", "taken from each hit")]
    assert told.rulings == (("dr_per", "hit"),)


def test_what_falls_short_of_nothing_is_said() -> None:
    """DUA-18: a die of 2 with -5 is 0 and not less; nor does DR heal."""
    blunt = Weapon(name="foil", skill="melee", damage="1-4", modifiers=(Modifier(name="buttoned", damage=-5),))
    contest = combat(one("ann", "5,5", weapons=(blunt,)), one("bo", "6,5", dr=6), dice="20 10")
    act(contest, "attack", target="bo", weapon="foil")
    act(contest, "confirm", "10 2")
    told = [(row.label, row.value, row.why) for row in last(contest, "damage").parts]
    assert told == [
        ("thrown", 2, ""),
        ("buttoned", -5, ""),
        ("in all", 0, "not below 0"),
        ("DR", -6, ""),
        ("damage", 0, "not below 0"),
        ("HP left", 30, ""),
    ]


@pytest.mark.parametrize(
    ("optimal", "skill", "face", "row"), [(3, 0, 10, ("a 10", "hits")), (20, 9, 1, ("a 1", "misses"))]
)
def test_the_tables_criticals_are_told_where_they_decide(
    optimal: int, skill: int, face: int, row: tuple[str, str]
) -> None:
    """DUA-20: a 10 that falls short of 14 hits, a 1 that reaches 6 misses; a 10 that reaches it anyway is not named."""
    gun = Weapon(name="gun", skill="infantry", damage="3-3", optimal=optimal)
    ann = one("ann", "5,5", weapons=(gun,), skills={"infantry": skill})
    contest = combat(ann, one("bo", "19,5"), dice="20 10", rulings={"criticals": "extremes"})
    act(contest, "attack", str(face), target="bo", weapon="gun")
    told = last(contest, "attack")
    assert told.rules == ("DUA-10", "DUA-20")
    assert (told.parts[-1].label, told.parts[-1].value) == row
    near = combat(ann, one("bo", "7,5"), dice="20 10", rulings={"criticals": "extremes"})
    act(near, "attack", "10", target="bo", weapon="gun")
    assert last(near, "attack").rules == ("DUA-10",)


def test_the_rulings_of_a_throw_are_named() -> None:
    """DUA-10, DUA-19: a blow does not rest on the ruling of ranges, an aimed shot on those of aiming too."""
    contest = combat(one("ann", "5,5", hp=99), one("bo", "6,5", hp=99), dice="20 10")
    act(contest, "attack", "1", target="bo", weapon="knife")
    assert last(contest, "attack").rulings == (("to_hit", "sum"), ("melee_to_hit", "throw"), ("criticals", "none"))
    act(contest, "end")
    act(contest, "aim", "1", target="ann", weapon="pistol")
    named = [name for name, _ in last(contest, "attack").rulings]
    assert named == ["to_hit", "difficulty", "criticals", "aimed_bonus", "aimed_cost"]


def test_what_abilities_add_is_told_with_who_did_it() -> None:
    """DUA-6, DUA-10, DUA-12, DUA-18: +1 to hit, +2 damage and +3 DR by a friend, each a row of its own."""
    cry = Ability(name="war cry", cost="secondary", target="ally", range=50, turns=3, to_hit=1, extra_damage=2, dr=3)
    contest = combat(one("ben", "30,5", abilities=(cry,)), one("bo", "15,5", dr=1), one("ann", "5,5"), dice="20 15 10")
    act(contest, "ability", ability="war cry", target="bo")
    act(contest, "end")
    act(contest, "attack", target="ann", weapon="pistol")
    act(contest, "confirm", "5 3")
    assert Part("war cry", 1, "ben") in last(contest, "attack").parts
    assert rows(last(contest, "attack"))["face needed"] == 5
    assert Part("war cry", 2, "ben") in last(contest, "damage").parts
    assert rows(last(contest, "damage"))["damage"] == 9
    act(contest, "end")
    act(contest, "attack", "10 8", target="bo", weapon="pistol")
    told = last(contest, "damage")
    assert [(row.label, row.value, row.source) for row in told.parts if row.label in ("DR", "war cry")] == [
        ("DR", -1, "armour"),
        ("war cry", -3, "ben"),
    ]
    assert (rows(told)["DR that counts"], rows(told)["damage"]) == (-4, 8)


def test_a_hazard_and_a_throw_for_the_way_are_reckoned() -> None:
    """DUA-7, DUA-12, DUA-16: a 2 is 10 m; 5 of a die less DR 1 are 4."""
    trap = Hazard(name="wire", box="7,5 8,6", damage="1-6")
    contest = combat(one("ann", "5,5", dr=1), one("bo", "20,5"), dice="20 10", scene=Scene(hazards=(trap,)),
                     rulings={"movement": "dice"})  # fmt: skip
    act(contest, "stride", "2")
    told = last(contest, "stride")
    assert rows(told) == {"die": 2, "metres for each point": 5, "metres": 10}
    assert told.values == {"way": 1000}
    act(contest, "move", "table:d6:5", to="10,5")
    assert rows(last(contest, "damage")) == {"thrown": 5, "DR": -1, "damage": 4, "HP left": 26}


@pytest.mark.parametrize(("wounds", "healed", "why"), [(10, 8, ""), (5, 5, "no more than the full HP")])
def test_healing_is_reckoned(wounds: int, healed: int, why: str) -> None:
    """DUA-6: never above the full HP."""
    contest = combat(one("ann", wounds=wounds, items=(Item(name="kit", heals=8),)), one("bo"), dice="20 10")
    act(contest, "use", item="kit", target="ann")
    told = last(contest, "use")
    assert told.values == {"with": "kit", "healed": healed, "left": 30 - wounds + healed}
    assert rows(told) == {"HP": 30 - wounds, "kit": 8, "HP now": 30 - wounds + healed}
    assert told.parts[-1].why == why


def test_an_item_that_heals_nothing_tells_of_no_hp() -> None:
    """DUA-6."""
    contest = combat(one("ann", items=(Item(name="flare"),)), one("bo"), dice="20 10")
    act(contest, "use", item="flare", target="ann")
    assert RULESET.narrate(last(contest, "use"), {"ann": "Ann"}) == "Ann uses flare."
    assert last(contest, "use").parts == ()


def test_the_rules_and_rulings_of_a_move() -> None:
    """DUA-6, DUA-7, DUA-8: within AG metres, beyond them, thrown for, as the whole turn."""
    told = {}
    for name, to, rulings in (
        ("near", "8,5", {}),
        ("far", "15,5", {}),
        ("thrown", "8,5", {"movement": "dice"}),
        ("whole", "8,5", {"economy": "single"}),
    ):
        contest = combat(one("ann", "5,5"), one("bo", "30,5"), dice="20 10", rulings=rulings)
        if name == "thrown":
            act(contest, "stride", "4")
        act(contest, "move", to=to)
        told[name] = last(contest, "move")
    assert [event.rules for event in told.values()] == [
        ("DUA-6",),
        ("DUA-6", "DUA-7"),
        ("DUA-7",),
        ("DUA-6", "DUA-8"),
    ]
    assert [name for name, _ in told["near"].rulings] == ["movement", "economy", "long_move_limit"]
    assert [name for name, _ in told["thrown"].rulings] == ["movement", "economy"]
