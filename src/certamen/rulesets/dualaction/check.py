"""What is wrong with an encounter beyond types: ranges and places that cannot be read, names that nothing has."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.rule import Problem, RulingValue
from certamen.kernel.space import Ground
from certamen.rulesets.dualaction.ground import Unreadable, empty_ground, ground_of, read_pair, read_place, read_range
from certamen.rulesets.dualaction.scene import Scene
from certamen.rulesets.dualaction.sheet import UNARMED, Sheet, Weapon

Path = tuple[str | int, ...]


def check(encounter: Encounter, rulings: Mapping[str, RulingValue]) -> tuple[Problem, ...]:
    """All that is wrong with it, each with its path in the file."""
    del rulings
    scene: Scene = encounter.scene
    too_large = tuple(_ground(empty_ground, scene))
    if too_large:
        return too_large
    found = [*_scene(scene)]
    taken: dict[str, str] = {}
    for index, entry in enumerate(encounter.participants):
        path: Path = ("participants", index)
        found += _entry(entry, scene, path, taken)
        found += _sheet(entry.sheet, (*path, "sheet"))
    if not found:
        found += _ground(ground_of, scene)
    return tuple(found)


def _entry(entry: Entry, scene: Scene, path: Path, taken: dict[str, str]) -> Iterator[Problem]:
    if not entry.at:
        return
    try:
        read_place(scene, entry.at)
    except Unreadable as error:
        yield Problem((*path, "at"), f"{entry.id} cannot stand at {entry.at!r}", str(error))
        return
    if not entry.arrives and entry.at in taken:
        yield Problem(
            (*path, "at"), f"{entry.id} stands where {taken[entry.at]} stands: {entry.at}", "a place of its own"
        )
    taken.setdefault(entry.at, entry.id)


# --- the sheet -------------------------------------------------------------------------------------------------


def _sheet(sheet: Sheet, path: Path) -> Iterator[Problem]:
    if sheet.wounds >= sheet.hp:
        yield Problem((*path, "wounds"), f"{sheet.wounds} wounds leave nothing of {sheet.hp} HP", "fewer than the HP")
    if sheet.worn > sheet.dr:
        yield Problem((*path, "worn"), f"{sheet.worn} worn off {sheet.dr} DR", "no more than the DR")
    for kind, things in (("weapons", sheet.weapons), ("items", sheet.items), ("abilities", sheet.abilities)):
        yield from _twice((thing.name for thing in things), (*path, kind), "name")
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


def _twice(names: Iterable[str], path: Path, what: str) -> Iterator[Problem]:
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name in seen:
            yield Problem((*path, index, what), f"{name} is there twice", f"a {what} of its own")
        seen.add(name)


# --- the scene -------------------------------------------------------------------------------------------------


def _scene(scene: Scene) -> Iterator[Problem]:
    for kind in ("walls", "doors"):
        for index, thing in enumerate(getattr(scene, kind)):
            yield from _pair(thing.line, ("scene", kind, index, "line"))
    for kind in ("covers", "rough", "hazards", "exits"):
        for index, thing in enumerate(getattr(scene, kind)):
            yield from _pair(thing.box, ("scene", kind, index, "box"))
    for index, hazard in enumerate(scene.hazards):
        if hazard.damage:
            yield from _range(hazard.damage, ("scene", "hazards", index, "damage"))
    yield from _twice((door.id for door in scene.doors), ("scene", "doors"), "id")
    yield from _twice((task.id for task in scene.tasks), ("scene", "tasks"), "id")
    yield from _twice((hazard.name for hazard in scene.hazards), ("scene", "hazards"), "name")
    yield from _tasks(scene)


def _tasks(scene: Scene) -> Iterator[Problem]:
    doors = [door.id for door in scene.doors]
    for index, task in enumerate(scene.tasks):
        path: Path = ("scene", "tasks", index)
        try:
            read_place(scene, task.at)
        except Unreadable as error:
            yield Problem((*path, "at"), f"{task.id} cannot be done at {task.at!r}", str(error))
        if task.opens and task.opens not in doors:
            yield Problem((*path, "opens"), f"there is no door {task.opens}", ", ".join(doors) or "no doors are listed")


def _pair(text: str, path: Path) -> Iterator[Problem]:
    try:
        read_pair(text)
    except Unreadable as error:
        yield Problem(path, f"{text!r} cannot be read", str(error))


def _ground(make: Callable[[Scene], Ground], scene: Scene) -> Iterator[Problem]:
    try:
        make(scene)
    except ValueError as error:
        yield Problem(("scene",), str(error), "a map that can be")
