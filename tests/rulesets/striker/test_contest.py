"""Striker as a contest: ends, hidden ones, what is told to whom, sheets, and wrong encounters."""

from pathlib import Path
from typing import Any

import pytest

from certamen.dice import Seeded
from certamen.files.encounter import load
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import EncounterError, IllegalAction
from certamen.kernel.run import run
from certamen.kernel.space.drawn import Wall
from certamen.kernel.view import SPECTATOR, Seat, view
from certamen.rulesets.striker.rules import RULES
from certamen.rulesets.striker.ruleset import RULESET
from certamen.rulesets.striker.scene import Item, Map, Scene, Surprise, Warning
from certamen.rulesets.striker.sheet import Gear, Sheet, Weapon
from tests.rulesets.striker.contests import AXE, PISTOL, RIFLE, contest, entry, last, skills, types

EXAMPLES = Path(__file__).parents[3] / "examples" / "striker"
FIGHTER: dict[str, Any] = {"skills": skills(Cbt_Ranged=(5, 1), Cbt_Melee=(3, 1)), "weapons": (RIFLE, PISTOL, AXE)}


def who(one: Contest, name: str) -> Any:
    """A participant; Any, as the tests look at Striker's own fields."""
    return one.state.participants[name]


def test_all_rules_are_listed() -> None:
    """STR-1 to STR-39, each once."""
    assert [rule.id for rule in RULES] == [f"STR-{number}" for number in range(1, 40)]


# --- the end -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("verb", "status"), [("yield", "yielded"), ("surrender", "yielded"), ("flee", "fled")])
def test_a_side_that_has_gone_loses(verb: str, status: str) -> None:
    """STR-14: given up, surrendered or fled: nobody but the others is left."""
    one = contest(entry("ann"), entry("bob", "pirates", ""), faces=("d20:2", "d20:19"))
    one.answer(verb, who="ann")
    assert who(one, "ann").status == status
    assert one.outcome is not None
    assert one.outcome.winner == "pirates"


@pytest.mark.parametrize(("ruling", "over"), [("one_left", False), ("first_out", True)])
def test_three_sides(ruling: str, over: bool) -> None:
    """STR-14 ruling end: at most one left, or the first that has gone."""
    people = (entry("ann"), entry("bob", "pirates", ""), entry("cal", "traders", ""))
    one = contest(*people, faces=("d20:2", "d20:19", "d20:9", "d20:8"), rulings={"end": ruling})
    one.answer("surrender", who="ann")
    assert (one.outcome is not None) == over


def test_unconscious_is_fallen_and_does_nothing() -> None:
    """STR-14, STR-36: all of a side unconscious have fallen; till then no acts of any sort."""
    people = (entry("ann", **FIGHTER), entry("ben", **FIGHTER), entry("bob", "pirates", ""))
    one = contest(*people, faces=("d20:2", "d20:19", "d20:9"))
    one.overrule("effect", who="ann", name="incapacitated", rounds=0)
    for verb, values in (("attack", {"target": "bob", "weapon": "rifle"}), ("evade", {}), ("free", {"what": "help"})):
        with pytest.raises(IllegalAction, match="incapacitated: no acts of any sort"):
            one.answer(verb, who="ann", **values)
    one.overrule("effect", who="ann", name="unconscious", rounds=0)
    assert one.requests
    one.overrule("effect", who="ben", name="dying", rounds=0)
    assert one.outcome is not None
    assert one.outcome.winner == "pirates"


def test_dead_at_nothing_by_ruling() -> None:
    """STR-26 ruling zero_hp."""
    one = contest(
        entry("ann", hp=3), entry("bob", "pirates", ""), faces=("d20:2", "d20:9"), rulings={"zero_hp": "dead"}
    )
    one.overrule("set", path="ann.hp", value=0)
    assert who(one, "ann").status == "dead"


# --- what is told to whom ------------------------------------------------------------------------------------------


def test_a_hidden_one_is_known_to_nobody_else() -> None:
    """STR-12, STR-32: his initiative shifts no die and shows nowhere; attacking from hiding gives him away."""
    shooter = entry("ned", "pirates", "", hidden=True, **FIGHTER)
    people = (entry("ann", player="A"), entry("bob", "pirates", "B"))
    without = contest(*people)
    one = contest(*people, shooter)
    assert who(one, "ann").initiative == who(without, "ann").initiative
    seen = view(one, Seat("player", ("ann",)))
    assert "ned" not in str(seen)
    while one.requests[0].who != "ned":
        one.answer("end")
    one.answer("attack", who="ned", target="ann", weapon="rifle")
    assert "STR-35" in last(one, "attack").rules
    assert not who(one, "ned").hidden
    assert "ned" in str(view(one, Seat("player", ("ann",))))


