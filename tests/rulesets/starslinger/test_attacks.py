"""Attacks as they are played: DCs, damage, two weapons, choosing to be hit, healing (SLG-13 to SLG-26)."""

import pytest

from certamen.rulesets.starslinger.scene import EffectRow, Scene
from certamen.rulesets.starslinger.sheet import Trait, Weapon
from tests.rulesets.starslinger.scenes import (
    MAUL,
    PISTOL,
    SWORD,
    TOGETHER,
    all_used,
    figure,
    last,
    one,
    play,
    refused,
    rows,
    state,
)

PRONE = Scene(melees=(("ann", "bo"),), critical_effects=(EffectRow(upto=100, effect="prone"),))


def test_slg_15_and_17_a_shot() -> None:
    """SLG-15: 8 + 4 + accuracy 2 against Dex 14. SLG-17: one-handed, half of the skill's 4: 5 + 2. SLG-16: armour 3."""
    gun = Weapon(name="gun", skill="shoot", damage="1d6", accuracy=2, range=50)
    contest = play(one("ann", weapons=(gun,)), one("bo", saves={"dex": 14}, armour=3), dice="20:8 6:5")
    contest.answer("attack", who="ann", weapon="gun", target="bo")
    check, damage = last(contest, "check"), last(contest, "damage")
    assert (check.values["total"], rows(check)["DC"], check.values["degree"]) == (14, 14, "success")
    assert (rows(damage)["damage"], rows(damage)["armour"], damage.values["damage"]) == (7, -3, 4)
    assert figure(contest, "bo").hp == 16
    assert damage.private["left"] == ("bo",)


@pytest.mark.parametrize(
    ("weapon", "level", "skill", "dice", "lost"),
    [
        (SWORD, 1, 5, "8:3", 5),
        (MAUL, 1, 5, "10:3", 8),
        (SWORD, 10, 5, "8:3 8:1 8:2", 8),
        (SWORD, 1, -3, "8:5", 2),
        (MAUL, 1, -3, "10:5", 4),
        (SWORD, 1, -8, "8:3", 1),
    ],
)
def test_slg_17_damage(weapon: Weapon, level: int, skill: int, dice: str, lost: int) -> None:
    """SLG-17: half one-handed, all two-handed, the other way round below 0; a die more per 5 levels; at least 1."""
    contest = play(
        one("ann", weapons=(weapon,), level=level, skills={"melee": skill}),
        one("bo", saves={"dex": 19 + skill}),
        dice=f"20:19 {dice}",
        scene=TOGETHER,
    )
    contest.answer("attack", who="ann", weapon=weapon.name, target="bo")
    assert figure(contest, "bo").hp == 20 - lost
    assert all_used(contest)


def test_slg_17_the_attack_modifier_with_accuracy() -> None:
    """SLG-17, ruling `attack_modifier: with_accuracy`: skill 4 and accuracy 3 are 7, half of it 3."""
    contest = play(
        one("ann"), one("bo"), dice="20:10 2:1", scene=TOGETHER, rulings={"attack_modifier": "with_accuracy"}
    )
    contest.answer("attack", who="ann", weapon="unarmed", target="bo", skill="melee")
    assert figure(contest, "bo").hp == 16


def test_slg_18_unarmed() -> None:
    """SLG-18: everyone has it: accuracy 3, 1d2, with Finesse, Brawn or Melee: 6 + 4 + 3 is 13; 2 + 2 damage."""
    contest = play(one("ann"), one("bo"), dice="20:6 2:2", scene=TOGETHER)
    contest.answer("attack", who="ann", weapon="unarmed", target="bo", skill="melee")
    assert last(contest, "check").values["total"] == 13
    assert figure(contest, "bo").hp == 16
    assert "melee" in refused(contest, "attack", "ann", weapon="unarmed", target="bo", skill="shoot")


