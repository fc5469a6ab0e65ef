"""Every line of both blocks the source quotes, done in a contest; and skills that a group writes (STR-1 to 5)."""

from typing import Any

import pytest

from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.errors import IllegalAction
from certamen.rulesets.striker.scene import Item, Map, Scene
from certamen.rulesets.striker.sheet import Subject, Weapon
from tests.rulesets.striker.common import MACHINERY, RANGED
from tests.rulesets.striker.contests import PISTOL, RIFLE, contest, entry, last, skills, types

ENGINE = Item(
    id="engine",
    challenges={"CC": 14, "CC-Q": 12, "CC-S": 15, "SC": 11},
    named={"S": 2},
    tech="gradients",
    becomes={"bypass": "bypassed", "disable": "off", "repair": "mended"},
)
KNOWN = {"Machinery.know": 12, "Cbt-Ranged.know": 13, "operate": 10, "generic": 9, "assess": 11}
ALL = skills(
    Machinery=(5, 2), Cbt_Ranged=(4, 3), Stealth=3, Investigate=1, Finance=2, Persuade=1, Deceive=6, Perception=2
)


OTHERS = {"Investigate": 0, "Finance": 0, "Persuade": 0, "Deceive": 0}
"""What the blocks add by name must be on someone's sheet (STR-7)."""


def workshop(*faces: str, **scene: object) -> Contest:
    """Ann with both skills, a GM's Bob, an engine; ann goes first."""
    given: dict[str, object] = {
        "skills": {"Machinery": MACHINERY, "Cbt-Ranged": RANGED},
        "items": (ENGINE,),
        "challenges": KNOWN,
        **scene,
    }
    people = (
        entry("ann", skills=ALL, techs=("gradients",), weapons=(RIFLE, PISTOL)),
        entry("bob", "pirates", "", tc=12, attributes={"Agility": 1}),
    )
    return contest(*people, faces=("d20:2", "d20:19", *faces), scene=Scene(**given))  # type: ignore[arg-type]  # as Scene takes it


def do(one: Contest, name: str, skill: str = "Machinery", on: str = "engine") -> list[str]:
    """Ann does an act of a skill."""
    values = {"skill": skill, "name": name} | ({"on": on} if on else {})
    return types(one.answer("act", who="ann", **values))


@pytest.mark.parametrize(
    ("name", "face", "total", "challenge", "success"),
    [
        ("bypass", 10, 15, 15, "yes"),  # +M against CC-S
        ("bypass", 9, 14, 15, "no"),
        ("disable", 9, 14, 14, "yes"),  # +M against CC
        ("disable", 8, 13, 14, "no"),
        ("repair-rig", 11, 14, 14, "yes"),  # +M + (CC-Q - CC) is 3
        ("repair-rig", 10, 13, 14, "no"),
    ],
)
def test_machinery_main_acts(name: str, face: int, total: int, challenge: int, success: str) -> None:
    """STR-4, STR-5: the main-acts of Machinery on their figures."""
    one = workshop(f"d20:{face}")
    do(one, name)
    told = last(one, "check")
    assert (told.values["total"], told.values["challenge"], told.values["success"]) == (total, challenge, success)
    assert sum(int(part.value) for part in told.parts if part.kind in ("modifier", "die") and part.counted) == total


def test_bypass_sets_a_pc() -> None:
    """STR-5: the second step follows only upon success, 8 + M(Stealth+S) = 8 + 3 + 2."""
    one = workshop("d20:10")
    assert do(one, "bypass") == ["check", "sets", "achieved"]
    assert [(s.challenge, s.on, s.value) for s in one.state.sets] == [("PC", "engine", 13)]  # type: ignore[attr-defined]  # Striker's state
    assert one.state.marks == ("engine:bypassed",)
    failed = workshop("d20:9")
    assert do(failed, "bypass") == ["check"]


