"""What Striker tells: reckonings that add up whatever was rolled, and nothing to whom it is hidden from."""

from typing import Any

import pytest

from certamen.kernel.contest import Contest
from certamen.kernel.errors import EncounterError
from certamen.kernel.event import Event
from certamen.kernel.view import Seat, cut_events, view
from certamen.rulesets.striker.guess import left_of
from certamen.rulesets.striker.scene import Map, Scene, Surprise
from certamen.rulesets.striker.sheet import Subject, Weapon
from tests.rulesets.striker.contests import AXE, RIFLE, contest, entry, last, skills, types

FIGHTER: dict[str, Any] = {"skills": skills(Cbt_Ranged=(5, 1)), "weapons": (RIFLE,)}
AXEMAN: dict[str, Any] = {"skills": skills(Cbt_Melee=(3, 1)), "weapons": (AXE,)}
GRENADE = Weapon(name="grenade", skill="Cbt-Ranged", effect="2d6(hp,frc)", range=9, area=2, single=False)


def adds_up(event: Event) -> bool:
    """Whether the dice and modifiers that count make the first total."""
    counted = [row.value for row in event.parts if row.counted and row.kind in ("die", "modifier")]
    total = next(row.value for row in event.parts if row.kind == "total")
    return sum(int(value) for value in counted) == total


def seen_by(one: Contest, who: str, kind: str) -> tuple[Event, ...]:
    """The events of a type as a player with this character sees them."""
    return tuple(event for event in cut_events(one.events, Seat("player", (who,))) if event.type == kind)


# --- reckonings ----------------------------------------------------------------------------------------------------


def test_of_two_dice_one_counts() -> None:
    """STR-30, STR-35: an attack at disadvantage and a save at advantage name both dice and count one."""
    people = (entry("ann", tc=10, attributes={"Agility": 2}), entry("bob", "pirates", "", **FIGHTER))
    one = contest(*people, faces=("d20:2", "d20:19", "d20:17", "d20:4"))
    one.answer("evade", who="ann")
    one.answer("end", who="ann")
    one.answer("attack", who="bob", target="ann", weapon="rifle")
    event = last(one, "attack")
    assert [(row.value, row.counted) for row in event.parts if row.kind == "die"] == [(17, False), (4, True)]
    assert adds_up(event)
    assert event.values["total"] == 9


def test_a_save_at_advantage_adds_up() -> None:
    """STR-27, STR-30, STR-35: Agility against an area, while evading: of 3 and 12 the 12."""
    people = (
        entry("ann", attributes={"Agility": 2}),
        entry("bob", "pirates", "", skills=skills(Cbt_Ranged=4), weapons=(GRENADE,)),
    )
    one = contest(*people, faces=("d20:2", "d20:19", "d20:9", "d20:3", "d20:12"))
    one.answer("evade", who="ann")
    one.answer("end", who="ann")
    one.answer("attack-area", who="bob", at="ann", weapon="grenade")
    event = last(one, "save")
    assert (event.values["total"], event.values["challenge"], event.values["success"]) == (14, 12, "yes")
    assert adds_up(event)


@pytest.mark.parametrize(
    ("ruling", "faces", "total"),
    [("not_below_passive", ("d20:3",), 10), ("plain", ("d20:3",), 5), ("advantage", ("d20:3", "d20:15"), 17)],
)
def test_how_the_alert_look_adds_up(ruling: str, faces: tuple[str, ...], total: int) -> None:
    """STR-6 ruling chk_plus: 3 + 2 lifted to the passive 10, or left, or the higher of two."""
    people = (entry("ann"), entry("bob", "pirates", "", skills=skills(Perception=2)))
    scene = Scene(hiding=True, surprise=Surprise(alert=("bob",)))
    one = contest(*people, faces=("d20:2", "d20:19", "d20:9", *faces), scene=scene, rulings={"chk_plus": ruling})
    one.answer("hide", who="ann")
    assert last(one, "look").values["total"] == total
    assert adds_up(last(one, "look"))