def test_figures_of_enemies_are_words() -> None:
    """STR-26: what is left of another's hp and its TC are not told, how it looks is."""
    people = (entry("ann", player="A", **FIGHTER), entry("bob", "pirates", "", tc=3))
    one = contest(*people, faces=("d20:2", "d20:19", "d20:9", "d6:2", "d6:3"))
    one.answer("attack", who="ann", target="bob", weapon="rifle")
    seen = view(one, Seat("player", ("ann",)))
    effect = next(event for event in seen.events if event.type == "effect")
    assert "left" not in effect.values
    assert "challenge" not in next(event for event in seen.events if event.type == "attack").values
    bob = next(figure for figure in seen.participants if figure.id == "bob")
    assert (bob.words, "hp" in bob.values) == ("hurt", False)
    assert view(one, SPECTATOR).events


def test_the_reckoning_adds_up() -> None:
    """STR-26, STR-39: rows of an attack behind cover, and of its effect less resistance."""
    plan = Map(walls=(Wall(line="8,0 8,9", low=True, cover=3),))
    people = (
        entry("ann", at="2,3", **FIGHTER),
        entry("bob", "pirates", "", at="9,3", tc=10, resistances={"frc": 2}, hp=30),
    )
    one = contest(*people, faces=("d20:2", "d20:19", "d20:8", "d6:4", "d6:5"), scene=Scene(map=plan))
    one.answer("attack", who="ann", target="bob", weapon="rifle")
    told = last(one, "attack")
    rows = {part.label: part.value for part in told.parts}
    assert (rows["d20"], rows["M(Cbt-Skill)"], rows["total"], rows["TC"]) == (8, 5, 13, 13)
    effect = {part.label: part.value for part in last(one, "effect").parts}
    assert effect == {"2d6": 9, "M": 5, "resistance to frc": -2, "off hp": 12, "hp left": 18}


def test_strength_in_melee_by_ruling() -> None:
    """STR-26 ruling melee_strength."""
    hitter: dict[str, Any] = {"skills": skills(Cbt_Melee=3), "weapons": (AXE,), "attributes": {"Strength": 4}}
    people = (entry("ann", **hitter), entry("bob", "pirates", "", tc=0))
    one = contest(*people, faces=("d20:2", "d20:19", "d20:8", "d8:1"), rulings={"melee_strength": "on"})
    one.answer("attack", who="ann", target="bob", weapon="axe")
    assert who(one, "bob").hp == 20 - 8


def test_shot_prone_and_no_such_pool() -> None:
    """STR-5, STR-26, STR-36: an effect may carry a condition; a pool nobody has is told and nothing is lost."""
    shotgun = Weapon(name="shotgun", skill="Cbt-Ranged", effect="1d6(shields,frc)", range=9, imposes="prone")
    people = (entry("ann", skills=skills(Cbt_Ranged=3), weapons=(shotgun,)), entry("bob", "pirates", "", tc=0))
    one = contest(*people, faces=("d20:2", "d20:19", "d20:8", "d6:1"))
    made = types(one.answer("attack", who="ann", target="bob", weapon="shotgun"))
    assert made == ["attack", "no_pool", "condition"]


def test_measures_of_each_kind_of_map() -> None:
    """STR-20, STR-39: hexes count one a step; on free metres half metres of difficult ground cost one."""
    for grid, at, to, moved in (("hex", "3,3", "6,3", 300), ("free", "3,3", "6,3", 300)):
        one = contest(entry("ann", at=at), entry("bob", "pirates", "", at="12,9"), scene=Scene(map=Map(grid=grid)))  # type: ignore[arg-type]  # one of its kinds
        while one.requests[0].who != "ann":
            one.answer("end")
        one.answer("move", who="ann", mode="walk", to=to)
        assert who(one, "ann").going.moved == moved


# --- sheets, files, policies ---------------------------------------------------------------------------------------


