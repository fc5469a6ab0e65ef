"""Attacks as they are played: DCs, damage, criticals, jams, two weapons, choosing to be hit (SLG-14 to 21, SLG-24)."""

import pytest

from certamen.rulesets.starslinger.scene import EffectRow, Scene
from certamen.rulesets.starslinger.sheet import Trait, Weapon
from tests.rulesets.starslinger.scenes import (
    MAUL,
    PISTOL,
    SWORD,
    all_used,
    figure,
    last,
    next_post,
    one,
    play,
    refused,
    rows,
    state,
)

TOGETHER = Scene(melees=(("ann", "bo"),))
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


def test_slg_19_and_20_natural_20() -> None:
    """SLG-19: a natural 20 hits against 40. SLG-20: dice at their highest (6 + 2), and d100 for a critical effect."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo", saves={"dex": 40}), dice="20:20 100:16")
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert last(contest, "check").values["degree"] == "critical success"
    assert figure(contest, "bo").hp == 12
    assert last(contest, "critical_effect").values["effect"] == "flat-footed"
    assert contest.state.acting == "ann", "the critical effect is the helpful one: no boon is asked for"


def test_slg_14_a_critical_success_by_10() -> None:
    """SLG-14: 10 over the DC is critical too: 16 + 4 against 10. `attack_bonus: both` adds a boon."""
    for ruling, asked in (("effect", "ann"), ("both", "gm")):
        contest = play(
            one("ann", weapons=(SWORD,)), one("bo"), dice="20:16 100:50", scene=PRONE, rulings={"attack_bonus": ruling}
        )
        contest.answer("attack", who="ann", weapon="sword", target="bo")
        assert figure(contest, "bo").hp == 10
        assert contest.requests[0].who == asked


def test_slg_19_the_threat_range() -> None:
    """SLG-19: an 18 with a threat of 18 is a critical hit where it hits, and a miss where it misses."""
    knife = Weapon(name="knife", skill="melee", damage="1d4", threat=18)
    contest = play(one("ann", weapons=(knife,)), one("bo", saves={"dex": 20}), dice="20:18 100:7", scene=PRONE)
    contest.answer("attack", who="ann", weapon="knife", target="bo")
    assert last(contest, "check").values["degree"] == "success"
    assert (figure(contest, "bo").hp, last(contest, "critical_effect").values["effect"]) == (14, "prone")
    missed = play(one("ann", weapons=(knife,)), one("bo", saves={"dex": 23}), dice="20:18", scene=PRONE)
    missed.answer("attack", who="ann", weapon="knife", target="bo")
    assert last(missed, "check").values["degree"] == "failure"


def test_slg_20_rows_that_are_rolled_again() -> None:
    """SLG-20: an item row needs an item in hand, a petrifying one a power that could: 60 and 99 are rolled again."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo"), dice="20:20 100:60 100:99 100:40")
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    event = last(contest, "critical_effect")
    assert [(part.value, part.counted) for part in event.parts] == [(60, False), (99, False), (40, True)]
    assert [effect.name for effect in contest.state.effects] == ["prone"]
    cold = Weapon(name="cold", skill="shoot", range=50, hands=0, nature="toxic", petrifies=True)
    stone = play(one("ann", weapons=(cold,)), one("bo"), dice="20:20 100:99")
    stone.answer("attack", who="ann", weapon="cold", target="bo")
    assert figure(stone, "bo").status == "out"


@pytest.mark.parametrize(
    ("face", "effect", "carried"),
    [
        (15, "persistent", True), (16, "flat-footed", True), (32, "flat-footed", True), (33, "prone", True),
        (48, "stunned", True), (58, "", False), (68, "no-reaction", True), (75, "blinded", True), (82, "shaken", True),
        (90, "", True),
    ],
)  # fmt: skip
def test_slg_20_our_table(face: int, effect: str, carried: bool) -> None:
    """SLG-20: the table shipped is ours: its rows and what they bring."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo", weapons=(SWORD,)), dice=f"20:20 100:{face}")
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert [one.name for one in contest.state.effects] == ([effect] if effect else [])
    assert bool(figure(contest, "bo").carried) is carried
    assert bool(carried and figure(contest, "bo").carried[0].jammed) is (face == 90)


def test_slg_20_one_of_several_items_by_lot() -> None:
    """SLG-20: of two items in hand a die picks the one that is dropped."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo", weapons=(SWORD, PISTOL)), dice="20:20 100:60 2:2")
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert [item.weapon.name for item in figure(contest, "bo").carried] == ["sword"]


def test_slg_14_jam_and_clear() -> None:
    """SLG-14: a critical failure jams the pistol and ends the turn; clearing: DC 10 + tier, +5 each further try."""
    gun = Weapon(name="gun", skill="shoot", damage="1d6", range=50, tier=8)
    contest = play(one("ann", weapons=(gun,)), one("bo", saves={"dex": 15}), dice="20:1 20:6 20:8 20:13 20:2")
    contest.answer("attack", who="ann", weapon="gun", target="bo")
    assert figure(contest, "ann").carried[0].jammed
    assert contest.state.acting == ""
    next_post(contest)
    assert "SLG-14" in refused(contest, "attack", "ann", weapon="gun", target="bo")
    totals = []
    for _ in range(3):
        contest.answer("clear", who="ann", item="gun", skill="shoot")
        event = last(contest, "check")
        totals.append((event.values["total"], rows(event)["DC"], rows(event).get("earlier attempts")))
    assert totals == [(10, 18, None), (12, 18, 5), (17, 18, 10)]
    assert figure(contest, "ann").carried[0].attempts == 3


def test_slg_14_cleared() -> None:
    """SLG-14: cleared, attempts count anew."""
    contest = play(one("ann", weapons=(Weapon(name="gun", skill="shoot", jammed=True),)), one("bo"), dice="20:6")
    contest.answer("clear", who="ann", item="gun", skill="shoot")
    item = figure(contest, "ann").carried[0]
    assert (item.jammed, item.attempts) == (False, 0)


@pytest.mark.parametrize(("jam", "asked"), [("instead", "bo"), ("as_well", "gm")])
def test_slg_14_jam_instead_or_as_well(jam: str, asked: str) -> None:
    """SLG-14, ruling `jam`: in place of SLG-6's harm, or with it."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo"), dice="20:1", rulings={"jam": jam})
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert contest.requests[0].who == asked
    assert figure(contest, "ann").carried[0].jammed


def test_slg_14_bare_hands_only_come_to_harm() -> None:
    """SLG-14, SLG-6: an unarmed critical failure has nothing to jam."""
    contest = play(one("ann"), one("bo"), dice="20:1", scene=TOGETHER)
    contest.answer("attack", who="ann", weapon="trip", target="bo", skill="melee")
    assert contest.requests[0].verbs == ("harm",)


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