def test_modify_rig_gives_to_the_artefact() -> None:
    """STR-5: half of 5, rounded down, on checks with it; of a kind only the higher counts."""
    one = workshop("d20:7")
    assert do(one, "modify-rig") == ["gives"]
    one.answer("end")
    one.answer("end", who="bob")
    do(one, "disable")  # 7 + 5 + 2 meets 14
    assert last(one, "check").values["success"] == "yes"
    assert ("given to engine", 2) in [(part.label, part.value) for part in last(one, "check").parts]


def test_free_acts_and_default_uses() -> None:
    """STR-1, STR-2: know is a free-act, operate and generic are acts: main-acts unless the GM finds another fits."""
    one = workshop("d20:7", "d20:5", "d20:8", "d20:5", timings={"generic": "bonus-act"})
    do(one, "know", on="")
    assert last(one, "check").values["total"] == 12
    assert last(one, "check").values["challenge"] == 12
    with pytest.raises(IllegalAction, match="free-act is spent"):
        do(one, "know", "Cbt-Ranged", on="")
    do(one, "operate", on="")
    with pytest.raises(IllegalAction, match="main-act is spent"):
        do(one, "disable")
    do(one, "generic", "Cbt-Ranged", on="")
    assert last(one, "check").values["total"] == 12
    one.answer("end")
    one.answer("end", who="bob")
    do(one, "know", "Cbt-Ranged", on="")
    assert last(one, "check").values["success"] == "no"


def task(one: Contest, name: str, skill: str = "Machinery", on: str = "engine", **more: int) -> None:
    """Ann works through a whole task, nothing else being done."""
    values: dict[str, Any] = {"skill": skill, "name": name} | ({"on": on} if on else {}) | more
    for turn in range(more.get("rounds", 10)):
        one.answer("task", who="ann", **(values if turn == 0 else {}))
        one.answer("end", who="ann")
        one.answer("end", who="bob")


@pytest.mark.parametrize(
    ("skill", "name", "on", "face", "total", "challenge"),
    [
        ("Machinery", "diagnose", "engine", 11, 14, 14),  # +M(Investigate) +R
        ("Machinery", "salvage", "engine", 11, 14, 14),
        ("Machinery", "search", "engine", 11, 14, 14),
        ("Machinery", "appraise", "engine", 10, 14, 14),  # +M(Finance) +R
        ("Machinery", "haggle", "engine", 3, 11, 11),  # +M(Persuade|Deceive) +R, the better of 1 and 6
        ("Cbt-Ranged", "assess", "", 7, 11, 11),  # +M(Investigate) +R, and no challenge of its own
    ],
)
def test_tasks_of_a_minute(skill: str, name: str, on: str, face: int, total: int, challenge: int) -> None:
    """STR-2, STR-37: ten rounds, then the check."""
    one = workshop(f"d20:{face}")
    task(one, name, skill, on)
    told = last(one, "check")
    assert (told.values["total"], told.values["challenge"], told.values["success"]) == (total, challenge, "yes")


def test_repair_takes_six_hundred_rounds() -> None:
    """STR-2, STR-37: hr+ is 600 rounds or more, and its check comes then."""
    one = workshop("d20:11")
    task(one, "repair", rounds=600)
    assert last(one, "check").values["total"] == 14
    assert one.state.marks == ("engine:mended",)


@pytest.mark.parametrize("name", ["make", "modify"])
def test_days_never_end_inside_a_contest(name: str) -> None:
    """STR-2: day+ is offered as a task and does not end."""
    one = workshop()
    with pytest.raises(IllegalAction, match="a day or more: begin it as a task"):
        do(one, name)
    for turn in range(20):
        values: dict[str, Any] = {} if turn else {"skill": "Machinery", "name": name, "on": "engine"}
        one.answer("task", who="ann", **values)
        one.answer("end", who="ann")
        one.answer("end", who="bob")
    assert "task_done" not in types(one.events)
    assert one.state.participants["ann"].task.done == 20  # type: ignore[attr-defined]  # Striker's participant


