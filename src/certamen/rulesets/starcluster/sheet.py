"""What people write down for StarCluster: the character sheet, the scene, and what types cannot say about them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le, MinLen

from certamen.kernel.audience import Seen
from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.rule import Problem, RulingValue

STRICT = {"extra": "forbid", "use_attribute_docstrings": True}

Band = Literal["close", "short", "medium", "long", "extreme"]
Modifier = Annotated[int, Ge(-500), Le(500)]
Plus = Annotated[int, Ge(-20), Le(100)]
Name = Annotated[str, MinLen(1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A weapon, or what one fights with."""

    __pydantic_config__: ClassVar = STRICT

    name: Name
    """How it is called: revolver."""
    skill: Name
    """The skill it is used with: gun."""
    quality: Modifier = 0
    """What it adds to quality of success: revolver 15, automatic rifle 25, hunting rifle 25."""
    bands: dict[Band, Modifier] = field(default_factory=dict)
    """What each range band adds to the target number, 0 where it is not listed."""
    farthest: Band = "extreme"
    """The last range band it can be used at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A character."""

    __pydantic_config__: ClassVar = STRICT

    constitution: Annotated[int, Ge(1), Le(100_000), Seen("vital")]
    """Full Constitution."""
    wounds: Annotated[int, Ge(0), Le(200_000), Seen("vital")] = 0
    """Constitution lost before this contest."""
    skills: Annotated[dict[str, Plus], Seen("vital")] = field(default_factory=dict)
    """The plus of each skill: {gun: 5, overdo: 2}. One that is not listed counts as plus 0."""
    targets: Annotated[dict[str, Modifier], Seen("vital")] = field(default_factory=dict)
    """The target number of a skill where it is given outright, instead of what the plus makes it."""
    weapons: Annotated[tuple[Weapon, ...], Seen("all")] = ()
    """What he fights with, the usual one first."""
    armour: Annotated[Modifier, Seen("all")] = 0
    """What his armour adds to the target number of those who attack him; below 0 it protects."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """How far apart two participants are at the start."""

    __pydantic_config__: ClassVar = STRICT

    between: tuple[str, str]
    """The ids of the two."""
    band: Band
    """The range band between them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Something to be done with a skill, in a fight or without one."""

    __pydantic_config__: ClassVar = STRICT

    id: Name
    """Its id; done by a side, it sets the mark ID:SIDE, which an objective may need."""
    name: Name
    """What it is: hot-wire the truck."""
    skill: Name
    """The skill it takes."""
    modifier: Modifier = 0
    """What its circumstances add to the target number."""
    needs: Annotated[int, Ge(0), Le(100_000)] = 0
    """The quality of success it takes in all, over as many successes as needed; 0 when any success will do."""
    side: str = ""
    """The side that may do it; empty when any may."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Where it happens."""

    __pydantic_config__: ClassVar = STRICT

    contest: Literal["combat", "tasks"] = "combat"
    """A combat goes by initiative until one side is left; in tasks each tries every task once, without opponents."""
    range: Band = "medium"
    """The range band between opponents who are not named in `ranges`."""
    ranges: tuple[Range, ...] = ()
    """The range bands that differ."""
    lighting: Modifier = 0
    """What the light adds to the target number of every attack; below 0 it hinders."""
    cover: dict[str, Modifier] = field(default_factory=dict)
    """What the cover of a participant (by id) adds to the target number of those who attack him."""
    tasks: tuple[Task, ...] = ()
    """What else there is to do."""


def check(encounter: Encounter, rulings: Mapping[str, RulingValue]) -> tuple[Problem, ...]:
    """Find what is wrong beyond types: names twice, ids of nobody, a contest that cannot go on."""
    del rulings
    people = (problem for i, entry in enumerate(encounter.participants) for problem in _person(i, entry))
    return (*people, *_scene(encounter))


def _person(index: int, entry: Entry) -> Iterator[Problem]:
    sheet: Sheet = entry.sheet
    path = ("participants", index, "sheet")
    if sheet.wounds >= sheet.constitution:
        yield Problem((*path, "wounds"), f"{entry.id} has no Constitution left", f"less than {sheet.constitution}")
    seen: set[str] = set()
    for i, weapon in enumerate(sheet.weapons):
        if weapon.name in seen:
            yield Problem((*path, "weapons", i, "name"), f"{entry.id} has two weapons named {weapon.name}")
        seen.add(weapon.name)


def _scene(encounter: Encounter) -> Iterator[Problem]:
    scene: Scene = encounter.scene
    ids = [entry.id for entry in encounter.participants]
    sides = {entry.side for entry in encounter.participants}
    for i, one in enumerate(scene.ranges):
        for j, who in enumerate(one.between):
            if who not in ids:
                yield Problem(("scene", "ranges", i, "between", j), f"there is no participant {who}", ", ".join(ids))
        if one.between[0] == one.between[1]:
            yield Problem(("scene", "ranges", i, "between"), f"{one.between[0]} is at no range from himself")
    for who in scene.cover:
        if who not in ids:
            yield Problem(("scene", "cover", who), f"there is no participant {who}", ", ".join(ids))
    if scene.contest == "tasks" and not scene.tasks:
        yield Problem(("scene", "tasks"), "a contest of tasks needs a task")
    for i, task in enumerate(scene.tasks):
        if task.id in [other.id for other in scene.tasks[:i]]:
            yield Problem(("scene", "tasks", i, "id"), f"two tasks have the id {task.id}")
        if task.side and task.side not in sides:
            yield Problem(("scene", "tasks", i, "side"), f"there is no side {task.side}", ", ".join(sorted(sides)))
    if scene.contest == "combat" and len(sides) < 2:
        yield Problem(("participants",), "a combat needs two sides", "participants of another side, or contest: tasks")
