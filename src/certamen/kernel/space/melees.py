"""Melees: fights at close quarters as groups of participants, with plain figures for how far apart the others are."""

from msgspec import Struct
from msgspec.structs import replace

from certamen.kernel.space.bands import pair


class Melees(Struct, frozen=True, tag="melees"):
    """Who is in which melee, and distances in the ruleset's own unit (feet, metres), whole numbers.

    Within a melee the distance is 0; a pair that is not in `between` is `start` apart.
    """

    groups: dict[str, str] = {}
    start: int = 30
    between: dict[str, int] = {}


def melee_of(space: Melees, who: str) -> str | None:
    """The id of the melee that `who` is in, or None."""
    return space.groups.get(who)


def members(space: Melees, melee: str) -> tuple[str, ...]:
    """The ids of those in a melee, in alphabetical order; empty for a melee that is over or never was."""
    return tuple(sorted(who for who, group in space.groups.items() if group == melee))


def same_melee(space: Melees, a: str, b: str) -> bool:
    """Whether both are in one and the same melee."""
    return a in space.groups and space.groups[a] == space.groups.get(b)


def apart(space: Melees, a: str, b: str) -> int:
    """How far apart two are: 0 within a melee, else the figure of the pair. Raises ValueError for one with himself."""
    figure = space.between.get(pair(a, b), space.start)
    return 0 if same_melee(space, a, b) else figure


def set_apart(space: Melees, a: str, b: str, figure: int) -> Melees:
    """The space with two at a distance of `figure`, 0 or more. Raises ValueError below 0."""
    if figure < 0:
        raise ValueError(f"a distance is 0 or more, not {figure}")
    return replace(space, between={**space.between, pair(a, b): figure})


def enter(space: Melees, who: str, melee: str) -> Melees:
    """The space with `who` in `melee`, as far from everyone outside as its first member is; he leaves any other melee.

    Raises ValueError when nobody is in that melee.
    """
    there = [member for member in members(space, melee) if member != who]
    if not there:
        raise ValueError(f"nobody is in a melee called {melee!r}")
    moved = without(space, who)
    between = dict(moved.between)
    for key, figure in moved.between.items():
        a, b = key.split("/")
        if there[0] in (a, b) and (other := b if a == there[0] else a) not in there:
            between[pair(who, other)] = figure
    return replace(moved, groups={**moved.groups, who: melee}, between=between)


def engage(space: Melees, who: str, whom: str) -> Melees:
    """The space with `who` in the melee of `whom`, or the two in a new one (melee-1, melee-2 ...).

    >>> space = engage(engage(Melees(), "ann", "bo"), "cy", "bo")
    >>> members(space, "melee-1"), apart(space, "ann", "cy"), apart(space, "ann", "dee")
    (('ann', 'bo', 'cy'), 0, 30)
    """
    pair(who, whom)
    if same_melee(space, who, whom):
        return space
    melee = melee_of(space, whom)
    if melee is None:
        taken = set(space.groups.values())
        melee = next(name for n in range(1, len(taken) + 2) if (name := f"melee-{n}") not in taken)
        space = replace(space, groups={**space.groups, whom: melee})
    return enter(space, who, melee)


def leave(space: Melees, who: str) -> Melees:
    """The space with `who` in no melee, at `start` from those he leaves. A melee of one that remains is over."""
    melee = melee_of(space, who)
    if melee is None:
        return space
    there = members(space, melee)
    gone = there if len(there) <= 2 else (who,)
    old = {pair(who, other) for other in there if other != who}
    return replace(
        space,
        groups={one: group for one, group in space.groups.items() if one not in gone},
        between={key: figure for key, figure in space.between.items() if key not in old},
    )


def numbered(space: Melees) -> Melees:
    """The space with its melees called melee-1, melee-2 ... by who is in them alone: no name tells of any other melee.

    >>> numbered(Melees({"cy": "melee-7", "bo": "melee-2", "dee": "melee-7"})).groups
    {'cy': 'melee-2', 'bo': 'melee-1', 'dee': 'melee-2'}
    """
    names: dict[str, str] = {}
    for who in sorted(space.groups):
        names.setdefault(space.groups[who], f"melee-{len(names) + 1}")
    return replace(space, groups={who: names[group] for who, group in space.groups.items()})


def without(space: Melees, who: str) -> Melees:
    """The space with `who` in no melee and all his distances forgotten."""
    left = leave(space, who)
    return replace(left, between={key: n for key, n in left.between.items() if who not in key.split("/")})