def test_attacks_go_by_the_blocks_own_lines() -> None:
    """STR-26: the attack line of Cbt-Ranged: chk(TC)= +M -> eff= +M eff."""
    one = workshop("d20:8", "d6:3", "d6:2")
    one.answer("attack", who="ann", target="bob", weapon="rifle")
    assert one.state.participants["bob"].hp == 20 - 9  # type: ignore[attr-defined]  # Striker's participant


def test_area_goes_by_the_blocks_own_line() -> None:
    """STR-27: the attack-area line: each saves with Agility+B against 8 + M = 12."""
    grenade = Weapon(name="grenade", skill="Cbt-Ranged", effect="2d6(hp,frc)", range=9, area=1)
    scene = Scene(skills={"Cbt-Ranged": RANGED})
    people = (
        entry("ann", skills=skills(Cbt_Ranged=4), weapons=(grenade,)),
        entry("bob", "pirates", "", attributes={"Agility": 1, **OTHERS}),
    )
    one = contest(*people, faces=("d20:2", "d20:19", "d20:4", "d20:10", "d6:3", "d6:4"), scene=scene)
    one.answer("attack-area", who="ann", at="bob", weapon="grenade")
    assert (last(one, "save").values["total"], last(one, "save").values["challenge"]) == (11, 12)
    assert one.state.participants["bob"].hp == 13  # type: ignore[attr-defined]  # Striker's participant


def test_switching_goes_by_the_blocks_own_lines() -> None:
    """STR-16, STR-34: with a rank a bonus-act, then, as that is spent, the main-act; both lines say change weapon."""
    one = workshop()
    one.answer("switch", who="ann", weapon="pistol")
    assert last(one, "switch").values["line"] == "change weapon (the GM sees to it)"
    assert [spend.kind for spend in one.state.participants["ann"].budget.spent] == ["bonus"]
    one.answer("switch", who="ann", weapon="rifle")
    assert [spend.kind for spend in one.state.participants["ann"].budget.spent] == ["bonus", "main"]
    assert last(one, "switch").values["line"]


def test_the_right_technology_is_needed() -> None:
    """STR-3: a rank and the aspect that fits; the refusal says which is missing."""
    people = (
        entry("ann", skills=skills(Machinery=5), techs=("sails",)),
        entry("bob", "pirates", "", attributes=OTHERS),
    )
    scene = Scene(skills={"Machinery": MACHINERY}, items=(ENGINE,))
    one = contest(*people, faces=("d20:2", "d20:19"), scene=scene)
    with pytest.raises(IllegalAction, match=r"needs a rank in Machinery and the technology aspect .*gradients"):
        do(one, "disable")


def test_the_game_master_gives_what_is_missing() -> None:
    """STR-4: a figure that nobody gave is asked of the GM, who has a default."""
    hatch = Item(id="hatch", becomes={"disable": "open"})
    people = (
        entry("ann", skills=skills(Machinery=(5, 1)), techs=("any",)),
        entry("bob", "pirates", "", attributes=OTHERS),
    )
    scene = Scene(skills={"Machinery": MACHINERY}, items=(hatch,), assumed=11)
    one = contest(*people, faces=("d20:2", "d20:19", "d20:7"), scene=scene)
    do(one, "disable", on="hatch")
    request = one.requests[0]
    assert (request.who, request.kind, request.default.values) == ("gm", "adjudicate", {"figure": 11})
    one.push(Action("gm", "rule", {"figure": 12}, request.id))
    assert last(one, "check").values["challenge"] == 12
    assert one.state.marks == ("hatch:open",)


