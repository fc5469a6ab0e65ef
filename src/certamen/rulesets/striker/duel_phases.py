"""The phases of an exact Striker duel: the compiled fight's tables, two at a time, without what falls or is past."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import NamedTuple

from certamen.kernel.loop import World
from certamen.kernel.ruleset import Codes
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.loop_tables import Person, Scene, Tables


class Lots(NamedTuple):
    """Initiative is rolled: M(Resolve) and M(Perception) of both; whether one die serves for both; the ruling."""

    one: m.Initiative
    other: m.Initiative
    shared: bool
    ruling: m.GmInitiative
    highest: int


class Tied(NamedTuple):
    """Both have the same place in the order: a d20 each."""

    lots: Lots


class First(NamedTuple):
    """This side goes first: the first round begins."""

    side: int


class At(NamedTuple):
    """Somebody is asked: the people without hp, the scene without its round, the way of a move that is stopped."""

    one: Person
    other: Person
    scene: Scene
    order: tuple[int, int]
    path: tuple[int, ...] = ()


class Begun(NamedTuple):
    """A round has begun, and it is this one's turn."""

    at: At


class Chosen(NamedTuple):
    """One who has no policy has chosen this."""

    at: At
    codes: Codes


class Struck(NamedTuple):
    """A blow at `target` by an act of this verb has been rolled."""

    at: At
    who: int
    target: int
    nth: int
    verb: int
    hit: bool


class Tried(NamedTuple):
    """One has tried to get up by skill."""

    at: At
    who: int
    fine: bool


def records(tables: Tables) -> World:
    """Tables that can be written on."""
    written: World = type(tables)
    return written(*([SimpleNamespace(**row._asdict()) for row in table] for table in tables))


def load(world: World, phase: At, hp: Sequence[int]) -> None:
    """Put the tables into a phase, both with so many hp."""
    for i, one in enumerate((phase.one, phase.other)):
        vars(world.people[i]).update(one._asdict(), hp=hp[i])
        world.order[i].who = phase.order[i]
    vars(world.scene[0]).update(phase.scene._asdict())
    for row, cell in zip(world.desk_path, phase.path, strict=False):
        row.cell = cell


def kept(world: World) -> At:
    """The phase that the tables have come to, without what no longer matters: so that what is alike is the same."""
    scene = Scene(**vars(world.scene[0]))._replace(round=0)
    one, other = (_without(Person(**vars(world.people[i])), i == scene.acting) for i in (0, 1))
    path = tuple(world.desk_path[i].cell for i in range(scene.steps))
    return At(one, other, scene, (world.order[0].who, world.order[1].who), path)


def _without(one: Person, acting: bool) -> Person:
    """Someone without his hp and initiative, and in another's turn without what is left of his own."""
    if acting:
        return one._replace(hp=0, initiative=0)
    return Person(at=one.at, held=one.held, react=one.react, prone=one.prone, evading=one.evading, asked=one.asked)
