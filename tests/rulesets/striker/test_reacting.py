"""Striker's re-acts: what answers a blow, what is made ready and when it comes, what assistance and evading reach."""

from typing import Any

import pytest

from certamen.kernel.space.drawn import Cover
from certamen.rulesets.striker.ruleset import RULESET
from certamen.rulesets.striker.scene import Door, Item, Map, Scene, Surprise
from certamen.rulesets.striker.sheet import Gear, Subject
from tests.rulesets.striker.contests import AXE, RIFLE, contest, entry, last, skills, types

FIGHTER: dict[str, Any] = {"skills": skills(Cbt_Ranged=(5, 1)), "weapons": (RIFLE,)}
AXEMAN: dict[str, Any] = {"skills": skills(Cbt_Melee=(3, 1)), "weapons": (AXE,)}


def test_an_opportunity_is_an_attack_to_everyone() -> None:
    """STR-18, STR-24, STR-33: the struck answers by a re-act line, and who waits for an attack has his trigger."""
    scene = Scene(map=Map(), skills={"Wit": "◊ retort(re-act) -> eff= imp(sv, Resolve, 8 + M)"})
    people = (
        entry("cal", at="9,3", tc=10, **FIGHTER),
        entry("ann", at="4,3", tc=30, skills=skills(Wit=2)),
        entry("bob", "pirates", "", at="5,3", tc=10, **AXEMAN),
    )
    faces = ("d20:2", "d20:19", "d20:18", "d20:3", "d20:1", "d20:15", "d6:1", "d6:2")
    one = contest(*people, faces=faces, scene=scene)
    one.answer("ready", who="cal", trigger="attacks", what="attack", object="rifle")
    one.answer("end", who="cal")
    one.answer("move", who="ann", mode="walk", to="2,3")
    one.answer("opportunity", who="bob", weapon="axe")
    assert {request.who for request in one.requests} == {"ann", "cal"}
    one.answer("act", who="ann", skill="Wit", name="retort", on="bob")
    assert last(one, "save").values["success"] == "no"
    one.answer("readied", who="cal")
    assert one.state.participants["bob"].hp == 20 - 3 - 5  # type: ignore[attr-defined]  # a combatant
    assert RULESET.values(one.state, one.state.participants["ann"])["at"] == "2,3"  # her move went on after it


@pytest.mark.parametrize(("timing", "order"), [("after", ["use", "attack"]), ("before", ["attack"])])
def test_ready_for_the_use_of_a_thing(timing: str, order: list[str]) -> None:
    """STR-33 ruling ready_timing: the shot comes after the lever is pulled, or before, and then it never is."""
    scene = Scene(items=(Item(id="lever", use="main-act", becomes={"use": "down"}),))
    people = (entry("ann", **FIGHTER), entry("bob", "pirates", "", hp=3, tc=10))
    faces = ("d20:2", "d20:19", "d20:15", "d6:1", "d6:2")
    one = contest(*people, faces=faces, scene=scene, rulings={"ready_timing": timing})
    one.answer("ready", who="ann", trigger="acts", what="attack", object="rifle")
    one.answer("end", who="ann")
    one.answer("use", who="bob", thing="lever")
    one.answer("readied", who="ann")
    assert [kind for kind in types(one.events) if kind in ("use", "attack")] == order
    assert ("lever:down" in one.state.marks) == (timing == "after")


