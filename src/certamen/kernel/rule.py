"""Rules and rulings as a ruleset lists them, and the resolving of a table's own rulings."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from msgspec import Struct

RulingValue = str | int


class Rule(Struct, frozen=True):
    """One rule of a system: its id, one line in our words, how it lives here, and the source's slips."""

    id: str
    text: str
    kind: Literal["enforced", "offered", "adjudicated"]
    errata: str = ""


class Ruling(Struct, frozen=True):
    """A named option where a source is silent or contradicts itself.

    `choices` are (value, meaning) pairs; `bounds` allows whole numbers from low to high as well.
    `per` names a thing (a sphere, say) for which the ruling may be given apart: `{name: {physical: weapon}}`.
    """

    name: str
    rule: str
    default: RulingValue
    why: str
    choices: tuple[tuple[str, str], ...] = ()
    bounds: tuple[int, int] | None = None
    per: str = ""

    def allows(self, value: object) -> bool:
        """Whether `value` is one of the choices or a whole number within the bounds."""
        if isinstance(value, bool):
            return False
        if isinstance(value, int):
            return self.bounds is not None and self.bounds[0] <= value <= self.bounds[1]
        return any(value == choice for choice, _ in self.choices)

    def expected(self) -> str:
        """What may be written, in plain words."""
        words = [choice for choice, _ in self.choices]
        if self.bounds is not None:
            words.append(f"a whole number from {self.bounds[0]} to {self.bounds[1]}")
        return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


class Problem(Struct, frozen=True):
    """Something wrong in an encounter: where (path of keys and indexes), what, and what was expected."""

    path: tuple[str | int, ...]
    message: str
    expected: str = ""


def resolve_rulings(
    rulings: tuple[Ruling, ...], given: Mapping[str, object]
) -> tuple[dict[str, RulingValue], tuple[Problem, ...]]:
    """All rulings with the given ones in place of defaults, and what is wrong with the given ones.

    A ruling given apart (`per`) stands under `name.key` beside the plain `name`.
    """
    known = {ruling.name: ruling for ruling in rulings}
    values: dict[str, RulingValue] = {ruling.name: ruling.default for ruling in rulings}
    problems: list[Problem] = []
    for name, value in given.items():
        ruling = known.get(name.partition(".")[0])
        if ruling is None or ("." in name and not ruling.per):
            allowed = ", ".join(sorted(known)) or "none: this ruleset has no rulings"
            problems.append(Problem(("rulings", name), f"unknown ruling {name!r}", allowed))
            continue
        parts: Mapping[str, object] = {name: value}
        if isinstance(value, Mapping) and ruling.per:
            parts = {f"{name}.{key}": part for key, part in value.items()}
        for key, part in parts.items():
            if ruling.allows(part):
                values[key] = part  # type: ignore[assignment]  # allows() admits only str and int
            else:
                problems.append(Problem(("rulings", name), f"{key} cannot be {part!r}", ruling.expected()))
    return values, tuple(problems)


def repeated(names: Iterable[str], path: tuple[str | int, ...], key: str) -> Iterator[Problem]:
    """The names of a list's things that an earlier one has, each with its path: `path`, its index, `key`.

    >>> [problem.path for problem in repeated(["gun", "axe", "gun"], ("weapons",), "name")]
    [('weapons', 2, 'name')]
    """
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name in seen:
            yield Problem((*path, index, key), f"{name} is there twice", f"another {key}")
        seen.add(name)