def test_slg_15_two_dcs() -> None:
    """SLG-15: disarming goes against Dex 10 and Str 14: the higher must be met, the lower of a flat-footed target."""
    bo = one("bo", saves={"dex": 10, "str": 14}, weapons=(SWORD,))
    contest = play(one("ann"), bo, dice="20:9 20:11", scene=TOGETHER)
    contest.answer("attack", who="ann", weapon="disarm", target="bo", skill="melee")
    assert (rows(last(contest, "check"))["DC"], last(contest, "check").values["degree"]) == (14, "failure")
    contest.overrule("effect", who="bo", name="flat-footed", rounds=0)
    contest.answer("attack", who="ann", weapon="disarm", target="bo", skill="melee")
    assert (rows(last(contest, "check"))["DC"], last(contest, "check").values["degree"]) == (10, "success")
    assert not figure(contest, "bo").carried
    assert state(contest).ground[0].carried.weapon == SWORD


@pytest.mark.parametrize(
    ("nature", "save"),
    [
        ("weapon", "dex"),
        ("manoeuvre", "str"),
        ("toxic", "con"),
        ("mental", "int"),
        ("emotion", "cha"),
        ("illusion", "wis"),
    ],
)
def test_slg_15_natures(nature: str, save: str) -> None:
    """SLG-15: each kind of effect goes against its own DC."""
    power = Weapon(name="power", skill="shoot", range=50, hands=0, nature=nature)  # type: ignore[arg-type]  # one of the six
    contest = play(one("ann", weapons=(power,)), one("bo", saves={save: 17}), dice="20:13")
    contest.answer("attack", who="ann", weapon="power", target="bo")
    assert last(contest, "check").values["degree"] == "success"
    assert rows(last(contest, "check"))["DC"] == 17


@pytest.mark.parametrize(("take", "hp"), [("be-hit", 14), ("evade", 20)])
def test_slg_21_choosing_to_be_hit(take: str, hp: int) -> None:
    """SLG-21: whom a miss leaves the choice takes an ordinary hit (4 + 2); the jam falls too."""
    contest = play(
        one("ann", weapons=(PISTOL,)), one("bo", may_take_hits=True), dice="20:1" + " 6:4" * (take == "be-hit")
    )
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert contest.requests[0].who == "bo"
    contest.answer(take, who="bo")
    assert figure(contest, "bo").hp == hp
    assert figure(contest, "ann").carried[0].jammed
    assert contest.state.acting == ""


def test_slg_21_who_has_not_set_it_is_not_asked() -> None:
    """SLG-21: a miss that leaves no choice: ann goes on."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo"), dice="20:2")
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert (figure(contest, "bo").hp, [one.who for one in contest.requests]) == (20, ["ann"])


def test_slg_24_two_weapons() -> None:
    """SLG-24: two attacks for one action, the second at -5, at half: (5 + 2) / 2 is 3, (8 + 2) / 2 is 5."""
    axe, knife = Weapon(name="axe", skill="melee", damage="1d6"), Weapon(name="knife", skill="melee", damage="1d8")
    contest = play(one("ann", weapons=(axe, knife)), one("bo"), dice="20:10 6:5 20:20 100:40", scene=PRONE)
    contest.answer("attack-two", who="ann", weapons="axe+knife", target="bo", second="bo")
    assert [event.values["damage"] for event in contest.events if event.type == "damage"] == [3, 5]
    assert rows(last(contest, "check"))["further check"] == -5
    assert figure(contest, "bo").hp == 12
    assert figure(contest, "ann").checks == 2
    assert len(figure(contest, "ann").budget.spent) == 1


def test_slg_24_a_critical_failure_loses_the_second() -> None:
    """SLG-24: the first attack fails critically: no second; the turn is over (SLG-6)."""
    contest = play(one("ann", weapons=(SWORD, PISTOL)), one("bo"), dice="20:1", scene=TOGETHER)
    contest.answer("attack-two", who="ann", weapons="sword+pistol", target="bo", second="bo")
    assert last(contest, "lost_attack").values["weapon"] == "pistol"
    assert contest.state.acting == ""


def test_slg_24_a_double_weapon() -> None:
    """SLG-24: a double weapon in both hands attacks twice, all of the skill in the damage (SLG-17): (3 + 4) / 2."""
    staff = Weapon(name="staff", skill="melee", damage="1d6", hands=2, double=True)
    contest = play(one("ann", weapons=(staff,)), one("bo"), dice="20:10 6:3 20:14 6:4", scene=TOGETHER)
    contest.answer("attack-two", who="ann", weapons="staff+staff", target="bo", second="bo")
    assert [event.values["damage"] for event in contest.events if event.type == "damage"] == [3, 4]


def test_slg_13_damage_bonuses_stack_too() -> None:
    """SLG-13: +1, +1 and +1 on damage add 2; the attack modifier's 2 stands outside."""
    traits = tuple(Trait(name=f"t{index}", damage=1) for index in range(3))
    contest = play(one("ann", weapons=(SWORD,), traits=traits), one("bo"), dice="20:10 8:3", scene=TOGETHER)
    contest.answer("attack", who="ann", weapon="sword", target="bo")
    assert figure(contest, "bo").hp == 20 - 7


