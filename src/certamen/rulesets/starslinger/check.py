"""What is wrong with an encounter beyond types: names that lead nowhere, unreadable dice, tables with holes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from certamen.kernel.encounter import Encounter
from certamen.kernel.rule import Problem, RulingValue
from certamen.rulesets.starslinger.scene import Scene
from certamen.rulesets.starslinger.sheet import BARE, Sheet, Weapon, read_dice

Path = tuple[str | int, ...]

DICE = "dice such as 1d6"
CONDITIONAL = ("drops-item", "jams-item", "petrified")


def check(encounter: Encounter, rulings: Mapping[str, RulingValue]) -> tuple[Problem, ...]:
    """All that is wrong, with paths in the file."""
    scene: Scene = encounter.scene
    problems = [*_scene(scene), *_melees(encounter)]
    if not scene.gm and rulings["order"] == "thread":
        problems.append(
            Problem(("scene", "gm"), "a thread needs a GM to post", "gm: true, or the ruling order: initiative")
        )
    for index, entry in enumerate(encounter.participants):
        path: Path = ("participants", index)
        if (scene.spots or entry.at) and entry.at not in scene.spots:
            problems.append(_unknown((*path, "at"), "spot", entry.at, scene.spots))
        problems += _sheet((*path, "sheet"), entry.sheet)
    return tuple(problems)


def _unknown(path: Path, what: str, name: str, known: Iterable[str]) -> Problem:
    return Problem(path, f"there is no {what} {name!r}" if name else f"a {what} is missing", ", ".join(known) or "none")


def _sheet(path: Path, sheet: Sheet) -> Iterator[Problem]:
    names = [*(weapon.name for weapon in sheet.weapons), *(power.name for power in sheet.healing)]
    skills = (*sheet.skills, *sheet.abilities)
    for name, count in Counter((*names, *(weapon.name for weapon in BARE))).items():
        if count > 1:
            yield Problem((*path, "weapons"), f"{count} weapons or powers are called {name!r}", "a name for each")
    for index, weapon in enumerate(sheet.weapons):
        yield from _weapon((*path, "weapons", index), weapon, skills)
    if sum(weapon.hands for weapon in sheet.weapons if weapon.held) > 2:
        yield Problem((*path, "weapons"), "more is in hand than two hands hold", "held: false for what is sheathed")
    for index, power in enumerate(sheet.healing):
        if read_dice(power.healing) in (None, (0, 0)):
            yield Problem((*path, "healing", index, "healing"), f"{power.healing!r} cannot be rolled", DICE)
        if power.skill not in skills:
            yield _unknown((*path, "healing", index, "skill"), "skill", power.skill, skills)
    weapons = (*(weapon.name for weapon in sheet.weapons), *(weapon.name for weapon in BARE))
    for index, reaction in enumerate(sheet.reactions):
        if reaction.weapon not in weapons:
            yield _unknown((*path, "reactions", index, "weapon"), "weapon", reaction.weapon, weapons)
    if sheet.hurt >= sheet.hp:
        yield Problem((*path, "hurt"), "no hit points are left", f"less than {sheet.hp}")


def _weapon(path: Path, weapon: Weapon, skills: tuple[str, ...]) -> Iterator[Problem]:
    if weapon.skill not in skills:
        yield _unknown((*path, "skill"), "skill", weapon.skill, skills)
    if read_dice(weapon.damage) is None:
        yield Problem((*path, "damage"), f"{weapon.damage!r} cannot be rolled", DICE)
    if weapon.double and weapon.hands != 2:
        yield Problem((*path, "double"), "a double weapon is held in two hands", "hands: 2")
    if "+" in weapon.name:
        yield Problem((*path, "name"), "a weapon's name holds no +", "another name")


def _scene(scene: Scene) -> Iterator[Problem]:
    gives = {one.gives for one in scene.challenges} | {f"{door.id}:open" for door in scene.doors}
    for pair in scene.distances:
        yield from _pair(("scene", "distances", pair), pair, scene)
        mirrored = "/".join(reversed(pair.split("/")))
        if mirrored < pair and mirrored in scene.distances:
            yield Problem(("scene", "distances", pair), "this distance is given twice", "each pair of spots once")
    for index, challenge in enumerate(scene.challenges):
        path: Path = ("scene", "challenges", index)
        for field, spot in (("at", challenge.at), ("moves_to", challenge.moves_to)):
            if spot and spot not in scene.spots:
                yield _unknown((*path, field), "spot", spot, scene.spots)
        yield from _needs(path, challenge.needs, gives)
        if len({way.id for way in challenge.ways}) < len(challenge.ways):
            yield Problem((*path, "ways"), "two ways have the same id", "an id for each")
    for index, door in enumerate(scene.doors):
        yield from _pair(("scene", "doors", index, "between"), door.between, scene)
        yield from _needs(("scene", "doors", index), door.needs, gives)
    for what, ids in (("challenges", [c.id for c in scene.challenges]), ("doors", [d.id for d in scene.doors])):
        if len(set(ids)) < len(ids):
            yield Problem(("scene", what), f"two {what} have the same id", "an id for each")
    rows = [row.upto for row in scene.critical_effects]
    if rows != sorted(set(rows)) or rows[-1] != 100:
        yield Problem(("scene", "critical_effects"), "the rows do not rise to 100", "upto: 10, 25, ... 100")
    if all(row.effect in CONDITIONAL for row in scene.critical_effects):
        yield Problem(
            ("scene", "critical_effects"), "every row may have to be rolled again", "a row that always stands"
        )


def _pair(path: Path, pair: str, scene: Scene) -> Iterator[Problem]:
    spots = pair.split("/")
    if len(spots) != 2 or spots[0] == spots[1] or not set(spots) <= set(scene.spots):
        yield Problem(path, f"{pair!r} names no two spots", "two of " + (", ".join(scene.spots) or "none") + ", as a/b")


def _needs(path: Path, needs: tuple[str, ...], gives: set[str]) -> Iterator[Problem]:
    for name in needs:
        if name not in gives:
            yield _unknown((*path, "needs"), "mark that anything gives called", name, sorted(gives - {""}))


def _melees(encounter: Encounter) -> Iterator[Problem]:
    entries = {entry.id: entry for entry in encounter.participants}
    seen: set[str] = set()
    for index, group in enumerate(encounter.scene.melees):
        path: Path = ("scene", "melees", index)
        if len(group) < 2:
            yield Problem(path, "a melee has two or more in it", "two ids")
        for who in group:
            if who not in entries:
                yield _unknown(path, "participant", who, entries)
            elif who in seen:
                yield Problem(path, f"{who} is in two melees, or twice in one", "each once")
            seen.add(who)
        if len({entries[who].at for who in group if who in entries}) > 1:
            yield Problem(path, "those in one melee are at different spots", "the same at for all of them")
