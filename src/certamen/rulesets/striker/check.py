"""What is wrong with an encounter beyond types: places, names, effects and notation that cannot be read (STR-7)."""

from collections.abc import Iterator, Mapping

from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.rule import Problem, RulingValue, repeated
from certamen.kernel.space.drawn import place_problem, problems
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker import notation
from certamen.rulesets.striker.ground import empty_ground, ground_of
from certamen.rulesets.striker.lines import blocks, effect_of
from certamen.rulesets.striker.scene import Map, Scene
from certamen.rulesets.striker.sheet import Sheet, Subject, Weapon

Path = tuple[str | int, ...]

ASKED_FOR = ("Agility", "Strength", "Resolve", "Acrobatics", "Cbt-Melee")
"""What rules ask for by name, whether or not a sheet has it."""


def check(encounter: Encounter, rulings: Mapping[str, RulingValue]) -> tuple[Problem, ...]:
    """All that is wrong with it, each with its path in the file."""
    scene: Scene = encounter.scene
    found = list(_size(scene.map)) if scene.map is not None else []
    if found:
        return tuple(found)
    found += _scene(scene)
    base = rulings.get("passive_base", m.BASE)
    if base not in (m.BASE, m.PASSIVE_TEN):
        found.append(Problem(("rulings", "passive_base"), f"passive_base cannot be {base}", "8 or 10"))
    found += _skills(encounter, scene)
    ids = [entry.id for entry in encounter.participants]
    for index, who in enumerate(ids):
        if who in [item.id for item in scene.items]:
            found.append(Problem(("participants", index, "id"), f"{who} is an item too", "an id of its own"))
    found += _surprise(scene, ids, [entry.side for entry in encounter.participants])
    taken: dict[str, str] = {}
    for index, entry in enumerate(encounter.participants):
        found += _entry(entry, scene, ("participants", index), taken)
        found += _sheet(entry.sheet, ("participants", index, "sheet"), rulings)
    if not found and scene.map is not None:
        found += _ground(scene.map)
    return tuple(found)


# --- the scene -----------------------------------------------------------------------------------------------------


def _size(plan: Map) -> Iterator[Problem]:
    try:
        empty_ground(plan)
    except ValueError as error:
        yield Problem(("scene", "map"), str(error), "a map that can be")


def _ground(plan: Map) -> Iterator[Problem]:
    try:
        ground_of(plan)
    except ValueError as error:
        yield Problem(("scene", "map"), str(error), "a map that can be")


def _scene(scene: Scene) -> Iterator[Problem]:
    yield from repeated((item.id for item in scene.items), ("scene", "items"), "id")
    for index, item in enumerate(scene.items):
        path: Path = ("scene", "items", index)
        yield from _subject(item, path)
        if item.at and scene.map is not None:
            wrong = place_problem(empty_ground(scene.map), item.at, (*path, "at"), heights=True)
            yield from (wrong,) if wrong else ()
    if scene.map is None:
        return
    for kind in ("walls", "doors", "covers", "rough", "hides", "exits"):
        yield from problems(getattr(scene.map, kind), ("scene", "map", kind))
    yield from repeated((door.id for door in scene.map.doors), ("scene", "map", "doors"), "id")
    if scene.map.fall:
        yield from _effect(scene.map.fall, ("scene", "map", "fall"))


def _surprise(scene: Scene, ids: list[str], sides: list[str]) -> Iterator[Problem]:
    known = {"sneaking": sides, "might": ids + sides, "surprised": ids + sides, "alert": ids}
    for kind, names in known.items():
        for index, name in enumerate(getattr(scene.surprise, kind)):
            if name not in names:
                yield Problem(
                    ("scene", "surprise", kind, index), f"there is no {name}", ", ".join(dict.fromkeys(names))
                )
    for index, warning in enumerate(scene.surprise.warned):
        if warning.who not in ids:
            path: Path = ("scene", "surprise", "warned", index, "who")
            yield Problem(path, f"there is no participant {warning.who}", ", ".join(ids))