def test_a_passive_value_is_explained() -> None:
    """STR-6, STR-10 ruling passive_base: 10 + M, with its rows."""
    people = (
        entry("ann", skills=skills(Stealth=3)),
        entry("bob", "pirates", "", skills=skills(Perception=1)),
    )
    scene = Scene(surprise=Surprise(sneaking=("crew",)))
    one = contest(*people, scene=scene, rulings={"passive_base": 10})
    event = last(one, "notices")
    assert (event.values["perception"], event.values["noticed"]) == (11, ("ann",))
    assert [row.value for row in event.parts] == [10, 1, 11]
    assert ("passive_base", 10) in event.rulings


def test_passive_base_is_8_or_10() -> None:
    """STR-6 ruling passive_base."""
    with pytest.raises(EncounterError, match="passive_base cannot be 9"):
        contest(entry("ann"), entry("bob", "pirates"), rulings={"passive_base": 9})


def test_less_than_nothing_is_nothing() -> None:
    """STR-26: a hit with M -9 for 2d6 of 5 does 0: the dice are told as they fell, and the row that lifts it."""
    people = (
        entry("ann", skills=skills(Cbt_Ranged=-9), weapons=(RIFLE,)),
        entry("bob", "pirates", "", tc=5, resistances={"frc": 1}),
    )
    one = contest(*people, faces=("d20:2", "d20:19", "d20:18", "d6:2", "d6:3"))
    one.answer("attack", who="ann", target="bob", weapon="rifle")
    event = last(one, "effect")
    rows = [(row.label, row.value) for row in event.parts]
    assert rows[:3] == [("2d6", 5), ("M", -9), ("never below 0", 4)]
    assert (event.values["rolled"], event.values["amount"], event.values["left"]) == (0, 0, 20)


def test_what_a_blow_does_cites_its_ruling() -> None:
    """STR-26 ruling melee_strength: cited by a melee weapon's effect, not by a shot's."""
    people = (
        entry("ann", skills=skills(Cbt_Melee=3), attributes={"Strength": 2}, weapons=(AXE,)),
        entry("bob", "pirates", "", tc=5),
    )
    one = contest(*people, faces=("d20:2", "d20:19", "d20:18", "d8:4"), rulings={"melee_strength": "on"})
    one.answer("attack", who="ann", target="bob", weapon="axe")
    assert last(one, "effect").rulings == (("melee_strength", "on"),)
    assert last(one, "effect").values["rolled"] == 9


def test_the_encounter_says_how_hard_a_spot_is_to_hit() -> None:
    """STR-4, STR-27: TC-A of a spot is 8, unless the encounter has another."""
    people = (entry("ann", skills=skills(Cbt_Ranged=4), weapons=(GRENADE,)), entry("bob", "pirates", ""))
    for scene, challenge in ((Scene(), 8), (Scene(tc_a=14), 14)):
        one = contest(*people, faces=("d20:2", "d20:19", "d20:2"), scene=scene)
        one.answer("attack-area", who="ann", at="bob", weapon="grenade")
        assert (last(one, "attack").values["challenge"], last(one, "attack").values["success"]) == (challenge, "no")


# --- who is told what ----------------------------------------------------------------------------------------------


def test_the_pc_of_who_hides_cannot_be_reckoned_by_others() -> None:
    """STR-32: they see that he hides, no die, row or figure; his own side sees all of it."""
    people = (entry("ann", skills=skills(Stealth=3)), entry("bob", "pirates", "B"))
    one = contest(*people, faces=("d20:19", "d20:2", "d20:15"), scene=Scene(hiding=True))
    one.answer("hide", who="ann")
    (hides,) = seen_by(one, "bob", "hide")
    assert (hides.dice, hides.parts, hides.values) == ((), (), {})
    assert seen_by(one, "bob", "own_pc") == ()
    (own,) = seen_by(one, "ann", "own_pc")
    assert (own.values, adds_up(own)) == ({"pc": 18, "unseen_by": ("bob",)}, True)
    figure = next(p for p in view(one, Seat("player", ("bob",))).participants if p.id == "ann")
    assert not {"pc", "unseen_by", "tc", "hp"} & figure.values.keys()


