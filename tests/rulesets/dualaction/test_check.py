"""What is wrong with an encounter of dualaction, said at its place in the file; places and lengths as text."""

from typing import Any

import pytest

from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import EncounterError
from certamen.kernel.space import Rectangle
from certamen.kernel.space.drawn import Box, Cover, Wall
from certamen.rulesets.dualaction import ground
from certamen.rulesets.dualaction.check import check
from certamen.rulesets.dualaction.scene import Door, Hazard, Rough, Scene, Task
from certamen.rulesets.dualaction.sheet import Ability, Band, Item, Weapon
from tests.rulesets.dualaction.ring import KNIFE, PISTOL, combat, one


def wrong(scene: Scene | None = None, at: str = "", **sheet: Any) -> list[tuple[str, str]]:
    """(path, message) of all that is wrong with an encounter of Bo and an Ann with this sheet."""
    people = (one("bo", "9,9"), one("ann", at, **sheet))
    encounter = Encounter(ruleset="dualaction", title="A test", participants=people, scene=scene or Scene())
    return [(".".join(map(str, problem.path)), problem.message) for problem in check(encounter, {})]


GUN: dict[str, Any] = {"name": "gun", "skill": "infantry", "damage": "1-2"}
NEAR = Band(upto=9, difficulty=6)


@pytest.mark.parametrize(
    ("sheet", "path"),
    [
        ({"wounds": 30}, "wounds"),
        ({"dr": 1, "worn": 2}, "worn"),
        ({"weapons": (PISTOL, PISTOL)}, "weapons.1.name"),
        ({"items": (Item(name="x"), Item(name="x"))}, "items.1.name"),
        ({"weapons": (Weapon(name="gun", skill="x", damage="12-5"),)}, "weapons.0.damage"),
        ({"weapons": (KNIFE, Weapon(name="gun", skill="x", damage="lots"))}, "weapons.1.damage"),
        ({"weapons": (Weapon(name="unarmed", skill="x", damage="1-2"),)}, "weapons.0.name"),
        ({"weapons": (Weapon(**GUN, optimal=9, thrown=3),)}, "weapons.0.thrown"),
        ({"weapons": (Weapon(**GUN, shots=2),)}, "weapons.0.shots"),
        ({"weapons": (Weapon(**GUN, magazine=2),)}, "weapons.0.magazine"),
        ({"weapons": (Weapon(**GUN, optimal=9, magazine=2, loaded=3),)}, "weapons.0.loaded"),
        ({"weapons": (Weapon(**GUN, difficulties=(NEAR,)),)}, "weapons.0.difficulties"),
        ({"weapons": (Weapon(**GUN, optimal=9, difficulties=(NEAR, NEAR)),)}, "weapons.0.difficulties"),
        ({"abilities": (Ability(name="x", damage="no"),)}, "abilities.0.damage"),
        ({"abilities": (Ability(name="x", use="stop"),)}, "abilities.0.target"),
    ],
)  # fmt: skip
def test_a_sheet_that_cannot_be(sheet: dict[str, Any], path: str) -> None:
    """DUA-11, DUA-12, DUA-16: each fault alone, at its path."""
    found = wrong(**sheet)
    assert [where for where, _ in found] == [f"participants.1.sheet.{path}"], found
    assert all(message for _, message in found)