def test_either_may_be_asked() -> None:
    """STR-4 ruling either: ask: who acts says which of two skills counts."""
    block = "◊ haggle(main-act) -> chk(SC)= +M(Persuade|Deceive)"
    people = (
        entry("ann", skills=skills(Trade=1, Persuade=1, Deceive=6)),
        entry("bob", "pirates", "", subject=Subject(challenges={"SC": 12})),
    )
    scene = Scene(skills={"Trade": block})
    one = contest(*people, faces=("d20:2", "d20:19", "d20:10"), scene=scene, rulings={"either": "ask"})
    one.answer("act", who="ann", skill="Trade", name="haggle", on="bob", **{"with-1": "Persuade"})
    assert last(one, "check").values["total"] == 11
    three = (entry("ann", skills=skills(Trade=1, Persuade=1)), people[1], entry("eve", skills=skills(Deceive=1)))
    one = contest(*three, faces=("d20:2", "d20:19", "d20:18"), scene=scene, rulings={"either": "ask"})
    one.answer("act", who="ann", skill="Trade", name="haggle", on="bob", **{"with-1": "Deceive"})
    assert (one.requests[0].who, one.requests[0].about["figure"]) == ("gm", "M(Deceive)")


def test_a_groups_own_skill_is_offered_with_no_code() -> None:
    """STR-1, STR-5: lines written in an encounter make acts: a save imposed, dice off a pool, words for the GM."""
    play, screech = "play(main-act) -> eff= imp(sv, Resolve, 8 + M)", "screech(bonus-act) -> eff= 1d6(nerve,snd)"
    lute = f"◊ {play}\n◊ {screech} -> eff= ears ring"
    people = (
        entry("ann", skills=skills(Lute=4)),
        entry(
            "bob",
            "pirates",
            "",
            pools={"nerve": 9},
            skills=skills(Resolve=2),
            subject=Subject(becomes={"play": "in-tears"}),
        ),
    )
    one = contest(*people, faces=("d20:2", "d20:19", "d20:9", "d6:4"), scene=Scene(skills={"Lute": lute}))
    assert do(one, "play", "Lute", "bob") == ["save", "achieved"]
    assert do(one, "screech", "Lute", "bob") == ["effect", "note"]
    assert one.state.participants["bob"].pools == {"nerve": 5}  # type: ignore[attr-defined]  # Striker's participant


def test_re_acts_of_skills_answer_what_was_done() -> None:
    """STR-2, STR-18: a re-act line is offered to whom something was done, once a round."""
    wit = "◊ retort(re-act, R) -> eff= imp(sv, Resolve, 8 + M)\n◊ mock(main-act) -> eff= imp(sv, Resolve, 8 + M)"
    people = (
        entry("ann", skills=skills(Wit=(1, 1), Resolve=1)),
        entry("bob", "pirates", "", skills=skills(Wit=(4, 1), Resolve=1)),
    )
    one = contest(*people, faces=("d20:2", "d20:19", "d20:3", "d20:4"), scene=Scene(skills={"Wit": wit}))
    one.answer("act", who="ann", skill="Wit", name="mock", on="bob")
    assert [request.who for request in one.requests] == ["bob"]
    one.answer("act", who="bob", skill="Wit", name="retort", on="ann")
    assert last(one, "save").actor == "ann"
    assert one.requests[0].who == "ann"


def test_sneaking_with_the_move() -> None:
    """STR-2, STR-5: a w/move-act takes nothing but the move, once a turn, and needs places."""
    line = "sneak(w/move-act) -> set(PC)= 8 +M(Stealth+B)"
    scene = Scene(skills={"Stealth": line}, hiding=True)
    people = (entry("ann", skills=skills(Stealth=3)), entry("bob", "pirates", "", skills=skills(Perception=2)))
    one = contest(*people, faces=("d20:2", "d20:19"), scene=scene)
    with pytest.raises(IllegalAction, match="nobody moves"):
        do(one, "sneak", "Stealth", "")
    one = contest(*people, faces=("d20:2", "d20:19"), scene=Scene(skills={"Stealth": line}, hiding=True, map=Map()))
    assert do(one, "sneak", "Stealth", "") == ["sets"]
    ann = one.state.participants["ann"]
    assert (ann.pc, ann.unseen_by) == (11, ("bob",))  # type: ignore[attr-defined]  # Striker's participant
    with pytest.raises(IllegalAction, match="done with this turn's move"):
        do(one, "sneak", "Stealth", "")