def test_slg_14_healing() -> None:
    """SLG-14: healing dice too are at their highest on a critical success; who was out is back in action (SLG-29)."""
    from certamen.rulesets.starslinger.sheet import Healing

    kit = Healing(name="kit", skill="shoot", healing="2d6", dc=10, range=30)
    contest = play(one("ann", "a", healing=(kit,)), one("cy", "a", hurt=15), one("bo"), dice="20:9 6:2 6:3 20:20")
    contest.overrule("set", path="cy.hp", value=-3)
    assert figure(contest, "cy").status == "out"
    contest.answer("heal", who="ann", power="kit", target="cy")
    assert (figure(contest, "cy").hp, figure(contest, "cy").status) == (2, "in")
    contest.answer("heal", who="ann", power="kit", target="cy")
    assert figure(contest, "cy").hp == 14
    assert last(contest, "healed").values["amount"] == 12


def test_slg_14_hit_points_bring_back_only_who_had_none() -> None:
    """SLG-14, SLG-29: whom the GM has put out, no bandage brings back, nor hit points that he sets; his word does."""
    from certamen.rulesets.starslinger.sheet import Healing

    kit = Healing(name="kit", skill="shoot", healing="2d6", dc=10, range=30)
    contest = play(one("ann", "a", healing=(kit,)), one("cy", "a", hurt=15), one("bo"), dice="20:9 6:2 6:3")
    contest.overrule("status", who="cy", status="out")
    contest.overrule("set", path="cy.hp", value=6)
    contest.answer("heal", who="ann", power="kit", target="cy")
    assert (figure(contest, "cy").hp, figure(contest, "cy").status) == (11, "out")
    contest.overrule("status", who="cy", status="in")
    assert figure(contest, "cy").status == "in"


def test_slg_26_what_is_sheathed_must_be_drawn() -> None:
    """SLG-26: an attack with a sheathed weapon is refused for that reason."""
    bow = Weapon(name="bow", skill="shoot", range=90, hands=2, held=False)
    contest = play(one("ann", weapons=(bow,)), one("bo"))
    assert "bow must be drawn first (SLG-26)" in refused(contest, "attack", "ann", weapon="bow", target="bo")


def test_slg_15_who_falls_suffers_no_more_of_the_blow() -> None:
    """SLG-15, SLG-29: a stunning shot that puts bo out of action stuns nobody."""
    stunner = Weapon(name="stunner", skill="shoot", damage="1d6", range=50, effect="stunned", persistent=1)
    contest = play(one("ann", weapons=(stunner,)), one("bo", hurt=15), one("cy", "bo"), dice="20:8 6:6")
    contest.answer("attack", who="ann", weapon="stunner", target="bo")
    assert figure(contest, "bo").status == "out"
    assert not contest.state.effects