@pytest.mark.parametrize("timing", ["after", "before"])
def test_ready_for_an_act_of_a_skill(timing: str) -> None:
    """STR-33 ruling ready_timing: an act of a skill is a trigger; by ruling it comes second, or never."""
    scene = Scene(skills={"Work": "◊ work(main-act) -> chk(CC)= +M"}, items=(Item(id="desk", challenges={"CC": 5}),))
    people = (entry("ann", **FIGHTER), entry("bob", "pirates", "", hp=3, tc=10, skills=skills(Work=0)))
    work, shot = ("d20:9",), ("d20:15", "d6:1", "d6:2")
    faces = ("d20:2", "d20:19", *((*work, *shot) if timing == "after" else shot))
    one = contest(*people, faces=faces, scene=scene, rulings={"ready_timing": timing})
    one.answer("ready", who="ann", trigger="acts", what="attack", object="rifle")
    one.answer("end", who="ann")
    one.answer("act", who="bob", skill="Work", name="work", on="desk")
    one.answer("readied", who="ann")
    made = [kind for kind in types(one.events) if kind in ("check", "attack")]
    assert made == (["check", "attack"] if timing == "after" else ["attack"])


def test_ready_for_a_door_before_it_opens() -> None:
    """STR-33 ruling ready_timing: before; whoever is shot at the door does not open it."""
    scene = Scene(map=Map(doors=(Door(id="gate", line="9,0 9,3"),)))
    people = (entry("ann", at="4,1", **FIGHTER), entry("bob", "pirates", "", hp=3, tc=10, at="8,1"))
    faces = ("d20:2", "d20:19", "d20:15", "d6:1", "d6:2")
    one = contest(*people, faces=faces, scene=scene, rulings={"ready_timing": "before"})
    one.answer("ready", who="ann", trigger="opens", what="attack", object="rifle")
    one.answer("end", who="ann")
    one.answer("door", who="bob", door="gate")
    one.answer("readied", who="ann")
    assert one.outcome is not None
    assert "door" not in types(one.events)


def test_gear_is_a_thing_and_a_lever_can_be_ready() -> None:
    """STR-33, STR-34: a medkit used is a trigger too; what was made ready is a lever, for the round's re-act."""
    scene = Scene(map=Map(), items=(Item(id="lever", use="free-act", at="4,2"),))
    kit = Gear(name="kit", restores="1d6(hp,med)", count=2)
    people = (entry("ann", at="4,1"), entry("bob", "pirates", "", at="8,1", gear=(kit,)))
    one = contest(*people, faces=("d20:2", "d20:19", "d6:4"), scene=scene)
    one.answer("ready", who="ann", trigger="acts", what="use", object="lever")
    one.answer("end", who="ann")
    one.answer("use", who="bob", thing="kit", target="bob")
    one.answer("readied", who="ann")
    assert "lever:used" in one.state.marks
    assert [spend.kind for spend in one.state.participants["ann"].budget.spent].count("react") == 1


def test_a_readied_lever_out_of_reach() -> None:
    """STR-33: it is offered closed, with the reason."""
    scene = Scene(map=Map(), items=(Item(id="lever", use="free-act", at="4,7"),))
    kit = Gear(name="kit")
    people = (entry("ann", at="4,1"), entry("bob", "pirates", "", at="8,1", gear=(kit,)))
    one = contest(*people, faces=("d20:2", "d20:19"), scene=scene)
    one.answer("ready", who="ann", trigger="acts", what="use", object="lever")
    one.answer("end", who="ann")
    one.answer("use", who="bob", thing="kit", target="bob")
    offer = next(offer for offer in one.offers() if offer.verb == "readied")
    assert offer.closed is not None
    assert offer.closed.reason == "lever is out of reach"


# --- assistance, evading -------------------------------------------------------------------------------------------


def test_assistance_is_for_checks_and_for_the_first() -> None:
    """STR-31: a save with the skill neither gets it nor uses it up; the first check does both."""
    lines = "◊ bear(free-act) -> sv(Calm,12)= +M\n◊ talk(main-act) -> chk(Calm,12)"
    people = (
        entry("ann", skills=skills(Calm=(1, 3))),
        entry("ben", skills=skills(Calm=2)),
        entry("bob", "pirates", ""),
    )
    faces = ("d20:2", "d20:19", "d20:18", "d20:9", "d20:8")
    one = contest(*people, faces=faces, scene=Scene(skills={"Calm": lines}))
    one.answer("assist", who="ann", ally="ben", skill="Calm")
    one.answer("end", who="ann")
    for name, total in (("bear", 11), ("talk", 13)):
        one.answer("act", who="ben", skill="Calm", name=name)
        assert last(one, "check").values["total"] == total
    assert not one.state.effects


