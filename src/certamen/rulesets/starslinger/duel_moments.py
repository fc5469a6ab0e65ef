"""The moments of an exact duel: the numbers of the compiled loop without what no longer matters, and put back."""

from types import SimpleNamespace
from typing import NamedTuple

from certamen.kernel.loop import World
from certamen.rulesets.starslinger import loop_tables as t
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.loop_harm import hurt

MOST_ABOVE = 4  # hit points that second winds give back, followed above those that wounds have left
LOW = MOST_ABOVE + 1
MOST_BLEEDING = 3  # wounds that bleed, counted

PERSON = (
    "status", "checks", "done", "limit", "spent", "rerolls", "provoked", "by", "at", "melee", "pending", "flat",
    "stunned", "blinded", "muted", "guard", "prone", "shaken", "edge", "steady", "bleeding", "comes",
)  # fmt: skip
LASTING = ("flat", "stunned", "blinded", "muted", "guard")
TURN = ("checks", "done", "limit", "spent")
SCENE = ("acting", "phase", "asked", "depth")
ROLLED = ("dc", "base", "bonuses", "best", "penalties", "worst", "advantage", "edges", "first", "second", "edge")
NAMED = ("kind", "actor", "target", "arm", "reaction", "halved", "then_arm", "then_target", "degree", "critical")
CHECK = (*NAMED, *ROLLED)

Bands = tuple[int, int]


class At(NamedTuple):
    """A moment: the loop's numbers but for hit points; above: those a second wind gave back, on top of the values."""

    numbers: tuple[int, ...]
    above: tuple[int, int]


class Setting(NamedTuple):
    """What is worked with: a world of records, the cells in it that change, what they hold at the start, the minds.

    most: hit points when unhurt; idle: what may last on either side, and cannot matter in this duel.
    """

    world: World
    cells: tuple[tuple[SimpleNamespace, str], ...]
    start: tuple[int, ...]
    minds: tuple[str, str]
    most: tuple[int, int]
    idle: tuple[tuple[str, ...], tuple[str, ...]]


def cells_of(world: World) -> tuple[tuple[SimpleNamespace, str], ...]:
    """What changes in a world."""
    people = [(one, name) for one in world.people for name in PERSON]
    windows = [(one, name) for one in world.windows for name in t.Asked._fields]
    holds = [(one, "rank") for one in world.holds]
    scene, desk = world.scene[0], world.desk_act[0]
    return (*people, *holds, *((scene, name) for name in SCENE), *windows, *((desk, name) for name in CHECK))


def put(at: Setting, numbers: tuple[int, ...], above: tuple[int, int], bands: Bands) -> None:
    """Set the world to a moment; who has no hit points left falls."""
    for (record, name), number in zip(at.cells, numbers, strict=True):
        setattr(record, name, number)
    world = at.world
    world.scene[0].round, world.scene[0].ended = 0, 0
    for who in (0, 1):
        one = world.people[who]
        one.turns, one.hp = 0, value_in(at.most[who], bands[who]) + above[who]
        if one.status == t.IN and bands[who] == 0:
            hurt(world, who, one.hp)


def value_in(most: int, band: int) -> int:
    """A value that lies in a band: 0; so many less than unhurt; or any lower one."""
    if band == 0:
        return 0
    return most + 1 - band if band < LOW else 1


def band(most: tuple[int, int], side: int, value: int) -> int:
    """The band of a value: 0; from 1 on how little is lost; `LOW` where a second wind cannot make one unhurt."""
    if value == 0:
        return 0
    return min(LOW, most[side] + 1 - value)


def settle(at: Setting) -> None:
    """Bring the world into the form that is the same for all that is alike: turns count from now."""
    world = at.world
    for who in (0, 1):
        one = world.people[who]
        for name in LASTING:
            setattr(one, name, max(0, getattr(one, name) - one.turns))
        one.turns, one.bleeding = 0, min(one.bleeding, MOST_BLEEDING)
        if world.scene[0].acting != who:
            zero(one, TURN)
        elif world.scene[0].counts == m.Counts.CHECKS:
            one.limit, one.spent = one.limit - one.spent, 0
        zero(one, at.idle[who])


def taken(at: Setting, above: tuple[int, int]) -> At:
    """The moment the world is at, without what no longer matters."""
    settle(at)
    scene, desk = at.world.scene[0], at.world.desk_act[0]
    steps = {at.world.windows[depth].step for depth in range(scene.depth)}
    if not steps & {t.GO_MAKE, t.GO_EFFECT, t.GO_FINISH}:
        zero(desk, CHECK)
    elif t.GO_MAKE not in steps:
        zero(desk, ROLLED)
    return At(numbers_of(at), above)


def numbers_of(at: Setting) -> tuple[int, ...]:
    """What the cells of the world hold."""
    return tuple([getattr(record, name) for record, name in at.cells])


def zero(record: SimpleNamespace, names: tuple[str, ...]) -> None:
    """Set these cells to 0."""
    for name in names:
        setattr(record, name, 0)
