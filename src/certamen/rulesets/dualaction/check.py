"""What is wrong with an encounter beyond types: ranges and places that cannot be read, names that nothing has."""

from collections.abc import Iterator, Mapping

from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.rule import Problem, RulingValue, repeated
from certamen.kernel.space import Ground, Place
from certamen.kernel.space.drawn import Path, Unreadable, place_problem, problems, read_place
from certamen.rulesets.dualaction.ground import empty_ground, ground_of, read_range
from certamen.rulesets.dualaction.scene import Scene
from certamen.rulesets.dualaction.sheet import UNARMED, Sheet, Weapon


def check(encounter: Encounter, rulings: Mapping[str, RulingValue]) -> tuple[Problem, ...]:
    """All that is wrong with it, each with its path in the file."""
    del rulings
    scene: Scene = encounter.scene
    try:
        ground = empty_ground(scene)
    except ValueError as error:
        return (_impossible(error),)
    found = [*_scene(scene), *_tasks(scene, ground)]
    sides = list(dict.fromkeys(entry.side for entry in encounter.participants))
    for kind, key in (("hazards", "spares"), ("tasks", "side")):
        found += _sides([getattr(thing, key) for thing in getattr(scene, kind)], sides, kind, key)
    taken: dict[Place, str] = {}
    for index, entry in enumerate(encounter.participants):
        path: Path = ("participants", index)
        found += _entry(entry, ground, (*path, "at"), taken)
        found += _sheet(entry.sheet, (*path, "sheet"))
    if not found:
        try:
            ground_of(scene)
        except ValueError as error:
            return (_impossible(error),)
    return tuple(found)


def _impossible(error: ValueError) -> Problem:
    return Problem(("scene",), str(error), "a map that can be")


def _entry(entry: Entry, ground: Ground, path: Path, taken: dict[Place, str]) -> Iterator[Problem]:
    if not entry.at:
        return
    problem = place_problem(ground, entry.at, path)
    if problem is not None:
        yield problem
        return
    other = taken.setdefault(read_place(ground, entry.at), entry.id)
    if other != entry.id and not entry.arrives:
        yield Problem(path, f"{entry.id} stands where {other} stands: {entry.at}", "a place of its own")


# --- the sheet -------------------------------------------------------------------------------------------------


def _sheet(sheet: Sheet, path: Path) -> Iterator[Problem]:
    if sheet.wounds >= sheet.hp:
        yield Problem((*path, "wounds"), f"{sheet.wounds} wounds leave nothing of {sheet.hp} HP", "fewer than the HP")
    if sheet.worn > sheet.dr:
        yield Problem((*path, "worn"), f"{sheet.worn} worn off {sheet.dr} DR", "no more than the DR")
    for kind, things in (("weapons", sheet.weapons), ("items", sheet.items), ("abilities", sheet.abilities)):
        yield from repeated((thing.name for thing in things), (*path, kind), "name")
    for index, weapon in enumerate(sheet.weapons):
        yield from _weapon(weapon, (*path, "weapons", index))
    for index, ability in enumerate(sheet.abilities):
        here: Path = (*path, "abilities", index)
        if ability.damage:
            yield from _range(ability.damage, (*here, "damage"))
        if ability.use == "stop" and ability.target != "enemy":
            yield Problem((*here, "target"), f"{ability.name} stops moves: its target is an enemy", "enemy")


def _weapon(weapon: Weapon, path: Path) -> Iterator[Problem]:
    yield from _range(weapon.damage, (*path, "damage"))
    if weapon.name == UNARMED:
        yield Problem((*path, "name"), f"{UNARMED} is the name of bare hands", "another name")
    if weapon.optimal and weapon.thrown:
        yield Problem((*path, "thrown"), f"{weapon.name} is fired: it is not thrown", "optimal or thrown, not both")
    if weapon.shots > 1 and not weapon.optimal:
        yield Problem((*path, "shots"), f"{weapon.name} is not fired: it has no shots", "optimal, in metres")
    if weapon.magazine and not weapon.optimal:
        yield Problem((*path, "magazine"), f"{weapon.name} is not fired: it has no magazine", "optimal, in metres")
    if weapon.loaded is not None and weapon.loaded > weapon.magazine:
        yield Problem(
            (*path, "loaded"), f"{weapon.loaded} loaded, {weapon.magazine} in a magazine", "no more than fits"
        )
    reached = [band.upto for band in weapon.difficulties]
    if reached != sorted(set(reached)):
        yield Problem((*path, "difficulties"), f"the bands of {weapon.name} are out of order", "the nearest first")
    if reached and not (weapon.optimal or weapon.thrown):
        yield Problem((*path, "difficulties"), f"{weapon.name} is neither fired nor thrown", "optimal or thrown")


def _range(text: str, path: Path) -> Iterator[Problem]:
    try:
        read_range(text)
    except Unreadable as error:
        yield Problem(path, f"{text!r} is no range of damage", str(error))


# --- the scene -------------------------------------------------------------------------------------------------


def _scene(scene: Scene) -> Iterator[Problem]:
    for kind in ("walls", "doors", "covers", "rough", "hazards", "exits"):
        yield from problems(getattr(scene, kind), ("scene", kind))
    for index, hazard in enumerate(scene.hazards):
        if hazard.damage:
            yield from _range(hazard.damage, ("scene", "hazards", index, "damage"))
    yield from repeated((door.id for door in scene.doors), ("scene", "doors"), "id")
    yield from repeated((task.id for task in scene.tasks), ("scene", "tasks"), "id")
    yield from repeated((hazard.name for hazard in scene.hazards), ("scene", "hazards"), "name")


def _tasks(scene: Scene, ground: Ground) -> Iterator[Problem]:
    doors = [door.id for door in scene.doors]
    for index, task in enumerate(scene.tasks):
        path: Path = ("scene", "tasks", index)
        problem = place_problem(ground, task.at, (*path, "at"))
        if problem is not None:
            yield problem
        if task.opens and task.opens not in doors:
            yield Problem((*path, "opens"), f"there is no door {task.opens}", ", ".join(doors) or "no doors are listed")


def _sides(named: list[str], sides: list[str], kind: str, key: str) -> Iterator[Problem]:
    """Sides that nobody is on; "" stands for none."""
    for index, side in enumerate(named):
        if side and side not in sides:
            yield Problem(("scene", kind, index, key), f"nobody is on the side {side}", ", ".join(sides))
