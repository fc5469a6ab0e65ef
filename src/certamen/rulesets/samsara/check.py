"""What is wrong with a SAMSARA encounter beyond the types of its values."""

from collections.abc import Iterable, Mapping

from certamen.kernel.encounter import ID, Encounter
from certamen.kernel.rule import Problem, RulingValue
from certamen.rulesets.samsara import mechanics
from certamen.rulesets.samsara.reckon import bones
from certamen.rulesets.samsara.sheet import USUAL_SIZES, Goal, Scene, Sheet

Path = tuple[str | int, ...]


def check(encounter: Encounter, rulings: Mapping[str, RulingValue]) -> tuple[Problem, ...]:
    """All that is wrong with the shift, the sheets, the goals and the names they use."""
    problems = [*_shift(rulings), *_spheres(encounter, rulings)]
    for index, entry in enumerate(encounter.participants):
        problems += _sheet(("participants", index, "sheet"), entry.sheet)
    scene: Scene = encounter.scene
    problems += _people(encounter, scene)
    problems += _unknown(
        ("scene", "challenger"), (scene.challenger,) * bool(scene.challenger), _sides(encounter), "side"
    )
    seen: set[str] = set()
    for index, goal in enumerate(scene.goals):
        path = ("scene", "goals", index)
        if goal.id in seen:
            problems.append(Problem((*path, "id"), f"there are two goals {goal.id!r}", "a name of its own"))
        seen.add(goal.id)
        problems += [*_goal(path, goal, encounter), *_links(path, goal, scene)]
    return tuple(problems)


def _people(encounter: Encounter, scene: Scene) -> Iterable[Problem]:
    if all(entry.arrives for entry in encounter.participants):
        yield Problem(("participants",), "nobody is there when the contest starts", "one who does not arrive later")
    if len(_sides(encounter)) < 2 and not (scene.goals and all(goal.form == "simple" for goal in scene.goals)):
        yield Problem(("participants",), "there is nobody to strive against", "two sides, or simple goals alone")


def _shift(rulings: Mapping[str, RulingValue]) -> Iterable[Problem]:
    rolled = bones(rulings)
    if not mechanics.shift_works(rolled):
        least = mechanics.highest_roll(rolled) + rolled.shift - 7
        yield Problem(
            ("rulings", "chart_shift"),
            f"lowered by {rolled.shift}, {rulings['dice']} can never succeed (SAM-14)",
            f"a whole number up to {least}",
        )


def _spheres(encounter: Encounter, rulings: Mapping[str, RulingValue]) -> Iterable[Problem]:
    known = {encounter.scene.sphere, *(goal.sphere for goal in encounter.scene.goals if goal.sphere)}
    given = (name.partition(".")[2] for name in rulings if name.startswith("rating_from."))
    return _unknown(("rulings", "rating_from"), given, known, "sphere")


def _sides(encounter: Encounter) -> set[str]:
    return {entry.side for entry in encounter.participants}


def _unknown(path: Path, names: Iterable[str], known: Iterable[str], kind: str) -> Iterable[Problem]:
    allowed = sorted(known)
    for name in names:
        if name not in allowed:
            yield Problem(path, f"there is no {kind} {name!r}", ", ".join(allowed) or f"no {kind}: there is none")


def _sheet(path: Path, sheet: Sheet) -> Iterable[Problem]:
    if len(sheet.attributes) < 2:
        yield Problem((*path, "attributes"), "an actor needs two attributes (SAM-2)", "two or more, by name")
    for name, size in sheet.instruments.items():
        if size == "usual" and name not in USUAL_SIZES:
            known = ", ".join(USUAL_SIZES)
            yield Problem(
                (*path, "instruments", name), f"no usual size is known for {name!r}", f"a size, or one of {known}"
            )


def _goal(path: Path, goal: Goal, encounter: Encounter) -> Iterable[Problem]:
    if not ID.match(goal.id):
        yield Problem(
            (*path, "id"), f"{goal.id!r} is not a name", "a small letter, then small letters, digits, hyphens"
        )
    sets = [(path, goal.attributes, goal.abilities, goal.motives)]
    if goal.resist is not None:
        sets.append(((*path, "resist"), goal.resist.attributes, goal.resist.abilities, goal.resist.motives))
    sheets: list[Sheet] = [entry.sheet for entry in encounter.participants]
    for where, attributes, abilities, motives in sets:
        if len(set(attributes)) == 1:
            yield Problem((*where, "attributes"), "one attribute is too few (SAM-2)", "two or more, or none named")
        yield from _unknown((*where, "attributes"), attributes, {n for s in sheets for n in s.attributes}, "attribute")
        yield from _unknown((*where, "abilities"), abilities, {n for s in sheets for n in s.abilities}, "ability")
        yield from _unknown((*where, "motives"), motives, {n for s in sheets for n in s.motives}, "motive")
    people = {entry.id for entry in encounter.participants} | _sides(encounter)
    for name, given in (
        ("pursued_by", goal.pursued_by),
        ("against", goal.against),
        ("situation", tuple(goal.situation)),
    ):
        yield from _unknown((*path, name), given, people, "actor or side")


def _links(path: Path, goal: Goal, scene: Scene) -> Iterable[Problem]:
    simple = {other.id for other in scene.goals if other.form == "simple"} - {goal.id}
    yield from _unknown((*path, "after"), goal.after, simple, "other simple goal")
    yield from _unknown((*path, "helps"), goal.helps, {other.id for other in scene.goals} - {goal.id}, "other goal")
    if goal.form == "full":
        for name, given in (("power", goal.power is not None), ("helps", bool(goal.helps)), ("free", goal.free)):
            if given:
                yield Problem((*path, name), f"{name} belongs to simple contests", "form: simple")