def test_a_hidden_one_noticed_is_known_to_him_alone_who_did() -> None:
    """STR-10: of those who sneak one is hidden; who notices him knows of him, his friend hears nothing."""
    people = (
        entry("ann", skills=skills(Perception=3)),
        entry("abe", skills=skills(Perception=-3)),
        entry("lurk", "pirates", "", hidden=True),
        entry("bob", "pirates", "", skills=skills(Stealth=1)),
    )
    one = contest(*people, scene=Scene(surprise=Surprise(sneaking=("pirates",))))
    assert one.state.participants["lurk"].known_to == ("ann",)
    assert [event.values["noticed"] for event in seen_by(one, "ann", "notices")] == [("bob",), ("lurk",), ()]
    assert [event.values["noticed"] for event in seen_by(one, "abe", "notices")] == [("bob",), ()]


def test_who_has_a_place_written_gets_it() -> None:
    """STR-9: those without one stand where nobody else is meant to."""
    one = contest(
        entry("ann"), entry("bob", "pirates", ""), entry("cal", "pirates", "", at="20,9"), scene=Scene(map=Map())
    )
    places = view(one, Seat("gm")).participants
    assert next(p.values["at"] for p in places if p.id == "cal") == "20,9"
    assert len({p.values["at"] for p in places}) == 3
    assert "turn" in types(one.events)


def test_an_area_between_two_catches_both_but_not_who_is_above() -> None:
    """STR-4, STR-27, STR-39: aimed at a spot nobody stands on, TC-A 8; three metres up is outside of two."""
    people = (
        entry("ann", at="2,2", skills=skills(Cbt_Ranged=4), weapons=(GRENADE,)),
        entry("bob", "pirates", "", at="6,2", skills=skills(Resolve=3)),
        entry("cal", "pirates", "", at="9,2", skills=skills(Resolve=2)),
        entry("dot", "pirates", "", at="8,2,3", skills=skills(Resolve=1), speed={"walk": 10, "fly": 10}),
    )
    faces = ("d20:2", "d20:19", "d20:4", "d20:2", "d20:3", "d6:3", "d6:4")
    one = contest(*people, faces=faces, scene=Scene(map=Map()))
    one.answer("attack-area", who="ann", at="8,2", weapon="grenade")
    assert last(one, "attack").values["challenge"] == 8
    saved = [event.actor for event in one.events if event.type == "save"]
    assert saved == ["bob", "cal"]
    lost = {who: 20 - person.hp for who, person in one.state.participants.items()}  # type: ignore[attr-defined]  # combatants
    assert lost == {"ann": 0, "bob": 7, "cal": 7, "dot": 0}


def test_the_game_masters_secret_die_stays_one() -> None:
    """STR-12: with secret dice his one die is in no row of what players see; the order is."""
    people = (entry("ann"), entry("bob", "pirates", "", skills=skills(Resolve=3)))
    one = contest(*people, faces=("d20:2", "d20:19"), gm_dice="secret")
    assert seen_by(one, "ann", "shared_die") == ()
    (_, bob) = seen_by(one, "ann", "initiative")
    assert ([row.label for row in bob.parts], bob.dice, bob.values) == (["initiative"], (), {"initiative": 5})
    open_one = contest(*people, faces=("d20:2", "d20:19"))
    assert [row.value for row in seen_by(open_one, "ann", "initiative")[1].parts] == [2, 3, 5]