def test_assistance_in_perception_helps_one_look() -> None:
    """STR-6, STR-31: the alert one's chk+ gets it once, so the second who hides is looked for without."""
    scene = Scene(hiding=True, surprise=Surprise(alert=("ben",)))
    people = (
        entry("ann", skills=skills(Perception=(0, 4))),
        entry("ben", skills=skills(Perception=0)),
        entry("bob", "pirates", "", skills=skills(Stealth=0, Resolve=2)),
        entry("cal", "pirates", "", skills=skills(Stealth=0, Resolve=1)),
    )
    faces = ("d20:2", "d20:19", "d20:1", "d20:10", "d20:11", "d20:10", "d20:9")
    one = contest(*people, faces=faces, scene=scene)
    one.answer("assist", who="ann", ally="ben", skill="Perception")
    one.answer("end", who="ann")
    looks = []
    for name in ("bob", "cal"):
        one.answer("hide", who=name)
        looks.append(last(one, "look").values["total"])
        one.answer("end", who=name)
    assert looks == [15, 9]


def test_evading_helps_every_agility_save() -> None:
    """STR-30: also one that a line of one's own makes: the higher of two d20."""
    people = (
        entry("ann", skills=skills(Tumble=0), attributes={"Agility": 2}),
        entry("bob", "pirates", ""),
    )
    scene = Scene(skills={"Tumble": "◊ roll(free-act) -> sv(Agility,15)"})
    one = contest(*people, faces=("d20:2", "d20:19", "d20:4", "d20:13"), scene=scene)
    one.answer("evade", who="ann")
    one.answer("act", who="ann", skill="Tumble", name="roll")
    assert (last(one, "check").values["total"], last(one, "check").values["success"]) == (15, "yes")


# --- what is undone, and moves -------------------------------------------------------------------------------------


def test_undoing_keeps_the_challenges_of_ones_own_side() -> None:
    """STR-5: undoing a bypass ends the PC it set, not the CC-S that one's own side had raised before."""
    lines = (
        "◊ harden(main-act) -> set(CC-S)= CC-S + 4\n◊ bypass(main-act) -> chk(CC-S)= +M -> set(PC)= 8 + M\n"
        "◊ trace(main-act) -> chk(PC)= +M"
    )
    lock = Item(
        id="lock",
        challenges={"CC-S": 5},
        becomes={"bypass": "bypassed"},
        undoes={"trace": ("bypassed",)},
        allows=("harden", "bypass", "trace"),
    )
    people = (entry("ann", skills=skills(Tap=0)), entry("bob", "pirates", "", skills=skills(Tap=0)))
    faces = ("d20:2", "d20:19", "d20:9", "d20:8")
    one = contest(*people, faces=faces, scene=Scene(skills={"Tap": lines}, items=(lock,)))
    one.answer("act", who="ann", skill="Tap", name="harden", on="lock")
    one.answer("end", who="ann")
    one.answer("act", who="bob", skill="Tap", name="bypass", on="lock")  # 9 against 5 + 4
    one.answer("end", who="bob")
    one.answer("act", who="ann", skill="Tap", name="trace", on="lock")  # 8 against 8
    assert "lock:bypassed" not in one.state.marks
    assert [(s.challenge, s.value, s.by) for s in one.state.sets] == [("CC-S", 9, "ann")]  # type: ignore[attr-defined]  # Striker's


