"""Which numbers matter most: each figure of the sheets varied by a little, on the same dice."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from certamen.files.vary import CannotVary, Scalar, vary
from certamen.kernel.encounter import Encounter
from certamen.sim.compare import Difference, compare

TENTH = 10
MOST_LEVERS = 60
KEPT = 8

Progress = Callable[[float], object]


class Lever(Struct, frozen=True):
    """A figure and what a little less and a little more of it does to how often a side wins.

    `less` and `more` are the changed values; `lower` and `higher` the paired differences, None where the ruleset does
    not allow the value.
    """

    path: str
    value: int
    less: int
    more: int
    lower: Difference | None
    higher: Difference | None

    @property
    def weight(self) -> float:
        """How much it moves the chance to win at most, up or down: 0 to 1."""
        return max((abs(one.difference) for one in (self.lower, self.higher) if one is not None), default=0.0)


def figures(encounter: Encounter) -> dict[str, int]:
    """The whole numbers of the sheets, none of them 0, by path; copies of one character stand once.

    >>> import certamen
    >>> from certamen.files.encounter import load
    >>> list(figures(load(certamen.examples() / "starcluster" / "duel.yaml")))[:2]
    ['ada.constitution', 'ada.skills.gun']
    """
    found: dict[str, int] = {}
    seen = set()
    for entry in encounter.participants:
        head, _, number = entry.id.rpartition("-")
        many = number.isdecimal() and sum(one.id.startswith(f"{head}-") for one in encounter.participants) > 1
        name = head if many else entry.id
        if name not in seen:
            seen.add(name)
            found |= {f"{name}.{path}": value for path, value in _numbers(entry.sheet)}
    return found


def levers(
    encounter: Encounter,
    side: str,
    *,
    screen: int,
    trials: int,
    policies: Mapping[str, str],
    seed: int,
    workers: int = 1,
    progress: Progress | None = None,
) -> tuple[tuple[Lever, ...], int]:
    """The figures that move the side's chance to win most, the first the most; and how many were looked at.

    Each is varied by a tenth, at least by 1, both ways, in `screen` pairs of trials; those that moved most once more
    in `trials` pairs.
    """
    all_figures = list(figures(encounter).items())[:MOST_LEVERS]
    steps = len(all_figures) + KEPT
    found: list[Lever] = []

    def tried(path: str, value: int, pairs: int, done: int) -> Lever:
        if progress is not None:
            progress(done / steps)
        step = max(1, abs(value) // TENTH)

        def moved(to: Scalar) -> Difference | None:
            try:
                changed = vary(encounter, {path: to})
            except CannotVary:
                return None
            told = compare(encounter, changed, pairs, policies=policies, seed=seed, workers=workers)
            if not told.complete:
                raise KeyboardInterrupt
            return next(one for one in told.differences if one.of == side and one.figure == "wins")

        return Lever(path, value, value - step, value + step, moved(value - step), moved(value + step))

    for done, (path, value) in enumerate(all_figures):
        found.append(tried(path, value, screen, done))
    heaviest = sorted(found, key=lambda one: -one.weight)[:KEPT]
    again = [tried(one.path, one.value, trials, len(found) + k) for k, one in enumerate(heaviest) if one.weight]
    return tuple(sorted(again, key=lambda one: -one.weight)), len(found)


def _numbers(value: object) -> Iterator[tuple[str, int]]:
    """The whole numbers in a sheet, by path."""
    items: Iterator[tuple[str, object]]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        items = ((field.name, getattr(value, field.name)) for field in dataclasses.fields(value))
    elif isinstance(value, Mapping):
        items = ((str(key), one) for key, one in value.items())
    elif isinstance(value, list | tuple):
        items = ((str(getattr(one, "name", k)), one) for k, one in enumerate(value))
    else:
        return
    for name, one in items:
        if isinstance(one, int) and not isinstance(one, bool) and one:
            yield name, one
        else:
            yield from ((f"{name}.{path}", number) for path, number in _numbers(one))