def test_a_re_act_says_why_it_may_be() -> None:
    """STR-24, STR-33: the blow at who leaves, and the shot made ready, name their rule and rulings."""
    people = (entry("ann", at="4,3", tc=30), entry("bob", "pirates", "", at="5,3", **AXEMAN))
    one = contest(*people, faces=("d20:2", "d20:19", "d20:3"), scene=Scene(map=Map()))
    one.answer("move", who="ann", mode="walk", to="3,3")
    one.answer("opportunity", who="bob", weapon="axe")
    assert last(one, "attack").rules == ("STR-26", "STR-24")
    assert dict(last(one, "attack").rulings).keys() == {"derived_tc", "aoo_needs", "aoo_trigger"}
    people = (entry("ann", tc=30, **FIGHTER), entry("bob", "pirates", "", tc=30, **FIGHTER))
    one = contest(*people, faces=("d20:2", "d20:19", "d20:3", "d20:4"))
    one.answer("ready", who="ann", trigger="attacks", what="attack", object="rifle")
    one.answer("end", who="ann")
    one.answer("attack", who="bob", target="ann", weapon="rifle")
    one.answer("readied", who="ann")
    assert (last(one, "attack").rules, ("ready_timing", "after") in last(one, "attack").rulings) == (
        ("STR-26", "STR-33"),
        True,
    )


def test_a_check_cites_what_it_went_by() -> None:
    """STR-4, STR-6 rulings either, chk_plus: of two skills, and of the alert."""
    lines = "◊ haggle(main-act) -> chk(SC)= +M(Coax|Deceive)\n◊ sense(bonus-act) -> chk+(Perception,11)"
    scene = Scene(skills={"Coax": lines})
    people = (
        entry("ann", skills=skills(Coax=1, Deceive=3, Perception=0)),
        entry("bob", "pirates", "", subject=Subject(challenges={"SC": 9})),
    )
    one = contest(*people, faces=("d20:2", "d20:19", "d20:9", "d20:9"), scene=scene)
    one.answer("act", who="ann", skill="Coax", name="haggle", on="bob")
    assert (last(one, "check").rules, last(one, "check").rulings) == (("STR-4",), (("either", "better"),))
    one.answer("act", who="ann", skill="Coax", name="sense")
    assert last(one, "check").rules == ("STR-4", "STR-6")
    assert dict(last(one, "check").rulings).keys() == {"chk_plus", "passive_base"}


def test_who_looks_for_the_hidden_alone_hears_nothing_of_it() -> None:
    """STR-6, STR-10: all who sneak are hidden: the alert one's roll is secret, and shows nowhere when it fails."""
    people = (
        entry("ann", skills=skills(Perception=-9)),
        entry("lurk", "pirates", "", hidden=True, skills=skills(Stealth=5)),
        entry("bob", "guards", ""),
    )
    one = contest(*people, scene=Scene(surprise=Surprise(sneaking=("pirates",), alert=("ann",))))
    assert [die.kind for die in last(one, "look").dice] == ["secret"]
    assert (seen_by(one, "ann", "look"), seen_by(one, "ann", "notices")) == ((), ())
    assert "notices" in types(one.events)


def test_a_hidden_flyers_fall_rolls_no_open_die() -> None:
    """STR-25: the figures of a fall are the table's dice, but of one who is hidden they are secret."""
    people = (
        entry("ann", at="9,9"),
        entry("lurk", "pirates", "", hidden=True, at="2,2,2", speed={"fly": 10}, stock="fly"),
    )
    for kind in ("secret", "open"):
        one = contest(*people, scene=Scene(map=Map(fall="2d6(hp,imp)")))
        if kind == "open":
            one.overrule("reveal", who="lurk")
        one.overrule("effect", who="lurk", name="prone", rounds=0)
        assert {die.kind for die in last(one, "effect").dice} == {kind}


def test_a_policy_knows_of_wounds_what_its_character_sees() -> None:
    """Of 20 hp 11 and 6 both look hurt; with nothing shown 1 looks like 20; with all shown the figure is known."""
    for shown, expected in (("words", [100, 90, 50, 50, 15]), ("nothing", [100] * 5), ("exact", [100, 80, 55, 30, 5])):
        one = contest(entry("ann"), entry("bob", "pirates", ""), shown=shown)
        seems = []
        for hp in (20, 16, 11, 6, 1):
            one.overrule("set", path="bob.hp", value=hp)
            ann, bob = (one.state.participants[name] for name in ("ann", "bob"))
            seems.append(left_of(one.state, ann, bob))  # type: ignore[arg-type]  # Striker's own state
        assert seems == expected