def test_a_move_act_of_a_skill_needs_the_whole_move() -> None:
    """STR-2, STR-15, STR-22: who stood up has begun his move-act."""
    people = (entry("ann", at="2,2", skills=skills(Vault=0)), entry("bob", "pirates", "", at="9,2"))
    scene = Scene(
        map=Map(),
        skills={"Vault": "◊ vault(move-act) -> chk(CC)= +M"},
        items=(Item(id="bar", challenges={"CC": 9}),),
    )
    one = contest(*people, faces=("d20:2", "d20:19"), scene=scene)
    one.overrule("effect", who="ann", name="prone", rounds=0)
    one.answer("stand", who="ann")
    closed = next(offer.closed for offer in one.offers() if offer.verb == "act")
    assert closed is not None
    assert (closed.reason, closed.rule) == ("the move-act is begun", "STR-15")


def test_a_flyer_whose_flying_is_at_an_end_falls() -> None:
    """STR-25: speed 0 in the air is enough, whatever the legs can do."""
    people = (entry("ann", at="2,2,2", speed={"walk": 10, "fly": 10}), entry("bob", "pirates", "", at="9,2"))
    one = contest(*people, faces=("d20:2", "d20:19"), scene=Scene(map=Map()))
    made = one.overrule("set", path="ann.sheet.speed.fly", value=0)
    assert "falls" in types(made)
    assert RULESET.values(one.state, one.state.participants["ann"])["at"] == "2,2"


def test_a_persons_social_challenge_is_no_target_challenge() -> None:
    """STR-39: cover is a row of attacks alone."""
    scene = Scene(
        map=Map(covers=(Cover(name="desk", box="8,0 10,5", cover=2),)),
        skills={"Talk": "◊ sway(main-act) -> chk(SC)= +M"},
    )
    people = (
        entry("ann", at="2,2", skills=skills(Talk=3)),
        entry("bob", "pirates", "", at="9,2", subject=Subject(challenges={"SC": 9})),
    )
    one = contest(*people, faces=("d20:2", "d20:19", "d20:9"), scene=scene)
    one.answer("act", who="ann", skill="Talk", name="sway", on="bob")
    assert not any(part.source == "STR-39" for part in last(one, "check").parts)


def test_a_trigger_in_words_may_come_from_a_friend() -> None:
    """STR-33: when ben nods, ann shoots whom she chooses: no friend is a target."""
    people = (
        entry("ann", **FIGHTER),
        entry("ben"),
        entry("bob", "pirates", "", tc=10, skills=skills(Resolve=2)),
        entry("cal", "pirates", ""),
    )
    faces = ("d20:2", "d20:19", "d20:18", "d20:15", "d6:1", "d6:2")
    one = contest(*people, faces=faces)
    one.answer("ready", who="ann", trigger="said", what="attack", object="rifle", words="when ben nods")
    one.answer("end", who="ann")
    one.answer("end", who="ben")
    one.answer("trigger", who="gm")
    (offer,) = (offer for offer in one.offers() if offer.verb == "readied")
    assert [option.id for option in offer.fields[0].options] == ["bob", "cal"]  # type: ignore[union-attr]  # a choice
    one.answer("readied", who="ann", target="bob")
    assert last(one, "attack").target == "bob"


def test_assistance_in_acrobatics_helps_one_jump_up() -> None:
    """STR-22, STR-31: 4 + 3 lent + 3 make the 10; next turn they would not."""
    people = (
        entry("ann", skills=skills(Acrobatics=(0, 3))),
        entry("ben", skills=skills(Acrobatics=3)),
        entry("bob", "pirates", ""),
    )
    one = contest(*people, faces=("d20:2", "d20:19", "d20:18", "d20:4"))
    one.answer("assist", who="ann", ally="ben", skill="Acrobatics")
    one.answer("end", who="ann")
    one.answer("drop", who="ben")
    one.answer("acrobatics", who="ben")
    assert (last(one, "acrobatics").values["total"], last(one, "acrobatics").values["success"]) == (10, "yes")
    assert not one.state.effects