def _skills(encounter: Encounter, scene: Scene) -> Iterator[Problem]:
    """Blocks that do not parse, and skills that nobody has in what they add (STR-7)."""
    try:
        skills = blocks(scene)
    except notation.NotationError as error:
        where = f"{error.skill or 'the skills'}, line {error.line}, column {error.column}"
        yield Problem(("scene", "skills"), f"{where}: {error.found} will not do", error.expected)
        return
    known = {*ASKED_FOR, scene.surprise.stealth, scene.surprise.perception, *(name for name, _ in skills)}
    for entry in encounter.participants:
        known |= entry.sheet.skills.keys() | entry.sheet.attributes.keys()
    names: set[str] = set()
    for name, text in skills:
        path: Path = ("scene", "skills", name)
        try:
            skill = notation.parse_block(text, name)
        except notation.NotationError as error:
            where = f"{error.skill}, line {error.line}, column {error.column}"
            yield Problem(path, f"{where}: {error.found} will not do", error.expected)
            continue
        names |= {one.name for one in notation.acts(skill)}
        for problem in notation.check(skill, known):
            where = f"{problem.skill}, line {problem.line}, column {problem.column}"
            yield Problem(path, f"{where}: {problem.message}", problem.expected)
    for kind in ("timings", "challenges"):
        for act in getattr(scene, kind):
            if act.rpartition(".")[2] not in names:
                yield Problem(("scene", kind, act), f"no skill gives the act {act}", ", ".join(sorted(names)) or "none")


# --- participants --------------------------------------------------------------------------------------------------


def _entry(entry: Entry, scene: Scene, path: Path, taken: dict[str, str]) -> Iterator[Problem]:
    if scene.map is None or not entry.at:
        return
    wrong = place_problem(empty_ground(scene.map), entry.at, (*path, "at"), heights=True)
    if wrong:
        yield wrong
    if wrong or entry.arrives:
        return
    if entry.at in taken:
        yield Problem(
            (*path, "at"), f"{entry.id} stands where {taken[entry.at]} stands: {entry.at}", "a place of its own"
        )
    taken.setdefault(entry.at, entry.id)


def _sheet(sheet: Sheet, path: Path, rulings: Mapping[str, RulingValue]) -> Iterator[Problem]:
    pools = {"hp": sheet.hp, **sheet.pools}
    for name, lost in sheet.lost.items():
        if name not in pools:
            yield Problem((*path, "lost", name), f"there is no pool {name}", ", ".join(pools))
        elif name == "hp" and lost >= sheet.hp:
            yield Problem((*path, "lost", name), f"{lost} lost leave nothing of {sheet.hp} hp", "fewer than the hp")
    if sheet.speed and sheet.stock not in sheet.speed:
        yield Problem((*path, "stock"), f"there is no speed for {sheet.stock}", ", ".join(sheet.speed))
    if sheet.tc is None and rulings.get("derived_tc") == "sheet":
        yield Problem((*path, "tc"), "the ruling derived_tc says that each sheet gives its TC", "a whole number")
    yield from repeated((one.name for one in sheet.weapons), (*path, "weapons"), "name")
    yield from repeated((one.name for one in sheet.gear), (*path, "gear"), "name")
    for index, weapon in enumerate(sheet.weapons):
        yield from _weapon(sheet, weapon, (*path, "weapons", index))
    for index, gear in enumerate(sheet.gear):
        if gear.restores:
            yield from _effect(gear.restores, (*path, "gear", index, "restores"))
    yield from _subject(sheet.subject, (*path, "subject"))


def _weapon(sheet: Sheet, weapon: Weapon, path: Path) -> Iterator[Problem]:
    yield from _effect(weapon.effect, (*path, "effect"))
    if weapon.skill not in sheet.skills:
        known = ", ".join(sheet.skills) or "the sheet has none"
        yield Problem((*path, "skill"), f"{weapon.name} is used with {weapon.skill}, which the sheet lacks", known)
    if not weapon.single and not weapon.area:
        yield Problem((*path, "area"), f"{weapon.name} hits neither one target nor an area", "area, in metres")


def _subject(subject: Subject, path: Path) -> Iterator[Problem]:
    for act, needed in subject.needs.items():
        for index, name in enumerate(needed):
            if not name:
                yield Problem((*path, "needs", act, index), "an empty condition", "a condition")


# --- small -----------------------------------------------------------------------------------------------------------


def _effect(text: str, path: Path) -> Iterator[Problem]:
    try:
        found = effect_of(text)
    except notation.NotationError as error:
        yield Problem(path, f"{text!r}, column {error.column}: {error.found} will not do", error.expected)
        return
    if found is None:
        yield Problem(path, f"{text!r} is no effect", "dice off a pool, as 2d6(hp,frc)")