def test_the_sheet_goes_home_with_what_was_lost() -> None:
    """The export keeps lost pools, used things and the weapon in hand."""
    medkit = Gear(name="medkit", restores="1d6(hp,med)", count=1)
    one = contest(
        entry("ann", pools={"nerve": 5}, gear=(medkit,), lost={"hp": 9}, **FIGHTER),
        entry("bob", "pirates", ""),
        faces=("d20:2", "d20:19", "d6:4"),
    )
    one.answer("use", who="ann", thing="medkit", target="ann")
    one.answer("end", who="ann")
    one.answer("end", who="bob")
    one.answer("switch", who="ann", weapon="pistol")
    sheet = RULESET.export(one.state, who(one, "ann"))
    assert isinstance(sheet, Sheet)
    assert (sheet.lost, sheet.gear, sheet.weapons[0].name) == ({"hp": 5}, (), "pistol")


@pytest.mark.parametrize(
    ("scene", "sheet", "expected"),
    [
        (Scene(skills={"Lute": "◊ play(main-act) -> chk(CC= +M"}), {}, "Lute, line 1, column 27"),
        (Scene(skills={"Lute": "◊ play(main-act) -> chk= +M(Lyre)"}), {}, "unknown skill 'Lyre'"),
        (Scene(challenges={"sing": 10}), {}, "no skill gives the act sing"),
        (Scene(map=Map(walls=(Wall(line="a"),))), {}, "'a' cannot be read"),
        (Scene(map=Map(fall="hard")), {}, "'hard'"),
        (Scene(items=(Item(id="ann"),)), {}, "ann is an item too"),
        (Scene(surprise=Surprise(sneaking=("ghosts",))), {}, "there is no ghosts"),
        (Scene(surprise=Surprise(warned=(Warning(who="zed"),))), {}, "there is no participant zed"),
        (Scene(), {"weapons": (RIFLE,)}, "used with Cbt-Ranged, which the sheet lacks"),
        (Scene(), {"weapons": (Weapon(name="x", skill="y", effect="2d6"),)}, "'2d6'"),
        (Scene(), {"stock": "fly"}, "there is no speed for fly"),
        (Scene(), {"lost": {"hp": 20}}, "leave nothing of 20 hp"),
        (Scene(), {"lost": {"nerve": 2}}, "there is no pool nerve"),
        (Scene(map=Map()), {"at": "99,1"}, "'99,1' is no place here"),
        (Scene(map=Map(width=2, height=2, cell=100)), {}, "cell"),
        (Scene(), {"weapons": (Weapon(name="x", skill="Resolve", effect="1d6(hp,frc)", single=False),)}, "neither one"),
        (Scene(items=(Item(id="rope", needs={"tie": ("",)}),)), {}, "an empty condition"),
        (Scene(), {"weapons": (Weapon(name="x", skill="Resolve", effect="chk(Agility)"),)}, "is no effect"),
        (Scene(map=Map()), {"at": "1,1"}, "stands where"),
    ],
)
def test_what_is_wrong_is_said(scene: Scene, sheet: dict[str, Any], expected: str) -> None:
    """STR-7: lines that do not parse and skills nobody has, and all else that cannot be, before it starts."""
    people = (entry("ann", **sheet), entry("bob", "pirates", "", at="1,1"))
    encounter = Encounter(ruleset="striker", title="Wrong", participants=people, scene=scene)
    with pytest.raises(EncounterError) as raised:
        Contest(RULESET, encounter, Seeded(1))
    assert expected in str(raised.value)


def test_a_tc_may_be_required() -> None:
    """STR-26 ruling derived_tc: sheet."""
    with pytest.raises(EncounterError, match="each sheet gives its TC"):
        contest(entry("ann"), entry("bob", "pirates", ""), rulings={"derived_tc": "sheet"})


@pytest.mark.parametrize("name", ["bulkhead", "reactor", "dinner", "vault"])
@pytest.mark.parametrize("seed", range(3))
def test_clever_policies_come_to_an_end(name: str, seed: int) -> None:
    """Both sides played by the clever policy: the contest ends."""
    one = Contest(RULESET, load(EXAMPLES / f"{name}.yaml"), Seeded(seed))
    sides = {entry.side for entry in one.encounter.participants}
    assert run(one, dict.fromkeys(sides, "clever")).ended


@pytest.mark.parametrize("name", ["reactor", "dinner"])
def test_objectives_can_be_lost_and_won(name: str) -> None:
    """STR-5, STR-8: in the technical and the social example either side wins with some dice."""
    encounter = load(EXAMPLES / f"{name}.yaml")
    winners = set()
    for seed in range(12):
        one = Contest(RULESET, encounter, Seeded(seed))
        winners.add(run(one).winner)
    assert len(winners) == 2