@pytest.mark.parametrize(
    ("scene", "path"),
    [
        (Scene(walls=(Wall(line="0,0"),)), "walls.0.line"),
        (Scene(doors=(Door(id="a", line="x"),)), "doors.0.line"),
        (Scene(doors=(Door(id="a", line="0,0 1,1"), Door(id="a", line="0,0 1,1"))), "doors.1.id"),
        (Scene(covers=(Cover(name="a", box=""),)), "covers.0.box"),
        (Scene(rough=(Rough(name="a", box="1 1"),)), "rough.0.box"),
        (Scene(exits=(Box(name="a", box="0,0 1,1,1"),)), "exits.0.box"),
        (Scene(hazards=(Hazard(name="a", box="0,0 1,1", damage="-1"),)), "hazards.0.damage"),
        (Scene(tasks=(Task(id="a", seconds=1, at="99,99"),)), "tasks.0.at"),
        (Scene(tasks=(Task(id="a", seconds=1, at="1,1", opens="gate"),)), "tasks.0.opens"),
        (Scene(tasks=(Task(id="a", seconds=1, at="1,1", side="c"),)), "tasks.0.side"),
        (Scene(hazards=(Hazard(name="a", box="0,0 1,1", spares="ann"),)), "hazards.0.spares"),
    ],
)
def test_a_scene_that_cannot_be(scene: Scene, path: str) -> None:
    """DUA-2, DUA-16: each fault alone, at its path."""
    assert [where for where, _ in wrong(scene)] == [f"scene.{path}"]


def test_a_map_too_large_is_refused_at_once() -> None:
    """DUA-7: ten thousand by ten thousand squares are refused before anything is made of them."""
    assert [where for where, _ in wrong(Scene(width=10_000, height=10_000), at="5,5")] == ["scene"]
    assert wrong(Scene(width=10_000, height=10_000, grid="free"), at="5,5") == []
    assert [where for where, _ in wrong(Scene(walls=(Wall(line="0,0 99999,0"),)))] == ["scene"]


@pytest.mark.parametrize("at", ["9,9", "40,5", "-1,5", "3.5,4", "north", "3"])
def test_places_that_cannot_be(at: str) -> None:
    """DUA-7: taken, off the map, or no place at all."""
    assert [where for where, _ in wrong(at=at)] == ["participants.1.at"]


def test_two_ways_to_write_one_place() -> None:
    """DUA-7: on free metres."""
    assert [where for where, _ in wrong(Scene(grid="free"), at="9.0,9.00")] == ["participants.1.at"]
    assert wrong(Scene(grid="free"), at="9.5,9") == []


def test_the_sides_of_tasks_and_hazards() -> None:
    """DUA-2, DUA-16: those that somebody is on."""
    scene = Scene(
        tasks=(Task(id="x", seconds=1, at="1,1", side="b"),), hazards=(Hazard(name="y", box="0,0 1,1", spares="a"),)
    )
    assert wrong(scene, at="3,3") == []


def test_a_latecomer_may_be_given_a_place_that_is_taken_now() -> None:
    """DUA-7: the nearest free one is his when he comes."""
    people = (one("bo", "9,9"), one("ann", "9,9", arrives=2))
    assert check(Encounter(ruleset="dualaction", title="", participants=people, scene=Scene()), {}) == ()


def test_starting_it_says_what_is_wrong() -> None:
    """DUA-12."""
    with pytest.raises(EncounterError, match="leave nothing"):
        combat(one("ann", wounds=30), one("bo"))


def test_the_ground_of_a_scene() -> None:
    """DUA-6: low walls can be seen over and give cover; ground with factor 0 cannot be walked."""
    scene = Scene(
        walls=(Wall(line="0,5 8,5"), Wall(line="0,6 8,6", low=True, cover=3)),
        covers=(Cover(name="crate", box="1,1 2,2"),),
        rough=(Rough(name="mud", box="3,3 4,4"), Rough(name="pit", box="5,5 6,6", factor=0)),
        doors=(Door(id="gate", line="8,5 9,5", locked=True),),
    )
    made = ground.ground_of(scene)
    assert [(wall.stops_seeing, wall.top) for wall in made.walls] == [(True, None), (False, 100)]
    assert [(cover.name, cover.modifier) for cover in made.cover] == [("low wall", 3), ("crate", 2)]
    assert [(area.factor, area.closes) for area in made.areas] == [(2, ()), (2, ("walk",))]
    assert made.areas[0].shape == Rectangle((300, 300), (400, 400))
    assert (made.doors[0].open, made.doors[0].locked) == (False, True)
